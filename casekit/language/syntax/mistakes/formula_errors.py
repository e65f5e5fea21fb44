"""Slips in formulas, which the documents of all games share."""

from collections.abc import Mapping

from casekit.diagnostics import codes
from casekit.language.syntax.dialect import KnownMistake

OPERANDS = ("a", "f(a)", "a = b", "f(a) = b", "a = f(b)", "(a)", "not a", "a in {b}", "a and b", "a or b")
"""A formula of each form, for what may be wrong after it."""

FORMULA_SLIPS: Mapping[str, KnownMistake] = {
    "equals for implies": KnownMistake(
        codes.EQUALS_FOR_IMPLIES,
        "`=` compares two things; a second `=` cannot follow",
        "write `implies` between two comparisons, as in `first = red implies last = blue`",
        formulas=("a = b = c", "f(a) = b = c", "a = f(b) = c"),
    ),
    "curly quotation": KnownMistake(
        codes.CURLY_QUOTATION,
        "these are curly quotation marks",
        'type them straight in logic, as in `"never taken"`, and none around names; in prose both are printed curled',
        formulas=("a = “b”",),
    ),
    "name with digit first": KnownMistake(
        codes.NAME_WITH_DIGIT_FIRST,
        "a name begins with a letter",
        "put a letter or a word first, as in `floor-2` for `2nd-floor`",
        formulas=("a = 2nd",),
    ),
    "foreign operator": KnownMistake(
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
    ),
    "unfinished": KnownMistake(
        codes.SYNTAX_ERROR,
        "the line ends where the formula should go on",
        "finish the formula, or indent the next line further so that it continues this one",
        formulas=(
            "a =",
            "a and",
            "a or",
            "a implies",
            "a iff",
            "not",
            "every t X:",
            "f(",
            "f(a,",
            "a in",
            "a in b to",
            "every t X in",
            "every t X in b to",
        ),
    ),
    "unclosed bracket": KnownMistake(
        codes.SYNTAX_ERROR,
        "an opening bracket is not closed",
        "close it before the line ends",
        formulas=(
            *("f(a", "(a", "(a and b", "a in {b", "(a = b", "f(g(a)", "(f(a)"),
            *(
                "f(a = b",
                "f(a and b",
                "f(a or b",
                "f(a implies b",
                "f(a iff b",
                "f(a in {b}",
                "f(a, b = c",
                "f(a, b and c",
                "f(a, b or c",
                "f(a, b implies c",
                "f(a, b iff c",
                "f(a, b in {c}",
                "every t X in {a: b",
                "every t X in {a, b: c",
            ),
        ),
    ),
    "unopened bracket": KnownMistake(
        codes.SYNTAX_ERROR,
        "a closing bracket has no opening one",
        "remove it, or open it",
        formulas=("a)", "f(a))", "a = b)", "a and b)"),
    ),
    "quantifier": KnownMistake(
        codes.SYNTAX_ERROR,
        "a quantifier names a type, then a variable, then a colon",
        "write, for example, `every card C: seen(C)`",
        formulas=(
            *("every t X a", "every X: a", "some X: a", "no X: a", "exactly 2 X: a"),
            *("exactly t X: a", "at least t X: a", "at 2 t X: a", "every t X (a)"),
        ),
    ),
    "units": KnownMistake(
        codes.SYNTAX_ERROR,
        "what is added to a time are minutes",
        "write, for example, `T + 10 min`",
        formulas=(
            "a = b + 10",
            "a = b + 10 and c",
            "a = b + c",
            "f(b + 10)",
            "f(b + c)",
            "a < b + 1:30",
            "a = b + 10 h",
            "a = b + 10 minutes",
            "a +",
            "f(a +",
        ),
    ),
    "different": KnownMistake(
        codes.SYNTAX_ERROR,
        "`all different` needs a variable that it is about",
        "write, for example, `all different seat(C) for card C`",
        formulas=(
            "all different f(a)",
            "all different f(a) for",
            "all different f(a) for X",
            "all different f(a): b",
        ),
    ),
    "extent": KnownMistake(
        codes.SYNTAX_ERROR,
        "after `in` there are values in braces, a range or a group",
        "write `in { ANNA, BRUNO }`, `in 23:40 to 23:55`, or the name of a group",
        formulas=(
            "a in f(b)",
            "a in (b)",
            "a in (b, c)",
            "every t X in f(b): a",
            "a in 23:40",
            "a in f(b) and c",
        ),
    ),
    "missing operator": KnownMistake(
        codes.SYNTAX_ERROR,
        "a word appears where an operator is missing",
        "join formulas with `and`, `or`, `implies`, `iff`, compare terms with `=`; prose has its own blocks",
        formulas=tuple(f"{operand} b" for operand in OPERANDS),
    ),
    "minutes": KnownMistake(
        codes.SYNTAX_ERROR,
        "`T-10` is a name, since names may have hyphens",
        "write spaces around the minus, as in `T - 10 min`",
        formulas=("a = b-10 min", "a = f(b-10 min", "b-10 min"),
    ),
}
"""All of them by names for dialects that say them in their own words, in the order of trying them."""
