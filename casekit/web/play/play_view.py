"""The page on which people play: one document, one game at a time."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.web.page_frames import page, served_case
from casekit.web.play.game_room import PlaySetup
from casekit.web.play.wishes import Wish
from casekit.web.web_view import WebView
from casekit.web.workshop import Workshop

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
