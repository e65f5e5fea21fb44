"""An edition beside its catalogues in a language, as commands see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from casekit.diagnostics import Diagnostic, Source
from casekit.translation.work import Part, Work, extracted, review


@dataclass(frozen=True)
class Translated:
    """An edition, or a document by itself, beside its catalogues in a language."""

    work: Work

    @property
    def language(self) -> str:
        """The tag of the language."""
        return self.work.language

    @property
    def root(self) -> Path:
        """The folder of the edition, or of the document by itself."""
        return self.work.originals.root

    @property
    def catalogues(self) -> Sequence[Part]:
        """One for the edition and one for each document."""
        return self.work.parts

    @property
    def sources(self) -> Mapping[str, Source]:
        """The texts of the catalogues that are there."""
        return self.work.sources

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """The findings on them."""
        return self.work.problems

    def extracted(self) -> Mapping[Path, bytes]:
        """The catalogues, brought up to date."""
        return extracted(self.work)

    def review(self) -> tuple[Diagnostic, ...]:
        """The findings on missing texts, and on those that have changed since."""
        return review(self.work)

    def merged(self, folder: Path) -> tuple[Mapping[str, bytes], tuple[Diagnostic, ...]]:
        """Every file of the edition in the language, by its name in a folder that may hold an earlier merge."""
        from casekit.translation.assemble import merged  # noqa: PLC0415 -- loaded only where files are merged

        return merged(self.work, folder)
