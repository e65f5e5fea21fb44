"""Tasks within limits: each reaches its own alone, and no process is left."""

import multiprocessing
import os
import time
from operator import call

import pytest

from casekit.system import limited_workers
from casekit.system.executors import Job, TaskError
from casekit.system.limited_workers import run_limited
from casekit.system.process_limits import TaskLimits

LIMITS = TaskLimits(2.0, 200)


def does(_ready, task):
    """A task is a function and what it is called with."""
    work, *given = task
    return work(*given)


JOB = Job(does, str, "")


def process():
    return os.getpid()


def long():
    while True:
        pass


def keeps(megabytes):
    kept.append(bytearray(megabytes * 1_000_000))


kept = []


def done(tasks, processes=1, limits=LIMITS):
    return [*run_limited(JOB, tasks, processes, [limits] * len(tasks))]


def results(tasks):
    """Results, or the limits that were reached in their place."""
    return [outcome.limit or outcome.result for outcome in done(tasks)]


def test_results_come_in_the_order_of_their_tasks_whatever_some_of_them_reach():
    tasks = [
        (abs, -1),
        (long,),
        (abs, -2),
        (bytearray, 10**9),
        (abs, -3),
        (os.abort,),
        (os._exit, 0),
        (abs, -4),
    ]
    slow, large = "takes more than 2 seconds of processor time", "takes more than 200 MB of memory"
    broken = f"{large}, or breaks the process that it is done in"
    outcomes = [outcome.limit or outcome.result for outcome in done(tasks, 2)]
    assert [1, slow, 2, large, 3, broken, broken, 4] == outcomes
    assert [] == multiprocessing.active_children()


def test_a_process_lasts_until_a_task_reaches_a_limit():
    before, same, _, after = results([(process,), (process,), (os._exit, 1), (process,)])
    assert (before, False) == (same, before == after)


def test_each_task_has_its_own_time():
    """Three that take more than the limit together."""
    assert not any(outcome.limit for outcome in done([(busy, 1.2)] * 3))


def busy(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def test_a_process_that_has_kept_much_is_not_given_another_task():
    before, _, after = results([(process,), (keeps, 150), (process,)])
    assert before != after


def test_a_fault_of_ours_is_no_limit():
    fault, result = done([(int, "x"), (abs, -1)])
    assert (TaskError, 1) == (type(fault.error), result.result)


def test_a_process_that_waits_for_nothing_is_ended_by_the_clock(monkeypatch):
    monkeypatch.setattr(limited_workers, "PATIENCE", 5.0)
    assert ["takes more than 5 seconds", 1] == results([(time.sleep, 600), (abs, -1)])


def test_no_process_goes_on_when_nobody_wants_its_results():
    outcomes = run_limited(JOB, [(abs, -1), (time.sleep, 600), (time.sleep, 600)], 2, [LIMITS] * 3)
    assert 1 == next(outcomes).result
    outcomes.close()
    assert [] == multiprocessing.active_children()


@pytest.mark.parametrize("tasks", [[], [(call, abs, -1)]])
def test_there_may_be_few_tasks(tasks):
    assert len(tasks) == len(done(tasks, 4))
