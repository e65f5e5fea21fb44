"""A transcript, typed: what one seat sees of a game, line by line, as lines and speeches were read.

It comes with its text, its edition and its names.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from casekit.diagnostics import Place, Prose, Source, Span
from casekit.kit.transcripts.editions import Level, TranscriptEdition
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.language.formula.nodes import Scope, Word
from casekit.language.syntax import canonical_form, line_forms
from casekit.language.syntax.dialect import Dialect, FormNode, fits
from casekit.prose.passages import ProsePassage
from casekit.values import field, frozen, replace


@frozen
class TranscriptItem:
    """A line, or a part of one, and where it is in the text.

    Unless it says otherwise, its form is called like its class. Parts that have forms of their own are typed
    ``within`` it.
    """

    dialect: ClassVar[Dialect]
    within: ClassVar["type[TranscriptItem] | None"] = None

    place: Place = field(default_factory=Place, compare=False, kw_only=True)

    def __init_subclass__(cls, dialect: Dialect | None = None) -> None:
        if dialect is not None:
            cls.dialect = dialect

    @property
    def form(self) -> str:
        """The name of its form."""
        return type(self).__name__.lower()

    @property
    def text(self) -> str:
        """The canonical text of the line."""
        for pattern in self.dialect.patterns[self.form]:
            values = {part.name: _part_value(part, getattr(self, part.name)) for part in pattern.parts}
            if fits(pattern, values):
                return canonical_form.line_text(pattern, values, self.dialect)[0]
        raise ValueError(f"no pattern of the form {self.form} has such values")

    @classmethod
    def of(cls, line: FormNode, **more: Any) -> Self:
        """A line of a syntax tree, typed.

        ``more`` are fields that hold something other than names, numbers and lists of names or of lines
        ``within`` it.
        """
        within = cls.within.of if cls.within else None
        values = {name: plain(value, within) for name, value in line.parts}
        return cls(**(values | more), place=Place(line.start, line.end))


@frozen
class PlayLine(TranscriptItem):
    """A line of play; ``number`` counts them from 1."""

    number: int


@frozen
class Seated(TranscriptItem):
    """A player of whom the text says the name alone."""

    name: str

    @property
    def text(self) -> str:
        """The name."""
        return self.name


def _part_value(part: line_forms.LinePart, value: Any) -> Any:
    """The value of a part as a syntax tree has it."""
    return value if value in part.values.values() else written(value)


def written(value: Any) -> Any:
    """A value as a syntax tree has it; a typed line is its text."""
    match value:
        case bool() | None:
            return value
        case tuple():
            return tuple(map(written, value))
        case str() | int():
            return Word(str(value))
    return Word(value.text)


def plain(value: Any, within: Callable[[FormNode], Any] | None) -> Any:
    """A value of a syntax tree without its place: a name, a number, yes or no, several of them.

    Lines are typed by ``within``.
    """
    match value:
        case Word(text=text):
            return int(text) if text.isdecimal() else text
        case tuple():
            return tuple(plain(item, within) for item in value)
        case FormNode() if within is not None:
            return within(value)
    return value


OPEN = "all"
"""The seat of readers who see whatever is shown to anybody, but nobody's secrets."""


class AtTable(Protocol):
    """Somebody at the table."""

    @property
    def name(self) -> str:
        """The name, as the lines of play have it."""

    @property
    def place(self) -> Place:
        """Where the text says that the player plays."""


class Event(Protocol):
    """A line of play; ``number`` counts them from 1."""

    @property
    def number(self) -> int:
        """Its number, which is its name as a source."""

    @property
    def text(self) -> str:
        """The canonical text of the line."""

    @property
    def place(self) -> Place:
        """Where it is in the text."""


PlayerT_co = TypeVar("PlayerT_co", bound=AtTable, covariant=True)
SecretT_co = TypeVar("SecretT_co", covariant=True)
EventT_co = TypeVar("EventT_co", bound=Event, covariant=True)


