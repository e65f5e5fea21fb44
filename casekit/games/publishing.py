"""The page of a booklet that says who made it, in the languages that the fixed words of pages are known in."""

from casekit.games.bindings import Imprint
from casekit.games.ticket_words import BOOKLETS
from casekit.print.text.prose import label
from casekit.resources import words as words_in


def imprint_of(imprint: Imprint, isbn: str, language: str) -> tuple[str, ...]:
    """The paragraphs of an imprint page, in the order in which they are printed; none if there is nothing to say."""
    words = words_in(BOOKLETS, language)["imprint"]
    year = str(imprint.year) if imprint.year else ""
    published = ""
    if imprint.publisher:
        form = words["published_in"] if year else words["published"]
        published = form.format(imprint.publisher, year)
    told = (
        *imprint.credits,
        published or year,
        imprint.printing,
        words["printed"].format(imprint.printer) if imprint.printer else "",
        imprint.rights,
        f"ISBN {isbn}" if isbn else "",
    )
    return tuple(label(text, language) for text in told if text.strip())
