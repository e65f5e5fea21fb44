"""A server that ends when whoever started it is gone."""

import _thread
import asyncio
import gc
import os
import select
import signal
import subprocess
import sys
import warnings

import pytest

pytest.importorskip("uvicorn")

import uvicorn

from casekit.web.served_cases import CaseStore
from casekit.web.server import _LocalServer, listen, serve

COMMAND = [sys.executable, "-c", "from casekit.cli import run; run()", "serve", "--end-with-input"]
PARENT = """
import subprocess, sys, time
subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=int(sys.argv[1]), start_new_session=True)
time.sleep(600)
"""
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def everything(pipe):
    """All that comes through a pipe until nobody has its other end any more."""
    told = b""
    while select.select([pipe], [], [], 60)[0]:
        read = os.read(pipe, 4_096)
        if not read:
            return told.decode()
        told += read
    raise AssertionError(f"after a minute something still runs that said {told!r}")


@pytest.mark.skipif(os.name != "posix", reason="a pipe is handed on by its number")
def test_it_ends_when_the_program_that_started_it_is_killed(boat):
    ours, theirs = os.pipe()
    try:
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT, str(theirs), *COMMAND, str(boat)],
            pass_fds=[theirs],
            env=ENVIRONMENT,
        )
        os.close(theirs)
        assert b"http://127.0.0.1:" == os.read(ours, 17)
        parent.kill()
        parent.wait()
        # The end of the pipe is in the hands of the server, and of whatever it has started.
        assert "Open this address in a browser" in everything(ours)
    finally:
        parent.kill()
        parent.wait()
        os.close(ours)


def test_it_ends_as_with_ctrl_c_when_its_input_ends(boat):
    ended = subprocess.run(
        [*COMMAND, str(boat)],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        env=ENVIRONMENT,
    )
    assert (0, "") == (ended.returncode, ended.stderr.strip())


def test_an_interruption_before_it_has_begun_leaves_nothing_half_built(monkeypatch):
    begin = asyncio.BaseEventLoop.__init__

    def interrupted(loop):
        begin(loop)
        _thread.interrupt_main()

    monkeypatch.setattr(asyncio.BaseEventLoop, "__init__", interrupted)
    listening, said = listen(0), []
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with pytest.raises(KeyboardInterrupt):
            serve(listening, CaseStore(lambda: (), None, ""), said.append)
        gc.collect()
    assert ([], []) == (said, [str(each.message) for each in told])


def test_whoever_interrupts_a_third_time_does_not_wait():
    server = _LocalServer(uvicorn.Config(None), None, None)
    server.handle_exit(signal.SIGINT, None)
    server.handle_exit(signal.SIGINT, None)
    assert (True, True) == (server.should_exit, server.force_exit)
    with pytest.raises(KeyboardInterrupt):
        server.handle_exit(signal.SIGINT, None)
