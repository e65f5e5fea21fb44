import os

import pytest

from casekit.building.atomic_writes import write_all
from casekit.system.temporary import write_atomically


def test_a_file_appears_whole(tmp_path):
    write_atomically(tmp_path / "a.pdf", b"one")
    write_atomically(tmp_path / "a.pdf", b"two")
    assert {"a.pdf": b"two"} == {file.name: file.read_bytes() for file in tmp_path.iterdir()}


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX")
def test_it_is_as_readable_as_any_other_file(tmp_path):
    (tmp_path / "other").write_bytes(b"")
    write_atomically(tmp_path / "a.pdf", b"one")
    assert (tmp_path / "other").stat().st_mode == (tmp_path / "a.pdf").stat().st_mode


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "none" / "a.pdf", b"one")


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.fixture
def old(tmp_path):
    """A folder with two files of an earlier day."""
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"old " + name.encode())
    return tmp_path


def test_files_are_written_together(old):
    files = {old / "a": b"old a", old / "b": b"new b", old / "c": b"new c"}
    before = (old / "a").stat().st_ino
    assert ((old / "b", old / "c"), ()) == write_all(files)
    assert {"a": b"old a", "b": b"new b", "c": b"new c"} == contents(old)
    assert before == (old / "a").stat().st_ino


def test_a_folder_in_the_place_of_a_file_leaves_all_as_it_was(old):
    (old / "c").mkdir()
    written, (found,) = write_all({old / "a": b"new a", old / "c": b"new c"})
    assert ((), (old / "c").as_posix()) == (written, found.span.file)
    assert "directory" in found.message
    assert {"a": b"old a", "b": b"old b"} == contents(old)


def test_a_file_that_may_not_be_written_stays_with_the_others(old, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, _: path.name != "b")
    written, (found,) = write_all({old / "a": b"new a", old / "b": b"new b"})
    assert ((), "CK905", (old / "b").as_posix()) == (written, found.code.id, found.span.file)
    assert {"a": b"old a", "b": b"old b"} == contents(old)
