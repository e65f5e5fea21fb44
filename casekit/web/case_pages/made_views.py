"""Review, figures, proof and simulated tables: pages that casekit makes for reading elsewhere, framed and kept apart from ours."""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from casekit.web.case_pages.made_pages import MOST_TABLES, MadeKind, made_page, simulated
from casekit.web.local_app import WebView, case_view, form_of, is_revealed, served_case, workshop_of
from casekit.web.workshop import KeptAnswer, ServedCase


def apart(html: str, scripts: Iterable[str] = ()) -> Response:
    """A page that needs nothing else, where nothing in it can reach ours: without an origin or a network.

    It runs these ``scripts`` alone, which are the package's, whatever others are in it, and one that reports how it
    looks, so that all of it can be printed.
    """
    telling = _telling()
    html = html.replace("</body>", f"<script>{telling}</script>\n</body>", 1)
    digests = (sha256(script.encode()).digest() for script in (*scripts, telling))
    allowed = " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
    policy = (
        "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; "
        f"script-src {allowed}; style-src 'unsafe-inline'; font-src data:; img-src data:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    )
    return HTMLResponse(html, headers={"content-security-policy": policy})


@cache
def _telling() -> str:
    return (files("casekit.web") / "static" / "inside.js").read_text(encoding="utf-8")


# --- made when they are looked at ----------------------------------------------------------------


def _made_view(name: str, title: str, lead: str, hidden: MadeKind | None, revealed: MadeKind) -> WebView:
    """Pages of the kind that is shown before somebody asks for the solution (``None`` for none), and then."""

    def kept_of(request: Request, case: ServedCase) -> tuple[MadeKind | None, KeptAnswer]:
        wanted = revealed if is_revealed(request, case) else hidden
        if wanted is None:
            return None, KeptAnswer()
        question = partial(made_page, kind=wanted)
        return wanted, workshop_of(request).follow_up(case, f"page {wanted}", question)

    async def framed(request: Request, case: ServedCase) -> dict[str, Any]:
        wanted, kept = kept_of(request, case)
        return {"heading": title, "lead": lead, "wanted": wanted, "kept": kept, "made": kept.answer}

    async def inside(request: Request) -> Response:
        _, kept = kept_of(request, served_case(request))
        return _inside(kept)

    return case_view(name, title, "made.html", framed, Route("/{case}/page", inside))


def _inside(kept: KeptAnswer) -> Response:
    if kept.answer is None or not kept.answer.html:
        raise HTTPException(404)
    return apart(kept.answer.html, kept.answer.scripts)


REVIEW = _made_view(
    "review",
    "Review",
    "What the book says beside what its lines say, with who was where when.",
    "blind",
    "review",
)
FIGURES = _made_view(
    "figures",
    "Figures",
    "How hard the case is, how fragile, and where its readers get stuck.",
    None,
    "figures",
)
PROOF = _made_view("proof", "Proof", "The solution from the fewest paragraphs, step by step.", None, "proof")


# --- played when somebody asks for it, and given up when nobody wants it any more ----------------

_NAME = "simulation"
_TABLE = "table"
_TABLES = (200, 1_000, 5_000, 20_000)
_MOST_PLAYERS = 99
"""How many a page may ask for; each game says how many can play it."""


@dataclass(slots=True)
class _Order:
    """The page's request, and how many tables were played already."""

    tables: int = 1_000
    players: int = 4
    done: int = 0


async def _simulation(_: Request, case: ServedCase) -> dict[str, Any]:
    kept = case.kept.get(_NAME, KeptAnswer())
    return {"kept": kept, "made": kept.answer, "order": kept.wanted or _Order(), "choices": _TABLES}


async def _begin(request: Request) -> Response:
    case, workshop, sent = served_case(request), workshop_of(request), await form_of(request)
    kept = case.kept.setdefault(_NAME, KeptAnswer())
    if sent.get("do") == "stop":
        workshop.give_up(case.file, _TABLE)
    elif not kept.working:
        order = kept.wanted = _Order(
            _number(sent.get("tables"), 1, MOST_TABLES), _number(sent.get("players"), 1, _MOST_PLAYERS)
        )
        kept.version = kept.tried = -1

        def tell(done: int) -> None:
            order.done = done
            workshop.bulletins.post(case.topic, quiet=True, done=done, tables=order.tables)

        question = partial(simulated, tables=order.tables, players=order.players)
        workshop.follow_up(case, _NAME, question, _TABLE, tell)
    workshop.bulletins.post(case.topic, case=case.key)
    return RedirectResponse(f"{request.app.state.door.base}/{_NAME}/{case.key}", status_code=303)


async def _played(request: Request) -> Response:
    case = served_case(request)
    if not is_revealed(request, case):
        raise HTTPException(404)
    return _inside(case.kept.get(_NAME, KeptAnswer()))


def _number(text: str | None, least: int, most: int) -> int:
    # Python reads no number of thousands of digits; more than nine are too many anyway.
    if not text or not text.isdecimal() or not text.isascii():
        return least
    return most if len(text.lstrip("0")) > 9 else min(max(int(text.lstrip("0") or "0"), least), most)  # noqa: PLR2004 - as said above


SIMULATION = case_view(
    _NAME,
    "Simulation",
    "simulation.html",
    _simulation,
    Route("/{case}", _begin, methods=["POST"]),
    Route("/{case}/page", _played),
)
