"""What lies in the box beside the booklets: ``piece(name, edition, deck, look)`` by the name it is asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from casekit.diagnostics import Span
from casekit.games.midnight import accessories
from casekit.games.midnight.deck import Deck
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.pages import sheet
from casekit.print.booklet import Printed
from casekit.print.cards import print_cards, wanted_cards
from casekit.print.flap import print_flap, wanted_flap
from casekit.print.sheet import print_sheet, wanted_sheet
from casekit.print.ship_plan import print_plan, wanted_plan
from casekit.print.stickers import print_stickers, wanted_stickers
from casekit.print.variants import Variant
from casekit.print.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Look:
    """A booklet's title, colour (``#rrggbb``), paper and place, and the paper that other things are printed on."""

    title: str
    accent: str
    booklet_paper: str
    paper: str
    span: Span


@dataclass(frozen=True, slots=True)
class Piece:
    """Something in the box: how it is printed in a variant, and what its file should be then."""

    print: Callable[[Variant], Printed]
    wanted: Callable[[Variant], Wanted]


def piece(name: str, edition: Edition, deck: Deck | None, look: Look) -> Piece:
    """The piece of an edition that is called so.

    Raises:
        ValueError: if there is none, as there are no cards of an edition without a deck.
    """
    accent, paper = look.accent, look.paper
    match name:
        case "sheet":
            content = sheet(edition, paper=paper, span=look.span)
            return Piece(partial(print_sheet, content), lambda _: wanted_sheet(content))
        case "flap":
            flap = accessories.flap(
                edition, look.title, accent=accent, booklet_paper=look.booklet_paper, paper=paper
            )
            return Piece(partial(print_flap, flap), lambda _: wanted_flap(flap))
        case "stickers":
            stickers = accessories.stickers(edition, accent=accent, paper=paper)
            return Piece(partial(print_stickers, stickers), lambda _: wanted_stickers(stickers))
        case "plan":
            plan = accessories.plan(edition, accent=accent, paper=paper)
            return Piece(partial(print_plan, plan), lambda _: wanted_plan(plan))
        case "cards" if deck is not None:
            cards = accessories.cards(edition, deck, accent=accent, paper=paper)
            return Piece(partial(print_cards, cards), partial(wanted_cards, cards))
    raise ValueError(f"there is no {name} of this edition")
