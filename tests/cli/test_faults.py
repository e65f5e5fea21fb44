"""Every call that changes the disk fails, one after the other: files are old or new, nothing is left, and the next command works.

A run is counted first; then, in the same folder as it was before, its call k fails, for every k. A process that is killed does nothing
more: in place of that no later call does anything, and locks are let go as by the system. Some processes are killed in earnest.
"""

import errno
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner

from casekit.building import execution, plan
from casekit.building.atomic_writes import write_all, write_bytes
from casekit.cli import main
from casekit.kit.code_registry import base_of
from casekit.system import disk
from casekit.system.temporary import folder_in
from casekit.system.user_cache import open_cache, trusted_key
from casekit.web.play.saved_games import games_folder, keep_game

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="what is left behind is recognised by locks of POSIX"),
    pytest.mark.usefixtures("written"),
]

CALLS = [name for name, call in vars(disk).items() if callable(call) and name not in {"fill", "Path"}]
"""All that the module has, but for what is made of the others."""
GROW = {"write", "sync", "copy", "create", "make_folders", "new_folder"}
BOOKLETS = '\n[[booklets]]\nslug = "red"\ncases = ["base.case"]\n\n[[booklets]]\nslug = "blue"\ncases = ["base.case"]\n'
LEFT = re.compile(r"\.?casekit-tmp-")
FAULTS = ["killed", "stopped", "input/output", "full"]


class KilledError(BaseException):
    """The process would be gone."""


