"""Pages of the documentation as steps: files to write, lines to change, commands to run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.overlay import overlay

ROOT = Path(__file__).resolve().parents[1]
TUTORIAL = ROOT / "docs/tutorial.md"

STEP = re.compile(
    r"^```(?P<kind>\w+)(?: title=\"(?P<file>[^\"]+)\")?\n(?P<body>.*?)^```$|^<!-- tutorial (?P<until>\d+) -->$",
    re.DOTALL | re.MULTILINE,
)
"""A fenced block, or the remark that the reader has done the tutorial up to the end of a step."""
_REMARK = re.compile(r"^(== [^/\n]*?)[ \t]*//.*$", re.MULTILINE)


PROGRAMS = Path(sys.executable).parent


def walked(folder: Path, page: str, programs: Path = PROGRAMS) -> str:
    """Do in a folder what a page asks for, and return the page with what its commands, from a folder, print now."""

    def step(found: re.Match[str]) -> str:
        if found["until"]:
            done_until(folder, int(found["until"]), programs)
        elif found["kind"] == "diff":
            change(folder / found["file"], found["body"])
        elif found["file"]:
            _put(folder / found["file"], found["body"])
        elif found["kind"] == "console":
            return f"```console\n{printed(folder, found['body'], programs)}```"
        return found[0]

    return STEP.sub(step, page)


def done_until(folder: Path, last: int, programs: Path = PROGRAMS) -> None:
    """Make a folder that of somebody who did the tutorial up to the end of a step, without looking at anything."""
    for present in folder.iterdir():
        shutil.rmtree(present) if present.is_dir() else present.unlink()
    steps, later, _ = TUTORIAL.read_text(encoding="utf-8").partition(f"\n## {last + 1}. ")
    assert later, f"the tutorial has no step after {last}"
    for found in STEP.finditer(steps):
        if found["file"]:
            _put(folder / found["file"], found["body"])
        elif found["kind"] == "console" and found["body"].startswith("$ casekit new "):
            printed(folder, found["body"], programs)


def change(file: Path, lines: str) -> None:
    """Change a file as the lines of a difference say; what they take out must be there once."""
    every = lines.splitlines()
    old, new = ("".join(f"{line[1:]}\n" for line in every if line[:1] != added) for added in ("+", "-"))
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file.name} has {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def _put(file: Path, body: str) -> None:
    """Write a file as the page asks: the edition whole, a part of the case in the place of what has its heading."""
    if file.suffix == ".case":
        # Whoever replaces a block replaces its heading too, with the remark that the skeleton has there.
        file.write_text(overlay(_REMARK.sub(r"\1", file.read_text(encoding="utf-8")), body), encoding="utf-8")
    else:
        assert not file.exists()
        file.write_text(body, encoding="utf-8")


def printed(folder: Path, session: str, programs: Path) -> str:
    """A console session with what its commands print now, as a reader would see it with these programs on the path."""
    path = os.pathsep.join((str(programs), str(PROGRAMS), os.environ["PATH"]))
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
