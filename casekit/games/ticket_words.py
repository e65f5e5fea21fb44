"""The words of a job ticket, in the languages that the fixed words of pages are known in: the same for every game.

A game adds what is to be done with each of its products.
"""

from collections.abc import Mapping

from casekit.print.content.papers import Terms
from casekit.resources import spoken, words

BOOKLETS = "games/words/booklets.toml"

LANGUAGES = ("en", "de", "fr")
"""The languages that fixed words are known in."""


def ticket_terms(language: str, uses: Mapping[str, str]) -> Terms:
    """The words of a ticket in a language; ``uses`` say of each product but booklet and cover what to do with it."""
    table = {name: each for name, each in words(BOOKLETS, language).items() if name != "imprint"}
    return Terms(**table | {"uses": {**table["uses"], **uses}})


def ticket_titles() -> tuple[str, ...]:
    """How job tickets begin, in all languages; ``{}`` stands for the title."""
    return tuple(table["title"] for table in spoken(BOOKLETS).values())
