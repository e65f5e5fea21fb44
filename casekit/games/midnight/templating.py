"""The game's own templates, filled in: drawings, and web pages, whose frame is ``templates/page.html``."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from casekit.print.faces import FAMILY, embedded


def fill_in(template: str, **values: Any) -> str:
    """Fill in a template. Values are escaped unless they are ``Markup``."""
    return _environment().get_template(template).render(values)


def render_page(template: str, **values: Any) -> str:
    """Fill in a template that extends ``page.html``.

    Values are escaped unless they are ``Markup``. The page holds all it needs, its fonts too.
    """
    written = fill_in(template, **values, family=FAMILY, faces="")
    return fill_in(template, **values, family=FAMILY, faces=embedded("".join(sorted(set(written)))))


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("casekit.games.midnight"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
