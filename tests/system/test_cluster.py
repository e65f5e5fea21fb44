"""Work on a Dask cluster of local processes, and on clusters that cannot do it."""

import itertools
import operator
import os
import signal
import sys
import time
from types import SimpleNamespace

import pytest

from casekit.system import cluster as clusters
from casekit.system.fingerprint import fingerprint
from casekit.system.spreading import Duty, spread, workplace
from casekit.system.workers import MISSING, UNFIT, UNREACHABLE, SpreadingError

# Functions that every process has: each task is given to `operator.mod` with what `operator.neg` makes of the number.
DUTY = Duty(operator.mod, operator.neg, 1000)
TASKS = range(3, 40)
EXPECTED = [-1000 % task for task in TASKS]


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Nobody gives up a cluster that is there because the machine is busy."""
    monkeypatch.setattr(clusters, "_PATIENCE", 600.0)


def refused(address):
    with pytest.raises(SpreadingError) as raised, workplace(1, address):
        pass
    return raised.value.kind, str(raised.value)


def test_results_are_the_same(cluster):
    with workplace(1, cluster.scheduler_address) as where:
        assert EXPECTED == list(spread(DUTY, TASKS, where))
        assert EXPECTED == list(spread(DUTY, TASKS, where))
        with pytest.raises(ZeroDivisionError):
            list(spread(DUTY, [1, 0, 2], where))


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_lost_workers_lose_nothing(cluster, worker_ids):
    with workplace(1, cluster.scheduler_address) as where:
        # Each task takes so long that some of them are under way when a worker is lost.
        results = spread(Duty(_slowly, int, 7), TASKS, where)
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
        assert UNFIT == kind
        assert found.removesuffix(" 9.9") in message


def test_workers_without_casekit_are_refused(cluster, monkeypatch, tmp_path):
    (tmp_path / "only_here.py").write_text("def fingerprint():\n    return {}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here

    monkeypatch.setattr(clusters, "fingerprint", only_here.fingerprint)
    monkeypatch.setattr(clusters, "_unfit", lambda reason: SpreadingError(UNFIT, reason, ""))
    kind, message = refused(cluster.scheduler_address)
    assert (UNFIT, True) == (kind, "has no casekit" in message)


def test_a_cluster_without_workers_is_refused(monkeypatch):
    from distributed import LocalCluster

    # Each look at the clock is later than patience lasts.
    clock = SimpleNamespace(monotonic=itertools.count(step=1000.0).__next__, sleep=time.sleep)
    monkeypatch.setattr(clusters, "time", clock)
    with LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        kind, message = refused(empty.scheduler_address)
    assert (UNFIT, True) == (kind, message.endswith("has no worker"))


@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("nonsense", "is not the address"),
        ("tcp://127.0.0.1:99999", "is not the address"),
        ("inproc://somewhere:1", "is not the address"),
        ("file:///etc/passwd:1", "is not the address"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers"),
        ("tls://127.0.0.1:1", "no Dask scheduler answers"),
    ],
)
def test_what_cannot_be_reached_is_told(monkeypatch, address, part):
    monkeypatch.setattr(clusters, "_PATIENCE", 1.0)
    kind, message = refused(address)
    assert (UNREACHABLE, True) == (kind, part in message)


def test_a_worker_is_not_a_scheduler(cluster):
    (worker, *_) = cluster.scheduler_info["workers"]
    assert UNREACHABLE == refused(worker)[0]


def test_a_library_that_is_not_installed_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert (MISSING, "work on a Dask cluster needs the library `distributed`") == refused("127.0.0.1:1")
