"""Common slips, each recognised by examples of it, with the words to say of it.

An example is a piece of a case that the parser stops at in the same state and at the same kind of token as at
the writer's slip. The order counts: the first that fits is told.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from lark import UnexpectedInput

from casekit.diagnostics import Code, codes
from casekit.language.grammar import parse_case, parse_formula


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake with a name: its code, what to say and the cure."""

    code: Code
    message: str
    hint: str
    examples: tuple[str, ...]


_RULES = "== rules\n"
_PROSE_STARTS = (
    "== solution\n",
    "== solution\np\n",
    "== ANNA alibi\n",
    "== 01\n",
    "== solution\n~ a\n",
    "== presentation\n",
    "== notes\n",
    "== notes\nn\n",
)
_LOGIC_STARTS = (
    "",
    "\n",
    "title: t\n",
    "== terms\n",
    '== terms\nmotive m "m"\n',
    "== facts\n",
    "== facts\nf\n",
    "== facts\ntype t: a\n",
    "== rules\n",
    "== rules\na\n",
    "== truth\n",
    "== truth\na\n",
)


def _behind(starts: tuple[str, ...], line: str) -> tuple[str, ...]:
    """A line at each of the places where a line of its kind may begin."""
    return tuple(f"{start}{line}\n" for start in starts)


def _formulas(*formulas: str) -> tuple[str, ...]:
    """Formulas in a statement, in the rules and in the truth."""
    return tuple(
        f"{start}{formula}\n" for formula in formulas for start in ("== 01\n~ ", _RULES, "== truth\n")
    )


_OPERANDS = ("a", "f(a)", "a = b", "f(a) = b", "a = f(b)", "(a)", "not a", "a in {b}", "a and b", "a or b")
_OPENINGS = (
    "",
    "not ",
    "(",
    "a and ",
    "a or ",
    "a implies ",
    "a iff ",
    "every t X: ",
    "lie ",
    "hint ",
    "A says ",
)

