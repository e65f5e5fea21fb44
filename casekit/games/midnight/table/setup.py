"""How a game begins (rulebook, "Setup")."""

from casekit.games.midnight.table.board import Table
from casekit.games.midnight.table.state import BLANK, State
from casekit.tabletop.readers.draws import shuffled

PILES = 4
"""The piles of the deck, each with one card of a calm sea."""

PILE = 3
"""The other cards of each pile but the last, which gets all that are left."""

PARTS = (
    *(slice(PILE * pile, PILE * (pile + 1)) for pile in range(PILES - 1)),
    slice(PILE * (PILES - 1), None),
)
"""Where the piles are among those other cards."""

CROWDED = 4
"""The number of players from which the card of full speed is left out."""

SUSPECTS, CARDS, PILED = 1, 2, 3
"""The names of draws."""


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
    calm, others = sorted_cards(table)
    mixed = shuffled(others, *chance, CARDS)
    piles = ((*mixed[part], *calm[number : number + 1]) for number, part in enumerate(PARTS))
    return tuple(card for pile in piles for card in shuffled(pile, *chance, PILED))


def sorted_cards(table: Table) -> tuple[list[int], list[int]]:
    """The cards of a calm sea, and all others that are played with."""
    left_out = {"calm-sea", "full-speed"} if table.players >= CROWDED else {"calm-sea"}
    cards = [*enumerate(table.board.cards)]
    calm = [index for index, card in cards if card.kind == "calm-sea"]
    return calm, [index for index, card in cards if card.kind not in left_out]
