"""The summary of a job: what it says, and that no case can make it say anything else."""

import pytest
from hypothesis import example, given, strategies as st
from markdown_it import MarkdownIt

from casekit.diagnostics import Finding, RenderOptions, Report, Source, Span, codes, render
from casekit.diagnostics.renderers.markdown import MOST_SHOWN

MARKDOWN = MarkdownIt("commonmark").enable("table").enable("strikethrough")
OURS = {"<br>", "<!-- -->"}


def test_a_clean_run_passed(report):
    assert "## casekit: passed (no findings)\n" == render("markdown", report())


def test_a_refused_file_with_the_reason_the_line_and_the_cure(report, liar):
    expected = """\
## casekit: 1 of 1 file refused (1 error)

### last soup.case

**error CK401 innocent-liar**, line 6: ANNA is innocent, but this is false

```text
~ room(ANNA) = suite && tin = deck
```

* line 3: the culprit

*Cure*: Change the statement, or the truth.
"""
    assert expected == render("markdown", report(liar))


def test_warnings_refuse_if_strict_and_notes_are_folded(report, unmarked, shared):
    text = render("markdown", report(unmarked, shared))
    assert text.startswith("## casekit: passed (1 warning, 1 note)\n")
    assert "<summary>1 note</summary>" in text
    strict = render("markdown", report(unmarked, shared), RenderOptions(strict=True))
    assert strict.startswith("## casekit: 1 of 1 file refused")


def test_code_in_a_hint_stays_code():
    found = Finding(codes.SYNTAX_ERROR, "what?", Span("-"), "state `~ tin = suite` (for instance in 01)")
    text = render("markdown", Report((found,), {}, ()))
    assert "*Cure*: state `~ tin = suite` (for instance in 01)" in text
    assert "### standard input" in text


def test_of_very_many_findings_the_gravest_are_shown():
    found = [Finding(codes.SYNTAX_ERROR, f"what {number}?", Span("a.case")) for number in range(1_000)]
    text = render("markdown", Report(tuple(found), {}, ("a.case",)))
    assert 100 == MOST_SHOWN == text.count("**error")
    assert f"Not shown here: {1_000 - MOST_SHOWN} more findings." in text
    assert len(text.encode()) < 1_048_576


@pytest.mark.parametrize(("more", "words"), [(0, None), (1, "Not shown here: 1 more finding.")])
def test_only_findings_that_are_not_shown_are_counted(more, words):
    found = [Finding(codes.SYNTAX_ERROR, f"what {at}?", Span("a.case")) for at in range(MOST_SHOWN + more)]
    text = render("markdown", Report(tuple(found), {}, ("a.case",)))
    assert words is None or words in text
    assert (words is None) == ("Not shown" not in text)


@given(st.text(st.characters(exclude_categories=()), min_size=1))
@example("[link](https://example.org) ![picture](x) <b>bold</b> *em* | a | b\n| - | - |\n# head\n- item")
@example("@everybody #12 `code` `")
@example("```\n````\n~~~")
@example("123456789. one\n12) two\n+ three\n= four")
@example("see https://example.org and www.example.org")
@example("</details>\n\n# Passed")
@example("    indented\n1. one\n> quoted\n===\n---")
def test_no_text_makes_any_mark(text):
    source = Source("a.case", text)
    found = Finding(codes.SYNTAX_ERROR, text, source.span(0, len(text)), text)
    tokens = MARKDOWN.parse(render("markdown", Report((found,), {source.name: source}, ("a.case",))))
    # One headline for all and one for the file; then what is said, the line, the cure.
    outline = [token.type for token in tokens if token.type not in {"paragraph_close", "heading_close"}]
    assert outline[:4] == ["heading_open", "inline"] * 2
    assert {"paragraph_open", "inline", "fence"} >= {*outline[4:]}
    for token in tokens:
        for child in token.children or ():
            assert child.type in {
                "text", "code_inline", "html_inline", "strong_open", "strong_close", "em_open", "em_close", "softbreak"
            }  # fmt: skip
            assert child.type != "html_inline" or child.content in OURS


def test_nobody_is_called_and_no_issue_is_named():
    found = Finding(codes.SYNTAX_ERROR, "@everybody #12 see `@all`", Span("@me.case"))
    text = render("markdown", Report((found,), {}, ()))
    assert "everybody" in text
    assert "@everybody" not in text
    assert "#12" not in text
    assert "@me" not in text
