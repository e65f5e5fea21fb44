"""The nights of an evening as the truth has them: everybody's place, meetings, deaths; and the end."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from casekit.games.nightfall.evening import NOBODY, Dawn, Evening, Hanging, Move, Night


@dataclass(frozen=True, slots=True)
class Resolved:
    """A night as it was: the moves of those who lived, in the order of players, and who died of it."""

    moves: Mapping[str, Move]
    dead: tuple[str, ...]

    def met(self, player: str) -> tuple[str, ...]:
        """Everybody else who was where a player was."""
        where = self.moves[player].where
        return tuple(name for name, move in self.moves.items() if move.where == where and name != player)

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


def resolved(evening: Evening) -> dict[int, Resolved]:
    """Each night for which the truth gives the moves of all who lived; those after a gap are left out."""
    living, found = list(evening.names), dict[int, Resolved]()
    hangings = [event for event in evening.play if isinstance(event, Hanging)]
    for night, choices in sorted(evening.choices.items()):
        told = {move.player: move for move in choices.moves}
        if night != len(found) + 1 or not {*living} <= {*told}:
            break
        moves = {name: told[name] for name in living}
        found[night] = Resolved(moves, killed(moves, evening.culprits))
        hanged = {event.player for event in hangings if evening.days[event.number] == night}
        gone = hanged.union(found[night].dead)
        living = [name for name in living if name not in gone]
    return found


def killed(moves: Mapping[str, Move], culprits: tuple[str, ...]) -> tuple[str, ...]:
    """The dead: one of two at a place, whom the other, a murderer, means to kill, unless both are murderers."""
    guests: dict[str, list[str]] = {}
    for name, move in moves.items():
        guests.setdefault(move.where, []).append(name)
    pairs = [names for names in guests.values() if len(names) == 2]  # noqa: PLR2004 - exactly two
    deaths = {one: other for pair in pairs for one, other in (pair, pair[::-1]) if one not in culprits}
    return tuple(name for name in moves if (by := deaths.get(name)) in culprits and by and moves[by].kills)


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of an evening: the line since which it is over, whether the innocents win, and why."""

    line: Dawn | Hanging
    innocents_win: bool
    words: str


def ending(evening: Evening) -> Ending | None:
    """How an evening ends: the last murderer is hanged, or one innocent at most is left with a murderer.

    No murderer dies at night, so everybody knows how many innocents live.
    """
    free = evening.murderers.count
    for event in evening.play:
        if isinstance(event, Dawn | Hanging) and event.gone:
            free -= isinstance(event, Hanging) and event.role == "murderer"
            innocents = sum(name not in event.gone for name in evening.living[event.number]) - free
            if not free:
                words = f"{event.gone[0]}, the last murderer, is hanged"
                return Ending(event, innocents_win=True, words=words)
            if innocents <= 1:
                left = "one innocent" if innocents == 1 else "no innocent"
                return Ending(event, innocents_win=False, words=f"{left} is left with a murderer")
    return None
