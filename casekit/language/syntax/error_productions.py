"""Mistakes with a name: what may follow in a line of a form, and in formulas what examples show.

An example is a piece of a document that the parser stops at in the same state and at the same kind of token
as at the writer's slip. The order counts: the first that fits is reported.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from lark import UnexpectedInput

from casekit.diagnostics import codes
from casekit.language.suggestions import nearest
from casekit.language.syntax import formula_errors, parser
from casekit.language.syntax.dialect import Dialect, KnownMistake
from casekit.language.syntax.line_forms import (
    BlockForm,
    CanonicalSpace,
    Element,
    Form,
    LinePart,
    Literal,
    OneWord,
    OptionalPart,
    PartKind,
)
from casekit.values import frozen, replace

Signature = tuple[object, str, str]
"""How the parser stops: its state, and the type and text of the token it stops at."""

ALONE = {
    "CURLY": formula_errors.FORMULA_SLIPS["curly quotation"],
    "DIGITS": formula_errors.FORMULA_SLIPS["name with digit first"],
}
"""Tokens that are one slip wherever they are."""

_HEADING_WITHOUT_SPACE = KnownMistake(
    codes.HEADING_WITHOUT_SPACE, "a heading needs a space after `==`", "write `== ` and then the heading"
)
_IN_HEADER = KnownMistake(
    codes.SYNTAX_ERROR,
    "before the first block every line is `key: value`",
    "write, for example, `title: The Last Toast`; everything else belongs below a heading",
)

# --- what may follow in a line -----------------------------------------------------------------------

TOKEN = re.compile(
    r'(?P<QUOTATION>"(?:[^"\\\n]|\\.)*")|(?P<TIME>\d{1,2}:\d{2}(?!\d))|(?P<NUMBER>\d{1,9}(?![\w-]))'
    r"|(?P<NAME>[^\W\d_]\w*(?:-\w+)*)|(?P<COMMENT>//[^\n\v]*)|(?P<MARK>\S)"
)
_HEADING = re.compile(r"^[ \t]*==[ \t]+(.*)$", re.MULTILINE)

Atom = Literal | PartKind | None
"""A word or a mark, something of a kind, or the end of the line, as it may be next."""


@frozen(slots=True)
class _Again:
    """More of a part that there may be several of."""

    part: LinePart


_Rest = tuple[Element | _Again, ...]
"""The rest of a pattern."""

_Way = tuple[Form | BlockForm, _Rest]
"""A form, with what is left of one of its patterns."""


@frozen(slots=True)
class Expectation:
    """The part before a place in a line, and those that may follow, with their forms.

    At the beginning of a line the part is ``None``.
    """

    before: Atom
    expected: tuple[tuple[Form | BlockForm, Atom], ...]

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The parts that may follow."""
        return tuple(dict.fromkeys(atom for _, atom in self.expected))

    @property
    def is_logic(self) -> bool:
        """Whether a formula, or a part of one, may follow."""
        return any(isinstance(atom, PartKind) and atom.is_logic for atom in self.atoms)


def in_block(dialect: Dialect, block: BlockForm, line: str) -> Expectation | None:
    """The parts that may follow the beginning of a line of a block.

    ``None`` after other text, and within formulas.
    """
    ways: list[_Way] = []
    for form in dialect.forms:
        if form.name in block.lines:
            ways += [(form, pattern) for pattern in dialect.patterns[form.name]]
    return _followed(dialect, ways, line) if ways else None


def in_heading(dialect: Dialect, line: str) -> Expectation | None:
    """The parts that may follow the beginning of a heading, without its mark."""
    return _followed(dialect, [(block, dialect.headings[block.kind]) for block in dialect.outline], line)


def block_at(dialect: Dialect, text: str, at: int) -> tuple[BlockForm | None, bool]:
    """The block that a place in a laid-out text is in, if it is known, and whether it is below a heading."""
    heading = next(reversed([*_HEADING.finditer(text, 0, at)]), None)
    place = in_heading(dialect, heading[1]) if heading is not None else None
    ends = [form for form, atom in place.expected if atom is None] if place else []
    return next((form for form in ends if isinstance(form, BlockForm)), None), heading is not None


