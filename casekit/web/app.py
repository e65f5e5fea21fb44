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
from casekit.system import cursor_channel, executors
from casekit.values import frozen
from casekit.web.access_control import AccessMiddleware, ServerToken
from casekit.web.file_following import follow_files
from casekit.web.served_cases import CASES, CaseStore, ServedCase

MOST_FIELDS = 2_000
"""At most this many fields of a form are read."""

MOST_NAME = 200
"""At most this many characters of a path's name are taken from an address."""

MOST_TOPICS = 20
"""A page can follow at most this many topics."""

SECONDS_BETWEEN_CURSOR_LOOKS = 0.15
"""How often it is looked where the cursor of an editor is."""


@frozen(slots=True)
class WebView:
    """Pages of a case that belong together."""

    name: str
    """Its name in addresses: its routes are below ``/TOKEN/name/``."""
    title: str
    routes: tuple[BaseRoute, ...]
    """One is ``/{case}`` for the key of a case. Every page of the case links to that."""


PageValues = Callable[[Request, ServedCase], Awaitable[dict[str, Any]]]
"""Finds the values that the template of a page about a case shows.

``answer``, if it is one of them, is the ``KeptAnswer`` that the page is made of. The page says so if that is
``stale``.
"""


def case_view(
    name: str, title: str, template: str, page_values: PageValues, *more_routes: BaseRoute
) -> WebView:
    """A view with a page for each case, which is a template with its values, and more routes."""

    async def show(request: Request) -> Response:
        case = served_case(request)
        values = {"topics": case.topic, **await page_values(request, case)}
        if "answer" in values:
            values.setdefault("stale", values["answer"].version != case.file.version)
        return page(request, template, view=name, case=case, **values)

    return WebView(name, title, (Route("/{case}", show), *more_routes))


def page(
    request: Request,
    template: str,
    *,
    view: str = "",
    case: ServedCase | None = None,
    status: int = 200,
    **values: Any,
) -> HTMLResponse:
    """Fill in a template that extends ``frame.html`` with values, as ``fill_in`` does.

    ``view`` is the name of the view, ``case`` the one that the page is about, ``status`` that of HTTP. The
    frame needs some more values: ``base``, which every address begins with; ``revealed``, whether the
    solution may be shown; and ``at``, if it is given, which is the chosen path.
    """
    store = case_store(request)
    html = fill_in(
        template,
        __package__,
        base=request.app.state.token.base,
        command=request.app.state.token.command,
        view=view,
        case=case,
        revealed=case is not None and is_revealed(request, case),
        cases=store.cases,
        trouble=store.trouble,
        case_views=request.app.state.views,
        editor_link=partial(editor_link, store.editor),
        **values,
    )
    return HTMLResponse(html, status)


def case_store(request: Request) -> CaseStore:
    """The cases that the server shows."""
    store: CaseStore = request.app.state.store
    return store


def served_case(request: Request) -> ServedCase:
    """The case that an address names.

    Raises:
        HTTPException: if there is none.
    """
    case = case_store(request).case(request.path_params["case"])
    if case is None:
        raise HTTPException(404)
    return case


def is_revealed(request: Request, case: ServedCase) -> bool:
    """Whether this browser has asked to see the solution of a case."""
    cookie = request.cookies.get(_solution_cookie(case), "")
    return compare_digest(cookie.encode(), case.seal.encode())


def _solution_cookie(case: ServedCase) -> str:
    """The name of the cookie that says whether a browser has asked to see the solution."""
    return f"solution-{case.key}"


