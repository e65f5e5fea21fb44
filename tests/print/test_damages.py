"""Every kind of damage is found, with its page and its place, and is told once."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from casekit.diagnostics import Span, codes
from casekit.print.comparison import compare_files
from casekit.print.comparison.compare_files import FilePair, compare, find_differences
from casekit.print.comparison.differences import findings_on
from casekit.print.comparison.landmarks import Landmarks
from casekit.system.executors import TaskError
from casekit.system.sandbox import SandboxError

_SPEC = spec_from_file_location("damaging", Path(__file__).with_name("damaging.py"))
damaging = module_from_spec(_SPEC)
_SPEC.loader.exec_module(damaging)
damaged = damaging.damaged

LINE = ("page 6, paragraph 3: ",)
# What is to be said of each kind, a finding a line. What was exchanged is said at both places.
TOLD = {
    "two_numbers_exchanged": (
        "page 3, Case 1, row “A ANNA”: shows",
        "page 3, Case 1, row “1 01 Cabin of ANNA”: shows",
    ),
    "a_digit_changed": ("page 3, Case 1, row “A ANNA”: shows “71” instead of “17”",),
    "a_cell_blank": ("page 3, Case 1, row “A ANNA”: “17” is missing",),
    "labels_exchanged": (
        "page 3, Case 1, “BRUNO”: shows “CELESTE”",
        "page 3, Case 1, “CELESTE”: shows “BRUNO”",
    ),
    "heads_exchanged": ("page 3, Case 1, “A", "page 3, Case 1, “W"),
    "tables_exchanged": ("pages 3 and 5 are exchanged",),
    "a_second_number_in_a_cell": ("page 3, Case 1, row “A ANNA”: “9” is added",),
    "heading_removed": ("page 3, Case 1, “Case 1”: “Case 1” is missing",),
    "a_circle_changed": ("page 3, Case 1, ",),
    "dropped": ("page 7 is missing",),
    "doubled": ("page 6 is there twice",),
    "exchanged": ("pages 6 and 8 are exchanged",),
    "neighbours_exchanged": ("pages 6 and 7 are exchanged",),
    "blanks_inserted": ("2 blank pages are inserted: pages 6 and 7",),
    "shifted": ("pages 1 to 11, 13 and 14: moved as a whole by 12 mm to the right",),
    "a_page_scaled": ("page 6: scaled to 97 %",),
    "a_page_narrowed": ("page 6: scaled to 97 % of its width and 100 % of its height",),
    "scaled_and_covered": (
        "pages 1 to 11, 13 and 14: scaled to 97 %",
        "page 6, paragraph 3: something is printed over it",
    ),
    "shrunk_with_its_page": ("pages 1 to 14: 133 x 189 mm of it are shown instead of 148 x 210 mm",),
    "a_page_shifted_a_little": ("page 6: moved as a whole by 0.5 mm to the right",),
    "shifted_a_little_and_covered": (
        "pages 1 to 11, 13 and 14: moved as a whole by 0.5 mm to the left",
        "page 6, paragraph 3: covered in lines 1 to 3",
    ),
    "a_page_askew": ("page 6: turned by 0.5 degrees counterclockwise",),
    "a_page_slanted": ("page 6: slanted by 0.5 degrees",),
    "turned": ("page 6: turned by 90 degrees",),
    "upside_down": ("page 6: turned by 180 degrees",),
    "boxes_enlarged": ("pages 1 to 14: 162 x 224 mm of it are shown instead of 148 x 210 mm",),
    "foot_cut_off": ("page 6: 148 x 175 mm of it are shown",),
    "another_unit": ("pages 1 to 14: 296 x 420 mm",),
    "gigantic": ("pages 1 to 14: 5080 x 5080 mm",),
    "without_end": ("the file has 200 pages instead of 14",),
    "one_word": ("page 6, paragraph 4: shows",),
    "numbers_of_paragraphs_exchanged": ("page 6, paragraph 2: shows “3”", "page 6, paragraph 3: shows “2”"),
    "running_head_changed": ("page 6, “1–11”: “1–11” is missing",),
    "folio_changed": ("page 3, Case 1, “iii”: “iii” is missing",),
    "a_path_named": ("page 6, paragraph 2: “ANNA alibi” is added",),
    "a_motive": ("page 2, Case 1, “Revenge”: “Revenge” is missing",),
    "level": ("page 2, Case 1, “A",),
    "title_page": ("page 1, “Two cases”: “Two cases” is missing",),
    "presentation": ("page 2, Case 1, “Second",),
    "solution_text": ("page 13, Solution of case 1: missing in the first line",),
    "solution_headings_exchanged": (
        "page 11, Solution of case 2: shows “1”",
        "page 13, Solution of case 1: shows “2”",
    ),
    "solutions_in_the_wrong_order": ("pages 11 and 13 are exchanged",),
    "solution_blank": ("page 13: blank",),
    "presentation_blank": ("page 2: blank",),
    "solutions_upright": ("pages 10, 11 and 13: turned by 180 degrees",),
    "white_text": LINE,
    "render_mode_3": LINE,
    "text_rise": LINE,
    "scaled_to_nothing": LINE,
    "clipped": LINE,
    "tiny_type": LINE,
    "alpha_0": LINE,
    "layer_off": LINE,
    "covered_by_a_rectangle": LINE,
    "covered_in_white": LINE,
    "covered_by_a_picture": LINE,
    "covered_by_an_annotation": LINE,
    "moved_off_the_page": LINE,
    "moved_on_the_page": LINE,
    "a_line_moved_a_little": ("page 6, paragraph 3: moved by 0.8 mm down",),
    "numbers_smaller": ("page 6, paragraph 1: “1” is printed 15 % smaller; 4 more places",),
    "heading_smaller": ("page 3, Case 1, “Case 1”: printed 10 % smaller",),
    "heading_in_another_face": ("page 3, Case 1, “Case 1”: set in another face or weight",),
    "heading_in_another_weight": ("page 3, Case 1, “Case 1”: ",),
    "struck_out": LINE,
    "glyphs_exchanged": ("page 6, ",),
    "a_spoiler": ("page 6, at the foot: “ANNA did it” is added",),
    "a_spoiler_with_another_operator": ("page 6, at the foot: “ANNA did it” is added",),
    "a_spoiler_in_its_own_font": ("page 6, ",),
    "white_words_over_a_paragraph": ("page 6, ",),
    "lines_of_two_paragraphs_exchanged": ("page 6, paragraph 2: shows", "page 6, paragraph 3: shows"),
    "a_word": ("page 6, paragraph ",),
    "thumb_labels_exchanged": (
        "page 6, thumb index “1”: shows “10” instead of “1”",
        "page 7, thumb index “10”: shows “1” instead of “10”",
    ),
    "thumb_label_moved": ("page 6, thumb index “1”: moved by 14 mm",),
    "faint_ground": ("page 6: printed on a tint of about 5 % instead of white paper",),
    "tinted": ("pages 6 to 8: printed on a tint of about 2 % instead of white paper",),
    "a_part_tinted": ("page 6, paragraph 3: printed on a ground that is about 2 % darker",),
    "a_page_tinted_and_covered": (
        "page 6: printed on a tint of about 1 % instead of white paper",
        "page 6, paragraph 3: covered in lines 1 to 3",
    ),
    "rules_removed": (
        "page 3, Case 1, ",
        "page 3, Case 1, ",
        "page 3, at the top: a drawing or a rule is missing",
    ),
    "a_full_stop": ("page 6, paragraph 1: “.” is missing",),
    "a_comma_for_a_full_stop": ("page 6, paragraph 1: shows “,” instead of “.”",),
    "a_hairline": ("page 6, at the foot: something is added that should not be there",),
    "mirrored": ("page 6: mirrored, so that left and right are exchanged",),
    "mirrored_upside_down": ("page 6: mirrored, so that top and bottom are exchanged",),
    "negative": ("page 6: printed as a negative, light for dark",),
    "inverted": ("page 6, ",),
    "without_colours": ("pages 6 to 9 and 14: printed without colours",),
    "blank": ("pages 6 and 7: blank",),
    "everywhere_crossed": ("pages 6 to 9, first paragraph 1: something is printed over it",),
    "everywhere_stamped": ("pages 1 to 14, first at the top: something is added that should not be there",),
    "another_accent": ("page 2, Case 1, ", "page 2, Case 1, "),
    "a_blank_page_at_the_end": ("a blank page is inserted: page 15 of the file",),
    "illustration_removed": ("page 2, at the top: a drawing",),
}


def _found(printed, theirs):
    posts = Landmarks.of(printed.booklet, printed.numbers.values())
    return findings_on(find_differences(FilePair(printed.pdf, theirs, posts)), Span("x.pdf"))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("kind", TOLD)
def test_damage_is_told_once_with_its_place(printed, kind):
    found = [each.message for each in _found(printed, damaged(printed.pdf, getattr(damaging, kind)))]

    assert len(TOLD[kind]) == len(found), found
    assert [] == [
        (said, each) for said, each in zip(TOLD[kind], found, strict=True) if not each.startswith(said)
    ]


def test_what_is_read_and_not_seen_has_its_own_code(printed):
    (found,) = _found(printed, damaged(printed.pdf, damaging.white_words_over_a_paragraph))

    assert codes.UNLIKE_TEXT is found.code
    assert "“ANNA did it” cannot be seen" in found.message


def test_the_same_bytes_are_the_same(printed):
    assert () == compare(FilePair(printed.pdf, printed.pdf, Landmarks()), Span("x.pdf"))


def test_a_stranger_s_file_is_looked_at_in_another_process(printed):
    (found,) = compare(FilePair(printed.pdf, b"%PDF-1.7 nothing", Landmarks()), Span("x.pdf"))

    assert codes.ALTERED_PAGES is found.code
    assert "cannot be shown" in found.message


@pytest.mark.parametrize("why", [SandboxError("takes more than 5 seconds of processor time"), TaskError()])
def test_a_file_over_which_a_process_is_lost_cannot_be_compared(printed, monkeypatch, why):
    def lose(_work, _task, progress):
        progress("page 3")
        raise why

    monkeypatch.setattr(compare_files, "read", lose)
    (found,) = compare(FilePair(printed.pdf, b"another", Landmarks()), Span("x.pdf"))

    assert codes.UNREADABLE_PDF is found.code
    assert f"this PDF cannot be compared: page 3 {str(why) or 'cannot be shown'}" == found.message
