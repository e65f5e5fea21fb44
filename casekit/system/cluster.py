"""A Dask cluster as a place where work is done (extra ``casekit[cluster]``).

Work is pickled, and goes only to the scheduler that the user named. Answers of the cluster are unpickled here, so that it
has to be one that the user trusts.
"""

import asyncio
import logging
import re
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from casekit.system.fingerprint import fingerprint
from casekit.system.workers import (
    LOST,
    MISSING,
    UNFIT,
    UNREACHABLE,
    SpreadingError,
    Workers,
    done_there,
)

INSTALL = 'install it with `pip install "casekit[cluster]"`'

_PATIENCE = 4.0
"""Seconds in which a scheduler has to answer, and in which a cluster has to have a worker."""

_DESERTED = 30.0
"""Seconds for which a cluster that had workers may be without any: they are started again when they are lost."""

_LOOK = 1.0
"""Seconds between looks at whether there is still a cluster."""

_ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?:\[[0-9A-Fa-f:.%]+\]|[^\s:/@\[\]]+):(\d{1,5})/?")
_LAST_PORT = 65_535


class OtherFingerprintError(Exception):
    """A worker would not give the same answers as this process: in words, how it differs."""


class Cluster(Workers):
    """The workers of a cluster, wherever they are."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client = _connected(address)
        try:
            with _quiet():
                self.count = self._threads()
                self._compare()
        except BaseException:
            self.close()
            raise
        self._packed: dict[bytes, Any] = {}
        self._deserted: float | None = None

    def begin(self, name: bytes, packed: bytes, task: Any) -> Any:
        """Have a task done by any worker."""
        with _quiet(), self._reached():
            if name not in self._packed:
                # A task like others: when the worker that keeps it is lost, another one has it again.
                self._packed = {name: self._client.submit(_same, packed, pure=False)}
            return self._client.submit(
                _done_alike, dict(fingerprint()), name, self._packed[name], task, pure=False
            )

    def finish(self, begun: Any) -> Any:
        """Wait for a result; when a worker is lost, another one does its tasks again."""
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415 - only with a cluster

        with _quiet():
            while True:
                try:
                    return begun.result(timeout=_LOOK)
                except OtherFingerprintError as error:
                    raise _unfit(str(error)) from error
                except KilledWorker as error:
                    raise SpreadingError(
                        LOST,
                        "the cluster lost one worker after another at the same task",
                        "look at the workers' logs; they may be short of memory",
                    ) from error
                except (CancelledError, ConnectionError) as error:
                    raise self._gone() from error
                except TimeoutError:
                    self._look()
                except ImportError as error:
                    raise _unfit(f"a worker cannot import `{error.name}`") from error

    def forget(self, begun: Any) -> None:
        """Give up a task."""
        with _quiet(), suppress(Exception):
            begun.cancel()

    def close(self) -> None:
        """Leave the cluster to others."""
        with _quiet(), suppress(Exception):
            # A task that waits for a worker is forgotten with the client that wants it.
            self._client.close(timeout=_PATIENCE)

    def _threads(self) -> int:
        """How many tasks the workers do at a time.

        Raises:
            SpreadingError: if there is no worker after some seconds.
        """
        until = time.monotonic() + _PATIENCE
        while not (threads := sum(self._ask(self._client.nthreads).values())):
            if time.monotonic() > until:
                raise SpreadingError(
                    UNFIT,
                    f"the Dask cluster at {self.address} has no worker",
                    f"start one with `dask worker {self.address}`",
                )
            time.sleep(_LOOK / 10)
        return int(threads)

    def _compare(self) -> None:
        """See that every worker gives the answers that this process would give.

        Raises:
            SpreadingError: if one does not.
        """
        for worker, told in self._ask(self._client.run, fingerprint, on_error="return").items():
            # An error that a worker cannot even read comes back as text.
            if isinstance(told, Exception) and "No module named" in str(told):
                raise _unfit(f"the worker {worker} has no casekit, or another version of it")
            if isinstance(told, Exception) or not isinstance(told, Mapping):
                raise _unfit(f"the worker {worker} does not answer: {told}")
            if differs := _difference(told):
                raise _unfit(f"the worker {worker} has {differs}")

    def _look(self) -> None:
        """See whether there is still a cluster.

        Raises:
            SpreadingError: if not.
        """
        if self._client.status not in {"running", "connecting"}:
            raise self._gone()
        if self._client.status == "running" and self._ask(self._client.nthreads):
            self._deserted = None
            return
        now = time.monotonic()
        self._deserted = self._deserted or now
        if now - self._deserted > _DESERTED:
            raise self._gone()

    def _ask(self, question: Any, *arguments: Any, **options: Any) -> Any:
        with self._reached():
            return question(*arguments, **options)

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Report a failure that the lack of a scheduler causes as such."""
        try:
            yield
        except (OSError, RuntimeError, AttributeError) as error:
            raise self._gone() from error

    def _gone(self) -> SpreadingError:
        return SpreadingError(
            UNREACHABLE,
            f"the Dask cluster at {self.address} is gone",
            "start it again, then give the command again; or leave out --backend to work on this machine",
        )


