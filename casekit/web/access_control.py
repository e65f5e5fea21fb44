"""Access to the local server: the token of every request, and the headers of every response.

Whoever knows the token may ask. It is in the path of every address and nowhere else: a cookie would be sent
to every other server of this computer, whatever its port, and for every page that one of these shows. Nothing
leads a page of somebody else to the token: no response may be framed or read by others, and no address is
passed on.

The cookies that there are let nobody in: they say that a browser has asked for a solution. Their path is the
token, so that browsers send them nowhere else, and their value is a secret of this start, so that no other
server can set them.

Any program of this computer can connect. It must not use up the files that a process may have open (256 on
some systems), which those who know the token need. So only some connections may be open without it, and they
are closed if they wait too long without a request.
"""

import asyncio
from collections.abc import MutableMapping
from secrets import compare_digest
from typing import Any, cast

import h11
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from casekit.diagnostics.invisible_characters import visible
from casekit.system.executors import fault_in_words
from casekit.values import frozen

HOST = "127.0.0.1"
"""The only address that is listened to."""

NAMES = (HOST, "localhost")
"""The names that a browser may use for it."""

HTTP_PORT = 80
"""A browser leaves it out of the header Host."""

MOST_SENT = 1_000_000
"""At most this many bytes may be in the body of a request."""

MOST_STRANGERS = 32
"""This many connections may be open on which nobody has shown the token.

The oldest gives way to a new one.
"""

REQUEST_SECONDS = 10.0
"""A request has to be there, whole but for its body, within this time."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
"""The content security policy of every response that has none of its own."""

STALE = (
    "This address is not that of the server that runs now. It may have been started again since.\n"
    "Open the address that `casekit {}` prints in its terminal.\n"
)
"""The response to a request without the token; to be filled in with the name of the command."""

_HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",  # with none at all, forms would come from nowhere
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "cache-control": "no-store",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""The headers of every response that does not set them itself."""


@frozen(slots=True)
class ServerToken:
    """The token of this start, and what an address needs beside it."""

    token: str
    """A secret, of characters that need no escape in an address."""
    port: int
    """The port that is listened to."""
    command: str = "serve"
    """The name of the command that serves."""

    @property
    def base(self) -> str:
        """The beginning of every address."""
        return f"/{self.token}"

    @property
    def address(self) -> str:
        """Where a person begins."""
        return f"http://{HOST}:{self.port}{self.base}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """The allowed values of the header Host."""
        with_port = tuple(f"{name}:{self.port}" for name in NAMES)
        return with_port + NAMES if self.port == HTTP_PORT else with_port

    def opens(self, path: str) -> bool:
        """Whether a path begins with the token."""
        token = path.split("/", 2)[1] if path.startswith("/") else ""
        return compare_digest(token.encode(), self.token.encode())

    def refusal(self, method: str, path: str, headers: Headers) -> Response | None:
        """The response to a request that is refused; ``None`` for one that is not."""
        host = headers.get("host", "")
        if host not in self.hosts:
            return PlainTextResponse(
                f"This server answers to {' or '.join(self.hosts)} alone, not to another name.\n", 421
            )
        if not self.opens(path):
            return PlainTextResponse(STALE.format(self.command), 404)
        if not self._is_ours(method, headers, f"http://{host}"):
            return PlainTextResponse("This server answers its own pages alone.\n", 403)
        return None

    @staticmethod
    def _is_ours(method: str, headers: Headers, our_origin: str) -> bool:
        """Whether a request comes from one of our pages or, if it changes nothing, from no page at all."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is not None and origin != our_origin:
            return False
        if method not in {"GET", "HEAD"}:
            return origin == our_origin and site in {None, "same-origin"}
        # Whoever has the address may follow a link to it from anywhere, in a window of its own.
        mode, destination = headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")
        is_link = mode == "navigate" and destination == "document"
        return is_link or site in {None, "same-origin", "none"}


class AccessMiddleware:
    """Refuses the requests of strangers, hands on the others to an ``app``, and guards every response."""

    def __init__(self, app: ASGIApp, token: ServerToken) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing else was promised: the server closes the connection
        refusal = self._token.refusal(scope["method"], scope["path"], Headers(scope=scope))
        app: ASGIApp = refusal or self._app
        guarded_send = _GuardedSend(send)
        try:
            await app(scope, _limited(receive), guarded_send)
        except TooMuchSentError:
            response = PlainTextResponse(f"More than {MOST_SENT} bytes are not read.\n", 413)
            await response(scope, receive, guarded_send)
        except Exception as error:
            # The framework's own messages are sent outside, without our headers.
            if guarded_send.begun:
                raise
            message = visible(f"casekit has failed through a fault of its own: {fault_in_words(error)}\n")
            await PlainTextResponse(message, 500)(scope, receive, guarded_send)


class TooMuchSentError(Exception):
    """A request is longer than anything that our pages send."""


def _limited(receive: Receive) -> Receive:
    """A function that receives a request, and raises ``TooMuchSentError`` if its body is too long."""
    bytes_received = 0

    async def limited_receive() -> Message:
        nonlocal bytes_received
        message = await receive()
        bytes_received += len(message.get("body", b""))
        if bytes_received > MOST_SENT:
            raise TooMuchSentError
        return message

    return limited_receive


class _GuardedSend:
    """Sends a response with the headers of every response."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False
        """Whether some of it was sent."""

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


class _Strangers:
    """The connections on which nobody has shown the token."""

    def __init__(self) -> None:
        self._connections: dict[H11Protocol, None] = {}
        """In the order in which they were made."""

    def add(self, connection: H11Protocol) -> None:
        """Add a connection, and close the oldest if there are too many."""
        self._connections[connection] = None
        if len(self._connections) > MOST_STRANGERS:
            oldest = next(iter(self._connections))
            del self._connections[oldest]
            oldest.transport.abort()

    def remove(self, connection: H11Protocol) -> None:
        """Forget a connection, if it is a stranger's."""
        self._connections.pop(connection, None)


def guarded_connections(token: ServerToken, request_seconds: float = REQUEST_SECONDS) -> type[H11Protocol]:
    """The server's protocol for each connection."""
    strangers = _Strangers()

    class GuardedConnection(H11Protocol):
        """A connection; a stranger's until somebody shows the token on it."""

        scope: Any
        """What ASGI says of the last request, ``None`` before the first."""
        _time_limit: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(cast("asyncio.Transport", transport))
            strangers.add(self)
            self._begin_waiting()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.scope is not None and token.opens(self.scope["path"]):
                strangers.remove(self)
            if self.conn.their_state is h11.IDLE:
                self._begin_waiting()
            else:
                self._end_waiting()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            strangers.remove(self)
            self._end_waiting()

        def _begin_waiting(self) -> None:
            """Wait for a request; the time runs from the first call, however slowly the request comes."""
            if self._time_limit is None:
                self._time_limit = self.loop.call_later(request_seconds, self.transport.abort)

        def _end_waiting(self) -> None:
            if self._time_limit is not None:
                self._time_limit.cancel()
                self._time_limit = None

    return GuardedConnection
