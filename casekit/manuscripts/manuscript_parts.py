"""A manuscript that is sent out: the parts of a case that are prose, and their lines in order.

Each format writes these lines in its own way.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, groupby
from typing import Literal

from casekit.diagnostics import Source, composed_places, for_comparison, normalized
from casekit.language.syntax.dialect import Block, ProseNode
from casekit.manuscripts.manuscript_marks import (
    ESCAPE,
    SECTION,
    ManuscriptMark,
    head_mark,
    looks_like_a_mark,
    numbered,
)
from casekit.manuscripts.styled_words import (
    STYLES,
    TYPOGRAPHIC,
    StyledRun,
    StyledWord,
    digest_of,
    words_of_prose,
)
from casekit.prose.markup import styled_runs, typographic
from casekit.resources import words as words_in
from casekit.values import frozen, replace

LineKind = Literal["title", "note", "mark", "heading", "prose", "end"]
"""The kinds of lines of a manuscript."""

END = f"{SECTION} {SECTION} {SECTION}"
"""The last heading."""


@frozen
class SentParagraph:
    """A paragraph of prose as it is sent out."""

    mark: ManuscriptMark
    """The mark above it."""

    node: ProseNode
    """The paragraph in the syntax tree of the case."""

    words: tuple[StyledWord, ...]
    """Its words."""


@frozen(slots=True)
class ManuscriptPart:
    """A block of a case with prose."""

    block: Block
    """The block in the syntax tree of the case."""

    name: str
    """Its heading as it is written in a case."""

    title: str
    """Its heading in the manuscript."""

    note: str
    """A sentence that says who reads it where."""

    quoted: tuple[str, ...] = ()
    """The words of its prose that lines of logic quote."""

    paragraphs: tuple[SentParagraph, ...] = ()
    """Its paragraphs that are sent out."""


@frozen
class Manuscript:
    """The manuscript of a document."""

    file: str
    """The name of the document's file."""

    title: str
    """The title of the document."""

    edition: str
    """The title of its edition; empty if it has none."""

    language: str
    """The language of its prose, as a tag of IETF BCP 47."""

    source: Source
    """The text of the document."""

    parts: tuple[ManuscriptPart, ...]
    """The parts with prose, in order."""

    @property
    def head(self) -> ManuscriptMark:
        """The mark of the whole manuscript."""
        return head_mark(self.file, [paragraph.mark for paragraph in self.paragraphs])

    @property
    def paragraphs(self) -> tuple[SentParagraph, ...]:
        """All paragraphs in order."""
        return tuple(chain.from_iterable(part.paragraphs for part in self.parts))

    @cached_property
    def typographic(self) -> bool:
        """Whether its prose has the quotation marks of its language."""
        return any(TYPOGRAPHIC.search(paragraph.node.text) for paragraph in self.paragraphs)

    @property
    def by_mark(self) -> dict[str, SentParagraph]:
        """The paragraphs by the names of their marks."""
        return {paragraph.mark.name: paragraph for paragraph in self.paragraphs}


def sent_parts(parts: Sequence[ManuscriptPart]) -> tuple[ManuscriptPart, ...]:
    """The parts that have prose, with its paragraphs and their marks.

    Paragraphs of several parts with one heading are numbered on.
    """
    counts_by_heading: dict[str, int] = {}
    parts_with_prose = []
    for part in parts:
        paragraphs = []
        for item in part.block.items:
            if isinstance(item, ProseNode):
                number = counts_by_heading.get(part.name, 0) + 1
                counts_by_heading[part.name] = number
                words = words_of_prose(item.text)
                mark = ManuscriptMark(numbered(part.name, number), digest_of(words))
                paragraphs.append(SentParagraph(mark, item, words))
        if paragraphs:
            parts_with_prose.append(replace(part, paragraphs=tuple(paragraphs)))
    return tuple(parts_with_prose)


