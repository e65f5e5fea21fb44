"""Ten mistakes of prose against logic in a case that is right: a proofreader has to see them on the review."""

from pathlib import Path

import pytest

CASE = Path(__file__).with_name("a-case-to-damage.case")
EXAMPLES = Path(__file__).parents[4] / "examples"

# What is damaged: the paragraph, what the text has, what it has then, and how the mark begins that shows it.
DAMAGES = {
    "a wrong time": (
        "CELESTE alibi",
        [("from half past eleven until past midnight", "from half past nine until half past eleven")],
        "The words say “half past nine”, “half past eleven”",
    ),
    "a wrong name": (
        "INGRID alibi",
        [
            ("a hundred lengths against\nBRUNO, who", "a hundred lengths against\nHUGO, who"),
            ("against BRUNO, who", "against HUGO, who"),
        ],
        "The words name HUGO; the line is about BRUNO.",
    ),
    "a missing negation": (
        "GRETA alibi",
        [
            ("The patient could at no\nmoment smell", "The patient could at every\nmoment smell"),
            ("The patient could at no moment smell", "The patient could at every moment smell"),
            ('"could at no moment smell the turpentine"', '"could at every moment smell the turpentine"'),
        ],
        "The line denies something",
    ),
    "another place": (
        "KATRINA alibi",
        [("Casino, eleven until", "Piano bar, eleven until")],
        "The words name Piano bar; the line says Casino.",
    ),
    "a deleted line": (
        "FELIX alibi",
        [('~ room(FELIX) = cabin-f  "In my cabin, from eleven until one, washing glass"\n', "")],
        "10 of 12 answers to this question have a line about",
    ),
    "a number off by one": (
        "GRETA witness",
        [("Exactly one of the twelve had praised it", "Exactly two of the twelve had praised it")],
        "The words say “Exactly two”; the line counts 1.",
    ),
    "words of another paragraph": (
        "10",
        [
            (
                '~ kept(JULIAN)  "JULIAN\'s gala shirt lies over a chair"',
                '~ kept(JULIAN)  "INGRID\'s gala shirt hangs from the porthole"',
            )
        ],
        "These words are not in the paragraph",
    ),
    "a lie that is not marked": (
        "22",
        [("~ lie DORIAN says sent(DORIAN)", "~ DORIAN says sent(DORIAN)")],
        "This is false in truth, but the line is not marked as a lie.",
    ),
    "a solution that claims something else": (
        "solution",
        [
            ("DORIAN smothered Silvestre Maurin with", "HUGO smothered Silvestre Maurin with"),
        ],
        "The words name HUGO; the line is about DORIAN.",
    ),
}
RULE = ("== rules\n", "== rules\nlilies_scented implies not dark_corridor\n")
FACT = (
    "lilies_scented  // the lilies",
    "dark_corridor  // the corridor is dark\nlilies_scented  // the lilies",
)


def damaged(text, edits):
    for old, new in edits:
        assert old in text, f"the example no longer has {old!r}: damage other words of it"
        text = text.replace(old, new)
    return text


def seen(review, path):
    """What a proofreader is shown of a paragraph as odd, beside what is for information only."""
    return [
        mark["says"]
        for passage in review.passages
        if passage.path == path
        for mark in passage.every_mark
        if mark["weight"] != "quiet"
    ]


@pytest.fixture(scope="module")
def right(review_example):
    return review_example(CASE)


@pytest.fixture(scope="module")
def wrong(review_example):
    """The review of the case with all damages at once, as a proofreader would meet them."""
    text = CASE.read_text(encoding="utf-8")
    edits = [edit for _, edits, _ in DAMAGES.values() for edit in edits]
    return review_example(CASE, damaged(text, [*edits, FACT, RULE]))


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damage_is_marked_where_it_is(name, right, wrong):
    path, _, mark = DAMAGES[name]
    assert [] == [says for says in seen(right, path) if says.startswith(mark)]
    assert [mark] == [mark for says in seen(wrong, path) if says.startswith(mark)]


def test_a_rule_that_is_nowhere_in_the_book_is_shown_as_such(right, wrong):
    assert [] == [rule["says"] for rule, _ in right.rules if rule["source"] == "untold"]
    (beside,) = [beside for rule, beside in wrong.rules if rule["source"] == "untold"]
    assert ["CK508"] == [found.code.id for found in beside]


def test_both_texts_stand_side_by_side(wrong):
    """Whoever overlooks the mark can still compare: the words as printed, and the line in words."""
    passages = {passage.path: passage for passage in wrong.paragraphs}
    printed = "".join(piece["text"] for part in passages["KATRINA alibi"].prose for piece in part)
    assert "Piano bar, eleven until" in printed
    assert "asino" in passages["KATRINA alibi"].lines[0][1]["says"]


def test_a_deleted_alibi_is_an_unseen_hour(right, wrong):
    def standing(review):
        rows = [row for table in review.timetables for row in table["rows"] if row["who"] == "FELIX"]
        return [cell["standing"] for row in rows for cell in row["cells"]]

    assert ["told"] == standing(right)
    assert ["untold"] == standing(wrong)


def test_what_is_right_has_few_marks(review_example):
    """In the examples, which are right, at most one paragraph in six asks for a look, and none cries out."""
    for file in sorted(EXAMPLES.glob("*.case")):
        weights = [passage.weight for passage in review_example(file).paragraphs]
        assert 0 == weights.count("loud"), file.name
        assert weights.count("look") * 6 <= len(weights), file.name


def test_what_is_damaged_outweighs_what_is_not(wrong):
    loud = [passage.path for passage in wrong.passages if passage.weight == "loud"]
    assert {"INGRID alibi", "KATRINA alibi", "GRETA witness", "10", "22", "solution"} <= {*loud}
    assert len(loud) <= len(DAMAGES)
