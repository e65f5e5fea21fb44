"""Views of what gives the solution away: the evidence to click through, and who is where when.

Nothing of it is found out before somebody asks for the solution.
"""

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.web.analyst import CaseQuestion, ServedFile
from casekit.web.case_pages.evidence_drawing import drawing
from casekit.web.case_pages.evidence_map import KINDS, AskEvidence, EvidenceMap
from casekit.web.case_pages.timeline import AskTimelines
from casekit.web.page_frames import WebView, is_revealed, page, served_case
from casekit.web.workshop import KeptAnswer, ServedCase, Workshop


def _kept(
    workshop: Workshop,
    request: Request,
    case: ServedCase,
    name: str,
    question: Callable[[ServedFile], CaseQuestion],
) -> KeptAnswer:
    shown = is_revealed(request, case)
    return workshop.follow_up(case, name, question) if shown else KeptAnswer()


def _evidence(workshop: Workshop) -> Sequence[BaseRoute]:
    async def evidence(request: Request) -> Response:
        case = served_case(request)
        kept = _kept(workshop, request, case, EVIDENCE.name, AskEvidence)
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


def _timeline(workshop: Workshop) -> Sequence[BaseRoute]:
    async def timeline(request: Request) -> Response:
        case = served_case(request)
        kept = _kept(workshop, request, case, TIMELINE.name, AskTimelines)
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


EVIDENCE = WebView("evidence", "Evidence", _evidence)
TIMELINE = WebView("timeline", "Timeline", _timeline)
