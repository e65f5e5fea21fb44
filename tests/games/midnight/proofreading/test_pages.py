"""The two pages: everything is on the one, nothing of the solution on the other, and both need nothing else."""

import dataclasses
import re

import pytest

from casekit.analysis.proofreading.page import blind_page, review_page
from casekit.games.midnight.document import GeneralRule
from casekit.games.midnight.proofreading.summaries import blind_case
from casekit.kit.code_registry import base_of
from casekit.resources import words_by_language
from tests.overlay import overlay

BASE = base_of()
EVIL = "<script>alert(1)</script>"
HOSTILE = (
    BASE.replace("The Last Soup", f'The {EVIL} Soup & "more"')
    .replace("Geese, feathers", f"Geese {EVIL}, 'feathers'")
    .replace("To be rid of a debt", f"To be {EVIL} rid")
    .replace("// who owed Otto money", f"// who {EVIL}")
)


@pytest.fixture(scope="module")
def page(review, read_page):
    def run(text=BASE):
        html = review_page(review(text))
        return html, read_page(html)

    return run


@pytest.fixture(scope="module")
def blind(check, read_page):
    def run(text=BASE, **changes):
        case = check(text).document
        edition = dataclasses.replace(case.edition, **changes)
        html = blind_page(blind_case(dataclasses.replace(case, edition=edition)))
        return html, read_page(html)

    return run


def offline(html):
    return not re.search(
        r"(?:src|href)=\"(?!#|data:)|url\((?!\"data:)|@import|https?://(?!www\.w3\.org/2000/svg)", html
    )


def test_everything_stands_on_the_page(page):
    _, read = page()
    for words in (
        "Geese, feathers and two damp aprons.",
        "Read by whoever asks ANNA: “Where were you at midnight?”",
        "Read by whoever searches 03 Deck.",
        "told by the presentation: “whoever killed him was in the suite”",
        "In truth:",
        "Nothing here counts: the paragraph has no line.",
        "Rat poison in the soup",
        "✗ Deck (CLARA, alibi)",
    ):
        assert words in read.text


def test_quoted_words_are_marked_and_lead_to_their_line(page):
    html, read = page()
    assert "<mark>in the galley with BRUNO</mark><sup>" in html
    ids = read.values("id")
    assert len({*ids}) == len(ids)
    links = [value for value in read.values("href") if value.startswith("#")]
    assert links
    assert {value.removeprefix("#") for value in links} <= {*ids}


@pytest.mark.parametrize("text", [BASE, HOSTILE], ids=["plain", "hostile"])
def test_both_pages_need_nothing_else_and_run_nothing_of_a_case(text, page, blind):
    for html, read in (page(text), blind(text)):
        assert offline(html)
        assert 1 == html.count("<script>")
        assert "default-src 'none'" in html
        assert [] == [name for _, name, *_ in read.attributes if name.startswith("on")]


def test_hostile_texts_are_shown_as_they_are(page, blind):
    for _, read in (page(HOSTILE), blind(HOSTILE)):
        assert f"The {EVIL} Soup & " in read.text


def test_screen_readers_find_their_way(page, blind):
    for html, read in (page(), blind()):
        assert 1 == read.headings.count(1)
        assert all(
            after - before <= 1 for before, after in zip(read.headings, read.headings[1:], strict=False)
        )
        assert ["en"] == [value for tag, name, value in read.attributes if (tag, name) == ("html", "lang")]
        fields = len(re.findall(r"<(?:input|select|textarea)\b", html))
        labelled = re.findall(
            r"<label\b[^>]*>(?:(?!</label>).)*?<(?:input|select|textarea)\b", html, re.DOTALL
        )
        assert fields == len(labelled)


def test_every_line_and_paragraph_has_a_tick_and_every_paragraph_a_remark(page, review):
    html, _ = page()
    found = review(BASE)
    lines = sum(len(each.lines) for each in found.passages)
    noted = [each for each in found.passages if each.heading or each.lines]
    assert lines + len(noted) == html.count("data-tick>")
    assert len(noted) == html.count("<textarea")


