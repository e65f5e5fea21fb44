"""What only looks like a mark is told from it, in every game, with a cure."""

import pytest

from casekit.diagnostics import Source, codes
from casekit.games.midnight.language.line_forms import CASE
from casekit.kit.code_registry import base_of
from casekit.kit.registry import GAMES
from casekit.language.syntax.parser import MOST_MISTAKES, parse, parse_lone_formula
from casekit.pipeline.loading import parse_bytes

TILDES, EQUALS, SLASHES = "～˜∼〜﹋", "＝﹦═", "／⁄∕"
LOOKS = [
    *(("~", look) for look in TILDES),
    *(("==", look) for equal in EQUALS for look in (equal * 2, f"={equal}", f"{equal}=")),
    ("==", "⩵"),
    *(("//", look) for slash in SLASHES for look in (slash * 2, f"/{slash}")),
    ("//", "⫽"),
]
FEW = [LOOKS[0], LOOKS[len(TILDES)], LOOKS[-2]]
OF_GAMES = [(game, mark, look) for game in sorted(GAMES) for mark, look in (LOOKS if game == "clue" else FEW)]


def _mended(problem, source):
    (edit,) = problem.fix
    start, end = source.part(edit.span)
    return f"{source.text[:start]}{edit.replacement}{source.text[end:]}"


@pytest.mark.parametrize(("game", "mark", "look"), OF_GAMES)
def test_a_line_that_begins_with_a_look_alike_is_one_finding_with_its_fix(game, mark, look):
    """Every line of a game's document that begins with the mark, one at a time."""
    lines = [f"{line}\n" for line in f"// said to the writer\n{base_of(game)}".split("\n")]
    marked = [at for at, line in enumerate(lines) if line.startswith(f"{mark} ")]
    assert marked or mark == "~"
    for at in marked:
        written = "".join((*lines[:at], lines[at].replace(mark, look, 1), *lines[at + 1 :]))
        found = parse_bytes(written.encode(), "x.case")
        assert [(codes.LOOK_ALIKE_MARK, at + 1)] == [
            (each.code, each.span.line) for each in found.diagnostics
        ]
        assert f"`{mark}`" in found.diagnostics[0].message
        assert "".join(lines) == _mended(found.diagnostics[0], found.source)


@pytest.mark.parametrize("look", ["＝＝", "⩵"])
def test_a_heading_gets_the_space_that_it_needs(look):
    source = Source("", f"title: T\n\n{look}presentation\nProse.\n")
    (problem,) = parse(source, CASE)[1]
    assert "\n== presentation\n" in _mended(problem, source)


def test_what_is_below_a_heading_that_is_none_is_not_told_as_well(found):
    text = base_of().replace("== ANNA alibi", "＝＝ ANNA alibi")
    assert ["CK116"] == found(text, whole=True)


@pytest.mark.parametrize(
    "line", ["～～～", "═══════", "\\～ a", "a ～ b", "// ～ a", "a ／／ b", "～", "== 01 // ＝＝ a"]
)
def test_ornaments_and_what_is_escaped_are_none(line):
    assert () == parse(Source("", f"== 13\n{line}\n"), CASE)[1]


def test_notes_may_hold_any_but_a_heading():
    text = "== notes\n～ a\n／／ b\n＝＝ truth\nculprit = ANNA\n"
    assert [(codes.LOOK_ALIKE_MARK, 4)] == [
        (each.code, each.span.line) for each in parse(Source("", text), CASE)[1]
    ]


@pytest.mark.parametrize(
    ("formula", "meant"),
    [("a ＝ b", "="), ("f（a)", "("), ("f(a，b)", ","), ("a ﹦ b", "="), ("every t X： a", ":")],
)
def test_a_look_alike_within_a_line_of_logic_is_told_too(formula, meant):
    for problems in (
        parse_lone_formula(Source("", formula), CASE)[1],
        parse(Source("", f"== truth\n{formula}\n"), CASE)[1],
        parse(Source("", f"== 13\nProse.\n~ {formula}\n"), CASE)[1],
    ):
        assert [(codes.LOOK_ALIKE_MARK, f"write `{meant}`")] == [(each.code, each.hint) for each in problems]


def test_after_so_many_the_rest_is_not_read():
    text = "== 13\n" + "～ a\n" * 1000
    problems = parse(Source("", text), CASE)[1]
    assert "the rest was not read" in problems[-1].message
    assert list(range(2, MOST_MISTAKES + 2)) == [each.span.line for each in problems[:MOST_MISTAKES]]


def test_pieces_that_were_read_before_keep_what_is_wrong_with_them():
    known = {}
    text = "== 13\nProse.\n～ a\n== 14\nMore.\n"
    first = parse(Source("", text), CASE, known)[1]
    again = parse(Source("", text.replace("More", "Less")), CASE, known)[1]
    assert [each.code for each in first] == [each.code for each in again] == [codes.LOOK_ALIKE_MARK]
