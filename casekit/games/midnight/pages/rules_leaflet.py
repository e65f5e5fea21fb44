"""The rules as a leaflet and as turn cards: ``words/rules.toml`` with the figures and names of an edition."""

from collections.abc import Mapping, Sequence
from string import Template

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
from casekit.games.midnight.pages.booklet import words_of
from casekit.games.midnight.pages.drawings import cover, palette
from casekit.games.midnight.pages.edition_look import words_for
from casekit.games.midnight.pages.path_table import with_typographic_names
from casekit.kit.edition_settings import accent_of
from casekit.print.content import pieces
from casekit.print.content.leaflet_text import leaflet_page
from casekit.prose.phrasing import listed
from casekit.resources import Words

LEAFLET_PAPER: Mapping[str, str] = {"a4": "a5", "letter": "half-letter"}
"""The paper of a leaflet by the paper to print on, which has two of its pages."""

_CARD_WIDTH_MM = 65.0
_CARD_HEIGHT_MM = 128.0
_CARD_LINE_MM = 7.0
"""The height of a line of text on a turn card."""


def leaflet(
    edition: Edition, look: pieces.PrintOptions, table: str = "leaflet", **own_figures: str
) -> pieces.Leaflet:
    """The pages of a table in ``words/rules.toml``, by default those of the rules.

    ``own_figures`` are figures that only these pages have.
    """
    edition = with_typographic_names(edition)
    words = words_for("rules", edition)
    figures = {**figures_of(edition, words), **own_figures}
    zone_names = {zone.number: zone.name for zone in edition.zones}
    accent = accent_of(look.colour)
    drawing_of_page = {"cover": cover(edition, accent)} if table == "leaflet" else {}
    pages = []
    for name, text in words[table].items():
        pages.append(leaflet_page(_with_figures(text, figures), zone_names, drawing_of_page.get(name, "")))
    return pieces.Leaflet(
        title=words["title"].format(edition.title or look.title),
        pages=tuple(pages),
        accent=accent,
        language=edition.language,
        paper=LEAFLET_PAPER[look.paper],
        span=look.span,
    )


def turn_cards(edition: Edition, look: pieces.PrintOptions) -> pieces.CutSheet:
    """The actions of a turn, on a card for each player."""
    edition = with_typographic_names(edition)
    words = words_for("rules", edition)
    card, figures = words["card"], figures_of(edition, words)
    lines = tuple(_with_figures(card["lines"], figures).splitlines())
    face = pieces.Face(card["kind"], _with_figures(card["name"], figures), card["back"], lines)
    return pieces.CutSheet(
        title=words["title"].format(edition.title or look.title),
        faces=(face,) * MOST,
        width=_CARD_WIDTH_MM,
        height=_CARD_HEIGHT_MM,
        palette=palette(look),
        language=edition.language,
        paper=look.paper,
        span=look.span,
        line=_CARD_LINE_MM,
    )


def _with_figures(text: str, figures: Mapping[str, str]) -> str:
    """A text with figures in its gaps (``$port``).

    Lines with a gap for something that an edition does not have are left out.
    """
    lines = []
    for line in text.splitlines():
        template = Template(line)
        if all(figures[name] for name in template.get_identifiers()):
            lines.append(template.substitute(figures))
    return "\n".join(lines)


def figures_of(edition: Edition, words: Words) -> dict[str, str]:
    """The figures and names of an edition in the texts of ``words/rules.toml``, empty where it has none."""
    table, pages = edition.table, words_of(edition)
    zone_names = {zone.number: zone.name for zone in edition.zones}
    in_suite = [f"{place.number:02}" for place in edition.locations if place.zone == table.suite]
    places = edition.locations_by_number
    opening = [place.called for number, place in places.items() if number in table.opening]
    topics = [words["topic"].format(topic.name, topic.question) for topic in edition.topics]
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
        "start": _numbers_in_words(table.start, words),
        "space": table.port,
        "suite": table.suite if in_suite else "",
        "body": ", ".join(in_suite),
        "stage": table.revelations if table.revelations in zone_names else "",
        "stage_name": zone_names.get(table.revelations, ""),
        "opening": listed(opening or [""], words["and"]),
        "wrong": FALSE_REVELATION,
        "right": TRUE_REVELATION,
        **_example_scores(),
        "nobody": pages["accident"],
        "victim": pages["suicide"],
        "topics": "\n".join(topics),
        "topic": edition.topics[0].name if edition.topics else "",
        "name": edition.suspects[0].name if edition.suspects else "",
        **_rewards(pages),
        **_cards(edition, words),
        **_example_turn(edition),
    }
    return {name: str(figure) for name, figure in figures.items()}


def _example_scores() -> dict[str, int]:
    """The points of the two players in the example of the rules.

    Ada reveals: culprit and motive are right, the method is right only as her second hypothesis. Ben has all
    three right as his first, two of them after Ada revealed them.
    """
    first = {element: points[0] for element, points in REWARDS.items()}
    second = {element: points[1] for element, points in REWARDS.items()}
    return {
        "ada": first["culprit"] + first["motive"] + second["method"] - FALSE_REVELATION,
        "ben": sum(first.values()) - 2 * TRUE_REVELATION,
    }


def _rewards(pages: Words) -> dict[str, str]:
    """The names of the elements, and the points for each."""
    rewards = {element: pages[element] for element in REWARDS}
    for element, points in REWARDS.items():
        rewards[f"{element}_points"] = " | ".join(map(str, points))
    return rewards


def _cards(edition: Edition, words: Words) -> dict[str, str]:
    """The titles of the cards that the deck is stacked by; without a deck, how far the ship moves a round."""
    cards = edition.events.cards if edition.events else ()
    titles = {card.kind: card.title for card in reversed(cards)}
    return {
        "calm": titles.get("calm-sea", ""),
        "full": titles.get("full-speed", ""),
        "crowded": " | ".join(words["in"] if players < CROWDED else words["out"] for players in PLAYERS),
        "spaces": "" if cards else "1",
    }


def _example_turn(edition: Edition) -> dict[str, str]:
    """Two zones that a way joins (``a``, ``b``) and a third, for a turn in pictures.

    There are three suspects too, and a place to search in the second zone.
    """
    zones = [zone.number for zone in edition.zones if zone.number != edition.table.suite]
    zones = zones or [edition.zones[0].number]
    start_zones = [number for number in zones if number in edition.table.start] or zones
    ways: list[tuple[int, int]] = []
    for zone in edition.zones:
        ways += [(zone.number, way) for way in zone.ways if way != zone.number]
    ways_inside = (way for way in sorted(ways) if {*way} <= {*start_zones})
    first_zone, second_zone = next(ways_inside, (start_zones[0], start_zones[-1]))
    other_zones = (number for number in (*start_zones, *zones) if number not in {first_zone, second_zone})
    third_zone = next(other_zones, second_zone)
    first, second, third = (edition.suspects[number % len(edition.suspects)] for number in range(3))
    return {
        "a": str(first_zone),
        "b": str(second_zone),
        "c": str(third_zone),
        "first": first.letter,
        "second": second.letter,
        "third": third.letter,
        "one": first.name,
        "two": second.name,
        "three": third.name,
        "place": next((place.called for place in edition.locations if place.zone == second_zone), ""),
    }


def _numbers_in_words(numbers: Sequence[int], words: Words) -> str:
    """Numbers as a text: ``4 to 9`` if they follow one another, else ``4, 6 and 9``; empty for none."""
    if len(numbers) > 1 and list(numbers) == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{numbers[0]} {words['to']} {numbers[-1]}"
    return listed(map(str, numbers or ("",)), words["and"])
