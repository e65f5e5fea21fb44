"""A manuscript: the parts of a case that are prose, and their lines in order, for whatever form they are written in."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Literal

from casekit.diagnostics import Source
from casekit.diagnostics.source import even, folded
from casekit.frozen import frozen
from casekit.language.document.dialect import Block, ProseNode
from casekit.manuscripts.styled_words import (
    ESCAPE,
    SECTION,
    STYLES,
    TYPOGRAPHIC,
    ManuscriptMark,
    StyledRun,
    StyledWord,
    digest_of,
    head_mark,
    looks_like_a_mark,
    numbered,
    words_of_prose,
)
from casekit.print.text.prose import label, runs
from casekit.resources import words as words_in


@frozen
class SentParagraph:
    """A paragraph of prose with its mark, and the words that it consists of."""

    mark: ManuscriptMark
    node: ProseNode
    words: tuple[StyledWord, ...]


@frozen(slots=True)
class ManuscriptPart:
    """A block with prose.

    ``name`` is its heading as it is written in a case, ``title`` the same in words, ``note`` says who reads it where.
    ``quoted`` are the words of its prose that lines of logic quote, ``paragraphs`` those that are sent out.
    """

    block: Block
    name: str
    title: str
    note: str
    quoted: tuple[str, ...] = ()
    paragraphs: tuple[SentParagraph, ...] = ()


@frozen
class Manuscript:
    """The manuscript of a document. ``file`` is the name of its file, ``language`` that of its prose."""

    file: str
    title: str
    edition: str
    language: str
    source: Source
    parts: tuple[ManuscriptPart, ...]

    @property
    def head(self) -> ManuscriptMark:
        """The mark of the whole."""
        return head_mark(self.file, [paragraph.mark for paragraph in self.paragraphs])

    @property
    def paragraphs(self) -> tuple[SentParagraph, ...]:
        """All paragraphs in order."""
        return tuple(paragraph for part in self.parts for paragraph in part.paragraphs)

    @cached_property
    def typographic(self) -> bool:
        """Whether its prose has the quotation marks of its language."""
        return any(TYPOGRAPHIC.search(each.node.text) for each in self.paragraphs)

    @property
    def by_mark(self) -> dict[str, SentParagraph]:
        """The paragraphs by the names of their marks."""
        return {paragraph.mark.name: paragraph for paragraph in self.paragraphs}


def sent_parts(parts: Sequence[ManuscriptPart]) -> tuple[ManuscriptPart, ...]:
    """Parts that have prose, with its paragraphs and their marks. Paragraphs under the same heading are counted on."""
    counts: dict[str, int] = {}
    sent = (replace(part, paragraphs=tuple(_paragraphs(part, counts))) for part in parts)
    return tuple(part for part in sent if part.paragraphs)


def _paragraphs(part: ManuscriptPart, counts: dict[str, int]) -> Iterator[SentParagraph]:
    for item in part.block.items:
        if isinstance(item, ProseNode):
            counts[part.name] = counts.get(part.name, 0) + 1
            words = words_of_prose(item.text)
            yield SentParagraph(
                ManuscriptMark(numbered(part.name, counts[part.name]), digest_of(words)), item, words
            )


LineKind = Literal["title", "note", "mark", "heading", "prose", "end"]
END = f"{SECTION} {SECTION} {SECTION}"


@frozen(slots=True)
class ManuscriptLine:
    """A line: of kind ``mark`` its ``mark`` and a note beside it, else its text."""

    kind: LineKind
    runs: tuple[StyledRun, ...]
    mark: str = ""

    @property
    def text(self) -> str:
        """Its characters without the mark."""
        return "".join(run.text for run in self.runs)


def lines_of(manuscript: Manuscript) -> Iterator[ManuscriptLine]:
    """All lines."""
    words = words_in("manuscripts/words/manuscript.toml", manuscript.language)
    yield _plain("title", label(manuscript.title, manuscript.language))
    if manuscript.edition:
        yield _plain("note", label(manuscript.edition, manuscript.language))
    for sentence in words["intro"]:
        yield _plain("note", sentence)
    yield _plain("mark", "", str(manuscript.head))
    for part in manuscript.parts:
        yield from _part(part, manuscript.language)
    yield _plain("end", END)
    yield _plain("note", words["end"])


def note_beside(part: ManuscriptPart, number: int, language: str) -> str:
    """The note beside a mark: its readers and, once for all paragraphs of a part, the words that are quoted."""
    if number > 1:
        return ""
    quotes = words_in("manuscripts/words/manuscript.toml", language)["quotes"]
    quoted = ", ".join(f"“{label(words, language)}”" for words in part.quoted)
    return " ".join(filter(None, (part.note, quotes.format(quoted) if quoted else "")))


def _part(part: ManuscriptPart, language: str) -> Iterator[ManuscriptLine]:
    yield _plain("heading", f"{SECTION} {part.title}")
    for number, paragraph in enumerate(part.paragraphs, 1):
        yield _plain("mark", note_beside(part, number, language), str(paragraph.mark))
        yield ManuscriptLine("prose", tuple(_quoted(_printed(paragraph.node.text, language), part.quoted)))


def _plain(kind: LineKind, text: str, mark: str = "") -> ManuscriptLine:
    return ManuscriptLine(kind, (StyledRun(text),) if text else (), mark)


def _printed(prose: str, language: str) -> list[StyledRun]:
    """Prose as it is printed, guarded if it would be taken for a mark."""
    found = [StyledRun(run.text, sum(STYLES[mark] for mark in run.marks)) for run in runs(prose, language)]
    if looks_like_a_mark("".join(run.text for run in found).lstrip()):
        found.insert(0, StyledRun(ESCAPE))
    return found


def _quoted(printed: Sequence[StyledRun], quotations: Sequence[str]) -> Iterator[StyledRun]:
    """The runs, cut where quoted words begin and end; white space and the form of quotation marks do not count."""
    text = "".join(run.text for run in printed)
    seen = [(at, char) for at, char in enumerate(text) if not char.isspace()]
    squeezed = even("".join(char for _, char in seen)).replace("'", '"')
    marked: set[int] = set()
    for words in quotations:
        for form in (folded(words), even(words)):
            sought = "".join(form.split()).replace("'", '"')
            at = squeezed.find(sought) if sought else -1
            if at >= 0 and len(squeezed) == len(seen):
                marked |= {*range(seen[at][0], seen[at + len(sought) - 1][0] + 1)}
                break
    at = 0
    for run in printed:
        places = range(at, at + len(run.text))
        for is_quoted, held in groupby(places, marked.__contains__):
            yield StyledRun("".join(text[place] for place in held), run.style, is_quoted)
        at = places.stop
