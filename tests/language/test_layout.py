import pytest
from hypothesis import given, strategies as st

from casekit.games.midnight.language.line_forms import CASE
from casekit.language.syntax.layout import JOINT, lay_out

PIECES = [
    "\n",
    "\r\n",
    "\r",
    "  ",
    "\t",
    "~ a",
    "== rules",
    "== notes",
    "== 01",
    "// c",
    "x",
    "\ufeff",
    "\u2028",
    "\f",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_every_character_keeps_its_place(text):
    laid_out = lay_out(text, CASE.logic_blocks)
    assert len(text) + 1 == len(laid_out)
    assert laid_out.endswith("\n")
    kept = [(a, b) for a, b in zip(text, laid_out, strict=False) if not a.isspace() and a != "\ufeff"]
    assert all(a == b for a, b in kept)


@pytest.mark.parametrize(
    ("joints", "text"),
    [
        (1, "== 01\n~ a\n  b\n"),
        (2, "== 01\n~ a\n  b\n  c\n"),
        (0, "== 01\n~ a\nb\n"),
        (0, "== 01\n~ a\n\n  b\n"),
        (0, "== 01\np\n  q\n"),
        (0, "== 01\n~ a\n  ~ b\n"),
        (0, "== 01\n~ a\n  == 02\n"),
        (1, "== rules\na\n  b\n"),
        (0, "== notes\na\n  b\n"),
        (0, "== notes\n~ a\n  b\n"),
        (1, "== rules\n  a\n   b\n"),
        (0, "== rules\n  a\n  b\n"),
        (0, "== rules\n// a\n  b\n"),
    ],
)
def test_deeper_lines_go_on_with_a_statement_or_declaration(joints, text):
    assert joints == lay_out(text, CASE.logic_blocks).count(JOINT)
