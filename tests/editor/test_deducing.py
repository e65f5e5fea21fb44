"""The process that deduces while somebody writes: what ends it, and what does not."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time

from casekit.editor import language_server
from casekit.editor.document_state import DocumentVersion

SERVER = (
    "from casekit.editor import language_server as server; from tests.editor.test_deducing import prepared\n"
    "server.document_state.DeductionWorker = prepared; raise SystemExit(server.serve())"
)


def prepared():
    """Answers when there is a file where the text is; ``begun`` beside it says that it was asked."""

    def answer(asked):
        draft, _ = asked
        draft.path.with_name("begun").touch()
        while not draft.path.exists():
            time.sleep(0.02)
        return draft.text

    return answer


def until_there(file):
    while not file.exists():
        time.sleep(0.02)


def sent(message):
    data = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(data), data)


def test_it_ends_with_its_editor_whatever_it_is_deducing(tmp_path):
    initialize = {"processId": None, "rootUri": None, "capabilities": {}}
    item = {"uri": (tmp_path / "a.case").as_uri(), "languageId": "case", "version": 1, "text": "title: A\n"}
    running = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        running.stdin.write(sent({"id": 1, "method": "initialize", "params": initialize}))
        running.stdin.write(sent({"method": "textDocument/didOpen", "params": {"textDocument": item}}))
        running.stdin.flush()
        until_there(tmp_path / "begun")
        running.stdin.close()
        assert 1 == running.wait(60)
    finally:
        running.kill()
        running.wait()


def test_a_question_that_comes_while_a_late_one_is_broken_off_is_answered(tmp_path, monkeypatch):
    monkeypatch.setattr(language_server.document_state, "DeductionWorker", prepared)
    monkeypatch.setattr(language_server, "SECONDS_FOR_OLD_TEXT", 0)
    ended, asked = threading.Event(), threading.Event()
    end = language_server.worker_processes.WorkerProcess.end

    def late(self):
        """End a process when another question was asked already."""
        ended.set()
        assert asked.wait(60)
        end(self)

    first = DocumentVersion("first", tmp_path / "first", "1")
    second = DocumentVersion("second", tmp_path / "second" / "there", "2")
    second.path.parent.mkdir()

    async def questions():
        server = language_server.CasekitServer()
        try:
            answer = asyncio.create_task(server.ask(first))
            await asyncio.to_thread(until_there, tmp_path / "begun")
            monkeypatch.setattr(language_server.worker_processes.WorkerProcess, "end", late)
            room = asyncio.create_task(server._make_room())
            assert await asyncio.to_thread(ended.wait, 60)
            first.path.touch()
            assert "1" == await answer
            answer = asyncio.create_task(server.ask(second))
            await asyncio.to_thread(until_there, second.path.with_name("begun"))
            asked.set()
            await room
            second.path.touch()
            return await answer
        finally:
            monkeypatch.setattr(language_server.worker_processes.WorkerProcess, "end", end)
            server.stop()

    assert "2" == asyncio.run(questions())
