"""How editions of Midnight Murder Mysteries are translated, as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Answered, Findings
from casekit.diagnostics import Source, Span
from casekit.games.game import Originals, Translation

if TYPE_CHECKING:
    from casekit.games.midnight.case_document import CaseDocument
    from casekit.games.midnight.translation.work import Part, Work


@dataclass(frozen=True)
class CaseTranslation:
    """Cases beside their catalogues."""

    work: "Work"

    @property
    def language(self) -> str:
        """The tag of the language."""
        return self.work.language

    @property
    def root(self) -> Path:
        """The folder of the edition, or of the case by itself."""
        return self.work.originals.root

    @property
    def catalogues(self) -> "Sequence[Part]":
        """One for the edition and one for each case."""
        return self.work.parts

    @property
    def sources(self) -> Mapping[str, Source]:
        """The texts of the catalogues."""
        return self.work.sources

    @property
    def problems(self) -> Findings:
        """What is wrong with them."""
        return self.work.problems

    def extracted(self) -> Mapping[Path, bytes]:
        """The catalogues, brought up to date."""
        from casekit.games.midnight.translation.work import extracted

        return extracted(self.work)

    def review(self) -> Findings:
        """What is missing, and what has changed since."""
        from casekit.games.midnight.translation.work import review

        return review(self.work)

    def merged(self, folder: Path) -> tuple[Mapping[str, bytes], Findings]:
        """Every file of the edition in the language."""
        from casekit.games.midnight.translation.assemble import merged

        return merged(self.work, folder)


class MidnightTranslation(Translation):
    """Catalogues (PO) for an edition and each of its cases."""

    def language(self, tag: str, original: str, place: Span) -> Answered[str]:
        """The canonical tag of a language that is not the original's."""
        from casekit.games.midnight.translation.tags import canonical, own_language

        found, problems = canonical(tag)
        own = own_language(found, original, place) if found else ()
        return (None if own else found), (*problems, *own)

    def unspoken(self, language: str, place: Span) -> Findings:
        """The finding that the fixed words of the pages are not known in a language."""
        from casekit.games.midnight.translation.tags import unspoken

        return unspoken(language, place)

    def mark(self, language: str) -> str:
        """The comment that each merged text begins with."""
        from casekit.games.midnight.translation.merge import mark

        return mark(language)

    def ambiguous(self, document: "CaseDocument") -> Findings:
        """Paths that lead to two paragraphs."""
        from casekit.games.midnight.checks import paths

        return tuple(paths.repeated(document.case))

    def open(self, originals: Originals, language: str) -> CaseTranslation:
        """Read the catalogues of a language."""
        from casekit.games.midnight.reading.edition_file import built_in_source
        from casekit.games.midnight.translation.work import CaseOriginals as Cases, open_work

        toml, deck = (*originals.sources, None, None)[:2]
        cases = Cases(
            originals.root,
            originals.settings,
            toml or built_in_source(),
            deck,
            originals.trees,
            originals.alone,
        )
        return CaseTranslation(open_work(cases, language))
