"""The page on which people play one document, one game at a time, and its requests to the process that keeps games."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.diagnostics import Severity
from casekit.pipeline.played_documents import hosted
from casekit.web.analyst import KnownCases, ServedFile
from casekit.web.page_frames import WebView, page, served_case
from casekit.web.play.game_room import OK, GameRoom, Json, PlaySetup, Seated
from casekit.web.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Wish:
    """A page's wish: something to do or to see."""

    file: ServedFile
    setup: PlaySetup
    content: Mapping[str, Any]

    def answer(self, known: KnownCases) -> Json:
        """The answer to the page; ``status`` is that of HTTP."""
        name = _name_of(self.file)
        room: GameRoom | None = known.kept.get(name)
        if room is None:
            room = known.kept[name] = _room(known, self.file, self.setup)
        if room.version == self.file.version:
            return room.grant(self.content)
        # A game goes on with the text that it was begun with; the next one is of the text as it is now.
        if room.course is not None and not self._is_about_the_next_game:
            answer = room.grant(self.content)
            return {**answer, "changed": room.prepared} if answer["status"] == OK else answer
        fresh = self._next(known)
        answer = fresh.grant(self.content)
        if room.course is None or fresh.course is not None:
            known.kept[name] = fresh
        return answer

    @property
    def _is_about_the_next_game(self) -> bool:
        do = self.content.get("do")
        return do in {"begin", "resume", "load"} or (do == "table" and self.content.get("fresh") is True)

    def _next(self, known: KnownCases) -> GameRoom:
        """The table as the file is now. A game that the command line resumed was resumed already."""
        name = f"next {_name_of(self.file)}"
        room: GameRoom | None = known.kept.get(name)
        if room is None or room.version != self.file.version or room.course is not None:
            room = known.kept[name] = _room(known, self.file, replace(self.setup, resume=None))
        return room


@dataclass(frozen=True, slots=True)
class SitDown:
    """Whether a case can be played as the command line wants it."""

    file: ServedFile
    setup: PlaySetup

    def answer(self, known: KnownCases) -> Seated:
        """Prepare the table, which the page then finds."""
        study = known.study(self.file)
        room = known.kept[_name_of(self.file)] = _room(known, self.file, self.setup)
        return room.seated(study.sources)


def _name_of(file: ServedFile) -> str:
    return f"play {file.path}"


def _room(known: KnownCases, file: ServedFile, setup: PlaySetup) -> GameRoom:
    study = known.study(file)
    try:
        table, problems = hosted(study.examined, file.path, study.shelf)
    except Exception:
        # Errors with a case that has errors are theirs; with any other, they are a fault of our own.
        table, problems = None, tuple(each for each in study.findings if each.severity is Severity.ERROR)
        if not problems:
            raise
    return GameRoom(file.version, table, problems, setup)


NAME = "play"

_SEEING = {"table", "look", "save", "log"}
"""Wishes that change nothing, so that no other window has to hear of them."""

_DEEPEST = 4
"""At most this many lists and objects are within each other in a page's request."""


def play_view(setup: PlaySetup) -> WebView:
    """The view; ``setup`` is what the page offers first."""
    return WebView(NAME, "Play", partial(_routes, setup))


def _routes(setup: PlaySetup, workshop: Workshop) -> Sequence[BaseRoute]:
    return (
        Route("/{case}", _page),
        Route("/{case}/do", _granted(setup, workshop), methods=["POST"]),
    )


def topic_of(key: str) -> str:
    """The topic of the games of a case."""
    return f"play {key}"


async def _page(request: Request) -> Response:
    case = served_case(request)
    return page(request, "play.html", view=NAME, case=case, topics=topic_of(case.key))


def _granted(setup: PlaySetup, workshop: Workshop) -> Callable[[Request], object]:
    async def grant(request: Request) -> Response:
        case = served_case(request)
        try:
            wish = json.loads(await request.body())
        except (ValueError, RecursionError):
            wish = None
        if not isinstance(wish, dict) or _is_deep(wish):
            return _json({"problem": "this is not what a page of this server sends"}, 400)
        answer = await workshop.ask(Wish(case.file, setup, wish), of=NAME, lasting=True)
        status = answer.pop("status")
        if status == 200 and wish.get("do") not in _SEEING:  # noqa: PLR2004 - of HTTP
            workshop.bulletins.post(topic_of(case.key), quiet=True, by=str(wish.get("tab", ""))[:40])
        return _json(answer, status)

    return grant


def _is_deep(content: Any, levels: int = _DEEPEST) -> bool:
    """Whether more is in each other than any page sends."""
    inside = content.values() if isinstance(content, dict) else content
    if not isinstance(content, dict | list):
        return False
    return not levels or any(_is_deep(each, levels - 1) for each in inside)


def _json(content: Mapping[str, Any], status: int) -> Response:
    """An answer in ASCII alone: a text may hold what UTF-8 cannot."""
    return Response(json.dumps(content), status, media_type="application/json")


PLAY = play_view(PlaySetup())
"""The view beside those of a writer."""
