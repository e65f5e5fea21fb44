import hashlib
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

import casekit.print.pages.booklet_pages as booklet_module
from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.booklet import AnswerList, Passage
from casekit.print.content.papers import PAPERS, POINTS_PER_MM
from casekit.print.pages import pagination
from casekit.print.preflight.inspection import inspect
from casekit.print.preflight.page_texts import read_pages
from tests.print.booklets import number_booklet, print_booklet


def texts(pdf: bytes) -> list[str]:
    return [
        " ".join(f.text.strip() for line in (*page.upright, *page.turned) for f in line)
        for page in read_pages(pdf)
    ]


def texts_of(line):
    return "".join(fragment.text for fragment in line)


def single(booklet, **changes):
    """A booklet of one case, quick to typeset."""
    return replace(booklet, cases=(replace(booklet.cases[0], **changes),))


def codes_of(findings: tuple[Finding, ...]) -> list[object]:
    return [finding.code for finding in findings]


def test_the_pages_stand_in_their_order(printed):
    pages = ["".join(page.split()) for page in texts(printed.pdf)]  # letters of some words are set apart
    assert pages[0].startswith("TwoBells")
    assert pages[1].startswith("Case1AmateurTheLastToast")
    assert pages[2].startswith("Case1TheLastToastSuspectsAlibiWitness")
    assert pages[3].startswith("Case2AmateurElevenBells")
    assert pages[4].startswith("Case2ElevenBellsSuspects")
    assert pages[5].startswith("1–")
    assert pages[-1].startswith("Solutions")
    assert len(pages) % 2 == 0


def test_solutions_run_backwards_for_who_turned_the_booklet_over(printed):
    pages = texts(printed.pdf)
    assert pages[-2].startswith("Solution of case 1")
    assert pages[-2].endswith("– i –")
    assert pages[-3] == ""
    assert pages[-4].startswith("Solution of case 2")
    assert pages[-4].endswith("– iii –")
    assert pages[-5].startswith("End 2 1 knows")


@pytest.mark.parametrize(
    "lengths",
    [((90,), (90,)), ((90,), (250, 240, 250)), ((250, 240, 250), (250, 240)), ((250,) * 4, (90,))],
    ids=str,
)
def test_each_solution_has_openings_of_its_own(booklet, lengths):
    """Pages 2n and 2n + 1 are seen together, whichever way up the booklet is held."""
    passages = [
        replace(case.solution, prose=tuple(f"Ending {number} " + "word " * count for count in counts))
        for number, (case, counts) in enumerate(zip(booklet.cases, lengths, strict=True), 1)
    ]
    cases = [replace(case, solution=passage) for case, passage in zip(booklet.cases, passages, strict=True)]
    content = replace(booklet, cases=tuple(cases))
    numbers = number_booklet(content)
    pdf, findings = print_booklet(content, numbers)
    assert ((), ()) == (findings, inspect(pdf, content, numbers))
    pages = texts(pdf)
    assert 0 == len(pages) % 2
    openings = [[page for page in pages[at : at + 2] if page] for at in range(1, len(pages) - 1, 2)]
    seen = [[*map(re.compile("Ending [12]").findall, pages)] for pages in openings]
    # Every page of an opening that shows a solution shows this one.
    shown = [{found for page in pages for found in page or [""]} for pages in seen if any(pages)]
    assert all(len(found) == 1 for found in shown)
    order = [found.pop() for found in shown]
    assert ["Ending 1", "Ending 2"] == sorted(set(order))
    assert sorted(order, reverse=True) == order


def test_nothing_else_stands_on_the_solution_pages(printed):
    turned = [page for page in read_pages(printed.pdf) if page.turned]
    assert len(turned) == 4
    assert all(page.upright == () for page in turned)


def test_the_answers_are_on_the_spread(printed):
    pages = texts(printed.pdf)
    assert "MotivesMethodsGreedPoisonRevenge" in "".join(pages[1].split())


@pytest.mark.parametrize("paper", ["a4", "half-letter", "letter"])
def test_every_paper_passes_the_preflight(booklet, paper):
    content = replace(single(booklet), paper=paper)
    numbers = number_booklet(content)
    pdf, findings = print_booklet(content, numbers)
    assert () == findings
    assert () == inspect(pdf, content, numbers)


def test_a_long_presentation_is_reported_where_it_stands(booklet):
    long = Passage(("word " * 700,), Span("1.case", 3))
    content = single(booklet, presentation=long)
    pdf, (finding,) = print_booklet(content, number_booklet(content))
    assert (None, codes.LONG_PRESENTATION, Span("1.case", 3)) == (pdf, finding.code, finding.span)


def test_many_answers_move_beside_a_long_presentation(booklet):
    content = single(
        booklet,
        presentation=Passage(("word " * 500,), Span("1.case", 3)),
        answers=(AnswerList("Motives", tuple(f"To gain the {n}th fortune" for n in range(8))),),
    )
    pdf, findings = print_booklet(content, number_booklet(content))
    assert () == findings
    pages = texts(pdf)
    assert "7th fortune" not in pages[1]
    assert "7th fortune" in pages[2]


def test_a_paragraph_of_a_solution_longer_than_a_page_is_reported(booklet):
    content = single(booklet, solution=Passage(("word " * 900,), Span("1.case", 90)))
    pdf, (finding,) = print_booklet(content, number_booklet(content))
    assert (None, codes.LONG_SOLUTION, Span("1.case", 90)) == (pdf, finding.code, finding.span)


def test_a_table_longer_than_its_page_is_reported(booklet):
    group = booklet.cases[0].groups[0]
    content = single(booklet, groups=(replace(group, rows=group.rows * 30), *booklet.cases[0].groups[1:]))
    pdf, findings = print_booklet(content, number_booklet(content))
    assert (None, [codes.MISPLACED_PAGE]) == (pdf, codes_of(findings))


