"""The game's own drawings: a liner from ahead for the title page, one under the moon and an emblem for each case."""

from functools import cache
from pathlib import Path

from casekit.asking.pages.web_page import fill_in
from casekit.games.colours import shades
from casekit.print.content.rays import rays


def cover(accent: str) -> str:
    """A liner seen from ahead, as SVG, in shades of a colour."""
    return _render("cover.svg", accent=accent, shades=shades(accent))


def scene(accent: str, number: int) -> str:
    """A liner under the moon, as SVG. The moon wanders with the case's number."""
    return _render("scene.svg", accent=accent, shades=shades(accent), moon=60 + number * 47 % 120)


def emblem(accent: str, number: int) -> str:
    """A small drawing for the case of a number, as SVG: no two of a booklet of up to 24 cases have the same."""
    return _render("emblem.svg", accent=accent, number=number)


def _render(template: str, **values: object) -> str:
    return fill_in(template, "casekit.games.midnight", rays=rays, **values)


@cache
def text_of(template: str) -> str:
    """A template as it was written, to be filled in elsewhere."""
    return (Path(__file__).parents[1] / "templates" / template).read_text(encoding="utf-8")
