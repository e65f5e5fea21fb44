"""Passages with who speaks there, and sentences of them in which something is found."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from casekit.diagnostics import Code, Diagnostic, Edit, Place, Prose
from casekit.diagnostics.source import USUAL
from casekit.frozen import frozen
from casekit.games.prose.prose_document import AnyLine, AnyPassage, ProseDocument, as_written


@frozen
class Voice:
    """A passage, whose word it is if somebody speaks there, on which topic, the places where it is found, and whether all of it is true."""

    passage: AnyPassage
    speaker: str | None = None
    here: frozenset[str] = frozenset()
    honest: bool = True
    topic: str = ""

    @cached_property
    def place(self) -> str:
        """The one place that it describes, empty if there is none."""
        return min(self.here) if len(self.here) == 1 else ""


@frozen
class ProseSentence:
    """A sentence of a paragraph of prose, from ``start`` to ``end`` of it."""

    document: ProseDocument
    prose: Prose
    start: int
    end: int

    @property
    def words(self) -> str:
        """Its words, in one line."""
        return " ".join(text_of(self.document, self.prose)[self.start : self.end].split())

    def finding(self, code: Code, message: str, hint: str, fix: tuple[Edit, ...] = ()) -> Diagnostic:
        """A finding at its place."""
        at = self.prose.place.start
        return Diagnostic(
            code, message, self.document.span(Place(at + self.start, at + self.end)), hint, fix=fix
        )


def texts(document: ProseDocument, voices: Iterable[Voice]) -> Iterator[tuple[Voice, Prose, str]]:
    """The paragraphs of passages, each with its voice and its text."""
    return ((voice, prose, text_of(document, prose)) for voice in voices for prose in voice.passage.prose)


Read = Sequence[tuple[Voice, Prose, str]]
"""Paragraphs as ``texts`` gives them."""


def quoting(voices: Iterable[Voice], *, hints: bool = False) -> Iterator[tuple[Voice, AnyLine]]:
    """The lines of passages that quote words for what they surely say, or may hint as well, each with its voice."""
    lines = ((voice, line) for voice in voices for line in voice.passage.statements if line.quotation)
    return (
        (voice, line) for voice, line in lines if line.mode not in ({"shown"} if hints else {"hint", "shown"})
    )


def text_of(document: ProseDocument, prose: Prose) -> str:
    """A paragraph as it is written, in one line; one that is far too long claims nothing."""
    text = as_written(document.source, prose)
    return text.replace("\n", " ") if len(text) <= USUAL else ""
