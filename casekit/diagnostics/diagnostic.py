"""What a stage has to say about a file."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from casekit.diagnostics.codes import Code
from casekit.diagnostics.source import Span


class Severity(IntEnum):
    """How much a finding weighs; the lower, the graver."""

    ERROR = 0
    WARNING = 1
    NOTE = 2

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding, and what it has to do with it."""

    span: Span
    label: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of the text at ``span``."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what is wrong, where, and the cure in the imperative."""

    code: Code
    message: str
    span: Span
    hint: str = ""
    related: tuple[Related, ...] = ()
    fix: tuple[Edit, ...] = ()

    @property
    def severity(self) -> Severity:
        """The severity its code has in the catalogue."""
        return Severity[self.code.severity.upper()]


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort findings by place, then weight, and drop exact repetitions."""
    return tuple(
        sorted(
            dict.fromkeys(diagnostics),
            key=lambda d: (d.span.file, d.span.line, d.span.column, d.severity, d.code.id, d.message),
        )
    )


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any finding is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)
