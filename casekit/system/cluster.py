"""A Dask cluster as a place where work is done (extra ``casekit[cluster]``).

Work is pickled, and goes only to the scheduler that the user named. Answers of the cluster are unpickled
here, so that it has to be one that the user trusts: it shows a certificate, unless it is on this machine, and
nothing is unpickled before it has said that it is a scheduler.
"""

import asyncio
import logging
import re
import struct
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from casekit.system.executors import SpreadingError, done_there
from casekit.system.user_cache import fingerprint

_SECONDS_TO_ANSWER = 4.0
"""The time in which a scheduler has to answer, and in which a cluster has to have a worker."""

_SECONDS_WITHOUT_WORKERS = 30.0
"""The time for which a cluster that had workers may be without any: lost workers are started again."""

_SECONDS_BETWEEN_LOOKS = 1.0
"""The time between looks at whether there is still a cluster."""

_ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(?P<host>\[[0-9A-Fa-f:.%]+\]|[^\s:/@\[\]]+):(?P<port>\d{1,5})/?")
_LAST_PORT = 65_535

_MOST_BYTES_OF_GREETING = 10_000_000
"""The length of the message in which a scheduler says who it and its workers are."""


class OtherFingerprintError(Exception):
    """A worker would not give the same answers as this process: in words, how it differs."""


@dataclass
class BegunTask:
    """A task that a cluster does."""

    name: bytes
    """The digest of the packed job."""

    packed: bytes
    """The job that the task is of, packed."""

    task: Any
    """The task."""

    workers: list[str] | None = None
    """The addresses of the workers that may do it; ``None`` if all may."""

    future: Any = None
    """Dask's promise of the result."""


class Cluster:
    """The workers of a cluster, wherever they are, which do ``count`` tasks at a time."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at an address.

        Raises:
            SpreadingError: if there is none, or its workers would not give the same answers.
        """
        self.address = address
        self._client = _connected(address)
        self._unfit: dict[str, str] = {}
        with ExitStack() as stack, _quiet():
            stack.callback(self.close)
            self.count = self._threads()
            if self._find_unfit():
                raise _unfit(next(iter(self._unfit.values())))
            stack.pop_all()
        self._packed: dict[bytes, Any] = {}
        self._without_workers_since: float | None = None
        """The monotonic time, in seconds, since which there has been no worker; ``None`` while there is
        one."""

    def begin(self, name: bytes, packed: bytes, task: Any) -> BegunTask:
        """Have a task done by any worker that gives the same answers."""
        begun = BegunTask(name, packed, task)
        with _quiet():
            self._submit(begun)
        return begun

    def _submit(self, begun: BegunTask) -> None:
        with self._reached():
            begun.workers = self._fit() if self._unfit else None
            where = {"pure": False, "workers": begun.workers}
            if begun.name not in self._packed:
                # A task like others: when the worker that keeps it is lost, another one has it again.
                self._packed = {begun.name: self._client.submit(bytes, begun.packed, **where)}
            begun.future = self._client.submit(
                _done_alike, dict(fingerprint()), begun.name, self._packed[begun.name], begun.task, **where
            )

    def finish(self, begun: BegunTask) -> Any:
        """Wait for a result; when a worker is lost, another one does its tasks again."""
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415 - only with a cluster

        with _quiet():
            while True:
                try:
                    return begun.future.result(timeout=_SECONDS_BETWEEN_LOOKS)
                except (OtherFingerprintError, ImportError) as error:
                    self._avoid(begun, error)
                except KilledWorker as error:
                    raise SpreadingError(
                        "lost",
                        "the cluster lost one worker after another at the same task",
                        "look at the workers' logs; they may be short of memory",
                    ) from error
                except (CancelledError, ConnectionError) as error:
                    raise self._gone() from error
                except TimeoutError:
                    self._look()
                    if begun.workers and not {*begun.workers} & {*(fit := self._fit())} and fit:
                        self._submit(begun)

    def _avoid(self, begun: BegunTask, error: Exception) -> None:
        """Have a task done by others than a worker that came later and does not give the same answers.

        Raises:
            SpreadingError: if there are none, or it is not for such a worker that the task cannot be done.
        """
        has_found_unfit = self._find_unfit()
        may_avoid = has_found_unfit or (self._unfit and begun.workers is None)
        if not self._fit() or not may_avoid:
            why = f"a worker cannot import `{error.name}`" if isinstance(error, ImportError) else str(error)
            raise _unfit(why) from error
        self._packed = {}
        self._submit(begun)

    def forget(self, begun: BegunTask) -> None:
        """Give up a task."""
        with _quiet(), suppress(Exception):
            begun.future.cancel()

    def close(self) -> None:
        """Leave the cluster to others."""
        with _quiet(), suppress(Exception):
            # A task that waits for a worker is forgotten with the client that wants it.
            self._client.close(timeout=_SECONDS_TO_ANSWER)

    def _threads(self) -> int:
        """How many tasks the workers do at a time.

        Raises:
            SpreadingError: if there is no worker after some seconds.
        """
        until = time.monotonic() + _SECONDS_TO_ANSWER
        while not (threads := sum(self._ask(self._client.nthreads).values())):
            if time.monotonic() > until:
                raise SpreadingError(
                    "unfit",
                    f"the Dask cluster at {self.address} has no worker",
                    f"start one with `dask worker {self.address}`",
                )
            time.sleep(_SECONDS_BETWEEN_LOOKS / 10)
        return int(threads)

    def _fit(self) -> list[str]:
        """The workers that are there, but for those that do not give the same answers."""
        return [worker for worker in self._ask(self._client.nthreads) if worker not in self._unfit]

    def _find_unfit(self) -> bool:
        """Look for workers that would not give the answers of this process.

        Returns:
            Whether there are any that were not known.
        """
        count_of_known = len(self._unfit)
        for worker, answer in self._ask(self._client.run, fingerprint, on_error="return").items():
            # An error that a worker cannot even read comes back as text.
            if isinstance(answer, Exception) and "No module named" in str(answer):
                self._unfit[worker] = f"the worker {worker} has no casekit, or another version of it"
            elif isinstance(answer, Exception) or not isinstance(answer, Mapping):
                self._unfit[worker] = f"the worker {worker} does not answer: {answer}"
            elif differs := _difference(answer):
                self._unfit[worker] = f"the worker {worker} has {differs}"
        return len(self._unfit) > count_of_known

    def _look(self) -> None:
        """See whether there is still a cluster.

        Raises:
            SpreadingError: if not.
        """
        if self._client.status not in {"running", "connecting"}:
            raise self._gone()
        if self._client.status == "running" and self._fit():
            self._without_workers_since = None
            return
        now = time.monotonic()
        self._without_workers_since = self._without_workers_since or now
        if now - self._without_workers_since > _SECONDS_WITHOUT_WORKERS:
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
            "unreachable",
            f"the Dask cluster at {self.address} is gone",
            "start it again, then give the command again; or leave out --backend to work on this machine",
        )


