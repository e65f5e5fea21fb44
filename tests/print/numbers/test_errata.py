from dataclasses import replace

from casekit.print.numbers.errata import Change, differences, errata, renamed
from casekit.print.numbers.errata_output import change_in_words
from casekit.print.numbers.kept_numbers import withdraw_case
from casekit.print.numbers.lock import Lock, LockEntry

OLD = {
    "a.case": {
        "01": LockEntry(1, "x"),
        "02": LockEntry(2, "y"),
        "03": LockEntry(3, "z"),
        "04": LockEntry(4, "s"),
        "05": LockEntry(4, "s"),
        "06": LockEntry(5, "t"),
    }
}
NEW = {
    "a.case": {
        "01": LockEntry(1, "x"),
        "02": LockEntry(3, "y"),
        "04": LockEntry(4, "S"),
        "05": LockEntry(4, "S"),
        "06": LockEntry(6, "T"),
    },
    "b.case": {"01": LockEntry(2, "n"), "02": LockEntry(5, "m")},
}


def lock(cases):
    return Lock("green", 0, (), cases)


def test_changes_stand_under_their_numbers():
    assert (
        Change(0, ("case added",), "b.case", (), numbers=(2, 5)),
        Change(3, ("deleted",), "a.case", ("03",)),
        Change(3, ("moved",), "a.case", ("02",), was=2),
        Change(4, ("text",), "a.case", ("04", "05")),
        Change(6, ("moved", "text"), "a.case", ("06",), was=5),
    ) == errata(lock(OLD), lock(NEW))


def test_what_has_no_number_comes_first():
    before = {"a.case": {"presentation": "x", "solution": "y"}, "gone.case": {"title": "z"}}
    after = {"a.case": {"presentation": "X", "solution": "y", "title": "t"}, "new.case": {"title": "z"}}
    old, new = replace(lock(OLD), texts=before), replace(lock(NEW), texts=after)
    first, second, third, *_ = errata(old, new)
    assert Change(0, ("text",), "a.case", ("presentation",)) == first
    assert ((0, ("case added",)), 3) == ((second.number, second.kinds), third.number)
    # A printing of an older casekit knows nothing of them.
    assert errata(lock(OLD), lock(NEW)) == errata(lock(OLD), new)


def test_equal_locks_have_no_errata():
    assert () == errata(lock(OLD), lock(OLD)) == errata(lock({}), lock({}))


def test_what_was_added_one_way_was_deleted_the_other():
    there, back = errata(lock(OLD), lock(NEW)), errata(lock(NEW), lock(OLD))

    def places(changes, kind):
        return {
            (each.number, each.case, each.paths, each.numbers) for each in changes if each.kinds == (kind,)
        }

    for one, other in (("added", "deleted"), ("case added", "case withdrawn")):
        assert places(there, one) == places(back, other)
        assert places(there, other) == places(back, one)


def test_kinds_in_words():
    assert [
        "case added, with 2 numbers (2, 5)",
        "deleted",
        "moved from 2",
        "text changed",
        "moved from 5, text changed",
    ] == [change_in_words(change) for change in errata(lock(OLD), lock(NEW))]


def test_every_difference_is_shown():
    old = (
        "The purser saw two lamps at nine, and much later three men with one trunk on the stairs to the hold."
    )
    new = (
        "The purser saw six lamps at nine, and much later three men with one crate on the stairs to the pool."
    )
    assert (
        ("The purser saw two lamps at nine, …", "The purser saw six lamps at nine, …"),
        (
            "… men with one trunk on the stairs to the hold.",
            "… men with one crate on the stairs to the pool.",
        ),
    ) == differences(old, new)
    assert (("One two.", "One two. Three."),) == differences("One two.", "One two. Three.")


def test_of_a_text_whose_other_is_not_at_hand_the_first_words_are_shown():
    text = "One two three four five six seven eight nine ten eleven twelve"
    assert (("", "One two three four five six seven eight nine ten …"),) == differences(None, text)
    assert (("One two three four five six seven eight nine ten …", ""),) == differences(text, None)
    assert () == differences(None, None)


def test_of_a_long_difference_both_ends_are_shown():
    ((old, new),) = differences("word " * 80, "other " * 80)
    assert 14 * 2 == old.count("word") == new.count("other")
    assert " … " in old


def test_a_renamed_case_is_known_by_its_texts():
    before = lock({"a.case": OLD["a.case"], "b.case": {"01": LockEntry(7, "q")}})
    after = lock(
        {"new.case": {**OLD["a.case"], "01": LockEntry(1, "X")}, "b.case": {"01": LockEntry(7, "q")}}
    )
    assert {"a.case": "new.case"} == renamed(before, after)
    assert (
        Change(0, ("renamed",), "new.case", (), old_case="a.case"),
        Change(1, ("text",), "new.case", ("01",), old_case="a.case"),
    ) == errata(before, after)
    assert "renamed from a.case" == change_in_words(errata(before, after)[0])


def test_another_case_is_not_taken_for_a_renamed_one():
    other = lock(
        {"other.case": {path: LockEntry(entry.number, f"{path}!") for path, entry in OLD["a.case"].items()}}
    )
    assert {} == renamed(lock(OLD), other)
    assert [("case withdrawn",), ("case added",)] == [change.kinds for change in errata(lock(OLD), other)]


def test_a_case_that_is_withdrawn_is_one_change():
    cases = {
        "a.case": {"01": LockEntry(1, "x")},
        "b.case": {f"{at}": LockEntry(at, f"{at}") for at in range(2, 9)},
    }
    before = lock(cases)
    change = Change(0, ("case withdrawn",), "b.case", (), numbers=tuple(range(2, 9)))
    assert (change,) == errata(before, withdraw_case(before, "b.case"))
    assert "case withdrawn, with 7 numbers (2 to 8), which are not used any more" == change_in_words(change)
