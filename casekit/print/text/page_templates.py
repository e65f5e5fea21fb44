"""The page templates of this package, filled in."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from casekit.diagnostics.hidden import visible
from casekit.print.text.glyphs import balanced, fitted


def render_template(template: str, **values: Any) -> str:
    """Fill in a template. Values are escaped unless they are ``Markup``, and nothing in them stays hidden."""
    return visible(_environment().get_template(template).render(values))


def render_styles(*sheets: str, **values: Any) -> Markup:
    """Fill in style sheets with numbers and colours, which follow the faces of the fonts."""
    return Markup("".join(render_template(sheet, **values) for sheet in ("fonts.css", *sheets)))  # noqa: S704 -- no words of a user


def render_text(template: str, /, **values: Any) -> Markup:
    """Fill in a template that came with page content, such as a game's drawing."""
    return Markup(_environment().from_string(template).render(values))  # noqa: S704 -- drawings are made by casekit


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("casekit.print"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["balanced"] = balanced
    environment.filters["fitted"] = fitted
    environment.filters["drawing"] = Markup
    return environment
