"""Connections of those who do not know the token: they keep nobody who does from the pages."""

import asyncio
import os
import socket
from contextlib import ExitStack, suppress

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from casekit.kit.code_registry import base_of
from casekit.web.access_control import MOST_STRANGERS, ServerToken, guarded_connections
from tests.web.served import ServeCommand

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
DOOR = ServerToken("secret", 80)


def asked(token):
    return f"GET /{token}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


async def app(_scope, _receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


class Caller:
    """A connection to a server."""

    def __init__(self, place):
        self.socket = socket.create_connection(place)
        self.socket.settimeout(0)

    async def send(self, content):
        await asyncio.get_running_loop().sock_sendall(self.socket, content)

    async def hear(self, sent=b""):
        """What it answers to something; nothing if it has been closed."""
        heard = b""
        with suppress(ConnectionError):
            await self.send(sent)
            while not heard.endswith(b"ok"):
                more = await asyncio.get_running_loop().sock_recv(self.socket, 4_096)
                if not more:
                    break
                heard += more
        return heard


def served(talk, answer=app):
    """What comes of ``talk(call, later)``: each ``call()`` is another connection, ``later()`` moves the clock on."""
    hours = 0.0

    def later():
        nonlocal hours
        hours += 3_600

    async def run():
        loop = asyncio.get_running_loop()
        real = loop.time
        loop.time = lambda: real() + hours
        config = uvicorn.Config(
            answer, interface="asgi3", ws="none", log_config=None, timeout_keep_alive=10**9
        )
        config.load()
        state, made = ServerState(), guarded_connections(DOOR)
        callers = []

        def call():
            callers.append(Caller(place))
            return callers[-1]

        async with await loop.create_server(lambda: made(config, state, {}), "127.0.0.1", 0) as server:
            place = server.sockets[0].getsockname()
            found = await talk(call, later)
            for each in [*state.connections]:
                each.transport.abort()
            for caller in callers:
                caller.socket.close()
        return found

    return asyncio.run(run())


@pytest.mark.parametrize("begun", [b"", HALF, asked("wrong")], ids=["silent", "half", "refused"])
def test_a_stranger_gives_way_to_the_next_one_and_who_knows_the_token_to_nobody(begun):
    async def talk(call, _later):
        ours = call()
        first = await ours.hear(asked("secret"))
        others = [call() for _ in range(MOST_STRANGERS + 2)]
        for other in others:
            # It may have been closed already.
            with suppress(ConnectionError):
                await other.send(begun)
        # To those that came first nobody listens any more, and the rest of a request comes too late.
        gone = [await other.hear() and await other.hear(asked("secret")) for other in others[:2]]
        last = await others[-1].hear(b"\r\n" if begun == HALF else asked("secret"))
        return gone, [first, last, await ours.hear(asked("secret"))]

    gone, answered = served(talk)
    assert [b"", b""] == gone
    assert all(each.endswith(b"ok") for each in answered)


@pytest.mark.parametrize("before", [b"", asked("wrong"), asked("secret")], ids=["first", "refused", "known"])
def test_a_request_that_does_not_come_is_not_waited_for(before):
    async def talk(call, later):
        slow = call()
        first = await slow.hear(before) if before else b"ok"
        await slow.send(b"GET /sec")
        hearing = asyncio.create_task(slow.hear())
        while not hearing.done():
            # However much of it comes, it has to be there in time.
            with suppress(ConnectionError):
                await slow.send(b"r")
            later()
            await asyncio.sleep(0)
        return first, await hearing

    first, rest = served(talk)
    assert first.endswith(b"ok")
    assert b"" == rest


def test_an_answer_may_take_longer_than_a_request():
    moved = []

    async def slow(scope, receive, send):
        for _ in range(5):
            moved[0]()
            await asyncio.sleep(0)
        await app(scope, receive, send)

    async def talk(call, later):
        moved.append(later)
        return await call().hear(asked("wrong"))

    assert served(talk, slow).endswith(b"ok")


def asked_again(client, address):
    """The answer to whoever asks as a browser does: again, if connections that came later took the place."""
    for _ in range(5):
        with suppress(httpx.RemoteProtocolError, httpx.ReadError):
            return client.get(address)
    return client.get(address)


@pytest.mark.skipif(os.name != "posix", reason="files are limited in another way")
def test_whoever_knows_the_token_is_answered_among_hundreds_of_half_requests(tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (tmp_path / "base.case").write_text(base_of(), encoding="utf-8")
    command = ServeCommand(tmp_path, files=256)
    try:
        with ExitStack() as opened, httpx.Client(timeout=600) as client:
            for _ in range(400):
                stranger = opened.enter_context(socket.socket())
                stranger.settimeout(0)
                # Who still waits for a place may send nothing yet.
                stranger.connect_ex(("127.0.0.1", command.port))
                with suppress(OSError):
                    stranger.send(HALF)
            for page in ("", "overview/base", "static/live.js"):
                assert 200 == asked_again(client, f"{command.address}{page}").status_code
    finally:
        status, _, err = command.end()
    assert (0, "") == (status, err.strip())
    assert not command.left()
