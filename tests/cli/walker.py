"""Runs many command lines, each in a fork of this process, at a terminal or without one.

On standard input a JSON object with ``commands`` (arguments, text given), ``terminal``, and ``credulous``: hidden
characters in texts are then no findings, so that they get as far as the commands let them. On standard output, for
each command, its status and the bytes on its standard output and standard error in hexadecimal.
"""

import io
import json
import os
import sys
import tempfile
import threading
import traceback


def walk() -> None:
    asked = json.load(sys.stdin)
    _prepare(credulous=asked["credulous"])
    done = [_run(*command, terminal=asked["terminal"]) for command in asked["commands"]]
    json.dump(done, sys.stdout)


def _prepare(*, credulous: bool) -> None:
    import casekit.building.printing
    import casekit.cli
    import casekit.print.text.typesetter  # noqa: F401
    from casekit.cli import progress
    from casekit.games import bindings
    from casekit.language import reading, unseen
    from casekit.language.data import toml

    progress._PATIENCE = -1.0
    if credulous:
        reading.find_hidden = toml.find_escaped = unseen.find_escaped = lambda *_: ()
        bindings.flaw = lambda _: ""


def _run(arguments: list[str], given: str, *, terminal: bool) -> tuple[int, str, str]:
    outer, inner = zip(*((os.openpty() if terminal else os.pipe()) for _ in range(2)), strict=True)
    with tempfile.TemporaryFile() as stdin:
        stdin.write(given.encode("utf-8", "surrogateescape"))
        stdin.seek(0)
        child = os.fork()
        if child == 0:
            _become(arguments, stdin.fileno(), inner)
    for end in inner:
        os.close(end)
    told = [bytearray(), bytearray()]
    readers = [
        threading.Thread(target=_read, args=(end, into)) for end, into in zip(outer, told, strict=True)
    ]
    for reader in readers:
        reader.start()
    _, status = os.waitpid(child, 0)
    for reader in readers:
        reader.join()
    return os.waitstatus_to_exitcode(status), told[0].hex(), told[1].hex()


def _read(end: int, into: bytearray) -> None:
    try:
        while data := os.read(end, 65536):
            into += data
    except OSError:  # So a terminal says that nobody is there any more.
        pass
    os.close(end)


def _become(arguments: list[str], stdin: int, inner: tuple[int, ...]) -> None:
    from casekit.cli import run

    status = 70
    try:
        for number, end in enumerate((stdin, *inner)):
            os.dup2(end, number)
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)), encoding="utf-8")
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), encoding="utf-8")
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, "w")), encoding="utf-8")
        sys.argv = ["casekit", *arguments]
        run()
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:  # noqa: BLE001 - told as the status of the command
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    walk()