def relabelled(booklet, label: str):
    """A booklet of one case with eight locations that have long names."""
    suspects, *decks = booklet.cases[0].groups
    rows = tuple(replace(row, label=f"{label} {n}", code=str(n)) for n, row in enumerate(decks[0].rows * 8))
    return single(booklet, groups=(suspects, replace(decks[0], rows=rows), *decks[1:]))


def test_rows_are_set_tighter_where_labels_take_two_lines(booklet, monkeypatch):
    tries = []
    render = booklet_module.render_template
    monkeypatch.setattr(
        booklet_module, "render_template", lambda name, **values: tries.append(name) or render(name, **values)
    )
    content = relabelled(booklet, "Cabin of the officers and the stewards and the")
    pdf, findings = print_booklet(content, number_booklet(content))
    assert () == findings
    assert "stewards" in texts(pdf)[2]
    assert tries.count("booklet.html") > 1


def test_labels_too_long_for_a_table_are_reported(booklet):
    content = relabelled(booklet, "The cabin of the late second officer's widow " * 4)
    pdf, findings = print_booklet(content, number_booklet(content))
    assert (None, [codes.MISPLACED_PAGE]) == (pdf, codes_of(findings))


def test_characters_without_a_glyph_stop_the_press(booklet):
    content = single(booklet, title="船")
    pdf, findings = print_booklet(content, {})
    assert (None, [codes.MISSING_GLYPH]) == (pdf, codes_of(findings))


def test_without_a_typesetter_nothing_is_printed(booklet, monkeypatch):
    missing = Finding(codes.MISSING_TYPESETTER, "no Pango", booklet.span)
    monkeypatch.setattr("casekit.print.typesetting.typesetter.missing_typesetter", lambda _: missing)
    assert (None, (missing,)) == print_booklet(booklet, {})


def test_prose_cannot_bring_markup_of_its_own(booklet):
    content = single(booklet, title="<h1>&amp;")
    pdf, _ = print_booklet(content, number_booklet(content))
    assert "<h1>&amp;" in texts(pdf)[1]


PROGRAM = """
import hashlib, pickle, sys
from casekit.print.produce import set_booklet
content, numbers = pickle.load(sys.stdin.buffer)
print(hashlib.sha256(set_booklet(content, numbers).pdf).hexdigest())
"""


def test_the_same_bytes_under_any_hash_seed_date_and_folder(printed, tmp_path):
    digests = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=pickle.dumps((printed.booklet, printed.numbers)),
            env={"PYTHONHASHSEED": "7", "TZ": "Pacific/Apia", "HOME": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            check=True,
        ).stdout.strip()
    }
    assert {hashlib.sha256(printed.pdf).hexdigest().encode()} == digests


@pytest.mark.parametrize("paper", PAPERS)
def test_all_pages_of_text_keep_one_grid_of_base_lines(booklet, paper):
    content = replace(booklet, paper=paper)
    pdf, findings = print_booklet(content, number_booklet(content))
    assert () == findings
    size, leading = PAPERS[paper].text, PAPERS[paper].leading * POINTS_PER_MM
    lines = [line for page in read_pages(pdf) for line in (*page.upright, *page.turned)]
    text = [line for line in lines if abs(line[0].size - size) < 0.1 and "knows" in texts_of(line)]
    assert 15 < len(text)
    ((line, *_), *others) = text
    # From the base line of one text to that of another there are whole lines.
    assert all(abs((other[0].y - line.y) / leading % 1 - 0.5) > 0.4 for other in others)


def test_a_title_that_fills_the_cover_is_reported(booklet):
    pdf, (finding,) = print_booklet(replace(booklet, title="The Ferry That Was Late and " * 40), {})
    assert (None, codes.LONG_TITLE, booklet.span) == (pdf, finding.code, finding.span)
    assert "mm too long for the cover" in finding.message


def long_table(case, rows):
    """A case whose suspects have some rows in all."""
    first, *others = case.groups
    return replace(case, groups=(replace(first, rows=(first.rows * rows)[:rows]), *others))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("rows", [3, 12, 24, 40])
def test_letters_of_a_table_stay_above_the_rules_of_their_rows(booklet, paper, rows):
    case = long_table(booklet.cases[0], rows)
    sized = SimpleNamespace(height=lambda _: 20, scale=1)
    for tightness in (1.0, 0.85, 0.72):
        spread = pagination._spread(case, sized, PAPERS[paper], tightness, [])
        assert spread.row_height * POINTS_PER_MM >= 1.2 * spread.table_size
        assert spread.table_size >= PAPERS[paper].least


def test_a_table_that_large_letters_leave_no_room_for_says_so(booklet):
    long = replace(booklet, cases=(long_table(booklet.cases[0], 40),), paper="large-print")
    pdf, findings = print_booklet(long, number_booklet(long))
    assert (None, [codes.MISPLACED_PAGE]) == (pdf, codes_of(findings))
    assert (
        "the correlation table of Case 1 does not fit on one page of large-print paper" == findings[0].message
    )
    assert "a paper with letters of less than 16 points" in findings[0].hint


@pytest.mark.parametrize(("paper", "left"), [("a4", False), ("large-print", True)])
def test_in_large_print_the_answers_stay_before_the_picture(booklet, paper, left):
    room = PAPERS[paper].increased_depth - 70
    sized = SimpleNamespace(height={"head": 20, "prose": room, "answers": 45}.get, scale=1)
    case = replace(long_table(booklet.cases[0], 12), shape=0.6)
    found = []
    spread = pagination._spread(case, sized, PAPERS[paper], 1, found)
    assert (left, []) == (spread.answers_left, found)
    assert left == (spread.picture.height == 0)
