"""What readers took, held against the lines of a small case: each kind of discrepancy, and what is none."""

from pathlib import Path

import pytest

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.readings.reading import AcceptedWords, ClashingWords, FreeFact, ReadClaim
from casekit.values import replace

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

GALLEY = "room(ANNA) = galley and room(BRUNO) = galley"
DECK = "no suspect X: room(X) = deck"


def says(quote, formula, **more):
    return ReadClaim(quote, "says", formula, **more)


def free(quote, thing, name, value, grade="says"):
    return ReadClaim(quote, grade, free=FreeFact(thing, name, value))


# Everything here is about one passage and one reader: its key, the claims, and what is found.
CASES = {
    "what a line says": ("ANNA alibi", [says("in the galley with BRUNO", GALLEY)], []),
    "a part of what a line says is not all of it": (
        "ANNA alibi",
        [says("in the galley", "room(ANNA) = galley")],
        ["untaken-line"],
    ),
    "the same in two claims": (
        "ANNA alibi",
        [says("in the galley", "room(ANNA) = galley"), says("with BRUNO", "room(BRUNO) = galley")],
        [],
    ),
    "what everybody knows": ("02", [says("two damp aprons", "culprit != nobody")], []),
    "false words": ("CLARA motive", [says("a dear old friend", "not owes(CLARA)")], ["false-words"]),
    "false words that are a hint": (
        "CLARA motive",
        [ReadClaim("a dear old friend", "suggests", "not owes(CLARA)")],
        [],
    ),
    "a lie that is stated": ("CLARA alibi", [says("out on deck", "room(CLARA) = deck")], []),
    "a conditional whose condition is false": (
        "CLARA motive",
        [says("a dear old friend", "owes(ANNA) implies owes(BRUNO)")],
        [],
    ),
    "something false in the presentation": (
        "presentation",
        [
            says("another hand did it", "culprit != victim and culprit != nobody"),
            says("the rats", "tin != suite"),
        ],
        ["false-presentation"],
    ),
    "an answer at once": (
        "BRUNO witness",
        [says("My tin of rat poison", "method = poison")],
        ["gives-answer-away"],
    ),
    "an answer with rules and presentation": (
        "BRUNO witness",
        [says("My tin of rat poison was gone", "tin = suite")],
        ["gives-answer-away"],
    ),
    "an answer from fewer paragraphs": (
        "01",
        [
            says("four thousand, long overdue", "owes(CLARA)"),
            says("rolled under the bed", "tin = suite"),
            says("lies open", "room(CLARA) != deck"),
        ],
        ["gives-answer-away"],
    ),
    "something true that leads nowhere": ("02", [says("two damp aprons", "room(ANNA) = galley")], []),
    "words that accuse the culprit": (
        "ANNA motive",
        [ReadClaim("every reason to wish him well", "suggests", accuses="CLARA")],
        ["gives-answer-away"],
    ),
    "words that accuse somebody else": (
        "ANNA motive",
        [ReadClaim("every reason to wish him well", "suggests", accuses="BRUNO")],
        [],
    ),
    "words that accuse the culprit and that a line quotes": (
        "ANNA witness",
        [says("in debt to Otto", "owes(CLARA)", accuses="CLARA")],
        [],
    ),
    "somebody's word": (
        "CLARA witness",
        [says("ANNA never once left", "room(ANNA) = galley", said_by=("BRUNO",))],
        [],
    ),
    "another's word": (
        "CLARA witness",
        [says("ANNA never once left", "room(ANNA) = galley")],
        ["other-voice"],
    ),
    "a line's own word for another's": (
        "ANNA witness",
        [says("in debt to Otto", "owes(CLARA)", said_by=("BRUNO",))],
        ["other-voice"],
    ),
    "a line that nobody took": ("03", [], ["untaken-line"]),
    "a line that is only hinted at": ("03", [ReadClaim("still wet", "suggests", DECK)], ["suggested-line"]),
    "claims that contradict each other": (
        "03",
        [says("still wet", "room(ANNA) = deck"), says("set foot", "room(ANNA) = galley")],
        ["contrary-words"],
    ),
    "what two people say may differ": (
        "02",
        [
            ReadClaim("Geese", "says", "room(ANNA) = galley", said_by=("BRUNO",)),
            ReadClaim("feathers", "says", "room(ANNA) = galley and not owes(ANNA)", said_by=("ANNA",)),
        ],
        [],
    ),
    "one property with two values": (
        "02",
        [free("two damp", "the aprons", "number", "two"), free("damp aprons", "Aprons", "number", "three")],
        ["contrary-words"],
    ),
    "one property with one value": (
        "02",
        [free("two damp", "the aprons", "number", "two"), free("damp aprons", "aprons", "Number", "Two")],
        [],
    ),
    "one property with two words": (
        "02",
        [free("two damp", "the cook", "name", "Ada"), free("Geese", "cook", "name", "Bea")],
        ["unlike-words"],
    ),
    "a hint of another value": (
        "02",
        [free("two damp", "aprons", "number", "two"), free("Geese", "aprons", "number", "six", "suggests")],
        [],
    ),
    "the solution may say what is true": ("solution", [says("CLARA owed Otto", "culprit = CLARA")], []),
    "the solution may report a lie": (
        "solution",
        [says("out on the wet planks", "room(CLARA) = deck", said_by=("CLARA",))],
        [],
    ),
    "the solution may not say what is not so": (
        "solution",
        [says("out on the wet planks", "room(CLARA) = deck")],
        ["false-words"],
    ),
    "a formula that is understood no more": (
        "02",
        [says("two damp aprons", "damp(aprons)")],
        ["stale-reading"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_passage(soup, name):
    key, claims, found = CASES[name]
    assert found == soup.codes(soup.read((key, "first", *claims)))


def test_a_finding_is_at_the_words(soup):
    (finding,) = soup.findings(
        soup.read(("CLARA motive", "first", says("a dear old friend", "not owes(CLARA)")))
    )
    source = soup.document.source
    assert "a dear old friend" == source.text[source.offset(finding.span.line, finding.span.column) :][:17]


SLIP = ("CLARA motive", says("a dear old friend", "not owes(CLARA)"))
SAME_WORDS = ("CLARA motive", says("Otto was a dear", "not owes(CLARA) and room(CLARA) = deck"))


@pytest.mark.parametrize(
    ("taken", "found", "count"),
    [
        ([(SLIP[0], "first", SLIP[1])], "false-words", ""),
        ([(SLIP[0], "first", SLIP[1]), (SLIP[0], "second")], "lone-reading", "1 of 2 readers"),
        ([(SLIP[0], "first", SLIP[1]), (SLIP[0], "second", SLIP[1])], "false-words", "2 of 2 readers"),
        (
            [(SLIP[0], "first", SLIP[1]), (SLIP[0], "second", SAME_WORDS[1]), (SLIP[0], "third")],
            "false-words",
            "2 of 3 readers",
        ),
    ],
)
def test_what_readers_share_is_a_warning(soup, taken, found, count):
    (finding,) = soup.findings(soup.read(*taken))
    assert found == finding.code.name
    assert count in finding.message


def test_a_line_is_taken_if_one_of_the_readers_took_it(soup):
    assert [] == soup.codes(soup.read(("03", "first", says("nobody has set foot", DECK)), ("03", "second")))


@pytest.mark.parametrize(
    ("case", "accused", "answer"),
    [
        ("three-to-one", "MIRA", "murderers = MIRA"),
        ("the-second-tenor", "DONATO", "murderers = BASILIO, DONATO"),
        ("three-to-one", "OTTO", ""),
    ],
)
def test_words_accuse_in_every_game_that_is_read(open_case, case, accused, answer):
    opened = open_case(EXAMPLES / "nightfall" / f"{case}.case")
    accusing = ReadClaim("and", "suggests", accuses=accused)
    found = opened.findings(opened.read(("presentation", "first", accusing)))
    assert [answer in finding.message for finding in found] == [True] * bool(answer)


@pytest.mark.parametrize(
    ("key", "claims", "words"),
    [
        ("CLARA motive", [SLIP[1]], "old friend"),
        ("03", [], "nobody has set foot on it"),
        ("BRUNO witness", [says("My tin of rat poison", "method = poison")], "rat poison"),
    ],
)
def test_accepted_words_are_not_reported(soup, key, claims, words):
    reading = soup.read((key, "first", *claims))
    assert soup.codes(reading)
    assert [] == soup.codes(replace(reading, accepted=(AcceptedWords(key, words, "meant so"),)))
    assert soup.codes(replace(reading, accepted=(AcceptedWords("ANNA motive", words, "elsewhere"),)))


def test_only_the_prose_of_a_passage_makes_its_reading_stale(soup):
    reading = soup.read(("03", "first"), ("02", "first"))
    old = replace(reading.passages["03"][0], digest="0" * 16)
    assert ["stale-reading"] == soup.codes(replace(reading, passages={**reading.passages, "03": (old,)}))
    other = replace(reading.passages["02"][0], context="0" * 16)
    assert ["stale-reading"] == soup.codes(replace(reading, passages={"02": (other,)}))


def test_pairs_of_places_are_reported_while_both_are_there(soup):
    pair = ClashingWords("first", (("02", "two damp aprons"), ("03", "still wet")), "aprons do not paint")
    gone = ClashingWords("first", (("02", "three damp aprons"), ("03", "still wet")), "aprons do not paint")
    reading = soup.read(("02", "first"))
    (finding,) = soup.findings(replace(reading, clashes=(pair,)))
    assert ("contrary-words", True) == (finding.code.name, "aprons do not paint" in finding.message)
    assert [soup.document.source.name] == [other.span.file for other in finding.related]
    assert [] == soup.codes(replace(reading, clashes=(gone,)))
    accepted = (AcceptedWords("03", "still wet", "it rained"),)
    assert [] == soup.codes(replace(reading, clashes=(pair,), accepted=accepted))


def test_a_claim_costs_few_questions(soup, monkeypatch):
    """The speed of a comparison without a clock: how often the solver is asked for each claim."""
    asked = []
    solve = TheorySolver.solve

    def counting(solver, assumptions):
        asked.append(assumptions)
        return solve(solver, assumptions)

    taken = [
        ("ANNA alibi", "first", says("in the galley with BRUNO", GALLEY)),
        ("ANNA witness", "first", says("in debt to Otto", "owes(CLARA)")),
        ("CLARA alibi", "first", says("out on deck", "room(CLARA) = deck")),
        ("03", "first", says("nobody has set foot", DECK)),
    ]
    reading = soup.read(*taken)
    soup.compared(reading)
    monkeypatch.setattr(TheorySolver, "solve", counting)
    soup.compared(reading)
    assert 0 < len(asked) <= 5 * len(taken) + len(soup.analysis.verdict.elements)
