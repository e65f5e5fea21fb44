"""The page as it will print: pictures of the pages, on which a click leads to the line."""

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.web.bulletins import cursor_topic
from casekit.web.case_pages.printing_pages import AskPages, PrintedCase, PrintedSpot
from casekit.web.page_frames import WebView, is_revealed, page, served_case
from casekit.web.workshop import KeptAnswer, Workshop

_PAGES, _GOOD = "pages", "pages that could be set"
_SETTER = "typesetter"


def _routes(workshop: Workshop) -> Sequence[BaseRoute]:
    async def pages(request: Request) -> Response:
        case = served_case(request)
        kept = workshop.follow_up(case, _PAGES, AskPages, _SETTER)
        good = case.kept.setdefault(_GOOD, KeptAnswer())
        printed: PrintedCase | None = kept.answer
        if printed is not None and printed.pages and kept.version > good.version:
            good.answer, good.version, good.time = printed, kept.version, kept.time
        shown: PrintedCase | None = good.answer
        revealed = is_revealed(request, case)
        spots = (
            [spot for each in shown.pages if revealed or not each.solution for spot in each.spots]
            if shown
            else []
        )
        return page(
            request,
            "pages.html",
            view=PAGES.name,
            case=case,
            topics=f"{case.topic},{cursor_topic(case.key)}",
            kept=kept,
            good=good,
            shown=shown,
            chosen=_chosen(request, spots),
            spots=spots,
            stale=kept.version != case.file.version,
        )

    async def picture(request: Request) -> Response:
        case = served_case(request)
        good = case.kept.get(_GOOD, KeptAnswer())
        found = good.answer.picture(request.path_params["digest"]) if good.answer else None
        if found is None or (found.solution and not is_revealed(request, case)):
            raise HTTPException(404)
        return Response(found.png, media_type="image/png")

    return [Route("/{case}", pages), Route("/{case}/{digest}.png", picture)]


def _chosen(request: Request, spots: Sequence[PrintedSpot]) -> PrintedSpot | None:
    """The paragraph that an address names: by its source, or by a line of the file."""
    at, line = request.query_params.get("at", ""), request.query_params.get("line", "")
    if at:
        return next((spot for spot in spots if spot.source == at), None)
    if not line.isdecimal():
        return None
    before = [spot for spot in spots if 0 < spot.line <= int(line[:9])]
    return max(before, key=lambda spot: spot.line, default=None)


PAGES = WebView("pages", "Pages", _routes)
