"""Slips in formulas, which the documents of all games share."""

from casekit.diagnostics import codes
from casekit.language.document.slips import Slip

OPERANDS = ("a", "f(a)", "a = b", "f(a) = b", "a = f(b)", "(a)", "not a", "a in {b}", "a and b", "a or b")
"""A formula of each form, for what may be wrong after it."""

EQUALS_FOR_IMPLIES = Slip(
    codes.EQUALS_FOR_IMPLIES,
    "`=` compares two things; a second `=` cannot follow",
    "write `implies` between two comparisons, as in `first = red implies last = blue`",
    formulas=("a = b = c", "f(a) = b = c", "a = f(b) = c"),
)
CURLY_QUOTATION = Slip(
    codes.CURLY_QUOTATION,
    "these are curly quotation marks",
    'type them straight in logic, as in `"never taken"`; in prose both are printed curled',
    formulas=("a = “b”",),
)
CLOCK_TIME = Slip(
    codes.CLOCK_TIME,
    "a formula cannot hold a time of the clock",
    "give the hours names, in order, such as `half-past-nine`, and write the name",
    formulas=("a = 23:50",),
)
NAME_WITH_DIGIT_FIRST = Slip(
    codes.NAME_WITH_DIGIT_FIRST,
    "a name begins with a letter",
    "put a letter or a word first, as in `floor-2` for `2nd-floor`",
    formulas=("a = 2nd",),
)
FOREIGN_OPERATOR = Slip(
    codes.FOREIGN_OPERATOR,
    "this operator is from another language",
    "write it in words: `not`, `and`, `or`, `implies`, `iff`; `=` and `!=` compare",
    formulas=(
        *(f"{operand} && b" for operand in OPERANDS),
        *(f"{operand} -> b" for operand in OPERANDS),
        "a = !b",
        "a == b",
        *(
            f"{start}!a"
            for start in ("", "not ", "(", "a and ", "a or ", "a implies ", "a iff ", "every t X: ")
        ),
    ),
)
UNFINISHED = Slip(
    codes.SYNTAX_ERROR,
    "the line ends where the formula should go on",
    "finish the formula, or indent the next line further so that it continues this one",
    formulas=("a =", "a and", "a or", "a implies", "a iff", "not", "every t X:", "f(", "f(a,", "a in"),
)
UNCLOSED_BRACKET = Slip(
    codes.SYNTAX_ERROR,
    "an opening bracket is not closed",
    "close it before the line ends",
    formulas=(
        *("f(a", "(a", "(a and b", "a in {b", "(a = b", "f(g(a)", "(f(a)"),
        *("f(a = b", "f(a and b", "f(a or b", "f(a implies b", "f(a iff b", "f(a in {b}"),
    ),
)
UNOPENED_BRACKET = Slip(
    codes.SYNTAX_ERROR,
    "a closing bracket has no opening one",
    "remove it, or open it",
    formulas=("a)", "f(a))", "a = b)", "a and b)"),
)
QUANTIFIER = Slip(
    codes.SYNTAX_ERROR,
    "a quantifier names a type, then a variable, then a colon",
    "write, for example, `every card C: seen(C)`",
    formulas=(
        *("every t X a", "every X: a", "some X: a", "no X: a", "exactly 2 X: a"),
        *("exactly t X: a", "at least t X: a", "at 2 t X: a", "every t X (a)"),
    ),
)
MISSING_OPERATOR = Slip(
    codes.SYNTAX_ERROR,
    "a word appears where an operator is missing",
    "join formulas with `and`, `or`, `implies`, `iff`, compare terms with `=`; prose has its own blocks",
    formulas=tuple(f"{operand} b" for operand in OPERANDS),
)

FORMULA_SLIPS = (
    EQUALS_FOR_IMPLIES,
    CURLY_QUOTATION,
    CLOCK_TIME,
    NAME_WITH_DIGIT_FIRST,
    FOREIGN_OPERATOR,
    UNFINISHED,
    UNCLOSED_BRACKET,
    UNOPENED_BRACKET,
    QUANTIFIER,
    MISSING_OPERATOR,
)
"""All of them, in the order in which they are tried."""
