"""What differs from system to system, simulated: encodings of terminals, line ends, names of files, signals, locks."""

import errno
import os
import signal
from pathlib import Path

import pytest

from casekit.cli import main
from casekit.cli.cases import with_slashes
from casekit.kit.code_registry import base_of
from casekit.system import disk, user_cache
from casekit.system.file_names import flaw

BASE = base_of()
GREEK = BASE.replace("The Last Soup", "Ἡ τελευταία σούπα 🍲").replace(
    "plucking geese", "plucking “geese”, née Лебедь"
)
BROKEN = GREEK.replace("~ tin = suite", "~ tin = σουίτα")


@pytest.fixture
def narrow(casekit, boat):
    """Runs commands where pipes know 256 characters, as on Windows, or 128."""
    (boat / "greek.case").write_text(GREEK, encoding="utf-8")
    (boat / "broken.case").write_text(BROKEN, encoding="utf-8")

    def run(encoding, *arguments, given=b""):
        env = {
            key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHONIO"))
        }
        env |= {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "NO_COLOR": "1"}
        done = casekit(*arguments, given=given, env=env)
        assert done.returncode in {0, 1}, done.stderr
        return done

    return run


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "greek.case", "broken.case"),
        ("ask", "greek.case"),
        ("report", "greek.case"),
        ("review", "greek.case"),
        ("diff", "base.case", "greek.case", "--no-figures"),
        ("fmt", "--diff", "greek.case"),
        ("explain", "CK401"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_what_a_terminal_cannot_show_is_no_fault(arguments, narrow):
    narrow("cp1252", *arguments).stdout.decode("cp1252")


@pytest.mark.parametrize("form", ["json", "sarif", "junit", "github", "gitlab", "markdown"])
def test_what_programs_read_is_utf_8_everywhere(form, narrow):
    wide = narrow("utf-8", "check", "broken.case", "--format", form).stdout
    assert wide == narrow("cp1252", "check", "broken.case", "--format", form).stdout
    assert "σουίτα" in wide.decode() or "\\u03c3" in wide.decode()


def test_documents_come_and_go_unharmed(narrow):
    exported = narrow("cp1252", "export", "greek.case").stdout
    assert "Ἡ τελευταία σούπα 🍲" in exported.decode()
    imported = narrow("ascii", "import", "-", given=exported).stdout
    assert imported == narrow("cp1252", "fmt", "-", given=GREEK.encode()).stdout
    changes = narrow(
        "cp1252", "diff", "base.case", "greek.case", "--no-figures", "--format", "markdown"
    ).stdout
    assert "Лебедь" in changes.decode()


def test_a_checkout_with_other_line_ends_is_the_same_case(run, put, boat):
    def answers():
        return run("check", ".", "--json"), run("check", ".", "--format", "gitlab")

    put("broken.case", BROKEN)
    before = [
        [part for part in told.splitlines() if '"start":' not in part and '"end":' not in part]
        for _, told, _ in answers()
    ]
    for file in (*boat.glob("*.case"), boat / "edition.toml"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    after = [
        [part for part in told.splitlines() if '"start":' not in part and '"end":' not in part]
        for _, told, _ in answers()
    ]
    assert before == after
    put("old.case", BROKEN)
    assert "Nothing changed.\n" == run("diff", "old.case", "broken.case")[1]


@pytest.mark.parametrize(
    "name",
    ["con.case", "NUL.case", "aux", "com1.case", "a:b.case", "what?.case", 'a"b.case', "a|b", "a\\b.case", "a*.case",
     "a\tb.case", "end. ", "lpt¹.x"],
)  # fmt: skip
def test_names_that_not_every_system_can_give_a_file(name, run, boat):
    assert flaw(name)
    if name.endswith(".case"):
        assert 2 == run("new", str(boat / name))[0]
    assert {"base.case", "edition.toml"} == {file.name for file in boat.iterdir()}


@pytest.mark.parametrize(
    "name", ["console.case", "nuller.case", "a-b.case", "Ἡ σούπα.case", "../a.case", "com10.case"]
)
def test_names_that_every_system_can_give_a_file(name):
    assert "" == flaw(name)


def test_names_with_backslashes_are_shown_with_slashes_where_these_part_folders():
    assert "cases/a.case" == with_slashes("cases\\a.case", "\\")
    assert "cases\\a.case" == with_slashes("cases\\a.case", "/")


@pytest.mark.usefixtures("boat")
def test_a_file_that_another_program_has_open_is_a_finding(run, put, monkeypatch):
    case = put("untidy.case", BASE.replace("== 02", "==   02"))
    before = case.read_bytes()

    def locked(path, target):
        raise PermissionError(errno.EACCES, "Access is denied", str(path), None, str(target))

    monkeypatch.setattr(disk, "rename", locked)
    status, _, err = run("fmt", "untidy.case")
    assert 1 == status
    assert "CK905 cannot-write" in err
    assert "close the program that has it open" in err
    assert before == case.read_bytes()
    assert {"base.case", "edition.toml", "untidy.case"} == {file.name for file in case.parent.iterdir()}


def test_signals_that_a_system_does_not_have_are_not_needed(monkeypatch):
    monkeypatch.delattr(signal, "SIGHUP")
    before = signal.getsignal(signal.SIGTERM)
    try:
        main._stop_in_order()
        assert signal.default_int_handler is signal.getsignal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_key_is_written_as_it_is(tmp_path, monkeypatch):
    """Without this flag Windows would write two bytes for a byte that is a line end."""
    binary, given = 1 << 28, []
    real = os.open
    monkeypatch.setattr(disk, "_BINARY", binary)

    def watched(path, flags, *mode):
        given.extend([flags & binary] if flags & os.O_CREAT else [])
        return real(path, flags & ~binary, *mode)

    monkeypatch.setattr(disk.os, "open", watched)
    user_cache._make_key(tmp_path / "state")
    assert [binary] == given


def test_no_process_is_a_copy_of_another():
    """Only POSIX can copy one, and a copy holds the locks of threads that it does not have."""
    package = Path(main.__file__).parents[1]
    texts = {file: file.read_text(encoding="utf-8") for file in package.rglob("*.py")}
    found = [
        file.name
        for file, text in texts.items()
        if "os.fork(" in text or '"fork"' in text or "forkserver" in text
    ]
    assert [] == found


def test_nothing_is_asked_of_git_where_there_is_none(run, boat, monkeypatch):
    monkeypatch.setenv("PATH", str(boat / "nothing"))
    status, _, err = run("diff", "HEAD:base.case", "base.case")
    assert 2 == status
    assert "git is not installed" in err
