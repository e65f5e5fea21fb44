"""Signals at random moments: a command ends within five seconds, says so, and leaves nothing, in every game."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

pytestmark = [
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="processes are looked up as Linux has them"
    ),
]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SECONDS = 5
GAMES = ("midnight", "abbey", "clue", "deception", "nightfall")
COMMANDS = {
    "build": ("build", ".", "--output", "out"),
    "check": ("check", "."),
    "report": ("report", "."),
    "new": ("new", "The Last Toast", "--generate"),
}
MOMENTS = 10
"""The moments at which each build is stopped at night."""


@pytest.fixture
def example(tmp_path):
    """Copies what belongs to a game's example, and gives the folder."""

    def copied(game):
        folder = tmp_path / game
        if game != "midnight":
            shutil.copytree(EXAMPLES / game, folder)
            return folder
        folder.mkdir()
        for file in EXAMPLES.iterdir():
            if file.is_file():
                shutil.copy(file, folder)
        shutil.copytree(EXAMPLES / "illustrations", folder / "illustrations")
        return folder

    return copied


@pytest.fixture
def start(tmp_path):
    """Starts a command in a session of its own, in a folder, with its own place for everything."""
    for name in ("temporary", "state", "cache"):
        (tmp_path / name).mkdir()
    env = {
        **{name: value for name, value in os.environ.items() if name != "CI"},
        "TMPDIR": str(tmp_path / "temporary"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }

    def run(folder, *command):
        return subprocess.Popen(
            [sys.executable, "-c", "import casekit.cli; casekit.cli.run()", *command],
            cwd=folder,
            env=env,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    return run


def patience():
    """Five seconds, as far as the machine has any for one more process."""
    return SECONDS * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def files(*folders):
    found = []
    for folder in folders:
        found += [path.relative_to(folder).as_posix() for path in folder.rglob("*")]
    return sorted(found)


def session_of(process):
    """The processes that were started by one, and have not ended."""
    running = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = place.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == process.pid and state not in "ZX":
            running.append(place.parent.name)
    return running


def stop_at(moment, number, process, folder, temporary, before, *, all_of_them=False):
    """Send a signal after some seconds, and look at how the command ends; whether it was still there."""
    try:
        process.wait(moment)
    except subprocess.TimeoutExpired:
        if all_of_them:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
    else:
        process.communicate()
        return False
    limit = patience()
    begun = time.monotonic()
    try:
        _, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        pytest.fail(f"{number.name} after {moment:.1f} s was not heard in {limit:.0f} s")
    # Until casekit begins, a signal ends Python.
    assert process.returncode in {1, -number}, errors
    if process.returncode == 1:
        assert b"error[CK908 interrupted]" in errors
        assert b"Traceback" not in errors
    while session_of(process) and time.monotonic() < begun + limit:
        time.sleep(0.05)
    assert [] == session_of(process)
    assert (before, []) == (files(folder), files(temporary))
    return True


def moments_of(seed, count, longest):
    """Some moments, each with a signal, and whether all processes hear it, as those at a terminal do."""
    random = Random(seed)  # noqa: S311 - nothing is secret
    return [
        (random.uniform(0.5, longest), random.choice(SIGNALS), random.random() < 1 / 3) for _ in range(count)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_build_that_is_stopped_at_any_moment_ends_in_time_and_leaves_nothing(
    game, example, start, tmp_path
):
    folder = example(game)
    before = files(folder)
    for moment, number, all_of_them in moments_of(game, 2, 6):
        with start(folder, *COMMANDS["build"]) as process:
            stop_at(moment, number, process, folder, tmp_path / "temporary", before, all_of_them=all_of_them)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_build_is_stopped_at_ten_moments(game, example, start, tmp_path):
    folder = example(game)
    begun = time.monotonic()
    with start(folder, *COMMANDS["build"]) as process:
        _, errors = process.communicate()
    assert 0 == process.returncode, errors
    whole = time.monotonic() - begun
    shutil.rmtree(folder)
    example(game)
    before = files(folder)
    stopped = 0
    for moment, number, all_of_them in moments_of(game, MOMENTS, whole * 0.9):
        with start(folder, *COMMANDS["build"]) as process:
            still_there = stop_at(
                moment, number, process, folder, tmp_path / "temporary", before, all_of_them=all_of_them
            )
        stopped += still_there
        if not still_there:
            shutil.rmtree(folder)
            example(game)
    assert stopped > MOMENTS / 2


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "build"])
def test_other_commands_are_stopped(name, game, example, start, tmp_path):
    folder = example(game)
    before = files(folder)
    for moment, number, all_of_them in moments_of(f"{name} {game}", 3, 12):
        with start(folder, *COMMANDS[name]) as process:
            still_there = stop_at(
                moment, number, process, folder, tmp_path / "temporary", before, all_of_them=all_of_them
            )
        if not still_there:
            shutil.rmtree(folder)
            example(game)
