"""The printed parts of scenarios: who is at the table, the markers as a table, and what the cards suit as a grid."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from casekit.games.deception.deck import FIRST, OPTIONS, REPLACED, Deck
from casekit.games.deception.game import DECEPTION
from casekit.games.deception.scenario import Attempt, CardHolder, Event, Marker, Scenario
from casekit.games.transcripts.decks import TranscriptEdition
from casekit.games.transcripts.printing import transcript_pages as pages, usual_pages
from casekit.games.transcripts.read_transcript import ReadTranscript
from casekit.print.content import worksheet as sheets
from casekit.print.content.booklet import AnswerList
from casekit.print.content.pieces import Face
from casekit.print.text.prose import label
from casekit.resources import Words

SUITS, NOTHING = "•", "–"
"""The marks of a card that suits a marked option, and of one that suits nothing on its tile."""

scenario_words = partial(pages.page_words, "games/deception/words/pages.toml")
"""The words of pages, by language."""

Edition = TranscriptEdition[Deck]
ReadScenario = ReadTranscript[Scenario, Deck]


def _lists(document: ReadScenario) -> tuple[AnswerList, ...]:
    """The players at the table, and what the seat knows."""
    scenario, words = document.puzzle, scenario_words(document.settings.language)
    table, *_ = usual_pages.players_and_seat(document)
    known = [", ".join(words["roles"][role] for role in scenario.roles)]
    if scenario.hand is not None:
        known += [words["witness"].format(*scenario.hand.names)]
    elif scenario.seat in scenario.names:
        known += [words["investigator"].format(scenario.seat)]
    return table, AnswerList(words["known"], (*known, words["promise"]))


def _called(edition: Edition) -> dict[str, str]:
    """The printed names of cards, by slug."""
    return {card.slug: label(card.name, edition.language) for card in edition.deck.cards}


def _worksheet(document: ReadScenario) -> sheets.Worksheet:
    """The markers and attempts, and below them all cards of the table by markers, each with what it suits."""
    scenario, edition = document.puzzle, document.settings
    words, called = scenario_words(edition.language), _called(edition)
    tile, marker = (sheets.RecordColumn(words[name]) for name in ("tile", "marker"))
    columns = (sheets.RecordColumn(words["number"], "number"), tile, marker)
    lines = tuple(tuple(_line(event, edition, called)) for event in scenario.play)
    groups = (_of_player(player, scenario, called, words) for player in scenario.players)
    numbers = [str(marker.number) for marker in scenario.markers]
    grid = _grid(words["cards"], numbers, words, groups)
    return sheets.Worksheet(sheets.Record(words["play"], columns, lines), grid)


def _line(event: Event, edition: Edition, called: Mapping[str, str]) -> Iterator[sheets.RecordCell]:
    yield str(event.number)
    tiles, words = edition.deck.tile, scenario_words(edition.language)
    printed = partial(label, language=edition.language)
    if isinstance(event, Marker):
        tile = tiles[event.tile]
        note = words["instead"].format(printed(tiles[event.replaced].name)) if event.replaced else ""
        yield sheets.Noted(printed(tile.name), note) if note else printed(tile.name)
        yield printed(tile.named[event.option])
    elif isinstance(event, Attempt):
        names = (event.player, event.whom, called[event.means], called[event.evidence])
        yield words["solves"][event.right].format(*names)
    else:
        yield words["names"][event.right].format(event.player, event.whom)


def _of_player(
    player: CardHolder, scenario: Scenario, called: Mapping[str, str], words: Words
) -> sheets.GridGroup:
    """A means and a clue card in each row, each with its marks."""

    def marks(card: str) -> Iterator[str]:
        for marker in scenario.markers:
            suits = scenario.deck.suits[card] & {*scenario.deck.tile[marker.tile].dotted}
            yield SUITS if marker.dotted in suits else "" if suits else NOTHING

    cards = zip(player.means, player.clues, strict=True)
    rows = (sheets.GridRow(called[one], (*marks(one), called[other], *marks(other))) for one, other in cards)
    return sheets.GridGroup(words["means"].format(player.name), tuple(rows))


def _grid(title: str, numbers: list[str], words: Words, groups: Iterable[sheets.GridGroup]) -> sheets.Grid:
    """Means and clue cards beside each other, each with its marks under the numbers of markers."""
    columns = tuple(sheets.GridColumn(number, number) for number in numbers)
    clues = sheets.GridColumn(words["clues"], "", label=True)
    return sheets.Grid(title, (*columns, clues, *columns), tuple(groups))


def _empty_cards(edition: Edition, players: int = 1) -> sheets.Grid:
    """A grid for the cards of some players."""
    words, most = scenario_words(edition.language), sum(FIRST.values()) + REPLACED
    rows = (sheets.GridRow("", ("",) * (2 * most + 1)),) * 5
    group = sheets.GridGroup(words["means"].format("").lstrip(", "), rows)
    return _grid(words["notes"], [""] * most, words, (group,) * players)


def _empty_tiles(edition: Edition) -> sheets.Grid:
    """The options of every tile, for a scientist who looks for those that suit the means or the evidence."""
    words, printed = scenario_words(edition.language), partial(label, language=edition.language)
    tiles = edition.deck.tiles
    rows = (sheets.GridRow(printed(tile.name), tuple(map(printed, tile.named.values()))) for tile in tiles)
    columns = (sheets.GridColumn("", "", label=True),) * OPTIONS
    return sheets.Grid(words["suiting"], columns, (sheets.GridGroup(words["tile"], tuple(rows)),))


def _answer(document: ReadScenario) -> str:
    """The murderer, the means and the evidence."""
    names = [f"**{pages.escaped(name)}**" for name in usual_pages.answer(document)]
    return str(scenario_words(document.settings.language)["was"]).format(*names) if names else ""


def _drawn(template: str, accent: str, number: int = 0) -> str:
    lit = (number % 7, (number * 3 + 2) % 7)
    return pages.drawn("casekit.games.deception", template, accent, lit=lit)


def _cards(edition: Edition, _: str) -> Iterator[Face]:
    """The cards, each with the options that it suits, and a card for each role."""
    words, tiles = scenario_words(edition.language), edition.deck.tiles
    for card in edition.deck.cards:
        suits = [
            [tile.named[slug] for slug in tile.named if f"{tile.slug}.{slug}" in card.suits] for tile in tiles
        ]
        yield Face(
            words["card"][card.kind], card.name, lines=tuple(", ".join(names) for names in suits if names)
        )
    investigators = [words["others"]] * (DECEPTION.players.stop - 1 - len(words["roles"]))
    for role in (*words["roles"].values(), *investigators, words["scientist"]):
        yield Face(words["role"], role)


def _tiles(edition: Edition, _: str) -> Iterator[Face]:
    kinds = scenario_words(edition.language)["tiles"]
    for tile in edition.deck.tiles:
        yield Face(kinds[tile.kind], tile.name, lines=tuple(tile.named.values()))


def _badges(edition: Edition, _: str) -> tuple[Face, ...]:
    """A badge for everybody who may try to solve the crime, to be handed in with the attempt."""
    words = scenario_words(edition.language)
    return (Face(words["badge"], words["attempt"]),) * (DECEPTION.players.stop - 1)


PAGES = pages.TranscriptPages(
    words=scenario_words,
    lists=_lists,
    worksheet=_worksheet,
    empty_notes=_empty_cards,
    answer=_answer,
    called=lambda read: {slug: pages.with_article(name) for slug, name in _called(read.settings).items()},
    empty={
        "scientist": pages.EmptyGrid(lambda read: _empty_tiles(read.settings), 1, ("who", "how", "trace")),
        "investigator": pages.EmptyGrid(lambda read: _empty_cards(read.settings, 6), 1),
    },
    cut={
        "cards": pages.CutDeck(_cards),
        "tiles": pages.CutDeck(_tiles, 74, 128, line=15),
        "badges": pages.CutDeck(_badges, 45, 45),
    },
    title_drawing=partial(_drawn, "harbour.svg"),
    drawing=partial(_drawn, "quay.svg"),
)
"""The pages of scenarios."""
