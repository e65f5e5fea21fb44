"""What the process of ``test_reader`` does."""

import os
import socket
import time
from pathlib import Path

from casekit.system.sandbox import report_progress


def say(value):
    """A value, and which process says it."""
    report_progress(f"saying {value}")
    os.write(1, b"what a library prints is no answer")
    return value, os.getpid()


def work_for_ever():
    report_progress("working")
    while True:
        pass


def take_all():
    report_progress("taking")
    taken = []
    while True:
        taken.append(bytes(10_000_000))


def copy(data):
    """Twice the length of a file, of which two more copies are made."""
    return len(data + data)


def work_piece_by_piece():
    for _ in range(4):
        begun = time.process_time()
        while time.process_time() < begun + 0.6:
            pass
        report_progress("working")
    return "done"


def stay(file=None):
    """Does nothing for ever, and says in a file which process does so."""
    if file is None:
        report_progress("staying")
    else:
        report_progress(os.getpid())
    time.sleep(3_600)


def die():
    report_progress("dying")
    os.abort()


def fail():
    raise ValueError("no")


def lack():
    raise ImportError(name="lxml")


DENIED = {
    "a file that is there": lambda folder: (folder / "there").write_text("new", encoding="utf-8"),
    "a new file": lambda folder: (folder / "new").write_text("new", encoding="utf-8"),
    "a new folder": lambda folder: (folder / "new").mkdir(),
    "a file to be removed": lambda folder: (folder / "there").unlink(),
    "a file to be moved": lambda folder: (folder / "there").rename(folder / "elsewhere"),
    "a connection": lambda _: socket.create_connection(("127.0.0.1", 9)),
    "a socket of another kind": lambda _: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM),
    "a program": lambda _: os.execv("/bin/true", ["true"]),  # noqa: S606
}


def attempt(name, folder):
    """Try what is denied; the name of what it raises."""
    try:
        DENIED[name](Path(folder))
    except OSError as error:
        return type(error).__name__
    return "nothing"
