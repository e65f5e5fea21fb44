"""The nights of an evening as the truth has them: who met whom, who died, and how the evening ends."""

from collections.abc import Mapping

from casekit.games.nightfall.document import NOBODY, Dawn, Evening, Hanging, Move, Night
from casekit.values import frozen, replace
from casekit.values.grouping import grouped


@frozen(slots=True)
class NightOutcome:
    """A night as it was."""

    moves: Mapping[str, Move]
    """The moves of those who lived, by player, in the order of players."""

    dead: tuple[str, ...]
    """The players who died in it."""

    def met(self, player: str) -> tuple[str, ...]:
        """Everybody else who was where a player was."""
        place = self.moves[player].where
        return tuple(name for name, move in self.moves.items() if move.where == place and name != player)

    @property
    def victims(self) -> str:
        """The dead, as a line has them."""
        return " and ".join(self.dead) or NOBODY

    def seen_by(self, player: str, event: Night) -> Night:
        """A night as a player saw it: bare for those who are dead when it ends."""
        if player not in self.moves or player in self.dead:
            return replace(event, move=None, met=(), text="night")
        move, met = self.moves[player], self.met(player)
        text = f"night: {move.said}, meets {' and '.join(met) or NOBODY}"
        return replace(event, move=move, met=met, text=text)


def outcomes_of(evening: Evening) -> dict[int, NightOutcome]:
    """Each night for which the truth gives the moves of all who lived; those after a gap are left out."""
    living = list(evening.names)
    outcomes: dict[int, NightOutcome] = {}
    hangings = [event for event in evening.play if isinstance(event, Hanging)]
    for night, choices in sorted(evening.choices.items()):
        move_of = {move.player: move for move in choices.moves}
        if night != len(outcomes) + 1 or not {*living} <= {*move_of}:
            break
        moves = {name: move_of[name] for name in living}
        outcomes[night] = NightOutcome(moves, killed_in(moves, evening.culprits))
        hanged = {event.player for event in hangings if evening.days[event.number] == night}
        gone = hanged.union(outcomes[night].dead)
        living = [name for name in living if name not in gone]
    return outcomes


def killed_in(moves: Mapping[str, Move], culprits: tuple[str, ...]) -> tuple[str, ...]:
    """The dead: innocents who were alone with a murderer who meant to kill."""
    names_by_place = grouped((move.where, name) for name, move in moves.items())
    pairs = [names for names in names_by_place.values() if len(names) == 2]  # noqa: PLR2004 - exactly two
    dead: set[str] = set()
    for first, second in pairs:
        for name, other in ((first, second), (second, first)):
            if name not in culprits and other in culprits and moves[other].kills:
                dead.add(name)
    return tuple(name for name in moves if name in dead)


@frozen(slots=True)
class Ending:
    """The end of an evening."""

    line: Dawn | Hanging
    """The line with which it is over."""

    innocents_win: bool

    words: str
    """Why it is over."""


def ending(evening: Evening) -> Ending | None:
    """How an evening ends: the last murderer is hanged, or one innocent at most is left with a murderer.

    No murderer dies at night, so everybody knows how many innocents live.
    """
    murderers = evening.murderers.count
    for event in evening.play:
        if not isinstance(event, Dawn | Hanging) or not event.gone:
            continue
        if isinstance(event, Hanging) and event.role == "murderer":
            murderers -= 1
        living = [name for name in evening.living[event.number] if name not in event.gone]
        innocents = len(living) - murderers
        if not murderers:
            words = f"{event.gone[0]}, the last murderer, is hanged"
            return Ending(event, innocents_win=True, words=words)
        if innocents <= 1:
            innocents_left = "one innocent" if innocents == 1 else "no innocent"
            return Ending(event, innocents_win=False, words=f"{innocents_left} is left with a murderer")
    return None
