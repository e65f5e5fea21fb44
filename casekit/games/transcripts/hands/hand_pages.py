"""The printed parts of games with hands: who holds how many cards, what the seat holds, the names of cards."""

from collections.abc import Mapping
from typing import Any

from casekit.games.transcripts.decks import TranscriptEdition
from casekit.games.transcripts.hands.note_grid import CardGroups
from casekit.games.transcripts.read_transcript import AnyRead
from casekit.games.transcripts.transcript import OPEN
from casekit.games.transcripts.transcript_game import TranscriptGame
from casekit.print.content.booklet import AnswerList
from casekit.print.text.prose import label
from casekit.resources import Words


def table_and_hand(document: AnyRead, words: Words) -> tuple[AnswerList, AnswerList]:
    """The players at the table, and the cards of the seat, or how much an onlooker sees."""
    puzzle = document.puzzle
    players = tuple(
        words["sizes"][player.hand_size != 1].format(
            words["you"].format(player.name) if player.name == puzzle.seat else player.name, player.hand_size
        )
        for player in puzzle.players
    )
    table = AnswerList(words["table"], players)
    if puzzle.hand is None:
        seen = words["every_card_seen" if puzzle.seat == OPEN else "no_card_seen"]
        return table, AnswerList(words["looking_on"], (seen,))
    names = printed_names(puzzle.game, document.settings)
    cards = tuple(name for card, name in names.items() if card in puzzle.hand.cards)
    return table, AnswerList(words["hand"].format(puzzle.hand.holder), cards)


def printed_names(game: TranscriptGame[Any], edition: TranscriptEdition[Any]) -> Mapping[str, str]:
    """The name of each card as it is printed, by slug."""
    return {each.slug: label(each.name, edition.language) for each in game.decks().names(edition.deck)}


def by_kind(game: TranscriptGame[Any], edition: TranscriptEdition[Any], words: Words) -> CardGroups:
    """The printed names of the cards of each kind, with its heading."""
    groups: dict[str, dict[str, str]] = {}
    for each in game.decks().names(edition.deck):
        groups.setdefault(each.kind, {})[each.slug] = label(each.name, edition.language)
    return [(words["kinds"][kind][1], names) for kind, names in groups.items()]
