"""Review, figures and the proof: pages that casekit makes for reading elsewhere, framed and kept apart from ours."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from casekit.web.case_pages.made_pages import AskMade, MadeKind, MadePage
from casekit.web.page_frames import WebView, is_revealed, page, served_case
from casekit.web.workshop import KeptAnswer, ServedCase, Workshop


def apart(html: str, scripts: Iterable[str] = ()) -> Response:
    """A page that needs nothing else, where nothing in it can reach ours: without an origin or a network.

    It runs these ``scripts`` alone, which are the package's, whatever others are in it, and one that reports how it
    looks, so that all of it can be printed.
    """
    telling = _telling()
    html = html.replace("</body>", f"<script>{telling}</script>\n</body>", 1)
    allowed = " ".join(f"'sha256-{digest}'" for digest in _digests((*scripts, telling)))
    policy = (
        "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; "
        f"script-src {allowed}; style-src 'unsafe-inline'; font-src data:; img-src data:; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
    )
    return HTMLResponse(html, headers={"content-security-policy": policy})


@cache
def _telling() -> str:
    return (files("casekit.web") / "static" / "inside.js").read_text(encoding="utf-8")


def _digests(scripts: Iterable[str]) -> Iterator[str]:
    for script in scripts:
        yield b64encode(sha256(script.encode()).digest()).decode()


def _routes(
    name: str, title: str, lead: str, kinds: tuple[MadeKind | None, MadeKind], workshop: Workshop
) -> Sequence[BaseRoute]:
    """``kinds`` are what is shown before somebody asks for the solution, and then."""

    def kept_of(request: Request, case: ServedCase) -> tuple[MadeKind | None, KeptAnswer]:
        wanted = kinds[is_revealed(request, case)]
        if wanted is None:
            return None, KeptAnswer()
        return wanted, workshop.follow_up(case, f"page {wanted}", partial(AskMade, kind=wanted))

    async def framed(request: Request) -> Response:
        case = served_case(request)
        wanted, kept = kept_of(request, case)
        made: MadePage | None = kept.answer
        return page(
            request,
            "made.html",
            view=name,
            case=case,
            topics=case.topic,
            heading=title,
            lead=lead,
            wanted=wanted,
            kept=kept,
            made=made,
            stale=kept.version != case.file.version,
        )

    async def inside(request: Request) -> Response:
        case = served_case(request)
        _, kept = kept_of(request, case)
        if kept.answer is None or not kept.answer.html:
            raise HTTPException(404)
        return apart(kept.answer.html, kept.answer.scripts)

    return [Route("/{case}", framed), Route("/{case}/page", inside)]


REVIEW = WebView(
    "review",
    "Review",
    partial(
        _routes,
        "review",
        "Review",
        "What the book says beside what its lines say, with who was where when.",
        ("blind", "review"),
    ),
)

FIGURES = WebView(
    "figures",
    "Figures",
    partial(
        _routes,
        "figures",
        "Figures",
        "How hard the case is, how fragile, and where its readers get stuck.",
        (None, "figures"),
    ),
)

PROOF = WebView(
    "proof",
    "Proof",
    partial(
        _routes,
        "proof",
        "Proof",
        "The solution from the fewest paragraphs, step by step.",
        (None, "proof"),
    ),
)
