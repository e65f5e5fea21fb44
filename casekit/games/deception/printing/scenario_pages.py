"""The printed parts of scenarios: who is at the table, the markers as a table, and what the cards suit as a grid."""

from collections.abc import Iterator
from functools import partial

from casekit.asking.pages.web_page import fill_in
from casekit.games.colours import shades
from casekit.games.deception.deck import MARKERS, REPLACED, Deck
from casekit.games.deception.scenario import Attempt, Event, Marker, Scenario
from casekit.games.transcripts.decks import TranscriptEdition
from casekit.games.transcripts.printing.transcript_pages import (
    CutDeck,
    TranscriptPages,
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
    known += [words["promise"]]
    return AnswerList(words["table"], tuple(names)), AnswerList(words["known"], tuple(known))


def _worksheet(document: ReadScenario) -> Worksheet:
    words = scenario_words(document.settings.language)
    columns = (
        RecordColumn(words["number"], "number"),
        RecordColumn(words["tile"]),
        RecordColumn(words["marker"]),
    )
    lines = (tuple(_line(document, event, words)) for event in document.puzzle.play)
    return Worksheet(Record(words["play"], columns, tuple(lines)), _cards(document, words))


def _line(document: ReadScenario, event: Event, words: Words) -> Iterator[RecordCell]:
    yield str(event.number)
    match event:
        case Marker():
            name, option = _named(document, event)
            replaced = document.settings.deck.tile[event.replaced].name if event.replaced else ""
            told = words["instead"].format(label(replaced, document.settings.language))
            yield Noted(name, told) if replaced else name
            yield option
        case Attempt():
            cards = (_card(document, card) for card in event.cards)
            yield words["solves"][event.right].format(event.player, event.whom, *cards)
        case _:
            yield words["names"][event.right].format(event.player, event.whom)


def _named(document: ReadScenario, marker: Marker) -> tuple[str, str]:
    """The printed names of a marker's tile and option."""
    tile, language = document.settings.deck.tile[marker.tile], document.settings.language
    option = next(option.name for option in tile.options if option.slug == marker.option)
    return label(tile.name, language), label(option, language)


def _card(document: ReadScenario, card: str) -> str:
    return label(document.settings.deck.by_slug[card].name, document.settings.language)


def _cards(document: ReadScenario, words: Words) -> Grid:
    """All cards of the table by markers, each with what it suits."""
    scenario, deck = document.puzzle, document.settings.deck

    def marks(card: str) -> Iterator[str]:
        for marker in scenario.markers:
            suits = deck.suited(card, marker.tile)
            yield SUITS if marker.option in suits else "" if suits else NOTHING

    def row(means: str, clue: str) -> GridRow:
        return GridRow(_card(document, means), (*marks(means), _card(document, clue), *marks(clue)))

    columns = tuple(GridColumn(str(marker.number), str(marker.number)) for marker in scenario.markers)
    groups = (
        GridGroup(words["means"].format(player.name), tuple(map(row, player.means, player.clues)))
        for player in scenario.players
    )
    return Grid(words["cards"], (*columns, _clues(words), *columns), tuple(groups))


def _clues(words: Words) -> GridColumn:
    return GridColumn(words["clues"], "", label=True)


def _empty_notes(edition: TranscriptEdition[Deck]) -> Grid:
    """A grid for the cards of one player."""
    words = scenario_words(edition.language)
    columns = (GridColumn("", ""),) * (MARKERS + REPLACED)
    row = GridRow("", ("",) * (2 * len(columns) + 1))
    group = GridGroup(words["means"].format("").lstrip(", "), (row,) * 5)
    return Grid(words["notes"], (*columns, _clues(words), *columns), (group,))


def _answer(document: ReadScenario) -> str:
    """The murderer, the means and the evidence."""
    scenario, words = document.puzzle, scenario_words(document.settings.language)
    if not scenario.crime or not scenario.secret("murderer"):
        return ""
    names = (*scenario.secret("murderer"), *(_card(document, card) for card in scenario.crime[0]))
    return str(words["was"]).format(*(f"**{escaped(name)}**" for name in names))


def _called(document: ReadScenario) -> dict[str, str]:
    return {card.slug: with_article(_card(document, card.slug)) for card in document.settings.deck.cards}


def _drawn(template: str, accent: str, number: int = 0) -> str:
    lit = (number % 7, (number * 3 + 2) % 7)
    return fill_in(template, "casekit.games.deception", accent=accent, shades=shades(accent), lit=lit)


def _faces(edition: TranscriptEdition[Deck], accent: str) -> Iterator[Face]:
    """The cards and the tiles, each card with the options that it suits, and a card for each role."""
    del accent
    words, deck, language = scenario_words(edition.language), edition.deck, edition.language
    back = label(edition.title, language)
    for card in deck.cards:
        kind = words["card"][card.kind == "clue"]
        suited = ((tile, deck.suited(card.slug, tile.slug)) for tile in deck.tiles)
        lines = (
            ", ".join(option.name for option in tile.options if option.slug in suits)
            for tile, suits in suited
            if suits
        )
        yield Face(kind, label(card.name, language), back, tuple(lines))
    for tile in deck.tiles:
        yield Face(
            words["tile"], label(tile.name, language), back, tuple(option.name for option in tile.options)
        )
    for role in (*words["roles"].values(), *[words["others"]] * 8, words["scientist"]):
        yield Face(words["role"], role, back)


PAGES = TranscriptPages(
    words=scenario_words,
    lists=_lists,
    worksheet=_worksheet,
    empty_notes=_empty_notes,
    answer=_answer,
    called=_called,
    cut={"cards": CutDeck(_faces)},
    title_drawing=partial(_drawn, "harbour.svg"),
    drawing=partial(_drawn, "quay.svg"),
)
"""The pages of scenarios."""
