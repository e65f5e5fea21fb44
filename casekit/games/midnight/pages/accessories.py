"""The pieces of an edition beside booklets, as page content.

They are cards, flap, stickers, plan, track, and the rules (``words/rules.toml``) with the figures, names and
words of the edition.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from string import Template
from typing import Any

from casekit.diagnostics import Span
from casekit.games.midnight.board_figures import (
    CROWDED,
    FALSE_REVELATION,
    FEWEST,
    MOST,
    PLAYERS,
    POINTS,
    REWARDS,
    TRUE_REVELATION,
)
from casekit.games.midnight.document import Edition
from casekit.games.midnight.pages.booklet import cover, lettered, sheet, token_drawing, words_of
from casekit.games.midnight.pages.edition_look import drawing_of, words_for
from casekit.kit.edition_settings import accent_of, shades
from casekit.language.data.toml import place_in
from casekit.print.content import artwork, pieces
from casekit.print.content.leaflet_text import leaflet_page
from casekit.prose.markup import typographic
from casekit.prose.phrasing import listed
from casekit.resources import Words, text
from casekit.values import replace

SMALL: Mapping[str, str] = {"a4": "a5", "letter": "half-letter"}
"""The paper of a leaflet, two pages of which are on a paper to print on."""

_CARD = (65.0, 128.0)


def leaflet(
    edition: Edition, look: pieces.PrintOptions, table: str = "leaflet", **more: str
) -> pieces.Leaflet:
    """The pages of a table of the words, by default those of the rules.

    ``more`` are figures that only these have.
    """
    edition = lettered(edition)
    words = words_for("rules", edition)
    figures = {**figures_of(edition, words), **more}
    rooms = {zone.number: zone.name for zone in edition.zones}
    accent = accent_of(look.colour)
    drawings = {"leaflet": {"cover": cover(edition, accent)}}.get(table, {})
    return pieces.Leaflet(
        title=words["title"].format(edition.title or look.title),
        pages=tuple(
            leaflet_page(_with_figures(text, figures), rooms, drawings.get(name, ""))
            for name, text in words[table].items()
        ),
        accent=accent,
        language=edition.language,
        paper=SMALL[look.paper],
        span=look.span,
    )


def turn_cards(edition: Edition, look: pieces.PrintOptions) -> pieces.CutSheet:
    """The actions of a turn, on a card for each player."""
    edition = lettered(edition)
    words = words_for("rules", edition)
    card, figures = words["card"], figures_of(edition, words)
    lines = tuple(_with_figures(card["lines"], figures).splitlines())
    return pieces.CutSheet(
        title=words["title"].format(edition.title or look.title),
        faces=(pieces.Face(card["kind"], _with_figures(card["name"], figures), card["back"], lines),) * MOST,
        width=_CARD[0],
        height=_CARD[1],
        palette=palette(look),
        language=edition.language,
        paper=look.paper,
        span=look.span,
        line=7.0,
    )


def _with_figures(text: str, figures: Mapping[str, str]) -> str:
    """A text with figures in it; lines with one that an edition does not have are left out."""
    lines = []
    for line in text.splitlines():
        template = Template(line)
        if all(figures[name] for name in template.get_identifiers()):
            lines.append(template.substitute(figures))
    return "\n".join(lines)


def figures_of(edition: Edition, words: Words) -> dict[str, str]:
    """The figures and names of an edition in the texts of ``words/rules.toml``, empty where it has none."""
    table, pages = edition.table, words_of(edition)
    names = {zone.number: zone.name for zone in edition.zones}
    suite = [f"{at.number:02}" for at in edition.locations if at.zone == table.suite]
    places = edition.locations_by_number
    opening = [place.called for number, place in places.items() if number in table.opening]
    topics = [words["topic"].format(topic.name, topic.question) for topic in edition.topics]
    first, second = REWARDS["culprit"], REWARDS["motive"]
    figures: dict[str, object] = {
        "suspects": len(edition.suspects),
        "paths": len(edition.paths),
        "fewest": FEWEST,
        "most": MOST,
        "points": POINTS,
        "crowd": CROWDED,
        "players": " | ".join(map(str, PLAYERS)),
        "ships": " | ".join(map(str, table.ship)),
        "buoys": " | ".join(map(str, table.buoys)),
        "start": listed(map(str, _range(table.start, words["to"])), words["and"]),
        "space": table.port,
        "suite": table.suite if suite else "",
        "body": ", ".join(suite),
        "stage": table.revelations if table.revelations in names else "",
        "stage_name": names.get(table.revelations, ""),
        "opening": listed(opening or [""], words["and"]),
        "wrong": FALSE_REVELATION,
        "right": TRUE_REVELATION,
        "ada": first[0] + second[0] + REWARDS["method"][1] - FALSE_REVELATION,
        "ben": sum(pair[0] for pair in REWARDS.values()) - 2 * TRUE_REVELATION,
        "nobody": pages["accident"],
        "victim": pages["suicide"],
        "topics": "\n".join(topics),
        "topic": edition.topics[0].name if edition.topics else "",
        "name": edition.suspects[0].name if edition.suspects else "",
        **_rewards(pages),
        **_cards(edition, words),
        **_example(edition),
    }
    return {name: str(figure) for name, figure in figures.items()}


def _rewards(pages: Words) -> dict[str, str]:
    """The names of the elements, and the points for each."""
    rewards = {element: pages[element] for element in REWARDS}
    for element, pair in REWARDS.items():
        rewards[f"{element}_points"] = " | ".join(map(str, pair))
    return rewards


def _cards(edition: Edition, words: Words) -> dict[str, str]:
    """The titles of the cards that the deck is stacked by; without a deck how far the ship moves."""
    cards = edition.events.cards if edition.events else ()
    titles = {card.kind: card.title for card in reversed(cards)}
    return {
        "calm": titles.get("calm-sea", ""),
        "full": titles.get("full-speed", ""),
        "crowded": " | ".join(words["in"] if players < CROWDED else words["out"] for players in PLAYERS),
        "spaces": "" if cards else "1",
    }


def _example(edition: Edition) -> dict[str, str]:
    """Two zones that a way joins and a third, with suspects and a place to search, for a turn in pictures."""
    zones = [zone.number for zone in edition.zones if zone.number != edition.table.suite]
    zones = zones or [edition.zones[0].number]
    inner = [number for number in zones if number in edition.table.start] or zones
    ways: list[tuple[int, int]] = []
    for zone in edition.zones:
        ways += [(zone.number, way) for way in zone.ways if way != zone.number]
    here, there = next((way for way in sorted(ways) if {*way} <= {*inner}), (inner[0], inner[-1]))
    far = next((number for number in (*inner, *zones) if number not in {here, there}), there)
    first, second, third = (edition.suspects[at % len(edition.suspects)] for at in range(3))
    return {
        "a": str(here),
        "b": str(there),
        "c": str(far),
        "first": first.letter,
        "second": second.letter,
        "third": third.letter,
        "one": first.name,
        "two": second.name,
        "three": third.name,
        "place": next((at.called for at in edition.locations if at.zone == there), ""),
    }


def _range(numbers: Sequence[int], to: str) -> Sequence[object]:
    """Numbers that follow one another as one text, as in ``4 to 9``; others as they are.

    For none it is an empty text.
    """
    in_a_row = len(numbers) > 1 and list(numbers) == [*range(numbers[0], numbers[-1] + 1)]
    return (f"{numbers[0]} {to} {numbers[-1]}",) if in_a_row else numbers or ("",)


COPIES = 4
"""The stickers of each letter (rulebook, contents).

