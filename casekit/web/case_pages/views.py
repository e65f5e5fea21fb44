"""Views of a case: at a glance, as it will print, from here on, its evidence and its timeline.

And framed pages that casekit makes for reading elsewhere.

Nothing that gives the solution away is found out before somebody asks for the solution.
"""

import asyncio
from base64 import b64encode
from collections.abc import Iterable, Sequence
from functools import partial
from hashlib import sha256
from operator import itemgetter
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from casekit.analysis.analyzer import Json
from casekit.prose.markup import TAGS
from casekit.resources import text
from casekit.values import replace
from casekit.web.app import WebView, case_view, form_of, is_revealed, served_case, workshop_of
from casekit.web.case_pages import (
    case_status,
    evidence_and_timeline,
    print_preview,
)
from casekit.web.case_worker import Question
from casekit.web.served_cases import CaseStore, KeptAnswer, ServedCase

# --- at a glance ---------------------------------------------------------------------------------


_UNDERSTOOD = "standing that was understood"


async def overview(request: Request, case: ServedCase) -> dict[str, Any]:
    """The state of the case, its findings, the knowledge of readers, and one paragraph beside its lines."""
    workshop, at = workshop_of(request), request.query_params.get("at", "")
    kept = workshop.follow_up(case, "standing", case_status.standing_of)
    good = case.kept.get(_UNDERSTOOD, KeptAnswer())
    latest: Json | None = kept.answer
    if latest is not None and kept.version > good.version and (latest["understood"] or good.answer is None):
        good = case.kept[_UNDERSTOOD] = replace(kept)
    shown: Json | None = good.answer
    deeper = _depth(workshop, case, kept)
    return {
        "kept": kept,
        "latest": latest,
        "good": good,
        "shown": shown,
        "depth": deeper.answer or case_status.NO_DEPTH,
        "deeper": deeper,
        "at": at if shown is not None and at in shown["passages"] else "",
        "stale": kept.version != case.file.version or case.gone,
        "tags": TAGS,
    }


def _depth(workshop: CaseStore, case: ServedCase, kept: KeptAnswer) -> KeptAnswer:
    """Answers that take longer: asked when the case was checked, since somebody waits for that first."""
    if kept.answer is None or kept.version != case.file.version or not kept.answer["understood"]:
        return case.kept.setdefault("depth", KeptAnswer())
    return workshop.follow_up(case, "depth", case_status.depth_of)


# --- as it will print ----------------------------------------------------------------------------

_SET = "pages that could be set"


async def _picture(request: Request) -> Response:
    case = served_case(request)
    good = case.kept.get(_SET, KeptAnswer())
    shown = good.answer["pages"] if good.answer else ()
    found = next((each for each in shown if each["digest"] == request.path_params["digest"]), None)
    if found is None or (found["solution"] and not is_revealed(request, case)):
        raise HTTPException(404)
    return Response(found["png"], media_type="image/png")


async def pages(request: Request, case: ServedCase) -> dict[str, Any]:
    """Pictures of the pages, on which a click leads to the line."""
    kept = workshop_of(request).follow_up(case, "pages", print_preview.printed_case, "typesetter")
    good = case.kept.get(_SET, KeptAnswer())
    if kept.answer is not None and kept.answer["pages"] and kept.version > good.version:
        good = case.kept[_SET] = replace(kept)
    shown: Json | None = good.answer
    revealed = is_revealed(request, case)
    pages = shown["pages"] if shown else ()
    spots: list[Json] = []
    for page in pages:
        if revealed or not page["solution"]:
            spots += page["spots"]
    return {
        "topics": f"{case.topic},{case.cursor_topic}",
        "kept": kept,
        "good": good,
        "shown": shown,
        "chosen": _chosen(request, spots),
        "spots": spots,
    }


def _chosen(request: Request, spots: Sequence[Json]) -> Json | None:
    """The paragraph that an address names: by its source, or by a line of the file."""
    at, line = request.query_params.get("at", ""), request.query_params.get("line", "")
    if at:
        return next((spot for spot in spots if spot["source"] == at), None)
    if not line.isdecimal():
        return None
    before = [spot for spot in spots if 0 < spot["line"] <= int(line[:9])]
    return max(before, key=itemgetter("line"), default=None)


