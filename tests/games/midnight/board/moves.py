"""What may be done at a table, and doing it."""

from casekit.games.midnight.board.actions import Action, legal
from casekit.games.midnight.board.effects import step


def of(kind, state):
    return [(action.what, action.to) for action in legal(state) if action.kind is kind]


def do(state, *actions):
    for kind, *numbers in actions:
        state = step(state, Action(kind, *numbers))
    return state