There are two for both sides of a pawn, and as many in case of loss or wear.
"""

PIECE = (17.5, 35.0, 9.0)
"""Width and height of a piece, and how long its foot is, in millimetres."""
_MARGINS = pieces.Surroundings(left=14.0, right=30.0, top=32.0, bottom=6.0)
_BEHIND = """\
<image x="-14" y="-32" width="{{{{ drawing.width + 44 }}}}" height="{{{{ drawing.height + 38 }}}}" preserveAspectRatio="none" href="{}"/>\
"""
"""The drawing of an edition under the rooms, stretched over their margins."""
_TEMPLATES = "games/midnight/templates"


def cards(edition: Edition, look: pieces.PrintOptions) -> pieces.Cards:
    """The content of the event cards, in the order of the deck's file; it is for editions that have one."""
    edition, deck = lettered(edition), edition.events
    if deck is None:
        raise ValueError("there are no cards of this edition")
    words = words_of(edition)
    printed = []
    for index, card in enumerate(deck.cards):
        place = place_in(deck.source, ("cards", index))
        printed.append(pieces.Card(card.zone, card.title, card.flavour, card.effect, place))
    return pieces.Cards(
        title=edition.title,
        label=words["purser"],
        back=words["event"],
        cards=tuple(printed),
        floor_plan=ship_of(edition),
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
        **_look_of(edition, look),
    )


