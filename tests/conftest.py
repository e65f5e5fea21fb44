"""What all tests share: the small base case of the catalogue, its edition, and ways to check and run."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pypdf import PdfWriter

from casekit.games.midnight.language.edition_file import load_edition
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.pipeline import checking
from casekit.print import produce
from casekit.print.preflight import inspection
from tests.ci_runners import VARIABLES
from tests.overlay import overlay

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile(
    "night", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("day", settings.get_profile("night"), max_examples=30)
settings.load_profile("day")


# Commands print the same in a job of a service of CI as anywhere else, but for the tests that say otherwise.
for _variable in VARIABLES:
    os.environ.pop(_variable, None)


def _hear_signals():
    """Let programs that tests start hear Ctrl-C and the end of their terminal.

    ``nohup``, and shells in the background, let these signals be ignored, which whatever is started inherits. It does not inherit that
    a signal is handled, so this process does nothing when it hears one.
    """
    for name in ("SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


_hear_signals()


_LANES = {
    lane: tuple(tests)
    for lane, tests in tomllib.loads((ROOT / "tests/lanes.toml").read_text(encoding="utf-8")).items()
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what `lanes.toml` names, and all but every n-th case of a test that is ``sampled(n)``."""
    cases = Counter()
    for item in items:
        for lane, tests in _LANES.items():
            if item.nodeid.startswith(tests):
                item.add_marker(lane)
        sampled = item.get_closest_marker("sampled")
        if sampled is not None:
            test = item.nodeid.partition("[")[0]
            if cases[test] % sampled.args[0]:
                item.add_marker("nightly")
            cases[test] += 1


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item):
    """No test sets a limit to the process that runs it: the system would end it in the middle of a later one."""
    assert _limits() == _LIMITS, f"{item.nodeid} limits its own process"


def _limits():
    if sys.platform == "win32":
        return None
    import resource

    return resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_DATA)


_LIMITS = _limits()


def pytest_addoption(parser):
    parser.addoption("--rewrite", action="store_true", help="Write golden files anew instead of comparing.")