def test_findings_are_at_the_head_and_beside_their_paragraph(page):
    html, read = page(BASE.replace('~ owes(CLARA) "in debt', '~ owns(CLARA) "in debt'))
    assert 2 <= html.count("nothing is called <code>owns</code>")
    assert "`" not in read.text
    assert "Some lines could not be understood" in read.text


def test_a_page_is_the_same_every_time(page, blind):
    assert page()[0] == page()[0]
    assert blind()[0] == blind()[0]


# --- without logic -------------------------------------------------------------------------------


def test_the_blind_page_has_all_prose_and_all_answers(blind):
    _, read = blind()
    assert "Geese, feathers and two damp aprons." in read.text
    assert "Otto Lind was found dead in his bed" in read.text
    for answer in (
        "CLARA",
        "the victim",
        "nobody",
        "Out of envy",
        "None: it was an accident",
        "A blow on the head",
    ):
        assert answer in read.text


def test_nothing_on_the_blind_page_tells_the_solution(blind):
    marked = overlay(
        BASE,
        '== solution\nCLARA, whom SOLVED gave away.\n~ culprit = CLARA "CLARA"\n\n== notes\nTHE AUTHOR KNOWS\n',
    ).replace("// who owed Otto money", "// GLOSS")
    html, _ = blind(marked)
    for secret in (
        "SOLVED",
        "THE AUTHOR KNOWS",
        "GLOSS",
        "room(",
        "owes",
        "lie ",
        "<mark",
    ):
        assert secret not in html, secret


def test_the_truth_does_not_change_the_blind_page(blind):
    other = BASE.replace("culprit = CLARA\nmotive = debt", "culprit = ANNA\nmotive = envy")
    assert blind()[0] == blind(other)[0]


def test_paragraphs_are_shut_and_in_the_order_of_the_table(blind):
    html, read = blind()
    names = read.values("data-name")
    assert ["ANNA: Where were you at midnight?", "ANNA: What have you seen or heard?"] == names[:2]
    assert ["Lower deck: 01 Suite", "Lower deck: 02 Galley", "Upper deck: 03 Deck"] == names[-3:]
    assert "<details open" not in html


def test_general_rules_are_read_before_the_case(blind):
    _, read = blind(rules=(GeneralRule("culprit != nobody", "It is *never* an accident."),))
    assert "It is never an accident." in read.text


# --- languages -----------------------------------------------------------------------------------


def fields(words):
    for name, value in words.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{inner}", text) for inner, text in fields(value))
        elif isinstance(value, list):
            yield from ((f"{name} {number}", text) for number, text in enumerate(value))
        else:
            yield name, value


SAME = {"presentation", "minor", "solution", "blind.presentation", "blind.degrees 0", "weights.loud"}


@pytest.mark.parametrize("language", sorted(words_by_language("analysis/words/review.toml")))
def test_every_language_has_all_words(language):
    english, other = (
        dict(fields(words_by_language("analysis/words/review.toml")["en"])),
        dict(fields(words_by_language("analysis/words/review.toml")[language])),
    )
    assert language == other["tag"]
    assert {name: text.count("{}") for name, text in english.items()} == {
        name: text.count("{}") for name, text in other.items()
    }
    if language != "en":
        assert {name for name, text in english.items() if other[name] == text} <= SAME


def test_each_finding_at_the_head_names_its_paragraph(page):
    wrong = BASE.replace(
        "== BRUNO motive\nHe sent back my soup twice.", "== BRUNO motive\nHe sent TODO back."
    )
    html, _ = page(wrong)
    head = html[html.index('id="findings"') : html.index('id="remarks-so-far"')]
    (linked,) = re.findall(r'<a href="#(\w+)"[^>]*>BRUNO, motive</a>: <code>CK120</code>', head)
    assert f'id="{linked}"' in html
