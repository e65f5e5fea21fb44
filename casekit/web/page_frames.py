"""Views, and pages from templates: what every page of the local server has around it."""

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from secrets import compare_digest
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from casekit.asking.pages.web_page import fill_in

if TYPE_CHECKING:
    from casekit.web.workshop import ServedCase, Workshop


_MOST_FIELDS = 2_000
MOST_NAME = 200
"""Characters of the name of a path in an address, at the most."""


def page(
    request: Request,
    template: str,
    *,
    view: str = "",
    case: "ServedCase | None" = None,
    status: int = 200,
    **values: Any,
) -> HTMLResponse:
    """Fill in a template that extends ``frame.html``.

    ``view`` is the name of the view, ``case`` the one that the page is about. The template also has ``base``, which every
    address begins with, and ``revealed``; ``at``, if it is given, is the path that is chosen. See
    ``fill_in`` for values.
    """
    workshop = workshop_of(request)
    filled = fill_in(
        template,
        "casekit.web",
        base=request.app.state.door.base,
        command=request.app.state.door.command,
        view=view,
        case=case,
        revealed=case is not None and is_revealed(request, case),
        cases=workshop.cases,
        trouble=workshop.trouble,
        case_views=request.app.state.views,
        editor_link=partial(editor_link, workshop.editor),
        **values,
    )
    return HTMLResponse(filled, status)


@dataclass(frozen=True, slots=True)
class WebView:
    """Pages of a case that belong together.

    Its ``routes`` are below ``/TOKEN/name/``. One is ``/{case}`` for the key of a case, which is offered beside the others on
    every page of that case.
    """

    name: str
    title: str
    routes: tuple[BaseRoute, ...]


Shown = Callable[[Request, "ServedCase"], Awaitable[dict[str, Any]]]
"""The values that a template shows of a case. ``kept``, if it is among them, is an answer that may be ``stale``."""


def case_view(name: str, title: str, template: str, shown: Shown, *more: BaseRoute) -> WebView:
    """A view with a page for each case, and ``more`` that belongs to it."""

    async def show(request: Request) -> Response:
        case = served_case(request)
        values = {"topics": case.topic, **await shown(request, case)}
        if "kept" in values:
            values.setdefault("stale", values["kept"].version != case.file.version)
        return page(request, template, view=name, case=case, **values)

    return WebView(name, title, (Route("/{case}", show), *more))


def workshop_of(request: Request) -> "Workshop":
    """The cases that the server shows."""
    workshop: Workshop = request.app.state.workshop
    return workshop


def served_case(request: Request) -> "ServedCase":
    """The case that an address names.

    Raises:
        HTTPException: if there is none.
    """
    case = workshop_of(request).case(request.path_params["case"])
    if case is None:
        raise HTTPException(404)
    return case


def is_revealed(request: Request, case: "ServedCase") -> bool:
    """Whether this browser has asked to see the solution of a case."""
    return compare_digest(request.cookies.get(f"solution-{case.key}", "").encode(), case.seal.encode())


def reveal(answer: Response, request: Request, case: "ServedCase", *, wanted: bool) -> None:
    """Note in the browser that is answered whether it wants to see the solution of a case."""
    name, path = f"solution-{case.key}", request.app.state.door.base
    if wanted:
        answer.set_cookie(name, case.seal, path=path, httponly=True, samesite="lax")
    else:
        answer.delete_cookie(name, path=path, httponly=True, samesite="lax")


async def form_of(request: Request) -> dict[str, str]:
    """The fields that a form of a page sends; of a field that was sent twice, the last.

    Raises:
        HTTPException: if it has more fields than any of our forms.
    """
    sent = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(sent, max_num_fields=_MOST_FIELDS))
    except ValueError:
        raise HTTPException(400, f"More than {_MOST_FIELDS} fields are not read.\n") from None


def editor_link(editor: str, path: str, line: int = 1, column: int = 1) -> str:
    """The address that opens a place of a file in an editor; empty without one."""
    return f"{editor}://file{quote(os.fsencode(path))}:{line}:{column}" if editor else ""
