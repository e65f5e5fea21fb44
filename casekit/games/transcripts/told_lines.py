"""Typed lines of transcripts. Their fields are called as the parts of their forms, which read them and write them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from casekit.diagnostics import Place
from casekit.language.document.canonical import line_text
from casekit.language.document.dialect import Dialect, FormNode, fits
from casekit.language.document.forms import LinePart, parts
from casekit.language.formula.nodes import Word


@dataclass(frozen=True)
class ToldLine:
    """A line, or a part of one, and where it is in the text; unless it says otherwise, its form is called like its class.

    Parts that have forms of their own are typed ``within`` it.
    """

    dialect: ClassVar[Dialect]
    within: ClassVar["type[ToldLine] | None"] = None

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
            values = {part.name: _told(part, getattr(self, part.name)) for part in parts(pattern)}
            if fits(pattern, values):
                return line_text(pattern, values, self.dialect)[0]
        raise ValueError(f"no pattern of the form {self.form} has such values")

    @classmethod
    def of(cls, line: FormNode, **more: Any) -> Self:
        """A line of a syntax tree, typed; ``more`` are fields that hold something other than names, numbers and lists of names or of lines ``within`` it."""
        within = cls.within.of if cls.within else None
        told = {name: plain(value, within) for name, value in line.parts}
        return cls(**(told | more), place=Place(line.start, line.end))


@dataclass(frozen=True)
class PlayLine(ToldLine):
    """A line of play; ``number`` counts them from 1."""

    number: int


@dataclass(frozen=True)
class Seated(ToldLine):
    """A player of whom the text says the name alone."""

    name: str

    @property
    def text(self) -> str:
        """The name."""
        return self.name


def _told(part: LinePart, value: Any) -> Any:
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
    """A value of a syntax tree without its place: a name, a number, yes or no, several of them; lines are typed by ``within``."""
    match value:
        case Word(text=text):
            return int(text) if text.isdecimal() else text
        case tuple():
            return tuple(plain(each, within) for each in value)
        case FormNode() if within is not None:
            return within(value)
    return value
