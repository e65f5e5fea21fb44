"""Syntax trees: what a text says, before any of its names are known.

Here are also dialects, by which texts are read and written.

A game declares in its dialect its grammar, blocks and lines, which are items of its own in trees.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

from casekit.diagnostics import Code, Source
from casekit.language.formula.nodes import Node, Word
from casekit.language.syntax.line_forms import (
    KINDS,
    BlockForm,
    Form,
    LinePart,
    PartKind,
    Pattern,
    compiled,
    texts_of,
)
from casekit.values import field, frozen, replace

UNKNOWN = "unknown"
"""The kind of a heading that its game does not have."""


@frozen(slots=True, kw_only=True)
class Item(Node):
    """Anything in a header or a block; ``gap`` if the writer left a blank line above it."""

    gap: bool = field(default=False, compare=False)


@frozen(slots=True)
class Comment(Item):
    """A comment without its slashes. ``trailing`` if it is after something on its line."""

    text: str
    trailing: bool = False


@frozen(slots=True)
class ProseNode(Item):
    """A paragraph of prose: words joined by single spaces, escapes of line marks undone.

    ``pieces`` are the places of its lines in the text, more than one where comments or statements part them.
    """

    text: str
    pieces: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)


@frozen(slots=True)
class NoteNode(Item):
    """A line of the writer's notes, as written."""

    text: str


@frozen(slots=True)
class FieldNode(Item):
    """``key: value`` of the header."""

    key: Word
    value: Word


@frozen(slots=True)
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


@frozen(slots=True)
class Heading(Node):
    """The heading of a block.

    ``kind`` is the name of the block, or what a game calls blocks that have none; ``words`` are what else the
    heading names.
    """

    kind: str
    words: tuple[Word, ...] = ()


@frozen(slots=True)
class Block(Node):
    """A heading and what is below it, in order, comments among it; ``lead`` is right above it."""

    heading: Heading
    items: tuple[Item, ...] = ()
    lead: tuple[Comment, ...] = ()


@frozen
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


@frozen(slots=True)
class KnownMistake:
    """A mistake with a name: its code, what to say and the cure.

    ``examples`` are pieces of documents, ``formulas`` are tried wherever a document may have one, and
    alone; ``alone`` are only tried so.
    """

    code: Code
    message: str
    hint: str
    examples: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()


