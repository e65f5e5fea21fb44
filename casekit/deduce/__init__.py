"""From a theory to what follows from it. Knows no game.

``solving.theory_solver.TheorySolver`` grounds a theory once (``encoding``); every other module asks it: what
is so and what would settle it (``verdicts``), why (``proofs``), from which sources (``minimal_sources``,
``source_sets``), what is wrong (``conflicts``), and what bears on what (``evidence_graph``). ``notation``
reads formulas.

The names in ``__all__`` are casekit's public interface for theories of one's own (``docs/library.md``). Each
is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casekit.deduce.encoding.encoded_theory import GroundingTooLargeError, Limits
    from casekit.deduce.notation import FormulaError, formula
    from casekit.deduce.proofs.prover import prove
    from casekit.deduce.solving.theory_solver import Knowledge, TheorySolver
    from casekit.logic.formulas import Formula, Function, Sort
    from casekit.logic.theory import Assertion, Claim, Fact, Law, OutOfBudgetError, Proof, Theory

__all__ = [
    "Assertion",
    "Claim",
    "Fact",
    "Formula",
    "FormulaError",
    "Function",
    "GroundingTooLargeError",
    "Knowledge",
    "Law",
    "Limits",
    "OutOfBudgetError",
    "Proof",
    "Sort",
    "Theory",
    "TheorySolver",
    "formula",
    "prove",
]

if not TYPE_CHECKING:  # a type checker would take any name for one that this gives
    _HOMES = {
        "casekit.deduce.encoding.encoded_theory": ("GroundingTooLargeError", "Limits"),
        "casekit.deduce.notation": ("FormulaError", "formula"),
        "casekit.deduce.proofs.prover": ("prove",),
        "casekit.deduce.solving.theory_solver": ("Knowledge", "TheorySolver"),
        "casekit.logic.formulas": ("Formula", "Function", "Sort"),
        "casekit.logic.theory": ("Assertion", "Claim", "Fact", "Law", "OutOfBudgetError", "Proof", "Theory"),
    }

    def __getattr__(name: str) -> object:
        """A name of ``__all__``, from the module that holds it."""
        for module, names in _HOMES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """The public names, loaded or not."""
        return sorted(__all__)
