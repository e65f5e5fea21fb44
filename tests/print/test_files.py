import os
from pathlib import Path

import pytest

from casekit.print.files import write_atomically


def test_a_file_appears_whole(tmp_path):
    write_atomically(tmp_path / "a.pdf", b"one")
    write_atomically(tmp_path / "a.pdf", b"two")
    assert {"a.pdf": b"two"} == {file.name: file.read_bytes() for file in tmp_path.iterdir()}


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX")
def test_it_is_as_readable_as_any_other_file(tmp_path):
    (tmp_path / "other").write_bytes(b"")
    write_atomically(tmp_path / "a.pdf", b"one")
    assert (tmp_path / "other").stat().st_mode == (tmp_path / "a.pdf").stat().st_mode


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, OSError])
def test_an_interruption_leaves_what_was_there(tmp_path, monkeypatch, interruption):
    write_atomically(tmp_path / "a.pdf", b"one")

    def interrupted(*_: Path) -> None:
        raise interruption

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(interruption):
        write_atomically(tmp_path / "a.pdf", b"two")
    assert {"a.pdf": b"one"} == {file.name: file.read_bytes() for file in tmp_path.iterdir()}


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "none" / "a.pdf", b"one")