@frozen(eq=False)
class Dialect:
    """How the documents of a game are written.

    ``grammar`` is the name of the grammar and of the schema, which are made from the forms; ``noun`` is what
    a document is called, ``usual`` how many words it has, for users who give something else. ``fields`` are
    those that a header may have, with the values of those that are fixed, ``required`` those that it must
    have; ``mark`` is before a formula in a line that states it. It ``is_made`` if grammar and schema have no
    files but are made when they are needed, as for games from other packages. ``terminals`` define words
    otherwise than by themselves, where names may be written like them. ``unprinted`` are the fields of the
    header and the forms of lines whose words are on no page.
    """

    grammar: str
    noun: str
    usual: str
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    mark: str = ""
    is_made: bool = False
    outline: tuple[BlockForm, ...] = ()
    forms: tuple[Form, ...] = ()
    kinds: Mapping[str, PartKind] = field(default_factory=dict)
    terminals: Mapping[str, str] = field(default_factory=dict)
    unprinted: frozenset[str] = frozenset()

    own_slips: Callable[[], tuple[KnownMistake, ...]] | None = None
    """Mistakes that neither forms nor formulas alone explain, and those of formulas: asked for where there is
    one."""

    formula_places: tuple[str, ...] = ()
    """Texts of documents after which a formula may be written, for the examples of slips."""

    # --- what follows from the forms -------------------------------------------------------------

    @cached_property
    def blocks(self) -> frozenset[str]:
        """The first words of headings that every document of the game may have."""
        return frozenset(block.kind for block in self.outline if block.pattern.startswith(block.kind))

    @cached_property
    def logic_blocks(self) -> frozenset[str]:
        """The blocks whose lines may go on over several lines without a mark in front."""
        return frozenset(block.kind for block in self.outline if not {"prose", "note"} & {*block.lines})

    @cached_property
    def form_of(self) -> Mapping[Any, Form]:
        """Each form by its name and by the class of its nodes."""
        return {form.name: form for form in self.forms} | {
            form.node: form for form in self.forms if form.node
        }

    @cached_property
    def patterns(self) -> Mapping[str, tuple[Pattern, ...]]:
        """The patterns of each form."""
        return {form.name: tuple(map(self._compiled, form.patterns)) for form in self.forms}

    @cached_property
    def headings(self) -> Mapping[str, Pattern]:
        """The pattern of each block's heading."""
        return {block.kind: self._compiled(block.pattern) for block in self.outline}

    @cached_property
    def part_names(self) -> Mapping[str, dict[str, None]]:
        """The names of the parts that each form may have, in their order."""
        names: dict[str, dict[str, None]] = {}
        for form, patterns in self.patterns.items():
            of_form = names[form] = {}
            for pattern in patterns:
                of_form |= dict.fromkeys([part.name for part in pattern.parts])
        return names

    def all_patterns(self) -> Iterator[Pattern]:
        """Those of all forms, then those of headings."""
        return chain(*self.patterns.values(), self.headings.values())

    def _compiled(self, pattern: str) -> Pattern:
        return compiled(pattern, {**KINDS, **self.kinds}, self.form_of)

    def form(self, item: Item) -> Form:
        """The form that a line is of."""
        return self.form_of[item.form if isinstance(item, FormNode) else type(item)]

    def values(self, item: Item) -> tuple[Pattern, Mapping[str, Any]]:
        """The pattern that a line fits, and the values of its parts."""
        form = self.form(item)
        values = (
            dict(item.parts)
            if isinstance(item, FormNode)
            else {name: getattr(item, name) for name in self.part_names[form.name]}
        )
        return self.fitting(form, values), values

    def fitting(self, form: Form, values: Mapping[str, Any]) -> Pattern:
        """The pattern of a form that has some values, which may be of JSON: the last one if no other has."""
        *others, last = self.patterns[form.name]
        return next((pattern for pattern in others if fits(pattern, values)), last)

    def words_in(self, item: Item) -> Iterator[tuple[PartKind, Word]]:
        """Every word of a line that is of a kind, in order."""
        pattern, values = self.values(item)
        for part in pattern.parts:
            value = values[part.name]
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, FormNode):
                    yield from self.words_in(one)
                elif isinstance(one, Word):
                    yield part.kinds[0], one

    def about(self, word: str) -> str:
        """The meaning of a word in lines, as the first form that has it says."""
        return next(form for form in self.forms if word in self._texts_of(form)).about

    def _texts_of(self, form: Form) -> Iterator[str]:
        """The words and marks in the patterns of a form."""
        return chain.from_iterable(map(texts_of, self.patterns[form.name]))

    def of_heading(self, heading: Heading) -> Iterator[tuple[LinePart, Any]]:
        """The parts of a heading with their values.

        The last one has all words that are left, if it may have several.
        """
        words = heading.words
        for at, part in enumerate(self.headings.get(heading.kind, Pattern()).parts):
            yield part, words[at] if part.between is None else words[at:]

    @cached_property
    def slips(self) -> tuple[KnownMistake, ...]:
        """The mistakes that have a name, in the order in which they are tried."""
        from casekit.language.syntax.mistakes.formula_errors import FORMULA_SLIPS

        return self.own_slips() if self.own_slips else (*FORMULA_SLIPS.values(),)

    def belongs_to_what_is_before(self, item: Item) -> bool:
        """Whether no blank line ever goes above an item: a line with a mark belongs to the prose above it."""
        form = self.form_of.get(item.form if isinstance(item, FormNode) else type(item))
        return form is not None and form.patterns[0].startswith("~")


def fits(pattern: Pattern, values: Mapping[str, Any]) -> bool:
    """Whether a pattern has all that is given, and is given all that it cannot do without."""
    if not {part.name for part in pattern.parts} >= values.keys() - {"text"}:
        return False
    for part in pattern:
        if isinstance(part, LinePart):
            if part.name not in values:
                return False
            is_word = part.values and not part.kinds and not part.between
            if is_word and values[part.name] not in part.values.values():
                return False
    return True
