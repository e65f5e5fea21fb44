"""The page of a booklet that says who made it, in the languages that the fixed words of pages are known in."""

from dataclasses import dataclass

from casekit.games.bindings import Imprint
from casekit.games.ticket_words import spoken
from casekit.print.text.prose import label


@dataclass(frozen=True, slots=True)
class _Words:
    published: str
    published_in: str
    printed: str


_WORDS = {
    "en": _Words("Published by {}", "Published by {}, {}", "Printed by {}"),
    "de": _Words("Erschienen bei {}", "Erschienen bei {}, {}", "Druck: {}"),
    "fr": _Words("Édité par {}", "Édité par {}, {}", "Imprimé par {}"),
}


def imprint_of(imprint: Imprint, isbn: str, language: str) -> tuple[str, ...]:
    """The paragraphs of an imprint page, in the order in which they are printed; none if there is nothing to say."""
    words = _WORDS[spoken(language)]
    year = str(imprint.year) if imprint.year else ""
    published = ""
    if imprint.publisher:
        form = words.published_in if year else words.published
        published = form.format(imprint.publisher, year)
    told = (
        *imprint.credits,
        published or year,
        imprint.printing,
        words.printed.format(imprint.printer) if imprint.printer else "",
        imprint.rights,
        f"ISBN {isbn}" if isbn else "",
    )
    return tuple(label(text, language) for text in told if text.strip())
