import json

import pytest

from casekit.print.numbers.lock import Lock, LockEntry, lock_text
from casekit.print.numbers.lock_reading import load_lock
from casekit.translation.merging import taken_over

SOUP, CAKE = "soup.case", "cake.case"


def _digest(letter):
    return f"sha256:{letter * 64}"


def _lock(entries, gaps=()):
    cases = {}
    for (case, path), (number, letter) in entries.items():
        cases.setdefault(case, {})[path] = LockEntry(number, _digest(letter))
    return Lock("soup", 7, gaps, cases)


THEIRS = _lock({(SOUP, "01"): (2, "a"), (SOUP, "02"): (1, "b"), (CAKE, "01"): (3, "c")})


@pytest.fixture
def take(tmp_path):
    """Merges lock files; either may be missing, or a text that is none."""

    def run(theirs, ours):
        for folder, lock in (("en", theirs), ("fr", ours)):
            (tmp_path / folder).mkdir()
            if lock is not None:
                text = lock if isinstance(lock, str) else lock_text(lock)
                (tmp_path / folder / "soup.lock.json").write_text(text)
        return taken_over(tmp_path / "en", tmp_path / "fr", "soup")

    return run


def test_the_first_lock_is_that_of_the_original(take):
    assert (lock_text(THEIRS).encode(), ()) == take(THEIRS, None)


def test_without_a_lock_of_the_original_that_of_the_translation_stays(take):
    assert (None, ()) == take(None, THEIRS)


def test_what_was_printed_in_the_language_is_not_forgotten(take):
    ours = _lock({(SOUP, "01"): (2, "d"), (SOUP, "02"): (1, "e"), (CAKE, "01"): (3, "f")})
    assert (lock_text(ours).encode(), ()) == take(THEIRS, ours)


def test_new_numbers_of_the_original_are_taken_over(take):
    ours = _lock({(SOUP, "01"): (2, "d"), (SOUP, "old"): (1, "e")})
    data, found = take(THEIRS, ours)
    expected = _lock({(SOUP, "01"): (2, "d"), (SOUP, "02"): (1, "b"), (CAKE, "01"): (3, "c")})
    assert (lock_text(expected), ()) == (data.decode(), found)


def test_gaps_are_those_of_the_original(take):
    theirs = _lock({(SOUP, "01"): (2, "a")}, gaps=(1,))
    data, _ = take(theirs, _lock({(SOUP, "01"): (2, "d"), (SOUP, "02"): (1, "e")}))
    assert [1] == json.loads(data)["gaps"]


def test_other_numbers_that_were_printed_stay_and_are_reported(take):
    data, found = take(THEIRS, _lock({(SOUP, "01"): (2, "d"), (SOUP, "02"): (3, "e")}, gaps=(1,)))
    assert (None, ["CK840"]) == (data, [problem.code.id for problem in found])
    assert "02 of soup.case has 3, but 1 in the original" in found[0].message


@pytest.mark.parametrize("broken", ["theirs", "ours"])
def test_a_broken_lock_is_left_to_the_build(take, broken):
    theirs, ours = ("{", THEIRS) if broken == "theirs" else (THEIRS, "{")
    assert (None, ()) == take(theirs, ours)


def test_a_lock_that_was_taken_over_can_be_read(take, tmp_path):
    data, _ = take(THEIRS, THEIRS)
    (tmp_path / "new.lock.json").write_bytes(data)
    assert (THEIRS, ()) == load_lock(tmp_path / "new.lock.json", "new")[::2]
