"""Where a cursor is, told through a file of this user alone."""

import os
import stat

import pytest

from casekit.system.cursor_channel import CursorChannel, CursorPlace, _slot, send_cursor


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    made = tmp_path / "some.case"
    made.write_text("title: Some", encoding="utf-8")
    return made


def test_it_is_told_to_whoever_offers_a_slot_and_nothing_stays(file):
    place = CursorPlace(7, "== ANNA alibi")
    assert not send_cursor(file, place)
    assert not _slot(file).parent.exists()
    slot = CursorChannel(file)
    assert slot.news() is None
    assert send_cursor(file, place)
    assert place == slot.news()
    assert slot.news() is None
    # The same file by another name.
    link = file.with_name("link.case")
    link.symlink_to(file)
    assert send_cursor(link, CursorPlace(1))
    assert CursorPlace(1) == slot.news()
    slot.withdraw()
    assert [] == [*_slot(file).parent.iterdir()]
    assert not send_cursor(file, place)


def test_one_of_two_that_show_a_file_may_end(file):
    first, second = CursorChannel(file), CursorChannel(file)
    assert (None, None) == (first.news(), second.news())
    first.withdraw()
    assert second.news() is None
    assert second.news() is None
    assert send_cursor(file, CursorPlace(3))
    assert CursorPlace(3) == second.news()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b'{"line": 3}',
        b"[" * 3_000,
        b'{"line": "3", "heading": ""}',
        b'{"line": 0, "heading": ""}',
        b'{"line": 3, "heading": 1}',
        b"\xff\xfe",
        b"null",
        b'{"line": 1e999, "heading": ""}',
    ],
)
def test_what_is_no_place_is_not_heard(file, content):
    slot = CursorChannel(file)
    slot.news()
    _slot(file).write_bytes(content)
    assert slot.news() is None


@pytest.mark.skipif(os.name == "nt", reason="owners and modes are POSIX")
def test_only_this_user_can_read_or_write_it(file, tmp_path):
    slot = CursorChannel(file)
    slot.news()
    place = _slot(file)
    assert 0o600 == stat.S_IMODE(place.stat().st_mode)
    assert 0o700 == stat.S_IMODE(place.parent.stat().st_mode)
    # A file that others may write is neither written nor read, and no link is followed.
    place.chmod(0o666)
    assert not send_cursor(file, CursorPlace(3))
    place.unlink()
    other = tmp_path / "other"
    other.write_text("precious", encoding="utf-8")
    place.symlink_to(other)
    assert not send_cursor(file, CursorPlace(3))
    assert slot.news() is None
    assert "precious" == other.read_text(encoding="utf-8")
