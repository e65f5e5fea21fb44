"""Bulletins to the pages that are open, as server-sent events, and moves of the cursor of a writer's editor among them."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
from sse_starlette import EventSourceResponse, ServerSentEvent

from casekit.system.cursor_slots import CursorSlot

if TYPE_CHECKING:
    from casekit.web.workshop import Workshop


MOST_WAITING = 200
"""This many bulletins may wait for a page; then it is asked to look for itself."""

_PING = 15


class Bulletins:
    """A board that pages follow. All its methods belong to the event loop of the server."""

    def __init__(self) -> None:
        self._followers: dict[asyncio.Queue[str], frozenset[str]] = {}
        self._closed = anyio.Event()

    def post(self, topic: str, **content: Any) -> None:
        """Post to the pages that follow a topic; the content is anything that JSON can hold."""
        text = json.dumps({"topic": topic, **content})
        for queue, topics in self._followers.items():
            if topic in topics:
                told = text
                if queue.qsize() >= MOST_WAITING:
                    # Whatever it missed, it sees when it looks again.
                    while not queue.empty():
                        queue.get_nowait()
                    told = json.dumps({"topic": topic})
                queue.put_nowait(told)

    def follows(self, topic: str) -> bool:
        """Whether a page that is open follows a topic."""
        return any(topic in topics for topics in self._followers.values())

    def close(self) -> None:
        """End every stream."""
        self._closed.set()

    def stream(self, topics: frozenset[str]) -> EventSourceResponse:
        """An answer that goes on until the page is closed or the server ends."""
        return EventSourceResponse(
            self._told(topics), ping=_PING, shutdown_event=self._closed, headers={"cache-control": "no-store"}
        )

    async def _told(self, topics: frozenset[str]) -> AsyncIterator[ServerSentEvent]:
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._followers[queue] = topics
        try:
            # Whatever happened before a page followed, it sees when it looks.
            yield ServerSentEvent(data="{}", event="hello", retry=1000)
            while True:
                yield ServerSentEvent(data=await queue.get())
        finally:
            del self._followers[queue]


PAUSE = 0.15
"""Seconds between two looks at where the cursor is."""


def cursor_topic(key: str) -> str:
    """The topic of moves of the cursor in a case."""
    return f"cursor {key}"


async def follow_cursors(workshop: "Workshop") -> None:
    """Post each move of the cursor to the pages that follow it in a case, until this is cancelled."""
    slots: dict[Path, CursorSlot] = {}
    try:
        while True:
            for case in workshop.cases:
                path = case.file.path
                if workshop.bulletins.follows(cursor_topic(case.key)):
                    slot = slots.setdefault(path, CursorSlot(path))
                    place = await asyncio.to_thread(slot.news)
                    if place is not None:
                        case.cursor, topic = place, cursor_topic(case.key)
                        workshop.bulletins.post(topic, quiet=True, line=place.line, heading=place.heading)
            await asyncio.sleep(PAUSE)
    finally:
        for slot in slots.values():
            slot.withdraw()
