"""The words of a job ticket and of an imprint page, in the languages that the fixed words of pages are known in: the same for every game.

A game adds what is to be done with each of its products.
"""

from collections.abc import Mapping
from dataclasses import replace

from casekit.games.bindings import Imprint
from casekit.print.content.papers import Terms
from casekit.print.text.prose import label
from casekit.resources import spoken, words

BOOKLETS = "games/words/booklets.toml"

LANGUAGES = ("en", "de", "fr")
"""The languages that fixed words are known in."""


def ticket_terms(language: str, uses: Mapping[str, str]) -> Terms:
    """The words of a ticket in a language; ``uses`` say of each product but booklet and cover what to do with it."""
    table = {name: each for name, each in words(BOOKLETS, language).items() if name not in {"imprint", "box"}}
    return Terms(**table | {"uses": {**table["uses"], **uses}})


def box_terms(terms: Terms, language: str) -> Terms:
    """The words of the list of what goes into a box: how often each thing is printed and what is done with it, as a game or its ticket says."""
    box = words(BOOKLETS, language)["box"]
    uses = {**terms.uses, "booklet": box["booklet"]}
    told = {kind: terms.often.get(kind, f"{box['once']} {use}") for kind, use in uses.items()}
    return replace(terms, title=box["title"], facts="{}", sheets=box["sheets"], all=box["all"], uses=told)


def ticket_titles() -> tuple[str, ...]:
    """How job tickets and lists of boxes begin, in all languages; ``{}`` stands for the title."""
    return tuple(each["title"] for table in spoken(BOOKLETS).values() for each in (table, table["box"]))


def imprint_of(imprint: Imprint, isbn: str, language: str) -> tuple[str, ...]:
    """The paragraphs of an imprint page, in the order in which they are printed; none if there is nothing to say."""
    said = words(BOOKLETS, language)["imprint"]
    year = str(imprint.year) if imprint.year else ""
    published = ""
    if imprint.publisher:
        form = said["published_in"] if year else said["published"]
        published = form.format(imprint.publisher, year)
    told = (
        *imprint.credits,
        published or year,
        imprint.printing,
        said["printed"].format(imprint.printer) if imprint.printer else "",
        imprint.rights,
        f"ISBN {isbn}" if isbn else "",
    )
    return tuple(label(text, language) for text in told if text.strip())