# --- from here on --------------------------------------------------------------------------------

_MOST_READ = 400
_LONGEST = 2_000

_READER = "reader"
"""The process that answers, other than that of the other pages, which nobody waits for."""

PATIENCE = 60.0
"""The seconds that somebody waits at most."""


async def start_from_here(request: Request, case: ServedCase) -> dict[str, Any]:
    """Choose what a table has read, see what it knows, and what would help it most."""
    read = tuple(request.query_params.getlist("read")[:_MOST_READ])
    formula = request.query_params.get("formula", "")[:_LONGEST]
    question = partial(case_status.from_here, read=read, formula=formula, revealed=is_revealed(request, case))
    found = (
        {**case_status.NOTHING_KNOWN, "obstacle": f"{case.file.name} is not there any more"}
        if case.gone
        else await _asked(workshop_of(request), case, question)
    )
    return {
        "found": found,
        "formula": formula,
        "asked": "read" in request.query_params or "asked" in request.query_params,
    }


async def _asked(workshop: CaseStore, case: ServedCase, question: Question) -> Json:
    try:
        async with asyncio.timeout(PATIENCE):
            found: Json = await workshop.ask(case.file, question, _READER)
    except TimeoutError:
        workshop.give_up(case.file, _READER)
        why = f"this takes more than {PATIENCE:g} seconds; go back, and choose other paragraphs or a shorter formula"
        return {**case_status.NOTHING_KNOWN, "obstacle": why}
    return found


# --- what gives the solution away ----------------------------------------------------------------


def _kept(request: Request, case: ServedCase, name: str, question: Question) -> KeptAnswer:
    if not is_revealed(request, case):
        return KeptAnswer()
    return workshop_of(request).follow_up(case, name, question)


async def evidence(request: Request, case: ServedCase) -> dict[str, Any]:
    """The evidence to click through."""
    kept = _kept(request, case, "evidence", evidence_and_timeline.evidence_of)
    found: evidence_and_timeline.EvidenceMap | None = kept.answer
    named = request.query_params.get("kind", ""), request.query_params.get("node", "")
    chosen = named if found is not None and named in found.words else None
    whole = "whole" in request.query_params
    return {
        "kept": kept,
        "found": found,
        "kinds": evidence_and_timeline.KINDS,
        "chosen": chosen,
        "drawn": evidence_and_timeline.drawing(found, chosen, whole=whole) if found and found.words else None,
        "whole": whole,
    }


async def timeline(request: Request, case: ServedCase) -> dict[str, Any]:
    """The timeline: everybody's place at each time."""
    kept = _kept(request, case, "timeline", evidence_and_timeline.timelines_of)
    return {"kept": kept, "found": kept.answer}


