"""Fenced blocks of the documentation, by what they hold."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def fences():
    """The texts of the fenced blocks of a page whose opening mark says one of the given kinds, with their lines."""

    def find(page: Path, kind: str) -> list[tuple[int, str, str]]:
        text = page.read_text(encoding="utf-8")
        blocks = re.finditer(r"^```([^\n]+)\n(.*?\n)```$", text, re.DOTALL | re.MULTILINE)
        return [
            (text.count("\n", 0, block.start()) + 1, block[1], block[2])
            for block in blocks
            if block[1].split()[0] == kind
        ]

    return find
