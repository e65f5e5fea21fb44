from casekit.print.lettering import STYLES, width_of, wrap


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
