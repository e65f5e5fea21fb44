"""A typed transcript: what one seat sees of a game, line by line.

``Transcript`` is what a game reasons about; ``ReadTranscript`` is one with its text, edition and names.
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

    Unless a class says otherwise, its form has the name of the class in small letters.
    """

    dialect: ClassVar[Dialect]
    """The dialect that has its form."""

    within: ClassVar["type[TranscriptItem] | None"] = None
    """The class of its parts that have a form of their own."""

    place: Place = field(default_factory=Place, compare=False, kw_only=True)
    """Where it is in the text."""

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
    def of(cls, line: FormNode, **other_fields: Any) -> Self:
        """A line of a syntax tree, typed.

        Args:
            line: the line.
            other_fields: the fields that hold something other than names, numbers, and lists of names or of
                parts of the class ``within``.
        """
        type_part = cls.within.of if cls.within else None
        values = {name: plain(value, type_part) for name, value in line.parts}
        return cls(**(values | other_fields), place=Place(line.start, line.end))


@frozen
class PlayLine(TranscriptItem):
    """A line of play."""

    number: int
    """Its number, from 1."""


@frozen
class Seated(TranscriptItem):
    """A player of whom the text says the name alone."""

    name: str
    """The name, as lines of play have it."""

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


def plain(value: Any, type_part: Callable[[FormNode], Any] | None) -> Any:
    """A value of a syntax tree without its place: a name, a number, yes or no, several of them.

    Parts that have a form of their own are typed by ``type_part``.
    """
    match value:
        case Word(text=text):
            return int(text) if text.isdecimal() else text
        case tuple():
            return tuple(plain(item, type_part) for item in value)
        case FormNode() if type_part is not None:
            return type_part(value)
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
    """A line of play."""

    @property
    def number(self) -> int:
        """Its number, from 1, which is its name as a source."""

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
    """A typed transcript. What the text leaves out is empty here, and every name in it is known."""

    game: ClassVar[TranscriptGame[Any]]
    """The game that it is of."""

    title: str
    """Its title."""

    players: tuple[PlayerT_co, ...]
    """The players, in the order of turns."""

    seat: str | None
    """The player whose eyes the reader has, ``OPEN``, or ``None`` for one to whom nothing is shown."""

    hand: SecretT_co | None
    """The line that says what a player's seat knows from the start."""

    play: tuple[EventT_co, ...]
    """The lines of play, in order."""

    truth: tuple[SecretT_co, ...] = ()
    """The lines on the solution, and on what players know."""

    level: Level = "amateur"
    """The level that its header claims."""

    author: str = ""
    """Its author, if the header names one."""

    presentation: tuple[Prose, ...] = ()
    """The paragraphs of its story."""

    solution: tuple[Prose, ...] = ()
    """The paragraphs of its solution."""

    place: Place = field(default_factory=Place, compare=False)
    """Where the heading of the block of play is."""

    headings: Mapping[str, Place] = field(default_factory=dict, compare=False)
    """Where the heading of each block is, by the kind of the block."""

    fields: Mapping[str, Place] = field(default_factory=dict, compare=False)
    """Where each field of its header is, by name."""

    deck: Any = None
    """The deck that was dealt from: that of its edition."""

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
        position = self.names.index(player)
        return (*self.names[position + 1 :], *self.names[:position])


AnyTranscript = Transcript[Any, Any, Any]
"""A transcript of some game."""


@frozen
class SpokenLine(ProsePassage[str]):
    """Words of a player, with what they say as formulas, each of which quotes some of them."""

    number: int = 0
    """The number of the line of play, from 1."""

    player: str = ""
    """The name of the player."""

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
    """A transcript as it was read."""

    puzzle: T
    """The typed transcript."""

    source: Source
    """Its text."""

    settings: TranscriptEdition[D]
    """Its edition."""

    scope: Scope
    """The names that formulas about it may use."""

    is_complete: bool = True
    """Whether it has players and play, and no line was left out of it.

    Lines are left out that could not be read or that name something unknown; findings say so. The rules of
    the game are not held against a transcript that is not complete.
    """

    unplaced: int = 0
    """The number of blocks whose heading could not be read or is unknown.

    Each of them may be one that seems to be missing.
    """

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
        """The transcript without some of its speeches: ``kept`` says of each in turn whether it stays."""
        removed = [speech.number for speech, stays in zip(self.passages, kept, strict=True) if not stays]
        play = tuple(line for line in self.puzzle.play if line.number not in removed)
        return replace(self, puzzle=replace(self.puzzle, play=play))

    def span(self, place: Place) -> Span:
        """Where something of the transcript is in its file."""
        return self.source.span(place.start, place.end)

    def heading_span(self, block: str) -> Span:
        """Where the heading of a block is, or the file's beginning without it."""
        return self.span(self.headings.get(block, Place()))


AnyRead = ReadTranscript[Any, Any]
"""A transcript of some game as it was read."""
