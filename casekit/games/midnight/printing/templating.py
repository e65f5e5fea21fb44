"""The game's own drawings, from templates."""

from functools import cache
from pathlib import Path
from typing import Any

from casekit.asking.pages.web_page import fill_in


def drawn_from(template: str, **values: Any) -> str:
    """Fill in a template. Values are escaped unless they are ``Markup``, and nothing in them stays hidden."""
    return fill_in(template, "casekit.games.midnight", **values)


@cache
def text_of(template: str) -> str:
    """A template as it was written, to be filled in elsewhere."""
    return (Path(__file__).parents[1] / "templates" / template).read_text(encoding="utf-8")
