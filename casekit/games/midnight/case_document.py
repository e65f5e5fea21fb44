"""A case as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Findings
from casekit.diagnostics import Source

if TYPE_CHECKING:
    from casekit.games.midnight.case import Case
    from casekit.games.midnight.case_interrogation import CaseInterrogation
    from casekit.games.midnight.edition import Edition
    from casekit.games.midnight.reading.resolve import Resolution
    from casekit.language.formula.scope import Scope


@dataclass(frozen=True)
class CaseDocument:
    """A case as it was read."""

    resolution: "Resolution"

    @property
    def case(self) -> "Case":
        """The case itself."""
        return self.resolution.case

    @property
    def title(self) -> str:
        """What it is called."""
        return self.case.title

    @property
    def source(self) -> Source:
        """Its text."""
        return self.case.source

    @property
    def settings(self) -> "Edition":
        """Its edition."""
        return self.case.edition

    @property
    def scope(self) -> "Scope":
        """The names that formulas of the case may use."""
        return self.case.scope

    @property
    def paragraphs(self) -> int:
        """How many paragraphs it has."""
        return len(self.case.paragraphs)

    def check(self, other_titles: tuple[str, ...]) -> Findings:
        """Every check that needs no deduction."""
        from casekit.games.midnight.checks import check_text

        return check_text(self.resolution, other_titles)

    def gaps(self) -> Findings:
        """Blocks and answers without which nothing can be proved."""
        case = self.case
        if case.motives and case.methods:  # what readers know needs no truth
            return ()
        from casekit.games.midnight.checks import blocks

        return (*blocks.missing(case, 0), *blocks.no_answers(case))

    def interrogation(self) -> "CaseInterrogation":
        """The case with its questions open."""
        from casekit.games.midnight.case_interrogation import CaseInterrogation

        return CaseInterrogation(self.case)

    def assets(self) -> tuple[Path, ...]:
        """Its picture."""
        root = (self.case.edition.file or Path(self.case.source.name)).parent
        return (root / self.case.illustration,) if self.case.illustration else ()
