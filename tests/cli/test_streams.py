"""Standard streams that are closed, full or not read to the end, and Ctrl-C at any moment: never words of Python's."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import casekit

pytestmark = pytest.mark.skipif(os.name == "nt", reason="descriptors and signals are POSIX")

ROOT = Path(casekit.__file__).parent.parent
PROGRAM = "import sys; sys.argv[0] = 'casekit'; from casekit.cli import run; run()"
COMMANDS = {
    "explain": (("explain", "CK201"), 0),
    "all codes": (("explain",), 0),
    "help": (("--help",), 0),
    "version": (("--version",), 0),
    "check": (("check", "base.case"), 0),
    "as JSON": (("check", "base.case", "--json"), 0),
    "several": (("check", "base.case", "broken.case"), 1),
    "export": (("export", "base.case"), 0),
    "fmt": (("fmt", "--check", "base.case"), 1),
    "prove": (("ask", "base.case"), 0),
    "report": (("report", "base.case", "--budget", "20"), 0),
    "words": (("check", "--words", "base.case"), 0),
    "completion": (("completion", "bash"), 0),
    "no such command": (("nonsense",), 2),
    "new": (("new",), 2),
}


def shell(line, folder):
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr
    assert b"Exception ignored" not in done.stderr, done.stderr
    assert b"fault of its own" not in done.stderr, done.stderr
    return done


def called(arguments):
    return f'"{sys.executable}" -c "{PROGRAM}" {" ".join(arguments)}'


@pytest.fixture
def desk(boat, put):
    put("broken.case", (boat / "base.case").read_text(encoding="utf-8").replace("culprit", "culpit", 1))
    return boat


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_changes_no_status(command, closed, desk):
    arguments, status = COMMANDS[command]
    before = sorted(desk.iterdir())
    done = shell(f"{called(arguments)} {closed}", desk)
    assert status == done.returncode, done.stderr
    assert before == sorted(desk.iterdir())
    if ">&-" in closed.split():
        assert b"" == done.stdout


@pytest.mark.parametrize("command", ["check -", "import -", "fmt -"])
@pytest.mark.parametrize("given", ["<&-", "0> unreadable"])
def test_an_input_that_cannot_be_read_is_a_finding(command, given, desk):
    done = shell(f"{called(command.split())} {given}", desk)
    assert done.returncode in {1, 2}
    assert b"error[CK" in done.stdout + done.stderr


@pytest.mark.parametrize(
    "command", ["explain", "all codes", "check", "as JSON", "several", "export", "prove"]
)
def test_a_reader_who_has_gone_is_told_by_the_status_alone(command, desk):
    arguments, _ = COMMANDS[command]
    done = shell(f"{called(arguments)} | true; exit ${{PIPESTATUS[0]}}", desk)
    # A short text may be in the pipe before its reader has gone; a pipe that is closed from the beginning is not.
    assert done.returncode in {141, COMMANDS[command][1]}
    reading, writing = os.pipe()
    os.close(reading)
    command_line = [sys.executable, "-c", PROGRAM, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    try:
        gone = subprocess.run(
            command_line, cwd=desk, stdout=writing, stderr=subprocess.PIPE, check=False, env=environment
        )
    finally:
        os.close(writing)
    assert (141, b"") == (gone.returncode, gone.stderr)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("command", ["explain", "all codes", "check", "as JSON", "export"])
def test_an_output_that_is_full_is_what_is_blamed(command, desk):
    done = shell(f"{called(COMMANDS[command][0])} > /dev/full", desk)
    assert 1 == done.returncode
    assert b"error[CK905 cannot-write]: standard output cannot be written: no space left" in done.stderr
    assert b"temporary" not in done.stderr
    done = shell(f"{called(('nonsense',))} 2> /dev/full", desk)
    assert 1 == done.returncode


# --- Ctrl-C -----------------------------------------------------------------------------------------

INTERRUPTED = b"error[CK908 interrupted]: stopped; no half-written file is left"
WHEN = """
import os, signal, sys
class Interrupting:
    left = {left}
    def find_spec(self, name, path=None, target=None):
        Interrupting.left -= 1
        if Interrupting.left == 0:
            os.kill(os.getpid(), signal.SIGINT)
        return None
from casekit import cli
sys.meta_path.insert(0, Interrupting())
sys.argv[0] = "casekit"
cli.run()
"""


@pytest.mark.parametrize("left", [1, 2, 5, 20, 60, 100, 150, 200, 250, 300])
def test_ctrl_c_while_modules_are_imported_is_a_finding(left, desk):
    done = subprocess.run(
        [sys.executable, "-c", WHEN.format(left=left), "check", "base.case"],
        cwd=desk,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert b"Traceback" not in done.stderr, done.stderr
    assert (1, INTERRUPTED) == (done.returncode, done.stderr.strip()) or (0, b"") == (
        done.returncode,
        done.stderr,
    )


def test_ctrl_c_that_python_loses_comes_again(desk):
    """An exception in a finalizer is only shown."""
    script = (
        "import os, signal\n"
        "from casekit.pipeline import checking\n"
        "class Lost:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "look = checking.check_without_deduction\n"
        "checking.check_without_deduction = lambda case: (Lost(), look(case))[1]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{script}{PROGRAM}", "check", "base.case"],
        cwd=desk,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (1, INTERRUPTED) == (done.returncode, done.stderr.strip())


@pytest.mark.parametrize(
    "way", ["raise RuntimeError('it') from KeyboardInterrupt()", "raise KeyboardInterrupt"]
)
def test_what_comes_of_ctrl_c_is_no_fault(way, desk):
    script = f"from casekit.pipeline import checking\ndef stop(case):\n    {way}\nchecking.check_without_deduction = stop\n"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}{PROGRAM}", "check", "base.case"],
        cwd=desk,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (1, INTERRUPTED) == (done.returncode, done.stderr.strip())


@pytest.mark.parametrize("wait", [0.1, 0.2, 0.3, 0.45, 0.6])
def test_ctrl_c_after_a_while(wait, desk):
    """As somebody presses it; before Python has begun with casekit nobody can say anything."""
    started = "import os; os.write(1, b'.'); "
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"import signal; from casekit import cli; {started}{PROGRAM}",
            "check",
            "base.case",
        ],
        cwd=desk,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    process.stdout.read(1)
    time.sleep(wait)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert b"Traceback" not in errors, errors
    assert process.returncode in {0, 1, -signal.SIGINT}
