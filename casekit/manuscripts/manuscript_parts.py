"""A manuscript: the parts of a case that are prose, and their lines in order.

It is for whatever form they are written in. A manuscript that comes back is read in pieces.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, groupby
from typing import Literal

from casekit.diagnostics import Source, composed_places, for_comparison, normalized
from casekit.language.syntax.dialect import Block, ProseNode
from casekit.manuscripts.styled_words import (
    ESCAPE,
    MANUSCRIPT,
    SECTION,
    STYLES,
    TYPOGRAPHIC,
    ManuscriptMark,
    StyledRun,
    StyledWord,
    digest_of,
    head_mark,
    is_section,
    looks_like_a_mark,
    mark_at_start,
    marks_inside,
    numbered,
    words_of_prose,
)
from casekit.prose.markup import styled_runs, typographic
from casekit.resources import words as words_in
from casekit.values import frozen, replace


@frozen
class SentParagraph:
    """A paragraph of prose with its mark, and the words that it consists of."""

    mark: ManuscriptMark
    node: ProseNode
    words: tuple[StyledWord, ...]


@frozen(slots=True)
class ManuscriptPart:
    """A block with prose.

    ``name`` is its heading as it is written in a case, ``title`` the same in words, ``note`` says who reads
    it where. ``quoted`` are the words of its prose that lines of logic quote, ``paragraphs`` those that are
    sent out.
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
    """Parts that have prose, with its paragraphs and their marks.

    Paragraphs under the same heading are counted on.
    """
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
            yield ManuscriptLine(
                "prose", tuple(_quoted(_printed(paragraph.node.text, manuscript.language), part.quoted))
            )
    yield _plain("end", END)
    yield _plain("note", words["end"])


def note_beside(part: ManuscriptPart, number: int, language: str) -> str:
    """The note beside a mark: its readers and the words that are quoted.

    The words are said once for all paragraphs of a part.
    """
    if number > 1:
        return ""
    quotes = words_in("manuscripts/words/manuscript.toml", language)["quotes"]
    quoted = ", ".join(f"“{typographic(words, language)}”" for words in part.quoted)
    return " ".join(filter(None, (part.note, quotes.format(quoted) if quoted else "")))


def _plain(kind: LineKind, text: str, mark: str = "") -> ManuscriptLine:
    return ManuscriptLine(kind, (StyledRun(text),) if text else (), mark)


def _printed(prose: str, language: str) -> list[StyledRun]:
    """Prose as it is printed, guarded if it would be taken for a mark."""
    printed: list[StyledRun] = []
    for run in styled_runs(prose, language):
        style = sum(STYLES[mark] for mark in run.marks)
        printed.append(StyledRun(run.text, style))
    if looks_like_a_mark("".join(run.text for run in printed).lstrip()):
        printed.insert(0, StyledRun(ESCAPE))
    return printed


def _quoted(printed: Sequence[StyledRun], quotations: Sequence[str]) -> Iterator[StyledRun]:
    """The runs, cut where quoted words begin and end.

    White space and the form of quotation marks do not count.
    """
    text = "".join(run.text for run in printed)
    letters, places_of = composed_places(text)
    seen = [at for at, letter in enumerate(letters) if not letter.isspace()]
    squeezed = normalized("".join(letters[at] for at in seen)).replace("'", '"')
    marked: set[int] = set()
    for words in quotations:
        for form in (for_comparison(words), normalized(words)):
            sought = "".join(form.split()).replace("'", '"')
            at = squeezed.find(sought) if sought else -1
            if at >= 0 and len(squeezed) == len(seen):
                marked |= {*range(places_of[seen[at]], places_of[seen[at + len(sought) - 1] + 1])}
                break
    at = 0
    for run in printed:
        places = range(at, at + len(run.text))
        for is_quoted, held in groupby(places, marked.__contains__):
            yield StyledRun("".join(text[place] for place in held), run.style, is_quoted)
        at = places.stop


Kind = Literal["text", "break", "insertion", "deletion", "format", "close", "remark", "markup"]
Settle = Literal["accept", "reject"]
_EXCERPT = 60
_LONGEST_MARK = 400