def stickers(edition: Edition, look: pieces.PrintOptions) -> pieces.Stickers:
    """The letters of the suspects."""
    return pieces.Stickers(
        title=words_of(edition)["stickers"],
        letters=tuple(suspect.letter for suspect in edition.suspects),
        copies=COPIES,
        **_look_of(edition, look),
    )


def plan(edition: Edition, look: pieces.PrintOptions) -> pieces.PlanPage:
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
        **_look_of(edition, look),
        entries="zones and locations",
    )


def track(edition: Edition, look: pieces.PrintOptions) -> pieces.TrackPage:
    """The track, the places of cards and tokens, and what players begin with."""
    edition = lettered(edition)
    figures, words = edition.table, words_of(edition)
    names = {zone.number: zone.name for zone in edition.zones}
    marks = [""] * figures.port
    starts = sorted(zip(figures.ship, PLAYERS, strict=True))
    for space, group in groupby(starts, key=lambda start: start[0]):
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
        **_look_of(edition, look),
    )


def pieces_of(edition: Edition, look: pieces.PrintOptions) -> pieces.CutSheet:
    """The pieces of the board.

    Suspects, detectives, ship and purser are folded; buoys and a disc are tokens.
    """
    words = words_of(edition)

    def token(name: str, called: str) -> pieces.Face:
        return pieces.Face("", called, drawing=token_drawing(edition, name, accent_of(look.colour)))

    most = max(players * buoys for players, buoys in zip(PLAYERS, edition.table.buoys, strict=True))
    return pieces.CutSheet(
        title=typographic(edition.title, edition.language) or words["pieces"],
        faces=(
            *(pieces.Face(suspect.letter, suspect.name) for suspect in edition.suspects),
            *(pieces.Face(str(seat), words["detective"], dark=True) for seat in range(1, max(PLAYERS) + 1)),
            token("ship", words["ship"]),
            token("purser", words["purser"]),
        ),
        tokens=(*(token("buoy", words["buoy"]) for _ in range(most)), token("moved", words["moved"])),
        width=PIECE[0],
        height=PIECE[1],
        foot=PIECE[2],
        **_look_of(edition, look),
    )


def ship_of(edition: Edition) -> pieces.FloorPlan:
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
    own = drawing_of(edition, edition.drawings.plan)
    if own is not None:
        return replace(_MARGINS, drawing=_BEHIND.format(artwork.picture_url(own)), depth=_MARGINS.bottom + 1)
    if not edition.is_aboard:
        return replace(_MARGINS, drawing=text(f"{_TEMPLATES}/walls.svg"), depth=_MARGINS.bottom + 1)
    return replace(
        _MARGINS, drawing=text(f"{_TEMPLATES}/ship.svg"), depth=12.0, ground=text(f"{_TEMPLATES}/sea.svg")
    )


def palette(look: pieces.PrintOptions) -> pieces.Palette:
    """The shades in which everything in a colour is printed."""
    accent = accent_of(look.colour)
    return pieces.Palette(accent, **shades(accent))


def _look_of(edition: Edition, look: pieces.PrintOptions) -> dict[str, Any]:
    """The shades, the language, the paper and the place of findings of a piece."""
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
