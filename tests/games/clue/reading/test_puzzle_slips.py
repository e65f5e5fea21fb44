import pytest

from casekit.diagnostics import Source, codes
from casekit.games.clue.game import PUZZLE
from casekit.language.syntax.parser import parse, parse_lone_formula


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("after a player comes `suggests` or `accuses`", "SCARLET sugests plum, rope, hall: WHITE passes"),
        ("after a player comes `suggests` or `accuses`", "SCARLET suggest plum, rope, hall"),
        ("a line of `play` begins with a player", "4. SCARLET suggests plum, rope, hall"),
        ("after a player comes `suggests` or `accuses`", "SCARLET, WHITE suggest plum, rope, hall"),
        ("after a player comes `suggests` or `accuses`", "TODO"),
        ("after a player comes `suggests` or `accuses`", "The second evening"),
        (
            "after a card comes `,`, `:` or the end of the line",
            "SCARLET suggests plum, rope, hall WHITE passes",
        ),
        (
            "after a card comes `,`, `:` or the end of the line",
            "SCARLET suggests plum, rope, hall, WHITE passes",
        ),
        (
            "after a card comes `,`, `:` or the end of the line",
            "SCARLET suggests plum, rope, billiard room: WHITE passes",
        ),
        (
            "after a card comes `,`, `:` or the end of the line",
            "SCARLET suggests plum with the rope in the hall",
        ),
        (
            "after a card comes `,`, `:` or the end of the line",
            "SCARLET suggests plum, rope, hall. WHITE passes",
        ),
        ("a card is missing", "SCARLET suggests: WHITE passes"),
        ("a card is missing", "SCARLET accuses"),
        ("after a card comes `,` or `:`", "SCARLET accuses plum, rope, hall"),
        ("`right` or `wrong`", "SCARLET accuses plum, rope, hall: yes"),
        ("`right` or `wrong`", "SCARLET accuses plum, rope, hall: WHITE passes"),
        (
            "after a player comes `passes` or `shows`",
            "SCARLET suggests plum, rope, hall: WHITE shows rope, hall",
        ),
        (
            "after a card comes `,` or the end of the line",
            "SCARLET suggests plum, rope, hall: WHITE shows rope hall",
        ),
        (
            "after a card comes `,` or the end of the line",
            "SCARLET suggests plum, rope, hall: WHITE shows rope and hall",
        ),
        ("after a player comes `passes` or `shows`", "SCARLET suggests plum, rope, hall: WHITE pass"),
        ("after a player comes `passes` or `shows`", "SCARLET suggests plum, rope, hall: WHITE showed rope"),
        ("after a player comes `passes` or `shows`", "SCARLET suggests plum, rope, hall: WHITE"),
        ("a player is missing here", "SCARLET suggests plum, rope, hall: WHITE passes,"),
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
        ("a number is missing here", "== players\nSCARLET: 6\n"),
        ("a number is missing here", "== players\nMISS SCARLET 6\n"),
        ("a number is missing here", "== players\nSCARLET six\n"),
        ("a number is missing here", "== players\nSCARLET -6\n"),
        ("nothing comes after a number in its line", "== players\nSCARLET 6000000000\n"),
        ("nothing comes after a number in its line", "== players\nSCARLET 6 cards\n"),
        ("after a card comes `,` or the end of the line", "== seat A\nrope; hall\n"),
        ("after a card comes `,` or the end of the line", "== seat A\nrope, billiard room\n"),
        ("is missing here", "== seat A\nrope,\nhall\n"),
        ("after a player comes `:`", "== truth\nenvelope plum, rope, hall\n"),
        ("after a card comes `,` or the end of the line", "== truth\nenvelope: plum; rope; hall\n"),
        ("a player is missing here", "== seat\n"),
        ("no block has such a heading", "== seat SCARLET, WHITE\n"),
        ("no block has such", "== play 1\n"),
        ("no block has such", "== truth: all of it\n"),
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
