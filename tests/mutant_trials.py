"""Runs tests in a copy of the checkout for ``draw_mutants.py``: they are collected once, and run in a fork for each fault.

``python tests/mutant_trials.py LANE TESTS...``, in the copy, reads a request from each line of its input and answers with a
line, both JSON. ``{}`` asks what each test calls and takes. ``{"only": [...], "seconds": 10, "file": "casekit/values/frozen_classes.py"}``
asks whether one of some tests fails, which are run in this order and may take so much processor time; functions of the file
get the code that it has by now.
"""

import contextlib
import functools
import gc
import json
import os
import resource
import signal
import sys
import threading
import time
from pathlib import Path
from types import CodeType, FunctionType

import pytest

_FINE = (0, 5)
"""Statuses of pytest: all passed, or there were none."""
_LONGEST = 900
"""Seconds after which tests that wait for something are ended."""
_OUTSIDE = frozenset({"awake", "casekit"})
"""Fixtures that run commands in other processes, where it is not seen what they call."""


class _Learner:
    """Notes which functions of casekit each test calls, and how much processor time it takes.

    What fixtures call that are shared by tests counts for each test that has them.
    """

    def __init__(self) -> None:
        self._home = f"{Path.cwd()}/"
        self._places = {}
        self._codes = []
        self._now = set()
        self._shared = {}
        self.tests = {}

    def _trace(self, frame, _event, _argument):
        code = frame.f_code
        place = self._places.get(id(code))
        if place is None:
            self._codes.append(code)  # so that no other gets its identity
            name = code.co_filename
            is_ours = name.startswith(f"{self._home}casekit/")
            place = f"{name.removeprefix(self._home)}:{code.co_firstlineno}" if is_ours else ""
            self._places[id(code)] = place
        if place:
            self._now.add(place)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef):
        if fixturedef.scope == "function":
            return (yield)
        before, self._now = self._now, set()
        try:
            return (yield)
        finally:
            self._shared.setdefault(fixturedef.argname, set()).update(self._now)
            self._now = before | self._now

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self._now = set()
        start = time.process_time()
        sys.settrace(self._trace)
        threading.settrace(self._trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            names = getattr(item, "fixturenames", ())
            called = self._now.union(*(self._shared.get(name, ()) for name in names))
            self.tests[item.nodeid] = {
                "seconds": round(time.process_time() - start, 4),
                "calls": sorted(called),
                "outside": not _OUTSIDE.isdisjoint(names),
            }


def _codes_of(code: CodeType):
    """The codes of all functions inside a code, by name and line."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield (inner.co_qualname, inner.co_firstlineno), inner
            yield from _codes_of(inner)


def _exchange(file: str) -> None:
    """Give the functions of a module the code that its file has by now, and let nothing be remembered."""
    path = Path.cwd() / file
    codes = dict(_codes_of(compile(path.read_text(encoding="utf-8"), str(path), "exec")))
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == str(path):
            code = codes.get((thing.__code__.co_qualname, thing.__code__.co_firstlineno))
            if code is not None and code != thing.__code__:
                thing.__code__ = code
        elif isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()


class _Forking:
    """Runs the tests that a request names in a fork, once all are collected."""

    def __init__(self, requests, answers) -> None:
        self._requests = requests
        self._answers = answers
        self.answer = None
        self.learner = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        gc.freeze()
        self._say({"collected": not session.testsfailed})
        for line in self._requests:
            request = json.loads(line)
            reading, writing = os.pipe()
            child = os.fork()
            if not child:
                os.close(reading)
                self.answer = writing
                self._begin(session, request)
                return None
            os.close(writing)
            self._say(_told(child, reading))
        return True

    def _say(self, told):
        self._answers.write(f"{json.dumps(told)}\n")
        self._answers.flush()

    def _begin(self, session, request):
        os.setsid()
        gc.unfreeze()
        if "only" not in request:
            self.learner = _Learner()
            session.config.pluginmanager.register(self.learner)
            return
        most = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + request["seconds"]), most))
        conftest = sys.modules.get("tests.conftest")
        if conftest is not None:  # it sees that no test limits its own process
            conftest._LIMITS = conftest._limits()
        if request.get("file"):
            _exchange(request["file"])
        order = {name: number for number, name in enumerate(request["only"])}
        chosen = [item for item in session.items if item.nodeid in order]
        session.items[:] = sorted(chosen, key=lambda item: order[item.nodeid])
        session.config.option.maxfail = 1


def _told(child, reading):
    """The answer of a process; that a test fails, if it does not come to an end."""
    end = threading.Timer(_LONGEST, os.killpg, (child, signal.SIGKILL))
    end.start()
    with os.fdopen(reading, encoding="utf-8") as stream:
        told = stream.read()
    os.waitpid(child, 0)
    end.cancel()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return json.loads(told or '{"fails": true}')


def main() -> None:
    """Collect tests, then answer each line of the input."""
    lane, *tests = sys.argv[1:]
    sys.path.pop(0)  # beside this script are modules of tests, which are no top-level ones
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    forking = _Forking(requests, answers)
    status = pytest.main(["-q", "-p", "no:cacheprovider", "-m", lane, *tests], plugins=[forking])
    if forking.answer is None:
        return
    told = {"fails": status not in _FINE}
    if forking.learner is not None:
        told["tests"] = forking.learner.tests
    with os.fdopen(forking.answer, "w", encoding="utf-8") as stream:
        json.dump(told, stream)
    os._exit(0)


if __name__ == "__main__":
    main()
