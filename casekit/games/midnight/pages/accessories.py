"""The pieces of an edition beside booklets, as page content: cards, flap, stickers, plan, track and pawns.

``piece`` gives any of them by the name of its product, also those of ``rules_leaflet.py``.
"""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import TypedDict

from casekit.diagnostics import Span
from casekit.games.midnight.board_figures import PLAYERS, TableFigures
from casekit.games.midnight.document import Edition
from casekit.games.midnight.pages.booklet import sheet, words_of
from casekit.games.midnight.pages.drawings import palette, token_drawing
from casekit.games.midnight.pages.edition_look import drawing_of
from casekit.games.midnight.pages.path_table import with_typographic_names
from casekit.games.midnight.pages.rules_leaflet import leaflet, turn_cards
from casekit.kit.edition_settings import accent_of
from casekit.language.data.toml import place_in
from casekit.print.content import artwork, pieces
from casekit.prose.markup import typographic
from casekit.resources import Words, text
from casekit.values import replace

STICKERS_OF_A_LETTER = 4
"""The stickers of each letter (rulebook, contents).

There are two for both sides of a pawn, and as many in case of loss or wear.
"""

PIECE_WIDTH_MM = 17.5
PIECE_HEIGHT_MM = 35.0
PIECE_FOOT_MM = 9.0
"""How long the foot of a piece is."""

_PLAN_MARGINS = pieces.Surroundings(left=14.0, right=30.0, top=32.0, bottom=6.0)
_DEPTH_BELOW_ROOMS_MM = 1.0
"""How far walls, or the drawing of an edition, go on below the margin under the rooms."""
_DEPTH_OF_SHIP_MM = 12.0

_DRAWING_UNDER_ROOMS = """\
<image x="-14" y="-32" width="{{{{ drawing.width + 44 }}}}" height="{{{{ drawing.height + 38 }}}}" preserveAspectRatio="none" href="{}"/>\
"""
"""The drawing of an edition under the rooms, stretched over their margins (``_PLAN_MARGINS``)."""
_TEMPLATES = "games/midnight/templates"


def cards(edition: Edition, look: pieces.PrintOptions) -> pieces.Cards:
    """The content of the event cards, in the order of the deck's file; it is for editions that have one."""
    edition, deck = with_typographic_names(edition), edition.events
    if deck is None:
        raise ValueError("there are no cards of this edition")
    words = words_of(edition)
    printed_cards = []
    for index, card in enumerate(deck.cards):
        place = place_in(deck.source, ("cards", index))
        printed_cards.append(pieces.Card(card.zone, card.title, card.flavour, card.effect, place))
    return pieces.Cards(
        title=edition.title,
        label=words["purser"],
        back=words["event"],
        cards=tuple(printed_cards),
        floor_plan=floor_plan_of(edition),
        palette=palette(look),
        language=edition.language,
        paper=look.paper,
        span=deck.source.whole(),
    )


def flap(edition: Edition, look: pieces.PrintOptions) -> pieces.Flap:
    """The content of the flap for a booklet of this title and paper."""
    return pieces.Flap(
        title=typographic(look.title, edition.language),
        use=words_of(edition)["flap"],
        booklet_paper=look.booklet_paper,
        has_waves=edition.is_aboard,
        **_common_fields(edition, look),
    )


def stickers(edition: Edition, look: pieces.PrintOptions) -> pieces.Stickers:
    """The letters of the suspects."""
    return pieces.Stickers(
        title=words_of(edition)["stickers"],
        letters=tuple(suspect.letter for suspect in edition.suspects),
        copies=STICKERS_OF_A_LETTER,
        **_common_fields(edition, look),
    )


def plan(edition: Edition, look: pieces.PrintOptions) -> pieces.PlanPage:
    """The edition's ship with all its zones and locations."""
    edition = with_typographic_names(edition)
    words = words_of(edition)
    return pieces.PlanPage(
        title=edition.title or words["plan"],
        subtitle=words["plan"] if edition.title else "",
        floor_plan=floor_plan_of(edition),
        door=words["door"],
        stairs=words["stairs"],
        passage=words["passage"],
        **_common_fields(edition, look),
        entries="zones and locations",
    )


def track(edition: Edition, look: pieces.PrintOptions) -> pieces.TrackPage:
    """The track, the places of cards and tokens, and what players begin with."""
    edition = with_typographic_names(edition)
    figures, words = edition.table, words_of(edition)
    zone_names = {zone.number: zone.name for zone in edition.zones}
    rows = [*zip(PLAYERS, figures.ship, figures.buoys, strict=True)]
    return pieces.TrackPage(
        title=edition.title or words["plan"],
        subtitle=words["track"],
        spaces=(*_marks_beside_track(figures, words)[:-1], words["port"]),
        places=(words["event_deck"], words["round_event"]),
        store=words["store"],
        rows=(
            (words["players"], words["begins_on"], words["each_has"]),
            *(tuple(map(str, row)) for row in rows),
        ),
        notes=(
            words["begin_in"].format(", ".join(map(str, figures.start))),
            words["reveal_in"].format(figures.revelations, zone_names.get(figures.revelations, "")),
            words["beside"],
        ),
        **_common_fields(edition, look),
    )