@frozen(slots=True)
class TextPiece:
    """A piece of a manuscript that was read.

    It is a stretch of text, the end of a paragraph, the beginning or the end of a tracked change, a remark,
    or markup.

    ``change`` names the tracked change or the markup, ``author`` who made the change or the remark. A piece
    of kind ``markup`` says that the line has some which is neither text nor a remark for certain, and shows
    where.
    """

    kind: Kind
    text: str = ""
    style: int = 0
    change: str = ""
    author: str = ""


@frozen(slots=True)
class ManuscriptNote:
    """A remark, or a change that is neither accepted nor rejected.

    It has its words and the mark of its paragraph, which is empty outside of all.
    """

    kind: Kind
    where: str
    text: str
    author: str = ""


@frozen(slots=True)
class UnknownMarkup:
    """Markup in prose that prose does not have.

    It has the mark of its paragraph, what it is, and the words around it.
    """

    where: str
    markup: str
    around: str


@dataclass
class ReturnedText:
    """The pieces below a mark."""

    mark: ManuscriptMark
    paragraphs: list[list[StyledRun]] = field(default_factory=list)


@dataclass
class ReturnedManuscript:
    """A manuscript cut by its marks. ``damaged`` are places where a mark or a heading is within a text.

    ``markup`` is what prose does not have, and ``ended`` says whether the last heading is there.
    """

    head: ManuscriptMark | None = None
    texts: list[ReturnedText] = field(default_factory=list)
    remarks: list[ManuscriptNote] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    markup: list[UnknownMarkup] = field(default_factory=list)
    ended: bool = False


def settled(pieces: Iterable[TextPiece], how: Settle) -> Iterator[TextPiece]:
    """The pieces with all tracked changes accepted, or with all of them rejected."""
    unwanted = "deletion" if how == "accept" else "insertion"
    for piece, around in _in_changes(pieces):
        is_remark = piece.kind == "remark" and "deletion" not in around
        if is_remark or unwanted not in around:
            yield piece


def _in_changes(pieces: Iterable[TextPiece]) -> Iterator[tuple[TextPiece, Collection[Kind]]]:
    """Each piece with the kinds of the tracked changes that it is in, or begins."""
    begun: dict[str, Kind] = {}
    for piece in pieces:
        if piece.kind in {"insertion", "deletion"}:
            begun[piece.change] = piece.kind
        elif piece.kind == "close":
            begun.pop(piece.change, None)
        yield piece, begun.values()


def tracked(pieces: Iterable[TextPiece]) -> tuple[ManuscriptNote, ...]:
    """The tracked changes in a text, in the order in which they end; those that have no end are the last."""
    notes: list[ManuscriptNote] = []
    texts: dict[Kind, list[str]] = {"insertion": [], "deletion": []}
    begun: dict[str, tuple[TextPiece, str, int]] = {}
    for where, piece, is_deleted in _below_marks(pieces):
        match piece.kind:
            case "text" | "break":
                texts["deletion" if is_deleted else "insertion"].append(piece.text or " ")
            case "insertion" | "deletion":
                begun[piece.change] = (piece, where, len(texts[piece.kind]))
            case "close" if piece.change in begun:
                notes.append(_change(texts, *begun.pop(piece.change)))
            case "format":
                notes.append(ManuscriptNote("format", where, "", piece.author))
    return (*notes, *(_change(texts, *each) for each in begun.values()))


def _below_marks(pieces: Iterable[TextPiece]) -> Iterator[tuple[str, TextPiece, bool]]:
    """Each piece with the name of the mark above it, by its line up to there.

    And whether it is deleted.
    """
    where = line = ""
    for piece, around in _in_changes(pieces):
        is_deleted = "deletion" in around
        if piece.kind == "text" and not is_deleted:
            # A mark is at the beginning of its line.
            line = (line + piece.text)[:_LONGEST_MARK]
        elif line:
            text = " ".join(line.split())
            mark = mark_at_start(text)
            where = "" if is_section(text) else where
            if mark is not None and not mark[0].name.startswith(MANUSCRIPT):
                where = mark[0].name
        yield where, piece, is_deleted
        if piece.kind == "break" and not is_deleted:
            line = ""


