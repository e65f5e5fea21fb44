"""A hundred small cases, each within limits, beside the same without: what the processes that watch over cases cost.

Both work in as many processes as there are processors, and nothing is remembered. Times are by the clock.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.measure import Row, Scale
from casekit.kit.code_registry import base_of

_CASEKIT = Path(sys.executable).with_name("casekit")


def rows(scale: Scale) -> Iterator[Row]:
    """Milliseconds for the cases of one edition."""
    count = scale.of(100, 2)
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
        for number in range(count):
            (place / f"{number}.case").write_text(f"{base_of('midnight')}\n// {number}\n", encoding="utf-8")
        check = partial(_check, place)
        yield scale.compare(
            f"{count} cases within limits",
            lambda: check("5s,500MB"),
            "without limits",
            lambda: check("none"),
            rounds=3,
        )


def _check(folder: Path, limits: str) -> None:
    command = [str(_CASEKIT), "check", "--limits", limits, str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "CI": "true"})
