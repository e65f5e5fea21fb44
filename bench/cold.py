"""Whole processes, from the shell's prompt back to it."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.example import FILE
from bench.measure import Row, Scale, Work

_CASEKIT = Path(sys.executable).with_name("casekit")
_IMPORTS = "import lark, click, pysat.solvers"


def rows(scale: Scale) -> Iterator[Row]:
    """A cold check beside starting Python with the libraries a check cannot do without."""
    bare = _process(sys.executable, "-c", _IMPORTS)
    forgetful = _check("--limits", "none", CI="true")
    yield scale.compare("casekit check, cold", forgetful, _IMPORTS, bare, rounds=11)
    yield scale.compare("casekit check, unchanged, cold", _remembered_check(), _IMPORTS, bare, rounds=11)
    yield scale.compare(
        "casekit check, and remember, cold",
        _check("--force"),
        "the same, not remembered",
        forgetful,
        rounds=11,
    )
    yield scale.compare("casekit --version, cold", _process(_CASEKIT, "--version"), _IMPORTS, bare, rounds=9)


def _check(*options: str, **variables: str) -> Work:
    """A check that remembers in a cache of its own, or not at all where ``CI`` is set."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    environment.pop("CI", None)
    environment |= variables
    command: list[str | Path] = [_CASEKIT, "check", *options, FILE]

    def check() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)

    return check


def _remembered_check() -> Work:
    """A check of a case of which the answer is remembered."""
    check = _check()
    check()
    return check


def _process(*command: str | Path) -> Work:
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
