"""The application of the local server: its views below the token, and what they share."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from casekit.system.processes import LostProcessError, TaskError
from casekit.web.bulletins import follow_cursors
from casekit.web.doorkeeping import Door, Doorkeeper
from casekit.web.page_frames import MOST_NAME, WebView, form_of, page, reveal, served_case, workshop_of
from casekit.web.workshop import CASES, Workshop

_MOST_TOPICS = 20


def local_app(workshop: Workshop, door: Door, views: Sequence[WebView], *, follow: bool = True) -> Starlette:
    """The server's application; it follows the files of its cases while it runs, if it is to ``follow`` them."""

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
        Mount("/static", StaticFiles(directory=_folder("casekit.web", "static"))),
        Mount("/fonts", StaticFiles(directory=_folder("casekit.print", "fonts"))),
        *(Mount(f"/{view.name}", routes=view.routes) for view in views),
    ]
    app = Starlette(
        routes=[Mount(door.base, routes=inside)],
        middleware=[Middleware(Doorkeeper, door=door)],
        lifespan=lifespan,
        exception_handlers={404: _missing, LostProcessError: _lost, TaskError: _failed},
    )
    app.state.workshop, app.state.door, app.state.views = workshop, door, tuple(views)
    return app


def _folder(package: str, name: str) -> Path:
    return Path(str(files(package))) / name


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
    """Show the solution of a case in this browser, or hide it again, and go back to the page that asked for it."""
    case = served_case(request)
    sent = await form_of(request)
    view = sent.get("view")
    workshop_of(request).bulletins.post(case.topic, case=case.key)
    known = {each.name for each in request.app.state.views}
    back = f"{view}/{case.key}" if view in known else ""
    if back and (at := sent.get("at", "")[:MOST_NAME]):
        back += f"?{urlencode({'at': at})}"
    answer = RedirectResponse(f"{request.app.state.door.base}/{back}", 303)
    reveal(answer, request, case, wanted=sent.get("show") == "yes")
    return answer


async def _missing(request: Request, _: Exception) -> Response:
    return page(request, "missing.html", status=404, topics=CASES)


async def _lost(_: Request, __: Exception) -> Response:
    return PlainTextResponse("The process that works on this case has ended. Load the page again.\n", 503)


async def _failed(_: Request, error: Exception) -> Response:
    return PlainTextResponse(f"casekit has failed through a fault of its own: {error}\n", 500)
