"""A case built to be hard: 1,000 paths and some 5,000 ground facts, each command in a process that may be stopped."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from pysat.solvers import Solver

from bench import liner
from bench.agreement import agree
from bench.example import analysis_of
from bench.measure import Row, Scale
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.kit.editions import EditionFinder
from casekit.pipeline import loading

_CASEKIT = Path(sys.executable).with_name("casekit")

LIMIT = 60
"""After so many seconds a command is stopped, and its row says so."""

_FINDINGS = (0, 1)
"""The exit statuses of a command that did its work, without and with findings."""

_PEER = "glucose, clauses given: which suspects are possible"


def rows(scale: Scale) -> Iterator[Row]:
    """One run of each command: it takes seconds or is stopped."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        size = scale.of((liner.SUSPECTS, liner.LOCATIONS), (6, 20))
        (folder / "edition.toml").write_text(liner.edition(*size), encoding="utf-8")
        case = folder / "liner.case"
        case.write_text(liner.case(1, *size), encoding="utf-8")
        yield from _rows(case)


def _rows(case: Path) -> Iterator[Row]:
    examined = loading.load_for_analysis(loading.InputFile(case.name, None, case), EditionFinder())
    analysis = analysis_of(examined)
    theory = analysis.solver.theory
    start = perf_counter()
    possible = _possible(TheorySolver(theory))
    theirs = _since(start)
    culprit = analysis.verdict.elements[0]
    agree("suspects that are possible", [culprit.value], "glucose", possible)
    size = f"{len(analysis.sources):,} paths, {len(theory.claims):,} statements"
    for command, arguments, told in (
        ("check", ("--format", "json"), _verdict),
        ("ask", ("--json",), _proof),
        ("report", ("--json",), _figures),
    ):
        start = perf_counter()
        answer = _answer(command, *arguments, str(case), told=told)
        yield Row(f"{size}: casekit {command}: {answer}", _since(start), _PEER, theirs)


def _since(start: float) -> float:
    return (perf_counter() - start) * 1000


def _answer(*arguments: str, told: Callable[[Mapping[str, Any]], str]) -> str:
    """What a command says of its own completeness, or that it had to be stopped."""
    try:
        done = subprocess.run((_CASEKIT, *arguments), capture_output=True, check=False, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"STOPPED after {LIMIT} s"
    if done.returncode not in _FINDINGS:
        raise ValueError(done.stderr.decode())
    return told(json.loads(done.stdout))


def _verdict(answer: Mapping[str, Any]) -> str:
    (case,) = answer["cases"]
    return ", ".join(dict.fromkeys(element["status"] for element in case["verdict"]["elements"].values()))


def _proof(answer: Mapping[str, Any]) -> str:
    proof = answer["proof"]
    if proof is None:
        return "says that it gave up"
    return f"{proof['size']} paths, {'smallest' if proof['minimum'] else 'says perhaps not smallest'}"


def _figures(answer: Mapping[str, Any]) -> str:
    if not answer["measured"]:
        return "says that it gave up"
    return "complete" if answer["complete"] else "says incomplete"


def _possible(solver: TheorySolver) -> list[str]:
    """The culprits that all lines leave possible, by a bare solver."""
    target = solver.theory.targets[0]
    told = solver.assume(solver.everything)
    nodes = solver.vocabulary.cases(target, ())
    with Solver(name="glucose4", bootstrap_with=solver.circuit.pending) as sat_solver:
        return [name for name, node in nodes.items() if sat_solver.solve(assumptions=[*told, node])]
