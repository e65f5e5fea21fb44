"""The pieces of an edition beside booklets and sheets: cards, flap, stickers and plan, as page content."""

from dataclasses import replace
from itertools import groupby

from casekit.diagnostics import Span
from casekit.games.bindings import accent_of, shades
from casekit.games.midnight.edition import PLAYERS, Deck, Edition
from casekit.games.midnight.printing.booklet_text import lettered, sheet, text_of, token_drawing, words_of
from casekit.games.midnight.printing.illustrations import drawing_of
from casekit.games.midnight.printing.rules_leaflet import leaflet, turn_cards
from casekit.language.data.toml import place_in
from casekit.print.content import pieces
from casekit.print.content.artwork import picture_url
from casekit.print.content.pieces import Look, Piece
from casekit.print.text.prose import label

COPIES = 4
"""The stickers of each letter: two for both sides of a pawn, and as many in case of loss or wear (rulebook, contents)."""

PIECE = (17.5, 35.0, 9.0)
"""Width and height of a piece, and how long its foot is, in millimetres."""
_MARGINS = pieces.Surroundings(left=14.0, right=30.0, top=32.0, bottom=6.0)
_BEHIND = """\
<image x="-14" y="-32" width="{{{{ drawing.width + 44 }}}}" height="{{{{ drawing.height + 38 }}}}" preserveAspectRatio="none" href="{}"/>\
"""
"""The drawing of an edition under the rooms, stretched over their margins."""


def cards(edition: Edition, deck: Deck, *, accent: str, paper: str) -> pieces.Cards:
    """The content of the event cards, in the order of the deck's file."""
    edition = lettered(edition)
    words = words_of(edition)
    return pieces.Cards(
        title=edition.title,
        label=words["purser"],
        back=words["event"],
        cards=tuple(
            pieces.Card(
                card.zone, card.title, card.flavour, card.effect, place_in(deck.source, ("cards", index))
            )
            for index, card in enumerate(deck.cards)
        ),
        floor_plan=ship_of(edition),
        palette=palette(accent),
        language=edition.language,
        paper=paper,
        span=deck.source.whole(),
    )


def flap(edition: Edition, title: str, *, accent: str, booklet_paper: str, paper: str) -> pieces.Flap:
    """The content of the flap for a booklet of this title and paper."""
    words = words_of(edition)
    return pieces.Flap(
        title=label(title, edition.language),
        use=words["flap"],
        palette=palette(accent),
        language=edition.language,
        booklet_paper=booklet_paper,
        paper=paper,
        span=_place(edition),
    )


def stickers(edition: Edition, *, accent: str, paper: str) -> pieces.Stickers:
    """The letters of the suspects."""
    return pieces.Stickers(
        title=words_of(edition)["stickers"],
        letters=tuple(suspect.letter for suspect in edition.suspects),
        copies=COPIES,
        palette=palette(accent),
        language=edition.language,
        paper=paper,
        span=_place(edition),
    )


def plan(edition: Edition, *, accent: str, paper: str) -> pieces.PlanPage:
    """The edition's ship with all its zones and locations."""
    edition = lettered(edition)
    words = words_of(edition)
    return pieces.PlanPage(
        title=edition.title or words["plan"],
        subtitle=words["plan"] if edition.title else "",
        floor_plan=ship_of(edition),
        door=words["door"],
        stairs=words["stairs"],
        passage=words["passage"],
        palette=palette(accent),
        language=edition.language,
        paper=paper,
        span=_place(edition),
        entries="zones and locations",
    )


