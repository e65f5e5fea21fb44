"""What a finished file should be, for those who look at it again."""

from dataclasses import dataclass
from typing import Protocol

from casekit.diagnostics import Span
from casekit.print.papers import PAPERS


class Titled(Protocol):
    """Page content of any kind, as far as a file tells of it as a whole."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def language(self) -> str:
        """Its language as a tag of IETF BCP 47."""


@dataclass(frozen=True, slots=True)
class Format:
    """The size of cut pages in millimetres, and the place to name where they have another."""

    width: float
    height: float
    span: Span

    @classmethod
    def of(cls, paper: str, span: Span) -> "Format":
        """Upright pages of a paper."""
        return cls(PAPERS[paper].width, PAPERS[paper].height, span)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A piece as it should be: its format, and for each page the texts that stand on it, as often as they do."""

    format: Format
    pages: tuple[tuple[str, ...], ...]
