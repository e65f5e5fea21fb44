"""The views of a case: its overview, its pages, "Start from here", its evidence, its timeline and others.

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

from casekit.prose.markup import TAGS
from casekit.values import replace
from casekit.web.app import WebView, case_store, case_view, is_revealed, served_case
from casekit.web.case_pages import evidence, evidence_drawing, printed_pages, reader_knowledge, timelines
from casekit.web.case_pages.case_status import CaseDepth, CaseStatus, case_depth, case_status
from casekit.web.case_pages.made_views import FIGURES, PROOF, REVIEW, SIMULATION
from casekit.web.case_pages.printed_pages import PageSpot, PrintedCase
from casekit.web.case_pages.reader_knowledge import ReaderKnowledge
from casekit.web.case_worker import Question
from casekit.web.served_cases import CaseStore, KeptAnswer, ServedCase

LAST_UNDERSTOOD = "status that was understood"
"""The name of the last status of a case that could be read."""

LAST_PRINTED = "pages that could be printed"
"""The name of the last pages of a case that could be printed."""

MOST_READ = 400
"""A table has read at most this many sources."""

MOST_FORMULA = 2_000
"""At most this many characters of a formula are looked at."""

READER = "reader"
"""The process that answers for "Start from here", for which somebody waits; other pages wait for nothing."""

ANSWER_SECONDS = 60.0
"""Somebody waits at most this long for that process."""


async def overview(request: Request, case: ServedCase) -> dict[str, Any]:
    """The status of the case, and one paragraph beside its lines.

    ``latest`` is the status of now, ``shown`` the last one that was understood.
    """
    store, path = case_store(request), request.query_params.get("at", "")
    answer = store.follow_up(case, "status", case_status)
    latest: CaseStatus | None = answer.value
    shown_answer = case.answers.get(LAST_UNDERSTOOD, KeptAnswer())
    is_newer = answer.version > shown_answer.version
    if latest is not None and is_newer and (latest.is_understood or shown_answer.value is None):
        shown_answer = case.answers[LAST_UNDERSTOOD] = replace(answer)
    shown: CaseStatus | None = shown_answer.value
    depth_answer = _depth_answer(store, case, answer)
    return {
        "answer": answer,
        "latest": latest,
        "shown_answer": shown_answer,
        "shown": shown,
        "depth": depth_answer.value or CaseDepth(),
        "depth_answer": depth_answer,
        "at": path if shown is not None and path in shown.paragraphs else "",
        "stale": answer.version != case.file.version or case.gone,
        "tags": TAGS,
    }


def _depth_answer(store: CaseStore, case: ServedCase, status_answer: KeptAnswer) -> KeptAnswer:
    """The answers that take longer: asked when the status is there, since somebody waits for that first."""
    status: CaseStatus | None = status_answer.value
    is_present = status_answer.version == case.file.version
    if status is None or not is_present or not status.is_understood:
        return case.answers.setdefault("depth", KeptAnswer())
    return store.follow_up(case, "depth", case_depth)


async def pages(request: Request, case: ServedCase) -> dict[str, Any]:
    """Pictures of the pages, on which a click leads to the line."""
    answer = case_store(request).follow_up(case, "pages", printed_pages.printed_case, "typesetter")
    printed: PrintedCase | None = answer.value
    shown_answer = case.answers.get(LAST_PRINTED, KeptAnswer())
    if printed is not None and printed.pages and answer.version > shown_answer.version:
        shown_answer = case.answers[LAST_PRINTED] = replace(answer)
    shown: PrintedCase | None = shown_answer.value
    spots: list[PageSpot] = []
    for page in shown.pages if shown else ():
        if is_revealed(request, case) or not page.may_show_solution:
            spots += page.spots
    return {
        "topics": f"{case.topic},{case.cursor_topic}",
        "answer": answer,
        "shown_answer": shown_answer,
        "shown": shown,
        "chosen": _chosen_spot(request, spots),
        "spots": spots,
    }


def _chosen_spot(request: Request, spots: Sequence[PageSpot]) -> PageSpot | None:
    """The paragraph that an address names: by its source, or by a line of the file."""
    source, line = request.query_params.get("at", ""), request.query_params.get("line", "")
    if source:
        return next((spot for spot in spots if spot.source == source), None)
    if not line.isdecimal():
        return None
    # More than nine digits are no line of any file, and Python reads no number of thousands.
    spots_above = [spot for spot in spots if 0 < spot.line <= int(line[:9])]
    return max(spots_above, key=lambda spot: spot.line, default=None)


async def _picture(request: Request) -> Response:
    """The picture of a page, for those who may see it."""
    case = served_case(request)
    shown: PrintedCase | None = case.answers.get(LAST_PRINTED, KeptAnswer()).value
    for page in shown.pages if shown else ():
        if page.digest == request.path_params["digest"]:
            if page.may_show_solution and not is_revealed(request, case):
                break
            return Response(page.png, media_type="image/png")
    raise HTTPException(404)


async def start_from_here(request: Request, case: ServedCase) -> dict[str, Any]:
    """The knowledge of players who have read the chosen sources, and what would help them most."""
    read = tuple(request.query_params.getlist("read")[:MOST_READ])
    formula = request.query_params.get("formula", "")[:MOST_FORMULA]
    if case.gone:
        knowledge = ReaderKnowledge(obstacle=f"{case.file.name} is not there any more")
    else:
        question = partial(
            reader_knowledge.knowledge_after_reading,
            read=read,
            formula=formula,
            revealed=is_revealed(request, case),
        )
        knowledge = await _knowledge(case_store(request), case, question)
    return {
        "knowledge": knowledge,
        "formula": formula,
        "asked": "read" in request.query_params or "asked" in request.query_params,
    }


async def _knowledge(store: CaseStore, case: ServedCase, question: Question) -> ReaderKnowledge:
    """The answer to a question, or that it takes too long."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            knowledge: ReaderKnowledge = await store.ask(case.file, question, READER)
    except TimeoutError:
        store.give_up(case.file, READER)
        why = f"this takes more than {ANSWER_SECONDS:g} seconds; go back, and choose other paragraphs or a shorter formula"
        return ReaderKnowledge(obstacle=why)
    return knowledge


