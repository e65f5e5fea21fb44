"""The canonical text and the JSON of puzzles: nothing is lost either way."""

import json

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

from casekit import resources
from casekit.diagnostics import Source
from casekit.games.clue.game import GAME, PUZZLE
from casekit.kit.code_registry import base_of
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.canonical_form import export_document, format_document, import_document
from casekit.language.syntax.dialect import Comment
from casekit.language.syntax.parser import parse
from casekit.pipeline import conversion

EXAMPLES = settings(max_examples=120)
HEADER = "game: clue\ntitle: T\nlevel: amateur\n"
SCHEMA = json.loads(resources.text("schemas/puzzle.schema.json"))


def comments_of(tree):
    nodes = [*tree.header, *(node for block in tree.blocks for node in (*block.lead, *block.items))]
    return " // ".join(node.text for node in nodes if isinstance(node, Comment))


def exported(tree):
    return json.loads(json.dumps(export_document(tree, PUZZLE, Scope((), ()), "clue")))


@pytest.mark.parametrize(
    ("expected", "block"),
    [
        ("== players\nSCARLET 6\nWHITE 0", "== players\nSCARLET  06\nWHITE\n   0"),
        ("== seat SCARLET\nrope, hall", "==  seat  SCARLET\nrope ,hall"),
        ("== seat all", "== seat all"),
        ("== seat A\na, b\nc", "== seat A\na,\n  b\nc"),
        (
            "== play\nA suggests a, b, c: B passes, C shows b",
            "== play\nA suggests a,b,c:B passes,\n  // why\n  C  shows b",
        ),
        ("== play\nA suggests a, b, c", "== play\nA suggests a, b, c:"),
        ("== play\nA suggests a, b, c", "== play\nA  suggests a, b, c"),
        ("== play\nA accuses a, b, c: right", "== play\nA accuses a,b,c:right"),
        ("== truth\nenvelope: a, b, c\nB:", "== truth\nenvelope:a,b,c\nB :"),
        ("== plays\n  A   sugests\nb", "==   plays\n  A   sugests\nb"),
    ],
)
def test_the_one_canonical_form(expected, block):
    text, _, problems = conversion.format_bytes(f"{HEADER}{block}\n".encode(), "x")
    assert () == problems
    assert expected == text.removeprefix(f"{HEADER}\n").replace("  // why", "").rstrip("\n")


def test_a_long_line_goes_on_in_the_next():
    hand = ", ".join(f"card-{number}" for number in range(30))
    text, _, _ = conversion.format_bytes(f"{HEADER}== seat A\n{hand}\n".encode(), "x")
    lines = text.split("== seat A\n")[1].splitlines()
    assert all(len(line) <= 100 for line in lines)
    assert [True] * (len(lines) - 1) == [line.startswith("    card-") for line in lines[1:]]
    assert hand == " ".join(line.strip() for line in lines)


def test_the_base_puzzle_is_what_it_was_after_every_change_of_form(base):
    canonical, _, _ = conversion.format_bytes(base.encode(), "x")
    tree, _ = parse(Source("", canonical), GAME.dialect)
    again, problems = conversion.import_bytes(json.dumps(exported(tree)).encode(), "x.json")
    assert (canonical, ()) == (again, problems)


def test_json_says_who_showed_what_to_whom():
    text = f"{HEADER}== play\nA suggests a, b, c: B passes, C shows b\nB suggests a: C shows\nC accuses a: wrong\n"
    tree, _ = parse(Source("", text), GAME.dialect)
    assert [
        {
            "suggestion": {
                "player": "A",
                "cards": ["a", "b", "c"],
                "answers": [{"player": "B", "shows": False}, {"player": "C", "shows": True, "card": "b"}],
            }
        },
        {
            "suggestion": {
                "player": "B",
                "cards": ["a"],
                "answers": [{"player": "C", "shows": True, "card": None}],
            }
        },
        {"accusation": {"player": "C", "cards": ["a"], "right": False}},
    ] == exported(tree)["blocks"][0]["items"]


@pytest.mark.parametrize(
    "item",
    [
        {"player": {"name": "A", "cards": -1}},
        {"player": {"name": "A", "cards": 1_000_000_000}},
        {"player": {"name": "A B", "cards": 6}},
        {"hand": []},
        {"hand": ["dining room"]},
        {"suggestion": {"player": "A", "cards": []}},
        {"suggestion": {"player": "A", "cards": ["a"], "answers": [{"player": "B"}]}},
        {
            "suggestion": {
                "player": "A",
                "cards": ["a"],
                "answers": [{"player": "B", "shows": False, "card": "a"}],
            }
        },
        {"accusation": {"player": "A", "cards": ["a"]}},
        {"holding": {"cards": []}},
        {"statement": {}},
    ],
)
def test_json_of_another_shape_is_refused(item):
    content = {"casekit": 1, "game": "clue", "header": {"game": "clue"}}
    data = {**content, "blocks": [{"block": "play", "items": [item]}]}
    text, problems = conversion.import_bytes(json.dumps(data).encode(), "x.json")
    assert text is None
    assert {"CK906"} == {problem.code.id for problem in problems}
    assert list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(data))


