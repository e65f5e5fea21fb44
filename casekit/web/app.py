"""The application of the local server: its views below the token, and what every page has around it."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from secrets import compare_digest
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from casekit.analysis.standalone_html import fill_in
from casekit.system import executors, user_cache
from casekit.values import frozen
from casekit.web.access_control import AccessMiddleware, ServerToken
from casekit.web.served_cases import CASES, CaseStore, ServedCase

_MOST_FIELDS = 2_000
MOST_NAME = 200
"""Characters of the name of a path in an address, at the most."""


def page(
    request: Request,
    template: str,
    *,
    view: str = "",
    case: "ServedCase | None" = None,
    status: int = 200,
    **values: Any,
) -> HTMLResponse:
    """Fill in a template that extends ``frame.html``.

    ``view`` is the name of the view, ``case`` the one that the page is about. The template also has ``base``,
    which every address begins with, and ``revealed``; ``at``, if it is given, is the path that is chosen. See
    ``fill_in`` for values.
    """
    workshop = workshop_of(request)
    filled = fill_in(
        template,
        __package__,
        base=request.app.state.door.base,
        command=request.app.state.door.command,
        view=view,
        case=case,
        revealed=case is not None and is_revealed(request, case),
        cases=workshop.cases,
        trouble=workshop.trouble,
        case_views=request.app.state.views,
        editor_link=partial(editor_link, workshop.editor),
        **values,
    )
    return HTMLResponse(filled, status)


@frozen(slots=True)
class WebView:
    """Pages of a case that belong together.

    Its ``routes`` are below ``/TOKEN/name/``. One is ``/{case}`` for the key of a case, which is offered
    beside the others on every page of that case.
    """

    name: str
    title: str
    routes: tuple[BaseRoute, ...]


Shown = Callable[[Request, "ServedCase"], Awaitable[dict[str, Any]]]
"""The values that a template shows of a case.

``kept``, if it is among them, is an answer that may be ``stale``.
"""


def case_view(name: str, title: str, template: str, shown: Shown, *more: BaseRoute) -> WebView:
    """A view with a page for each case, which shows what a function finds, and ``more``."""

    async def show(request: Request) -> Response:
        case = served_case(request)
        values = {"topics": case.topic, **await shown(request, case)}
        if "kept" in values:
            values.setdefault("stale", values["kept"].version != case.file.version)
        return page(request, template, view=name, case=case, **values)

    return WebView(name, title, (Route("/{case}", show), *more))


def workshop_of(request: Request) -> "CaseStore":
    """The cases that the server shows."""
    workshop: CaseStore = request.app.state.workshop
    return workshop


def served_case(request: Request) -> "ServedCase":
    """The case that an address names.

    Raises:
        HTTPException: if there is none.
    """
    case = workshop_of(request).case(request.path_params["case"])
    if case is None:
        raise HTTPException(404)
    return case


def is_revealed(request: Request, case: "ServedCase") -> bool:
    """Whether this browser has asked to see the solution of a case."""
    return compare_digest(request.cookies.get(f"solution-{case.key}", "").encode(), case.seal.encode())


async def form_of(request: Request) -> dict[str, str]:
    """The fields that a form of a page sends; of a field that was sent twice, the last.

    Raises:
        HTTPException: if it has more fields than any of our forms.
    """
    sent = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(sent, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise HTTPException(400, f"More than {_MOST_FIELDS} fields are not read.\n") from None


def editor_link(editor: str, path: str, line: int = 1, column: int = 1) -> str:
    """The address that opens a place of a file in an editor; empty without one."""
    return f"{editor}://file{quote(os.fsencode(path))}:{line}:{column}" if editor else ""


PAUSE = 0.15
"""Seconds between two looks at where the cursor is."""


async def follow_cursors(workshop: CaseStore) -> None:
    """Post each move of the cursor to the pages that follow it in a case, until this is cancelled."""
    slots: dict[Path, user_cache.CursorChannel] = {}
    try:
        while True:
            for case in workshop.cases:
                path = case.file.path
                if workshop.bulletins.follows(case.cursor_topic):
                    slot = slots.setdefault(path, user_cache.CursorChannel(path))
                    # Not in another thread: it would go on, and offer a slot, when this has ended.
                    place = slot.news()
                    if place is not None:
                        case.cursor, topic = place, case.cursor_topic
                        workshop.bulletins.post(topic, quiet=True, line=place.line, heading=place.heading)
            await asyncio.sleep(PAUSE)
    finally:
        for slot in slots.values():
            slot.withdraw()


_MOST_TOPICS = 20


def local_app(
    workshop: CaseStore, door: ServerToken, views: Sequence[WebView], *, follow: bool = True
) -> Starlette:
    """The server's application.

    It follows the files of its cases while it runs, if it is to ``follow`` them.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        wanted = (workshop.follow(), follow_cursors(workshop)) if follow else ()
        following = [asyncio.create_task(each) for each in wanted]
        try:
            yield
        finally:
            workshop.close()
            for each in following:
                each.cancel()
                with suppress(asyncio.CancelledError):
                    await each

    inside = [
        Route("/", _home),
        Route("/events", _events),
        Route("/solution/{case}", _solution, methods=["POST"]),
        Mount("/static", StaticFiles(directory=Path(str(files(__package__))) / "static")),
        Mount("/fonts", StaticFiles(directory=Path(str(files("casekit.print"))) / "fonts")),
        *(Mount(f"/{view.name}", routes=view.routes) for view in views),
    ]
    app = Starlette(
        routes=[Mount(door.base, routes=inside)],
        middleware=[Middleware(AccessMiddleware, door=door)],
        lifespan=lifespan,
        exception_handlers={404: _missing, executors.LostProcessError: _lost, executors.TaskError: _failed},
    )
    app.state.workshop, app.state.door, app.state.views = workshop, door, tuple(views)
    return app


async def _home(request: Request) -> Response:
    """The cases that are served."""
    return page(request, "home.html", topics=CASES)


async def _events(request: Request) -> Response:
    """The bulletins on the topics that a page follows, for as long as it is open."""
    if "text/event-stream" not in request.headers.get("accept", ""):
        return PlainTextResponse("This is a stream of events for the pages of this server.\n", 406)
    topics = request.query_params.getlist("topic")[:_MOST_TOPICS]
    return workshop_of(request).bulletins.stream(frozenset(topics))


async def _solution(request: Request) -> Response:
    """Show the solution of a case in this browser, or hide it again, and go back to the page that asked."""
    case = served_case(request)
    sent = await form_of(request)
    view = sent.get("view")
    workshop_of(request).bulletins.post(case.topic, case=case.key)
    back = f"{view}/{case.key}" if any(view == each.name for each in request.app.state.views) else ""
    if back and (at := sent.get("at", "")[:MOST_NAME]):
        back += f"?{urlencode({'at': at})}"
    base, cookie = request.app.state.door.base, f"solution-{case.key}"
    answer = RedirectResponse(f"{base}/{back}", 303)
    if sent.get("show") == "yes":
        answer.set_cookie(cookie, case.seal, path=base, httponly=True, samesite="lax")
    else:
        answer.delete_cookie(cookie, path=base, httponly=True, samesite="lax")
    return answer


async def _missing(request: Request, _: Exception) -> Response:
    return page(request, "missing.html", status=404, topics=CASES)


async def _lost(_: Request, __: Exception) -> Response:
    return PlainTextResponse("The process that works on this case has ended. Load the page again.\n", 503)


async def _failed(_: Request, error: Exception) -> Response:
    return PlainTextResponse(f"casekit has failed through a fault of its own: {error}\n", 500)
