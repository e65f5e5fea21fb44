"""Random games, and what has to be true at every moment of one."""

from random import Random

from casekit.games.midnight.board.actions import Kind, legal
from casekit.games.midnight.board.effects import applied
from casekit.games.midnight.board.scoring import scores
from casekit.games.midnight.board.state import begin, seen_by

MOST = 5_000
"""No game that ends by chance takes so many actions."""


def random_game(table, seed):
    """Every moment of a game of random actions, each with the action that led to it."""
    chance = Random(seed)  # noqa: S311 - not a secret: the same game for everybody
    state = begin(table, seed)
    yield state, None
    for _ in range(MOST):
        choices = legal(state)
        if not choices:
            return
        action = chance.choice(choices)
        state = applied(state, action)
        yield state, action
    raise AssertionError(f"the game of seed {seed} does not end")


def check_board(state):
    """Pawns are conserved and where they may be; buoys and points are conserved."""
    board, players = state.table.board, state.table.players
    assert len(board.suspects) == len(state.suspects)
    assert {*state.suspects} <= {*board.zones} - {board.figures.suite}
    assert {zone for zone in state.detectives if zone is not None} <= {*board.zones}
    assert state.detectives.count(board.figures.suite) <= 1
    assert state.card is None or state.purser in board.zones
    assert state.table.buoys * players == sum(state.buoys) + state.spent
    assert min(*state.buoys, state.spent, state.points) >= 0
    assert state.table.ship <= state.ship <= board.figures.port


def check_change(before, after, action):
    """What one action may change: points by their cost, knowledge only by reading, suspects only one at a time."""
    assert all(old & new == old for old, new in zip(before.known, after.known, strict=True))
    learnt = {seat for seat in range(after.table.players) if before.known[seat] != after.known[seat]}
    readers = {
        Kind.INVESTIGATE: {*range(after.table.players)},
        Kind.PUBLISH: {*range(after.table.players)} - {before.seat},
        Kind.STUDY: {before.seat},
        Kind.EXTRACT: {before.seat},
    }
    assert learnt <= readers.get(action.kind, set())
    if before.round == after.round:
        moved = [old != new for old, new in zip(before.suspects, after.suspects, strict=True)]
        assert sum(moved) == (action.kind is Kind.MOVE_SUSPECT)
    if before.phase == after.phase == "act" and before.seat == after.seat:
        gained = {Kind.SPEND_BUOY: 1}
        assert after.points - before.points <= gained.get(action.kind, 0)


def check_secrecy(state):
    """No seat sees a paragraph that it has not read, the deck, or hypotheses that are secret."""
    texts = state.table.mystery.paragraphs
    for seat in range(state.table.players):
        seen = seen_by(state, seat)
        read = {path for path in range(len(texts)) if state.known[seat] >> path & 1}
        assert read == set(seen.paragraphs)
        shown = repr(seen)
        assert read == {path for path, text in enumerate(texts) if f"{text!r}" in shown}
        assert not hasattr(seen, "deck")
        for other, written in enumerate(seen.written):
            if other != seat and state.phase != "over":
                assert (None, None, None) == written[1::2]
                assert (None, None, None) == written[::2] or other == state.revealer


def play(table, seed):
    """Play a random game to its end, look at every moment of it, and return the last."""
    before = None
    for state, action in random_game(table, seed):
        check_board(state)
        if before is not None:
            check_change(before, state, action)
        if before is None or before.round != state.round or state.phase in {"publish", "write", "over"}:
            check_secrecy(state)
        before = state
    assert state.phase == "over"
    assert len(scores(state)) == table.players
    return state
