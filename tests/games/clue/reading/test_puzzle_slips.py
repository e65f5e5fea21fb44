import pytest

from casekit.diagnostics import Source, codes
from casekit.games.clue.reading.puzzle_dialect import PUZZLE
from casekit.games.clue.reading.puzzle_slips import PUZZLE_SLIPS
from casekit.language.document.formula_slips import FORMULA_SLIPS
from casekit.language.document.parsing import parse, parse_lone_formula
from casekit.language.document.slips import examples


def documents(slip):
    return [text for start, text in examples(slip, PUZZLE) if start == "document"]


OWN = [slip for slip in PUZZLE_SLIPS if slip not in FORMULA_SLIPS]


@pytest.mark.parametrize("slip", OWN, ids=[slip.message for slip in OWN])
def test_every_example_of_a_slip_is_told_in_its_own_words(slip):
    told = {text: parse(Source("", text), PUZZLE)[1][-1] for text in documents(slip)}
    assert told
    assert [] == [
        text for text, problem in told.items() if (slip.code, slip.message) != (problem.code, problem.message)
    ]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("a line of play says", "SCARLET sugests plum, rope, hall: WHITE passes"),
        ("a line of play says", "SCARLET suggest plum, rope, hall"),
        ("a line of play says", "4. SCARLET suggests plum, rope, hall"),
        ("a line of play says", "SCARLET, WHITE suggest plum, rope, hall"),
        ("a line of play says", "TODO"),
        ("a line of play says", "The second evening"),
        ("a comma and the next card", "SCARLET suggests plum, rope, hall WHITE passes"),
        ("a comma and the next card", "SCARLET suggests plum, rope, hall, WHITE passes"),
        ("a comma and the next card", "SCARLET suggests plum, rope, billiard room: WHITE passes"),
        ("a comma and the next card", "SCARLET suggests plum with the rope in the hall"),
        ("is a colon", "SCARLET suggests plum, rope, hall. WHITE passes"),
        ("a card is missing", "SCARLET suggests: WHITE passes"),
        ("a card is missing", "SCARLET accuses"),
        ("`right` or `wrong`", "SCARLET accuses plum, rope, hall"),
        ("`right` or `wrong`", "SCARLET accuses plum, rope, hall: yes"),
        ("`right` or `wrong`", "SCARLET accuses plum, rope, hall: WHITE passes"),
        ("`shows` one card", "SCARLET suggests plum, rope, hall: WHITE shows rope, hall"),
        ("one card is shown", "SCARLET suggests plum, rope, hall: WHITE shows rope hall"),
        ("one card is shown", "SCARLET suggests plum, rope, hall: WHITE shows rope and hall"),
        ("`shows` one card", "SCARLET suggests plum, rope, hall: WHITE pass"),
        ("`shows` one card", "SCARLET suggests plum, rope, hall: WHITE showed rope"),
        ("`shows` one card", "SCARLET suggests plum, rope, hall: WHITE"),
        ("after a comma", "SCARLET suggests plum, rope, hall: WHITE passes,"),
        ("statements", "~ holder(rope) = WHITE"),
        ("begins with a letter", "SCARLET suggests plum, rope, 2nd-floor"),
        ("curly", "SCARLET suggests “plum”, rope, hall"),
        ("space after `==`", "==truth"),
    ],
)
def test_a_slip_in_the_play_is_recognised(words, line):
    text = f"title: T\n\n== play\nA suggests a: B passes\n{line}\nA accuses a: wrong\n"
    _, problems = parse(Source("", text), PUZZLE)
    assert [5] == [problem.span.line for problem in problems]
    assert words in problems[0].message
    assert problems[0].hint


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("a name and a number", "== players\nSCARLET: 6\n"),
        ("a name and a number", "== players\nMISS SCARLET 6\n"),
        ("a name and a number", "== players\nSCARLET six\n"),
        ("a name and a number", "== players\nSCARLET -6\n"),
        ("a name and a number", "== players\nSCARLET 6000000000\n"),
        ("a name and a number", "== players\nSCARLET 6 cards\n"),
        ("commas between", "== seat A\nrope; hall\n"),
        ("commas between", "== seat A\nrope, billiard room\n"),
        ("is missing here", "== seat A\nrope,\nhall\n"),
        ("`envelope` or a player", "== truth\nenvelope plum, rope, hall\n"),
        ("commas between", "== truth\nenvelope: plum; rope; hall\n"),
        ("that of one player", "== seat\n"),
        ("that of one player", "== seat SCARLET, WHITE\n"),
        ("name of a block", "== play 1\n"),
        ("name of a block", "== truth: all of it\n"),
        ("key: value", "SCARLET 6\n"),
        ("statements", "== presentation\n~ who = plum\n"),
    ],
)
def test_a_slip_elsewhere_is_recognised(words, text):
    _, problems = parse(Source("", text), PUZZLE)
    assert words in problems[0].message
    assert problems[0].hint


@pytest.mark.parametrize(
    ("code", "formula"),
    [
        (codes.FOREIGN_OPERATOR, "holder(rope) == WHITE"),
        (codes.EQUALS_FOR_IMPLIES, "holder(rope) = WHITE = who"),
        (codes.CURLY_QUOTATION, "who = “plum”"),
        (codes.SYNTAX_ERROR, "holder(rope = WHITE"),
        (codes.SYNTAX_ERROR, "every X: holder(X) = WHITE"),
    ],
)
def test_a_slip_in_a_question_is_recognised(code, formula):
    _, problems = parse_lone_formula(Source("", f"{formula}\n"), PUZZLE)
    assert [code] == [problem.code for problem in problems]
    assert problems[0].hint


def test_independent_mistakes_are_all_reported_in_one_run():
    text = "title: T\n== players\nA six\nB 6\n== play\nA sugests a\nB suggests a: A shows a b\n== truht\nx\n"
    _, problems = parse(Source("", text), PUZZLE)
    assert [3, 6, 7] == [problem.span.line for problem in problems]