SLIPS = (
    Slip(
        codes.HEADING_WITHOUT_SPACE,
        "a heading needs a space behind `==`",
        "write `== ` and then the heading",
        _behind(_PROSE_STARTS + _LOGIC_STARTS, "==ANNA alibi"),
    ),
    Slip(
        codes.EQUALS_FOR_IMPLIES,
        "`=` compares two things; a second `=` cannot follow",
        "write `implies` between two comparisons, as in `method = poison implies bottle = suite`",
        _formulas("a = b = c", "f(a) = b = c", "a = f(b) = c"),
    ),
    Slip(
        codes.UNCLOSED_QUOTATION,
        "this quotation has no end",
        'close it with `"` on the same line, or go on with deeper indented lines',
        (
            *(f'== 01\n~ {operand} "q\n' for operand in _OPERANDS),
            '== 01\n~ "q\n',
            '== terms\nmotive m "m\n',
        ),
    ),
    Slip(
        codes.FOREIGN_OPERATOR,
        "this operator is another language's",
        "write it in words: `not`, `and`, `or`, `implies`, `iff`; `=` and `!=` compare",
        (
            *_formulas(*(f"{operand} && b" for operand in _OPERANDS)),
            *_formulas(*(f"{operand} -> b" for operand in _OPERANDS)),
            *_formulas("a = !b", "a == b"),
            *(f"== 01\n~ {opening}!a\n" for opening in _OPENINGS),
            *(f"{start}!a\n" for start in ("== rules\n", "== truth\n", "== rules\na\n", "== truth\na\n")),
        ),
    ),
    Slip(
        codes.MISPLACED_LOGIC,
        "a statement with `~` has its place among prose",
        "in `rules` and `truth` write the formula alone; a statement belongs into a paragraph",
        _behind(_LOGIC_STARTS, "~ a"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "in a formula a location is called by its slug, not by its number",
        "write the slug that the edition gives it, as in `room(ANNA) = suite`",
        _formulas("a = 20", "f(20)", "f(a, 20)", "a in {20}", "a in {b, 20}"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "the line ends where the formula should go on",
        "finish the formula, or indent the next line deeper so that it belongs to this one",
        (
            *_formulas(
                "a =", "a and", "a or", "a implies", "a iff", "not", "every t X:", "f(", "f(a,", "a in"
            ),
            "== 01\n~\n",
            "== 01\n~ lie\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "an opening bracket is not closed",
        "close it before the line ends",
        _formulas("f(a", "(a", "(a and b", "a in {b", "(a = b", "f(g(a)", "(f(a)")
        + _formulas("f(a = b", "f(a and b", "f(a or b", "f(a implies b", "f(a iff b", "f(a in {b}"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a closing bracket has no opening one",
        "take it away, or open it",
        _formulas("a)", "f(a))", "a = b)", "a and b)"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a quantifier names a type, then a variable, then a colon",
        "write, for example, `every suspect X: keycard(X)`",
        _formulas("every t X a", "every X: a", "some X: a", "no X: a", "exactly 2 X: a")
        + _formulas("exactly t X: a", "at least t X: a", "at 2 t X: a", "every t X (a)"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "no colon stands behind `says`",
        "write `ANNA says` and then the formula",
        _formulas("A says: a")[:1],
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "the quotation stands last in a statement",
        "write the formula first and the words it rests on behind it",
        ('== 01\n~ "q" a\n', '== 01\n~ a "q" b\n', '== 01\n~ lie "q" a\n'),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a formula that stands alone has no quotation",
        "in `rules` and `truth` write the formula only; quotations belong to statements",
        ('== rules\na "q"\n', '== truth\na = b "q"\n', '== rules\nf(a) "q"\n'),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a word stands where an operator is missing",
        "join formulas with `and`, `or`, `implies`, `iff`, compare terms with `=`; prose has its own blocks",
        _formulas(*(f"{operand} b" for operand in _OPERANDS)),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "an answer is a motive or a method: its slug, then its label in quotation marks",
        'write, for example, `motive revenge "To avenge a ruined brother"`',
        (
            "== terms\nmotive m label\n",
            "== terms\nmotive m\n",
            "== terms\nmotive\n",
            "== terms\nweapon m\n",
            '== terms\nmotive "m"\n',
            '== terms\nmotive m: "m"\n',
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a fact is declared as `name(type): type`, `name(type)` or `name: type`",
        "write, for example, `room(suspect): location`",
        (
            "== facts\nroom(suspect) location\n",
            "== facts\nroom suspect\n",
            "== facts\nroom(suspect):\n",
            "== facts\nroom(suspect\n",
            "== facts\nroom(suspect) = location\n",
            "== facts\nroom = suite\n",
            "== facts\nroom()\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a type is declared with its values",
        "write, for example, `type hour: dusk, dinner, midnight`",
        ("== facts\ntype hour\n", "== facts\ntype hour:\n", "== facts\ntype hour dusk\n", "== facts\ntype\n"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a heading names a block, a suspect and a topic, or locations with commas between them",
        "write `== ANNA alibi`, `== 05, 07`, or one of presentation, terms, facts, rules, truth, solution, notes",
        (
            "== ANNA alibi x\n",
            "== ANNA, alibi x\n",
            "== 05 07\n",
            "== presentation x\n",
            "== ANNA's alibi\n",
            "== \n",
            "== ANNA: alibi\n",
            "== 05 x\n",
            "== 05,\n",
            "== truth: x\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "before the first block every line is `key: value`",
        "write, for example, `title: The Last Toast`; prose belongs below a heading",
        (
            "word\n",
            "title: t\nword\n",
            "(a\n",
            "1\n",
            '"q\n',
            "title: t\n1\n",
            '"q"\n',
            "title: t\n(a\n",
            ", a\n",
        ),
    ),
)


def recognise(mistake: UnexpectedInput) -> Slip | None:
    """The slip whose examples stop the parser as this mistake does."""
    signature = _signature(mistake)
    known = _known()
    return known.get(signature) or known.get((*signature[:2], ""))


def _signature(mistake: UnexpectedInput) -> tuple[object, str, str]:
    token = getattr(mistake, "token", None)
    if token is None:
        return (_state(mistake), "", "")
    return (_state(mistake), token.type, str(token))


def _state(mistake: UnexpectedInput) -> object:
    state = getattr(mistake, "state", None)
    return getattr(state, "position", state)


@cache
def _known() -> dict[tuple[object, str, str], Slip]:
    known: dict[tuple[object, str, str], Slip] = {}
    for slip, mistake in _mistakes():
        signature = _signature(mistake)
        known.setdefault(signature, slip)
        known.setdefault((*signature[:2], ""), slip)
    return known


def _mistakes() -> Iterator[tuple[Slip, UnexpectedInput]]:
    for slip in SLIPS:
        for example in slip.examples:
            for parse, text in _readings(example):
                try:
                    parse(text)
                except UnexpectedInput as mistake:
                    yield slip, mistake


def _readings(example: str) -> Iterator[tuple[Callable[[str], object], str]]:
    """An example as a case; one of a rule is one of a formula that stands alone, too."""
    yield parse_case, example
    if example.startswith(_RULES):
        yield parse_formula, example.removeprefix(_RULES)