async def form_of(request: Request) -> dict[str, str]:
    """The fields that a form of a page sends; of a field that was sent twice, the last.

    Raises:
        HTTPException: if it has more fields than any of our forms.
    """
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(body, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise HTTPException(400, f"More than {MOST_FIELDS} fields are not read.\n") from None


def editor_link(editor: str, path: str, line: int = 1, column: int = 1) -> str:
    """The address that opens a place of a file in an editor; empty without one."""
    return f"{editor}://file{quote(os.fsencode(path))}:{line}:{column}" if editor else ""


async def follow_cursors(store: CaseStore) -> None:
    """Post each move of an editor's cursor in a case that pages follow, until this is cancelled."""
    channels: dict[Path, cursor_channel.CursorChannel] = {}
    try:
        while True:
            for case in store.cases:
                path, topic = case.file.path, case.cursor_topic
                if not store.events.follows(topic):
                    continue
                channel = channels.setdefault(path, cursor_channel.CursorChannel(path))
                # Not in another thread: that would go on, and offer the channel, when this has ended.
                place = channel.news()
                if place is not None:
                    case.cursor = place
                    store.events.post(topic, quiet=True, line=place.line, heading=place.heading)
            await asyncio.sleep(SECONDS_BETWEEN_CURSOR_LOOKS)
    finally:
        for channel in channels.values():
            channel.withdraw()


def local_app(
    store: CaseStore, token: ServerToken, views: Sequence[WebView], *, follow: bool = True
) -> Starlette:
    """The server's application.

    While it runs, it follows the files of its cases, and the cursors of editors in them, if it is to
    ``follow`` them.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tasks = []
        if follow:
            tasks = [asyncio.create_task(follow_files(store)), asyncio.create_task(follow_cursors(store))]
        try:
            yield
        finally:
            store.close()
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    routes = [
        Route("/", _home),
        Route("/events", _events),
        Route("/solution/{case}", _solution, methods=["POST"]),
        Mount("/static", StaticFiles(directory=Path(str(files(__package__))) / "static")),
        Mount("/fonts", StaticFiles(directory=Path(str(files("casekit.print"))) / "fonts")),
        *(Mount(f"/{view.name}", routes=view.routes) for view in views),
    ]
    app = Starlette(
        routes=[Mount(token.base, routes=routes)],
        middleware=[Middleware(AccessMiddleware, token=token)],
        lifespan=lifespan,
        exception_handlers={
            404: _missing,
            executors.LostProcessError: _lost_process,
            executors.TaskError: _own_fault,
        },
    )
    app.state.store = store
    app.state.token = token
    app.state.views = tuple(views)
    return app


async def _home(request: Request) -> Response:
    """The cases that are served."""
    return page(request, "home.html", topics=CASES)


async def _events(request: Request) -> Response:
    """The events on the topics that a page follows, for as long as it is open."""
    if "text/event-stream" not in request.headers.get("accept", ""):
        return PlainTextResponse("This is a stream of events for the pages of this server.\n", 406)
    topics = request.query_params.getlist("topic")[:MOST_TOPICS]
    return case_store(request).events.stream(frozenset(topics))


async def _solution(request: Request) -> Response:
    """Show the solution of a case in this browser, or hide it again, and go back to the page that asked."""
    case = served_case(request)
    fields = await form_of(request)
    view_name = fields.get("view")
    case_store(request).events.post(case.topic, case=case.key)
    page_address = ""
    if any(view.name == view_name for view in request.app.state.views):
        page_address = f"{view_name}/{case.key}"
        at = fields.get("at", "")[:MOST_NAME]
        if at:
            page_address += f"?{urlencode({'at': at})}"
    base, cookie = request.app.state.token.base, _solution_cookie(case)
    response = RedirectResponse(f"{base}/{page_address}", 303)
    if fields.get("show") == "yes":
        response.set_cookie(cookie, case.seal, path=base, httponly=True, samesite="lax")
    else:
        response.delete_cookie(cookie, path=base, httponly=True, samesite="lax")
    return response


async def _missing(request: Request, _: Exception) -> Response:
    return page(request, "missing.html", status=404, topics=CASES)


async def _lost_process(_: Request, __: Exception) -> Response:
    return PlainTextResponse("The process that works on this case has ended. Load the page again.\n", 503)


async def _own_fault(_: Request, error: Exception) -> Response:
    return PlainTextResponse(f"casekit has failed through a fault of its own: {error}\n", 500)
