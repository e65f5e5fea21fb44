"""Line forms: what a line of a document looks like, declared once as a pattern.

From patterns follow the grammar and the JSON schema (``grammar_files``), the tree, the canonical text, JSON,
what is said of a line that does not fit, and what an editor offers. A pattern is a line as it is written,
with parts in braces:

    {player} suggests {cards:card,}[: [{answers:answer,}]]

``{cards:card,}`` is called ``cards`` and holds names of the kind ``card`` with commas between them (``&``:
with ``and``; ``+``: nothing, and any number or none; ``+2``: nothing, and at most two). A part is of a kind,
of another form, or one of some words, with what JSON has for them: ``{right:right=true|wrong=false}``. A part
in brackets may be left out; a word that is a part there is true or false. ``{mode:lie|hint!plain}`` is
``plain`` where it is left out; one with ``*`` at its end is then missing in JSON too. Two spaces set
quotations apart, which get a line of their own where there is no room. Spaces are those of the canonical
text.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from casekit.values import field, frozen, replace

Json = Mapping[str, Any]

NAME_PATTERN = r"[^\W\d_]\w*(?:-\w+)*"
NAME: dict[str, Any] = {"$ref": "#/$defs/name"}
LINE: Json = {"type": "string", "pattern": r"^[^\n]*$"}
NUMBER: Json = {"type": "integer", "minimum": 0, "maximum": 999_999_999}


@frozen(slots=True)
class PartKind:
    """A kind of part of a line: its name in messages, its terminals or rules, its JSON schema.

    ``defines`` if it declares a name; ``normal`` makes of a text the one that is written canonically. One of
    several words has a ``rule`` of its own, and may have an ``ending`` that every one is written with.
    """

    spoken: str
    symbols: tuple[str, ...] = ("NAME",)
    schema: Json = field(default_factory=NAME.copy, hash=False)
    defines: bool = False
    normal: Callable[[str], str] | None = None
    name: str = ""
    rule: str = ""
    ending: str = ""

    @property
    def is_term(self) -> bool:
        """Whether it is a term, whose JSON is a text if it is the name of a value."""
        return "term" in (*self.symbols, *self.rule.split())

    @property
    def is_logic(self) -> bool:
        """Whether it is a formula or a part of one."""
        return self.symbols[0].islower()


KINDS: Mapping[str, PartKind] = {
    "name": PartKind("a name"),
    "number": PartKind("a number", ("NUMBER",), NUMBER),
    "time": PartKind("a time", ("TIME",), {"type": "string", "pattern": r"^\d{2}:\d{2}$"}),
    "quotation": PartKind("a quotation", ("QUOTATION",), LINE),
    "speech": PartKind("what is said, in quotation marks", ("QUOTATION",), LINE),
    "formula": PartKind("a formula", ("formula",), {"$ref": "#/$defs/formula"}),
    "term": PartKind("a term", ("term",), {"anyOf": [NAME, {"$ref": "#/$defs/term"}]}),
}
"""The kinds that every game has."""


@frozen
class Form:
    """A kind of line, or of a part of lines; it fits one of its patterns.

    ``node`` is the class of its nodes, a `FormNode` otherwise. ``notes`` say what parts are, in the schema.
    An ``example`` is shown where a line does not fit, and ``about`` where it is offered. A part that is
    called like its form is all that JSON has under this name; other parts are beside it.
    """

    name: str
    patterns: tuple[str, ...]
    example: str = ""
    about: str = ""
    node: Callable[..., Any] | None = None
    notes: Mapping[str, str] = field(default_factory=dict)


@frozen
class BlockForm:
    """A kind of block: the names of the forms of its lines, or ``prose`` or ``note``.

    Its heading is a pattern, with an ``example``; without one it is its name. ``about`` says what it holds if
    a document needs it; nothing can be ``asked`` without some.
    """

    kind: str
    lines: tuple[str, ...] = ("prose",)
    heading: str = ""
    about: str = ""
    example: str = ""
    asked: bool = False

    @property
    def pattern(self) -> str:
        """Its heading without its mark."""
        return self.heading or self.kind


# --- patterns, taken apart ---------------------------------------------------------------------------


@frozen(slots=True)
class Literal:
    """A word or a mark that a line has wherever it fits."""

    text: str


@frozen(slots=True)
class CanonicalSpace:
    """White space of the canonical text."""

    text: str


@frozen(slots=True)
class OneWord:
    """A word that a part may be, and its value."""

    text: str
    value: Any


@frozen
class LinePart:
    """A named part of a line.

    It says what it may be, what is ``between`` several of them (``None``: it is one), and its value if it is
    left out.
    """

    name: str
    options: tuple[PartKind | OneWord | str, ...]
    between: str | None = None
    most: int = 0
    missing: Any = None
    sparse: bool = False

    @cached_property
    def values(self) -> dict[str, Any]:
        """The words that it may be, with their values."""
        return {option.text: option.value for option in self.options if isinstance(option, OneWord)}

    @cached_property
    def kinds(self) -> tuple[PartKind, ...]:
        """The kinds that it may be of."""
        return tuple(option for option in self.options if isinstance(option, PartKind))

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The terminals and rules that one of it may be."""
        symbols: list[str] = []
        for option in self.options:
            if isinstance(option, PartKind):
                symbols += option.symbols
            else:
                symbols.append(terminal(option.text) if isinstance(option, OneWord) else option)
        return tuple(symbols)

    @property
    def is_spread(self) -> bool:
        """Whether there may be any number, with nothing between them: a rule has each among its children."""
        return self.between == "" and not self.most

    @property
    def list_rule(self) -> str:
        """The name of the grammar's rule of several of them."""
        joined = "_or_".join(f"{symbol.lower()}s" for symbol in self.symbols)
        return f"{joined}_and" if self.between == "and" else joined

    @property
    def is_formula(self) -> bool:
        """Whether it is a formula."""
        return any("formula" in kind.symbols for kind in self.kinds)

    @property
    def normal(self) -> Callable[[str], str] | None:
        """The function that makes its text canonical, but for the number of digits."""
        return next((kind.normal for kind in self.kinds if kind.normal), None)


