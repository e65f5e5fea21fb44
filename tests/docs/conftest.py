"""Fenced blocks of the documentation, by what they hold."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.overlay import overlay

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


@pytest.fixture(scope="session")
def site(root, tmp_path_factory):
    """The site, as `make site` builds it: strictly, so that a link or an anchor that leads nowhere fails.

    Nobody writes to it.
    """
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", folder],
        cwd=root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    return folder


ADDED = ("facts", "rules", "truth")


def body(text, block):
    return re.search(rf"^== {block}\n(.*?)(?=^== |\Z)", text, re.DOTALL | re.MULTILINE)[1].strip()


@pytest.fixture(scope="session")
def laid_over():
    """A fragment over a base; lines of logic blocks are added to those of the base, unless they repeat them."""

    def laid(base, fragment):
        for block in ADDED:
            heading = f"== {block}\n"
            if body(base, block).splitlines()[0] not in fragment:
                fragment = fragment.replace(heading, f"{heading}{body(base, block)}\n")
        return overlay(base, fragment)

    return laid