def _followed(dialect: Dialect, ways: Iterable[_Way], line: str) -> Expectation | None:
    before: Atom = None
    states = list(ways)
    for token in TOKEN.finditer(line):
        if token.lastgroup == "COMMENT":
            continue
        steps: list[tuple[Form | BlockForm, Atom, _Rest]] = []
        for form, rest in states:
            steps += [(form, atom, left) for atom, left in _next(rest, dialect) if _is(token, atom)]
        # A word is itself rather than a name, unless the dialect says when it is one.
        words = [step for step in steps if isinstance(step[1], Literal)]
        if words and token[0] not in dialect.terminals:
            steps = words
        if not steps:
            return None
        before, states = steps[0][1], [(form, left) for form, _, left in steps]
    expected: list[tuple[Form | BlockForm, Atom]] = []
    for form, rest in states:
        expected += [(form, atom) for atom, _ in _next(rest, dialect)]
    return Expectation(before, tuple(expected))


def _is(token: re.Match[str], atom: Atom) -> bool:
    if isinstance(atom, Literal):
        return token[0] == atom.text
    return atom is not None and token.lastgroup in atom.symbols


def _next(rest: Sequence[Element | _Again], dialect: Dialect) -> Iterator[tuple[Atom, _Rest]]:
    """The parts that may be next, each with what is left after it."""
    if not rest:
        yield None, ()
        return
    first, others = rest[0], tuple(rest[1:])
    match first:
        case Literal():
            yield first, others
        case CanonicalSpace():
            yield from _next(others, dialect)
        case OptionalPart(elements):
            yield from _next((*elements, *others), dialect)
            yield from _next(others, dialect)
        case _Again(part):
            between = (Literal(part.between),) if part.between else ()
            yield from _next((*between, replace(part, between=None), first, *others), dialect)
            yield from _next(others, dialect)
        case LinePart(between=None, options=options):
            for option in options:
                yield from _option(option, others, dialect)
        case LinePart():
            yield from _next((replace(first, between=None), _Again(first), *others), dialect)


def _option(
    option: PartKind | OneWord | str, others: _Rest, dialect: Dialect
) -> Iterator[tuple[Atom, _Rest]]:
    if isinstance(option, PartKind):
        yield option, others
    elif isinstance(option, OneWord):
        yield from _next((*map(Literal, option.text.split()), *others), dialect)
    else:
        for pattern in dialect.patterns[option]:
            yield from _next((*pattern, *others), dialect)


# --- what is wrong ------------------------------------------------------------------------------------


def recognise(mistake: UnexpectedInput, dialect: Dialect) -> KnownMistake | None:
    """The slip whose examples stop the parser as this mistake does."""
    signature = _signature(mistake)
    known = _known(dialect)
    return known.get(signature) or known.get((*signature[:2], ""))


def recognise_line(mistake: UnexpectedInput, dialect: Dialect, text: str, at: int) -> KnownMistake | None:
    """The fault where a line of a laid-out text stops.

    It is a slip with a name, or the parts that may follow by the forms of the line.
    """
    known = recognise(mistake, dialect)
    begin = text.rfind("\n", 0, at) + 1
    line = text[begin:at].lstrip()
    if known is not None and known.message == formula_errors.FORMULA_SLIPS["missing operator"].message:
        meant = formula_meant(text, text[begin:at] + text[at:].partition("\n")[0])
        if meant:
            return _sentence_for(known, meant)
    next_token = TOKEN.match(text, at)
    token = next_token[0] if next_token else ""
    if f"{line}{text[at : at + 2]}".startswith("=="):
        return _in_heading(dialect, line[2:], token) if line else _HEADING_WITHOUT_SPACE
    block, headed = block_at(dialect, text, begin)
    if text[at] == "~" and not line:
        return _misplaced(dialect)
    if not headed:
        return _IN_HEADER
    place = in_block(dialect, block, line) if block else None
    if known or block is None or place is None or place.is_logic:
        return known
    return _unexpected(place, token, f"a line of `{block.kind}`")


def _sentence_for(slip: KnownMistake, formula: str) -> KnownMistake:
    """A slip that is a sentence for a formula."""
    message = "this is a sentence where a formula belongs"
    hint = (
        f"write `{formula}`, if that is what the sentence says; "
        "in logic a fact has the form of its declaration"
    )
    return replace(slip, message=message, hint=hint, examples=(), formulas=())


