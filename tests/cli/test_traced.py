"""Listens to what a command opens, connects to and starts, and compares it with the list in docs/security.md."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from casekit import resources

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(resources.__file__).resolve().parent
SCRIPT = """
import json, os, sys
heard = []
HEARD = ("open", "os.rename", "os.remove", "os.mkdir", "os.link", "os.symlink", "subprocess.Popen", "os.exec", "os.fork",
         "os.posix_spawn", "os.system")
def by_descriptor(event, args):
    # A name that is seen from a folder that is open already, as where a tree is removed: from here it is not there.
    if not (args and isinstance(args[0], str)) or os.path.isabs(args[0]) or os.path.lexists(args[0]):
        return False
    if event == "open":
        return args[1] is None and not args[2] & os.O_CREAT
    return event == "os.remove" and args[1] != -1
def listen(event, args):
    if (event in HEARD or event.startswith("socket.")) and not by_descriptor(event, args):
        heard.append((event, os.path.abspath(os.fsdecode(args[0])) if args and isinstance(args[0], (str, bytes, os.PathLike)) else ""))
sys.addaudithook(listen)
import casekit.cli
sys.argv[0] = "casekit"
try:
    casekit.cli.run()
finally:
    told = list(heard)
    with open(os.environ["HEARD"], "w") as file:
        json.dump(told, file)
"""
FINDERS = {"ldconfig", "gcc", "cc", "ld", "objdump"}
"""What Python asks where a library is; the typesetter needs Pango."""
PATHS = sysconfig.get_paths()
OURS = [PACKAGE, ROOT / "grammar", ROOT / "schemas", Path(sys.prefix), Path(sys.base_prefix)]
OURS += [Path(PATHS[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib")]


@pytest.fixture
def heard(tmp_path, monkeypatch):
    """Runs a command on a copy of the tour in a folder and gives what was heard beside the package and Python."""
    work = tmp_path / "work"
    shutil.copytree(ROOT / "docs" / "tour", work)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("HEARD", str(tmp_path / "heard"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

    def run(*command):
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *command], cwd=work, check=True, stdout=subprocess.DEVNULL
        )
        events = json.loads((tmp_path / "heard").read_text(encoding="utf-8"))
        places = [(event, Path(place)) for event, place in events]
        return {
            (event, place.relative_to(work).as_posix() if place.is_relative_to(work) else place.as_posix())
            for event, place in places
            if not (event == "open" and any(place.is_relative_to(each) for each in OURS))
        }

    return run


@pytest.mark.parametrize("path", ["the-last-soup.case", "."])
def test_a_check_opens_the_case_and_its_edition_and_in_ci_nothing_else(heard, monkeypatch, path):
    monkeypatch.setenv("CI", "true")
    assert {("open", "the-last-soup.case"), ("open", "edition.toml")} == heard(
        "check", path, "--limits", "none"
    )


@pytest.mark.parametrize("path", ["the-last-soup.case", "."])
def test_a_check_writes_only_what_it_remembers_where_this_user_keeps_it(heard, path):
    own = tuple(Path(os.environ[f"XDG_{name}_HOME"]).as_posix() for name in ("CACHE", "STATE"))
    elsewhere = {(event, place) for event, place in heard("check", path) if not place.startswith(own)}
    assert {("open", "the-last-soup.case"), ("open", "edition.toml")} == elsewhere


def test_a_build_writes_to_its_output_and_to_a_folder_of_its_own(heard, tmp_path):
    events = heard("build", "the-last-soup.case", "--output", "printed", "--only", "booklet")
    temporary, state = (tmp_path / "temporary").as_posix(), Path(os.environ["XDG_STATE_HOME"]).as_posix()
    started = {
        Path(place).name for event, place in events if event.startswith(("subprocess", "os.posix", "os.fork"))
    }
    assert started <= FINDERS
    assert not [event for event, _ in events if event.startswith("socket")]
    strange = sorted(
        place
        for event, place in events
        if not event.startswith("subprocess")
        and place not in {".", "the-last-soup.case", "edition.toml", "printed", "/dev/null"}
        and not place.startswith(("printed/", temporary, state))
        and not place.endswith("/mime.types")
    )
    assert [] == strange
    assert {file.name for file in (tmp_path / "work").iterdir()} == {
        "edition.toml",
        "the-last-soup.case",
        "printed",
    }
