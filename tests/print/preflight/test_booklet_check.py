"""Each finding, raised by a booklet in which just that went wrong."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pypdf import PdfReader, PdfWriter

from casekit.diagnostics import Finding, codes
from casekit.print.preflight.inspection import inspect
from casekit.print.preflight.printed_text import normalise
from casekit.print.typesetting.typesetter import typeset
from tests.print.booklets import number_booklet, print_booklet


@pytest.fixture(autouse=True)
def _whole_fonts(monkeypatch):
    """Embed fonts whole: cutting them down takes more than half of the time and is nothing to do with these tests."""
    monkeypatch.setattr("weasyprint.pdf.fonts.Font.subset", lambda *_: None)


def found(printed, pdf: bytes) -> list[tuple[object, str]]:
    return [(finding.code, finding.message) for finding in inspect(pdf, printed.booklet, printed.numbers)]


def tampered(printed, *changes: tuple[str, str]) -> bytes:
    html = printed.html
    for old, new in changes:
        assert old in html
        html = html.replace(old, new)
    return typeset(html)


def messages(findings: list[tuple[object, str]], code: object) -> Iterator[str]:
    return (message for found_code, message in findings if found_code is code)


def number_of(printed, key: str) -> int:
    return printed.numbers[key]


def test_a_sound_booklet_has_no_finding(printed):
    assert [] == found(printed, printed.pdf)


def test_a_number_printed_twice(printed):
    pdf = tampered(printed, ('<h3 class="number">3</h3>', '<h3 class="number">2</h3>'))
    findings = list(messages(found(printed, pdf), codes.MISPRINTED_NUMBER))
    assert [
        "the number 2 is printed 2 times instead of once",
        "the number 3 is printed nowhere instead of once",
    ] == findings


def test_a_number_that_nobody_has(printed):
    pdf = tampered(printed, ('<h3 class="number">3</h3>', '<h3 class="number">333</h3>'))
    findings = list(messages(found(printed, pdf), codes.MISPRINTED_NUMBER))
    assert "the number 333 is printed, but no paragraph has it" in findings


def test_two_cases_with_the_same_texts(booklet):
    """Only the number of a case says which table is whose."""
    first, second = booklet.cases
    paragraphs = (
        replace(own, text=other.text) for own, other in zip(second.paragraphs, first.paragraphs, strict=True)
    )
    twin = replace(
        second,
        heading="Case 12",
        title=first.title,
        presentation=first.presentation,
        paragraphs=tuple(paragraphs),
        solution=first.solution,
    )
    content = replace(booklet, cases=(twin, first))
    numbers = number_booklet(content)
    pdf, findings = print_booklet(content, numbers)
    assert ((), ()) == (findings, inspect(pdf, content, numbers))


def swap(booklet, first: int, second: int):
    """The booklet with two texts of its first case exchanged."""
    case = booklet.cases[0]
    paragraphs = list(case.paragraphs)
    a, b = paragraphs[first], paragraphs[second]
    paragraphs[first], paragraphs[second] = replace(a, text=b.text), replace(b, text=a.text)
    return replace(booklet, cases=(replace(case, paragraphs=tuple(paragraphs)), *booklet.cases[1:]))


def test_two_texts_exchanged(printed):
    pdf, _ = print_booklet(swap(printed.booklet, 0, 7), printed.numbers)
    number, other = number_of(printed, "1/ANNA Alibi"), number_of(printed, "1/02")
    assert [
        (
            codes.MISLEADING_TABLE,
            f"the table of Case 1 sends A ANNA Alibi to {number}, where there is a different text",
        ),
        (
            codes.MISLEADING_TABLE,
            f"the table of Case 1 sends 02 Wheelhouse to {other}, where there is a different text",
        ),
    ] == found(printed, pdf)


def test_a_table_that_sends_to_the_wrong_number(printed):
    number = number_of(printed, "2/BRUNO Witness")
    pdf = tampered(printed, (f'<td class="key">{number}</td>', '<td class="key">1</td>'))
    expected = f"the table of Case 2 sends B BRUNO Witness to 1 instead of {number}"
    assert [(codes.MISLEADING_TABLE, expected)] == found(printed, pdf)


def test_columns_exchanged_in_the_title_of_a_table(printed):
    pdf = tampered(
        printed,
        ('<th class="column">Alibi</th>', "<th>*</th>"),
        ('<th class="column">Witness</th>', '<th class="column">Alibi</th>'),
        ("<th>*</th>", '<th class="column">Witness</th>'),
    )
    findings = found(printed, pdf)
    assert {codes.MISLEADING_TABLE} == {code for code, _ in findings}
    # Two columns in three rows of two tables.
    assert len(findings) == 12


def test_an_entry_left_out(printed):
    number = number_of(printed, "1/03")
    pdf = tampered(printed, (f'<td class="key">{number}</td>', '<td class="key">-</td>'))
    assert [(codes.MISLEADING_TABLE, "the table of Case 1 has no number for 03 Hold")] == found(printed, pdf)


def test_a_presentation_on_the_right(printed):
    pdf = tampered(
        printed,
        (".correlation { break-before: right", ".correlation { break-before: left"),
        (".presentation { break-before: left", ".presentation { break-before: right"),
    )
    assert [
        (codes.MISPLACED_PAGE, "the presentation of Case 1 is on page 3, a right-hand page"),
        (codes.MISPLACED_PAGE, "the presentation of Case 2 is on page 5, a right-hand page"),
    ] == found(printed, pdf)


def test_a_table_that_does_not_face_its_presentation(printed):
    pdf = tampered(printed, (".correlation { break-before: right", ".correlation { break-before: left"))
    assert (codes.MISPLACED_PAGE, "the correlation table of Case 1 does not face its presentation") in found(
        printed, pdf
    )


def test_a_presentation_on_two_pages(printed):
    pdf = tampered(printed, ("<p>Second 1 knows", '<p style="break-before: page">Second 1 knows'))
    assert (codes.MISPLACED_PAGE, "the presentation of Case 1 is not on one page") in found(printed, pdf)


def test_solutions_that_stand_upright(printed):
    pdf = tampered(printed, ("transform: rotate(180deg)", ""))
    findings = list(messages(found(printed, pdf), codes.MISPLACED_PAGE))
    for heading in ("Case 1", "Case 2"):
        assert f"the solution of {heading} is not upside down" in findings


def test_a_solution_under_another_heading(printed):
    pdf = tampered(printed, ("Solution of case 1</h2>", "Solution of case 3</h2>"))
    expected = "the solution of Case 1 is not complete under its heading"
    assert [(codes.MISPLACED_PAGE, expected)] == found(printed, pdf)


def test_solution_pages_in_the_wrong_order(printed):
    section = '<section class="turned"'
    head, *pages, back = printed.html.split(section)
    html = section.join([head, *reversed(pages), back])
    assert codes.MISPLACED_PAGE in {code for code, _ in found(printed, typeset(html))}


BLANK = re.compile(r'<section class="turned">\s*</section>')
AT_LEFT, AT_RIGHT = ('id="solutions" style="break-before: ' + side for side in ("left", "right"))


def test_two_solutions_on_one_opening(printed):
    """As the pages would be if each solution began on the next page."""
    html, blanks = BLANK.subn("", printed.html.replace(AT_LEFT, AT_RIGHT))
    assert 1 == blanks
    (finding,) = inspect(typeset(html), printed.booklet, printed.numbers)
    expected = "pages 12 and 13 show the solution of Case 1 and the solution of Case 2 together"
    assert (codes.MISPLACED_PAGE, expected) == (finding.code, finding.message)
    assert "build the booklet again" in finding.hint


def test_a_solution_that_faces_paragraphs(printed):
    pdf = tampered(
        printed,
        (AT_LEFT, AT_RIGHT),
        (".paragraphs { break-before: page", ".paragraphs { break-before: right"),
    )
    expected = "pages 10 and 11 show the solution of Case 2 and other text together"
    assert [(codes.MISPLACED_PAGE, expected)] == found(printed, pdf)


def test_upright_words_beside_a_solution(printed):
    pdf = tampered(printed, ("@page solutions {", "@page solutions { @top-left { content: 'Spoiler' }"))
    assert codes.MISPLACED_PAGE in {code for code, _ in found(printed, pdf)}


@pytest.mark.parametrize(
    "head",
    ["content: 'The Last Toast'", "content: 'Case 1'", "content: string(number, first) ' The Last Toast'"],
)
def test_a_running_head_that_names_a_case(printed, head):
    pdf = tampered(printed, ("content: string(spread)", head))
    findings = found(printed, pdf)
    assert {codes.MISPLACED_PAGE} == {code for code, _ in findings}
    assert all("is among the paragraphs but belongs to none of them" in message for _, message in findings)


def test_a_path_named_over_its_paragraph(printed):
    number = number_of(printed, "1/ANNA Alibi")
    heading = f'<h3 class="number">{number}</h3>'
    pdf = tampered(printed, (heading, heading + "<p>ANNA, her alibi</p>"))
    expected = "“ANNA, her alibi” is among the paragraphs but belongs to none of them"
    assert [(codes.MISPLACED_PAGE, expected)] == found(printed, pdf)


def test_a_font_that_is_not_embedded(printed):
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(printed.pdf)))
    fonts = writer.pages[0]["/Resources"]["/Font"]
    for font in fonts.values():
        descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
        if "Semi" in font.get_object()["/BaseFont"]:
            for name in ("/FontFile2", "/FontFile3"):
                descriptor.pop(name, None)
    stream = io.BytesIO()
    writer.write(stream)
    (finding,) = inspect(stream.getvalue(), printed.booklet, printed.numbers)
    assert isinstance(finding, Finding)
    assert codes.FONT_NOT_EMBEDDED == finding.code
    assert "Semi-Bold" in finding.message


def test_findings_name_the_place_of_the_text(printed):
    pdf, _ = print_booklet(swap(printed.booklet, 0, 7), printed.numbers)
    findings = inspect(pdf, printed.booklet, printed.numbers)
    paragraphs = printed.booklet.cases[0].paragraphs
    assert [paragraphs[0].text.span, paragraphs[7].text.span] == [finding.span for finding in findings]


def test_normalised_texts_differ_in_nothing_that_typesetting_changes():
    assert normalise("first-class of\N{SOFT HYPHEN}fice") == normalise(
        "\N{LATIN SMALL LIGATURE FI}rst- class of\N{HYPHEN}\nfice"
    )
