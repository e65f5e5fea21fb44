import subprocess
import sys

SCRIPT = """
import sys
from casekit.deduce.solving.theory_solver import Knowledge
from casekit.deduce.evidence_graph import idle, unusable
from casekit.deduce.verdicts import analyse
from casekit.logic.theory import Theory

knowledge = Knowledge(Theory((), (), (), (), ()))
analyse(knowledge), idle(knowledge), unusable(knowledge)
print([name for name in ("networkx", "pysat.examples.hitman", "pysat.examples.rc2") if name in sys.modules])
"""


def test_a_verdict_loads_neither_graphs_nor_optimisers():
    result = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True)
    assert "[]\n" == result.stdout