# --- sentences where a formula belongs -----------------------------------------------------------------

_FACTS = re.compile(r"^==[ \t]+facts\b[^\n]*\n(.*?)(?=^==|\Z)", re.MULTILINE | re.DOTALL)
_DECLARED = re.compile(
    r"^(?!type |group )(?P<name>[^\W\d_][\w-]*)(?:\((?P<sorts>[^()\n]*)\))?(?:[ \t]*:[ \t]*(?P<value>[\w-]+)\??)?"
    r'(?P<ways>(?:\s*"[^"\n]*")*)',
    re.MULTILINE,
)
_STATED = re.compile(r'~[ \t]*(?:(?:lie|hint|shown)[ \t]+)?(?P<said>[^"\n]*?)[ \t.]*(?:"[^\n]*)?$')
_HAVING = re.compile(
    r"(?P<who>[\w-]+) (?:(?:has|had|owns?|owned|is|was|carries|carried)(?P<no> no| not)?"
    r"|(?P<never>(?:does|did) not) (?:have|own|carry))(?: (?:an?|the|any))? (?P<what>[\w-]+)"
)
_BEING = re.compile(
    r"(?P<who>[\w-]+) (?:is|was)(?P<no> not)? (?:in|at|on|under|behind)(?: the)? (?P<where>[\w-]+)"
)
_PLACE = "location"


def formula_meant(text: str, line: str) -> str:
    """The formula, on a fact that a text declares, for a sentence where a formula belongs.

    It is empty if no formula is like the sentence.
    """
    stated = _STATED.match(line.strip())
    facts = _FACTS.search(text)
    if stated is None or facts is None:
        return ""
    sentence = " ".join(stated["said"].split())
    declared = [*_DECLARED.finditer(facts[1])]
    formulas: list[str] = []
    for fact in declared:
        formulas += _by_sentence(fact, sentence)
    formulas += _by_name(declared, sentence)
    return next(filter(None, formulas), "")


def _by_sentence(fact: re.Match[str], spoken: str) -> Iterator[str]:
    """The formula for a sentence that is one of a fact's own."""
    for number, sentence in enumerate(re.findall(r'"([^"]*)"', fact["ways"])):
        for way in sentence.split(" / "):
            words = _words_at_placeholders(way, spoken)
            if words is None:
                continue
            term = fact["name"]
            if fact["sorts"]:
                count = len(fact["sorts"].split(","))
                arguments = [words.get(f"p{at}") for at in range(1, 1 + count)]
                term = f"{term}({', '.join(filter(None, arguments))})"
            if fact["value"]:
                yield f"{term} {'!=' if number else '='} {words.get('pvalue')}"
            else:
                yield f"{'not ' * bool(number)}{term}"


def _words_at_placeholders(way: str, spoken: str) -> dict[str, str | None] | None:
    """The words of a sentence at the placeholders of a way of saying a fact; ``None`` if it is another."""
    pieces = re.split(r"\((\d|value)\)", way.strip(" ."))
    placeholders = pieces[1::2]
    if len({*placeholders}) != len(placeholders):
        return None
    pattern = ""
    for at, piece in enumerate(pieces):
        pattern += rf"(?:the )?(?P<p{piece}>[\w-]+)" if at % 2 else re.escape(piece)
    match = re.fullmatch(pattern, spoken, re.IGNORECASE)
    return None if match is None else match.groupdict()


def _by_name(declared: Sequence[re.Match[str]], spoken: str) -> Iterator[str]:
    """The formula for a sentence that has the name of a fact, or says where somebody was."""
    single = [fact for fact in declared if fact["sorts"] and "," not in fact["sorts"]]
    if having := _HAVING.fullmatch(spoken):
        negation = "not " if having["no"] or having["never"] else ""
        for fact in single:
            words_of_name = re.split(r"[_-]", fact["name"].casefold())
            if not fact["value"] and having["what"].casefold() in words_of_name:
                yield f"{negation}{fact['name']}({having['who']})"
    if being := _BEING.fullmatch(spoken):
        operator = "!=" if being["no"] else "="
        for fact in single:
            if fact["value"] == _PLACE:
                yield f"{fact['name']}({being['who']}) {operator} {being['where']}"


