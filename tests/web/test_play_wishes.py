"""What a page of a game sends, and what does not come from one, on its way to the process that keeps the game."""

import asyncio
import json
import multiprocessing
import os
import signal
import threading
import time
from functools import partial

import click
import pytest

from casekit.cli.commands import serve
from casekit.kit.code_registry import base_of
from casekit.pipeline.loading import InputFile
from casekit.system.executors import LostProcessError
from casekit.web.access_control import MOST_SENT
from casekit.web.play.game_session import PlaySetup
from casekit.web.play.game_views import answer_request
from casekit.web.served_cases import CaseStore
from tests.web.served import DOOR, LocalClient

DO = f"{DOOR.base}/play/base/do"


@pytest.fixture
def workshop(tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (tmp_path / "base.case").write_text(base_of(), encoding="utf-8")
    return CaseStore(lambda: [InputFile.of(tmp_path / "base.case")])


@pytest.fixture
def answered(workshop, monkeypatch):
    """Sends a wish; ``told`` is what the other process would answer, with the wishes that came to it."""
    came = []

    async def ask(_, question, of, *, lasting):
        assert ("play", True) == (of, lasting)
        came.append(question.keywords["request"])
        return {"status": 200, "said": "\ud800 \u202e"}

    monkeypatch.setattr(workshop, "ask", ask)
    with LocalClient(workshop) as client:
        yield lambda content: (client.post(DO, content=content), came)


def nested(depth):
    return '{"do": "note", "desk": ' + "[" * depth + "]" * depth + "}"


@pytest.mark.parametrize("content", ["", "[]", "{", nested(5), nested(900), nested(200_000)])
def test_what_no_page_sends_goes_to_nobody(answered, content):
    answer, came = answered(content)
    assert (400, []) == (answer.status_code, came)
    assert "not what a page" in answer.json()["problem"]


def test_a_wish_is_answered_whatever_is_in_the_answer(answered):
    desk = {"notes": "x", "marks": {"culprit:ANNA": "out"}}
    answer, came = answered(json.dumps({"do": "note", "desk": desk, "answers": [{"element": "culprit"}]}))
    assert (200, desk) == (answer.status_code, came[0]["desk"])
    assert "\\ud800" in answer.text


def test_a_long_wish_is_not_read(answered):
    answer, came = answered(b" " * (MOST_SENT + 1))
    assert (413, []) == (answer.status_code, came)
    assert f"More than {MOST_SENT}" in answer.text


def test_after_the_end_no_process_is_begun(workshop):
    async def asked():
        question = partial(answer_request, setup=PlaySetup(), request={})
        asking = [workshop.ask(workshop.cases[0].file, question, "play") for _ in range(2)]
        waiting = [asyncio.create_task(each) for each in asking]
        # The first one has its turn, the second one waits for it.
        await asyncio.sleep(0)
        workshop.close()
        for each in waiting:
            with pytest.raises(LostProcessError):
                await each

    asyncio.run(asked())
    assert [] == multiprocessing.active_children()


def slow():
    """Answers in the other process after a long time."""
    return lambda _: time.sleep(600)


def lost():
    """Ends the other process over any question."""
    return lambda _: os._exit(1)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_the_preparation(workshop, monkeypatch, number):
    monkeypatch.setattr(workshop._workers, "_prepare", slow)
    # As the command has it: what comes from outside ends it like Ctrl-C.
    before = {each: signal.signal(each, signal.default_int_handler) for each in (signal.SIGINT, number)}
    waited = []

    def press():
        while not any(each.process._running for each in [*workshop._workers._workers.values()]):
            time.sleep(0.01)
        os.kill(os.getpid(), number)

    def give_up():
        waited.append(True)
        workshop.close()

    pressing, late = threading.Thread(target=press), threading.Timer(600, give_up)
    pressing.start()
    late.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            serve._sit_down(None, PlaySetup(), workshop)
    finally:
        late.cancel()
        pressing.join()
        for each, handler in before.items():
            signal.signal(each, handler)
    assert ([], []) == (waited, multiprocessing.active_children())


def test_a_process_that_was_lost_is_said_with_a_cure(workshop, monkeypatch, capsys):
    monkeypatch.setattr(workshop._workers, "_prepare", lost)
    with pytest.raises(click.exceptions.Exit) as ended:
        serve._sit_down(click.Context(serve.play_command), PlaySetup(), workshop)
    workshop.close()
    assert 1 == ended.value.exit_code
    assert "too little memory" in capsys.readouterr().err
    assert [] == multiprocessing.active_children()
