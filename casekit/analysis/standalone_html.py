"""Web pages that need nothing else: templates filled in, fonts and all, in ``templates/page.html``."""

from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from casekit.diagnostics.invisible_characters import visible

_OWN_PACKAGE = __package__


def render_page(template: str, package: str = _OWN_PACKAGE, **values: Any) -> str:
    """Fill in a template that extends ``page.html``, of a package that may be a game's.

    Values are escaped unless they are ``Markup``, and nothing in them stays hidden. The page holds all it
    needs, its fonts too.
    """
    from casekit.print.typesetting.fonts import FAMILY, embedded_faces  # noqa: PLC0415 - others have a server

    page_without_fonts = fill_in(template, package, **values, family=FAMILY, faces="")
    letters = "".join(sorted(set(page_without_fonts)))
    faces = embedded_faces(letters)
    return fill_in(template, package, **values, family=FAMILY, faces=faces)


def static_script(name: str) -> str:
    """A script of the package as pages hold it between their tags; nothing of a case is filled in."""
    return f"\n{fill_in(name)}"


def fill_in(template: str, package: str = _OWN_PACKAGE, **values: Any) -> str:
    """Fill in a template of a package; values are escaped unless they are ``Markup``, and none is hidden."""
    return visible(_environment(package).get_template(template).render(values))


def coded(text: str) -> Markup:
    """A sentence of a finding, escaped; what is between backticks is code: "write <code>==</code> here"."""
    parts = text.split("`")
    backticks = len(parts) - 1
    if backticks % 2:
        return escape(text)
    html = Markup("")
    for index, part in enumerate(parts):
        is_code = index % 2 == 1
        html += Markup("<code>{}</code>").format(part) if is_code else part
    return html


@cache
def _environment(package: str) -> Environment:
    """The templates of a package; those that it does not have are this package's."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader(_OWN_PACKAGE)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["coded"] = coded
    return environment
