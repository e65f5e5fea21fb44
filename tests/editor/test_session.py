"""Where findings of an earlier text are now."""

from hypothesis import given, strategies as st

from casekit.editor.session import moved

WORDS = st.text(alphabet="ab", max_size=12)


@given(WORDS, WORDS, WORDS, WORDS)
def test_what_stayed_is_found_again(head, old, new, tail):
    before, after = head + old + tail, head + new + tail
    for start in range(len(head)):
        assert (start, start + 1) == moved(before, after, start, start + 1)
    places = {start: moved(before, after, start, start + 1) for start in range(len(before))}
    there = {start: after[slice(*place)] for start, place in places.items() if place is not None}
    assert {start: before[start] for start in there} == there
    assert len(head) + len(tail) <= len(there)


def test_what_was_taken_out_has_no_place():
    assert None is moved("one, two, three", "one, three", 6, 9)
    assert (0, 10) == moved("one, two, three", "one, three", 0, 15)


def test_a_title_that_changes_right_after_a_text_was_opened_is_noticed(desk):
    edition, other = desk.folder / "edition.toml", desk.folder / "other.case"
    booklet = '[[booklets]]\nslug = "two"\ncases = ["soup.case", "other.case"]\n'
    edition.write_text(f"{edition.read_text(encoding='utf-8')}\n{booklet}", encoding="utf-8")
    for file in (other, desk.folder / "soup.case"):
        file.write_text(f"title: {file.stem}\n", encoding="utf-8")
    document, _ = desk("title: The Last Soup\n")
    assert "other" in document.state.edition.titles.values()
    other.write_text("title: Another\n", encoding="utf-8")
    assert [document] == [*desk.session.check_changed_editions()]
    assert "Another" in document.state.edition.titles.values()
    assert [] == [*desk.session.check_changed_editions()]
