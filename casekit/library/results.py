"""Answers of a case: views of those that its game gives (``casekit.asking``)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, cast

from casekit.asking.interrogation import Findings, FormulaAnswer, ProofAnswer, Told
from casekit.diagnostics import Diagnostic, Severity
from casekit.model.theory import Element

WIDTH = 100
"""The columns that text is laid out in unless another width is asked for."""


class CaseError(Exception):
    """A case, or a question about it, to which casekit has no answer.

    ``name`` is that of the case, ``reason`` says why in a few words, and ``findings`` say what has to be corrected and
    where; that something is too large or too hard is a finding too.
    """

    def __init__(self, name: str, reason: str, findings: Findings = ()) -> None:
        super().__init__(name, reason, findings)
        self.name = name
        self.reason = reason
        self.findings = findings

    def __str__(self) -> str:
        errors = [found for found in self.findings if found.severity is Severity.ERROR]
        first = "".join(f" ({found.span}: {found.code.id} {found.message})" for found in errors[:1])
        return f"{self.name}: {self.reason}{first}"


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """An answer, for people and for machines. ``findings`` were made on the way to it."""

    _told: Told
    findings: tuple[Diagnostic, ...] = ()

    def in_words(self, width: int = WIDTH) -> str:
        """As text that is ``width`` columns wide, if its words allow that."""
        return self._told.in_words(max(width, 1))

    def as_json(self) -> dict[str, Any]:
        """As the command of the same name prints it with ``--json``, without the file's name and the findings."""
        return self._told.as_json()

    def __str__(self) -> str:
        return self.in_words()


@dataclass(frozen=True, eq=False, repr=False)
class VerdictResult(Result):
    """The knowledge of readers of the whole case."""

    @cached_property
    def elements(self) -> Mapping[str, Element]:
        """Each question of the game by its name, in the order of the deduction sheet."""
        told: dict[str, dict[str, Any]] = self.as_json()["elements"]
        return {
            name: Element(name, each["value"], each["status"], tuple(each["rivals"]), each["proved"])
            for name, each in told.items()
        }

    @property
    def consistent(self) -> bool:
        """Whether the case does not contradict itself."""
        return bool(self.as_json()["consistent"])

    @property
    def certain(self) -> bool:
        """Whether readers can prove the true answer to each question."""
        return all(element.status == "certain" for element in self.elements.values())


@dataclass(frozen=True, eq=False, repr=False)
class AskResult(Result):
    """The answer to a formula, with its proof or with a world for either."""

    _told: FormulaAnswer

    @property
    def answer(self) -> Literal["true", "false", "open"]:
        """Whether the formula is so in all worlds that the reader holds possible, in none, or in some."""
        return cast("Literal['true', 'false', 'open']", self._told.answer)


@dataclass(frozen=True, eq=False, repr=False)
class ProofResult(Result):
    """A smallest proof. ``findings`` name the elements that could not be proved with the others."""

    _told: ProofAnswer

    def picture(self) -> str:
        """The evidence graph as an SVG document."""
        return self._told.picture()

    def page(self) -> str:
        """The proof and its graph as an HTML page that needs nothing else."""
        return self._told.page()


@dataclass(frozen=True, eq=False, repr=False)
class WhyNotResult(Result):
    """The refutation of a value, or the nearest world in which it is so."""

    @property
    def possible(self) -> bool:
        """Whether nothing in the case refutes it."""
        return bool(self.as_json()["possible"])
