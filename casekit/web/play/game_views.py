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
from casekit.web import app
from casekit.web.case_worker import AnalysedCase
from casekit.web.play.game_session import BAD_REQUEST, OK, GameSession, Json, PageRequest, PlaySetup
from casekit.web.served_cases import ServedCase

NAME = "play"
"""The name of the view in addresses, and of the process that keeps the games of a case."""

MOST_LEVELS = 4
"""At most this many lists and objects are within each other in a page's request."""

MOST_TAB_NAME = 40
"""At most this many characters of the name of a browser's tab are passed on."""

READING_ACTIONS = frozenset({"table", "look", "save", "log"})
"""What a page does without changing the game."""

ACTIONS_WITH_ANOTHER_GAME = frozenset({"begin", "resume", "load"})
"""What a page does to play another game."""

SESSION = "session"
"""The name of the session among the values that are kept."""

NEXT_SESSION = "next session"
"""The name of the session for the text as it is now, while a game of an older text goes on."""


def play_view(setup: PlaySetup) -> app.WebView:
    """The view; ``setup`` is what the page offers first."""
    requests = Route("/{case}/do", partial(_answer_page, setup=setup), methods=["POST"])
    return app.case_view(NAME, "Play", "play.html", _page, requests)


def topic_of(key: str) -> str:
    """The topic of events that concern the games of a case."""
    return f"play {key}"


async def _page(_: Request, case: ServedCase) -> dict[str, Any]:
    return {"topics": topic_of(case.key)}


async def _answer_page(request: Request, setup: PlaySetup) -> Response:
    """Ask the process that keeps the games, and notify other windows if the game has changed."""
    case, store = app.served_case(request), app.case_store(request)
    try:
        content = json.loads(await request.body())
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or _is_deep(content):
        return _json_response({"problem": "this is not what a page of this server sends"}, BAD_REQUEST)
    question = partial(answer_request, setup=setup, request=content)
    answer = await store.ask(case.file, question, of=NAME, lasting=True)
    status = answer.pop("status")
    if status == OK and content.get("do") not in READING_ACTIONS:
        tab = str(content.get("tab", ""))[:MOST_TAB_NAME]
        store.events.post(topic_of(case.key), quiet=True, by=tab)
    return _json_response(answer, status)


def _is_deep(content: Any, levels: int = MOST_LEVELS) -> bool:
    """Whether more lists and objects than these levels are within each other."""
    if not isinstance(content, dict | list):
        return False
    if levels == 0:
        return True
    values = content.values() if isinstance(content, dict) else content
    return any(_is_deep(value, levels - 1) for value in values)


def _json_response(content: Mapping[str, Any], status: int) -> Response:
    """A response in ASCII only: a text may hold what UTF-8 cannot."""
    return Response(json.dumps(content), status, media_type="application/json")


# --- in the process that keeps the games of a case -----------------------------------------------


def answer_request(case: AnalysedCase, setup: PlaySetup, request: PageRequest) -> Json:
    """The answer to a page's request, something to do or to see; ``status`` is that of HTTP.

    A game goes on with the text that it was begun with; the next one is of the text as it is now.
    """
    session: GameSession | None = case.kept_values.get(SESSION)
    if session is None:
        session = case.kept_values[SESSION] = _session(case, setup)
    if session.version == case.file.version:
        return session.answer(request)
    action = request.get("do")
    is_fresh_table = action == "table" and request.get("fresh") is True
    if session.game is not None and not is_fresh_table and action not in ACTIONS_WITH_ANOTHER_GAME:
        answer = session.answer(request)
        return {**answer, "changed": session.prepared} if answer["status"] == OK else answer
    next_session = _next_session(case, setup)
    answer = next_session.answer(request)
    if session.game is None or next_session.game is not None:
        case.kept_values[SESSION] = next_session
    return answer


def _next_session(case: AnalysedCase, setup: PlaySetup) -> GameSession:
    """The session for the text as it is now.

    It does not resume the game that the command line has named: that was resumed already.
    """
    session: GameSession | None = case.kept_values.get(NEXT_SESSION)
    if session is None or session.version != case.file.version or session.game is not None:
        session = case.kept_values[NEXT_SESSION] = _session(case, replace(setup, resume=None))
    return session


def obstacle(case: AnalysedCase, setup: PlaySetup) -> Report | str | None:
    """Why a case cannot be played as wanted; the session that this prepares is that of the page."""
    session = case.kept_values[SESSION] = _session(case, setup)
    return session.obstacle(case.typed.sources)


def _session(case: AnalysedCase, setup: PlaySetup) -> GameSession:
    try:
        playable, problems = playable_document(case.analysable, case.file.path, case.typed.edition)
    except Exception:
        # Errors with a case that has errors are theirs; with any other, they are a fault of our own.
        playable = None
        problems = tuple(finding for finding in case.findings if finding.severity is Severity.ERROR)
        if not problems:
            raise
    return GameSession(case.file.version, playable, problems, setup)


PLAY = play_view(PlaySetup())
