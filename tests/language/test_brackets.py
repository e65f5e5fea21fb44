"""Formulas with the brackets that their reading implies, and with others."""

import pytest

from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.language.formula.formatter import format_formula, spelt_out, with_other_brackets
from casekit.language.syntax.parser import parse_lone_formula


def parsed(text):
    node, problems = parse_lone_formula(Source("", text), CASE)
    assert () == problems
    return node


@pytest.mark.parametrize(
    ("text", "read", "others"),
    [
        ("a", "a", []),
        ("a and b and c", "a and b and c", []),
        ("not a and b", "(not a) and b", ["not (a and b)"]),
        ("a or b and c", "a or (b and c)", ["(a or b) and c"]),
        ("a and b or c", "(a and b) or c", ["a and (b or c)"]),
        ("a implies b and c", "a implies (b and c)", ["(a implies b) and c"]),
        ("a implies b implies c", "a implies (b implies c)", []),
        ("(a or b) and c", "(a or b) and c", []),
        ("not (a and b)", "not (a and b)", []),
        (
            "every suspect X: a(X) implies b and c",
            "every suspect X: (a(X) implies (b and c))",
            ["(every suspect X: a(X)) implies b and c", "every suspect X: (a(X) implies b) and c"],
        ),
        (
            "a implies not b or c",
            "a implies ((not b) or c)",
            ["(a implies not b) or c", "a implies not (b or c)"],
        ),
    ],
)
def test_a_formula_is_spelt_out_and_bracketed_otherwise(text, read, others):
    assert read == spelt_out(parsed(text))
    assert others == [format_formula(other) for other in with_other_brackets(parsed(text))]
    assert format_formula(parsed(read)) == format_formula(parsed(text))
    for other in others:
        assert text.translate({40: None, 41: None}) == other.translate({40: None, 41: None})
