"""Processes that answer questions about cases: one for each case and kind of question, so that no case waits for another."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from casekit.system.crew import Answer, Companion
from casekit.system.processes import LostProcessError

MOST_IDLE = 5
"""At most this many idle processes are kept, those that were asked last: a case has about four kinds of questions."""

MOST_AT_WORK = 8
"""At most this many processes work at the same time; a question to another one waits for the first that is done."""

Purpose = tuple[str, Path]
"""The subject of a question, and the file of the case."""


@dataclass
class _Kept:
    """A process with the thread that waits for it. ``waiting`` counts its askers; ``lasting`` ones are kept to the end."""

    companion: Companion
    lasting: bool
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="companion")
    )
    waiting: int = 0


class Companions:
    """Processes by their purpose. All its methods belong to the event loop of the server."""

    def __init__(self, prepare: Callable[[], Answer]) -> None:
        self._prepare = prepare
        self._kept: dict[Purpose, _Kept] = {}
        self._room = asyncio.Semaphore(MOST_AT_WORK)
        self._closed = False

    @property
    def purposes(self) -> tuple[Purpose, ...]:
        """Those that there is a process for, the one that was asked last at the end."""
        return tuple(self._kept)

    @property
    def begun(self) -> bool:
        """Whether any process runs."""
        return any(each.companion.running for each in self._kept.values())

    async def ask(
        self,
        purpose: Purpose,
        question: Any,
        progress: Callable[[Any], None] | None = None,
        *,
        lasting: bool = False,
    ) -> Any:
        """The answer of the process for a purpose, which answers one question after the other.

        ``progress`` is called here with each of its reports. A ``lasting`` one is never ended to make room: what it
        has learnt is nowhere else.

        Raises:
            LostProcessError: if it ended meanwhile. The next question begins another one, unless all of this was closed.
            TaskError: if it failed.
        """
        kept = self._kept.pop(purpose, None) or _Kept(Companion(self._prepare), lasting)
        self._kept[purpose] = kept
        kept.waiting += 1
        try:
            # Whoever waits for a turn at one case takes no room from the others.
            async with kept.turn:
                if lasting:
                    return await self._asked(kept, question, progress)
                async with self._room:
                    return await self._asked(kept, question, progress)
        finally:
            kept.waiting -= 1
            self._make_room()

    async def _asked(self, kept: _Kept, question: Any, progress: Callable[[Any], None] | None) -> Any:
        if self._closed:
            raise LostProcessError(0)
        loop = asyncio.get_running_loop()

        def tell(told: Any) -> None:
            if progress is not None and not loop.is_closed():
                loop.call_soon_threadsafe(progress, told)

        return await loop.run_in_executor(kept.thread, kept.companion.ask, question, tell)

    def _make_room(self) -> None:
        """End those that were not asked for the longest time."""
        idle = [each for each, kept in self._kept.items() if not kept.waiting and not kept.lasting]
        for purpose in idle[: max(0, len(idle) - MOST_IDLE)]:
            kept = self._kept.pop(purpose)
            if not self._closed:
                # Ending may take a moment, which nobody has to wait for.
                kept.thread.submit(kept.companion.close)
            kept.thread.shutdown(wait=False)

    def give_up(self, purpose: Purpose) -> None:
        """End the process for a purpose, whatever it is doing."""
        kept = self._kept.get(purpose)
        if kept is not None:
            kept.companion.end()

    def close(self) -> None:
        """End every process; no question is answered from now on."""
        self._closed = True
        for kept in self._kept.values():
            # A question that has waited until now would begin a process that nobody ends.
            kept.companion.close()
            kept.thread.shutdown(wait=False)
