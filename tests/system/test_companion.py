"""A process that answers questions until it is ended."""

import multiprocessing
import os
import threading
import time

import pytest

from casekit.system.companion import Companion
from casekit.system.processes import LostProcessError, TaskError


def prepared():
    """What answers in the other process."""
    asked = []

    def answer(question):
        asked.append(question)
        if question == "fail":
            raise ValueError("no")
        if question == "sleep":
            time.sleep(600)
        return os.getpid(), len(asked)

    return answer


@pytest.fixture
def companion():
    made = Companion(prepared)
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


def test_it_can_be_ended_while_it_answers_and_begins_again(companion):
    before = companion.ask("a")[0]
    lost = []

    def ask():
        try:
            companion.ask("sleep")
        except LostProcessError as error:
            lost.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(0.2)
    companion.end()
    asking.join(30)
    assert lost
    after, count = companion.ask("a")
    assert before != after
    assert 1 == count
