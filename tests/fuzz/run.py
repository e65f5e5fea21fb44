"""Feeds mutated inputs to what reads them. Fails on tracebacks, more than 5 s of processor time, or 500 MB.

``run.py TARGET --examples 100`` does the same every time; ``run.py --seconds 600`` goes on with other inputs for as
long as that, for all targets in turn, from a seed that it prints. Each target runs in a process of its own under limits, so
that neither a hang nor a crash ends the runner. What failed is written to ``.fuzz/``, as small as hypothesis could make it.
"""

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from mutants import mutants
from targets import TARGETS

CPU = 5
"""Seconds of processor time for one input."""
MEMORY = 500 * 2**20
FAILURES = Path(__file__).resolve().parents[2] / ".fuzz"
SLOW = 75
"""The status of a process in which an input took too long."""
ROUND = 50
SMALL, LARGE = 20_000, 400_000
"""By how many bytes an input may be longer than what it is made of: where each run is the same, and by hand."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"some of {', '.join(TARGETS)}")
    parser.add_argument("--seconds", type=int, default=0, help="how long in all")
    parser.add_argument("--examples", type=int, default=ROUND, help="how many inputs, without --seconds")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    names = asked.targets or list(TARGETS)
    if unknown := set(names) - set(TARGETS):
        parser.error(f"there is no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    if asked.inside:
        _inside(names[0], asked.inside, asked.seed, asked.seconds, asked.examples)
        return
    first = (random.randrange(2**32) if asked.seconds else 0) if asked.seed is None else asked.seed  # noqa: S311
    print(f"seed {first}", flush=True)
    failed = [name for name in names if not _fuzz(name, first, asked.seconds / len(names), asked.examples)]
    sys.exit(f"failed: {', '.join(failed)}" if failed else None)


def _fuzz(name: str, first: int, seconds: float, examples: int) -> bool:
    """Run a target in a process, and keep the input it fails on. Says whether it did not."""
    with tempfile.TemporaryDirectory(prefix="casekit-fuzz-") as folder:
        current = Path(folder) / f"current{TARGETS[name].suffix}"
        command = [sys.executable, __file__, name, "--inside", current, "--seed", first]
        command += ["--seconds", int(seconds), "--examples", examples]
        done = subprocess.run(list(map(str, command)), cwd=folder, check=False, stdin=subprocess.DEVNULL)
        if done.returncode == 0:
            return True
        FAILURES.mkdir(exist_ok=True)
        data = current.read_bytes() if current.exists() else b""
        kept = FAILURES / f"{name}-{sha256(data).hexdigest()[:10]}{TARGETS[name].suffix}"
        kept.write_bytes(data)
    if done.returncode == SLOW:
        reason = f"more than {CPU} s of processor time"
    else:
        reason = f"ended by signal {-done.returncode}" if done.returncode < 0 else "see above"
    print(f"{name}: FAILED, {reason}; the input is in {kept}", flush=True)
    return False


def _inside(name: str, current: Path, first: int, seconds: int, examples: int) -> None:
    """Run a target in this process, writing each input to ``current`` before it is used."""
    target = TARGETS[name]
    seeds = target.seeds()
    for data in seeds[:3]:
        target.run(data)  # Whatever is loaded or remembered counts for no input.
    signal.signal(signal.SIGPROF, lambda *_: os._exit(SLOW))
    resource.setrlimit(resource.RLIMIT_AS, (_address_space() + MEMORY, resource.RLIM_INFINITY))
    tried = 0

    def attempt(data: bytes) -> None:
        nonlocal tried
        tried += 1
        current.write_bytes(data)
        with _watched():
            target.run(data)

    started = time.monotonic()
    rounds = 0
    while rounds == 0 or time.monotonic() - started < seconds:
        count = ROUND if seconds else examples
        _explore(attempt, mutants(seeds, LARGE if seconds else SMALL), first + rounds, count)
        rounds += 1
    print(f"{name}: {tried} inputs", flush=True)


def _explore(attempt, inputs, number: int, count: int) -> None:
    explore = settings(
        max_examples=count,
        database=None,
        deadline=None,
        print_blob=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    seed(number)(explore(given(inputs)(attempt)))()


@contextmanager
def _watched() -> Iterator[None]:
    """End this process if it takes too long; by force, if it does not listen."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    forced = int(used.ru_utime + used.ru_stime) + 2 * CPU
    resource.setrlimit(resource.RLIMIT_CPU, (forced, resource.RLIM_INFINITY))
    signal.setitimer(signal.ITIMER_PROF, CPU)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    main()
