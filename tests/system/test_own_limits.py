"""Limits of processor time count what a process works, not how long it is there."""

import sys
from time import sleep

import pytest

from casekit.system.own_limits import limit_time, out_of_time
from casekit.system.processes import LostProcessError, apart

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows tells no processor time of a process"
)
FOR_EVER = 600.0


def _work(_task, _progress):
    limit_time(0.1)
    while True:
        pass


def _wait(_task, _progress):
    limit_time(1)
    sleep(2.5)
    return "done"


def _break(_task, _progress):
    sys.exit(3)


def test_a_process_that_works_too_long_is_ended():
    with pytest.raises(LostProcessError) as lost:
        apart(_work, None, FOR_EVER)
    assert out_of_time(lost.value.exit_code)


def test_one_that_only_waits_is_not():
    assert "done" == apart(_wait, None, FOR_EVER)


def test_one_that_breaks_was_not_out_of_time():
    with pytest.raises(LostProcessError) as lost:
        apart(_break, None, FOR_EVER)
    assert not out_of_time(lost.value.exit_code)


def test_one_that_nobody_waited_for_was():
    assert out_of_time(None)
