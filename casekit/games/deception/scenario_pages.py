"""The printed parts of scenarios: who is at the table, the markers as a table, and what the cards suit as a grid."""

from collections.abc import Iterator
from functools import partial

from casekit.games.deception.deck import MARKERS, OPTIONS, REPLACED, Deck
from casekit.games.deception.game import DECEPTION
from casekit.games.deception.scenario import Attempt, Event, Marker, Scenario
from casekit.games.transcripts.decks import TranscriptEdition
from casekit.games.transcripts.printing import usual_pages
from casekit.games.transcripts.printing.transcript_pages import (
    CutDeck,
    EmptyGrid,
    TranscriptPages,
    drawn,
    escaped,
    page_words,
    with_article,
)
from casekit.games.transcripts.read_transcript import ReadTranscript
from casekit.print.content.booklet import AnswerList
from casekit.print.content.pieces import Face
from casekit.print.content.worksheet import (
    Grid,
    GridColumn,
    GridGroup,
    GridRow,
    Noted,
    Record,
    RecordCell,
    RecordColumn,
    Worksheet,
)
from casekit.print.text.prose import label
from casekit.resources import Words

SUITS, NOTHING = "•", "–"
"""The marks of a card that suits a marked option, and of one that suits nothing on its tile."""

scenario_words = partial(page_words, "games/deception/words/pages.toml")
"""The words of pages, by language."""

Edition = TranscriptEdition[Deck]
ReadScenario = ReadTranscript[Scenario, Deck]


def _lists(document: ReadScenario) -> tuple[AnswerList, ...]:
    """The players at the table, and what the seat knows."""
    scenario, words = document.puzzle, scenario_words(document.settings.language)
    names = [words["you"].format(name) if name == scenario.seat else name for name in scenario.names]
    known = [", ".join(words["roles"][role] for role in scenario.roles)]
    if scenario.hand is not None:
        known += [words["witness"].format(*scenario.hand.names)]
    elif scenario.seat in scenario.names:
        known += [words["investigator"].format(scenario.seat)]
    return AnswerList(words["table"], tuple(names)), AnswerList(words["known"], (*known, words["promise"]))


def _called(edition: Edition) -> dict[str, str]:
    """The printed names of cards, by slug."""
    return {card.slug: label(card.name, edition.language) for card in edition.deck.cards}


def _worksheet(document: ReadScenario) -> Worksheet:
    """The markers and attempts as a record, and all cards of the table by markers, each with what it suits."""
    scenario, edition, deck = document.puzzle, document.settings, document.settings.deck
    words, called = scenario_words(edition.language), _called(edition)

    def marks(card: str) -> Iterator[str]:
        for marker in scenario.markers:
            suits = deck.suited[card, marker.tile]
            yield SUITS if marker.option in suits else "" if suits else NOTHING

    def row(means: str, clue: str) -> GridRow:
        return GridRow(called[means], (*marks(means), called[clue], *marks(clue)))

    columns = (
        RecordColumn(words["number"], "number"),
        RecordColumn(words["tile"]),
        RecordColumn(words["marker"]),
    )
    lines = tuple(tuple(_line(event, edition, words, called)) for event in scenario.play)
    groups = (
        GridGroup(words["means"].format(player.name), tuple(map(row, player.means, player.clues)))
        for player in scenario.players
    )
    numbers = [str(marker.number) for marker in scenario.markers]
    return Worksheet(
        Record(words["play"], columns, lines), _grid(words["cards"], numbers, words, tuple(groups))
    )


def _line(event: Event, edition: Edition, words: Words, called: dict[str, str]) -> Iterator[RecordCell]:
    yield str(event.number)
    tile, printed = edition.deck.tile, partial(label, language=edition.language)
    match event:
        case Marker(tile=slug, option=option, replaced=replaced):
            name = printed(tile[slug].name)
            yield Noted(name, words["instead"].format(printed(tile[replaced].name))) if replaced else name
            yield next(printed(each.name) for each in tile[slug].options if each.slug == option)
        case Attempt():
            names = (event.player, event.whom, called[event.means], called[event.evidence])
            yield words["solves"][event.right].format(*names)
        case _:
            yield words["names"][event.right].format(event.player, event.whom)


