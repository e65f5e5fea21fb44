import re

from casekit.print.typesetting.fonts import STYLES, balanced, width_of, wrap


def test_long_text_is_wrapped_and_cut():
    style = STYLES["label"]
    lines = wrap("word " * 50, style, 100)
    assert 3 == len(lines)
    assert lines[2].endswith("…")
    assert all(width_of(line, style) <= 100 for line in lines)
    assert ("not", "lilies_", "scented") == wrap("not lilies_scented", style, 60)
    assert "x" * 40 == "".join(wrap("x" * 40, style, 60, 40))
    assert () == wrap(" ", style, 60)


def test_digits_leave_room_for_other_fonts():
    assert width_of("18", STYLES["label"]) > 2 * 0.6 * STYLES["label"].size


def test_a_face_has_its_own_widths_and_a_size_scales_them():
    label, note = STYLES["label"], STYLES["note"]
    assert width_of("Hamburg", label) / label.size != width_of("Hamburg", note) / note.size
    assert width_of("Hamburg", STYLES["title"]) > width_of("Hamburg", STYLES["caption"])


def shape(title, room):
    """The size and the width of the box that a title stands in."""
    found = re.match(
        r'<span class="balanced" style="font-size: (.*)em; max-width: (.*)em">', balanced(title, room)
    )
    return float(found[1]), float(found[2])


def test_a_title_of_one_line_is_left_alone():
    assert "Fog &amp; Rain" == balanced("Fog & Rain", 20)


def test_a_longer_title_stands_in_lines_of_nearly_one_length():
    size, width = shape("Midnight aboard the Corisande", 11)
    assert 1 == size
    # As wide as "Midnight aboard", so that "the" stands in the second line.
    assert 6 < width < 8


def test_a_title_is_never_wider_than_its_room():
    assert (1, 9) >= shape("One Two Three Four Five Six", 9)


def test_a_word_that_is_wider_than_its_room_becomes_smaller():
    (size, width), room = shape("The Constantinopolitania", 6), 6
    assert size < 1
    assert room >= round(size * width, 2)
