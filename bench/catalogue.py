"""A catalogue of a thousand cases that have not changed: a whole process that remembers them, beside one that does not.

Each is as long as the example, most of it comments: what remembers a case reads and hashes all of it, and to check it once must not
take the bench half an hour. Times are of the processor.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.example import FILE
from bench.measure import Row, Scale, processor_time
from casekit.kit.code_registry import base_of

_CASEKIT = Path(sys.executable).with_name("casekit")
MANY, FEW = 1_000, 50


def rows(scale: Scale) -> Iterator[Row]:
    """Milliseconds for a thousand cases of one edition; those of the peer are a thousand times those of one of a few."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as home:
        most, least = scale.of((MANY, FEW), (4, 2))
        places = {"XDG_CACHE_HOME": home, "XDG_STATE_HOME": home, "CI": ""}
        many, few = _made(Path(folder) / "many", most), _made(Path(folder) / "few", least)
        check = partial(_check, environment={**os.environ, **places})
        row = scale.compare(
            f"{most:,} unchanged cases",
            lambda: check(many),
            "checked one by one",
            lambda: check(few, "--force"),
            rounds=3,
            clock=processor_time,
        )
        yield Row(row.work, row.ours, row.peer, row.theirs * most / least)


def _made(folder: Path, count: int) -> Path:
    folder.mkdir()
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    line = "// A clue that is still to be written, by whoever has an idea for it.\n"
    padding = line * (FILE.stat().st_size // len(line))
    for number in range(count):
        text = f"{base_of('midnight')}\n// {number}\n{padding}"
        (folder / f"{number}.case").write_text(text, encoding="utf-8")
    return folder


def _check(folder: Path, *options: str, environment: dict[str, str]) -> None:
    command = [str(_CASEKIT), "check", *options, str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