def _grid(title: str, numbers: list[str], words: Words, groups: tuple[GridGroup, ...]) -> Grid:
    """Means and clue cards beside each other, each with its marks under the numbers of markers."""
    columns = tuple(GridColumn(number, number) for number in numbers)
    return Grid(title, (*columns, GridColumn(words["clues"], "", label=True), *columns), groups)


def _empty_cards(edition: Edition, players: int = 1) -> Grid:
    """A grid for the cards of some players."""
    words, most = scenario_words(edition.language), MARKERS + REPLACED
    group = GridGroup(words["means"].format("").lstrip(", "), (GridRow("", ("",) * (2 * most + 1)),) * 5)
    return _grid(words["notes"], [""] * most, words, (group,) * players)


def _empty_tiles(edition: Edition) -> Grid:
    """The options of every tile, for a scientist who looks for those that suit the means or the evidence."""
    words, printed = scenario_words(edition.language), partial(label, language=edition.language)
    rows = (
        GridRow(printed(tile.name), tuple(printed(option.name) for option in tile.options))
        for tile in edition.deck.tiles
    )
    columns = (GridColumn("", "", label=True),) * OPTIONS
    return Grid(words["suiting"], columns, (GridGroup(words["tile"], tuple(rows)),))


def _answer(document: ReadScenario) -> str:
    """The murderer, the means and the evidence."""
    names = [f"**{escaped(name)}**" for name in usual_pages.answer(document)]
    return str(scenario_words(document.settings.language)["was"]).format(*names) if names else ""


def _drawn(template: str, accent: str, number: int = 0) -> str:
    lit = (number % 7, (number * 3 + 2) % 7)
    return drawn("casekit.games.deception", template, accent, lit=lit)


def _cards(edition: Edition, accent: str) -> Iterator[Face]:
    """The cards, each with the options that it suits, and a card for each role."""
    del accent
    words, deck, called = scenario_words(edition.language), edition.deck, _called(edition)
    back = label(edition.title, edition.language)
    names = {
        dotted: option.name
        for tile in deck.tiles
        for dotted, option in zip(tile.dotted, tile.options, strict=True)
    }
    for card in deck.cards:
        lines = (", ".join(names[each] for each in tile.dotted if each in card.suits) for tile in deck.tiles)
        yield Face(words["card"][card.kind], called[card.slug], back, tuple(filter(None, lines)))
    investigators = [words["others"]] * (DECEPTION.players.stop - 1 - len(words["roles"]))
    for role in (*words["roles"].values(), *investigators, words["scientist"]):
        yield Face(words["role"], role, back)


def _tiles(edition: Edition, accent: str) -> Iterator[Face]:
    del accent
    words, printed = scenario_words(edition.language), partial(label, language=edition.language)
    for tile in edition.deck.tiles:
        options = tuple(printed(option.name) for option in tile.options)
        yield Face(words["tiles"][tile.kind], printed(tile.name), printed(edition.title), options)


def _badges(edition: Edition, accent: str) -> Iterator[Face]:
    """A badge for everybody who may try to solve the crime, to be handed in with the attempt."""
    del accent
    words, back = scenario_words(edition.language), label(edition.title, edition.language)
    return iter((Face(words["badge"], words["attempt"], back),) * (DECEPTION.players.stop - 1))


PAGES = TranscriptPages(
    words=scenario_words,
    lists=_lists,
    worksheet=_worksheet,
    empty_notes=_empty_cards,
    answer=_answer,
    called=lambda document: {slug: with_article(name) for slug, name in _called(document.settings).items()},
    empty={
        "scientist": EmptyGrid(lambda document: _empty_tiles(document.settings), 1, ("who", "how", "trace")),
        "investigator": EmptyGrid(lambda document: _empty_cards(document.settings, 6), 1),
    },
    cut={
        "cards": CutDeck(_cards),
        "tiles": CutDeck(_tiles, 74, 128, line=15),
        "badges": CutDeck(_badges, 45, 45),
    },
    title_drawing=partial(_drawn, "harbour.svg"),
    drawing=partial(_drawn, "quay.svg"),
)
"""The pages of scenarios."""
