"""The game's web pages, filled in: ``templates/page.html`` is the frame that all of them share."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from casekit.print.faces import FAMILY, embedded


def render_page(template: str, **values: Any) -> str:
    """Fill in a template that extends ``page.html``.

    Values are escaped unless they are ``Markup``. The page holds all it needs, its fonts too.
    """
    page = _environment().get_template(template)
    written = page.render(values, family=FAMILY, faces="")
    return page.render(values, family=FAMILY, faces=embedded("".join(sorted(set(written)))))


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("casekit.games.midnight"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
