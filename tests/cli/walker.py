"""Runs many command lines, each in a fork of this process, at a terminal or without one.

On standard input a JSON object with ``walks``, each of which has a ``folder``, ``commands`` (arguments, text given) and
``terminal``, and ``credulous``: hidden characters in texts are then no findings, so that they get as far as the commands
let them. On standard output, for each command of each walk, its status and the bytes on its standard output and standard
error in hexadecimal.
"""

import contextlib
import gc
import io
import json
import os
import pathlib
import sys
import tempfile
import threading
import traceback


def walk() -> None:
    asked = json.load(sys.stdin)
    _prepare(credulous=asked["credulous"])
    done = []
    for each in asked["walks"]:
        os.chdir(each["folder"])
        done.append([_run(*command, terminal=each["terminal"]) for command in each["commands"]])
    json.dump(done, sys.stdout)


def _prepare(*, credulous: bool) -> None:
    import casekit.building.execution
    import casekit.cli
    import casekit.print.typesetting.typesetter  # noqa: F401
    from casekit.cli import streams
    from casekit.diagnostics import invisible_characters
    from casekit.kit import edition_settings
    from casekit.language import source_files
    from casekit.language.data import toml

    streams._SECONDS_BEFORE_PROGRESS = -1.0
    if credulous:
        source_files.find_hidden = toml.find_escaped = invisible_characters.find_escaped = lambda *_: ()
        edition_settings.flaw = lambda _: ""
    _warm()


def _warm() -> None:
    """Do once what each command would do anew in its fork: load modules and grammars, set type."""
    from casekit.building.execution import print_product
    from casekit.building.plan import plan_build
    from casekit.building.planned_booklets import game_of
    from casekit.cli.main import main
    from casekit.kit.code_registry import base_of
    from casekit.kit.editions import EditionFinder

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
        (folder / "a.case").write_text(base_of(), encoding="utf-8")
        (booklet,) = plan_build(folder / "a.case", EditionFinder(), None, lambda _: None).booklets
        alone = [each.name for each in game_of(booklet).products if each.for_single_case]
        print_product(booklet, alone[-1], "a4", lambda _: None)
        for command in ("ask", "report", "review", "check"):
            with (
                contextlib.redirect_stdout(io.StringIO()),
                contextlib.redirect_stderr(io.StringIO()),
                contextlib.suppress(SystemExit),
            ):
                main.main([command, str(folder / "a.case")], standalone_mode=False)
    gc.collect()
    gc.freeze()


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
