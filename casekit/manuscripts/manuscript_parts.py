"""The parts of a document to proofread: its prose under its headings, as a game describes it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casekit.diagnostics import Source
from casekit.language.document.tree import Block, ProseNode
from casekit.manuscripts.manuscript_marks import ManuscriptMark, head_mark, numbered
from casekit.manuscripts.styled_words import StyledWord, digest_of, words_of_prose


@dataclass(frozen=True, slots=True)
class ManuscriptPart:
    """A block with prose.

    ``name`` is its heading as it is written in a case, ``title`` the same in words, ``note`` says who reads it where.
    ``quoted`` are the words of its prose that lines of logic quote.
    """

    block: Block
    name: str
    title: str
    note: str
    quoted: tuple[str, ...] = ()


@dataclass(frozen=True)
class SentParagraph:
    """A paragraph of prose with its mark, and the words that it consists of."""

    mark: ManuscriptMark
    node: ProseNode
    words: tuple[StyledWord, ...]


@dataclass(frozen=True)
class SentPart:
    """A part with its paragraphs."""

    part: ManuscriptPart
    paragraphs: tuple[SentParagraph, ...]


@dataclass(frozen=True)
class Manuscript:
    """The manuscript of a document. ``file`` is the name of its file, ``language`` that of its prose."""

    file: str
    title: str
    edition: str
    language: str
    source: Source
    parts: tuple[SentPart, ...]

    @property
    def head(self) -> ManuscriptMark:
        """The mark of the whole."""
        return head_mark(self.file, [paragraph.mark for paragraph in self.paragraphs])

    @property
    def paragraphs(self) -> tuple[SentParagraph, ...]:
        """All paragraphs in order."""
        return tuple(paragraph for part in self.parts for paragraph in part.paragraphs)

    @property
    def by_mark(self) -> dict[str, SentParagraph]:
        """The paragraphs by the names of their marks."""
        return {paragraph.mark.name: paragraph for paragraph in self.paragraphs}


def sent_parts(parts: Sequence[ManuscriptPart]) -> tuple[SentPart, ...]:
    """Parts that have prose, with marks. Paragraphs under the same heading are counted on."""
    counts: dict[str, int] = {}
    return tuple(
        sent for part in parts if (sent := SentPart(part, tuple(_paragraphs(part, counts)))).paragraphs
    )


def _paragraphs(part: ManuscriptPart, counts: dict[str, int]) -> Iterator[SentParagraph]:
    for item in part.block.items:
        if isinstance(item, ProseNode):
            counts[part.name] = counts.get(part.name, 0) + 1
            words = words_of_prose(item.text)
            yield SentParagraph(
                ManuscriptMark(numbered(part.name, counts[part.name]), digest_of(words)), item, words
            )
