"""Slips in cases that the forms of lines do not explain, in the order in which they are tried: the first that fits is reported."""

from casekit.diagnostics import codes
from casekit.games.midnight.codes import UNCLOSED_QUOTATION
from casekit.language.document.dialect import Slip
from casekit.language.document.formula_slips import (
    DIFFERENT,
    EQUALS_FOR_IMPLIES,
    EXTENT,
    FOREIGN_OPERATOR,
    MINUTES,
    MISSING_OPERATOR,
    OPERANDS,
    QUANTIFIER,
    UNCLOSED_BRACKET,
    UNFINISHED,
    UNITS,
    UNOPENED_BRACKET,
)

_DECLARED = ("f", "f(t)", "f: t", "f: t?", "f(t): t", "f(t): t?")
"""A fact of each form."""


SLIPS = (
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
    Slip(
        codes.CLOCK_TIME,
        "times of the clock are not listed one by one",
        "declare a clock, as in `type time: clock 22:00 to 01:00 every 5 min`",
        ("== facts\ntype t: 23:50\n", "== facts\ntype t: a, 23:50\n"),
    ),
    FOREIGN_OPERATOR.also(
        *(f"== 01\n~ {opening}!a\n" for opening in ("lie ", "hint ", "A says ")),
        *(f"{start}!a\n" for start in ("== rules\na\n", "== truth\na\n")),
    ),
    UNFINISHED.also("== 01\n~\n", "== 01\n~ lie\n"),
    Slip(
        codes.MISPLACED_LOGIC,
        "a statement with `~` belongs among prose",
        "in `rules` and `truth` write the formula alone; a statement belongs in a paragraph",
        ("== rules\n~ a\n", "== rules\na\n~ a\n", "== truth\n~ a\n", "== truth\na\n~ a\n"),
        alone=("~ a",),
    ),
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
)
