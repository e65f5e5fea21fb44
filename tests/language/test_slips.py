import pytest

from casekit.diagnostics import Source, codes
from casekit.games.midnight.codes import UNCLOSED_QUOTATION
from casekit.games.midnight.language.line_forms import CASE, SLIPS
from casekit.language.syntax.mistakes.known_mistakes import examples
from casekit.language.syntax.parser import parse


def documents(slip):
    return [text for start, text in examples(slip, CASE) if start == "document"]


EXAMPLES = [(slip, example) for slip in SLIPS for example in documents(slip)]


def test_every_example_of_a_slip_is_one():
    told = {example: parse(Source("", example), CASE)[1] for _, example in EXAMPLES}
    assert [] == [example for slip, example in EXAMPLES if told[example][-1].code != slip.code]


@pytest.mark.parametrize("slip", SLIPS, ids=[slip.message for slip in SLIPS])
def test_most_examples_of_a_slip_are_told_in_its_own_words(slip):
    told = [parse(Source("", example), CASE)[1][-1].message for example in documents(slip)]
    assert told.count(slip.message) * 2 > len(told)


@pytest.mark.parametrize(
    ("code", "words", "line"),
    [
        (codes.HEADING_WITHOUT_SPACE, "space", "==KATRINA alibi"),
        (codes.EQUALS_FOR_IMPLIES, "second `=`", "~ method = poison = bottle = suite"),
        (codes.EQUALS_FOR_IMPLIES, "second `=`", "~ not room(ANNA) = suite = culprit"),
        (UNCLOSED_QUOTATION, "no end", '~ room(culprit) = suite "never taken'),
        (UNCLOSED_QUOTATION, "no end", '~ every suspect X: keycard(X) "never taken'),
        (codes.FOREIGN_OPERATOR, "another language", "~ keycard(ANNA) && keycard(BRUNO)"),
        (codes.FOREIGN_OPERATOR, "another language", "~ keycard(ANNA) || keycard(BRUNO)"),
        (codes.FOREIGN_OPERATOR, "another language", "~ keycard(ANNA) -> keycard(BRUNO)"),
        (codes.FOREIGN_OPERATOR, "another language", "~ keycard(ANNA) <-> keycard(BRUNO)"),
        (codes.FOREIGN_OPERATOR, "another language", "~ keycard(ANNA) => keycard(BRUNO)"),
        (codes.FOREIGN_OPERATOR, "another language", "~ keycard(ANNA) ∧ keycard(BRUNO)"),
        (codes.FOREIGN_OPERATOR, "another language", "~ !keycard(ANNA)"),
        (codes.FOREIGN_OPERATOR, "another language", "~ ¬keycard(ANNA)"),
        (codes.FOREIGN_OPERATOR, "another language", "~ room(ANNA) == suite"),
        (codes.FOREIGN_OPERATOR, "another language", "~ room(ANNA) <> suite"),
        (codes.FOREIGN_OPERATOR, "another language", "~ room(ANNA) ≠ suite"),
        (codes.CURLY_QUOTATION, "curly", "~ room(ANNA) = suite “never taken”"),
        (codes.CURLY_QUOTATION, "curly", "~ room(ANNA) = „suite“"),
        (codes.CURLY_QUOTATION, "curly", "~ keycard(«ANNA»)"),
        (codes.NAME_WITH_DIGIT_FIRST, "letter", "~ deck(ANNA) = 2nd-deck"),
        (codes.NAME_WITH_DIGIT_FIRST, "letter", "~ every 2nd X: keycard(X)"),
        (codes.SYNTAX_ERROR, "should go on", "~ room(ANNA) ="),
        (codes.SYNTAX_ERROR, "should go on", "~ left(ANNA) in 23:40 to"),
        (codes.SYNTAX_ERROR, "minutes", "~ left(ANNA) = T + 10"),
        (codes.SYNTAX_ERROR, "minutes", "~ left(ANNA) > 23:40 + 10 minutes"),
        (codes.SYNTAX_ERROR, "minutes", "~ room(ANNA, T + ten min) = suite"),
        (codes.SYNTAX_ERROR, "`T-10` is a name", "~ left(ANNA) = T-10 min"),
        (codes.SYNTAX_ERROR, "variable", "~ all different cab(X)"),
        (codes.SYNTAX_ERROR, "after `in`", "~ left(ANNA) in (23:40, 23:50)"),
        (codes.SYNTAX_ERROR, "after `in`", "~ every time T in 23:40: keycard(T)"),
        (codes.SYNTAX_ERROR, "opening bracket", "~ every suspect X in { ANNA, BRUNO: keycard(X)"),
        (codes.SYNTAX_ERROR, "should go on", "~ keycard(ANNA) and"),
        (codes.SYNTAX_ERROR, "opening bracket", "~ room(ANNA = suite"),
        (codes.SYNTAX_ERROR, "opening bracket", "~ place(ANNA, ten = suite and keycard(ANNA)"),
        (codes.SYNTAX_ERROR, "opening bracket", "~ place(ANNA, ten and keycard(ANNA)"),
        (codes.SYNTAX_ERROR, "opening bracket", "~ (keycard(ANNA) and keycard(BRUNO)"),
        (codes.SYNTAX_ERROR, "closing bracket", "~ keycard(ANNA))"),
        (codes.SYNTAX_ERROR, "quantifier", "~ every X: keycard(X)"),
        (codes.SYNTAX_ERROR, "quantifier", "~ exactly two suspect X: keycard(X)"),
        (codes.SYNTAX_ERROR, "says", "~ ANNA says: keycard(ANNA)"),
        (codes.SYNTAX_ERROR, "last", '~ "never taken" keycard(ANNA)'),
        (codes.SYNTAX_ERROR, "operator is missing", "~ keycard(ANNA) keycard(BRUNO)"),
        (codes.SYNTAX_ERROR, "heading", "== ANNA alibi witness"),
        (codes.SYNTAX_ERROR, "after a location comes `,`", "== 05 07"),
    ],
)
def test_a_slip_of_a_writer_is_recognised(code, words, line):
    _, problems = parse(Source("", f"title: T\n\n== 13\nProse.\n{line}\nMore prose.\n"), CASE)
    assert [(code, 5)] == [(problem.code, problem.span.line) for problem in problems]
    assert words in problems[0].message
    assert problems[0].hint


