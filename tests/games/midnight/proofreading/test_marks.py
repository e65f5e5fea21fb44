"""What is said of lines and their words, one thing at a time."""

from pathlib import Path

import pytest

from casekit.kit.code_registry import base_of
from tests.overlay import overlay

BASE = base_of()
STATION = Path(__file__).parents[3] / "breakages" / "station.case"


@pytest.fixture
def marks(review):
    """The marks of a paragraph, with their weights."""

    def run(fragment, path):
        passages = review(overlay(BASE, fragment)).passages
        (passage,) = [each for each in passages if each.path == path]
        return {(mark["weight"], mark["says"]) for mark in passage.every_mark}

    return run


@pytest.mark.parametrize(
    ("weight", "says", "path", "fragment"),
    [
        ("look", "Nothing here counts: the paragraph has no line.", "02", "== 02\nGeese.\n"),
        (
            "quiet",
            "Nothing here counts: every line only suggests something.",
            "02",
            '== 02\nGeese of ANNA.\n~ hint culprit = ANNA "Geese"\n',
        ),
        (
            "loud",
            "The words name BRUNO; the line is about ANNA.",
            "02",
            '== 02\nBRUNO owed him a fortune, says ANNA.\n~ owes(ANNA) "BRUNO owed him a fortune"\n',
        ),
        (
            "quiet",
            "The quoted words do not name CLARA.",
            "02",
            '== 02\nCLARA wrote it. She owed him a fortune.\n~ owes(CLARA) "She owed him a fortune"\n',
        ),
        (
            "loud",
            "The words name Suite; the line says Galley.",
            "02",
            '== 02\nCLARA sat in the suite.\n~ room(CLARA) = galley "CLARA sat in the suite"\n',
        ),
        (
            "look",
            "The paragraph names Deck; the line says Suite.",
            "02",
            '== 02\nOn the deck: CLARA was there.\n~ room(CLARA) = suite "CLARA was there"\n',
        ),
        (
            "loud",
            "The words say “seven”; the line counts 2.",
            "02",
            '== 02\nAt least seven of them owed him money.\n~ at least 2 suspect X: owes(X) "seven of them owed him"\n',
        ),
        (
            "look",
            "The line denies something; the words deny nothing.",
            "02",
            '== 02\nANNA was rich.\n~ not owes(ANNA) "ANNA was rich"\n',
        ),
        (
            "loud",
            "This is false in truth, but the line is not marked as a lie.",
            "CLARA alibi",
            '== CLARA alibi\nI was out on deck.\n~ room(CLARA) = deck "out on deck"\n',
        ),
        (
            "loud",
            "The line is marked as a lie, but it is true.",
            "CLARA witness",
            '== CLARA witness\nANNA was in the galley.\n~ lie room(ANNA) = galley "ANNA was in the galley"\n',
        ),
        ("quiet", "The line quotes no words of the paragraph.", "02", "== 02\nCLARA owed.\n~ owes(CLARA)\n"),
        (
            "loud",
            "These words are not in the paragraph: “she owed”.",
            "02",
            '== 02\nCLARA.\n~ owes(CLARA) "she owed"\n',
        ),
        ("quiet", "Also named: ANNA, BRUNO.", "02", "== 02\nGeese of ANNA and BRUNO.\n"),
        ("quiet", "Also named, as places: galley.", "02", "== 02\nGeese from the galley.\n"),
        ("quiet", "Times that no line says: ten to twelve.", "02", "== 02\nAt ten to twelve.\n"),
        ("quiet", "Numbers that no line says: seven.", "02", "== 02\nThere were seven geese.\n"),
        ("quiet", "Negations that no line says: never.", "02", "== 02\nThey never fly.\n"),
    ],
)
def test_what_is_odd_is_marked(weight, says, path, fragment, marks):
    assert (weight, says) in marks(fragment, path)


@pytest.mark.parametrize(
    ("path", "fragment"),
    [
        ("02", '== 02\nCLARA never owed him a penny.\n~ not owes(CLARA) "CLARA never owed him"\n'),
        ("02", '== 02\nTwo of them owed him money.\n~ exactly 2 suspect X: owes(X) "Two of them owed him"\n'),
        (
            "02",
            '== 02\nOne of the three owed nothing.\n~ exactly 2 suspect X: owes(X) "One of the three owed nothing"\n',
        ),
        ("02", '== 02\nHere CLARA sat.\n~ room(CLARA) = galley "Here CLARA sat"\n'),
        ("ANNA witness", '== ANNA witness\nI owed him.\n~ owes(ANNA) "I owed him"\n'),
    ],
)
def test_words_that_say_it_are_not_marked(path, fragment, marks):
    assert set() == {mark for mark in marks(fragment, path) if mark[0] != "quiet"}


def test_the_truth_is_beside_a_lie(review):
    ((_, line),) = next(each for each in review(BASE).paragraphs if each.path == "CLARA alibi").lines
    assert "lie" == line["kind"]
    assert "CLARA" in line["truth"]
    assert "uite" in line["truth"]


