"""Builds that end before their time: nothing half-written is left, and nothing that was needed for a moment."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")

TWO = '\n[[booklets]]\nslug = "red"\ncases = ["base.case"]\n\n[[booklets]]\nslug = "blue"\ncases = ["base.case"]\n'
BUILD = ("build", ".", "--only", "sheet", "--jobs", "2", "--output", "out")
LONG = "The sea rose and fell beneath the ship. " * 200


@pytest.fixture
def temporary(tmp_path_factory):
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture
def edition(boat):
    """The boat's edition with two booklets."""
    file = boat / "edition.toml"
    file.write_text(file.read_text(encoding="utf-8") + TWO, encoding="utf-8")
    return boat


@pytest.fixture
def build(casekit, temporary):
    """Runs a build to its end and gives its status."""

    def run(*command):
        return casekit(*command, env={**os.environ, "TMPDIR": str(temporary)}).returncode

    return run


# What every process of the build reads at its beginning: where fonts are written to the folder of the typesetter, say so and
# wait for a signal, or for the end of the first process.
STOP = """
import os, sys, time
first = int(os.environ.setdefault("FIRST_OF_BUILD", str(os.getpid())))
def wait(event, arguments):
    if event == "open" and str(arguments[0]).startswith(os.path.join(os.environ["TMPDIR"], "")) and "/weasyprint-" in str(arguments[0]):
        open({reached!r}, "a").close()
        while first in (os.getpid(), os.getppid()):
            time.sleep(0.01)
        os._exit(1)
sys.addaudithook(wait)
"""


@pytest.fixture
def start(temporary, tmp_path_factory):
    """Starts a build that gets as far as setting type, and no further."""
    folder = tmp_path_factory.mktemp("stop")
    reached = folder / "reached"
    (folder / "sitecustomize.py").write_text(STOP.format(reached=str(reached)), encoding="utf-8")

    def run():
        command = [sys.executable, "-c", "import casekit.cli; casekit.cli.run()", *BUILD]
        process = subprocess.Popen(
            command,
            env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(folder)},
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        while process.poll() is None and not reached.exists():
            time.sleep(0.01)
        return process

    return run


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.usefixtures("edition")
def test_a_build_leaves_no_temporary_files(build, temporary):
    assert 0 == build("build", ".", "--only", "booklet,sheet", "--jobs", "2", "--output", "out")
    assert [] == files(temporary)


def test_a_build_that_fails_leaves_none(boat, build, temporary):
    case = boat / "base.case"
    text = case.read_text(encoding="utf-8")
    case.write_text(text.replace("found dead in his bed", f"found dead in his bed. {LONG}"), encoding="utf-8")
    assert 1 == build("build", "base.case", "--output", "out")
    assert ([], False) == (files(temporary), (boat / "out").exists())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_build_that_is_stopped_leaves_nothing(edition, start, temporary, number):
    before = files(edition)
    with start() as process:
        process.send_signal(number)
        _, errors = process.communicate()
    assert 1 == process.returncode
    assert b"error[CK908 interrupted]" in errors
    assert (before, []) == (files(edition), list(temporary.iterdir()))


def test_after_a_build_that_was_killed_the_next_one_cleans_up(edition, start, build, temporary):
    before = files(edition)
    with start() as process:
        process.kill()
        # Its processes have ended too when nobody can write there any more.
        process.communicate()
    assert before == files(edition)
    assert [] != list(temporary.iterdir())
    assert 0 == build(*BUILD)
    assert [] == list(temporary.iterdir())
    made = {f"out/{slug}-sheet.pdf" for slug in ("red", "blue")}
    assert made <= set(files(edition))
    assert [] == list(edition.rglob(".casekit-tmp-*"))
