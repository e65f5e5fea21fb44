"""Start from here: choose what a table has read, see what it knows, and what would help it most."""

import asyncio
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.system.processes import LostProcessError
from casekit.web.case_pages.from_here import AskFromHere, FromHere
from casekit.web.page_frames import WebView, is_revealed, page, served_case
from casekit.web.workshop import Workshop

_MOST_READ = 400
_LONGEST = 2_000

_READER = "reader"
"""The process that answers, other than that of the other pages, which nobody waits for."""

PATIENCE = 60.0
"""The seconds that somebody waits at most."""


def _routes(workshop: Workshop) -> Sequence[BaseRoute]:
    async def from_here(request: Request) -> Response:
        case = served_case(request)
        read = tuple(request.query_params.getlist("read")[:_MOST_READ])
        formula = request.query_params.get("formula", "")[:_LONGEST]
        found = (
            FromHere(obstacle=f"{case.file.name} is not there any more")
            if case.gone
            else await _asked(workshop, AskFromHere(case.file, read, formula, is_revealed(request, case)))
        )
        return page(
            request,
            "from_here.html",
            view=FROM_HERE.name,
            case=case,
            topics=case.topic,
            found=found,
            formula=formula,
            asked="read" in request.query_params or "asked" in request.query_params,
        )

    return [Route("/{case}", from_here)]


async def _asked(workshop: Workshop, question: AskFromHere) -> FromHere:
    given_up = False

    def give_up() -> None:
        nonlocal given_up
        given_up = True
        workshop.give_up(question.file, _READER)

    timer = asyncio.get_running_loop().call_later(PATIENCE, give_up)
    try:
        found: FromHere = await workshop.ask(question, _READER)
    except LostProcessError:
        if not given_up:
            raise
        return FromHere(
            obstacle=f"this takes more than {PATIENCE:g} seconds; go back, and choose other paragraphs or a shorter formula"
        )
    finally:
        timer.cancel()
    return found


FROM_HERE = WebView("from-here", "Start from here", _routes)
