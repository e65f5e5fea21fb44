"""A case at a glance: what it has, what is wrong with it, what readers can know, and one paragraph beside its lines."""

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from casekit.print.text.prose import TAGS
from casekit.web.case_pages.standing import AskDepth, AskStanding, Depth, Standing
from casekit.web.page_frames import WebView, page, served_case
from casekit.web.workshop import KeptAnswer, ServedCase, Workshop

_GOOD = "standing that was understood"
_LATEST = "standing"
_DEPTH = "depth"


def _routes(workshop: Workshop) -> Sequence[BaseRoute]:
    async def overview(request: Request) -> Response:
        case = served_case(request)
        kept, good = standing(workshop, case)
        deeper = depth(workshop, case)
        at = request.query_params.get("at", "")
        shown: Standing | None = good.answer
        return page(
            request,
            "overview.html",
            view=OVERVIEW.name,
            case=case,
            topics=case.topic,
            kept=kept,
            latest=kept.answer,
            good=good,
            shown=shown,
            depth=deeper.answer or Depth(),
            deeper=deeper,
            at=at if shown is not None and at in shown.passages else "",
            stale=is_stale(case, kept),
            tags=TAGS,
        )

    return [Route("/{case}", overview)]


OVERVIEW = WebView("overview", "Overview", _routes)


def standing(workshop: Workshop, case: ServedCase) -> tuple[KeptAnswer, KeptAnswer]:
    """How a case is, and how it was when its text could be read last."""
    kept = workshop.follow_up(case, _LATEST, AskStanding)
    good = case.kept.setdefault(_GOOD, KeptAnswer())
    found: Standing | None = kept.answer
    if found is not None and kept.version > good.version and (found.understood or good.answer is None):
        good.answer, good.version, good.time = found, kept.version, kept.time
    return kept, good


def depth(workshop: Workshop, case: ServedCase) -> KeptAnswer:
    """Answers that take longer: asked when the case was checked, since somebody waits for that first."""
    kept = case.kept.get(_LATEST, KeptAnswer())
    found: Standing | None = kept.answer
    if found is None or kept.version != case.file.version or not found.understood:
        return case.kept.setdefault(_DEPTH, KeptAnswer())
    return workshop.follow_up(case, _DEPTH, AskDepth)


def is_stale(case: ServedCase, kept: KeptAnswer) -> bool:
    """Whether an answer is that of an earlier text."""
    return kept.version != case.file.version or case.gone