def _connected(address: str) -> Any:
    """A client of a cluster.

    Raises:
        SpreadingError: if there is none, within a few seconds.
    """
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match["port"]) <= _LAST_PORT:
        raise SpreadingError(
            "unreachable",
            f"`{address}` is not the address of a scheduler",
            "give a host and a port, such as `tls://192.168.0.7:8786`",
        )
    if not (address.startswith("tls:") or _is_here(match["host"])):
        raise SpreadingError(
            "unreachable",
            f"nobody can tell who answers at {address}, and what answers can run programs here",
            "start the cluster with certificates and give its address as `tls://HOST:PORT`",
        )
    try:
        from distributed import Client  # noqa: PLC0415 - only with a cluster
    except ImportError as error:
        raise SpreadingError(
            "missing",
            "work on a Dask cluster needs the library `distributed`",
            'install it with `pip install "casekit[cluster]"`',
        ) from error
    try:
        with _quiet():
            asyncio.run(asyncio.wait_for(_greet(address), _SECONDS_TO_ANSWER))
            return Client(address, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
    except Exception as error:
        cure = "start one with `dask scheduler`, or correct the address; leave out --backend to work on this machine"
        if address.startswith("tls:"):
            cure = (
                "see that it runs, and name its certificates in Dask's configuration (distributed.comm.tls)"
            )
        # Whatever listens there may answer anything.
        raise SpreadingError("unreachable", f"no Dask scheduler answers at {address}", cure) from error


def _is_here(host: str) -> bool:
    """Whether a host is this machine, by a name that nobody else can answer to."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


async def _greet(address: str) -> None:
    """Ask who is there.

    A client would unpickle what anybody says, and wait for whoever listens and says nothing.

    Raises:
        Exception: of whatever kind, if it is not a scheduler, or has no certificate that counts.
    """
    from distributed import Security  # noqa: PLC0415 - likewise
    from distributed.comm.addressing import parse_address  # noqa: PLC0415 - likewise
    from distributed.comm.registry import get_backend  # noqa: PLC0415 - likewise

    scheme, place = parse_address(address)
    connector = get_backend(scheme).get_connector()
    comm = await connector.connect(place, deserialize=False, **Security().get_connection_args("client"))
    try:
        await comm.write(comm.handshake_info())
        await _plain_words(comm)
        await comm.write({"op": "identity", "reply": True})
        answer = await _plain_words(comm)
    finally:
        comm.abort()
    if answer["type"] != "Scheduler":
        raise ConnectionError(f"this is a {answer['type']}")


async def _plain_words(comm: Any) -> Any:
    """The next message as numbers, texts, lists and tables alone.

    Even without deserialising, Dask would unpickle parts of it.

    A message is its length, the number of its frames, their lengths, and the frames
    (``distributed.comm.tcp``). The first is MessagePack; what is pickled would be in others.

    Raises:
        Exception: of whatever kind, if it is another message.
    """
    from msgpack import unpackb  # noqa: PLC0415 - of Dask

    (length,) = struct.unpack("Q", await comm.stream.read_bytes(8))
    if length > _MOST_BYTES_OF_GREETING:
        raise ConnectionError("this says too much")
    message = await comm.stream.read_bytes(length)
    count, first = struct.unpack_from("QQ", message)
    return unpackb(message[8 * (count + 1) :][:first], use_list=False, strict_map_key=False)


def _done_alike(expected: Mapping[str, str], name: bytes, packed: bytes, task: Any) -> Any:
    """Do a task on a worker, which may have come after the others were looked at."""
    if differs := _difference(expected, here=True):
        raise OtherFingerprintError(f"a worker has {differs}")
    return done_there(name, packed, task)


def _difference(other: Mapping[str, str], *, here: bool = False) -> str:
    """How another process differs from this one, in words.

    They are true of the other one, or of this one if ``here``.
    """
    there, ours = (fingerprint(), other) if here else (other, fingerprint())
    for name in ours:
        if there.get(name) != ours[name]:
            version = there.get(name) or "none"
            if name == "casekit's files":
                return "the same version of casekit with other files"
            return f"{name} {version} instead of {ours[name] or 'none'}"
    return ""


def _unfit(reason: str) -> SpreadingError:
    version = fingerprint()["casekit"]
    hint = f"install casekit {version} and the same libraries on every worker as on this machine"
    return SpreadingError("unfit", f"{reason}, so that its answers might differ", hint)


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
