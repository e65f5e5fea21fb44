"""The words of a job ticket, in the languages that the fixed words of pages are known in: the same for every game.

A game adds what is to be done with each of its products.
"""

from collections.abc import Mapping
from dataclasses import replace

from casekit.print.ticket import Terms

_TERMS = {
    "en": Terms(
        title="{}: files for the print shop",
        one="{} page of {} x {} mm",
        pages="{} pages of {} x {} mm",
        black="black ink",
        coloured="cyan, magenta, yellow and black ink",
        facts="{}; {}",
        all="All files are PDF/X-4 for {}, with 3 mm of bleed, TrimBox, BleedBox and crop marks."
        " Fonts are embedded. Please do not scale them.",
        uses={
            "booklet": "Booklet, to be bound at the left edge: stapled in the fold, or glued if it is too thick for that."
            " The last pages are upside down on purpose.",
            "cover": "One side, on cover stock: back, spine and front in one piece, to be creased on both sides of the spine."
            " Its spine is reckoned from the pages and the paper of the booklet.",
        },
    ),
    "de": Terms(
        title="{}: Dateien für die Druckerei",
        one="{} Seite von {} x {} mm",
        pages="{} Seiten von {} x {} mm",
        black="nur Schwarz",
        coloured="Cyan, Magenta, Gelb und Schwarz",
        facts="{}; {}",
        all="Alle Dateien sind PDF/X-4 für {}, mit 3 mm Beschnitt, TrimBox, BleedBox und Schnittmarken."
        " Schriften sind eingebettet. Bitte nicht skalieren.",
        uses={
            "booklet": "Heft, links zu binden: im Falz geheftet oder, wenn es dafür zu dick ist, geklebt."
            " Die letzten Seiten stehen absichtlich auf dem Kopf.",
            "cover": "Einseitig, auf Umschlagkarton: Rückseite, Rücken und Titel in einem Stück, beiderseits des Rückens zu rillen."
            " Der Rücken ist aus Seiten und Papier des Heftes berechnet.",
        },
    ),
    "fr": Terms(
        title="{} : fichiers pour l’imprimeur",
        one="{} page de {} x {} mm",
        pages="{} pages de {} x {} mm",
        black="noir seul",
        coloured="cyan, magenta, jaune et noir",
        facts="{} ; {}",
        all="Tous les fichiers sont en PDF/X-4 pour {}, avec 3 mm de fond perdu, TrimBox, BleedBox et traits de coupe."
        " Les polices sont incorporées. Merci de ne pas les mettre à l’échelle.",
        uses={
            "booklet": "Livret, à relier à gauche : piqué à cheval, ou collé s’il est trop épais."
            " Les dernières pages sont tête-bêche, c’est voulu.",
            "cover": "Recto seul, sur carte de couverture : dos, tranche et plat d’une seule pièce, à rainer de part et d’autre de la tranche."
            " La tranche est calculée d’après les pages et le papier du livret.",
        },
    ),
}

LANGUAGES = tuple(_TERMS)
"""The languages that fixed words are known in."""


def spoken(language: str) -> str:
    """The one of ``LANGUAGES`` that pages in a language with a tag such as ``fr-CA`` use: English if it is unknown."""
    known = language.partition("-")[0].lower()
    return known if known in LANGUAGES else "en"


def ticket_terms(language: str, uses: Mapping[str, str]) -> Terms:
    """The words of a ticket in one of ``LANGUAGES``; ``uses`` say of each product but the booklet what to do with it."""
    terms = _TERMS[language]
    return replace(terms, uses={**terms.uses, **uses})


def ticket_titles() -> tuple[str, ...]:
    """How job tickets begin, in all languages; ``{}`` stands for the title."""
    return tuple(terms.title for terms in _TERMS.values())
