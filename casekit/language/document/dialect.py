"""Dialects: what each game declares of the language of documents, its grammar, blocks and lines."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Code
from casekit.language.document.forms import (
    KINDS,
    BlockForm,
    Form,
    LinePart,
    PartKind,
    Pattern,
    compiled,
    parts,
    texts_of,
)
from casekit.language.document.tree import FormNode, Heading, Item
from casekit.language.formula.nodes import Word

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Slip:
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

    def with_hint(self, hint: str) -> "Slip":
        """The same slip with a cure in the words of a game."""
        return replace(self, hint=hint)

    def also(self, *examples: str) -> "Slip":
        """The same slip with further pieces of documents."""
        return replace(self, examples=(*self.examples, *examples))


@dataclass(frozen=True, eq=False)
class Dialect:
    """How the documents of a game are written.

    ``grammar`` is the name of the grammar and of the schema, which are made from the forms; ``noun`` is what a document is called,
    ``usual`` how many words it has, for users who give something else. ``fields`` are those that a header may have, with the
    values of those that are fixed, ``required`` those that it must have; ``mark`` is before a formula in a line that states it. It
    ``is_made`` if grammar and schema have no files but are made when they are needed, as for games from other packages.
    ``terminals`` define words otherwise than by themselves, where names may be written like them.
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

    own_slips: Callable[[], tuple[Slip, ...]] | None = None
    """Mistakes that neither forms nor formulas alone explain, and those of formulas: asked for where there is one."""

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
        return {
            name: dict.fromkeys(part.name for pattern in several for part in parts(pattern))
            for name, several in self.patterns.items()
        }

    def all_patterns(self) -> Iterator[Pattern]:
        """Those of all forms, then those of headings."""
        for several in self.patterns.values():
            yield from several
        yield from self.headings.values()

    def _compiled(self, pattern: str) -> Pattern:
        forms = {form.name: form for form in self.forms}
        return compiled(pattern, {**KINDS, **self.kinds}, forms)

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
        several = self.patterns[form.name]
        return next((each for each in several[:-1] if fits(each, values)), several[-1])

    def words_in(self, item: Item) -> Iterator[tuple[PartKind, Word]]:
        """Every word of a line that is of a kind, in order."""
        pattern, values = self.values(item)
        for part in parts(pattern):
            value = values[part.name]
            for each in value if isinstance(value, tuple) else (value,):
                if isinstance(each, FormNode):
                    yield from self.words_in(each)
                elif isinstance(each, Word):
                    yield part.kinds[0], each

    def about(self, word: str) -> str:
        """The meaning of a word in lines, as the first form that has it says."""
        having = (form for form in self.forms for each in self.patterns[form.name] if word in texts_of(each))
        return next(having).about

    def of_heading(self, heading: Heading) -> Iterator[tuple[LinePart, Any]]:
        """The parts of a heading with their values: the last one has all words that are left, if it may have several."""
        words = heading.words
        for at, part in enumerate(parts(self.headings.get(heading.kind, ()))):
            yield part, words[at] if part.between is None else words[at:]

    @cached_property
    def slips(self) -> tuple[Slip, ...]:
        """The mistakes that have a name, in the order in which they are tried."""
        from casekit.language.document.formula_slips import FORMULA_SLIPS

        return self.own_slips() if self.own_slips else FORMULA_SLIPS

    def belongs_to_what_is_before(self, item: Item) -> bool:
        """Whether no blank line ever goes above an item: a line with a mark belongs to the prose above it."""
        form = self.form_of.get(item.form if isinstance(item, FormNode) else type(item))
        return form is not None and form.patterns[0].startswith("~")


def fits(pattern: Pattern, values: Mapping[str, Any]) -> bool:
    """Whether a pattern has all that is given, and is given all that it cannot do without."""
    always = [part for part in pattern if isinstance(part, LinePart)]
    return {part.name for part in parts(pattern)} >= values.keys() - {"text"} and all(
        part.name in values
        and (not part.values or part.kinds or part.between or values[part.name] in part.values.values())
        for part in always
    )
