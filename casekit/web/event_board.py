"""The board of events: what happens to cases, sent to the pages that are open (as server-sent events)."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import anyio
from sse_starlette import EventSourceResponse, ServerSentEvent

MOST_WAITING = 200
"""At most this many events wait for a page. If there are more, it is asked to look for itself."""

PING_SECONDS = 15
"""A page hears something this often, even if nothing happens."""

RETRY_MILLISECONDS = 1000
"""A page that has lost the stream asks for it again after this time."""


class EventBoard:
    """Sends each event to the pages that follow its topic."""

    def __init__(self) -> None:
        self._topics_of_queue: dict[asyncio.Queue[str], frozenset[str]] = {}
        """The topics of each page, by the queue of the events that it has not been sent."""
        self._closed = anyio.Event()

    def post(self, topic: str, **content: Any) -> None:
        """Send an event to the pages that follow a topic; the content is anything that JSON can hold."""
        event = json.dumps({"topic": topic, **content})
        for queue, topics in self._topics_of_queue.items():
            if topic not in topics:
                continue
            if queue.qsize() < MOST_WAITING:
                queue.put_nowait(event)
                continue
            # Whatever the page has missed, it sees when it looks again.
            while not queue.empty():
                queue.get_nowait()
            queue.put_nowait(json.dumps({"topic": topic}))

    def follows(self, topic: str) -> bool:
        """Whether a page that is open follows a topic."""
        return any(topic in topics for topics in self._topics_of_queue.values())

    def close(self) -> None:
        """End every stream."""
        self._closed.set()

    def stream(self, topics: frozenset[str]) -> EventSourceResponse:
        """The events on some topics, until the page is closed or the server ends."""
        return EventSourceResponse(
            self._events(topics),
            ping=PING_SECONDS,
            shutdown_event=self._closed,
            headers={"cache-control": "no-store"},
        )

    async def _events(self, topics: frozenset[str]) -> AsyncIterator[ServerSentEvent]:
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._topics_of_queue[queue] = topics
        try:
            # Whatever happened before the page followed the topics, it sees when it looks.
            yield ServerSentEvent(data="{}", event="hello", retry=RETRY_MILLISECONDS)
            while True:
                yield ServerSentEvent(data=await queue.get())
        finally:
            del self._topics_of_queue[queue]
