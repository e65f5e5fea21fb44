"""Start from here: choose what a table has read, see what it knows, and what would help it most."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.web.case_pages.from_here import AskFromHere, FromHere
from casekit.web.page_frames import page, served_case
from casekit.web.web_view import WebView
from casekit.web.workshop import Workshop

_MOST_READ = 400
_LONGEST = 2_000


def _routes(workshop: Workshop) -> Sequence[BaseRoute]:
    async def from_here(request: Request) -> Response:
        case = served_case(request)
        read = tuple(request.query_params.getlist("read")[:_MOST_READ])
        formula = request.query_params.get("formula", "")[:_LONGEST]
        found: FromHere = (
            FromHere(obstacle=f"{case.file.name} is not there any more")
            if case.gone
            else await workshop.ask(AskFromHere(case.file, read, formula, case.revealed))
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


FROM_HERE = WebView("from-here", "Start from here", _routes)