@frozen(slots=True)
class OptionalPart:
    """A part that may be left out."""

    elements: "Pattern"


Element = Literal | CanonicalSpace | LinePart | OptionalPart


class Pattern(tuple[Element, ...]):  # noqa: SLOT001 -- it keeps its parts
    """A pattern, taken apart."""

    @cached_property
    def parts(self) -> tuple[LinePart, ...]:
        """The parts of it, in order."""
        parts: list[LinePart] = []
        for element in self:
            if isinstance(element, OptionalPart):
                parts += element.elements.parts
            elif isinstance(element, LinePart):
                parts.append(element)
        return tuple(parts)


_PIECE = re.compile(r"\{([^}]*)\}|(\s+)|([^\W\d_][\w-]*|.)")
_PART = re.compile(r"(\w+)(?::([^,&+!*]+))?(,|&|\+\d*)?(?:!(\w+))?(\*)?")
_BETWEEN = {",": ",", "&": "and"}
_VALUES = {"true": True, "false": False}


def compiled(text: str, kinds: Mapping[str, PartKind], forms: Mapping[str, Form]) -> Pattern:
    """A pattern taken apart."""
    stack: list[list[Element]] = [[]]
    for part, gap, fixed in _PIECE.findall(text):
        if part:
            stack[-1].append(_part(part, kinds, forms, optional=len(stack) > 1))
        elif gap:
            stack[-1].append(CanonicalSpace(gap))
        elif fixed == "[":
            stack.append([])
        elif fixed == "]":
            maybe = OptionalPart(Pattern(stack.pop()))
            stack[-1].append(maybe)
        else:
            stack[-1].append(Literal(fixed))
    return Pattern(stack[0])


def _part(text: str, kinds: Mapping[str, PartKind], forms: Mapping[str, Form], *, optional: bool) -> LinePart:
    match = _PART.fullmatch(text)
    if match is None:
        raise ValueError(f"no part of a pattern: {{{text}}}")
    name, options, many, missing, sparse = match.groups()
    words = (options or name).split("|")
    # A single word that may be left out is true or false.
    is_flag = optional and len(words) == 1
    choices = tuple([_option(word, kinds, forms, is_flag=is_flag) for word in words])
    if many:
        return LinePart(name, choices, _BETWEEN.get(many, ""), int(many[1:] or 0), (), bool(sparse))
    if is_flag and isinstance(choices[0], OneWord):
        missing = False
    return LinePart(name, choices, missing=missing, sparse=bool(sparse))


def _option(
    text: str, kinds: Mapping[str, PartKind], forms: Mapping[str, Form], *, is_flag: bool
) -> PartKind | OneWord | str:
    word, _, value = text.partition("=")
    if value:
        return OneWord(word, _VALUES.get(value, value))
    if word in kinds:
        return replace(kinds[word], name=word)
    return word if word in forms else OneWord(word, is_flag or word)


def texts_of(pattern: Pattern) -> Iterator[str]:
    """The words and marks of a pattern, those of its parts among them."""
    for element in pattern:
        match element:
            case Literal(text):
                yield text
            case LinePart(options=options):
                yield from (option.text for option in options if isinstance(option, OneWord))
            case OptionalPart(elements):
                yield from texts_of(elements)


# --- what a grammar calls them -----------------------------------------------------------------------

_MARKS = {"~": "TILDE", ")": "CLOSE", "?": "OPTIONAL"}
_TAKEN = frozenset(
    ("KEY", "VALUE", "MARK", "PROSE", "NOTE", "STRAY", "NAME", "NUMBER", "TIME", "COMMENT", "BLANK")
)


def is_kept(text: str) -> bool:
    """Whether what every line has is a terminal with a name, which a rule has among its children."""
    return text[0].isalpha() or text in _MARKS


def terminal(text: str) -> str:
    """The terminal of a word or a mark, or the mark itself."""
    if not is_kept(text):
        return f'"{text}"'
    name = _MARKS.get(text) or re.sub(r"\W", "_", text).upper()
    return f"{name}_" if name in _TAKEN else name