@frozen(slots=True)
class ManuscriptLine:
    """A line of a manuscript."""

    kind: LineKind
    """Its kind."""

    runs: tuple[StyledRun, ...]
    """Its text; of a mark the note beside it."""

    mark: str = ""
    """The mark, in a line of that kind."""

    @property
    def text(self) -> str:
        """Its characters without the mark."""
        return "".join(run.text for run in self.runs)


def lines_of(manuscript: Manuscript) -> Iterator[ManuscriptLine]:
    """All lines of a manuscript, in order."""
    words = words_in("manuscripts/words/manuscript.toml", manuscript.language)
    yield _plain("title", typographic(manuscript.title, manuscript.language))
    if manuscript.edition:
        yield _plain("note", typographic(manuscript.edition, manuscript.language))
    for sentence in words["intro"]:
        yield _plain("note", sentence)
    yield _plain("mark", "", str(manuscript.head))
    for part in manuscript.parts:
        yield _plain("heading", f"{SECTION} {part.title}")
        for number, paragraph in enumerate(part.paragraphs, 1):
            yield _plain("mark", note_beside(part, number, manuscript.language), str(paragraph.mark))
            runs = _printed(paragraph.node.text, manuscript.language)
            yield ManuscriptLine("prose", tuple(_cut_at_quotations(runs, part.quoted)))
    yield _plain("end", END)
    yield _plain("note", words["end"])


def note_beside(part: ManuscriptPart, number: int, language: str) -> str:
    """The note beside the mark of a paragraph: who reads its part, and the words of the part that are quoted.

    Only the first paragraph of a part has one.
    """
    if number > 1:
        return ""
    if not part.quoted:
        return part.note
    pattern = words_in("manuscripts/words/manuscript.toml", language)["quotes"]
    quotations = ", ".join(f"“{typographic(words, language)}”" for words in part.quoted)
    return " ".join(filter(None, (part.note, pattern.format(quotations))))


def _plain(kind: LineKind, text: str, mark: str = "") -> ManuscriptLine:
    return ManuscriptLine(kind, (StyledRun(text),) if text else (), mark)


def _printed(prose: str, language: str) -> list[StyledRun]:
    """Prose as it is printed, with a backslash before it if it would be taken for a mark."""
    runs: list[StyledRun] = []
    for run in styled_runs(prose, language):
        style = sum(STYLES[mark] for mark in run.marks)
        runs.append(StyledRun(run.text, style))
    if looks_like_a_mark("".join(run.text for run in runs).lstrip()):
        runs.insert(0, StyledRun(ESCAPE))
    return runs


def _cut_at_quotations(runs: Sequence[StyledRun], quotations: Sequence[str]) -> Iterator[StyledRun]:
    """The runs, cut where quoted words begin and end."""
    text = "".join(run.text for run in runs)
    quoted_places: set[int] = set()
    for start, end in _places_of_quotations(text, quotations):
        quoted_places.update(range(start, end))
    start_of_run = 0
    for run in runs:
        places = range(start_of_run, start_of_run + len(run.text))
        for is_quoted, group in groupby(places, quoted_places.__contains__):
            yield StyledRun("".join(text[place] for place in group), run.style, is_quoted)
        start_of_run = places.stop


def _places_of_quotations(text: str, quotations: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The start and the end of each quotation that a text has.

    White space and the form of quotation marks do not count.
    """
    letters, places_of_letters = composed_places(text)
    visible = [index for index, letter in enumerate(letters) if not letter.isspace()]
    text_without_spaces = normalized("".join(letters[index] for index in visible)).replace("'", '"')
    if len(text_without_spaces) != len(visible):
        return
    for quotation in quotations:
        for form in (for_comparison(quotation), normalized(quotation)):
            quotation_without_spaces = "".join(form.split()).replace("'", '"')
            start = text_without_spaces.find(quotation_without_spaces) if quotation_without_spaces else -1
            if start >= 0:
                last = start + len(quotation_without_spaces) - 1
                yield places_of_letters[visible[start]], places_of_letters[visible[last] + 1]
                break