@dataclass
class Fault:
    """Counts calls, and lets one of them fail, in a way."""

    at: int = 0
    kind: str = ""
    seen: list[str] = field(default_factory=list)

    def put(self, patched):
        for name in CALLS:
            patched.setattr(disk, name, self._failing(name, getattr(disk, name)))

    def _failing(self, name, real):
        def call(*given, **options):
            self.seen.append(name)
            now = len(self.seen)
            gone = self.kind == "killed" and now > self.at > 0
            full = self.kind == "full" and now > self.at > 0 and name in GROW
            if now != self.at and not gone and not full:
                return real(*given, **options)
            if name == "write" and not gone:
                real(given[0], given[1][: len(given[1]) // 2])
            if options.get("ignore_errors") and self.kind in {"input/output", "full"}:
                return None
            raise {
                "killed": KilledError(),
                "stopped": KeyboardInterrupt(),
                "input/output": OSError(errno.EIO, os.strerror(errno.EIO)),
                "full": OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
            }[self.kind]

        return call


class World:
    """A folder with all that a command may write to, which can be put back."""

    def __init__(self, root):
        self.root = root

    def taken(self):
        """All files and links, and folders that are not there before any command."""
        return {
            path.relative_to(self.root).as_posix(): None if path.is_dir() else path.read_bytes()
            for path in sorted(self.root.rglob("*"))
        }

    def restore(self, before):
        for path in self.root.iterdir():
            for each in path.iterdir():
                shutil.rmtree(each) if each.is_dir() else each.unlink()
        for name, data in before.items():
            path = self.root / name
            if data is None:
                path.mkdir(exist_ok=True, mode=0o700)
            else:
                path.write_bytes(data)
                path.chmod(0o600)


@pytest.fixture
def world(tmp_path, monkeypatch):
    for name in ("work", "state", "cache", "tmp"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.chdir(tmp_path / "work")
    Path("base.case").write_text(base_of(), encoding="utf-8")
    Path("edition.toml").write_text(base_of("midnight", "base.toml") + BOOKLETS, encoding="utf-8")
    return World(tmp_path)


def change(name, before, after):
    path = Path(name)
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def untidy(_):
    for name in ("base.case", "second.case"):
        Path(name).write_text(base_of().replace("== 02", "==   02"), encoding="utf-8")


def built(run):
    assert 0 == run(*BUILD)[0]
    change("base.case", "Geese, feathers", "Ducks, feathers")


def extracted(run):
    assert 0 == run("translate", "extract", "fr")[0]
    change("base.case", "Geese, feathers", "Ducks, feathers")


def translated(run):
    extracted(run)
    assert 0 == run("translate", "extract", "fr")[0]
    for file in Path("translations/fr").iterdir():
        text = file.read_text(encoding="utf-8")
        file.write_text(
            re.sub(r'msgid ("(?:[^"].*|)"(?:\n".*")*)\nmsgstr ""', r"msgid \1\nmsgstr \1", text),
            encoding="utf-8",
        )
    assert 0 == run("translate", "merge", "fr", "--output", "fr")[0]
    change("base.case", "Ducks, feathers", "Geese, feathers")
    assert 0 == run("translate", "extract", "fr")[0]


def corrected(run):
    assert 0 == run("proofread", "out", "base.case", "-o", "base.md")[0]
    change("base.md", "Geese, feathers", "Ducks, feathers")


def nothing(_):
    pass


def keep(text):
    def kept():
        for file in (games_folder() / "a.game.json", Path("named.game.json")):
            assert (problem := keep_game(file, text)) == "" or "cannot be written" in problem

    return kept


def remember():
    answers = open_cache("checked", ())
    for name in ("ab12", "ab34", "cd56"):
        answers and answers.keep(name, b"consistent" * 50)
    answers and answers.close()


def together():
    write_all({Path(name).absolute(): b"new" for name in ("first", "second", "third")})


def alone():
    write_bytes(Path("deep/file"), b"new", 0o640)


def project_again():
    """What the refusal of a folder that has an edition already says to do."""
    case = "sea/the-last-toast.case"
    if not Path("sea/edition.toml").exists():
        assert 0 == CliRunner().invoke(main.main, PROJECT).exit_code
    elif not Path(case).exists():
        assert 0 == CliRunner().invoke(main.main, ["new", case]).exit_code


PROJECT = ("new", "The Last Toast", "--project", "sea")
BUILD = ("build", ".", "--only", "booklet,sheet", "--jobs", "1", "--output", "out")
# What was done before, what is done, whether its files are written all or none; and what is done after it, if not the same.
ROWS = {
    "build": (nothing, BUILD, True, BUILD),
    "build again": (built, BUILD, True, BUILD),
    "fmt": (untidy, ("fmt", "."), False, ("fmt", ".")),
    "new": (nothing, ("new", "The Last Toast"), True, ("new", "The Last Toast", "--force")),
    "new --force": (untidy, ("new", "second.case", "--force"), True, ("new", "second.case", "--force")),
    "new --project": (nothing, PROJECT, True, project_again),
    "translate extract": (extracted, ("translate", "extract", "fr"), True, ("translate", "extract", "fr")),
    "translate merge": (
        translated,
        ("translate", "merge", "fr", "--output", "fr"),
        True,
        ("translate", "merge", "fr", "--output", "fr"),
    ),
    "proofread out": (
        nothing,
        ("proofread", "out", "edition.toml"),
        True,
        ("proofread", "out", "edition.toml"),
    ),
    "proofread in": (
        corrected,
        ("proofread", "in", "base.case", "base.md"),
        True,
        ("proofread", "in", "base.case", "base.md"),
    ),
    "play": (nothing, keep("new"), False, keep("new")),
    "play on": (lambda _: keep("old")(), keep("new"), False, keep("new")),
    "remembered checks": (nothing, remember, False, remember),
    "a first key": (nothing, lambda: trusted_key((), make=True), False, lambda: trusted_key((), make=True)),
    "files together": (nothing, together, True, together),
    "a file": (nothing, alone, True, alone),
}


@dataclass
class Outcome:
    """What came of a command: its exit status, its errors, or what ended it."""

    status: int | None
    errors: str = ""
    ended: BaseException | None = None


def opened():
    """The descriptors of folders that this process has open, by which it holds them."""
    found = set()
    for handle in range(256):
        with suppress(OSError):
            if stat.S_ISDIR(os.fstat(handle).st_mode):
                found.add(handle)
    return found


@pytest.fixture
def do(run):
    def outcome(what):
        held = opened()
        try:
            if callable(what):
                what()
                return Outcome(0)
            status, _, errors = run(*what)
            return Outcome(status, errors)
        except (KilledError, KeyboardInterrupt, OSError) as error:
            if getattr(error, "errno", None) in main.EXHAUSTED and not callable(what):
                return Outcome(1, main._exhausted(error))
            return Outcome(None, ended=error)
        finally:
            # The system closes what a process that has ended had open, and with it its locks.
            for handle in opened() - held:
                os.close(handle)

    return outcome


def whole(name, data):
    """A file as it is compared: what is sealed with another key is the same if it is there and whole."""
    if name.endswith("build.key"):
        return len(data)
    if name.endswith(".casekit.json"):
        return {*json.loads(data)}
    if name.startswith("cache/"):
        return data.partition(b"\n")[2]
    return data


def compared(files):
    return {name: whole(name, data) for name, data in files.items() if data is not None}


@pytest.fixture
def counted(world, do, run):
    """A row, the folder before it and after it, and what its calls were."""

    def prepared(row):
        before, what, _, _ = ROWS[row]
        before(run)
        old = world.taken()
        count = Fault()
        with pytest.MonkeyPatch.context() as patched:
            count.put(patched)
            done = do(what)
        assert (0, None) == (done.status, done.ended), done.errors
        return old, world.taken(), count.seen

    return prepared


def mine(files):
    """What a user sees; what is remembered is casekit's own."""
    return {
        name: data
        for name, data in files.items()
        if name.startswith("work/") and not name.endswith(".casekit.json")
    }


def clear(world):
    """What nobody holds any more goes with the next file that is written beside it."""
    for folder in {(world.root / name).parent for name in world.taken() if LEFT.match(Path(name).name)}:
        with folder_in(folder):
            pass


@pytest.fixture
def _planned_once(monkeypatch):
    """The same cases are planned and printed once: what is tried is what is written."""
    made = {}

    def once(home, name):
        work = getattr(home, name)

        def remembered(*given, **named):
            key = (
                name,
                *(
                    file.read_bytes()
                    for kind in ("*.case", "*.toml", "*.lock.json")
                    for file in sorted(Path().glob(kind))
                ),
            )
            if key not in made:
                made[key] = work(*given, **named)
            return made[key]

        monkeypatch.setattr(home, name, remembered)

    once(plan, "plan_build")
    once(execution, "carry_out")


@pytest.mark.parametrize(
    "each", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["some-way", "each-way"]
)
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.usefixtures("_planned_once")
def test_each_call_fails(row, each, world, counted, do):
    _, what, all_or_none, then = ROWS[row]
    old, new, calls = counted(row)
    assert {"write", "rename"} <= {*calls}
    was, becomes = compared(old), compared(new)
    for at in range(1, len(calls) + 1):
        for kind in FAULTS if each else [FAULTS[at % len(FAULTS)]]:
            world.restore(old)
            told = f"{row}: {kind} at {calls[at - 1]}, call {at} of {len(calls)}"
            with pytest.MonkeyPatch.context() as patched:
                fault = Fault(at, kind)
                fault.put(patched)
                done = do(what)
            assert len(fault.seen) >= at, told
            found = world.taken()
            left = {name for name in found if LEFT.search(name)}
            here = compared({name: data for name, data in found.items() if name not in left})
            for name in {**was, **here, **becomes}:
                assert here.get(name) in (was.get(name), becomes.get(name)), f"{told}: {name}"
            if kind != "killed":
                assert not left or calls[at - 1] in {"remove_tree", "new_folder"}, told
                if all_or_none:
                    assert mine(here) in (mine(was), mine(becomes)), told
            if kind in {"full", "input/output"} and not callable(what):
                assert (done.status, "error[CK905 cannot-write]" in done.errors) in ((1, True), (0, False)), (
                    told
                )
            # What nobody knows is not blamed.
            assert not LEFT.search(done.errors), told
            if isinstance(done.ended, OSError):
                assert str(world.root / "work") in done.ended.filename, told
                assert not LEFT.search(done.ended.filename), told
            after = do(then)
            assert (0, None) == (after.status, after.ended), f"{told}, then: {after.errors or after.ended}"
            clear(world)
            assert becomes == compared(world.taken()), f"{told}, then"
            assert {*new} == {*world.taken()}, f"{told}, then"


KILLED = """
import os, signal, sys
from casekit.system import disk
left = int(sys.argv.pop(1))
def dying(name, call):
    def counted(*given, **options):
        global left
        left -= 1
        if not left:
            if name == "write":
                call(given[0], given[1][:len(given[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*given, **options)
    return counted
for name in CALLS:
    setattr(disk, name, dying(name, getattr(disk, name)))
import casekit.cli
casekit.cli.run()
""".replace("CALLS", repr(CALLS))


@pytest.mark.nightly
@pytest.mark.parametrize("row", ["fmt", "translate extract", "proofread out"])
def test_a_process_is_killed_at_each_call(row, world, counted, do):
    _, what, _, then = ROWS[row]
    old, new, calls = counted(row)
    was, becomes = compared(old), compared(new)
    for at, call in enumerate(calls, 1):
        world.restore(old)
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(at), *what], capture_output=True, check=False
        )
        assert -signal.SIGKILL == done.returncode, done.stderr
        here = {name: data for name, data in compared(world.taken()).items() if not LEFT.search(name)}
        for name in {**was, **here, **becomes}:
            assert here.get(name) in (was.get(name), becomes.get(name)), f"{row}: {call}, call {at}: {name}"
        assert 0 == do(then).status
        clear(world)
        assert becomes == compared(world.taken()), f"{row}: {call}, call {at}, then"