def track(edition: Edition, *, accent: str, paper: str) -> pieces.TrackPage:
    """The track, the places of cards and tokens, and what players begin with."""
    edition = lettered(edition)
    figures, words = edition.table, words_of(edition)
    names = {zone.number: zone.name for zone in edition.zones}
    marks = ["" for _ in range(figures.port)]
    for space, group in groupby(sorted(zip(figures.ship, PLAYERS, strict=True)), key=lambda pair: pair[0]):
        if 0 < space < figures.port:
            marks[space - 1] = words["for_players"].format(", ".join(str(players) for _, players in group))
    rows = zip(PLAYERS, figures.ship, figures.buoys, strict=True)
    return pieces.TrackPage(
        title=edition.title or words["plan"],
        subtitle=words["track"],
        spaces=(*marks[:-1], words["port"]),
        places=(words["event_deck"], words["round_event"]),
        store=words["store"],
        rows=(
            (words["players"], words["begins_on"], words["each_has"]),
            *(tuple(map(str, row)) for row in rows),
        ),
        notes=(
            words["begin_in"].format(", ".join(map(str, figures.start))),
            words["reveal_in"].format(figures.revelations, names.get(figures.revelations, "")),
            words["beside"],
        ),
        palette=palette(accent),
        language=edition.language,
        paper=paper,
        span=_place(edition),
    )


def pieces_of(edition: Edition, *, accent: str, paper: str) -> pieces.CutSheet:
    """The pieces of the board: suspects, detectives, ship and purser to be folded, buoys and a disc as tokens."""
    words = words_of(edition)

    def token(name: str, called: str) -> pieces.Face:
        return pieces.Face("", called, drawing=token_drawing(edition, name, accent))

    most = max(players * each for players, each in zip(PLAYERS, edition.table.buoys, strict=True))
    return pieces.CutSheet(
        title=label(edition.title, edition.language) or words["pieces"],
        faces=(
            *(pieces.Face(each.letter, each.name) for each in edition.suspects),
            *(pieces.Face(str(seat), words["detective"], dark=True) for seat in range(1, max(PLAYERS) + 1)),
            token("ship", words["ship"]),
            token("purser", words["purser"]),
        ),
        tokens=(*(token("buoy", words["buoy"]) for _ in range(most)), token("moved", words["moved"])),
        width=PIECE[0],
        height=PIECE[1],
        foot=PIECE[2],
        palette=palette(accent),
        language=edition.language,
        paper=paper,
        span=_place(edition),
    )


def ship_of(edition: Edition) -> pieces.FloorPlan:
    """The zones of an edition as rooms. Decks are in the order in which zones name them, the uppermost first."""
    decks: dict[str, list[pieces.Room]] = {}
    for zone in edition.zones:
        places = sorted((at for at in edition.locations if at.zone == zone.number), key=lambda at: at.number)
        listed = tuple(pieces.Spot(f"{at.number:02}", at.name) for at in places)
        decks.setdefault(zone.deck, []).append(pieces.Room(zone.number, zone.name, listed))
    ways = {
        (min(zone.number, way), max(zone.number, way))
        for zone in edition.zones
        for way in zone.ways
        if way != zone.number
    }
    return pieces.FloorPlan(
        tuple(pieces.Floor(name, tuple(rooms)) for name, rooms in decks.items()),
        tuple(sorted(ways)),
        _around(edition),
    )


def _around(edition: Edition) -> pieces.Surroundings:
    """The edition's own drawing around the rooms, or the hull of a ship, and the sea below."""
    own = drawing_of(edition, edition.drawings.plan)
    if own is not None:
        return replace(_MARGINS, drawing=_BEHIND.format(picture_url(own)), depth=_MARGINS.bottom + 1)
    return replace(_MARGINS, drawing=text_of("ship.svg"), depth=12.0, ground=text_of("sea.svg"))


def palette(accent: str) -> pieces.Palette:
    """The shades in which everything in a colour is printed."""
    return pieces.Palette(accent, **shades(accent))


def _place(edition: Edition) -> Span:
    return Span(str(edition.file or "edition.toml"))


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
            return flap(edition, look.title, accent=accent, booklet_paper=look.booklet_paper, paper=paper)
        case "stickers":
            return stickers(edition, accent=accent, paper=paper)
        case "plan":
            return plan(edition, accent=accent, paper=paper)
        case "track":
            return track(edition, accent=accent, paper=paper)
        case "pieces":
            return pieces_of(edition, accent=accent, paper=paper)
        case "rules":
            return leaflet(edition, look, palette(accent))
        case "turn":
            return turn_cards(edition, look, palette(accent))
        case "cards" if deck is not None:
            return cards(edition, deck, accent=accent, paper=paper)
    raise ValueError(f"there is no {name} of this edition")
