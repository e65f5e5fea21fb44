"""The fixed words on the pages of the game, in the languages an edition may be written in, and its own drawings."""

from functools import cache

from casekit.games.colours import shades
from casekit.games.ticket_words import ticket_terms
from casekit.print.content.rays import rays
from casekit.print.ticket import Terms
from casekit.resources import Words, text, words

PAGES = "games/midnight/words/pages.toml"


def words_of(language: str) -> Words:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return words(PAGES, language)


def phrases_of(language: str) -> Words:
    """The phrases of a review, likewise."""
    return words("games/midnight/words/review.toml", language)


def questions_of(language: str) -> tuple[tuple[str, str], ...]:
    """The three questions of the game as the deduction sheet has them."""
    return tuple((each, words_of(language)[each]) for each in ("culprit", "motive", "method"))


def ticket(language: str) -> Terms:
    """The words of a job ticket."""
    return ticket_terms(language, words_of(language)["uses"])


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
    from casekit.asking.pages.web_page import fill_in  # noqa: PLC0415 - reviews have words and no drawings

    return fill_in(template, "casekit.games.midnight", rays=rays, **values)


@cache
def text_of(template: str) -> str:
    """A template as it was written, to be filled in elsewhere."""
    return text(f"games/midnight/templates/{template}")
