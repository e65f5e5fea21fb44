"""The simulation: played when somebody asks for it, and given up when nobody wants it any more."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from casekit.web.case_pages.made_views import apart
from casekit.web.case_pages.simulated import MOST_TABLES, AskSimulated
from casekit.web.page_frames import WebView, form_of, is_revealed, page, served_case
from casekit.web.workshop import KeptAnswer, ServedCase, Workshop

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


def _routes(workshop: Workshop) -> Sequence[BaseRoute]:
    orders: dict[str, _Order] = {}

    def tell(case: ServedCase, order: _Order, done: int) -> None:
        order.done = done
        workshop.bulletins.post(case.topic, quiet=True, done=done, tables=order.tables)

    async def simulation(request: Request) -> Response:
        case = served_case(request)
        kept = case.kept.get(_NAME, KeptAnswer())
        return page(
            request,
            "simulation.html",
            view=SIMULATION.name,
            case=case,
            topics=case.topic,
            kept=kept,
            made=kept.answer,
            order=orders.get(case.key, _Order()),
            choices=_TABLES,
            stale=kept.version != case.file.version,
        )

    async def begin(request: Request) -> Response:
        case = served_case(request)
        sent = await form_of(request)
        if sent.get("do") == "stop":
            workshop.give_up(case.file, _TABLE)
        else:
            order = _Order(
                _number(sent.get("tables"), 1, MOST_TABLES), _number(sent.get("players"), 1, _MOST_PLAYERS)
            )
            kept = case.kept.setdefault(_NAME, KeptAnswer())
            if not kept.working:
                orders[case.key] = order
                kept.version = kept.tried = -1
                question = partial(AskSimulated, tables=order.tables, players=order.players)
                workshop.follow_up(case, _NAME, question, _TABLE, partial(tell, case, order))
        workshop.bulletins.post(case.topic, case=case.key)
        return RedirectResponse(
            f"{request.app.state.door.base}/{SIMULATION.name}/{case.key}", status_code=303
        )

    async def inside(request: Request) -> Response:
        case = served_case(request)
        kept = case.kept.get(_NAME, KeptAnswer())
        if not is_revealed(request, case) or kept.answer is None or not kept.answer.html:
            raise HTTPException(404)
        return apart(kept.answer.html)

    return [
        Route("/{case}", simulation),
        Route("/{case}", begin, methods=["POST"]),
        Route("/{case}/page", inside),
    ]


def _number(text: str | None, least: int, most: int) -> int:
    # Python reads no number of thousands of digits; more than nine are too many anyway.
    if not text or not text.isdecimal() or not text.isascii():
        return least
    return most if len(text.lstrip("0")) > 9 else min(max(int(text.lstrip("0") or "0"), least), most)  # noqa: PLR2004 - as said above


SIMULATION = WebView(_NAME, "Simulation", _routes)
