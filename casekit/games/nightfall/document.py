"""An evening of Nightfall, typed: nights and days as one seat, or everybody, saw them, and the truth."""

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations
from typing import Any, Self

from casekit.games.nightfall.game import EVENING, GAME
from casekit.kit.transcripts.document import OPEN, Seated, SpokenLine, Transcript, TranscriptItem
from casekit.kit.transcripts.editions import EditionSpec, Levels
from casekit.kit.transcripts.resolver import TranscriptParts, texts
from casekit.language.formula.nodes import RESERVED, Scope
from casekit.language.syntax.canonical_form import logic_text
from casekit.language.syntax.dialect import FormNode
from casekit.logic.formulas import Function, Sort
from casekit.values import field, frozen, replace
from casekit.values.grouping import grouped

NOBODY = "nobody"

MURDERERS = "murderers"
"""The question of every reader."""

FUNCTIONS = ("murderer", "visited", "stayed", "alone", "met", "tried", "died", "hanged", MURDERERS)

RESERVED_IN_EVENINGS = RESERVED | {*FUNCTIONS, "player", "night", NOBODY, OPEN}
"""Words of evenings that mean something already; no player can be called by one of them."""

VARIABLES = frozenset(("anybody", "earlier", "else"))
"""Nor by the words for any player or night in the rules."""

DECKS: EditionSpec[None] = EditionSpec(
    made=lambda: None,
    usual=None,
    levels={
        "apprentice": Levels(lines=(5, 20), needed=(2, 3), steps=(1, 16), depth=(0, 1), together=(0, 9)),
        "amateur": Levels(lines=(8, 26), needed=(2, 5), steps=(12, 30), depth=(0, 2), together=(0, 9)),
        "expert": Levels(lines=(10, 44), needed=(3, 16), steps=(30, 999), depth=(0, 9), together=(0, 15)),
    },
    reserved=RESERVED_IN_EVENINGS | VARIABLES,
)
"""The parts of editions: levels alone, since nothing is dealt."""


@frozen
class EveningLine(TranscriptItem):
    """A line or a part of one, its text as written, and the number of its line of play, or of its night."""

    number: int = field(default=0, kw_only=True)
    text: str = field(default="", compare=False, kw_only=True)

    @classmethod
    def of(cls, line: FormNode, **more: Any) -> Self:
        """A line of a syntax tree, typed; where it says that it is nobody, there are no names."""
        without_nobody: dict[str, tuple[str, ...]] = {}
        for name, value in line.parts:
            if isinstance(value, tuple) and NOBODY in value:
                without_nobody[name] = texts([word for word in value if word != NOBODY])
        return super().of(line, **without_nobody, text=logic_text(line, EVENING), **more)


@frozen
class Allowance(EveningLine):
    """A number in the rules."""

    count: int


@frozen
class Move(EveningLine):
    """The choice of a player for a night: whom they visit, if anybody; and whether they mean to kill."""

    player: str
    host: str = ""
    kills: bool = False

    @property
    def where(self) -> str:
        """Whose home they are in."""
        return self.host or self.player

    @property
    def said(self) -> str:
        """The choice as a line has it."""
        where = "stays" if self.where == self.player else f"visits {self.host}"
        return f"{self.player} {where}{' to kill' if self.kills else ''}"


@frozen
class Night(EveningLine):
    """A night; of the seat that lived through it also its move and whom it met."""

    within = Move

    move: Move | None = None
    met: tuple[str, ...] = ()


@frozen
class Dawn(EveningLine):
    """The dead of the night before."""

    dead: tuple[str, ...] = ()

    @property
    def gone(self) -> tuple[str, ...]:
        """The players who are out of the game."""
        return self.dead


@frozen
class Ballot(EveningLine):
    """A voter with whom they want to hang, empty if they abstain."""

    player: str
    whom: str = ""


@frozen
class Vote(EveningLine):
    """The ballots of a day."""

    within = Ballot

    ballots: tuple[Ballot, ...]

    @property
    def hanged(self) -> str:
        """Whom the votes hang, more than half of those cast and two at least; empty if that is nobody."""
        cast = [each.whom for each in self.ballots if each.whom]
        most = max(cast, key=cast.count, default="")
        return most if cast.count(most) > max(1, len(cast) / 2) else ""


@frozen
class Hanging(EveningLine):
    """The player whom a vote hangs, if any, and their role."""

    player: str = ""
    role: str = ""

    @property
    def gone(self) -> tuple[str, ...]:
        """The players who are out of the game."""
        return (self.player,) if self.player else ()


Event = Night | Dawn | SpokenLine | Vote | Hanging


@frozen
class Culprits(EveningLine):
    """The murderers, as the truth names them."""

    names: tuple[str, ...]


@frozen
class Choices(EveningLine):
    """Everybody's deeds in the night of its number, as the truth says."""

    within = Move

    moves: tuple[Move, ...]