def _marks_beside_track(figures: TableFigures, words: Words) -> list[str]:
    """For each space of the track the numbers of players whose ship begins there, in words."""
    marks = [""] * figures.port
    starts = sorted(zip(figures.ship, PLAYERS, strict=True))
    for space, starts_there in groupby(starts, key=lambda start: start[0]):
        if 0 < space < figures.port:
            players = ", ".join(str(count) for _, count in starts_there)
            marks[space - 1] = words["for_players"].format(players)
    return marks


def pieces_of(edition: Edition, look: pieces.PrintOptions) -> pieces.CutSheet:
    """The pieces of the board.

    Suspects, detectives, ship and purser are folded; buoys and a disc are tokens.
    """
    words = words_of(edition)

    def drawn_face(drawing: str, name: str) -> pieces.Face:
        return pieces.Face("", name, drawing=token_drawing(edition, drawing, accent_of(look.colour)))

    suspects = [pieces.Face(suspect.letter, suspect.name) for suspect in edition.suspects]
    seats = range(1, max(PLAYERS) + 1)
    detectives = [pieces.Face(str(seat), words["detective"], dark=True) for seat in seats]
    buoys_needed = (players * buoys for players, buoys in zip(PLAYERS, edition.table.buoys, strict=True))
    buoy = drawn_face("buoy", words["buoy"])
    return pieces.CutSheet(
        title=typographic(edition.title, edition.language) or words["pieces"],
        faces=(
            *suspects,
            *detectives,
            drawn_face("ship", words["ship"]),
            drawn_face("purser", words["purser"]),
        ),
        tokens=(*[buoy] * max(buoys_needed), drawn_face("moved", words["moved"])),
        width=PIECE_WIDTH_MM,
        height=PIECE_HEIGHT_MM,
        foot=PIECE_FOOT_MM,
        **_common_fields(edition, look),
    )


def floor_plan_of(edition: Edition) -> pieces.FloorPlan:
    """The zones of an edition as rooms. Decks are in the order in which zones name them, uppermost first."""
    locations = sorted(edition.locations, key=lambda location: location.number)
    decks: dict[str, list[pieces.Room]] = {}
    ways: set[tuple[int, int]] = set()
    for zone in edition.zones:
        places = [location for location in locations if location.zone == zone.number]
        spots = tuple(pieces.Spot(f"{place.number:02}", place.name) for place in places)
        decks.setdefault(zone.deck, []).append(pieces.Room(zone.number, zone.name, spots))
        for way in zone.ways:
            if way != zone.number:
                ways.add((min(zone.number, way), max(zone.number, way)))
    return pieces.FloorPlan(
        tuple(pieces.Floor(name, tuple(rooms)) for name, rooms in decks.items()),
        tuple(sorted(ways)),
        _around(edition),
    )


def _around(edition: Edition) -> pieces.Surroundings:
    """The edition's own drawing around the rooms, or the hull of a ship and the sea below, or walls."""
    drawing = drawing_of(edition, edition.drawings.plan)
    if drawing is None and edition.is_aboard:
        return replace(
            _PLAN_MARGINS,
            drawing=text(f"{_TEMPLATES}/ship.svg"),
            depth=_DEPTH_OF_SHIP_MM,
            ground=text(f"{_TEMPLATES}/sea.svg"),
        )
    if drawing is None:
        markup = text(f"{_TEMPLATES}/walls.svg")
    else:
        markup = _DRAWING_UNDER_ROOMS.format(artwork.picture_url(drawing))
    depth = _PLAN_MARGINS.bottom + _DEPTH_BELOW_ROOMS_MM
    return replace(_PLAN_MARGINS, drawing=markup, depth=depth)


class _CommonFields(TypedDict):
    """The fields that all content in the colour of an edition has."""

    palette: pieces.Palette
    language: str
    paper: str
    span: Span
    """The place of findings."""


def _common_fields(edition: Edition, look: pieces.PrintOptions) -> _CommonFields:
    place = Span(str(edition.file or "edition.toml"))
    return {"palette": palette(look), "language": edition.language, "paper": look.paper, "span": place}


_PIECES: Mapping[str, Callable[[Edition, pieces.PrintOptions], pieces.Piece]] = {
    "sheet": sheet,
    "flap": flap,
    "stickers": stickers,
    "plan": plan,
    "track": track,
    "pieces": pieces_of,
    "rules": leaflet,
    "turn": turn_cards,
    "cards": cards,
}


def piece(name: str, edition: Edition, look: pieces.PrintOptions) -> pieces.Piece:
    """The piece of an edition that is called so.

    Raises:
        ValueError: if there is none, as there are no cards of an edition without a deck.
    """
    if name not in _PIECES:
        raise ValueError(f"there is no {name} of this edition")
    return _PIECES[name](edition, look)
