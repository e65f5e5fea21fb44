import pytest
from hypothesis import example, given, strategies as st

from casekit.manuscripts.styled_words import (
    EMPHASIS,
    STRONG,
    STYLES,
    StyledRun,
    digest_of,
    in_style_of_the_case,
    rendered,
    words_of_prose,
    words_of_runs,
)
from casekit.prose.markup import styled_runs

PROSE = st.lists(
    st.sampled_from(
        [
            "a",
            "Bé",
            "*",
            "**",
            " ",
            " ",
            '"',
            "'",
            "\\*",
            "\\\\",
            "\\",
            "«",
            "»",
            "!",
            " ;",
            "\u00a0",
            "~",
            "§",
            "[",
            "]",
            "_",
            "<",
            "&amp;",
            "1.",
            "#",
        ]
    ),
    max_size=30,
).map("".join)


def printed(prose, language="en"):
    return [
        StyledRun(run.text, sum(STYLES[mark] for mark in run.marks)) for run in styled_runs(prose, language)
    ]


@given(PROSE, st.sampled_from(["en", "fr", "de"]))
@example('a "', "fr")
def test_prose_as_it_is_printed_has_the_same_words(prose, language):
    assert digest_of(words_of_prose(prose)) == digest_of(words_of_runs([printed(prose, language)]))


@given(PROSE)
def test_words_are_written_so_that_they_are_read_again(prose):
    for words in (words_of_prose(prose), words_of_runs([printed(prose)])):
        assert [word.key for word in words] == [
            word.key for word in words_of_prose(" ".join(rendered(words)))
        ]


@pytest.mark.parametrize(
    "other",
    [
        "“I never” left the piano-bar",
        '"I never" left the piano\N{NON-BREAKING HYPHEN}bar',
        "« I\N{NO-BREAK SPACE}never » left the pi\N{SOFT HYPHEN}ano-bar",
        '"I ne\N{ZERO WIDTH SPACE}ver" left  the \u200epiano-bar',
    ],
)
def test_what_a_word_processor_does_by_itself_is_no_difference(other):
    words = words_of_prose('"I never" left the piano-bar')
    assert digest_of(words) == digest_of(words_of_runs([[StyledRun(other)]]))


@pytest.mark.parametrize(
    "other", ["I never left", "I *ever* left", "I **never** left", "I* never* leaves", "I *never*, left"]
)
def test_other_words_and_other_emphasis_are_a_difference(other):
    assert digest_of(words_of_prose("I *never* left")) != digest_of(words_of_prose(other))


def test_a_word_in_both_styles_is_not_one_that_begins_a_paragraph():
    plain, both = (
        words_of_runs([[StyledRun("no")], [StyledRun("No", style)]]) for style in (0, EMPHASIS | STRONG)
    )
    within = words_of_prose("no ***No***")
    assert 3 == len({digest_of(plain), digest_of(both), digest_of(within)})


def test_emphasis_goes_by_letters_and_not_by_spaces():
    assert digest_of(words_of_prose("one *two *three")) == digest_of(words_of_prose("one *two* three"))
    split = [
        StyledRun("one "),
        StyledRun("t", EMPHASIS),
        StyledRun("wo ", EMPHASIS),
        StyledRun("three", STRONG),
    ]
    assert ["one", "*two*", "**three**"] == rendered(words_of_runs([split]))


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("“no”", '"no"'),
        ("’tis", "’tis"),
        ("it’s", "it's"),
        ("‘no’", "'no'"),
        ("« non »", '"non"'),
        ("2*3\\4", "2\\*3\\\\4"),
    ],
)
def test_new_words_have_the_quotation_marks_of_the_case(typed, written):
    words = words_of_runs([[StyledRun(typed)]])
    assert written == " ".join(rendered([in_style_of_the_case(word, typographic=False) for word in words]))
    kept = " ".join(rendered([in_style_of_the_case(word, typographic=True) for word in words]))
    assert typed.replace("*", "\\*").replace("3\\4", "3\\\\4") == kept
