import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from casekit import __version__
from casekit.cli.main import _COMMANDS
from casekit.diagnostics import catalogue
from casekit.games.midnight.codes import INNOCENT_LIAR
from casekit.kit.code_registry import all_codes


def test_the_version(run):
    assert (0, f"casekit, version {__version__}\n", "") == run("--version")


@pytest.mark.parametrize("command", list(_COMMANDS))
def test_every_command_has_help_with_an_example(command, run):
    status, out, _ = run(command, "--help")
    assert 0 == status
    assert f"casekit {command} " in out.split("Example:")[1]


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["check", "--nonsense"], ["explain", "CK000"], ["completion", "x"]]
)
def test_misuse_exits_with_2(arguments, casekit):
    done = casekit(*arguments)
    assert 2 == done.returncode
    assert done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("chek", "there is no command `chek`; write `check`"),
        ("xyzzy", "there is no command `xyzzy`"),
    ],
)
def test_a_misspelt_command_is_offered_by_its_name(name, said, run):
    status, _, err = run(name)
    assert (2, f"Error: {said}") == (status, err.splitlines()[-1])


def test_a_fault_of_ours_says_what_to_report(casekit, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import casekit.kit.code_registry as c\nc.known_codes = None\n", encoding="utf-8"
    )
    done = casekit("explain", "CK401", env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}"})
    assert 3 == done.returncode
    assert re.search(
        rb"a fault of its own: TypeError.+ \(at casekit/.+\)\nPlease report this to whoever", done.stderr
    )


def test_a_machine_that_has_no_more_room_is_no_fault_of_ours(casekit, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import casekit.kit.code_registry as c\n"
        "def known_codes():\n    raise OSError(28, 'No space left on device')\n"
        "c.known_codes = known_codes\n",
        encoding="utf-8",
    )
    done = casekit("explain", "CK401", env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}"})
    assert 1 == done.returncode
    assert b"error[CK905 cannot-write]: a temporary file cannot be written: no space left" in done.stderr


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_who_ends_it_from_outside_ends_it_in_order(name, casekit, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal\n"
        "import casekit.kit.code_registry as c\n"
        f"c.known_codes = lambda: os.kill(os.getpid(), signal.{name})\n",
        encoding="utf-8",
    )
    done = casekit("explain", "CK401", env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{Path.cwd()}"})
    assert 1 == done.returncode
    assert b"error[CK908 interrupted]" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_programs_that_tests_start_in_the_background_hear_signals():
    """Shells let these be ignored there, and then tests of Ctrl-C would fail or wait for ever."""
    heard = "import signal; print([signal.getsignal(each).name for each in (signal.SIGHUP, signal.SIGUSR1)])"
    heard += "; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    script = (
        "import signal, subprocess, sys\n"
        "for each in (signal.SIGINT, signal.SIGHUP):\n"
        "    signal.signal(each, signal.SIG_IGN)\n"
        "import tests.conftest\n"
        f"subprocess.run([sys.executable, '-c', {heard!r}], check=True)\n"
        "signal.raise_signal(signal.SIGINT)\n"
        "signal.raise_signal(signal.SIGHUP)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ("['SIG_DFL', 'SIG_DFL']\nTrue\n", "") == (done.stdout, done.stderr)


def test_a_name_that_is_too_long_is_misuse(casekit):
    done = casekit("errata", "x" * 500, ".")
    assert 2 == done.returncode
    assert b"error[CK901 no-such-file]: this name is too long for a file" in done.stderr


@pytest.mark.parametrize("name", ["CK401", "ck401", "innocent-liar"])
def test_explain_prints_the_entry_of_a_code(name, run):
    expected = f"# CK401 innocent-liar\n\n{catalogue.entry(INNOCENT_LIAR)}\n"
    assert (0, expected, "") == run("explain", name)


@pytest.mark.parametrize("name", ["CK304", "ck304", "unknown-topic"])
def test_explain_knows_what_a_code_once_was(name, run):
    status, out, _ = run("explain", name)
    assert (0, "# CK306 unknown-heading") == (status, out.splitlines()[0])
    assert "\n\nFormerly CK303 unknown-suspect, CK304 unknown-topic, CK305 unknown-location.\n\n" in out


def test_explain_lists_all_codes(run):
    status, out, _ = run("explain")
    assert (0, [code.id for code in all_codes()]) == (status, [line.split()[0] for line in out.splitlines()])


def test_explain_suggests_the_nearest_code(run):
    status, _, err = run("explain", "inocent-lier")
    assert (2, True) == (status, "CK401 (innocent-liar)" in err)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell, run):
    status, out, _ = run("completion", shell)
    assert 0 == status
    assert "_CASEKIT_COMPLETE" in out


def test_completion_knows_the_commands(casekit):
    environment = {"_CASEKIT_COMPLETE": "bash_complete", "COMP_WORDS": "casekit ex", "COMP_CWORD": "1"}
    done = casekit(env=os.environ | environment)
    assert b"explain" in done.stdout
