"""What lies in the box beside booklets and sheets, printed: ``PRINTERS[name](edition, deck, look)``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from casekit.games.midnight import accessories
from casekit.games.midnight.deck import Deck
from casekit.games.midnight.edition import Edition
from casekit.print.booklet import Printed
from casekit.print.cards import print_cards
from casekit.print.flap import print_flap
from casekit.print.ship_plan import print_plan
from casekit.print.stickers import print_stickers


@dataclass(frozen=True, slots=True)
class Look:
    """A booklet's title, colour (``#rrggbb``) and paper, and the paper that other things are printed on."""

    title: str
    accent: str
    booklet_paper: str
    paper: str


def _flap(edition: Edition, deck: Deck | None, look: Look) -> Printed:
    del deck
    return print_flap(
        accessories.flap(
            edition, look.title, accent=look.accent, booklet_paper=look.booklet_paper, paper=look.paper
        )
    )


def _cards(edition: Edition, deck: Deck | None, look: Look) -> Printed:
    if deck is None:
        raise ValueError("an edition without a deck has no cards")
    return print_cards(accessories.cards(edition, deck, accent=look.accent, paper=look.paper))


def _stickers(edition: Edition, deck: Deck | None, look: Look) -> Printed:
    del deck
    return print_stickers(accessories.stickers(edition, accent=look.accent, paper=look.paper))


def _plan(edition: Edition, deck: Deck | None, look: Look) -> Printed:
    del deck
    return print_plan(accessories.plan(edition, accent=look.accent, paper=look.paper))


PRINTERS: Mapping[str, Callable[[Edition, Deck | None, Look], Printed]] = {
    "flap": _flap,
    "cards": _cards,
    "stickers": _stickers,
    "plan": _plan,
}
