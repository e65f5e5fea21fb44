"""Which processes answer, which are kept, and that nobody waits for another case."""

import asyncio
import multiprocessing
import os
import threading
import time
from pathlib import Path

import pytest

from casekit.system.executors import LostProcessError
from casekit.system.sandbox import report_progress
from casekit.system.worker_processes import WorkerProcess
from casekit.web import case_worker as module
from casekit.web.case_worker import WorkerProcesses

QUICK = Path("quick.case")


def prepared():
    """Answers with its own number; ``wait`` answers when a file is there."""

    def answer(question):
        if isinstance(question, Path):
            report_progress("waiting")
            while not question.exists():
                threading.Event().wait(0.02)
        return os.getpid()

    return answer


@pytest.fixture
def workers():
    made = WorkerProcesses(prepared)
    yield made
    made.close()
    assert [] == multiprocessing.active_children()


def test_a_slow_case_delays_no_other_and_tells_how_far_it_is(workers, tmp_path):
    told = []

    async def both():
        done = tmp_path / "done"
        began = asyncio.Event()

        def tell(said):
            told.append(said)
            began.set()

        slow = ("analyst", Path("slow.case"))
        waiting = [asyncio.create_task(workers.ask(slow, done, tell)) for _ in range(3)]
        await asyncio.wait_for(began.wait(), 600)
        quick = await asyncio.wait_for(workers.ask(("analyst", QUICK), "a"), 600)
        assert not any(each.done() for each in waiting)
        done.touch()
        assert {quick}.isdisjoint(await asyncio.gather(*waiting))
        # The same process answers whoever asks about this case again.
        assert quick == await workers.ask(("analyst", QUICK), "a")

    asyncio.run(both())
    assert ["waiting"] * 3 == told


def test_those_that_were_not_asked_for_long_end_but_not_lasting_ones(workers, monkeypatch):
    monkeypatch.setattr(module, "MOST_IDLE", 1)
    # Whoever closes all of them waits for one that takes its time to end.
    end = WorkerProcess.end

    def slowly(self):
        if threading.current_thread() is not threading.main_thread():
            time.sleep(1)
        end(self)

    monkeypatch.setattr(WorkerProcess, "end", slowly)

    async def asked():
        first = await workers.ask(("play", QUICK), "a", lasting=True)
        await workers.ask(("analyst", QUICK), "a")
        await workers.ask(("typesetter", QUICK), "a")
        assert (("play", QUICK), ("typesetter", QUICK)) == tuple(workers._workers)
        assert first == await workers.ask(("play", QUICK), "a", lasting=True)

    asyncio.run(asked())


def test_a_question_that_nobody_waits_for_any_more_keeps_nobody_from_ending(workers, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_IDLE", 1)

    async def asked():
        began = asyncio.Event()
        slow = ("analyst", Path("slow.case"))
        asking = asyncio.create_task(workers.ask(slow, tmp_path / "never", lambda _: began.set()))
        await began.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await workers.ask(("analyst", QUICK), "a")
        assert [("analyst", QUICK)] == [*workers._workers]

    asyncio.run(asked())
    ending = threading.Thread(target=workers.close)
    ending.start()
    ending.join(60)
    # It would go on for ever.
    (tmp_path / "never").touch()
    assert not ending.is_alive()


def test_after_the_end_nothing_is_begun(workers):
    async def asked():
        asking = asyncio.create_task(workers.ask(("analyst", QUICK), "a"))
        await asyncio.sleep(0)
        workers.close()
        with pytest.raises(LostProcessError):
            await asking
        with pytest.raises(LostProcessError):
            await workers.ask(("analyst", QUICK), "a")
        assert not any(each.process._running for each in workers._workers.values())

    asyncio.run(asked())
