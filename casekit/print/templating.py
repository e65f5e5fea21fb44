"""The page templates of this package, filled in."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from casekit.print.lettering import balanced


def render(template: str, **values: Any) -> str:
    """Fill in a template. Values are escaped unless they are ``Markup``."""
    return _environment().get_template(template).render(values)


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
    return environment
