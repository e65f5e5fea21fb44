"""The syntax tree of a document: what a text says, before any of its names are known.

A game adds items of its own, the lines of its blocks.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from casekit.diagnostics import Source
from casekit.language.formula.nodes import Node, Word

UNKNOWN = "unknown"
"""The kind of a heading that its game does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Node):
    """Anything in a header or a block; ``gap`` if the writer left a blank line above it."""

    gap: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Comment(Item):
    """A comment without its slashes. ``trailing`` if it is after something on its line."""

    text: str
    trailing: bool = False


@dataclass(frozen=True, slots=True)
class ProseNode(Item):
    """A paragraph of prose: words joined by single spaces, escapes of line marks undone.

    ``pieces`` are the places of its lines in the text, more than one where comments or statements part them.
    """

    text: str
    pieces: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NoteNode(Item):
    """A line of the writer's notes, as written."""

    text: str


@dataclass(frozen=True, slots=True)
class FieldNode(Item):
    """``key: value`` of the header."""

    key: Word
    value: Word


@dataclass(frozen=True, slots=True)
class FormNode(Item):
    """A line, or a part of one, of a declared form, with the values of its named parts.

    A value is a word, a formula or another line, several of them, or what a form has for one of some words.
    """

    form: str
    parts: tuple[tuple[str, Any], ...]

    def __getitem__(self, part: str) -> Any:
        """The value of a part."""
        return next(value for name, value in self.parts if name == part)

    def put(self, **values: Any) -> "FormNode":
        """The line with other values of some parts."""
        return replace(self, parts=tuple((name, values.get(name, value)) for name, value in self.parts))

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of its parts, in their order."""
        return tuple([value for _, value in self.parts])


@dataclass(frozen=True, slots=True)
class Heading(Node):
    """The heading of a block.

    ``kind`` is the name of the block, or what a game calls blocks that have none; ``words`` are what else the heading
    names.
    """

    kind: str
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Block(Node):
    """A heading and what is below it, in order, comments among it; ``lead`` is right above it."""

    heading: Heading
    items: tuple[Item, ...] = ()
    lead: tuple[Comment, ...] = ()


@dataclass(frozen=True)
class SyntaxTree:
    """A whole text: its header, then its blocks.

    ``lost`` counts the blocks whose heading could not be read, ``broken`` holds the words of everything that
    could not be read: what is missing because of it is not reported again.
    """

    source: Source = field(compare=False)
    header: tuple[Item, ...] = ()
    blocks: tuple[Block, ...] = ()
    lost: int = 0
    broken: frozenset[str] = frozenset()
