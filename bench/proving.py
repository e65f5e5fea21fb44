"""The smallest proof and the full report of a hand-written case."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from pysat.examples.optux import OptUx
from pysat.formula import WCNF

from bench.agreement import agree
from bench.example import FILE, analysis_of, small
from bench.measure import Row, Scale, Work
from casekit.analysis.queries import prove_solution
from casekit.cli.options import BUDGET
from casekit.deduce.minimal_sources import claims_by_source, otherwise, smallest_proof
from casekit.deduce.solving.cores import group_nodes
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.midnight.theory.metrics import measure
from casekit.kit.editions import EditionFinder
from casekit.pipeline import loading

_CASEKIT = Path(sys.executable).with_name("casekit")


def rows(scale: Scale) -> Iterator[Row]:
    """Cold processes beside starting up, then the work alone beside a search for the smallest set of paths."""
    with TemporaryDirectory() as folder:
        yield from _rows(small(Path(folder)) if scale.smallest else FILE, scale)


def _rows(file: Path, scale: Scale) -> Iterator[Row]:
    start = _process("--version")
    for command in ("ask", "report"):
        yield scale.compare(
            f"casekit {command}, cold", _process(command, file), "casekit --version, cold", start, rounds=11
        )
    analysis = analysis_of(loading.load_for_analysis(loading.InputFile.of(file), EditionFinder()))
    answers = analysis.proved
    theory = analysis.solver.theory
    problem = _problem(TheorySolver(theory), answers)

    def optux() -> int:
        with OptUx(problem) as search:
            return len(search.compute() or ())

    size = len(smallest_proof(TheorySolver(theory), answers).names)
    agree("paths in the smallest proof", size, "OptUx", optux())
    peer = "OptUx, smallest set of paths"
    for work, ours in (
        ("ground and find the smallest set of paths", lambda: smallest_proof(TheorySolver(theory), answers)),
        # As `ask` does it: the theory is that of the verdict.
        ("smallest set of paths", lambda: smallest_proof(analysis.solver.fresh(), answers)),
        ("proof in steps, verified", lambda: prove_solution(analysis)),
        ("figures of a report", lambda: measure(analysis, BUDGET)),
    ):
        yield scale.compare(work, ours, peer, optux, rounds=11)


def _process(*arguments: str | Path) -> Work:
    command = (_CASEKIT, *arguments)
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _problem(solver: TheorySolver, answers: dict[str, str]) -> WCNF:
    """Laws and the denial of the answers as hard clauses, each path as a soft one."""
    nodes = group_nodes(solver, claims_by_source(solver))
    given = [*solver.assume(solver.laws), otherwise(solver, answers)]
    problem = WCNF()
    for clause in (*solver.circuit.pending, *([node] for node in given)):
        problem.append(list(clause))
    for node in nodes.values():
        problem.append([node], weight=1)
    return problem
