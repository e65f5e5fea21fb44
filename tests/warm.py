"""A casekit that is awake already: tests that need the command in a process of its own do not pay for each start.

The server has imported what commands import, and forks a process for each command: with the arguments, folder,
environment and open files of who asks, it runs as a fresh one would, to its own end. What a start does (arguments of
Python, limits, signals, the seed of hashes, what is imported) is for tests that start Python themselves.

``python -IS tests/warm.py SOCKET ARGUMENTS`` asks a server; ``serve`` is one.
"""

import array
import json
import os
import socket
import sys

_LONGEST = 1 << 20
# What casekit imports when it is needed, and most commands need.
_LATE = (
    "babel.messages.pofile",
    "networkx",
    "pysat.solvers",
    "rich.console",
    "rich.progress",
    "tomlkit",
    "weasyprint",
)


def ask(path: str, arguments: list[str]) -> int:
    """Have a server run a command here, and give its exit status; a signal's number is negative."""
    folder = os.getcwd()  # noqa: PTH109 - the import of pathlib takes longer than all else here
    request = json.dumps({"arguments": arguments, "folder": folder, "environment": dict(os.environ)})
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LONGEST)
        link.connect(path)
        link.sendmsg(
            [request.encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", (0, 1, 2)))]
        )
        return int(link.recv(16) or b"-9")


def serve(path: str) -> None:
    """Import all of casekit, then answer until the parent ends. Who returns from this is to run a command."""
    import contextlib
    import gc
    import importlib
    import pkgutil
    import signal
    import threading

    import casekit

    for name in (*(module.name for module in pkgutil.walk_packages(casekit.__path__, "casekit.")), *_LATE):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    # Each fork is waited for by its own parent, and nobody waits for those.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(path)
        door.listen(16)
        os.write(1, b"ready\n")
        assert threading.active_count() == 1
        ends = os.getppid()
        while os.getppid() == ends:
            link, _ = door.accept()
            if not os.fork():
                break
            link.close()
        else:
            sys.exit()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    request, handles, _, _ = socket.recv_fds(link, _LONGEST, 3)
    command = os.fork()
    if command:
        for handle in handles:
            os.close(handle)
        status = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
        with contextlib.suppress(BrokenPipeError):
            link.send(str(status).encode())
        os._exit(0)
    link.close()
    for number, handle in enumerate(handles):
        os.dup2(handle, number)
        os.close(handle)
    # What was opened for the server may be a file where this is a pipe.
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, buffering, "utf-8", errors, closefd=False)
        for number, mode, buffering, errors in (
            (0, "r", -1, "strict"),
            (1, "w", -1, "strict"),
            (2, "w", 1, "backslashreplace"),
        )
    )
    wanted = json.loads(request)
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ.update(wanted["environment"])
    sys.argv = ["casekit", *wanted["arguments"]]


if __name__ == "__main__":
    status = ask(sys.argv[1], sys.argv[2:])
    if status < 0:
        os.kill(os.getpid(), -status)
    sys.exit(status)
