"""What is printed of an edition beside booklets and sheets: cards, flap, stickers and plan, as page content."""

from casekit.diagnostics import Span
from casekit.games.midnight.deck import Deck
from casekit.games.midnight.drawings import shades
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.lettering import lettered
from casekit.games.midnight.load import place_in
from casekit.games.midnight.words import words_of
from casekit.print import accessories, ship
from casekit.print.prose import label

COPIES = 4
"""Of each letter there are two for both sides of a pawn, and as many in case of loss or wear (rulebook, contents)."""


def cards(edition: Edition, deck: Deck, *, accent: str, paper: str) -> accessories.Cards:
    """The content of the event cards, in the order of the deck's file."""
    edition = lettered(edition)
    words = words_of(edition.language)
    return accessories.Cards(
        title=edition.title,
        label=words.purser,
        back=words.event,
        cards=tuple(
            accessories.Card(
                card.zone, card.title, card.flavour, card.effect, place_in(deck.source, ("cards", index))
            )
            for index, card in enumerate(deck.cards)
        ),
        ship=ship_of(edition),
        palette=palette(accent),
        language=edition.language,
        paper=paper,
        span=deck.source.whole(),
    )


def flap(edition: Edition, title: str, *, accent: str, booklet_paper: str, paper: str) -> accessories.Flap:
    """The content of the flap for a booklet of this title and paper."""
    words = words_of(edition.language)
    return accessories.Flap(
        title=label(title, edition.language),
        use=words.flap,
        palette=palette(accent),
        language=edition.language,
        booklet_paper=booklet_paper,
        paper=paper,
        span=_place(edition),
    )


def stickers(edition: Edition, *, accent: str, paper: str) -> accessories.Stickers:
    """The letters of the suspects."""
    return accessories.Stickers(
        title=words_of(edition.language).stickers,
        letters=tuple(suspect.letter for suspect in edition.suspects),
        copies=COPIES,
        palette=palette(accent),
        language=edition.language,
        paper=paper,
        span=_place(edition),
    )


def plan(edition: Edition, *, accent: str, paper: str) -> accessories.Plan:
    """The edition's ship with all its zones and locations."""
    edition = lettered(edition)
    words = words_of(edition.language)
    return accessories.Plan(
        title=edition.title or words.plan,
        subtitle=words.plan if edition.title else "",
        ship=ship_of(edition),
        door=words.door,
        stairs=words.stairs,
        passage=words.passage,
        palette=palette(accent),
        language=edition.language,
        paper=paper,
        span=_place(edition),
    )


def ship_of(edition: Edition) -> ship.Ship:
    """The zones of an edition as rooms. Decks stand in the order in which zones name them, the uppermost first."""
    decks: dict[str, list[ship.Room]] = {}
    for zone in edition.zones:
        places = sorted((at for at in edition.locations if at.zone == zone.number), key=lambda at: at.number)
        listed = tuple(ship.Place(f"{at.number:02}", at.name) for at in places)
        decks.setdefault(zone.deck, []).append(ship.Room(zone.number, zone.name, listed))
    ways = {
        (min(zone.number, way), max(zone.number, way))
        for zone in edition.zones
        for way in zone.ways
        if way != zone.number
    }
    return ship.Ship(
        tuple(ship.Deck(name, tuple(rooms)) for name, rooms in decks.items()), tuple(sorted(ways))
    )


def palette(accent: str) -> accessories.Palette:
    """The shades in which everything in a colour is printed."""
    return accessories.Palette(accent, **shades(accent))


def _place(edition: Edition) -> Span:
    return Span(str(edition.file or "edition.toml"))
