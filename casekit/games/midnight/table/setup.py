"""How a game begins (rulebook, "Setup")."""

from collections.abc import Sequence

from casekit.games.midnight.table.board import Table
from casekit.games.midnight.table.draws import shuffled
from casekit.games.midnight.table.state import BLANK, State

PILES = 4
"""The piles of the deck, each with one card of a calm sea."""

PILE = 3
"""The other cards of each pile but the last, which gets all that are left."""

CROWDED = 4
"""From so many players on, the card of full speed is left out."""

SUSPECTS, CARDS, PILED = 1, 2, 3
"""What is drawn, in the names of draws."""


def begin(table: Table, *chance: int) -> State:
    """A game before the detectives are placed; ``chance`` names its draws, as a seed and a number do."""
    players = table.players
    return State(
        table=table,
        phase="place",
        seat=players - 1,
        ship=table.ship,
        deck=stacked(table, *chance),
        detectives=(None,) * players,
        suspects=placed(table, *chance),
        buoys=(table.buoys,) * players,
        known=(0,) * players,
        written=(BLANK,) * players,
    )


def placed(table: Table, *chance: int) -> tuple[int, ...]:
    """The zone of each suspect: as many in each zone where pawns begin, two of twelve (step 3)."""
    start, count = table.board.figures.start, len(table.board.suspects)
    order = shuffled(range(count), *chance, SUSPECTS)
    zones = {suspect: start[place * len(start) // count] for place, suspect in enumerate(order)}
    return tuple(zones[suspect] for suspect in range(count))


def stacked(table: Table, *chance: int) -> tuple[int, ...]:
    """The deck, its first card first: a calm sea in each of four piles (step 1)."""
    cards = table.board.cards
    calm = [index for index, card in enumerate(cards) if card.kind == "calm-sea"]
    others = [
        index
        for index, card in enumerate(cards)
        if card.kind != "calm-sea" and not (card.kind == "full-speed" and table.players >= CROWDED)
    ]
    mixed = shuffled(others, *chance, CARDS)
    piles = [mixed[PILE * number : PILE * (number + 1)] for number in range(PILES - 1)]
    piles.append(mixed[PILE * (PILES - 1) :])
    return tuple(card for pile in _with_calm(piles, calm) for card in shuffled(pile, *chance, PILED))


def _with_calm(piles: Sequence[Sequence[int]], calm: Sequence[int]) -> list[list[int]]:
    return [[*pile, *calm[number : number + 1]] for number, pile in enumerate(piles)]