@pytest.mark.parametrize(
    ("code", "words", "text"),
    [
        (codes.MISPLACED_LOGIC, "among prose", "== rules\n~ a\n"),
        (codes.MISPLACED_LOGIC, "among prose", "title: T\n~ a\n"),
        (codes.SYNTAX_ERROR, "key: value", "title: T\nOnce upon a time\n"),
        (codes.SYNTAX_ERROR, "no quotation", '== truth\nculprit = ANNA "she did it"\n'),
        (codes.SYNTAX_ERROR, "a quotation is missing", "== terms\nmotive greed For money\n"),
        (codes.SYNTAX_ERROR, "after `)` comes `:`", "== facts\nroom(suspect) = location\n"),
        (UNCLOSED_QUOTATION, "no end", '== facts\nroom(suspect): location "(1) was in (value)\n'),
        (codes.SYNTAX_ERROR, "end of the line", '== facts\nrain "it rained" "it was dry" "it was wet"\n'),
        (
            codes.SYNTAX_ERROR,
            "after a quotation comes",
            '== facts\nroom(suspect) "(1) was in (value)": location\n',
        ),
        (codes.SYNTAX_ERROR, "after a name comes `,`", '== facts\ntype hour: dusk, dinner "(1)"\n'),
        (codes.SYNTAX_ERROR, "after a value comes `,`", '== facts\ngroup women: ANNA, GRETA "(1)"\n'),
        (codes.SYNTAX_ERROR, "after a name comes `:`", "== facts\ntype hour dusk, dawn\n"),
        (codes.FOREIGN_OPERATOR, "another language", "== rules\na -> b\n"),
        (codes.CURLY_QUOTATION, "curly", "== terms\nmotive greed “For money”\n"),
        (codes.CLOCK_TIME, "one by one", "== facts\ntype hour: 23:50, 23:55\n"),
        (codes.SYNTAX_ERROR, "after a time comes `every`", "== facts\ntype time: clock 22:00 to 01:00\n"),
        (
            codes.SYNTAX_ERROR,
            "after a time comes `to`",
            "== facts\ntype time: clock 22:00-01:00 every 5 min\n",
        ),
        (
            codes.SYNTAX_ERROR,
            "after a number comes `min`",
            "== facts\ntype time: clock 22:00 to 01:00 every 5 minutes\n",
        ),
        (codes.SYNTAX_ERROR, "a value is missing", "== facts\ngroup women:\n"),
        (codes.SYNTAX_ERROR, "a value is missing", "== facts\ngroup women: { ANNA }\n"),
        (codes.NAME_WITH_DIGIT_FIRST, "letter", "== facts\ntype place: 1st, 2nd\n"),
        (codes.NAME_WITH_DIGIT_FIRST, "letter", "== facts\n2nd-key(suspect)\n"),
    ],
)
def test_a_slip_outside_paragraphs_is_recognised(code, words, text):
    _, problems = parse(Source("", text), CASE)
    assert [code] == [problem.code for problem in problems]
    assert words in problems[0].message


@pytest.mark.parametrize("slip", ["“never taken”", "“never", "2nd-deck", "1st"])
def test_a_slip_that_is_a_word_is_shown_whole(slip):
    text = f"== 01\n~ deck(ANNA) = {slip}\n"
    (problem,) = parse(Source("", text), CASE)[1]
    assert (text.split("\n")[1].index(slip) + 1, len(slip)) == (
        problem.span.column,
        problem.span.end_column - problem.span.column,
    )
