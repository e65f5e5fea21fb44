"""The timeline: who is where when, with contradictions and unseen hours, each with a way to its paragraph."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.web.case_pages.timeline import AskTimelines
from casekit.web.page_frames import is_revealed, page, served_case
from casekit.web.web_view import WebView
from casekit.web.workshop import KeptAnswer, Workshop


def _routes(workshop: Workshop) -> Sequence[BaseRoute]:
    async def timeline(request: Request) -> Response:
        case = served_case(request)
        # Nothing of it is found out before somebody asks for the solution: word and truth give it away together.
        kept = (
            workshop.follow_up(case, "timeline", AskTimelines) if is_revealed(request, case) else KeptAnswer()
        )
        return page(
            request,
            "timeline.html",
            view=TIMELINE.name,
            case=case,
            topics=case.topic,
            kept=kept,
            found=kept.answer,
            stale=kept.version != case.file.version,
        )

    return [Route("/{case}", timeline)]


TIMELINE = WebView("timeline", "Timeline", _routes)
