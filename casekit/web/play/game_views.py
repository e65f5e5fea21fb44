"""The page on which people play one document, and its requests to the process that keeps games.

They play one game at a time.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from casekit.diagnostics import Report, Severity
from casekit.pipeline.playing import playable_document
from casekit.values import replace
from casekit.web import app, case_worker
from casekit.web.play.game_session import OK, GameSession, Json, PlaySetup
from casekit.web.served_cases import ServedCase

NAME = "play"

_DEEPEST = 4
"""At most this many lists and objects are within each other in a page's request."""


def play_view(setup: PlaySetup) -> app.WebView:
    """The view; ``setup`` is what the page offers first."""
    do = Route("/{case}/do", partial(_do, setup=setup), methods=["POST"])
    return app.case_view(NAME, "Play", "play.html", _page, do)


def topic_of(key: str) -> str:
    """The topic of the games of a case."""
    return f"play {key}"


async def _page(_: Request, case: ServedCase) -> dict[str, Any]:
    return {"topics": topic_of(case.key)}


async def _do(request: Request, setup: PlaySetup) -> Response:
    case, workshop = app.served_case(request), app.workshop_of(request)
    try:
        wish = json.loads(await request.body())
    except (ValueError, RecursionError):
        wish = None
    if not isinstance(wish, dict) or _is_deep(wish):
        return _json({"problem": "this is not what a page of this server sends"}, 400)
    answer = await workshop.ask(case.file, partial(granted, setup=setup, content=wish), of=NAME, lasting=True)
    status = answer.pop("status")
    # Those change nothing, so that no other window has to hear of them.
    if status == OK and wish.get("do") not in {"table", "look", "save", "log"}:
        workshop.bulletins.post(topic_of(case.key), quiet=True, by=str(wish.get("tab", ""))[:40])
    return _json(answer, status)


def _is_deep(content: Any, levels: int = _DEEPEST) -> bool:
    """Whether more is in each other than any page sends."""
    inside = content.values() if isinstance(content, dict) else content
    if not isinstance(content, dict | list):
        return False
    return not levels or any(_is_deep(each, levels - 1) for each in inside)


def _json(content: Mapping[str, Any], status: int) -> Response:
    """An answer in ASCII alone: a text may hold what UTF-8 cannot."""
    return Response(json.dumps(content), status, media_type="application/json")


# --- in the process that keeps the games of a case -----------------------------------------------

_ROOM = "room"
_NEXT_ROOM = "next room"


def granted(studied: case_worker.AnalysedCase, setup: PlaySetup, content: Mapping[str, Any]) -> Json:
    """The answer to a page's wish, something to do or to see; ``status`` is that of HTTP."""
    room: GameSession | None = studied.kept.get(_ROOM)
    if room is None:
        room = studied.kept[_ROOM] = _room(studied, setup)
    if room.version == studied.file.version:
        return room.grant(content)
    # A game goes on with the text that it was begun with; the next one is of the text as it is now.
    do = content.get("do")
    next_game = do in {"begin", "resume", "load"} or (do == "table" and content.get("fresh") is True)
    if room.course is not None and not next_game:
        answer = room.grant(content)
        return {**answer, "changed": room.prepared} if answer["status"] == OK else answer
    fresh = _next(studied, setup)
    answer = fresh.grant(content)
    if room.course is None or fresh.course is not None:
        studied.kept[_ROOM] = fresh
    return answer


def _next(studied: case_worker.AnalysedCase, setup: PlaySetup) -> GameSession:
    """The table as the file is now. A game that the command line resumed was resumed already."""
    room: GameSession | None = studied.kept.get(_NEXT_ROOM)
    if room is None or room.version != studied.file.version or room.course is not None:
        room = studied.kept[_NEXT_ROOM] = _room(studied, replace(setup, resume=None))
    return room


def obstacle(studied: case_worker.AnalysedCase, setup: PlaySetup) -> Report | str | None:
    """Why a case cannot be played as wanted: prepare the table, which the page then finds."""
    room = studied.kept[_ROOM] = _room(studied, setup)
    return room.obstacle(studied.case.sources)


def _room(studied: case_worker.AnalysedCase, setup: PlaySetup) -> GameSession:
    try:
        table, problems = playable_document(studied.examined, studied.file.path, studied.case.shelf)
    except Exception:
        # Errors with a case that has errors are theirs; with any other, they are a fault of our own.
        table, problems = None, tuple(each for each in studied.findings if each.severity is Severity.ERROR)
        if not problems:
            raise
    return GameSession(studied.file.version, table, problems, setup)


PLAY = play_view(PlaySetup())