@pytest.mark.parametrize(
    ("path", "read"),
    [
        ("ALMA witness", ["The sentences are read as: EDITH was snow-blind that night"]),
        ("03", ["The sentences are read as: the axe was not clean"]),
        ("EDITH motive", []),
    ],
)
def test_what_the_sentences_are_read_as_is_said(path, read, review_example):
    (passage,) = [each for each in review_example(STATION).passages if each.path == path]
    assert read == [mark["says"] for mark in passage.marks if "read as" in mark["says"]]


def test_a_span_of_time_has_to_be_covered(review):
    glossed = BASE.replace("// where each was at midnight", "// where each was from 11.50 pm to midnight")
    said = "in the galley with BRUNO from ten until one"

    def times(words):
        text = glossed.replace(said, words).replace('"in the galley with BRUNO"', f'"{words}"')
        passage = next(each for each in review(text).paragraphs if each.path == "ANNA alibi")
        return [
            mark["weight"]
            for mark in passage.every_mark
            if mark["about"] == "time" and mark["weight"] != "quiet"
        ]

    assert [] == times("in the galley with BRUNO from half past ten until one o'clock")
    assert ["look"] == times("in the galley with BRUNO from half past ten until half past eleven")
    assert ["look"] == times("in the galley with BRUNO from five minutes to twelve")
    assert [] == times("in the galley with BRUNO from five to twelve")
    assert [] == times("in the galley with BRUNO from eleven o'clock")


def test_findings_are_beside_their_paragraph(review):
    wrong = review(BASE.replace('~ owes(CLARA) "in debt to Otto"', '~ owns(CLARA) "in debt to Otto"'))
    assert not wrong.understood
    assert {"ANNA witness": ["CK201"]} == {
        each.path: [found.code.id for found in each.findings if found.code.severity == "error"]
        for each in wrong.passages
        if any(found.code.severity == "error" for found in each.findings)
    }


def test_rules_say_where_readers_learn_them(review):
    text = overlay(
        BASE,
        '== rules\nroom(culprit) = suite "whoever killed him was in the suite"\ncommon motive = debt iff owes(culprit)\nmethod = poison iff tin = suite\n',
    )
    rules = review(text).rules
    assert ["presentation", "common", "untold"] == [rule["source"] for rule, _ in rules]
    assert ["CK508"] == [found.code.id for found in rules[2][1]]


def test_the_solution_is_taken_sentence_by_sentence(review):
    text = overlay(
        BASE,
        "== solution\nIt was CLARA. Mr. Lind slept. She took the tin, and the notebook told you why.\n"
        '~ culprit = CLARA "It was CLARA"\n~ shown motive = debt by ANNA witness, 01 "the notebook told you why"\n',
    )
    found = review(text)
    sentences = ["".join(piece["text"] for part in each.prose for piece in part) for each in found.solution]
    assert [
        "It was CLARA.",
        "Mr. Lind slept.",
        "She took the tin, and the notebook told you why.",
    ] == sentences
    assert [1, 0, 1] == [len(each.lines) for each in found.solution]
    assert ["ANNA, witness", "01 Suite"] == found.solution[2].lines[0][1]["by"]
    assert {"ANNA, witness", "01 Suite"} <= {each.heading for each in found.paragraphs}
    assert ["CLARA", "To be rid of a debt", "Rat poison in the soup"] == [
        answer for _, answer in found.answers
    ]


def test_an_answer_without_a_line_about_its_own_speaker_is_odd(marks):
    """All three speak of ANNA's place; what the other answers say is their own."""
    odd = "2 of 3 answers to this question have a line about the speaker and “where each was at midnight”; this one has none."
    others = '== CLARA alibi\nANNA was in the galley.\n~ room(ANNA) = galley "ANNA was in the galley"\n'
    assert ("look", odd) in marks(others, "CLARA alibi")
    everybody = '== CLARA alibi\nNobody was on deck.\n~ no suspect X: room(X) = deck "Nobody was on deck"\n'
    assert () == tuple(
        mark for mark in marks(everybody, "CLARA alibi") if "answers to this question" in mark[1]
    )
    but_me = everybody.replace("X: room", "X except CLARA: room")
    assert ("look", odd) in marks(but_me, "CLARA alibi")


@pytest.mark.parametrize(
    ("says", "words"),
    [
        (set(), "before midnight"),
        (set(), "after eleven o'clock"),
        (set(), "from ten till after eleven"),
        (set(), "at about twenty to twelve"),
        ({"The quoted words do not name the time 23:30."}, "before eleven o'clock"),
        (
            {"The words say half past ten; the line says 23:30.", "Times that no line says: half past ten."},
            "at half past ten",
        ),
    ],
)
def test_a_time_may_be_within_what_the_words_bound(says, words, marks):
    timed = (
        "== facts\nroom(suspect): location\nowes(suspect)\ntin: location\n"
        "type time: clock 22:00 to 01:00 every 5 min\nseen(suspect): time?\n\n"
        f'== 02\nANNA was seen {words}.\n~ seen(ANNA) = 23:30 "seen {words}"\n'
    )
    found = {
        told.replace("“", "").replace("”", "")
        for _, told in marks(timed, "02")
        if "time" in told or "line says" in told
    }
    assert says == found
