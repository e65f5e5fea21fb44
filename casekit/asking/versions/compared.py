"""All that changed of a document: its text, what readers can know, its figures, what is reported of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from casekit.asking.versions.document_differences import Difference
from casekit.asking.versions.gauges import GaugeRow
from casekit.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """The knowledge that readers can have of a question, in two versions; ``None`` where a version has no verdict.

    They are elements of a verdict in ``schemas/diagnostics.schema.json``.
    """

    element: str
    before: Mapping[str, Any] | None
    now: Mapping[str, Any] | None

    @property
    def opened(self) -> bool:
        """Whether readers could prove an answer before, and cannot prove any now."""
        return bool(self.before and self.before["proved"] and self.now and not self.now["proved"])


@dataclass(frozen=True, slots=True)
class Compared:
    """A document in two versions.

    ``before`` and ``now`` are the names of the versions, ``None`` where there is none; ``title`` is what it is called.
    ``appeared`` and ``fixed`` are errors and warnings that only the new or only the old version has.
    """

    path: str
    title: str
    before: str | None
    now: str | None
    text: Difference
    figures: tuple[GaugeRow, ...] = ()
    answers: tuple[AnswerChange, ...] = ()
    appeared: tuple[Diagnostic, ...] = ()
    fixed: tuple[Diagnostic, ...] = ()

    @property
    def in_both(self) -> bool:
        """Whether it is neither new nor gone."""
        return self.before is not None and self.now is not None

    @property
    def changed_figures(self) -> tuple[GaugeRow, ...]:
        """The figures that are not as before."""
        return tuple(row for row in self.figures if row.differs)

    def __bool__(self) -> bool:
        return bool(
            self.text
            or self.changed_figures
            or self.answers
            or self.appeared
            or self.fixed
            or not self.in_both
        )
