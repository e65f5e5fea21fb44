"""The evidence to click through: from a paragraph to what it speaks of, to what that bears on, and back."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.web.case_pages.evidence_drawing import drawing
from casekit.web.case_pages.evidence_map import KINDS, AskEvidence, EvidenceMap
from casekit.web.page_frames import is_revealed, page, served_case
from casekit.web.web_view import WebView
from casekit.web.workshop import KeptAnswer, Workshop


def _routes(workshop: Workshop) -> Sequence[BaseRoute]:
    async def evidence(request: Request) -> Response:
        case = served_case(request)
        kept = (
            workshop.follow_up(case, "evidence", AskEvidence) if is_revealed(request, case) else KeptAnswer()
        )
        found: EvidenceMap | None = kept.answer
        chosen = request.query_params.get("kind", ""), request.query_params.get("node", "")
        whole = "whole" in request.query_params
        known = found is not None and chosen in found.words
        return page(
            request,
            "evidence.html",
            view=EVIDENCE.name,
            case=case,
            topics=case.topic,
            kept=kept,
            found=found,
            kinds=KINDS,
            chosen=chosen if known else None,
            drawn=drawing(found, chosen if known else None, whole=whole) if found and found.words else None,
            whole=whole,
            stale=kept.version != case.file.version,
        )

    return [Route("/{case}", evidence)]


EVIDENCE = WebView("evidence", "Evidence", _routes)