@pytest.mark.parametrize("game", [{}, {"game": "midnight"}])
def test_json_whose_text_would_be_one_of_another_game_is_refused(game):
    data = {"casekit": 1, "game": "clue", "header": game, "blocks": []}
    text, problems = conversion.import_bytes(json.dumps(data).encode(), "x.json")
    assert (None, ["CK906"]) == (text, [problem.code.id for problem in problems])


@pytest.mark.parametrize("block", ["truth", "presentation"])
def test_json_with_a_line_in_the_wrong_block_is_refused(block):
    item = {"player": {"name": "A", "cards": 6}}
    data = {
        "casekit": 1,
        "game": "clue",
        "header": {"game": "clue"},
        "blocks": [{"block": block, "items": [item]}],
    }
    text, problems = conversion.import_bytes(json.dumps(data).encode(), "x.json")
    assert (None, ["CK906"]) == (text, [problem.code.id for problem in problems])


def test_well_formed_puzzles_are_read(strategies, parsed):
    @EXAMPLES
    @given(strategies.puzzles)
    def check(text):
        assert [] == parsed(text)[1]

    check()


def test_formatting_changes_no_meaning_and_loses_no_comment(strategies, parsed):
    @EXAMPLES
    @given(strategies.puzzles)
    def check(text):
        tree, _ = parsed(text)
        once = format_document(tree, GAME.dialect)
        again, problems = parsed(once)
        assert [] == problems
        assert tree == again
        assert once == format_document(again, GAME.dialect)
        assert comments_of(tree).count("//") == comments_of(again).count("//")
        for word in ("over", "behind", "aside"):
            assert comments_of(tree).count(word) == comments_of(again).count(word)

    check()


def test_a_puzzle_survives_export_and_import(strategies, parsed):
    validator = jsonschema.Draft202012Validator(SCHEMA)

    @EXAMPLES
    @given(strategies.known)
    def check(text):
        tree, _ = parsed(text)
        content = exported(tree)
        assert [] == [error.message for error in validator.iter_errors(content)]
        assert tree == import_document(content, "", PUZZLE)
        again, problems = conversion.import_bytes(json.dumps(content).encode(), "x.json")
        assert () == problems
        assert (tree, []) == parsed(again)

    check()


# --- texts that nobody meant ---------------------------------------------------------------------

BASE = base_of("clue")
ODD = (
    *("\n", "\r\n", "\\", '"', "~ ", "== ", "==", "//", "(", ":", ",", ", ", "\t", "    ", "\v", "\ufeff"),
    *(
        "\u2028",
        "\u00a0",
        "é",
        "=",
        "every",
        "passes",
        "shows",
        "suggests",
        "rope",
        "9" * 12,
        "SCARLET",
        "all",
    ),
)
edits = st.lists(
    st.tuples(st.integers(0, 5000), st.integers(0, 12), st.sampled_from(ODD)), min_size=1, max_size=4
)


def mutilated(edits):
    text = BASE
    for at, length, piece in edits:
        start = at % len(text)
        text = text[:start] + piece + text[start + length :]
    return text


@EXAMPLES
@given(edits)
def test_a_mutilated_puzzle_is_typed_as_far_as_it_can_be(edits):
    text = mutilated(edits)
    tree, problems = parse(Source("x", text), GAME.dialect)
    found = (*problems, *GAME.language.resolve(tree, GAME.language.default_edition()).diagnostics)
    lines = text.count("\n") + 1
    for problem in found:
        assert 1 <= problem.span.line <= problem.span.end_line <= lines
        assert 0 <= problem.span.start <= problem.span.end <= len(text.encode())
    if not problems:
        once = format_document(tree, GAME.dialect)
        assert (tree, ()) == parse(Source("x", once), GAME.dialect)
        assert once == format_document(parse(Source("x", once), GAME.dialect)[0], GAME.dialect)


@EXAMPLES
@given(st.permutations(BASE.splitlines(keepends=True)))
def test_no_shuffled_puzzle_makes_the_reader_fail(lines):
    tree, problems = parse(Source("x", "".join(lines)), GAME.dialect)
    reading = GAME.language.resolve(tree, GAME.language.default_edition())
    assert reading.document.puzzle.deck == GAME.language.default_edition().deck
    assert problems or reading.diagnostics or tree.blocks


@EXAMPLES
@given(st.integers(0, len(BASE)))
def test_half_a_puzzle_is_typed_as_far_as_it_goes(end):
    tree, _ = parse(Source("x", BASE[:end]), GAME.dialect)
    reading = GAME.language.resolve(tree, GAME.language.default_edition())
    assert set(reading.document.puzzle.headings) <= {block.heading.kind for block in tree.blocks}


@EXAMPLES
@given(st.binary())
def test_binary_junk_is_a_finding_or_a_text(data):
    text, _, problems = conversion.format_bytes(b"game: clue\n" + data, "x")
    assert (text is None) == bool(problems)
