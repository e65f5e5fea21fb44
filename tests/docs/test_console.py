"""Every console session in the documentation is what the commands print; ``--rewrite`` writes them anew."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = (
    "README.md",
    "docs/fairness.md",
    "docs/json.md",
    "docs/library.md",
    "docs/playtests.md",
    "docs/printing.md",
    "docs/proofreading.md",
    "docs/proofs.md",
    "docs/translating.md",
)
CONSOLE = re.compile(r"(?<=^```console\n).*?\n(?=```$)", re.DOTALL | re.MULTILINE)


@pytest.fixture
def shell(tmp_path, root):
    """Runs a line as a reader would: in a checkout, with casekit on the path."""
    for folder in ("examples", "docs/tour", "docs/tutorial"):
        shutil.copytree(root / folder, tmp_path / folder)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def run(line: str) -> str:
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return done.stdout.decode()

    return run


@pytest.mark.parametrize("page", PAGES)
def test_what_the_commands_print(page, root, shell, golden):
    def session(written):
        lines = [line for line in written[0].splitlines() if line.startswith("$ ")]
        return "".join(f"{line}\n{shell(line.removeprefix('$ '))}" for line in lines)

    text = (root / page).read_text(encoding="utf-8")
    assert CONSOLE.search(text)
    golden(root / page, CONSOLE.sub(session, text))
