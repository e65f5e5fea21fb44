"""Where findings of an earlier text are now."""

from hypothesis import given, strategies as st

from casekit.editor.session import Moving

WORDS = st.text(alphabet="ab", max_size=12)


@given(WORDS, WORDS, WORDS, WORDS)
def test_what_stayed_is_found_again(head, old, new, tail):
    before, after = head + old + tail, head + new + tail
    moving = Moving.between(before, after)
    assert before[: moving.same] == after[: moving.same]
    behind = len(before) - moving.same - moving.old
    assert before[len(before) - behind :] == after[len(after) - behind :]
    assert len(after) == moving.same + moving.new + behind
    for start in range(moving.same):
        assert (start, start + 1) == moving.place(start, start + 1)
    for start in range(len(before) - behind, len(before)):
        place = moving.place(start, start + 1)
        assert place is not None
        assert before[start] == after[place[0]]


def test_what_was_taken_out_has_no_place():
    assert None is Moving.between("one, two, three", "one, three").place(6, 9)
    assert (0, 10) == Moving.between("one, two, three", "one, three").place(0, 15)
