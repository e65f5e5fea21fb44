"""Work on a Dask cluster of local processes, and on clusters that cannot do it."""

import itertools
import operator
import os
import pickle
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from types import SimpleNamespace

import msgpack
import pytest

from casekit.system import cluster as clusters
from casekit.system.executors import Job, SpreadingError, run_tasks, workplace
from casekit.system.user_cache import fingerprint

# Functions that every process has: each task is given to `operator.mod` with what `operator.neg` makes of the number.
DUTY = Job(operator.mod, operator.neg, 1000)
TASKS = range(3, 40)
EXPECTED = [-1000 % task for task in TASKS]


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Nobody gives up a cluster that is there because the machine is busy."""
    monkeypatch.setattr(clusters, "_SECONDS_TO_ANSWER", 600.0)


def refused(address):
    with pytest.raises(SpreadingError) as raised, workplace(1, address):
        pass
    return raised.value.kind, str(raised.value)


def test_results_are_the_same(cluster):
    with workplace(1, cluster.scheduler_address) as where:
        assert EXPECTED == list(run_tasks(DUTY, TASKS, where))
        assert EXPECTED == list(run_tasks(DUTY, TASKS, where))
        with pytest.raises(ZeroDivisionError):
            list(run_tasks(DUTY, [1, 0, 2], where))


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_lost_workers_lose_nothing(cluster, worker_ids):
    with workplace(1, cluster.scheduler_address) as where:
        # Each task takes so long that some of them are under way when a worker is lost.
        results = run_tasks(Job(_slowly, int, 7), TASKS, where)
        first = next(results)
        os.kill(worker_ids()[0], signal.SIGKILL)
        assert [7 * task for task in TASKS] == [first, *results]


def _slowly(factor, task):
    time.sleep(0.02)
    return factor * task


def test_workers_of_another_version_are_refused(cluster, monkeypatch):
    for name, found in (
        ("casekit", "casekit 9.9"),
        ("casekit's files", "with other files"),
        ("numpy", "numpy"),
    ):
        with monkeypatch.context() as patched:
            patched.setitem(fingerprint(), name, "9.9")
            kind, message = refused(cluster.scheduler_address)
        assert "unfit" == kind
        assert found.removesuffix(" 9.9") in message


def test_workers_without_casekit_are_refused(cluster, monkeypatch, tmp_path):
    (tmp_path / "only_here.py").write_text("def fingerprint():\n    return {}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here

    monkeypatch.setattr(clusters, "fingerprint", only_here.fingerprint)
    monkeypatch.setattr(clusters, "_unfit", lambda reason: SpreadingError("unfit", reason, ""))
    kind, message = refused(cluster.scheduler_address)
    assert ("unfit", True) == (kind, "has no casekit" in message)


def test_a_cluster_without_workers_is_refused(monkeypatch):
    from distributed import LocalCluster

    # Each look at the clock is later than patience lasts.
    clock = SimpleNamespace(monotonic=itertools.count(step=1000.0).__next__, sleep=time.sleep)
    monkeypatch.setattr(clusters, "time", clock)
    with LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        kind, message = refused(empty.scheduler_address)
    assert ("unfit", True) == (kind, message.endswith("has no worker"))


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("nonsense", "is not the address"),
        ("tcp://127.0.0.1:99999", "is not the address"),
        ("inproc://somewhere:1", "is not the address"),
        ("file:///etc/passwd:1", "is not the address"),
        ("ws://127.0.0.1:1", "is not the address"),
        ("tcp://192.0.2.7:8786", "nobody can tell who answers"),
        ("localhost.example:8786", "nobody can tell who answers"),
        ("tcp://[2001:db8::1]:8786", "nobody can tell who answers"),
        ("tls://192.0.2.7:8786", "no Dask scheduler answers"),
        ("tcp://[::1]:1", "no Dask scheduler answers"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers"),
        ("tls://127.0.0.1:1", "no Dask scheduler answers"),
    ],
)
def test_what_cannot_be_reached_is_told(monkeypatch, address, part):
    monkeypatch.setattr(clusters, "_SECONDS_TO_ANSWER", 1.0)
    kind, message = refused(address)
    assert ("unreachable", True) == (kind, part in message)


def test_a_worker_is_not_a_scheduler(cluster):
    (worker, *_) = cluster.scheduler_info["workers"]
    assert "unreachable" == refused(worker)[0]


def test_a_library_that_is_not_installed_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert ("missing", "work on a Dask cluster needs the library `distributed`") == refused("127.0.0.1:1")


class Ran:
    """What would run if it were unpickled."""

    def __init__(self, place):
        self.place = place

    def __reduce__(self):
        return open, (self.place, "w")


def frames(*parts):
    """A message of Dask's: its length, the number of frames and their lengths, and these."""
    lengths = struct.pack(f"Q{len(parts)}Q", len(parts), *map(len, parts))
    whole = lengths + b"".join(parts)
    return struct.pack("Q", len(whole)) + whole