def _connected(address: str) -> Any:
    """A client of a cluster.

    Raises:
        SpreadingError: if there is none, within a few seconds.
    """
    if not _is_address(address):
        raise SpreadingError(
            UNREACHABLE,
            f"`{address}` is not the address of a scheduler",
            "give a host and a port, such as `tcp://192.168.0.7:8786`",
        )
    try:
        from distributed import Client  # noqa: PLC0415 - only with a cluster
    except ImportError as error:
        raise SpreadingError(
            MISSING, "work on a Dask cluster needs the library `distributed`", INSTALL
        ) from error
    try:
        with _quiet():
            asyncio.run(asyncio.wait_for(_greet(address), _PATIENCE))
            return Client(address, timeout=_PATIENCE, set_as_default=False)
    except Exception as error:
        # Whatever listens there may answer anything.
        raise SpreadingError(
            UNREACHABLE, f"no Dask scheduler answers at {address}", _cure(address)
        ) from error


def _is_address(text: str) -> bool:
    found = _ADDRESS.fullmatch(text)
    return found is not None and 0 < int(found[1]) <= _LAST_PORT


async def _greet(address: str) -> None:
    """Ask who is there: a client would wait for whoever listens and says nothing.

    Raises:
        Exception: of whatever kind, if it is not a scheduler.
    """
    from distributed import Security  # noqa: PLC0415 - likewise
    from distributed.core import connect  # noqa: PLC0415 - likewise

    comm = await connect(address, timeout=_PATIENCE, **Security().get_connection_args("client"))
    try:
        await comm.write({"op": "identity", "reply": True})
        answer = await comm.read()
    finally:
        comm.abort()
    if answer["type"] != "Scheduler":
        raise ConnectionError(f"this is a {answer['type']}")


def _cure(address: str) -> str:
    if address.startswith("tls:"):
        return "see that it runs, and name its certificates in Dask's configuration (distributed.comm.tls)"
    return (
        "start one with `dask scheduler`, or correct the address; leave out --backend to work on this machine"
    )


def _same(packed: bytes) -> bytes:
    return packed


def _done_alike(expected: Mapping[str, str], name: bytes, packed: bytes, task: Any) -> Any:
    """Do a task on a worker, which may have come after the others were looked at."""
    if differs := _difference(expected, here=True):
        raise OtherFingerprintError(f"a worker has {differs}")
    return done_there(name, packed, task)


def _difference(other: Mapping[str, str], *, here: bool = False) -> str:
    """How another process differs from this one, in words that are true of the other one, or of this one if ``here``."""
    there, ours = (fingerprint(), other) if here else (other, fingerprint())
    for name in ours:
        if there.get(name) != ours[name]:
            found = there.get(name) or "none"
            if name == "casekit's files":
                return "the same version of casekit with other files"
            return f"{name} {found} instead of {ours[name] or 'none'}"
    return ""


def _unfit(reason: str) -> SpreadingError:
    version = fingerprint()["casekit"]
    hint = f"install casekit {version} and the same libraries on every worker as on this machine"
    return SpreadingError(UNFIT, f"{reason}, so that its answers might differ", hint)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from logging: what matters is raised."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(before)