def _change(texts: Mapping[Kind, Sequence[str]], piece: TextPiece, where: str, first: int) -> ManuscriptNote:
    """A change of which no more than the beginning is shown: insertions may be in each other."""
    text = "".join(texts[piece.kind][first : first + _LONGEST_MARK])
    return ManuscriptNote(piece.kind, where, excerpt(text), piece.author)


def cut(pieces: Iterable[TextPiece], titles: Collection[str], names: Collection[str]) -> ReturnedManuscript:
    """A text of settled pieces cut into what is below each mark.

    ``titles`` are those of its headings and ``names`` those of its marks, which might have got into a text.
    """
    current = _Cut({f"{SECTION} {title}" for title in titles}, names)
    parted = groupby(pieces, lambda piece: piece.kind == "break")
    returned = current.returned
    for is_break, pieces_of_line in parted:
        if is_break:
            continue
        line = [*pieces_of_line]
        text = [StyledRun(piece.text, piece.style) for piece in line if piece.kind == "text"]
        is_prose = current.take(text)
        name = current.text.mark.name if current.text else ""
        for piece in line:
            if piece.kind == "markup" and is_prose:
                returned.markup.append(UnknownMarkup(name, piece.change, excerpt(piece.text)))
            elif piece.kind == "remark" and piece.text:
                returned.remarks.append(ManuscriptNote("remark", name, piece.text, piece.author))
        if returned.ended:
            break
    return returned


def excerpt(text: str) -> str:
    """The beginning of a text in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT else f"{line[: _EXCERPT - 1].rstrip()}…"


@dataclass
class _Cut:
    """The cuts, and the place of the next line.

    That is below a mark, or below a heading that no mark has followed yet.
    """

    headings: Collection[str]
    names: Collection[str]
    returned: ReturnedManuscript = field(default_factory=ReturnedManuscript)
    text: ReturnedText | None = None
    begun: bool = False

    def take(self, runs: list[StyledRun]) -> bool:
        """Put a line where it belongs, and say whether it is prose below a mark."""
        text = " ".join("".join(run.text for run in runs).split())
        if is_section(text):
            self.text, self.begun = None, True
            # Only the last heading has no name.
            self.returned.ended |= text.strip(f"{SECTION} ") == ""
            if marks_inside(text):
                self.returned.damaged.append(excerpt(text))
        elif (found := mark_at_start(text)) is not None:
            self._mark(*found)
        elif text:
            self._look_into(text)
            if self.text is not None:
                self.text.paragraphs.append(_unguarded(runs))
                return True
            if self.begun:
                self.returned.remarks.append(ManuscriptNote("remark", "", text))
        return False

    def _mark(self, mark: ManuscriptMark, beside: str) -> None:
        """Begin what is below a mark."""
        self._look_into(beside)
        if not mark.name.startswith(MANUSCRIPT):
            self.begun = True
            self.text = ReturnedText(mark)
            self.returned.texts.append(self.text)
        elif self.returned.head is None:
            self.returned.head = mark
        else:
            self.returned.damaged.append(str(mark))

    def _look_into(self, text: str) -> None:
        """Note a mark or a heading that got into the middle of a text."""
        marks = any(mark.name in self.names for mark in marks_inside(text))
        if marks or any(heading in text for heading in self.headings):
            self.returned.damaged.append(excerpt(text))


def _unguarded(runs: list[StyledRun]) -> list[StyledRun]:
    """Prose without the backslash that keeps it from being taken for a mark."""
    first = next((at for at, run in enumerate(runs) if run.text.strip()), len(runs))
    rest = "".join(run.text for run in runs[first:]).lstrip()
    if not rest.startswith(ESCAPE) or not looks_like_a_mark(rest):
        return runs
    bare = StyledRun(runs[first].text.lstrip().removeprefix(ESCAPE), runs[first].style)
    return [*runs[:first], bare, *runs[first + 1 :]]
