"""Corrections that come back find their place, and nothing else changes."""

import re

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from casekit.kit.code_registry import base_of
from casekit.language.syntax.canonical_form import prose_lines
from casekit.pipeline.conversion import format_bytes

BASE = base_of()
ALIBI = "I was in the galley with BRUNO from ten until one, plucking geese."


def outcomes(merged):
    return {fate.name: fate.outcome for fate in merged.fates if fate.outcome != "same"}


@pytest.fixture
def sent(send):
    return send(BASE)


@pytest.mark.parametrize("form", ["markdown", "odt"])
def test_what_nobody_touched_changes_nothing(form, sent):
    merged = sent.merged(getattr(sent, form))
    assert {} == outcomes(merged)
    assert BASE == merged.text


def test_one_word_changes_its_lines_and_no_others(sent):
    merged = sent.merged(sent.markdown.replace("plucking geese", "plucking ducks"))
    assert {"ANNA alibi": "merged"} == outcomes(merged)
    assert BASE.replace("plucking geese", "plucking ducks") == merged.text


def test_a_long_paragraph_is_wrapped_as_the_formatter_does(send):
    canonical = format_bytes(BASE.encode(), "x")[0]
    sent = send(canonical)
    long = (
        ALIBI
        + " We plucked and plucked, and when the clock struck one there was not a feather left on board."
    )
    merged = sent.merged(sent.markdown.replace(ALIBI, long))
    assert canonical.replace(ALIBI, "\n".join(prose_lines(long))) == merged.text
    assert format_bytes(merged.text.encode(), "x")[0] == merged.text


PARTED = BASE.replace(
    f"{ALIBI}\n",
    "I was in the galley with BRUNO from ten until one,\n// geese, not ducks\n"
    "~ not owes(ANNA)\nplucking *geese\n  and* then some.\n",
)


def test_lines_of_logic_and_comments_between_lines_stay_where_they_are(send):
    sent = send(PARTED)
    merged = sent.merged(sent.markdown.replace("geese and* then", "ducks and* then"))
    assert PARTED.replace("*geese\n  and* then some.", "*ducks and* then some.") == merged.text
    merged = sent.merged(sent.markdown.replace("ten until one, plucking", "nine until one, plucking"))
    assert PARTED.replace("from ten", "from nine") == merged.text


def test_a_piece_of_which_nothing_is_left_goes(send):
    sent = send(PARTED)
    merged = sent.merged(sent.markdown.replace(", plucking *geese and* then some.", "."))
    assert PARTED.replace("one,", "one.").replace("plucking *geese\n  and* then some.\n", "") == merged.text


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"])
def test_line_breaks_and_a_byte_order_mark_stay(prefix, send):
    data = prefix + PARTED.replace("\n", "\r\n").encode()
    sent = send(data)
    long = "five minutes to ten, as I said to everybody who would listen, until the clock in the saloon struck one"
    merged = sent.merged(sent.markdown.replace("ten until one", long))
    assert merged.text.count("\r\n") == merged.text.count("\n")
    assert re.sub(r"\s+", " ", merged.text) == re.sub(r"\s+", " ", PARTED.replace("ten until one", long))


def test_a_paragraph_may_be_split(send):
    sent = send(BASE)
    merged = sent.merged(sent.markdown.replace("with BRUNO from ten", "with BRUNO.\n\nFrom ten"))
    assert (
        BASE.replace(ALIBI, "I was in the galley with BRUNO.\n\nFrom ten until one, plucking geese.")
        == merged.text
    )
    again = send(merged.text)
    assert "[ANNA alibi (2) · " in again.markdown
    # The same manuscript once more is nothing new.
    once_more = again.merged(sent.markdown.replace("with BRUNO from ten", "with BRUNO.\n\nFrom ten"))
    assert {} == outcomes(once_more)
    assert merged.text == once_more.text


def test_both_sides_may_change_but_not_the_same_paragraph(sent, send):
    corrected = sent.markdown.replace("plucking geese", "plucking ducks").replace(
        "He sent back my soup", "He poured away my soup"
    )
    since = (
        BASE.replace("plucking geese", "plucking swans")
        .replace("for soup.", "over soup.")
        .replace("two damp aprons", "a damp apron")
    )
    now = send(since)
    merged = now.merged(corrected)
    assert {"ANNA alibi": "conflict", "BRUNO motive": "conflict", "02": "newer"} == outcomes(merged)
    assert since == merged.text
    # What was taken over by hand is no conflict any more.
    by_hand = send(since.replace("swans", "ducks"))
    assert {"BRUNO motive": "conflict", "02": "newer"} == outcomes(by_hand.merged(corrected))


def test_a_paragraph_that_is_gone_from_the_case(sent, send):
    now = send(BASE.replace("Geese, feathers and two damp aprons.\n", ""))
    assert {} == outcomes(now.merged(sent.markdown))
    changed = sent.markdown.replace("two damp aprons", "an apron")
    assert {"02": "gone"} == outcomes(now.merged(changed))


def test_a_new_paragraph_of_the_case_is_not_a_lost_mark(sent, send):
    now = send(BASE.replace("two damp aprons.\n", "two damp aprons.\n\nAnd a spoon.\n"))
    assert [] == now.damage(sent.markdown)


def test_paragraphs_may_come_in_another_order(sent):
    head, *parts = sent.markdown.replace("geese.", "ducks.").split("\n## ")
    end = parts.pop()
    turned = "\n## ".join((head, *reversed(parts), end))
    merged = sent.merged(turned)
    assert BASE.replace("plucking geese", "plucking ducks") == merged.text


