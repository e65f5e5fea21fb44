"""An evening of Nightfall, typed: nights and days as one seat, or everybody, saw them, and the truth."""

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

NOBODY = "nobody"
"""The word of lines for no player."""

MURDERERS = "murderers"
"""The question of every reader."""

MOST_NIGHTS = 40
"""The most nights that are reasoned about, for few players."""

MOST_MEETINGS = 15_000
"""The rules of a night speak of all who may meet, three at a time: these together take seconds."""

FUNCTIONS = ("murderer", "visited", "stayed", "alone", "met", "tried", "died", "hanged", MURDERERS)

RESERVED_IN_EVENINGS = RESERVED | {*FUNCTIONS, "player", "night", NOBODY, OPEN}
"""Words of evenings that mean something already; they cannot be the name of a player."""

VARIABLES = frozenset(("anybody", "earlier", "else"))
"""The words for any player or night in the rules, which cannot be a name either."""

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
    """A line or a part of one."""

    number: int = field(default=0, kw_only=True)
    """The number of its line of play; of a night of the truth, that of the night."""

    text: str = field(default="", compare=False, kw_only=True)
    """Its canonical text."""

    @classmethod
    def of(cls, line: FormNode, **more: Any) -> Self:
        """A line of a syntax tree, typed; "nobody" is not a name."""
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
    """The choice of a player for a night."""

    player: str

    host: str = ""
    """Whom the player visits; empty for somebody who stays at home."""

    kills: bool = False
    """Whether the player means to kill."""

    @property
    def where(self) -> str:
        """Whose home the player is in."""
        return self.host or self.player

    @property
    def said(self) -> str:
        """The choice as a line has it."""
        choice = "stays" if self.where == self.player else f"visits {self.host}"
        purpose = " to kill" if self.kills else ""
        return f"{self.player} {choice}{purpose}"


@frozen
class Night(EveningLine):
    """A night, with what the seat did in it."""

    within = Move

    move: Move | None = None
    """The move of the seat if it lived through the night; else ``None``."""

    met: tuple[str, ...] = ()
    """Whom the seat met."""


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
    """The vote of one player."""

    player: str

    whom: str = ""
    """Whom the player wants to hang; empty for somebody who abstains."""


@frozen
class Vote(EveningLine):
    """The ballots of a day."""

    within = Ballot

    ballots: tuple[Ballot, ...]

    @property
    def hanged(self) -> str:
        """Whom the votes hang, more than half of those cast and two at least; empty if that is nobody."""
        votes = [ballot.whom for ballot in self.ballots if ballot.whom]
        favourite = max(votes, key=votes.count, default="")
        return favourite if votes.count(favourite) > max(1, len(votes) / 2) else ""


@frozen
class Hanging(EveningLine):
    """The outcome of a vote."""

    player: str = ""
    """The player who is hanged; empty if nobody is."""

    role: str = ""
    """The role of the player: ``murderer`` or ``innocent``."""

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
    """A typed evening. Whoever does or says something is a player."""

    game = GAME

    murderers: Allowance = Allowance(1)
    """How many murderers there are."""

    attempts: Allowance = Allowance(2)
    """The number of nights in a row in which each murderer who lives tries to kill at least once."""

    @cached_property
    def days(self) -> dict[int, int]:
        """The night, or the day after the night of that number, of each line of play.

        0 is the day of introductions.
        """
        night = 0
        night_of_line: dict[int, int] = {}
        for event in self.play:
            if isinstance(event, Night):
                night += 1
            night_of_line[event.number] = night
        return night_of_line

    @cached_property
    def living(self) -> dict[int, tuple[str, ...]]:
        """The living at each line of play, as the lines before it say."""
        living = self.names
        living_at_line: dict[int, tuple[str, ...]] = {}
        for event in self.play:
            living_at_line[event.number] = living
            if isinstance(event, Dawn | Hanging):
                living = tuple(name for name in living if name not in event.gone)
        return living_at_line

    @property
    def nights(self) -> range:
        """The numbers of the nights that were played."""
        return range(1, max(self.days.values(), default=0) + 1)

    @property
    def suspects(self) -> tuple[tuple[str, ...], ...]:
        """The groups of players who may be the murderers: each player, or every two."""
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
        """By number each night as the truth says it was."""
        return {line.number: line for line in self.truth if isinstance(line, Choices)}


def first_night_too_many(evening: Evening) -> tuple[Event, str] | None:
    """The first night that is one too many to reason about, and the reason in words, if there is one."""
    most = min(MOST_NIGHTS, MOST_MEETINGS // max(1, len(evening.names)) ** 3)
    nights = [event for event in evening.play if isinstance(event, Night)]
    if len(nights) <= most:
        return None
    players = len(evening.names)
    reason = f"the play has {len(nights)} nights of {players} players; casekit reasons about at most {most}"
    return nights[most], reason


def evening_of(parts: TranscriptParts[None]) -> Evening:
    """The evening of a text."""
    allowances: dict[str, Any] = {line.form: Allowance.of(line) for _, line in parts.lines["rules"]}
    evening = Evening(
        **parts.typed(Night, Dawn, Vote, Hanging, Culprits, Choices, player=Seated), hand=None, **allowances
    )
    scope = GAME.scope(evening)
    speeches = [parts.speech(*line, scope) for line in parts.lines["play"] if line[1].form == "speech"]
    play = sorted((*evening.play, *speeches), key=lambda event: event.number)
    return replace(evening, play=tuple(play))


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
