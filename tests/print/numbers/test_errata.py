from dataclasses import replace

from casekit.print.numbers.errata import Change, change_in_words, errata, excerpts
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
        Change(2, ("added",), "b.case", ("01",)),
        Change(3, ("deleted",), "a.case", ("03",)),
        Change(3, ("moved",), "a.case", ("02",), was=2),
        Change(4, ("text",), "a.case", ("04", "05")),
        Change(5, ("added",), "b.case", ("02",)),
        Change(6, ("moved", "text"), "a.case", ("06",), was=5),
    ) == errata(lock(OLD), lock(NEW))


def test_what_has_no_number_comes_first():
    before = {"a.case": {"presentation": "x", "solution": "y"}, "gone.case": {"title": "z"}}
    after = {"a.case": {"presentation": "X", "solution": "y", "title": "t"}, "new.case": {"title": "z"}}
    old, new = replace(lock(OLD), texts=before), replace(lock(NEW), texts=after)
    first, second, *_ = errata(old, new)
    assert Change(0, ("text",), "a.case", ("presentation",)) == first
    assert 2 == second.number
    # A printing of an older casekit knows nothing of them.
    assert errata(lock(OLD), lock(NEW)) == errata(lock(OLD), new)


def test_equal_locks_have_no_errata():
    assert () == errata(lock(OLD), lock(OLD)) == errata(lock({}), lock({}))


def test_what_was_added_one_way_was_deleted_the_other():
    there, back = errata(lock(OLD), lock(NEW)), errata(lock(NEW), lock(OLD))

    def places(changes, kind):
        return {(each.number, each.case, each.paths) for each in changes if each.kinds == (kind,)}

    assert places(there, "added") == places(back, "deleted")
    assert places(there, "deleted") == places(back, "added")


def test_kinds_in_words():
    assert [
        "added",
        "deleted",
        "moved from 2",
        "text changed",
        "added",
        "moved from 5, text changed",
    ] == [change_in_words(change) for change in errata(lock(OLD), lock(NEW))]


def test_excerpts_show_the_first_difference():
    old = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen."
    new = old.replace("six", "sicks")
    assert (
        "… three four five six seven eight nine ten eleven twelve …",
        "… three four five sicks seven eight nine ten eleven twelve …",
    ) == excerpts(old, new)
    assert ("One two.", "One two. Three.") == excerpts("One two.", "One two. Three.")


def test_excerpts_of_one_text_show_its_first_words():
    text = "One two three four five six seven eight nine ten eleven."
    assert ("", "One two three four five six seven eight nine ten …") == excerpts(None, text)
    assert ("One two three four five six seven eight nine ten …", "") == excerpts(text, None)
    assert ("", "") == excerpts(None, None)