EMPTY = "there is no text below the mark of ANNA alibi"
CUT_OFF = "the heading at the end is not there: the manuscript is cut off"
HEADLESS = "the mark of the manuscript, in its first lines, is not there"
LINE = re.compile(r"^`\[ANNA alibi · .*\n\n", re.MULTILINE)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda text: LINE.sub("", text), ["the mark of ANNA alibi is not there"]),
        (
            lambda text: LINE.sub(lambda found: found[0] * 2, text),
            ["the mark of ANNA alibi is there more than once", EMPTY],
        ),
        (lambda text: text.replace(ALIBI, ""), [EMPTY]),
        (lambda text: LINE.sub(lambda found: found[0].rstrip() + " ", text), [EMPTY]),
        (lambda text: text[: text.index("## § Solution")], ["the mark of solution is not there", CUT_OFF]),
        (lambda text: text.replace("## § § §", ""), [CUT_OFF]),
        (lambda text: re.sub(r"`\[manuscript.*?`", "", text), [HEADLESS]),
        (lambda _: "", [HEADLESS]),
    ],
)
def test_damaged_marks_stop_it(change, expected, sent):
    assert [("damaged-marks", message) for message in expected] == sent.damage(change(sent.markdown))


def test_a_mark_or_a_heading_within_a_text_stops_it(sent):
    joined = sent.markdown.replace(f"{ALIBI}\n\n## § ANNA, witness\n\n", f"{ALIBI} § ANNA, witness\n\n")
    inside = f'a mark or heading is within a paragraph: "{ALIBI[:58]}'
    assert [inside] == [text[: len(inside)] for _, text in sent.damage(joined) if "within" in text]
    joined = re.sub(rf"{ALIBI}\n\n## § ANNA, witness\n\n", f"{ALIBI} ", sent.markdown)
    lost, within = (text for _, text in sent.damage(joined))
    assert "the mark of ANNA witness is not there" == lost
    assert within.startswith("a mark or heading is within a paragraph: ")


def test_a_manuscript_of_another_case(send, sent):
    other = send(
        "title: T\nvictim: V\n"
        + "".join(
            f"\n== ANNA {topic}\nSomething {topic} else.\n" for topic in ("alibi", "witness", "motive")
        ),
        name="other.case",
    )
    words = "this is a manuscript of {} as it is not here: hardly a paragraph is that of {}"
    some, another = "some.case", "other.case"
    assert [("other-manuscript", words.format(some, another))] == other.damage(sent.markdown)
    assert [("other-manuscript", words.format(another, some))] == sent.damage(other.markdown)
    # A case that has another name is known by its words.
    assert [] == send(BASE, name="renamed.case").damage(sent.markdown)


def test_prose_that_looks_like_a_mark_is_none(send):
    text = BASE.replace(ALIBI, "§ 12 is plain, says BRUNO.\n\n[x · 0123abcd] was on the label.\n\n\\\\§ too.")
    sent = send(text)
    for form in (sent.markdown, sent.odt):
        merged = sent.merged(form)
        assert ({}, text) == (outcomes(merged), merged.text)
    merged = sent.merged(sent.markdown.replace("12 is plain", "13 is plain"))
    assert text.replace("12 is", "13 is") == merged.text


def test_remarks_are_kept_apart(sent):
    text = sent.markdown.replace("## § ANNA, witness\n", "## § ANNA, witness\n\nIs this so?\n").replace(
        "plucking geese.", "plucking geese.<!-- geese at sea? -->"
    )
    returned = sent.returned(text)
    assert [("ANNA alibi", "geese at sea?"), ("", "Is this so?")] == [
        (each.where, each.text) for each in returned.remarks
    ]
    assert {} == outcomes(sent.merged(text))


WORDS = st.lists(
    st.sampled_from(
        [
            "plain",
            "*soft*",
            "**loud**",
            '"quoted"',
            "it's",
            "~",
            "==",
            "//",
            "x*y",
            "a\\b",
            "[z]",
            "1.",
            "-",
            "<i>",
            "&lt;",
            "#",
        ]
    ),
    min_size=1,
    max_size=40,
)


SMALL = "title: T\nvictim: V\n\n== ANNA alibi\n{}\n~ culprit = ANNA\n"


def small(words):
    prose = " ".join(words).replace("x*y", "x\\*y").replace("a\\b", "a\\\\b")
    return SMALL.format("\n".join(prose_lines(prose)))


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(WORDS, WORDS, st.sampled_from(["markdown", "odt"]))
def test_any_prose_replaces_any_other(send, before, after, form):
    """A manuscript of a case with other prose, with the marks of the first case, brings this prose there."""
    first, second = send(small(before)), send(small(after))
    assert first.merged(getattr(first, form)).text == small(before)
    old, new = first.manuscript.by_mark["ANNA alibi"].mark, second.manuscript.by_mark["ANNA alibi"].mark
    text = second.markdown.replace(str(new), str(old)).replace(
        str(second.manuscript.head), str(first.manuscript.head)
    )
    merged = first.merged(text)
    assert [word.key for word in send(merged.text).manuscript.by_mark["ANNA alibi"].words] == [
        word.key for word in second.manuscript.by_mark["ANNA alibi"].words
    ]
    assert merged.text.endswith("\n~ culprit = ANNA\n")
