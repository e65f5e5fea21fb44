"""Draw small faults of some modules by chance, make each in a copy of the checkout, and see whether tests find it.

``python tests/draw_mutants.py --seed 46 --count 12 casekit/language/data`` prints each fault as it would be written in
``mutants.txt``, and whether the nearest tests find it. The same seed draws the same faults from the same modules.
A fault that no test finds asks for a test of what the code does there. One that no test can find, since nothing that
anybody sees depends on it, is an entry of ``survivors.txt`` with the reason; drawn again, it counts as known.

``--only-draw`` prints the faults and tries none; ``--list FILE`` tries those of such a list, after tests were written.
The status is 1 if a fault was not found.

Tests are collected once for each folder (``mutant_trials.py``). A fault inside a function gets into a fork of that process
as the function's new code, and tests that call the function run first, the quickest before others; a fault outside
functions needs a process of its own. What tests do in other processes is not seen: tests that run commands count as
callers of everything.

mutmut and cosmic-ray make such faults too. mutmut 3 begins with a run of the whole suite, to learn which tests run which
function, and draws no sample (boxed/mutmut#278); cosmic-ray has one command for all modules of a session and starts it anew
for each fault. Here a few hundred of more than twenty thousand faults are wanted, each held against the tests of its own
package and no others, since these are what has to be good enough: either tool would run for hours before its first answer.
"""

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.mutants import ROOT, Mutant, copied, entries, nearest_tests

SURVIVORS = ROOT / "tests/survivors.txt"
_COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
_LARGE = 10
_CONTRARY_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_SLOWER, _SLACK = 4, 10
"""Tests that take this many times the processor time that they take without the fault, and these seconds, have found it."""


@dataclass(frozen=True)
class Change:
    """A piece of a text, by its offsets, and what takes its place."""

    start: int
    end: int
    new: str


