"""Signals that come while a library computes."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")

# Eleven holes for twelve pigeons: no solver finds out in minutes that they are too few.
HARD = """
import itertools, os, signal, sys
from threading import Timer
from casekit.cli import main
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.logic.theory import Theory

knowledge = TheorySolver(Theory((), (), (), (), ()))
holes = range(11)
def sits(pigeon, hole): return 11 * pigeon + hole + 1
for pigeon in range(12):
    knowledge._solver.add_clause([sits(pigeon, hole) for hole in holes])
for hole in holes:
    for one, other in itertools.combinations(range(12), 2):
        knowledge._solver.add_clause([-sits(one, hole), -sits(other, hole)])

main._stop_in_order()
try:
    os.write(1, b"begun")
    knowledge._ask_solver((), 2_000_000_000)
except KeyboardInterrupt:
    os.write(1, b" stopped")
    with_another = TheorySolver(Theory((), (), (), (), ()))
    assert with_another.solve(())
    os.write(1, b" answered")
"""


@pytest.mark.parametrize("name", SIGNALS)
def test_a_signal_reaches_a_question_that_is_too_hard(name):
    with subprocess.Popen([sys.executable, "-c", HARD], stdout=subprocess.PIPE) as process:
        said = os.read(process.stdout.fileno(), 5)
        assert b"begun" == said
        time.sleep(0.5)  # until the solver is at it
        process.send_signal(getattr(signal, name))
        assert b" stopped answered" == process.communicate(timeout=60)[0]
    assert 0 == process.returncode


# The signal comes in a callback, where Python loses the exception, and then this process waits.
LOST = """
import os, signal, sys, time
{before}
from casekit.cli import main

main._stop_in_order()
main._heed_interrupts()

class Swallowing:
    def __del__(self):
        os.kill(os.getpid(), signal.{name})
        time.sleep(1)

try:
    Swallowing()
    time.sleep(60)
except KeyboardInterrupt:
    os.write(1, b"stopped")
"""


@pytest.mark.parametrize(
    ("name", "ignored"), [*((name, False) for name in SIGNALS), ("SIGTERM", True), ("SIGHUP", True)]
)
def test_a_signal_that_is_lost_in_a_callback_comes_again(name, ignored):
    # A shell has Ctrl-C ignored by what it starts in the background.
    before = "signal.signal(signal.SIGINT, signal.SIG_IGN)" if ignored else ""
    program = LOST.format(name=name, before=before)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=50, check=True)
    assert b"stopped" == done.stdout


OTHERS = """
import os, signal
from threading import Thread
from casekit.system import interruptions

def can_reach():
    with interruptions.reachable(print) as can_stop:
        return can_stop

told = [can_reach()]
interruptions.listen()
told.append(can_reach())
thread = Thread(target=lambda: told.append(can_reach()))
thread.start()
thread.join()
reading, writing = os.pipe()
os.set_blocking(writing, False)
signal.set_wakeup_fd(writing)
told.append(can_reach())
assert signal.set_wakeup_fd(-1) == writing
print(*told)
"""


def test_it_listens_in_the_main_thread_of_a_command_and_takes_signals_from_nobody():
    done = subprocess.run([sys.executable, "-c", OTHERS], capture_output=True, text=True, check=True)
    assert "False True False False\n" == done.stdout
