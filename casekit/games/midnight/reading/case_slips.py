"""Common slips in cases, in the order in which they are tried: the first that fits is reported."""

from casekit.diagnostics import codes
from casekit.games.midnight.codes import UNCLOSED_QUOTATION
from casekit.language.document.dialect import Slip
from casekit.language.document.formula_slips import (
    CURLY_QUOTATION,
    DIFFERENT,
    EQUALS_FOR_IMPLIES,
    EXTENT,
    FOREIGN_OPERATOR,
    MINUTES,
    MISSING_OPERATOR,
    NAME_WITH_DIGIT_FIRST,
    OPERANDS,
    QUANTIFIER,
    UNCLOSED_BRACKET,
    UNFINISHED,
    UNITS,
    UNOPENED_BRACKET,
)

_PROSE_STARTS = (
    "== solution\n",
    "== solution\np\n",
    "== ANNA alibi\n",
    "== 01\n",
    "== solution\n~ a\n",
    "== presentation\n",
    "== notes\n",
    "== notes\nn\n",
    # The parser goes on behind a line that it could not read.
    "== solution\np\n~ )\n",
    "== ANNA alibi\np\n~ )\n",
    "== presentation\np\n~ )\n",
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
    "title: t\n)\n",
    '== terms\nmotive m "m"\n)\n',
    "== facts\nf\n)\n",
    "== rules\na\n)\n",
    "== truth\na\n)\n",
)
_DECLARED = ("f", "f(t)", "f: t", "f: t?", "f(t): t", "f(t): t?")
"""A fact of each form."""


def _behind(starts: tuple[str, ...], line: str) -> tuple[str, ...]:
    """A line at each of the places where a line of its kind may begin."""
    return tuple(f"{start}{line}\n" for start in starts)


