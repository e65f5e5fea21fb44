"""The printed parts of scenarios: the players, the markers as a table, and the cards as a grid."""

from collections.abc import Iterable, Iterator
from functools import partial

from casekit.games.deception.document import (
    FIRST_TILES,
    LATER_SCENES,
    OPTIONS_OF_TILE,
    Attempt,
    Deck,
    Event,
    Marker,
    Scenario,
)
from casekit.games.deception.game import GAME
from casekit.kit.transcripts import pages
from casekit.kit.transcripts.document import ReadTranscript
from casekit.kit.transcripts.editions import TranscriptEdition
from casekit.print.content import booklet as sheets
from casekit.print.content.booklet import AnswerList
from casekit.print.content.pieces import Face
from casekit.prose.markup import typographic
from casekit.resources import Words

SUITS, NOTHING = "•", "–"
"""The marks of a card that suits a marked option, and of one that suits nothing on its tile."""

_drawn = partial(pages.drawn, __package__)

Edition = TranscriptEdition[Deck]
ReadScenario = ReadTranscript[Scenario, Deck]


def _lists(document: ReadScenario, words: Words) -> tuple[AnswerList, ...]:
    """The players at the table, and what the seat knows."""
    scenario = document.puzzle
    known = [words["among"].format(", ".join(words["roles"][role] for role in scenario.roles))]
    if scenario.hand is not None:
        known += [words["witness"].format(*scenario.hand.names)]
    elif scenario.seat in scenario.names:
        known += [words["investigator"].format(scenario.seat)]
    return pages.players_and_seat(document, words, (*known, words["promise"]))


def _called(edition: Edition) -> dict[str, str]:
    """The printed names of cards, by slug."""
    return {card.slug: typographic(card.name, edition.language) for card in edition.deck.cards}


def _worksheet(document: ReadScenario, words: Words) -> sheets.Worksheet:
    """The markers and attempts, and below them all cards of the table by markers, each with what it suits."""
    scenario, edition = document.puzzle, document.settings
    called = _called(edition)

    def marks(card: str) -> Iterator[str]:
        for marker in scenario.markers:
            suits = scenario.deck.suits[card, marker.tile]
            yield SUITS if marker.option in suits else "" if suits else NOTHING

    def row(means: str, clue: str) -> sheets.GridRow:
        return sheets.GridRow(called[means], (*marks(means), called[clue], *marks(clue)))

    groups = (
        sheets.GridGroup(words["means"].format(player.name), tuple(map(row, player.means, player.clues)))
        for player in scenario.players
    )
    grid = _grid(words["cards"], [str(marker.number) for marker in scenario.markers], words, groups)
    heads = ((words[name],) for name in ("tile", "marker"))
    return pages.played(document, words, heads, lambda event: _line(event, edition, words), grid)


def _line(event: Event, edition: Edition, words: Words) -> Iterator[sheets.RecordCell]:
    tiles, called = edition.deck.tile, _called(edition)
    printed = partial(typographic, language=edition.language)
    if isinstance(event, Marker):
        tile = tiles[event.tile]
        note = words["instead"].format(printed(tiles[event.replaced].name)) if event.replaced else ""
        yield sheets.AnnotatedCell(printed(tile.name), note) if note else printed(tile.name)
        yield printed(tile.named[event.option])
    elif isinstance(event, Attempt):
        names = (event.player, event.whom, called[event.means], called[event.evidence])
        yield words["solves"][event.right].format(*names)
    else:
        yield words["names"][event.right].format(event.player, event.whom)


def _grid(title: str, numbers: list[str], words: Words, groups: Iterable[sheets.GridGroup]) -> sheets.Grid:
    """Means and clue cards beside each other, each with its marks under the numbers of markers."""
    columns = tuple(sheets.GridColumn(number, number) for number in numbers)
    clues = sheets.GridColumn(words["clues"], "", label=True)
    return sheets.Grid(title, (*columns, clues, *columns), tuple(groups))


def _empty_cards(_: Edition | ReadScenario, words: Words, players: int) -> sheets.Grid:
    """A grid for the cards of some players."""
    most = sum(FIRST_TILES.values()) + LATER_SCENES
    rows = (sheets.GridRow("", ("",) * (2 * most + 1)),) * 5
    group = sheets.GridGroup(words["means"].format("").lstrip(", "), rows)
    return _grid(words["notes"], [""] * most, words, (group,) * players)


def _empty_tiles(document: ReadScenario, words: Words) -> sheets.Grid:
    """The options of every tile, for a scientist who looks for those that suit the means or the evidence."""
    edition = document.settings
    printed, tiles = partial(typographic, language=edition.language), edition.deck.tiles
    rows = (sheets.GridRow(printed(tile.name), tuple(map(printed, tile.named.values()))) for tile in tiles)
    columns = (sheets.GridColumn("", "", label=True),) * OPTIONS_OF_TILE
    return sheets.Grid(words["suiting"], columns, (sheets.GridGroup(words["tile"], tuple(rows)),))


def _cards(edition: Edition, _: str, words: Words) -> Iterator[Face]:
    """The cards, each with the options that it suits, and a card for each role."""
    deck = edition.deck
    for card in deck.cards:
        lines = []
        for tile in deck.tiles:
            suits = [tile.named[option] for option in deck.suits[card.slug, tile.slug]]
            if suits:
                lines.append(", ".join(suits))
        yield Face(words["card"][card.kind], card.name, lines=tuple(lines))
    investigators = ["investigator"] * (GAME.players.stop - 3)
    for role in (*words["roles"], *investigators):
        yield Face(words["role"], words["roles"][role], lines=(words["duties"][role],))


def _tiles(edition: Edition, _: str, words: Words) -> Iterator[Face]:
    for tile in edition.deck.tiles:
        yield Face(words["tiles"][tile.kind], tile.name, lines=tuple(tile.named.values()))


def _badges(_: Edition, __: str, words: Words) -> tuple[Face, ...]:
    """A badge for everybody who may try to solve the crime, to be handed in with the attempt."""
    return (Face("", words["badge"], lines=(words["attempt"],)),) * (GAME.players.stop - 1)


PAGES = pages.TranscriptPages(
    words=partial(pages.page_words, "games/deception/words/pages.toml"),
    lists=_lists,
    worksheet=_worksheet,
    empty_notes=partial(_empty_cards, players=3),
    called=lambda read: {slug: pages.with_article(name) for slug, name in _called(read.settings).items()},
    empty={
        "scientist": pages.EmptyGrid(_empty_tiles, 1, ("who", "how", "trace")),
        "investigator": pages.EmptyGrid(partial(_empty_cards, players=6), 1),
    },
    cut={
        "cards": pages.CutDeck(_cards),
        "tiles": pages.CutDeck(_tiles, 74, 128, line=15),
        "badges": pages.CutDeck(_badges, 45, 45),
    },
    title_drawing=partial(_drawn, "harbour.svg"),
    drawing=lambda accent, number: _drawn("quay.svg", accent, lit=(number % 7, (number * 3 + 2) % 7)),
)
"""The pages of scenarios."""
