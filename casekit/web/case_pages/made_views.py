"""Views that frame a page for reading elsewhere: the review, the proof, the figures, and simulated tables.

The page in the frame is the file that a command of casekit writes. It has no origin, so that nothing in it
can reach the pages around it, and no network.
"""

from base64 import b64encode
from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from casekit.resources import text
from casekit.values import frozen
from casekit.web.app import WebView, case_store, case_view, form_of, is_revealed, served_case
from casekit.web.case_pages import made_pages
from casekit.web.case_pages.made_pages import MadeKind, MadePage
from casekit.web.served_cases import KeptAnswer, ServedCase

SIMULATION_NAME = "simulation"
"""The name of the view of simulated tables in addresses, and of its answer."""

SIMULATOR = "table"
"""The process that plays at simulated tables."""

TABLE_CHOICES = (200, 1_000, 5_000, 20_000)
"""The numbers of tables that the page offers."""

MOST_PLAYERS = 99
"""How many players a page may ask for; each game says how many can play it."""

MOST_DIGITS = 9
"""A number with more digits is more than anything may be. Python reads no number of thousands of digits."""


# --- made when they are looked at ----------------------------------------------------------------


@frozen(slots=True)
class MadeView:
    """A view of pages that are made when somebody looks at them."""

    name: str
    title: str
    lead: str
    """A sentence that says what the page shows."""
    kind: MadeKind
    """The page that is shown when somebody has asked for the solution."""
    hidden_kind: MadeKind | None = None
    """The page that is shown before; ``None`` if there is none."""

    def view(self) -> WebView:
        """The view, with a route for the page in the frame."""
        page_route = Route("/{case}/page", self._framed_page)
        return case_view(self.name, self.title, "made.html", self._page_values, page_route)

    def _kind_for(self, request: Request, case: ServedCase) -> MadeKind | None:
        """The page that this browser is shown."""
        return self.kind if is_revealed(request, case) else self.hidden_kind

    def _answer(self, request: Request, case: ServedCase) -> KeptAnswer:
        kind = self._kind_for(request, case)
        if kind is None:
            return KeptAnswer()
        question = partial(made_pages.made_page, kind=kind)
        return case_store(request).follow_up(case, f"page {kind}", question)

    async def _page_values(self, request: Request, case: ServedCase) -> dict[str, Any]:
        answer = self._answer(request, case)
        return {
            "heading": self.title,
            "lead": self.lead,
            "kind": self._kind_for(request, case),
            "answer": answer,
            "made": answer.value,
        }

    async def _framed_page(self, request: Request) -> Response:
        return _framed_response(self._answer(request, served_case(request)))


REVIEW = MadeView(
    "review",
    "Review",
    "What the book says beside what its lines say, with who was where when.",
    kind="review",
    hidden_kind="blind",
).view()

PROOF = MadeView(
    "proof", "Proof", "The solution from the fewest paragraphs, step by step.", kind="proof"
).view()

FIGURES = MadeView(
    "figures",
    "Figures",
    "How hard the case is, how fragile, and where its readers get stuck.",
    kind="figures",
).view()


def _framed_response(answer: KeptAnswer) -> Response:
    """The page that an answer holds, for the frame.

    Raises:
        HTTPException: if there is none.
    """
    page: MadePage | None = answer.value
    if page is None or not page.html:
        raise HTTPException(404)
    return sandboxed_response(page.html, page.scripts)


def sandboxed_response(html: str, scripts: Iterable[str] = ()) -> Response:
    """A page that needs nothing else, and that can reach nothing else: it has no origin and no network.

    Only these ``scripts`` of the package run in it, whatever others are in it, and ``inside.js``, which
    reports how high it is, so that all of it can be printed.
    """
    reporting_script = text("web/static/inside.js")
    html = html.replace("</body>", f"<script>{reporting_script}</script>\n</body>", 1)
    allowed_scripts = []
    for script in (*scripts, reporting_script):
        digest = b64encode(sha256(script.encode()).digest()).decode()
        allowed_scripts.append(f"'sha256-{digest}'")
    policy = (
        "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; "
        f"script-src {' '.join(allowed_scripts)}; style-src 'unsafe-inline'; font-src data:; img-src data:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    )
    return HTMLResponse(html, headers={"content-security-policy": policy})


# --- played when somebody asks for it, and given up when nobody wants it any more ----------------


class SimulationOrder:
    """The tables that a page has asked for."""

    def __init__(self, tables: int = 1_000, players: int = 4) -> None:
        self.tables = tables
        self.players = players
        """The players at each table."""
        self.done = 0
        """How many tables were played already."""


async def simulation(_: Request, case: ServedCase) -> dict[str, Any]:
    """The tables that were played last, and a form to have others played."""
    answer = case.answers.get(SIMULATION_NAME, KeptAnswer())
    return {
        "answer": answer,
        "made": answer.value,
        "order": answer.request or SimulationOrder(),
        "choices": TABLE_CHOICES,
    }


async def _begin_or_stop(request: Request) -> Response:
    """Play as many tables as a form says, or stop playing."""
    case, store, fields = served_case(request), case_store(request), await form_of(request)
    answer = case.answers.setdefault(SIMULATION_NAME, KeptAnswer())
    if fields.get("do") == "stop":
        store.give_up(case.file, SIMULATOR)
    elif not answer.working:
        order = SimulationOrder(
            _number_within(fields.get("tables"), 1, made_pages.MOST_TABLES),
            _number_within(fields.get("players"), 1, MOST_PLAYERS),
        )
        answer.request = order
        # The same version is played again.
        answer.version = answer.tried_version = -1

        def report(tables_done: int) -> None:
            order.done = tables_done
            store.events.post(case.topic, quiet=True, done=tables_done, tables=order.tables)

        question = partial(made_pages.simulation_page, tables=order.tables, players=order.players)
        store.follow_up(case, SIMULATION_NAME, question, SIMULATOR, report)
    store.events.post(case.topic, case=case.key)
    base = request.app.state.token.base
    return RedirectResponse(f"{base}/{SIMULATION_NAME}/{case.key}", status_code=303)


def _number_within(text: str | None, least: int, most: int) -> int:
    """The number that a text of digits holds, or the nearest that is allowed; the least for another text."""
    if not text or not text.isdecimal() or not text.isascii():
        return least
    digits = text.lstrip("0") or "0"
    if len(digits) > MOST_DIGITS:
        return most
    return min(max(int(digits), least), most)


async def _simulation_page(request: Request) -> Response:
    """The results of the tables that were played last, for the frame."""
    case = served_case(request)
    if not is_revealed(request, case):
        raise HTTPException(404)
    return _framed_response(case.answers.get(SIMULATION_NAME, KeptAnswer()))


SIMULATION = case_view(
    SIMULATION_NAME,
    "Simulation",
    "simulation.html",
    simulation,
    Route("/{case}", _begin_or_stop, methods=["POST"]),
    Route("/{case}/page", _simulation_page),
)
