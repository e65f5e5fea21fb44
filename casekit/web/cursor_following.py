"""The cursor of a writer's editor, followed for the pages that are open."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.system.cursor_slots import CursorPlace, CursorSlot

if TYPE_CHECKING:
    from casekit.web.workshop import ServedCase, Workshop

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
                        _tell(workshop, case, place)
            await asyncio.sleep(PAUSE)
    finally:
        for slot in slots.values():
            slot.withdraw()


def _tell(workshop: "Workshop", case: "ServedCase", place: CursorPlace) -> None:
    case.cursor = place
    workshop.bulletins.post(cursor_topic(case.key), quiet=True, line=place.line, heading=place.heading)
