"""``casekit check --watch``: the verdict of each change, until Ctrl-C."""

import os
import queue
import signal
import subprocess
import sys
import threading

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")


@pytest.fixture
def watch(boat):
    """Starts `casekit check --watch` in the boat's folder; gives it, and a function that waits until it prints a text."""
    started = []

    def start(*arguments):
        script = "import sys, casekit.cli; sys.argv[0] = 'casekit'; casekit.cli.run()"
        process = subprocess.Popen(
            [sys.executable, "-c", script, "check", "--watch", *arguments],
            cwd=boat,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        started.append(process)
        lines = queue.SimpleQueue()

        def read():
            for line in process.stdout:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=read, daemon=True).start()

        def until(text):
            told = ""
            while text not in told:
                line = lines.get()
                assert line is not None, f"it ended after {told!r}"
                told += line
            return told

        return process, until

    yield start
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


def test_each_change_is_checked(boat, watch):
    process, until = watch()
    until("waiting for changes")
    case, edition = boat / "base.case", boat / "edition.toml"
    good = case.read_text("utf-8")
    case.write_text(good.replace("culprit", "culpit", 1), "utf-8")
    until("1 error")
    # As an editor does it: a new file takes the place of the old one.
    (boat / "new").write_text(good, "utf-8")
    (boat / "new").replace(case)
    until("no findings")
    settings = edition.read_text("utf-8")
    edition.write_text("[[", "utf-8")
    until("1 error")
    edition.write_text(settings, "utf-8")
    until("no findings")
    (boat / "other.case").write_text("", "utf-8")
    # What is told of the other files may come twice: a text can be seen before all of it is written.
    until("other.case")
    (boat / "other.case").unlink()
    until("other.case is gone")
    process.send_signal(signal.SIGINT)
    assert 0 == process.wait()


def test_the_status_is_that_of_the_last_check(boat, watch):
    (boat / "faulty.case").write_text("", "utf-8")
    process, until = watch(".")
    assert "Traceback" not in until("waiting for changes")
    process.send_signal(signal.SIGINT)
    assert 1 == process.wait()


@pytest.mark.usefixtures("boat")
def test_misuse_is_told(run, monkeypatch):
    assert 2 == run("check", "--watch", "nowhere.case")[0]
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    status, told, _ = run("check", "--watch")
    assert (1, True, True) == (status, "CK925" in told, 'pip install "casekit[write]"' in told)