@frozen
class Transcript(Generic[PlayerT_co, SecretT_co, EventT_co]):
    """A typed transcript. What the text leaves out is empty here, and every name in it is known.

    ``players`` are in the order of turns. ``seat`` is the player whose eyes the reader has, ``OPEN`` or
    ``None`` for an onlooker to whom nothing is shown; ``hand`` is what a player's seat knows from the start.
    ``truth`` is what the text says of the solution and of what players know, ``deck`` what was dealt.
    ``place`` is the one of the block of play.
    """

    game: ClassVar[TranscriptGame[Any]]

    title: str
    players: tuple[PlayerT_co, ...]
    seat: str | None
    hand: SecretT_co | None
    play: tuple[EventT_co, ...]
    truth: tuple[SecretT_co, ...] = ()
    level: Level = "amateur"
    author: str = ""
    presentation: tuple[Prose, ...] = ()
    solution: tuple[Prose, ...] = ()
    place: Place = field(default_factory=Place, compare=False)
    headings: Mapping[str, Place] = field(default_factory=dict, compare=False)
    fields: Mapping[str, Place] = field(default_factory=dict, compare=False)
    deck: Any = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the order of turns."""
        return tuple(player.name for player in self.players)

    @property
    def reader(self) -> str:
        """The player whose eyes the reader has; empty for an onlooker."""
        return self.seat if self.seat is not None and self.seat in self.names else ""

    def left_of(self, player: str) -> tuple[str, ...]:
        """The other players in the order of turns, from a player's left."""
        at = self.names.index(player)
        return (*self.names[at + 1 :], *self.names[:at])


AnyTranscript = Transcript[Any, Any, Any]
"""A transcript of some game."""


@frozen
class SpokenLine(ProsePassage[str]):
    """Words of a player, with what they say as formulas, each of which quotes some of them."""

    number: int = 0
    player: str = ""

    @property
    def name(self) -> str:
        """The name that messages have for it."""
        return f"line {self.number}"

    @property
    def said(self) -> str:
        """The words."""
        return self.prose[0].text

    @property
    def text(self) -> str:
        """The canonical text of the line in which the words are."""
        return f"{self.player} says {canonical_form.quoted(self.said)}"

    @property
    def written(self) -> tuple[str, ...]:
        """This line, and those below it."""
        quoting = [f"~ {line.text}  {canonical_form.quoted(line.quotation)}" for line in self.statements]
        return (self.text, *quoting)


def is_speech(dialect: Dialect, line: FormNode) -> bool:
    """Whether lines below a line may quote it."""
    pattern, _ = dialect.values(line)
    kinds = chain.from_iterable(part.kinds for part in pattern.parts)
    return any(kind.name == "speech" for kind in kinds)


T = TypeVar("T", bound=AnyTranscript)


@frozen
class ReadTranscript(Generic[T, D]):
    """A transcript as it was read.

    If it is not ``is_complete``, it has no players or no play, or lines are left out of it that could not be
    read or that name something unknown. Findings say so; the rules of the game are not held against what is
    left. ``unplaced`` counts blocks under a heading that could not be read or is unknown, each of which may
    be one that seems to be missing.
    """

    puzzle: T
    source: Source
    settings: TranscriptEdition[D]
    scope: Scope
    is_complete: bool = True
    unplaced: int = 0

    @property
    def title(self) -> str:
        """Its title."""
        return self.puzzle.title

    @property
    def headings(self) -> Mapping[str, Place]:
        """The places of the headings of its blocks."""
        return self.puzzle.headings

    @property
    def passages(self) -> tuple[SpokenLine, ...]:
        """The words of everybody who speaks, with the lines that quote them."""
        return tuple(line for line in self.puzzle.play if isinstance(line, SpokenLine))

    @property
    def quoting(self) -> Iterator[tuple[str, str, Place]]:
        """Each of these lines: the words that it quotes, its logic, and where it is."""
        for speech in self.passages:
            for line in speech.statements:
                yield line.quotation, line.text, line.place

    def keeping(self, kept: Sequence[bool]) -> Self:
        """The transcript with some of its speeches; of others it has no words."""
        silent = [speech.number for speech, keep in zip(self.passages, kept, strict=True) if not keep]
        play = tuple(line for line in self.puzzle.play if line.number not in silent)
        return replace(self, puzzle=replace(self.puzzle, play=play))

    def span(self, place: Place) -> Span:
        """Where something of the transcript is in its file."""
        return self.source.span(place.start, place.end)

    def heading_span(self, block: str) -> Span:
        """Where the heading of a block is, or the file's beginning without it."""
        return self.span(self.headings.get(block, Place()))


AnyRead = ReadTranscript[Any, Any]
"""A transcript of some game as it was read."""