def _answer_if_revealed(request: Request, case: ServedCase, name: str, question: Question) -> KeptAnswer:
    """The answer to a question that gives the solution away; an empty one until somebody asks for that."""
    if not is_revealed(request, case):
        return KeptAnswer()
    return case_store(request).follow_up(case, name, question)


async def evidence_page(request: Request, case: ServedCase) -> dict[str, Any]:
    """The evidence to click through."""
    answer = _answer_if_revealed(request, case, "evidence", evidence.evidence_of)
    evidence_map: evidence.EvidenceMap | None = answer.value
    kind, name = request.query_params.get("kind", ""), request.query_params.get("node", "")
    node = evidence.EvidenceNode(kind, name)
    chosen = node if evidence_map is not None and node in evidence_map.words else None
    whole = "whole" in request.query_params
    drawing: evidence_drawing.EvidenceDrawing | None = None
    if evidence_map and evidence_map.words:
        drawing = evidence_drawing.drawing(evidence_map, chosen, each_fact_alone=whole)
    return {
        "answer": answer,
        "evidence": evidence_map,
        "kinds": evidence.KINDS,
        "chosen": chosen,
        "drawn": drawing,
        "whole": whole,
    }


async def timeline_page(request: Request, case: ServedCase) -> dict[str, Any]:
    """The timelines: everybody's place at each time."""
    answer = _answer_if_revealed(request, case, "timeline", timelines.timelines_of)
    return {"answer": answer, "timelines": answer.value}


CASE_VIEWS: tuple[WebView, ...] = (
    case_view("overview", "Overview", "overview.html", overview),
    case_view("pages", "Pages", "pages.html", pages, Route("/{case}/{digest}.png", _picture)),
    REVIEW,
    case_view("timeline", "Timeline", "timeline.html", timeline_page),
    PROOF,
    case_view("evidence", "Evidence", "evidence.html", evidence_page),
    FIGURES,
    SIMULATION,
    case_view("from-here", "Start from here", "from_here.html", start_from_here),
)
"""In the order in which pages list them."""
