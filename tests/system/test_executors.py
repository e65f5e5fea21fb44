"""The same results wherever work is done, and no process that stays."""

import multiprocessing
import operator
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from casekit.system.executors import Executor, Job, SpreadingError, run_tasks

# Functions that every process has: each task is given to `operator.mod` with what `operator.neg` makes of the number.
DUTY = Job(operator.mod, operator.neg, 1000)
TASKS = range(3, 40)
EXPECTED = [-1000 % task for task in TASKS]


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs):
    assert EXPECTED == list(run_tasks(DUTY, TASKS, Executor(jobs)))
    assert [] == multiprocessing.active_children()


def test_no_tasks_need_nothing():
    assert [] == list(run_tasks(DUTY, (), Executor(2)))


def test_what_the_work_raises_is_raised_here():
    with pytest.raises(ZeroDivisionError):
        list(run_tasks(DUTY, [1, 0, 2], Executor(2)))
    assert [] == multiprocessing.active_children()


def test_whoever_wants_no_more_leaves_no_process():
    results = run_tasks(DUTY, TASKS, Executor(2))
    assert EXPECTED[0] == next(results)
    results.close()
    assert [] == multiprocessing.active_children()


def test_processes_import_nothing_from_the_folder_that_the_user_is_in(tmp_path):
    here = tmp_path / "here"
    here.mkdir()
    for name in ("multiprocessing", "pickle", "casekit", "operator", "numpy"):
        (here / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r})\n", "utf-8")
    script = (
        "import operator\n"
        "from casekit.system.executors import *\n"
        'if __name__ == "__main__":\n'
        "    print(list(run_tasks(Job(operator.mod, operator.neg, 1000), range(3, 9), Executor(2))))\n"
    )
    source = tmp_path / "script.py"
    source.write_text(script, "utf-8")
    done = subprocess.run([sys.executable, source], cwd=here, capture_output=True, text=True, check=True)
    assert str(EXPECTED[:6]) == done.stdout.strip()
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_ends_all_processes_without_a_word_of_theirs():
    script = (
        "import pickle, time\n"
        "from casekit.system.worker_processes import WorkerPool\n"
        "packed = pickle.dumps((pow, int, 2))\n"
        "pool = WorkerPool(2, b'name', packed)\n"
        # inside of the try: the signal may come as soon as the line is read
        "try:\n"
        "    print(pool.finish(pool.begin(b'name', packed, 5)), flush=True)\n"
        "    while True: time.sleep(60)\n"
        "except KeyboardInterrupt:\n"
        "    print(*[process.pid for process, _, _ in pool._helpers], flush=True)\n"
        "    pool.close()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert "32" == process.stdout.readline().strip()
        os.killpg(process.pid, signal.SIGINT)
        told, errors = process.communicate()
    assert (0, "") == (process.returncode, errors)
    assert [] == [pid for pid in told.split() if Path(f"/proc/{pid}").exists()]


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_a_process_that_is_killed_is_told():
    with pytest.raises(SpreadingError, match="a process ended before its work was done") as raised:
        list(
            run_tasks(Job(os.kill, _id_of_this_process, None), [signal.SIGKILL, signal.SIGKILL], Executor(2))
        )
    assert "lost" == raised.value.kind
    assert [] == multiprocessing.active_children()


def _id_of_this_process(_):
    return os.getpid()
