"""A process that answers questions until it is ended."""

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from casekit.system.executors import LostProcessError, TaskError
from casekit.system.parallel import parallel_map
from casekit.system.worker_processes import WorkerProcess


def doubled(number, _):
    """What is done in a process that the other one begins."""
    return 2 * number


def asleep(file, _):
    """Says there who it is, then does nothing for long."""
    file.with_suffix(".part").write_text(str(os.getpid()), encoding="ascii")
    file.with_suffix(".part").rename(file)
    time.sleep(600)


def prepared():
    """What answers in the other process."""
    asked = []

    def answer(question):
        asked.append(question)
        if question == "fail":
            raise ValueError("no")
        if question == "apart":
            return parallel_map(doubled, [21, 22], 2, print)[0]
        if isinstance(question, Path):
            return parallel_map(asleep, [question, question.with_name("second")], 2, print)
        return os.getpid(), len(asked)

    return answer


@pytest.fixture
def companion():
    made = WorkerProcess(prepared)
    yield made
    made.end()
    assert [] == multiprocessing.active_children()


def test_it_answers_one_question_after_another(companion):
    first, second = companion.ask("a"), companion.ask("b")
    assert os.getpid() != first[0] == second[0]
    assert (1, 2) == (first[1], second[1])


def test_what_fails_there_is_told_and_ends_nothing(companion):
    with pytest.raises(TaskError, match="ValueError: no"):
        companion.ask("fail")
    assert 2 == companion.ask("a")[1]


def test_what_cannot_be_sent_is_told_and_ends_nothing(companion):
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for question in (deep, lambda: None):
        with pytest.raises(TaskError):
            companion.ask(question)
    assert 1 == companion.ask("a")[1]
    while deep:
        deep = deep.pop()


def test_it_can_be_ended_while_it_answers_and_begins_again(companion, tmp_path):
    begun = tmp_path / "begun"
    before = companion.ask("a")[0]
    lost = []

    def ask():
        try:
            companion.ask(begun)
        except LostProcessError as error:
            lost.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    while not begun.exists():
        time.sleep(0.02)
    companion.end()
    asking.join()
    assert lost
    after, count = companion.ask("a")
    assert before != after
    assert 1 == count


def test_it_may_begin_a_process_itself(companion):
    assert 42 == companion.ask("apart")


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_what_it_has_begun_ends_with_it(companion, tmp_path):
    begun = tmp_path / "begun"

    def ask():
        with suppress(LostProcessError):
            companion.ask(begun)

    asking = threading.Thread(target=ask)
    asking.start()
    while not begun.exists():
        time.sleep(0.02)
    process = int(begun.read_text(encoding="ascii"))
    companion.end()
    asking.join()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_one_that_nobody_ends_ends_with_python():
    script = (
        "from casekit.system.worker_processes import WorkerProcess\n"
        "from tests.system.test_companion import prepared\n"
        "if __name__ == '__main__': print(WorkerProcess(prepared).ask('a')[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_a_question_that_cannot_be_copied_is_told_and_ends_nothing(companion):
    before = companion.ask("a")[0]
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(TaskError, match="RecursionError"):
        companion.ask(deep)
    assert before == companion.ask("a")[0]
