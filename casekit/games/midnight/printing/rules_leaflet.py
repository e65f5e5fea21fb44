"""The rules in a leaflet and on a card for each player, with the figures, names and words of an edition (``words/rules.toml``)."""

from collections.abc import Mapping, Sequence
from string import Template

from casekit.games.midnight.edition import (
    CROWDED,
    FALSE_REVELATION,
    FEWEST,
    MOST,
    PLAYERS,
    POINTS,
    REWARDS,
    TRUE_REVELATION,
    Edition,
)
from casekit.games.midnight.printing.booklet_text import cover, lettered, words_of
from casekit.games.midnight.printing.setting import words_for
from casekit.print.content.pieces import CutSheet, Face, Leaflet, Look, Palette, page_of
from casekit.resources import Words

SMALL: Mapping[str, str] = {"a4": "a5", "letter": "half-letter"}
"""The paper of a leaflet, two pages of which are on a paper to print on."""

_CARD = (65.0, 128.0)


def leaflet(edition: Edition, look: Look, palette: Palette, table: str = "leaflet", **more: str) -> Leaflet:
    """The pages of a table of the words, by default those of the rules; ``more`` are figures that only these have."""
    edition = lettered(edition)
    words = words_for("rules", edition)
    figures = {**figures_of(edition, words), **more}
    rooms = {zone.number: zone.name for zone in edition.zones}
    drawings = {"leaflet": {"cover": cover(edition, palette.accent)}}.get(table, {})
    return Leaflet(
        title=words["title"].format(edition.title or look.title),
        pages=tuple(
            page_of(_filled(text, figures), rooms, drawings.get(name, ""))
            for name, text in words[table].items()
        ),
        accent=palette.accent,
        language=edition.language,
        paper=SMALL[look.paper],
        span=look.span,
    )


def turn_cards(edition: Edition, look: Look, palette: Palette) -> CutSheet:
    """The actions of a turn, on a card for each player."""
    edition = lettered(edition)
    words = words_for("rules", edition)
    card, figures = words["card"], figures_of(edition, words)
    lines = tuple(_filled(card["lines"], figures).splitlines())
    face = Face(card["kind"], _filled(card["name"], figures), card["back"], lines)
    return CutSheet(
        title=words["title"].format(edition.title or look.title),
        faces=(face,) * MOST,
        width=_CARD[0],
        height=_CARD[1],
        palette=palette,
        language=edition.language,
        paper=look.paper,
        span=look.span,
        line=7.0,
    )


def _filled(text: str, figures: Mapping[str, str]) -> str:
    """A text with figures in it; lines with one that an edition does not have are left out."""
    lines = map(Template, text.splitlines())
    kept = (line for line in lines if all(figures[name] for name in line.get_identifiers()))
    return "\n".join(line.substitute(figures) for line in kept)


def figures_of(edition: Edition, words: Words) -> dict[str, str]:
    """The figures and names of an edition in the texts of ``words/rules.toml``, empty where it has none."""
    table, pages = edition.table, words_of(edition)
    names = {zone.number: zone.name for zone in edition.zones}
    suite = [f"{at.number:02}" for at in edition.locations if at.zone == table.suite]
    opening = [each.called for number, each in edition.locations_by_number.items() if number in table.opening]
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
        "start": _listed(_range(table.start, words["to"]), words["and"]),
        "space": table.port,
        "suite": table.suite if suite else "",
        "body": ", ".join(suite),
        "stage": table.revelations if table.revelations in names else "",
        "stage_name": names.get(table.revelations, ""),
        "opening": _listed(opening, words["and"]),
        "wrong": FALSE_REVELATION,
        "right": TRUE_REVELATION,
        "ada": first[0] + second[0] + REWARDS["method"][1] - FALSE_REVELATION,
        "ben": sum(pair[0] for pair in REWARDS.values()) - 2 * TRUE_REVELATION,
        "nobody": pages["accident"],
        "victim": pages["suicide"],
        "topics": "\n".join(words["topic"].format(topic.name, topic.question) for topic in edition.topics),
        "topic": edition.topics[0].name if edition.topics else "",
        "name": edition.suspects[0].name if edition.suspects else "",
        **{element: pages[element] for element in REWARDS},
        **{f"{element}_points": " | ".join(map(str, pair)) for element, pair in REWARDS.items()},
        **_cards(edition, words),
        **_example(edition),
    }
    return {name: str(figure) for name, figure in figures.items()}


def _cards(edition: Edition, words: Words) -> dict[str, str]:
    """The titles of the cards that the deck is stacked by; without a deck how far the ship moves."""
    cards = edition.events.cards if edition.events else ()
    titles = {card.kind: card.title for card in reversed(cards)}
    played = (words["in"] if players < CROWDED else words["out"] for players in PLAYERS)
    return {
        "calm": titles.get("calm-sea", ""),
        "full": titles.get("full-speed", ""),
        "crowded": " | ".join(played),
        "spaces": "" if cards else "1",
    }


def _example(edition: Edition) -> dict[str, str]:
    """Two zones that a way joins and a third, with suspects and a place to search, for a turn in pictures."""
    zones = [zone.number for zone in edition.zones if zone.number != edition.table.suite]
    zones = zones or [edition.zones[0].number]
    inner = [number for number in zones if number in edition.table.start] or zones
    ways = sorted((zone.number, way) for zone in edition.zones for way in zone.ways if way != zone.number)
    here, there = next((way for way in ways if {*way} <= {*inner}), (inner[0], inner[-1]))
    far = next((number for number in (*inner, *zones) if number not in {here, there}), there)
    cast = [edition.suspects[at % len(edition.suspects)] for at in range(3)]
    place = next((at.called for at in edition.locations if at.zone == there), "")
    return {
        **dict(zip("abc", map(str, (here, there, far)), strict=True)),
        **{name: each.letter for name, each in zip(("first", "second", "third"), cast, strict=True)},
        **{name: each.name for name, each in zip(("one", "two", "three"), cast, strict=True)},
        "place": place,
    }


def _range(numbers: Sequence[int], to: str) -> Sequence[object]:
    """Numbers that follow one another as one text, as in ``4 to 9``; others as they are."""
    in_a_row = len(numbers) > 1 and list(numbers) == [*range(numbers[0], numbers[-1] + 1)]
    return (f"{numbers[0]} {to} {numbers[-1]}",) if in_a_row else numbers


def _listed(things: Sequence[object], last: str) -> str:
    *before, end = map(str, things or ("",))
    return f"{', '.join(before)} {last} {end}" if before else end
