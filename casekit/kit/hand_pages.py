"""The printed parts of games with hands of cards.

Who holds how many cards, what the seat holds, the names of cards, and notes as a grid of cards by holders.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casekit.kit.hands import Holding
from casekit.kit.transcripts import document as transcripts_document, game as transcripts_game
from casekit.kit.transcripts.editions import TranscriptEdition
from casekit.print.content.booklet import AnswerList, Grid, GridColumn, GridGroup, GridRow
from casekit.prose.markup import typographic
from casekit.resources import Words
from casekit.values.grouping import grouped

HELD, NOT_HELD = "•", "×"
"""The marks in notes for a card that somebody holds, or does not hold."""
_SHORTEST = 2

CardGroups = Sequence[tuple[str, Mapping[str, str]]]
"""The heading of each group of rows, with the printed names of its cards by slug."""


def notes_of_seat(
    title: str,
    players: Sequence[str],
    places: Mapping[str, tuple[str, str]],
    cards: CardGroups,
    hand: Holding | None,
) -> Grid:
    """A grid of cards by holders, with what a hand says of them.

    Players who are not known yet have empty names. ``places`` hold cards and are not players: the name of
    each, and a shorter one.
    """
    columns = (*of_players(tuple(players)), *(GridColumn(*names) for names in places.values()))
    holders = (*players, *places)
    groups = []
    for heading, names in cards:
        rows = []
        for slug, name in names.items():
            marks = tuple(_mark(slug, holder, hand) for holder in holders)
            rows.append(GridRow(name, marks))
        groups.append(GridGroup(heading, tuple(rows)))
    return Grid(title, columns, tuple(groups))


def _mark(card: str, holder: str, hand: Holding | None) -> str:
    if hand is None:
        return ""
    if card in hand.cards:
        return HELD if holder == hand.holder else NOT_HELD
    return NOT_HELD if holder == hand.holder else ""


def of_players(names: Sequence[str]) -> Iterator[GridColumn]:
    """Each name with its shortest beginning of two letters or more that no other name has."""
    for name in names:
        others = [other for other in names if other != name]
        length = min(_SHORTEST, len(name))
        while length < len(name) and any(other.startswith(name[:length]) for other in others):
            length += 1
        yield GridColumn(name, name[:length])


def table_and_hand(document: transcripts_document.AnyRead, words: Words) -> tuple[AnswerList, AnswerList]:
    """The players at the table, and the cards of the seat, or how much an onlooker sees."""
    puzzle = document.puzzle
    players = []
    for player in puzzle.players:
        name = words["you"].format(player.name) if player.name == puzzle.seat else player.name
        one, several = words["sizes"]
        players.append((one if player.hand_size == 1 else several).format(name, player.hand_size))
    table = AnswerList(words["table"], tuple(players))
    if puzzle.hand is None:
        seen = words["every_card_seen" if puzzle.seat == transcripts_document.OPEN else "no_card_seen"]
        return table, AnswerList(words["looking_on"], (seen,))
    names = printed_names(puzzle.game, document.settings)
    cards = tuple(name for card, name in names.items() if card in puzzle.hand.cards)
    return table, AnswerList(words["hand"].format(puzzle.hand.holder), cards)


def printed_names(
    game: transcripts_game.TranscriptGame[Any], edition: TranscriptEdition[Any]
) -> Mapping[str, str]:
    """The name of each card as it is printed, by slug."""
    return {card.slug: typographic(card.name, edition.language) for card in game.decks().names(edition.deck)}


def by_kind(
    game: transcripts_game.TranscriptGame[Any], edition: TranscriptEdition[Any], words: Words
) -> CardGroups:
    """The printed names of the cards of each kind, with its heading."""
    groups = grouped(
        (card.kind, (card.slug, typographic(card.name, edition.language)))
        for card in game.decks().names(edition.deck)
    )
    return [(words["kinds"][kind][1], dict(names)) for kind, names in groups.items()]
