"""Web pages that need nothing else: templates filled in, fonts and all, in ``templates/page.html``."""

from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from casekit.diagnostics.invisible_characters import visible

_HERE = __package__


def render_page(template: str, package: str = _HERE, **values: Any) -> str:
    """Fill in a template that extends ``page.html``, of a package that may be a game's.

    Values are escaped unless they are ``Markup``, and nothing in them stays hidden. The page holds all it
    needs, its fonts too.
    """
    from casekit.print.typesetting.fonts import FAMILY, embedded_faces  # noqa: PLC0415 - others have a server

    written = fill_in(template, package, **values, family=FAMILY, faces="")
    faces = embedded_faces("".join(sorted(set(written))))
    return fill_in(template, package, **values, family=FAMILY, faces=faces)


def static_script(name: str) -> str:
    """A script of the package as pages hold it between their tags; nothing of a case is filled in."""
    return f"\n{fill_in(name)}"


def fill_in(template: str, package: str = _HERE, **values: Any) -> str:
    """Fill in a template of a package; values are escaped unless they are ``Markup``, and none is hidden."""
    return visible(_environment(package).get_template(template).render(values))


def coded(text: str) -> Markup:
    """A sentence of a finding, escaped; what is between backticks is code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup().join(
        Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts)
    )


@cache
def _environment(package: str) -> Environment:
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader(_HERE)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["coded"] = coded
    return made
