"""Views of a case: at a glance, as it will print, from here on, its evidence and its timeline.

Nothing that gives the solution away is found out before somebody asks for the solution.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from casekit.print.text.prose import TAGS
from casekit.system.processes import LostProcessError
from casekit.web.analyst import Question
from casekit.web.bulletins import cursor_topic
from casekit.web.case_pages.evidence_map import KINDS, EvidenceMap, drawing, evidence_of
from casekit.web.case_pages.from_here import FromHere, from_here
from casekit.web.case_pages.printing_pages import PrintedCase, PrintedSpot, printed_case
from casekit.web.case_pages.standing import Depth, Standing, depth_of, standing_of
from casekit.web.case_pages.timeline import timelines_of
from casekit.web.local_app import case_view, is_revealed, served_case, workshop_of
from casekit.web.workshop import KeptAnswer, ServedCase, Workshop

# --- at a glance ---------------------------------------------------------------------------------


async def _overview(request: Request, case: ServedCase) -> dict[str, Any]:
    """The state of the case, its findings, the knowledge of readers, and one paragraph beside its lines."""
    workshop, at = workshop_of(request), request.query_params.get("at", "")
    kept = workshop.follow_up(case, "standing", standing_of)
    good = case.kept.setdefault("standing that was understood", KeptAnswer())
    latest: Standing | None = kept.answer
    if latest is not None and kept.version > good.version and (latest.understood or good.answer is None):
        good.keep(kept)
    shown: Standing | None = good.answer
    deeper = _depth(workshop, case, kept)
    return {
        "kept": kept,
        "latest": latest,
        "good": good,
        "shown": shown,
        "depth": deeper.answer or Depth(),
        "deeper": deeper,
        "at": at if shown is not None and at in shown.passages else "",
        "stale": kept.version != case.file.version or case.gone,
        "tags": TAGS,
    }


def _depth(workshop: Workshop, case: ServedCase, kept: KeptAnswer) -> KeptAnswer:
    """Answers that take longer: asked when the case was checked, since somebody waits for that first."""
    if kept.answer is None or kept.version != case.file.version or not kept.answer.understood:
        return case.kept.setdefault("depth", KeptAnswer())
    return workshop.follow_up(case, "depth", depth_of)


OVERVIEW = case_view("overview", "Overview", "overview.html", _overview)


# --- as it will print ----------------------------------------------------------------------------

_SET = "pages that could be set"


async def _pages(request: Request, case: ServedCase) -> dict[str, Any]:
    """Pictures of the pages, on which a click leads to the line."""
    kept = workshop_of(request).follow_up(case, "pages", printed_case, "typesetter")
    good = case.kept.setdefault(_SET, KeptAnswer())
    if kept.answer is not None and kept.answer.pages and kept.version > good.version:
        good.keep(kept)
    shown: PrintedCase | None = good.answer
    revealed = is_revealed(request, case)
    pages = shown.pages if shown else ()
    spots = [spot for each in pages if revealed or not each.solution for spot in each.spots]
    return {
        "topics": f"{case.topic},{cursor_topic(case.key)}",
        "kept": kept,
        "good": good,
        "shown": shown,
        "chosen": _chosen(request, spots),
        "spots": spots,
    }


def _chosen(request: Request, spots: Sequence[PrintedSpot]) -> PrintedSpot | None:
    """The paragraph that an address names: by its source, or by a line of the file."""
    at, line = request.query_params.get("at", ""), request.query_params.get("line", "")
    if at:
        return next((spot for spot in spots if spot.source == at), None)
    if not line.isdecimal():
        return None
    before = [spot for spot in spots if 0 < spot.line <= int(line[:9])]
    return max(before, key=lambda spot: spot.line, default=None)


async def _picture(request: Request) -> Response:
    case = served_case(request)
    good = case.kept.get(_SET, KeptAnswer())
    found = good.answer.picture(request.path_params["digest"]) if good.answer else None
    if found is None or (found.solution and not is_revealed(request, case)):
        raise HTTPException(404)
    return Response(found.png, media_type="image/png")


PAGES = case_view("pages", "Pages", "pages.html", _pages, Route("/{case}/{digest}.png", _picture))


# --- from here on --------------------------------------------------------------------------------

_MOST_READ = 400
_LONGEST = 2_000

_READER = "reader"
"""The process that answers, other than that of the other pages, which nobody waits for."""

PATIENCE = 60.0
"""The seconds that somebody waits at most."""


async def _from_here(request: Request, case: ServedCase) -> dict[str, Any]:
    """Choose what a table has read, see what it knows, and what would help it most."""
    read = tuple(request.query_params.getlist("read")[:_MOST_READ])
    formula = request.query_params.get("formula", "")[:_LONGEST]
    question = partial(from_here, read=read, formula=formula, revealed=is_revealed(request, case))
    found = (
        FromHere(obstacle=f"{case.file.name} is not there any more")
        if case.gone
        else await _asked(workshop_of(request), case, question)
    )
    asked = "read" in request.query_params or "asked" in request.query_params
    return {"found": found, "formula": formula, "asked": asked}


async def _asked(workshop: Workshop, case: ServedCase, question: Question) -> FromHere:
    given_up = False

    def give_up() -> None:
        nonlocal given_up
        given_up = True
        workshop.give_up(case.file, _READER)

    timer = asyncio.get_running_loop().call_later(PATIENCE, give_up)
    try:
        found: FromHere = await workshop.ask(case.file, question, _READER)
    except LostProcessError:
        if not given_up:
            raise
        return FromHere(
            obstacle=f"this takes more than {PATIENCE:g} seconds; go back, and choose other paragraphs or a shorter formula"
        )
    finally:
        timer.cancel()
    return found


FROM_HERE = case_view("from-here", "Start from here", "from_here.html", _from_here)


# --- what gives the solution away ----------------------------------------------------------------


def _kept(request: Request, case: ServedCase, name: str, question: Question) -> KeptAnswer:
    if not is_revealed(request, case):
        return KeptAnswer()
    return workshop_of(request).follow_up(case, name, question)


async def _evidence(request: Request, case: ServedCase) -> dict[str, Any]:
    """The evidence to click through."""
    kept = _kept(request, case, "evidence", evidence_of)
    found: EvidenceMap | None = kept.answer
    named = request.query_params.get("kind", ""), request.query_params.get("node", "")
    chosen = named if found is not None and named in found.words else None
    whole = "whole" in request.query_params
    return {
        "kept": kept,
        "found": found,
        "kinds": KINDS,
        "chosen": chosen,
        "drawn": drawing(found, chosen, whole=whole) if found and found.words else None,
        "whole": whole,
    }


EVIDENCE = case_view("evidence", "Evidence", "evidence.html", _evidence)


async def _timeline(request: Request, case: ServedCase) -> dict[str, Any]:
    """The timeline: everybody's place at each time."""
    kept = _kept(request, case, "timeline", timelines_of)
    return {"kept": kept, "found": kept.answer}


TIMELINE = case_view("timeline", "Timeline", "timeline.html", _timeline)
