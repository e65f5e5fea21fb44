"""The tutorial, done step by step: its files are written, its commands run, and its outputs are what they print.

``--rewrite`` writes the outputs and the finished files in ``docs/tutorial/`` again.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from casekit.diagnostics.overlay import overlay

PAGE = "docs/tutorial.md"
FINISHED = "docs/tutorial"
CASE, EDITION = "the-silent-bell.case", "edition.toml"
BLOCK = re.compile(
    r"^```(?P<kind>\w+)(?: title=\"(?P<file>[^\"]+)\")?\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE
)
REMARK = re.compile(r"^(== [^/\n]*?)[ \t]*//.*$", re.MULTILINE)


def put(folder: Path, block: re.Match) -> None:
    """Write a file as the page asks: the edition whole, a part of the case in the place of what has its heading."""
    file = folder / block["file"]
    if file.suffix == ".case":
        # Whoever replaces a block replaces its heading too, with the remark that the skeleton has there.
        file.write_text(
            overlay(REMARK.sub(r"\1", file.read_text(encoding="utf-8")), block["body"]), encoding="utf-8"
        )
    else:
        assert not file.exists()
        file.write_text(block["body"], encoding="utf-8")


def told(folder: Path, session: str) -> str:
    """A console session with what its commands print now."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    lines = []
    for line in re.findall(r"^\$ .*\n", session, re.MULTILINE):
        done = subprocess.run(
            ["bash", "-c", line.removeprefix("$ ")],
            cwd=folder,
            env={**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        lines += [line, done.stdout.decode()]
    return "".join(lines)


@pytest.fixture(scope="module")
def done(root, tmp_path_factory):
    """The folder of somebody who did everything, and the page with what was printed to them."""
    folder = tmp_path_factory.mktemp("wagtail")

    def step(block):
        if block["file"]:
            put(folder, block)
        elif block["kind"] == "console":
            return f"```console\n{told(folder, block['body'])}```"
        return block[0]

    return folder, BLOCK.sub(step, (root / PAGE).read_text(encoding="utf-8"))


def test_what_is_printed_at_each_step(root, golden, done):
    _, page = done
    golden(root / PAGE, page)


def test_the_finished_files_are_in_the_project(root, golden, done):
    folder, _ = done
    for name in (EDITION, CASE):
        golden(root / FINISHED / name, (folder / name).read_text(encoding="utf-8"))


def test_the_finished_case_is_clean_and_meets_its_level(root, casekit, done):
    checked = casekit("check", "--strict", root / FINISHED)
    assert (0, b"") == (checked.returncode, checked.stderr)
    assert "TODO" not in (root / FINISHED / CASE).read_text(encoding="utf-8")
    _, page = done
    first, last = re.findall(r"^  claims to be amateur, measures as (.*)$", page, re.MULTILINE)
    assert ("neither amateur nor expert", "amateur") == (first, last)


def test_the_booklet_is_there(done):
    folder, _ = done
    assert {"the-silent-bell-booklet.pdf", "the-silent-bell-sheet.pdf"} <= {
        file.name for file in (folder / "build").iterdir()
    }
