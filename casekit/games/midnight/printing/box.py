"""The contents of the box beside the booklets: ``piece(name, edition, look)`` by the name it is asked for."""

from casekit.games.colours import accent_of
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.printing import accessories
from casekit.games.midnight.printing.booklet_text import sheet
from casekit.print.content.pieces import Look, Piece


def piece(name: str, edition: Edition, look: Look) -> Piece:
    """The piece of an edition that is called so.

    Raises:
        ValueError: if there is none, as there are no cards of an edition without a deck.
    """
    deck, accent, paper = edition.events, accent_of(look.colour), look.paper
    match name:
        case "sheet":
            return sheet(edition, paper=paper, span=look.span)
        case "flap":
            return accessories.flap(
                edition, look.title, accent=accent, booklet_paper=look.booklet_paper, paper=paper
            )
        case "stickers":
            return accessories.stickers(edition, accent=accent, paper=paper)
        case "plan":
            return accessories.plan(edition, accent=accent, paper=paper)
        case "cards" if deck is not None:
            return accessories.cards(edition, deck, accent=accent, paper=paper)
    raise ValueError(f"there is no {name} of this edition")