def _in_heading(dialect: Dialect, line: str, token: str) -> KnownMistake:
    place = in_heading(dialect, line)
    hint = f"write one of {', '.join(f'`{block.example or block.kind}`' for block in dialect.outline)}"
    if place is None or place.before is None or place.atoms == (None,):
        return KnownMistake(codes.SYNTAX_ERROR, "no block has such a heading", hint)
    return _unexpected(place, token, "a heading")


def _misplaced(dialect: Dialect) -> KnownMistake:
    stating = {form.name for form in dialect.forms if form.patterns[0].startswith("~")}
    if not stating:
        message = f"a {dialect.noun} has no statements with `~`"
        hint = "write prose alone; what is known follows from the lines of its blocks"
    elif any(stating & {*block.lines} and "prose" in block.lines for block in dialect.outline):
        message = "a statement with `~` belongs among prose"
        hint = "in blocks of logic write the formula alone; a statement belongs in a paragraph"
    else:
        message = "a statement with `~` belongs below what somebody says"
        hint = "move it below the line that it quotes"
    return KnownMistake(codes.MISPLACED_LOGIC, message, hint)


def _unexpected(place: Expectation, token: str, line: str) -> KnownMistake:
    """A mistake as what is expected in its place."""
    words = [atom.text for atom in place.atoms if isinstance(atom, Literal) and atom.text.isalpha()]
    *several, last = dict.fromkeys(map(_spoken, place.atoms))
    expected = f"{', '.join(several)} or {last}" if several else last
    if place.before is None:
        message = f"{line} begins with {expected}"
    elif place.atoms == (None,):
        message = f"nothing comes after {_spoken(place.before)} in its line"
    elif all(isinstance(atom, PartKind) for atom in place.atoms):
        message = f"{expected} is missing here"
    else:
        message = f"after {_spoken(place.before)} comes {expected}"
    return KnownMistake(codes.SYNTAX_ERROR, message, _cure(place, token, words))


def _cure(place: Expectation, token: str, words: list[str]) -> str:
    if place.before == Literal(","):
        return "name it, or remove the comma; a line goes on in the next one if that is indented further"
    is_word = token[:1].isalpha()
    if is_word and (near := nearest(token, words)):
        return f"write `{near[0]}`"
    quoted = [f"`{form.example}`" for form, _ in place.expected if form.example]
    cure = f"write, for example, {' or '.join(dict.fromkeys(quoted))}"
    if is_word and isinstance(place.before, PartKind) and place.before.symbols == ("NAME",):
        cure += "; a name is one word"
    return cure


def _spoken(atom: Atom) -> str:
    if atom is None:
        return "the end of the line"
    return f"`{atom.text}`" if isinstance(atom, Literal) else atom.spoken


def _signature(mistake: UnexpectedInput) -> Signature:
    state, token = getattr(mistake, "state", None), getattr(mistake, "token", None)
    known = ("", "") if token is None else (token.type, str(token))
    return (getattr(state, "position", state), *known)


@cache
def _known(dialect: Dialect) -> dict[Signature, KnownMistake]:
    known: dict[Signature, KnownMistake] = {}
    for slip in dialect.slips:
        for start, text in examples(slip, dialect):
            signature = _last_stop(text, start, dialect)
            if signature is not None:
                known.setdefault(signature, slip)
                known.setdefault((*signature[:2], ""), slip)
    return known


def examples(slip: KnownMistake, dialect: Dialect) -> Iterator[tuple[parser.Start, str]]:
    """Every example of a slip, with what it is to be parsed as."""
    for formula in slip.formulas:
        yield from (("document", f"{place}{formula}\n") for place in dialect.formula_places)
        yield "lone_formula", f"{formula}\n"
    yield from (("lone_formula", f"{formula}\n") for formula in slip.alone)
    yield from (("document", example) for example in slip.examples)


def _last_stop(text: str, start: parser.Start, dialect: Dialect) -> Signature | None:
    """How the parser stops last in a text, if it does."""
    steps, last = parser.SteppedParse(text, start, dialect), None
    while True:
        try:
            steps.finish()
        except UnexpectedInput as mistake:
            last = _signature(mistake)
            stopped: int | None = mistake.pos_in_stream
            at = text.find("\n", stopped or 0) + 1
            if at in {0, len(text)}:
                return last
            steps.go_on(at)
        else:
            return last
