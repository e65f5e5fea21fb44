"""Pages from templates: what every page of the local server has around it."""

from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from casekit.diagnostics.hidden import visible

if TYPE_CHECKING:
    from casekit.web.web_view import WebView
    from casekit.web.workshop import ServedCase, Workshop


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
    address begins with. Values are escaped unless they are ``Markup``, and nothing in them stays hidden.
    """
    workshop: Workshop = request.app.state.workshop
    views: tuple[WebView, ...] = request.app.state.views
    filled = (
        environment()
        .get_template(template)
        .render(
            base=request.app.state.door.base,
            view=view,
            case=case,
            cases=workshop.cases,
            case_views=[each for each in views if each.of_a_case],
            other_views=[each for each in views if not each.of_a_case],
            **values,
        )
    )
    return HTMLResponse(visible(filled), status)


@cache
def environment() -> Environment:
    """The templates of the local server."""
    return Environment(
        loader=PackageLoader("casekit.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
