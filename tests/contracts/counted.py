"""Counts what a command takes, without a clock: modules, bytes of their sources, calls of functions, work of the solver.

``python counted.py ARGUMENTS`` runs a command, ``python counted.py re-check FILE`` types into a case as an editor does,
and prints the figures as JSON. What is counted is casekit's own: a library that does more is not seen, nor a version of
Python that makes comprehensions differently.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

PACKAGE = str(Path(__file__).resolve().parents[2] / "casekit")
KEYSTROKES = 20
counts = {"calls": 0, "clauses": 0, "questions": 0}


def heard(frame, event, argument):
    if event == "call":
        code = frame.f_code
        if code.co_filename.startswith(PACKAGE) and not code.co_name.endswith(("comp>", "genexpr>")):
            counts["calls"] += 1
    elif event == "c_call" and getattr(argument, "__module__", "") == "pysolvers":
        name = argument.__name__
        counts["clauses"] += name.endswith("_add_cl")
        counts["questions"] += name.endswith(("_solve", "_solve_lim"))


def run(arguments):
    from casekit.cli import run as command

    sys.argv = ["casekit", *arguments]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            command()
        except SystemExit as end:
            return end.code
    return 0


def type_into(path):
    """Findings of a case after each of some keystrokes, in a paragraph and in logic by turns."""
    from lsprotocol import types

    from casekit.editor.session import Session, findings_of

    session = Session()
    opened = session.begin(path.as_uri(), path, 1, path.read_text(encoding="utf-8"))
    findings_of(opened)
    lines = opened.state.text.splitlines()
    places = [
        next(
            n for n in range(len(lines) // 2, len(lines)) if lines[n].startswith(mark) == wanted and lines[n]
        )
        for mark, wanted in (("~", True), (("~", "=", "//"), False))
    ]
    sys.setprofile(heard)
    for number in range(KEYSTROKES):
        line = places[number % 2]
        at = types.Position(line, 0 if number % 2 else len(lines[line]))
        change = types.TextDocumentContentChangePartial(types.Range(at, at), "x" if number % 2 else " ")
        findings_of(session.change(opened.uri, number + 2, [change]))
        lines = opened.state.text.splitlines()
    sys.setprofile(None)
    return 0


def main():
    if sys.argv[1] == "re-check":
        status = type_into(Path(sys.argv[2]).resolve())
    else:
        sys.setprofile(heard)
        status = run(sys.argv[1:])
        sys.setprofile(None)
    own = [module for name, module in sys.modules.items() if name.partition(".")[0] == "casekit"]
    files = [Path(module.__file__) for module in own if module.__file__]
    sys.stdout.write(
        json.dumps(
            {
                "status": status,
                "modules": sum(file.name != "__init__.py" for file in files),
                "bytes": sum(file.stat().st_size for file in files),
                **counts,
            }
        )
    )


if __name__ == "__main__":
    main()
