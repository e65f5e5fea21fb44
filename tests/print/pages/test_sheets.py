""""""

from dataclasses import replace
from itertools import pairwise

import pytest

from casekit.diagnostics import Finding, codes
from casekit.print.content.booklet import Group, TableRow
from casekit.print.content.papers import POINTS_PER_MM
from casekit.print.pages.group_columns import divided_in_two, line_count
from casekit.print.pages.players_sheet import LINE_HEIGHT, LINE_LENGTH, SHEET_MARGIN
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.printed_text import Fragment, normalise
from casekit.print.produce import print_piece


def sides(pdf: bytes) -> list[str]:
    return [normalise("".join(f.text for line in page.upright for f in line)) for page in read_pages(pdf)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_path_is_on_the_front_and_every_question_on_the_back(sheet, paper):
    pdf, findings = print_piece(replace(sheet, paper=paper))
    assert () == findings
    front, back = sides(pdf)
    suspects, *decks = sheet.groups
    assert all(row.label in front for row in suspects.rows)
    for row in (row for group in decks for row in group.rows):
        assert all(word in back for word in row.label.split())
    assert len(sheet.groups[0].rows) == front.count("Witness")
    assert all(text in back for text in ("Culprit", "Motive", "50", "30", "20", "Canbedismissed"))


def test_too_many_paths_for_a_page_are_reported(sheet):
    group = sheet.groups[1]
    rows = tuple(
        replace(group.rows[0], code=str(n), label=f"Cabin of passenger number {n}") for n in range(100)
    )
    crowded = replace(sheet, groups=(replace(group, rows=rows),))
    pdf, findings = print_piece(crowded)
    assert (None, [codes.MISPLACED_PAGE]) == (pdf, [finding.code for finding in findings])


def test_labels_too_long_for_their_rows_are_reported(sheet):
    group = sheet.groups[1]
    label = "The cabin of the late second officer's widow " * 4
    rows = tuple(replace(group.rows[0], code=str(n), label=label) for n in range(20))
    crowded = replace(sheet, groups=(replace(group, rows=rows),))
    pdf, findings = print_piece(crowded)
    assert (None, [codes.MISPLACED_PAGE]) == (pdf, [finding.code for finding in findings])


def test_characters_without_a_glyph_stop_the_press(sheet):
    pdf, findings = print_piece(replace(sheet, title="船"))
    assert (None, [codes.MISSING_GLYPH]) == (pdf, [finding.code for finding in findings])


def test_without_a_typesetter_nothing_is_printed(sheet, monkeypatch):
    missing = Finding(codes.MISSING_TYPESETTER, "no Pango", sheet.span)
    monkeypatch.setattr("casekit.print.typesetting.typesetter.missing_typesetter", lambda _: missing)
    assert (None, (missing,)) == print_piece(sheet)


def fragments(pdf: bytes, side: int) -> list[Fragment]:
    return [fragment for line in read_pages(pdf)[side].upright for fragment in line]


def test_a_code_stands_on_the_base_line_of_its_name(sheet):
    pdf, _ = print_piece(sheet)
    for line in read_pages(pdf)[1].upright:
        for code, name in pairwise(line):
            if code.text.strip() == "01":
                assert abs(code.y - name.y) < 0.1
                return
    pytest.fail("no code was found in the line of its name")


def test_a_name_stands_in_one_line_where_the_column_can_be_wide_enough(sheet):
    group = sheet.groups[1]
    rows = (replace(group.rows[0], label="Restaurant and kitchens"), *group.rows[1:])
    groups = (sheet.groups[0], replace(group, rows=rows), *sheet.groups[2:])
    pdf, findings = print_piece(replace(sheet, groups=groups))
    assert () == findings
    assert "Restaurant and kitchens" in [fragment.text.strip() for fragment in fragments(pdf, 1)]


def test_a_large_cast_and_long_names_find_room(sheet):
    suspects, places = sheet.groups[:2]
    cast = tuple(replace(suspects.rows[0], code=chr(65 + n), label="NEBUCHADNEZZAR") for n in range(20))
    cabins = tuple(
        replace(
            places.rows[0], code=f"{n:02}", label=f"The winter garden with palms and parrot {n}", division=""
        )
        for n in range(31)
    )
    groups = (replace(suspects, rows=cast), replace(places, rows=cabins))
    marks = tuple(row.code for row in cast)
    crowded = replace(
        sheet,
        groups=groups,
        marks=marks,
    )
    pdf, findings = print_piece(crowded)
    assert () == findings
    assert 20 == len([f for f in fragments(pdf, 0) if f.text.strip().endswith("NEBUCHADNEZZAR")])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_there_is_room_to_write_behind_each_topic_of_twelve_suspects(sheet, paper):
    suspects, *decks = sheet.groups
    topics = ("Alibi", "Witness", "Motive")
    rows = tuple(
        TableRow(chr(65 + n), "KATRINA", tuple(f"{n}/{topic}" for topic in topics)) for n in range(12)
    )
    groups = (replace(suspects, rows=rows, columns=topics), *decks)
    full = replace(sheet, paper=paper, groups=groups)
    pdf, findings = print_piece(full)
    assert () == findings
    page = read_pages(pdf)[0]
    lines = sorted(f.y for f in page.fragments if f.text == "Alibi" and f.x < page.width / 2)
    heights = {round((b - a) / 3 / POINTS_PER_MM, 1) for a, b in pairwise(lines)}
    assert 1 == len(heights)
    assert heights.pop() >= LINE_HEIGHT
    topic = max(f.x + f.width for f in page.fragments if f.text == "Witness" and f.x < page.width / 2)
    column = SHEET_MARGIN + (page.width / POINTS_PER_MM - 2 * SHEET_MARGIN) * 0.485
    assert column - topic / POINTS_PER_MM >= LINE_LENGTH


def group(title: str, *divisions: str) -> Group:
    return Group(
        title,
        tuple(TableRow(str(at), f"{title} {at}", ("k",), division) for at, division in enumerate(divisions)),
    )


def test_whole_groups_go_to_either_side():
    groups = (group("a", *"1111"), group("b", *"22"), group("c", "3"))
    assert ((groups[0],), groups[1:]) == divided_in_two(groups)


def test_a_long_group_is_cut_between_divisions():
    left, right = divided_in_two([group("a", *"11122233")])
    assert [4, 6] == [line_count(left), line_count(right)]
    assert ["a", "a"] == [left[0].title, right[0].title]
    assert {"1"} == {row.division for row in left[0].rows}


def test_rows_may_take_several_lines():
    groups = (group("a", "1"), group("b", "2"), group("c", "3"))
    left, _ = divided_in_two(groups, lambda row: 9 if row.label == "a 0" else 1)
    assert groups[:1] == left


def test_nothing_gives_empty_columns():
    assert ((), ()) == divided_in_two([])