def apart(html: str, scripts: Iterable[str] = ()) -> Response:
    """A page that needs nothing else, where nothing in it can reach ours: without an origin or a network.

    It runs these ``scripts`` alone, which are the package's, whatever others are in it, and one that reports
    how it looks, so that all of it can be printed.
    """
    telling = text("web/static/inside.js")
    html = html.replace("</body>", f"<script>{telling}</script>\n</body>", 1)
    digests = (sha256(script.encode()).digest() for script in (*scripts, telling))
    allowed = " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
    policy = (
        "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; "
        f"script-src {allowed}; style-src 'unsafe-inline'; font-src data:; img-src data:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    )
    return HTMLResponse(html, headers={"content-security-policy": policy})


# --- made when they are looked at ----------------------------------------------------------------


def _made_view(
    name: str,
    title: str,
    lead: str,
    hidden: print_preview.MadeKind | None,
    revealed: print_preview.MadeKind,
) -> WebView:
    """Pages of the kind that is shown before somebody asks for the solution (``None`` for none), and then."""

    def kept_of(request: Request, case: ServedCase) -> tuple[print_preview.MadeKind | None, KeptAnswer]:
        wanted = revealed if is_revealed(request, case) else hidden
        if wanted is None:
            return None, KeptAnswer()
        question = partial(print_preview.made_page, kind=wanted)
        return wanted, workshop_of(request).follow_up(case, f"page {wanted}", question)

    async def inside(request: Request) -> Response:
        return _inside(kept_of(request, served_case(request))[1])

    async def framed(request: Request, case: ServedCase) -> dict[str, Any]:
        wanted, kept = kept_of(request, case)
        return {"heading": title, "lead": lead, "wanted": wanted, "kept": kept, "made": kept.answer}

    return case_view(name, title, "made.html", framed, Route("/{case}/page", inside))


def _inside(kept: KeptAnswer) -> Response:
    if kept.answer is None or not kept.answer.html:
        raise HTTPException(404)
    return apart(kept.answer.html, kept.answer.scripts)


# --- played when somebody asks for it, and given up when nobody wants it any more ----------------

_NAME = "simulation"
_TABLE = "table"
_TABLES = (200, 1_000, 5_000, 20_000)
_MOST_PLAYERS = 99
"""How many a page may ask for; each game says how many can play it."""


_USUAL: Json = {"tables": 1_000, "players": 4, "done": 0}
"""The first question of a page, and how many tables were played already."""


async def _begin(request: Request) -> Response:
    case, workshop, sent = served_case(request), workshop_of(request), await form_of(request)
    kept = case.kept.setdefault(_NAME, KeptAnswer())
    if sent.get("do") == "stop":
        workshop.give_up(case.file, _TABLE)
    elif not kept.working:
        tables = _number(sent.get("tables"), 1, print_preview.MOST_TABLES)
        players = _number(sent.get("players"), 1, _MOST_PLAYERS)
        order = kept.wanted = {"tables": tables, "players": players, "done": 0}
        kept.version = kept.tried = -1

        def tell(done: int) -> None:
            order["done"] = done
            workshop.bulletins.post(case.topic, quiet=True, done=done, tables=tables)

        question = partial(print_preview.simulated, tables=tables, players=players)
        workshop.follow_up(case, _NAME, question, _TABLE, tell)
    workshop.bulletins.post(case.topic, case=case.key)
    return RedirectResponse(f"{request.app.state.door.base}/{_NAME}/{case.key}", status_code=303)


async def _played(request: Request) -> Response:
    case = served_case(request)
    if not is_revealed(request, case):
        raise HTTPException(404)
    return _inside(case.kept.get(_NAME, KeptAnswer()))


def _number(given: str | None, least: int, most: int) -> int:
    # Python reads no number of thousands of digits; more than nine are too many anyway.
    if not given or not given.isdecimal() or not given.isascii():
        return least
    digits = given.lstrip("0") or "0"
    if len(digits) > 9:  # noqa: PLR2004 - as said above
        return most
    return min(max(int(digits), least), most)


async def simulation(_: Request, case: ServedCase) -> dict[str, Any]:
    """The tables that were played last, and a form to have others played."""
    kept = case.kept.get(_NAME, KeptAnswer())
    return {"kept": kept, "made": kept.answer, "order": kept.wanted or _USUAL, "choices": _TABLES}


CASE_VIEWS: tuple[WebView, ...] = (
    case_view("overview", "Overview", "overview.html", overview),
    case_view("pages", "Pages", "pages.html", pages, Route("/{case}/{digest}.png", _picture)),
    _made_view(
        "review",
        "Review",
        "What the book says beside what its lines say, with who was where when.",
        "blind",
        "review",
    ),
    case_view("timeline", "Timeline", "timeline.html", timeline),
    _made_view("proof", "Proof", "The solution from the fewest paragraphs, step by step.", None, "proof"),
    case_view("evidence", "Evidence", "evidence.html", evidence),
    _made_view(
        "figures",
        "Figures",
        "How hard the case is, how fragile, and where its readers get stuck.",
        None,
        "figures",
    ),
    case_view(
        _NAME,
        "Simulation",
        "simulation.html",
        simulation,
        Route("/{case}", _begin, methods=["POST"]),
        Route("/{case}/page", _played),
    ),
    case_view("from-here", "Start from here", "from_here.html", start_from_here),
)
