"""Connections of those who have not shown the token: a few at a time, and for a limited time without a request.

Any program of this computer can connect. It must not use up the files that a process may have open (256 on some systems),
which whoever knows the token needs.
"""

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from casekit.web.doorkeeping import Door

MOST_STRANGERS = 32
"""This many connections may be open on which nobody has shown the token; the oldest gives way to a new one."""

PATIENCE = 10.0
"""Seconds in which a request has to be there, whole but for its body."""


def guarded_connections(door: Door, patience: float = PATIENCE) -> type[H11Protocol]:
    """The server's protocol for each connection."""
    strangers: dict[H11Protocol, None] = {}

    class GuardedConnection(H11Protocol):
        """A connection; a stranger's until somebody shows the token on it."""

        scope: Any
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(cast("asyncio.Transport", transport))
            strangers[self] = None
            if len(strangers) > MOST_STRANGERS:
                oldest = next(iter(strangers))
                del strangers[oldest]
                oldest.transport.abort()
            self._limit(waiting=True)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.scope is not None and door.opens(self.scope["path"]):
                strangers.pop(self, None)
            self._limit(waiting=self.conn.their_state is h11.IDLE)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            strangers.pop(self, None)
            self._limit(waiting=False)

        def _limit(self, *, waiting: bool) -> None:
            """The time runs from the first moment of waiting, however slowly a request comes."""
            if not waiting and self._late is not None:
                self._late.cancel()
                self._late = None
            elif waiting and self._late is None:
                self._late = self.loop.call_later(patience, self.transport.abort)

    return GuardedConnection