class _Changes(ast.NodeVisitor):
    """Gathers the changes of a module: comparisons, conditions, ``not``, numbers, truth values, and a few calls."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        self.changes: list[Change] = []

    def _offset(self, line: int, column: int) -> int:
        """The offset of a place as ``ast`` gives it: a line from 1, and a column in bytes of UTF-8."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)

    def _start(self, node: ast.expr) -> int:
        return self._offset(node.lineno, node.col_offset)

    def _end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def _between(self, start: int, end: int, old: str, new: str) -> None:
        """Change an operator that is somewhere between two operands."""
        at = self._text.find(old, start, end)
        if at >= 0 and "#" not in self._text[start:at]:
            self.changes.append(Change(at, at + len(old), new))

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, operands, node.comparators, strict=False):
            old, new = _COMPARISONS[type(operator)]
            self._between(self._end(left), self._start(right), old, new)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(self._end(left), self._start(right), old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start = self._start(node)
            word = re.match(r"not\s*", self._text[start:])
            assert word is not None
            self.changes.append(Change(start, start + word.end(), ""))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.changes.append(Change(self._start(node), self._end(node), str(not node.value)))
        elif isinstance(node.value, int | float):
            # One more than a limit of thousands is nothing that anybody would notice.
            new = node.value + 1 if node.value < _LARGE else 2 * node.value
            self.changes.append(Change(self._start(node), self._end(node), repr(new)))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in _CONTRARY_CALLS:
            new = _CONTRARY_CALLS[node.func.id]
            self.changes.append(Change(self._start(node.func), self._end(node.func), new))
        self.generic_visit(node)

    def _turn(self, condition: ast.expr) -> None:
        """Turn a condition, and each part of one, that has no operator which is changed by itself."""
        if isinstance(condition, ast.BoolOp):
            for part in condition.values:
                self._turn(part)
        elif isinstance(condition, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
            start = self._start(condition)
            self.changes.append(Change(start, start, "not "))

    def visit_If(self, node: ast.If) -> None:
        # What only a type checker reads is no behaviour.
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._turn(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._turn(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._turn(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._turn(condition)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """Annotations of arguments are no behaviour."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Offsets in f-strings are not those of the text before Python 3.12."""


def faults_of(file: str) -> tuple[Mutant, ...]:
    """Each fault of a module of ``casekit/`` that a line shows which is in it only once, from top to bottom.

    ``old`` is the line without its indentation, ``new`` the same line with one thing changed.
    """
    text = (ROOT / file).read_text(encoding="utf-8")
    visitor = _Changes(text)
    visitor.visit(ast.parse(text))
    tests = nearest_tests(file)
    faults = []
    for change in sorted(set(visitor.changes), key=lambda each: (each.start, each.end, each.new)):
        start = text.rfind("\n", 0, change.start) + 1
        end = text.find("\n", change.start)
        old = text[start:end]
        new = text[start : change.start] + change.new + text[change.end : end]
        if change.end <= end and text.count(old.strip()) == 1:
            faults.append(Mutant(file, tests, old.strip(), new.strip()))
    return tuple(faults)


def draw(parts: Iterable[str], seed: int, count: int) -> tuple[Mutant, ...]:
    """At most so many faults of the modules whose path has one of the parts, the same for the same seed."""
    modules = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "casekit").rglob("*.py"))
    faults = [
        fault for module in modules if any(part in module for part in parts) for fault in faults_of(module)
    ]
    drawn = random.Random(seed).sample(faults, min(count, len(faults)))  # noqa: S311 - a draw that can be repeated
    return tuple(sorted(drawn, key=faults.index))


def known() -> dict[Mutant, str]:
    """The faults of ``survivors.txt``, each with the reason why no test finds it."""
    return dict(entries(SURVIVORS.read_text(encoding="utf-8")))


class _Runner:
    """A process in the copy that has collected tests and answers requests; see ``mutant_trials.py``."""

    def __init__(self, copy: Path, lane: str, tests: tuple[str, ...]) -> None:
        away = {**os.environ, "PYTHONPATH": str(copy)}
        away.pop("PYTHONDONTWRITEBYTECODE", None)  # everything would be compiled for each fault
        self._process = subprocess.Popen(
            [sys.executable, "tests/mutant_trials.py", lane, *tests],
            cwd=copy,
            env=away,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        self.is_ready = bool(first) and json.loads(first)["collected"]

    def answer(self, **request: Any) -> Any:
        """What is answered to a request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(request)}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


class Trial:
    """A copy of the checkout in which faults are made, one at a time."""

    def __init__(self, folder: Path, lane: str, *, only_callers: bool) -> None:
        self.copy = copied(folder)
        self._lane = lane
        self._only_callers = only_callers
        self._second = int(time.time())
        self._tests: tuple[str, ...] = ()
        self._runner: _Runner | None = None
        self._known: dict[str, dict[str, Any]] = {}

    def _prepare(self, tests: tuple[str, ...]) -> _Runner:
        """What runs tests, after it was learned what each calls and takes.

        Raises:
            SystemExit: if one fails.
        """
        if self._runner is not None and tests == self._tests:
            return self._runner
        self.close()
        self._tests, self._runner = tests, _Runner(self.copy, self._lane, tests)
        answer = self._runner.answer() if self._runner.is_ready else {"fails": True}
        if answer["fails"]:
            sys.exit(f"{' '.join(tests)}: a test fails without a fault")
        self._known = answer["tests"]
        return self._runner

    def finds(self, fault: Mutant) -> bool:
        """Whether the tests of a fault find it: one fails, or they do not come to an end."""
        runner = self._prepare(fault.tests)
        place = _function_of(fault)
        order = sorted(self._known, key=lambda test: self._known[test]["seconds"])
        callers = [test for test in order if self._calls(test, place)]
        others = [test for test in order if test not in callers]
        before = (self.copy / fault.file).read_text(encoding="utf-8")
        self._write(fault.file, before.replace(fault.old, fault.new))
        try:
            if callers and self._fails(runner, callers, fault.file):
                return True
            if callers and self._only_callers:
                return False
            # What no test calls is perhaps done when a module is imported, as all is that is outside functions.
            fresh = _Runner(self.copy, self._lane, fault.tests)
            try:
                return not fresh.is_ready or self._fails(fresh, order if not callers else others, "")
            finally:
                fresh.close()
        finally:
            self._write(fault.file, before)

    def _calls(self, test: str, place: str) -> bool:
        """Whether a test calls a function, or may do so in another process; none calls what is outside functions."""
        return bool(place) and (self._known[test]["outside"] or place in self._known[test]["calls"])

    def _fails(self, runner: _Runner, tests: list[str], file: str) -> bool:
        seconds = _SLOWER * sum(self._known[test]["seconds"] for test in tests) + _SLACK
        return bool(runner.answer(only=tests, seconds=seconds, file=file)["fails"])

    def _write(self, name: str, text: str) -> None:
        """Write a module at a second of its own, by which Python sees that what it compiled is no longer good."""
        file = self.copy / name
        file.write_text(text, encoding="utf-8")
        self._second += 1
        os.utime(file, (self._second, self._second))

    def close(self) -> None:
        """End what runs the tests."""
        if self._runner is not None:
            self._runner.close()


def _function_of(fault: Mutant) -> str:
    """The innermost function of a fault, as ``mutant_trials.py`` names it; empty if it is outside functions."""
    text = (ROOT / fault.file).read_text(encoding="utf-8")
    line = text.count("\n", 0, text.index(fault.old)) + 1
    place = ""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.body[0].lineno <= line:
            assert node.end_lineno is not None
            if line <= node.end_lineno:
                # ``ast.walk`` meets what is outside first. Python counts a function from its first decorator.
                place = f"{fault.file}:{min([node.lineno, *(each.lineno for each in node.decorator_list)])}"
    return place


def tried(faults: Iterable[Mutant], *, quick: bool) -> Iterator[tuple[Mutant, bool]]:
    """Each fault, and whether its tests find it; ``quick`` with those alone that are quick and call the function of the fault."""
    lane = "not nightly and not slow" if quick else "not nightly"
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder), lane, only_callers=quick)
        try:
            for fault in faults:
                yield fault, trial.finds(fault)
        finally:
            trial.close()


def _shown(fault: Mutant, verdict: str) -> str:
    """A fault as it is written in a list, with what is said of it."""
    named = "" if fault.tests == nearest_tests(fault.file) else f"  {' '.join(fault.tests)}"
    said = f"= {verdict}\n" if verdict else ""
    return f"{fault.file}{named}\n- {fault.old}\n+ {fault.new}\n{said}\n"


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Draw small faults by chance, make each in a copy of the checkout, and see whether the nearest tests find it."
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help="part of the path of a module, such as casekit/language/data"
    )
    parser.add_argument("--seed", type=int, default=46, help="the same seed draws the same faults [46]")
    parser.add_argument("--count", type=int, default=12, help="how many faults are drawn [12]")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="run only tests that are in `make quick` and call the changed function",
    )
    parser.add_argument("--only-draw", action="store_true", help="print the faults, and try none")
    parser.add_argument(
        "--list", type=Path, metavar="FILE", help="try the faults of a list instead, as printed"
    )
    wanted = parser.parse_args()
    if not wanted.parts and wanted.list is None:
        parser.error("name a part of the path of a module, or a list")
    return wanted


def main() -> None:
    """Draw faults, or read them from a list, and try them."""
    wanted = _wanted()
    if wanted.list is None:
        faults = draw(wanted.parts, wanted.seed, wanted.count)
    else:
        listed = entries(wanted.list.read_text(encoding="utf-8"))
        faults = tuple(
            fault for fault, _ in listed if any(part in fault.file for part in wanted.parts or [""])
        )
    if stale := [str(fault) for fault in faults if fault.stale]:
        sys.exit("\n".join(["stale, since the code or its tests have changed:", *stale]))
    if wanted.only_draw:
        sys.stdout.writelines(_shown(fault, "") for fault in faults)
        return
    reasons = known()
    verdicts: Counter[str] = Counter()
    for fault, found in tried(faults, quick=wanted.quick):
        verdict = "found" if found else "known" if fault in reasons else "not found"
        verdicts[verdict] += 1
        sys.stdout.write(_shown(fault, verdict))
        sys.stdout.flush()
    sys.stdout.write(
        f"{verdicts['found']} of {len(faults)} faults found, {verdicts['known']} known to survive\n"
    )
    sys.exit(bool(verdicts["not found"]))


if __name__ == "__main__":
    main()
