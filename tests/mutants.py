"""Make each fault of ``mutants.txt`` in a copy of the checkout, and see that the tests of its package find it.

``python tests/mutants.py [PART OF A FILE'S NAME...]``: status 1 if fewer than 95 % of the faults are found, or
if what finds one fails without it too; at once if a fault can no longer be made.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
_ENTRY = re.compile(r"^(casekit/\S+)((?:  ?tests/\S+)*)\n- (.*)\n\+ (.*)$(?:\n= ?(.*)$)?", re.MULTILINE)
LEAST = 0.95
"""The part of the faults that must be found."""
MISSED = "not found"
BROKEN = "a test fails without it too"
_FINE = (0, 5)
"""Statuses of pytest: all passed, or there were none."""


@dataclass(frozen=True)
class Mutant:
    """A piece of one line of a file that another takes the place of, and where the tests are that should see it."""

    file: str
    tests: tuple[str, ...]
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}: {self.old} -> {self.new}"

    @property
    def stale(self) -> bool:
        """Whether the file has not just one piece that can be changed, or tests are gone."""
        file = ROOT / self.file
        times = file.read_text(encoding="utf-8").count(self.old) if file.is_file() else 0
        return times != 1 or not all((ROOT / tests).exists() for tests in self.tests)


def mutants() -> tuple[Mutant, ...]:
    """The faults of the list."""
    text = (ROOT / "tests/mutants.txt").read_text(encoding="utf-8")
    return tuple(mutant for mutant, _ in entries(text))


def entries(text: str) -> Iterator[tuple[Mutant, str]]:
    """The faults of a text that has the form of the list, each with what is said of it after ``=``, if anything."""
    for file, also, old, new, remark in _ENTRY.findall(text):
        yield Mutant(file, nearest_tests(file, also), old, new), remark


def nearest_tests(file: str, also: str = "") -> tuple[str, ...]:
    """Those that are named; and the folder of the tests of a module, as near to it as there is one, if none are of it."""
    folder = ROOT / "tests" / Path(file).parent.relative_to("casekit")
    while not folder.is_dir():
        folder = folder.parent
    own = folder.relative_to(ROOT).as_posix()
    named = also.split()
    return tuple(named if any(each.startswith(own) for each in named) else [*named, own])


def survivors(wanted: tuple[Mutant, ...], workers: int) -> Iterator[str]:
    """What tests did not see, as each is tried; and those of which a test fails without the fault too."""
    with tempfile.TemporaryDirectory() as away:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            copies.put(copied(Path(away) / str(number)))

        def tried(mutant: Mutant) -> str:
            copy = copies.get()
            try:
                return _tried(copy, mutant)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(workers) as pool:
            for mutant, result in zip(wanted, pool.map(tried, wanted), strict=True):
                if result:
                    yield f"{result}: {mutant}"


def copied(folder: Path) -> Path:
    """The checkout as git knows it, with what is made of its grammars, in another folder."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in (*listed.stdout.split("\0")[:-1], *(ROOT / "grammar").glob("*.tables.json")):
        there = folder / (Path(name).relative_to(ROOT) if isinstance(name, Path) else name)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, there)
    return folder


def _tried(copy: Path, mutant: Mutant) -> str:
    file = copy / mutant.file
    before = file.read_text(encoding="utf-8")
    file.write_text(before.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        if not _fails(copy, "-x", *mutant.tests):
            return MISSED
    finally:
        file.write_text(before, encoding="utf-8")
    # The test that failed passes where the fault is not, or there is none where nothing could be collected.
    return BROKEN if _fails(copy, "--last-failed", "--last-failed-no-failures=none", *mutant.tests) else ""


def _fails(copy: Path, *options: str) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not nightly", *options]
    away = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run(command, cwd=copy, env=away, capture_output=True, check=False)
    return done.returncode not in _FINE


def main() -> None:
    """Try those whose file's name has one of the given parts, or all."""
    parts = sys.argv[1:] or [""]
    wanted = tuple(mutant for mutant in mutants() if any(part in mutant.file for part in parts))
    if stale := [str(mutant) for mutant in wanted if mutant.stale]:
        sys.exit("\n".join(["stale, since the code or its tests have changed:", *stale]))
    lines = []
    for line in survivors(wanted, os.cpu_count() or 1):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        lines.append(line)
    missed = sum(line.startswith(MISSED) for line in lines)
    sys.stdout.write(f"{len(wanted) - missed} of {len(wanted)} faults found\n")
    sys.exit(len(lines) > missed or len(wanted) - missed < LEAST * len(wanted))


if __name__ == "__main__":
    main()