@frozen
class Evening(Transcript[Seated, Culprits | Choices, Event]):
    """A typed evening. Whoever does or says something is a player.

    ``murderers`` counts them; each tries to kill at least once in any ``attempts`` nights that they live
    through them.
    """

    game = GAME

    murderers: Allowance = Allowance(1)
    attempts: Allowance = Allowance(2)

    @cached_property
    def days(self) -> dict[int, int]:
        """The night, or the day after the night of that number, of each line of play.

        0 is the day of introductions.
        """
        nights, found = 0, {}
        for event in self.play:
            nights += isinstance(event, Night)
            found[event.number] = nights
        return found

    @cached_property
    def living(self) -> dict[int, tuple[str, ...]]:
        """The living at each line of play, as the lines before it say."""
        living, at_line = self.names, {}
        for event in self.play:
            at_line[event.number] = living
            if isinstance(event, Dawn | Hanging):
                living = tuple(name for name in living if name not in event.gone)
        return at_line

    @property
    def nights(self) -> range:
        """The numbers of the nights that were played."""
        return range(1, max(self.days.values(), default=0) + 1)

    @property
    def suspects(self) -> tuple[tuple[str, ...], ...]:
        """Everybody, or every two, who may be the murderers."""
        return tuple(combinations(self.names, min(self.murderers.count, len(self.names))))

    @property
    def culprits(self) -> tuple[str, ...]:
        """The murderers, if the truth names them, in the order of players."""
        culprits: set[str] = set()
        for line in self.truth:
            if isinstance(line, Culprits):
                culprits.update(line.names)
        return tuple(name for name in self.names if name in culprits)

    @property
    def choices(self) -> dict[int, Choices]:
        """Each night as the truth says."""
        return {line.number: line for line in self.truth if isinstance(line, Choices)}


MOST_NIGHTS = 40
"""The most nights that are reasoned about, for few players."""
MOST_MEETINGS = 15_000
"""The rules of a night speak of all who may meet, three at a time: these together take seconds."""


def first_night_too_many(evening: Evening) -> tuple[Event, str] | None:
    """The first night that is one too many to reason about, and why, in words, if there is one."""
    most = min(MOST_NIGHTS, MOST_MEETINGS // max(1, len(evening.names)) ** 3)
    nights = [event for event in evening.play if isinstance(event, Night)]
    if len(nights) <= most:
        return None
    players = len(evening.names)
    reason = f"the play has {len(nights)} nights of {players} players; casekit reasons about at most {most}"
    return nights[most], reason


def evening_of(told: TranscriptParts[None]) -> Evening:
    """The evening of a text."""
    limits: dict[str, Any] = {line.form: Allowance.of(line) for _, line in told.lines["rules"]}
    evening = Evening(
        **told.typed(Night, Dawn, Vote, Hanging, Culprits, Choices, player=Seated), hand=None, **limits
    )
    scope = GAME.scope(evening)
    spoken = [told.speech(*line, scope) for line in told.lines["play"] if line[1].form == "speech"]
    return replace(evening, play=tuple(sorted((*evening.play, *spoken), key=lambda event: event.number)))


def scope_of(evening: Evening) -> Scope:
    """The names that formulas about an evening may use.

    Nights are numbered from 1; a day has the number of its night.
    """
    player = Sort("player", tuple(dict.fromkeys(evening.names)))
    night = Sort("night", tuple(map(str, evening.nights)) or ("1",), ordered=True)
    functions = (
        Function("murderer", (player,)),
        Function("visited", (player, night), player, optional=True),
        Function("stayed", (player, night)),
        Function("alone", (player, night)),
        Function("met", (player, player, night)),
        Function("tried", (player, night)),
        Function("died", (player,), night, optional=True),
        Function("hanged", (player,), night, optional=True),
        Function(MURDERERS, (), Sort("suspects", tuple(map(", ".join, evening.suspects)))),
    )
    return Scope((player, night), functions, reserved=RESERVED_IN_EVENINGS)


@frozen(slots=True)
class NightOutcome:
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


def resolved(evening: Evening) -> dict[int, NightOutcome]:
    """Each night for which the truth gives the moves of all who lived; those after a gap are left out."""
    living, outcomes = list(evening.names), dict[int, NightOutcome]()
    hangings = [event for event in evening.play if isinstance(event, Hanging)]
    for night, choices in sorted(evening.choices.items()):
        chosen = {move.player: move for move in choices.moves}
        if night != len(outcomes) + 1 or not {*living} <= {*chosen}:
            break
        moves = {name: chosen[name] for name in living}
        outcomes[night] = NightOutcome(moves, killed(moves, evening.culprits))
        hanged = {event.player for event in hangings if evening.days[event.number] == night}
        gone = hanged.union(outcomes[night].dead)
        living = [name for name in living if name not in gone]
    return outcomes


def killed(moves: Mapping[str, Move], culprits: tuple[str, ...]) -> tuple[str, ...]:
    """The dead: of two at a place, one whom the other, a murderer, means to kill; not if both are."""
    guests = grouped((move.where, name) for name, move in moves.items())
    pairs = [names for names in guests.values() if len(names) == 2]  # noqa: PLR2004 - exactly two
    dead: set[str] = set()
    for pair in pairs:
        for guest, other in (pair, pair[::-1]):
            if guest not in culprits and other in culprits and moves[other].kills:
                dead.add(guest)
    return tuple(name for name in moves if name in dead)


@frozen(slots=True)
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
