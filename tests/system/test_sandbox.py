"""The process that reads strangers' files: it lasts, has limits, may do little, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
from threading import Thread

import pytest

from casekit.system import sandbox
from casekit.system.executors import TaskError
from casekit.system.sandbox import ReadingLimits, SandboxError, allow_for, document_budget, end_readers, read
from tests.system import reader_works
from tests.system.reader_works import DENIED

POSIX = pytest.mark.skipif(os.name == "nt", reason="limits and signals are POSIX")
LITTLE = ReadingLimits(seconds=1, megabytes=200)


@pytest.fixture(autouse=True)
def none_left():
    end_readers()
    yield
    end_readers()


def process():
    """The process that reads now."""
    return read(reader_works.say, 1)[1]


def is_there(number):
    """Whether a process runs; one that has ended and that nobody waited for does not."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], capture_output=True, check=False)
    return bool(status.stdout.strip()) and not status.stdout.startswith(b"Z")


def until_gone(number):
    """Come back when a process has ended, however long the machine takes."""
    while is_there(number):
        time.sleep(0.05)


def test_one_process_reads_file_after_file():
    told = []
    first, second = read(reader_works.say, [b"\xff", None, 0.5], progress=told.append), process()
    assert ["saying [b'\\xff', None, 0.5]"] == told
    assert ["/w==", None, 0.5] == first[0]
    assert os.getpid() != first[1] == second


def test_each_thread_has_one_to_itself():
    told = []
    threads = [Thread(target=lambda at=at: told.append(read(reader_works.say, at))) for at in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [0, 1, 2, 3] == sorted(number for number, _ in told)
    assert process() in {number for _, number in told}


@POSIX
@pytest.mark.parametrize(
    ("work", "reason", "after"),
    [
        ("work_for_ever", "takes more than 1 seconds of processor time", "working"),
        ("take_all", "takes more than 200 MB of memory, or breaks the program that reads it", "taking"),
        ("die", "takes more than 200 MB of memory, or breaks the program that reads it", "dying"),
    ],
)
def test_a_limit_is_told_and_the_next_file_is_read(work, reason, after):
    before, told = process(), []
    with pytest.raises(SandboxError) as unread:
        read(getattr(reader_works, work), limits=LITTLE, progress=told.append)
    assert (reason, [after]) == (str(unread.value), told)
    assert before != process()
    assert not is_there(before)


def test_a_large_file_has_as_much_more_memory():
    assert 300_000_000 == read(reader_works.copy, bytes(150_000_000), limits=LITTLE)
    assert 1 == read(reader_works.say, 1)[0]


@POSIX
def test_a_document_has_the_time_of_a_file_for_each_page_and_one_budget_for_all():
    work = reader_works.work_piece_by_piece  # 2.4 seconds in pieces of 0.6
    with document_budget(1):
        allow_for(4)
        assert "done" == read(work, limits=LITTLE)
        for _ in range(2):
            with pytest.raises(
                SandboxError, match=r"^takes more than 1 seconds of processor time for a page, or 4 for all$"
            ):
                read(work, limits=LITTLE)
        with document_budget():
            assert "done" == read(work, limits=LITTLE)
    with pytest.raises(SandboxError, match=r"^takes more than 1 seconds of processor time$"):
        read(work, limits=LITTLE)


@POSIX
def test_nothing_more_is_read_of_a_document_that_reached_a_limit():
    with document_budget():
        with pytest.raises(SandboxError, match="MB of memory"):
            read(reader_works.take_all, limits=LITTLE)
        with pytest.raises(SandboxError, match="seconds"):
            read(reader_works.say, 1)
    assert 1 == read(reader_works.say, 1)[0]


def test_one_that_does_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr(sandbox, "PATIENCE", 0.5)
    with pytest.raises(SandboxError, match=r"takes more than 0\.5 seconds$"):
        read(reader_works.stay)


@POSIX
def test_one_that_is_killed_is_told():
    def kill(number):
        os.kill(number, signal.SIGKILL)

    with pytest.raises(SandboxError, match="breaks the program"):
        read(reader_works.stay, "a file", progress=kill)


def test_one_that_ended_between_two_files_is_not_missed():
    before = process()
    os.kill(before, signal.SIGTERM)
    sandbox._idle[0]._process.wait()
    assert before != process()


def test_faults_and_missing_libraries_are_told():
    with pytest.raises(TaskError, match=r"ValueError: no .*reader_works"):
        read(reader_works.fail)
    with pytest.raises(ImportError) as missing:
        read(reader_works.lack)
    assert "lxml" == missing.value.name


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone can deny it")
@pytest.mark.parametrize("name", DENIED)
def test_it_may_not(name, tmp_path):
    (tmp_path / "there").write_text("old", encoding="utf-8")
    assert "PermissionError" == read(reader_works.attempt, name, str(tmp_path))
    assert {"there": "old"} == {each.name: each.read_text(encoding="utf-8") for each in tmp_path.iterdir()}


ASKING = """
from casekit.system.sandbox import read
from tests.system.reader_works import stay
read(stay, "a file", progress=lambda number: print(number, flush=True))
"""


@POSIX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_it_ends_with_whoever_asks(number):
    with subprocess.Popen(
        [sys.executable, "-c", ASKING], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as asking:
        reading = int(asking.stdout.readline())
        assert is_there(reading)
        asking.send_signal(number)
    until_gone(reading)
    assert -number == asking.returncode


@POSIX
def test_a_process_that_ends_before_it_hears_anything_is_lost_like_any_other(monkeypatch):
    number = process()
    os.kill(number, signal.SIGKILL)
    until_gone(number)
    # As if it had ended right after somebody looked.
    monkeypatch.setattr(sandbox._Reader, "is_ready", True)
    with pytest.raises(SandboxError):
        process()
    assert number != process()