@pytest.fixture(scope="session")
def golden(request):
    """Compares a text with a golden file, or writes it with ``--rewrite``."""

    def compare(path: Path, actual: str):
        if request.config.getoption("--rewrite"):
            path.write_text(actual, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == actual

    return compare


@pytest.fixture(scope="session")
def loaded_edition() -> LoadedEdition:
    """The edition of the base case: three suspects, three locations, three topics."""
    edition, problems = load_edition(base_of("midnight", "base.toml").encode(), Path("edition.toml"))
    assert () == problems
    return LoadedEdition(edition)


@pytest.fixture(scope="session")
def check(loaded_edition):
    """Takes a fragment over the base case (or a whole text) the whole way."""

    def run(
        fragment: str = "",
        *,
        whole: bool = False,
        loaded_edition: LoadedEdition = loaded_edition,
        balance: int | None = None,
    ) -> checking.CheckedDocument:
        text = fragment if whole else overlay(base_of(), fragment)
        return checking.check_bytes(
            text.encode(), "some.case", loaded_edition, checking.CheckOptions(balance=balance)
        )

    return run


@pytest.fixture(scope="session")
def found(check):
    """The identifiers of the findings of a fragment over the base case."""

    def run(fragment: str = "", **options) -> list[str]:
        return [problem.code.id for problem in check(fragment, **options).diagnostics]

    return run


@pytest.fixture(autouse=True)
def _tidy():
    """Look for garbage where a process has grown: builds put off doing so, since they are the last that a process does."""
    yield
    if _resident() - _tidied[0] > _ROOM:
        gc.collect()
        _tidied[0] = _resident()


_ROOM = 200_000_000
_tidied = [0]


def _resident() -> int:
    """The bytes of memory that this process has, 0 where that cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGESIZE")


@pytest.fixture(autouse=True)
def _state(tmp_path_factory, monkeypatch):
    """A user with a folder of their own for what is remembered, who is no CI."""
    for name in ("STATE", "CACHE"):
        folder = tmp_path_factory.getbasetemp() / name.lower()
        monkeypatch.setenv(f"XDG_{name}_HOME", str(folder))
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def boat(tmp_path, monkeypatch) -> Path:
    """A folder with the base case and its edition, in which the test stands."""
    (tmp_path / "base.case").write_text(base_of(), encoding="utf-8")
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


class _Kept(dict):
    """What has been made in this session, by whichever of the processes that run its tests."""

    def __init__(self, folder: Path):
        super().__init__()
        self._folder = folder
        folder.mkdir(exist_ok=True)

    def __missing__(self, key):
        self[key] = pickle.loads((self._folder / key).read_bytes())  # noqa: S301 - our own bytes
        return self[key]

    def __contains__(self, key):
        return super().__contains__(key) or (self._folder / key).exists()

    def keep(self, key):
        """Let other processes have something too."""
        part = self._folder / f"{key}.{os.getpid()}"
        part.write_bytes(pickle.dumps(self[key]))
        part.replace(self._folder / key)


@pytest.fixture(scope="session")
def _set_before(tmp_path_factory) -> _Kept:
    own = tmp_path_factory.getbasetemp()
    return _Kept((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "set-before")


@pytest.fixture
def set_once(_set_before, monkeypatch):
    """Lets pages of the same content be set and read back once a session, for tests of what is done with finished files.

    Whoever tests the pages themselves, or changes how they are set, must not use it. Nothing else is remembered: cases
    are read, proved and numbered, and files and memories written, as often as a command is run.
    """

    def remember(home, name, decisive, *, shared=True):
        work = getattr(home, name)

        def once(*arguments):
            key = sha256(pickle.dumps((name, arguments[:decisive]))).hexdigest()
            if key not in _set_before:
                _set_before[key] = work(*arguments)
                if shared:
                    _set_before.keep(key)
            return _set_before[key]

        monkeypatch.setattr(home, name, once)

    # What is set beforehand holds pages of the typesetter, which cannot leave their process.
    remember(produce, "prepare", 2, shared=False)
    remember(produce, "set_booklet", 3)
    remember(produce, "print_piece", 2)
    remember(inspection, "inspect", 4)


@pytest.fixture
def written():
    """Lets painters write what they are given into a file and set no page, for tests of which files are made and kept.

    ``written.undo()`` lets them set pages again.
    """

    def content_of(*given) -> bytes:
        writer, data = PdfWriter(), BytesIO()
        writer.add_blank_page(100, 100)
        writer.add_metadata({"/Creator": "casekit", "/Subject": repr(given)})
        writer.write(data)
        return data.getvalue()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(produce, "prepare", lambda *_: None)
        patched.setattr(produce, "set_booklet", lambda *given: produce.SetBooklet(content_of(*given[:3]), ()))
        patched.setattr(produce, "print_piece", lambda *given: (content_of(*given), ()))
        patched.setattr(inspection, "inspect", lambda *_: ())
        yield patched


@pytest.fixture(scope="session")
def awake(tmp_path_factory):
    """The folder of a program ``casekit`` that runs in a process of its own, forked from one that has imported all."""
    folder = tmp_path_factory.mktemp("awake")
    program = folder / "casekit"
    if not sys.platform.startswith("linux"):
        program.write_text(f"#!{sys.executable}\nimport casekit.cli\ncasekit.cli.run()\n", encoding="utf-8")
        program.chmod(0o755)
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="ck-") as short:  # the name of a socket is not long
        door = f"{short}/door"
        start = "import sys\nfrom tests.warm import serve\nserve(*sys.argv[1:])\nimport casekit.cli\ncasekit.cli.run()"
        server = subprocess.Popen(
            [sys.executable, "-c", start, door], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=ROOT
        )
        assert server.stdout.readline() == b"ready\n"
        program.write_text(
            f'#!/bin/sh\nexec {sys.executable} -IS {ROOT / "tests/warm.py"} {door} "$@"\n', encoding="utf-8"
        )
        program.chmod(0o755)
        yield folder
        server.kill()
        server.communicate()


@pytest.fixture(scope="session")
def casekit(awake):
    """Runs the command line in a process of its own and gives exit status, output and errors.

    With an ``env`` it starts Python anew, which may read it.
    """

    def run(*arguments, given: bytes = b"", **options) -> subprocess.CompletedProcess:
        script = "import sys, casekit.cli; sys.argv[0] = 'casekit'; casekit.cli.run()"
        program = [sys.executable, "-c", script] if "env" in options else [awake / "casekit"]
        command = [*program, *map(str, arguments)]
        done = subprocess.run(command, input=given, capture_output=True, check=False, **options)
        assert b"Traceback" not in done.stderr
        return done

    return run


@pytest.fixture(scope="module")
def cluster():
    """A Dask cluster of two processes of this machine."""
    import logging

    from distributed import LocalCluster

    logger = logging.getLogger("distributed")
    logger.setLevel(logging.CRITICAL + 1)
    with LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=":0", silence_logs=False
    ) as made:
        yield made


@pytest.fixture(scope="module")
def worker_ids(cluster):
    """Tells the process numbers of the cluster's workers."""
    from distributed import Client

    def ids():
        with Client(cluster, set_as_default=False) as client:
            return list(client.run(os.getpid).values())

    return ids