SLIPS = (
    Slip(
        codes.HEADING_WITHOUT_SPACE,
        "a heading needs a space after `==`",
        "write `== ` and then the heading",
        _behind(_PROSE_STARTS + _LOGIC_STARTS, "==ANNA alibi"),
    ),
    EQUALS_FOR_IMPLIES.with_hint(
        "write `implies` between two comparisons, as in `method = poison implies bottle = suite`"
    ),
    Slip(
        UNCLOSED_QUOTATION,
        "this quotation has no end",
        'close it with `"` on the same line, or continue it on lines that are indented further',
        (
            *(f'== 01\n~ {operand} "q\n' for operand in OPERANDS),
            '== 01\n~ "q\n',
            '== terms\nmotive m "m\n',
            *(f'== facts\n{declared} "q\n' for declared in _DECLARED),
            *(f'== facts\n{declared} "q" "q\n' for declared in _DECLARED),
        ),
    ),
    CURLY_QUOTATION.also(
        "== 01\n~ a “q”\n",
        "== terms\nmotive m “m”\n",
        *(f"== facts\n{declared} “q”\n" for declared in _DECLARED),
    ),
    Slip(
        codes.CLOCK_TIME,
        "times of the clock are not listed one by one",
        "declare a clock, as in `type time: clock 22:00 to 01:00 every 5 min`",
        ("== facts\ntype t: 23:50\n", "== facts\ntype t: a, 23:50\n"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a clock has its first time, its last and its step",
        "write, for example, `type time: clock 22:00 to 01:00 every 5 min`",
        (
            "== facts\ntype t: clock 22:00\n",
            "== facts\ntype t: clock 22\n",
            "== facts\ntype t: clock 22 to 1 every 5 min\n",
            "== facts\ntype t: clock 22:00 to 01:00\n",
            "== facts\ntype t: clock 22:00 to midnight every 5 min\n",
            "== facts\ntype t: clock 22:00 to 01:00 every 5\n",
            "== facts\ntype t: clock 22:00 to 01:00 every five min\n",
            "== facts\ntype t: clock 22:00-01:00 every 5 min\n",
            "== facts\ntype t: clock 22:00 to 01:00 every 5 minutes\n",
            "== facts\ntype t 22:00\n",
            "== facts\ntype clock 22:00 to 01:00\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a group is declared with its values",
        "write, for example, `group women: ANNA, GRETA`",
        (
            "== facts\ngroup women\n",
            "== facts\ngroup women:\n",
            "== facts\ngroup women = ANNA\n",
            "== facts\ngroup women ANNA\n",
            "== facts\ngroup women: {ANNA}\n",
            "== facts\ngroup women: ANNA GRETA\n",
        ),
    ),
    NAME_WITH_DIGIT_FIRST.with_hint("put a letter or a word first, as in `deck-2` for `2nd-deck`").also(
        "== facts\ntype t: 2nd\n"
    ),
    FOREIGN_OPERATOR.also(
        *(f"== 01\n~ {opening}!a\n" for opening in ("lie ", "hint ", "A says ")),
        *(f"{start}!a\n" for start in ("== rules\na\n", "== truth\na\n")),
    ),
    Slip(
        codes.MISPLACED_LOGIC,
        "a statement with `~` belongs among prose",
        "in `rules` and `truth` write the formula alone; a statement belongs in a paragraph",
        _behind(_LOGIC_STARTS, "~ a"),
        alone=("~ a",),
    ),
    UNFINISHED.also("== 01\n~\n", "== 01\n~ lie\n"),
    UNCLOSED_BRACKET,
    UNOPENED_BRACKET,
    QUANTIFIER.with_hint("write, for example, `every suspect X: keycard(X)`"),
    Slip(
        codes.SYNTAX_ERROR,
        "there is no colon after `says`",
        "write `ANNA says` and then the formula",
        ("== 01\n~ A says: a\n",),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "the quotation comes last in a statement",
        "write the formula first and then the words it rests on",
        ('== 01\n~ "q" a\n', '== 01\n~ a "q" b\n', '== 01\n~ lie "q" a\n'),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a line of the truth has no quotation",
        "in `truth` write the formula only; quotations belong to statements and rules",
        ('== truth\na "q"\n', '== truth\na = b "q"\n', '== truth\nf(a) "q"\n'),
        alone=('a "q"', 'f(a) "q"'),
    ),
    UNITS,
    DIFFERENT.with_hint("write, for example, `all different cab(X) for suspect X`"),
    EXTENT,
    MISSING_OPERATOR,
    MINUTES,
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
        "a fact has two sentences at the most: for what is so, and for what is not",
        'write, for example, `room(suspect): location "(1) was in (value)" "(1) was not in (value)"`',
        tuple(f'== facts\n{declared} "q" "q" "q"\n' for declared in _DECLARED),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "the sentences come last in a declaration",
        'write the type first, as in `room(suspect): location "(1) was in (value)"`',
        (
            *(f'== facts\nf "q"{later}\n' for later in (": t", "(t)")),
            *(f'== facts\nf(t) "q"{later}\n' for later in (": t",)),
            *(f'== facts\n{declared} "q" {later}\n' for declared in _DECLARED for later in ("a", "?")),
            *(f'== facts\n{declared} "q" "q"{later}\n' for declared in _DECLARED for later in (": t", " a")),
            '== facts\n"q"\n',
            '== facts\nf: "q"\n',
            '== facts\nf(t): "q"\n',
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "only facts have sentences",
        "write the sentences behind the facts that have these values, as in"
        ' `left(suspect): hour "(1) left at (value)"`',
        (
            '== facts\ntype t: a "q"\n',
            '== facts\ntype t: a, b "q"\n',
            '== facts\ntype t "q"\n',
            '== facts\ngroup g: A "q"\n',
            '== facts\ngroup g: A, B "q"\n',
            '== facts\ngroup g "q"\n',
            '== facts\ntype t: clock 22:00 to 01:00 every 5 min "q"\n',
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
