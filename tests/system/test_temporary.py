import os
import subprocess
import sys
import tempfile

import pytest

from casekit.system.temporary import folder_in, temporaries

pytestmark = pytest.mark.skipif(os.name == "nt", reason="what is left behind is recognised by locks of POSIX")

LEFT = ".casekit-tmp-0a1b2c3d"
# Makes a folder with a file and a link that leads out of it, tells its name and waits for its end.
KILLED = """
import sys, time
from pathlib import Path
from casekit.system.temporary import folder_in
with folder_in(Path(sys.argv[1])) as folder:
    (folder / "font").write_bytes(b"font")
    (folder / "link").symlink_to(sys.argv[2], target_is_directory=True)
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def outside(tmp_path_factory):
    """A folder elsewhere with a file that must stay."""
    folder = tmp_path_factory.mktemp("outside")
    (folder / "letter").write_text("dear", encoding="utf-8")
    return folder


@pytest.fixture
def killed(tmp_path, outside):
    """The folder of a process that was killed."""
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(outside)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        folder = process.stdout.readline().strip()
        process.kill()
    assert [folder] == [str(path) for path in tmp_path.iterdir()]
    return folder


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("interruption", [None, KeyboardInterrupt, OSError])
def test_a_folder_goes_with_all_that_is_in_it(tmp_path, interruption):
    def use():
        with folder_in(tmp_path) as folder:
            assert (tmp_path, 0o700) == (folder.parent, folder.stat().st_mode & 0o777)
            (folder / "deep").mkdir()
            (folder / "deep" / "font").write_bytes(b"font")
            if interruption is not None:
                raise interruption

    if interruption is None:
        use()
    else:
        with pytest.raises(interruption):
            use()
    assert [] == names(tmp_path)


def test_temporary_files_of_the_process_lie_in_it(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with temporaries() as folder:
        assert str(folder) == os.path.dirname(tempfile.mkdtemp())  # noqa: PTH120 -- names, not paths
    assert ([], str(tmp_path)) == (names(tmp_path), tempfile.gettempdir())


@pytest.mark.usefixtures("killed")
def test_what_a_killed_process_left_goes_with_the_next(tmp_path, outside):
    with folder_in(tmp_path) as folder:
        assert [folder.name] == names(tmp_path)
    assert ([], ["letter"]) == (names(tmp_path), names(outside))


def test_what_somebody_uses_stays(tmp_path):
    with folder_in(tmp_path) as first, folder_in(tmp_path) as second:
        assert sorted([first.name, second.name]) == names(tmp_path)


def test_what_was_left_with_a_name_that_shows_goes_too(tmp_path):
    left = tmp_path / LEFT.removeprefix(".")
    left.mkdir(mode=0o700)
    with folder_in(tmp_path, shown=True) as folder:
        assert [folder.name] == names(tmp_path)
        assert folder.name.startswith("casekit-tmp-")
    assert [] == names(tmp_path)


def test_what_is_not_ours_stays(tmp_path, outside):
    (tmp_path / LEFT).symlink_to(outside, target_is_directory=True)
    (tmp_path / LEFT.replace("0", "1")).write_bytes(b"")
    (tmp_path / ".casekit-tmp-notes").mkdir(mode=0o700)
    shared = tmp_path / LEFT.replace("0", "2")
    shared.mkdir()
    shared.chmod(0o755)
    before = names(tmp_path)
    with folder_in(tmp_path):
        pass
    assert (before, ["letter"]) == (names(tmp_path), names(outside))


def test_a_folder_that_was_swept_before_it_was_held_is_made_again(tmp_path, monkeypatch):
    made = []
    mkdtemp = tempfile.mkdtemp

    def swept_once(**options):
        made.append(mkdtemp(**options))
        if len(made) == 1:
            os.rmdir(made[0])  # noqa: PTH106 -- as another process would
        return made[-1]

    monkeypatch.setattr(tempfile, "mkdtemp", swept_once)
    with folder_in(tmp_path) as folder:
        assert folder.is_dir()
    assert 2 == len(made)
