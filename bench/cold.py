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
    yield scale.compare("casekit check, cold", _process(_CASEKIT, "check", FILE), _IMPORTS, bare, rounds=11)
    yield scale.compare("casekit check, unchanged, cold", _remembered_check(), _IMPORTS, bare, rounds=11)
    yield scale.compare("casekit --version, cold", _process(_CASEKIT, "--version"), _IMPORTS, bare, rounds=9)


def _remembered_check() -> Work:
    """A check of a case of which the answer is remembered, in a cache of its own."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    environment.pop("CI", None)
    command = (_CASEKIT, "check", FILE)

    def check() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)

    check()
    return check


def _process(*command: str | Path) -> Work:
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