@pytest.mark.parametrize(
    "said",
    [
        lambda evil: frames(
            msgpack.packb({"__Pickled__": 1}), msgpack.packb({"pickled-obj": evil, "num-sub-frames": 0})
        ),
        lambda evil: frames(
            msgpack.packb({"__Serialized__": 1}),
            msgpack.packb({"serializer": "pickle", "num-sub-frames": 1}),
            evil,
        ),
        lambda evil: frames(
            msgpack.packb({"type": "Scheduler", "exception": evil, "status": "uncaught-error"})
        )[:-1],
        lambda _: struct.pack("Q", 2**62),
        lambda _: b"HTTP/1.1 400 Bad Request\r\n\r\n",
        lambda _: b"",
    ],
    ids=["pickled", "serialised", "cut off", "endless", "another protocol", "silent"],
)
def test_nothing_that_a_stranger_answers_is_unpickled(said, tmp_path, monkeypatch):
    monkeypatch.setattr(clusters, "_SECONDS_TO_ANSWER", 1.0)
    ran = tmp_path / "ran"
    answer = said(pickle.dumps(Ran(str(ran))))
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answers():
            with suppress(OSError):
                while True:
                    link, _ = server.accept()
                    links.append(link)
                    link.sendall(answer)

        links = []
        threading.Thread(target=answers, daemon=True).start()
        kind, message = refused(f"127.0.0.1:{server.getsockname()[1]}")
        for link in links:
            link.close()
        server.shutdown(socket.SHUT_RDWR)
    assert ("unreachable", True) == (kind, "no Dask scheduler answers" in message)
    assert not ran.exists()


OTHER_FILES = (
    "from casekit.system.user_cache import fingerprint\nfingerprint()[\"casekit's files\"] = 'others'\n"
)


def test_a_worker_that_joins_late_and_would_answer_otherwise_is_avoided(tmp_path):
    from distributed import LocalCluster

    (tmp_path / "preload.py").write_text(OTHER_FILES, encoding="utf-8")
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as made,
        workplace(1, made.scheduler_address) as where,
    ):
        known = {*made.scheduler_info["workers"]}
        options = ("--no-nanny", "--no-dashboard", "--nthreads", "4", "--preload", tmp_path / "preload.py")
        command = [sys.executable, "-m", "distributed.cli.dask_worker", made.scheduler_address, *options]
        late = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=tmp_path)
        try:
            while len(made.scheduler_info["workers"]) < 2:
                assert late.poll() is None
                time.sleep(0.05)
            there = where.cluster
            begun = there.begin(b"seven", pickle.dumps((_slowly, int, 7)), 3)
            # Which worker it goes to is for Dask to say; here it is the one that came late.
            begun.future = there._client.submit(
                clusters._done_alike,
                dict(fingerprint()),
                begun.name,
                there._packed[begun.name],
                begun.task,
                pure=False,
                workers=[address for address in made.scheduler_info["workers"] if address not in known],
            )
            assert 21 == there.finish(begun)
            assert [7 * task for task in TASKS] == list(run_tasks(Job(_slowly, int, 7), TASKS, where))
            assert known.isdisjoint(there._unfit)
            assert 1 == len(there._unfit)
        finally:
            late.kill()
            late.wait()


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """Two authorities, each with a certificate that it signed."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("certificates need openssl")
    folder = tmp_path_factory.mktemp("certificates")

    def ssl(*arguments):
        subprocess.run([program, *arguments], cwd=folder, check=True, capture_output=True)

    new = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    for name in ("ours", "theirs"):
        ssl(*new, "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.crt")

    def settings(authority, own):
        files = {"cert": str(folder / f"{own}.crt"), "key": str(folder / f"{own}.key")}
        roles = {f"distributed.comm.tls.{role}": files for role in ("scheduler", "worker", "client")}
        return {"distributed.comm.tls.ca-file": str(folder / f"{authority}.crt"), **roles}

    return settings


def test_a_scheduler_shows_a_certificate(certificates):
    import dask
    from distributed import LocalCluster, Security

    with dask.config.set(certificates("ours", "ours")):
        options = {"protocol": "tls", "security": Security(require_encryption=True)}
        made = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0", **options)
        with made, workplace(1, made.scheduler_address) as where:
            assert made.scheduler_address.startswith("tls://")
            assert EXPECTED == list(run_tasks(DUTY, TASKS, where))
            with dask.config.set(certificates("theirs", "ours")), pytest.MonkeyPatch.context() as patched:
                patched.setattr(clusters, "_SECONDS_TO_ANSWER", 5.0)
                kind, message = refused(made.scheduler_address)
    assert ("unreachable", True) == (kind, "no Dask scheduler answers" in message)
