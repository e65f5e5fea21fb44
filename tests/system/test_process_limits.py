"""Limits of processor time count what a process works, not how long it is there."""

import sys
import time
from multiprocessing import get_context
from signal import SIGPROF

import pytest

from casekit.system.process_limits import limit_time

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows tells no processor time of a process"
)


def _work():
    limit_time(0.1)
    while True:
        pass


def _wait():
    limit_time(0.5)
    time.sleep(1.5)


def _work_without():
    limit_time(0.1)
    limit_time(0)
    while time.process_time() < 1:
        pass


@pytest.mark.parametrize(("work", "status"), [(_work, -SIGPROF), (_wait, 0), (_work_without, 0)])
def test_a_process_that_works_too_long_is_ended(work, status):
    process = get_context("spawn").Process(target=work)
    process.start()
    process.join()
    assert status == process.exitcode
