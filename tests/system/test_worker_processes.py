"""A crew gives the results that one process would give, and leaves nobody behind."""

import multiprocessing
import os
import threading
import time
from pathlib import Path

import pytest

from casekit.system.executors import LostProcessError, TaskError
from casekit.system.worker_processes import HelperPool


@pytest.mark.parametrize("helpers", [0, 1, 2])
def test_results_come_in_the_order_of_their_tasks(helpers):
    with HelperPool(helpers) as crew, crew.begun(abs, range(-9, 0)) as finish:
        assert bool(helpers) == crew.helped
        assert [9, 8, 7, 6, 5, 4, 3, 2, 1] == finish()
    assert [] == multiprocessing.active_children()


def test_a_crew_takes_more_tasks_later_and_does_without_those_that_were_given_up():
    with HelperPool(1) as crew:
        crew.prepare(os.getpid)
        with crew.begun(time.sleep, [0] * 3):
            pass
        for _ in range(2):
            with crew.begun(abs, [-1, -2]) as finish:
                assert [1, 2] == finish()


def test_this_process_does_what_waits_while_another_works(tmp_path):
    with HelperPool(1) as crew, crew.begun(_after_the_first_process, [tmp_path / "done"] * 4) as finish:
        assert os.getpid() in finish()


def test_what_was_foreseen_is_done_when_it_is_wanted():
    with HelperPool(1) as crew:
        crew.foresee(_process, [0, 0])
        while crew._spare:
            time.sleep(0.01)
        with crew.begun(_process, [0, 0]) as finish:
            (helper,) = set(finish())
        assert [] == crew._foreseen
        assert helper in {process.pid for process in multiprocessing.active_children()}


def test_what_was_foreseen_and_is_not_wanted_is_in_nobodys_way():
    with HelperPool(1) as crew:
        crew.foresee(time.sleep, [60])
        while crew._spare:
            time.sleep(0.01)
        crew.foresee(abs, [-1, -2, -3])
        with crew.begun(abs, [-4, -2]) as finish:
            assert [4, 2] == finish()
        assert [-1, -3] == [each.arguments[1] for each in crew._spare]


def test_nobody_foresees_what_nobody_helps_with():
    crew = HelperPool()
    crew.foresee(_fail_at, [0])
    with crew.begun(abs, [-1]) as finish:
        assert [1] == finish()


@pytest.mark.parametrize("wanted", [True, False])
def test_an_error_in_what_was_foreseen_counts_if_it_is_wanted(wanted):
    with HelperPool(1) as crew:
        crew.foresee(_fail_at, [0])
        while crew._spare:
            time.sleep(0.01)
        with crew.begun(_fail_at, [0 if wanted else 1]) as finish:
            if wanted:
                with pytest.raises(TaskError, match="zero"):
                    finish()
            else:
                assert [1] == finish()


def test_what_is_prepared_may_fail():
    with HelperPool(1) as crew:
        crew.prepare(_fail)
        with crew.begun(abs, [-1]) as finish:
            assert [1] == finish()


@pytest.mark.parametrize("helpers", [0, 1])
def test_what_work_raises_is_told(helpers):
    with (
        HelperPool(helpers) as crew,
        crew.begun(_fail_at, [0, 1]) as finish,
        pytest.raises((TaskError, ZeroDivisionError), match="zero"),
    ):
        finish()
    assert [] == multiprocessing.active_children()


def test_a_helper_that_is_killed_is_missed():
    with HelperPool(1) as crew, crew.begun(os._exit, [3]) as finish:
        while crew._waiting:
            time.sleep(0.01)
        with pytest.raises(LostProcessError):
            finish()
    assert [] == multiprocessing.active_children()


def test_an_interruption_ends_helpers_and_threads():
    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt), HelperPool(2) as crew, crew.begun(time.sleep, [60, 60]):
        raise KeyboardInterrupt
    assert ([], threads) == (multiprocessing.active_children(), threading.active_count())


def _process(_: int) -> int:
    return os.getpid()


def _after_the_first_process(done: Path) -> int:
    if multiprocessing.parent_process() is None:
        done.touch()
    while not done.exists():
        time.sleep(0.01)
    return os.getpid()


def _fail() -> None:
    raise ValueError("not ready")


def _fail_at(task: int) -> float:
    return 1 / task
