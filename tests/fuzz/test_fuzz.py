"""A minute of fuzzing, the same each time; `make fuzz` goes on from there."""

import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).with_name("run.py")
INPUTS = {
    "case": 60,
    "puzzle": 60,
    "edition": 60,
    "puzzle-edition": 100,
    "deck": 200,
    "lock": 60,
    "catalogue": 40,
    "json": 80,
    "svg": 40,
    "pdf": 40,
    "manuscript": 60,
    "word-processor": 100,
    "odt-content": 60,
    "game": 200,
    "editor": 15,
    "typing": 8,
}
"""How many, so that each takes about seven seconds."""


@pytest.mark.sampled(4)
@pytest.mark.skipif(sys.platform != "linux", reason="limits are those of Linux")
@pytest.mark.parametrize("target", INPUTS)
def test_nothing_that_is_read_ends_in_a_traceback_a_hang_or_a_crash(target):
    done = subprocess.run(
        [sys.executable, RUN, target, "--examples", str(INPUTS[target])],
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout[-3000:] + done.stderr[-6000:]
    assert f"{target}: " in done.stdout
