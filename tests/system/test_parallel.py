import errno
import multiprocessing
import os
import signal
import textwrap
import threading
from importlib import import_module

import pytest

from casekit.system.executors import LostProcessError, TaskError
from casekit.system.parallel import SAFE, parallel_map, starting

# Other processes must find what they are to do in a module.
WORK = """
import os, signal, time
from pathlib import Path

def double(task, progress):
    progress(f"doubling {task}")
    return 2 * task, os.getpid()

def fail(task, progress):
    if task == 2:
        raise ValueError("two is too many")
    return task

def odd(task, progress):
    return lambda: task

def crowd(task, progress):
    folder, number = task
    (folder / str(number)).touch()
    time.sleep(0.1)
    there = len(list(folder.iterdir()))
    (folder / str(number)).unlink()
    return there

def die(task, progress):
    if task == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)

def fill(task, progress):
    raise OSError(28, "No space left on device")

def sleep(task, progress):
    progress("asleep")
    time.sleep(60)
"""


@pytest.fixture
def work(tmp_path, monkeypatch):
    (tmp_path / "work_of_test_processes.py").write_text(textwrap.dedent(WORK), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return import_module("work_of_test_processes")


@pytest.fixture
def told():
    return []


@pytest.mark.parametrize(("count", "processes"), [(1, 1), (2, 5), (8, 5)])
def test_the_results_are_in_order_and_progress_is_told(work, told, count, processes):
    results = parallel_map(work.double, [1, 2, 3, 4, 5], count, told.append)
    assert [2, 4, 6, 8, 10] == [doubled for doubled, _ in results]
    assert processes == len({process for _, process in results})
    assert sorted(f"doubling {task}" for task in range(1, 6)) == sorted(told)


def test_a_single_task_needs_no_process_of_its_own(work, told):
    assert multiprocessing.current_process().pid == parallel_map(work.double, [1], 8, told.append)[0][1]
    assert [] == parallel_map(work.double, [], 8, told.append)


def test_no_more_are_at_work_than_there_may_be(work, told, tmp_path):
    folder = tmp_path / "crowd"
    folder.mkdir()
    counts = parallel_map(work.crowd, [(folder, number) for number in range(5)], 2, told.append)
    assert max(counts) <= 2


def test_an_error_is_told_in_words(work, told):
    with pytest.raises(TaskError, match=r"ValueError: two is too many \(at .*work_of_test_processes.py:"):
        parallel_map(work.fail, [1, 2, 3], 2, told.append)
    assert [] == multiprocessing.active_children()


def test_a_result_that_cannot_travel_is_a_fault_of_ours(work, told):
    with pytest.raises(TaskError, match="lambda"):
        parallel_map(work.odd, [1, 2], 2, told.append)
    assert [] == multiprocessing.active_children()


def test_a_disk_that_is_full_is_told_as_in_the_first_process(work, told):
    with pytest.raises(OSError, match="No space left on device") as full:
        parallel_map(work.fill, [1, 2], 2, told.append)
    assert errno.ENOSPC == full.value.errno


def test_a_process_that_is_killed_is_missed(work, told):
    with pytest.raises(LostProcessError) as lost:
        parallel_map(work.die, [0, 1, 2], 2, told.append)
    assert 1 == lost.value.task
    assert [] == multiprocessing.active_children()


def test_no_module_is_taken_from_the_folder_that_the_user_is_in(work, told, tmp_path, monkeypatch):
    """A new process would look there first, and what lies there may be a stranger's."""
    for name in ("multiprocessing", "pickle", "tempfile"):
        trap = tmp_path / "here" / f"{name}.py"
        trap.parent.mkdir(exist_ok=True)
        trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    assert [0, 2] == [doubled for doubled, _ in parallel_map(work.double, [0, 1], 2, told.append)]
    assert not (tmp_path / "sprung").exists()


def test_no_thread_that_starts_a_process_exposes_that_of_another(monkeypatch):
    """Each of them keeps Python from looking in that folder, and none any longer than it has to."""
    monkeypatch.delenv(SAFE, raising=False)
    begun, left, seen = threading.Event(), threading.Event(), []

    def start_late():
        with starting():
            begun.set()
            left.wait(60)
            seen.append(os.environ.get(SAFE))

    other = threading.Thread(target=start_late)
    with starting():
        other.start()
        begun.wait(0.5)
    left.set()
    other.join()
    assert (["1"], None) == (seen, os.environ.get(SAFE))


def test_an_interruption_ends_all(work):
    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parallel_map(work.sleep, [0, 1], 2, interrupt)
    assert [] == multiprocessing.active_children()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are not kept back here")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_a_process_starts_leaves_none_behind(number, work, monkeypatch):
    """It is kept back until it is known whom to end."""
    started = []
    context = multiprocessing.get_context("spawn")
    start = context.Process.start

    def start_and_signal(process):
        signal.pthread_kill(threading.get_ident(), number)
        start(process)
        started.append(process)

    monkeypatch.setattr(context.Process, "start", start_and_signal)
    before = signal.signal(number, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            parallel_map(work.double, [1, 2], 2, print)
    finally:
        signal.signal(number, before)
    assert [False] == [process.is_alive() for process in started]
