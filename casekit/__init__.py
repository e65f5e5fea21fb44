"""Write, prove and print detective cases for Midnight Murder Mysteries.

The names in ``__all__`` are the public interface for cases (``docs/library.md``), those in
``casekit.deduce.__all__`` the one for theories of one's own. Each is imported when it is first used:
``import casekit`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casekit.diagnostics import Finding, Severity
    from casekit.library import (
        AskResult,
        CaseError,
        CaseFile,
        EditionFile,
        ProofResult,
        Result,
        VerdictResult,
        WhyNotResult,
        read,
        read_edition,
        read_text,
    )
    from casekit.logic.theory import Element

__version__ = "0.1.0"

__all__ = [
    "AskResult",
    "CaseError",
    "CaseFile",
    "EditionFile",
    "Element",
    "Finding",
    "ProofResult",
    "Result",
    "Severity",
    "VerdictResult",
    "WhyNotResult",
    "__version__",
    "read",
    "read_edition",
    "read_text",
]

if not TYPE_CHECKING:  # a type checker would take any name for one that this gives
    _HOMES = {
        "casekit.diagnostics": ("Finding", "Severity"),
        "casekit.library": (
            "AskResult",
            "CaseError",
            "CaseFile",
            "EditionFile",
            "ProofResult",
            "Result",
            "VerdictResult",
            "WhyNotResult",
            "read",
            "read_edition",
            "read_text",
        ),
        "casekit.logic.theory": ("Element",),
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
