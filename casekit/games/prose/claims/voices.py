"""Passages with who speaks there, and sentences of them in which something is found."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from casekit.diagnostics import USUAL, Code, Diagnostic, Edit, Place, Prose
from casekit.games.prose.prose_document import AnyLine, AnyPassage, ProseDocument, as_written
from casekit.language.spoken.spoken_words import sentences
from casekit.values import frozen


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
    left_out = {"shown"} if hints else {"hint", "shown"}
    return ((voice, line) for voice, line in lines if line.mode not in left_out)


class QuotedWords(NamedTuple):
    """Words that are quoted, from ``start`` to ``end`` of a paragraph, and their sentences, from ``first`` to ``last``."""

    prose: Prose
    text: str
    first: int
    start: int
    end: int
    last: int


def quoted_words(paragraphs: Sequence[tuple[Prose, str]], quotation: str) -> QuotedWords | None:
    """Where paragraphs have words that are quoted, with emphasis or without."""
    found = [(*each, at, at + len(quotation)) for each in paragraphs if (at := each[1].find(quotation)) >= 0]
    words = re.findall(r"\w+", quotation) if not found else ()
    if words:
        pattern = re.compile(r"[\W_]+".join(words))
        found = [(*each, *match.span()) for each in paragraphs if (match := pattern.search(each[1]))]
    for prose, text, start, end in found:
        here = [each for each in sentences(text) if each[0] < end and start < each[1]]
        if here:
            return QuotedWords(prose, text, here[0][0], start, end, here[-1][1])
    return None


def text_of(document: ProseDocument, prose: Prose) -> str:
    """A paragraph as it is written, in one line; one that is far too long claims nothing."""
    text = as_written(document.source, prose)
    return text.replace("\n", " ") if len(text) <= USUAL else ""
