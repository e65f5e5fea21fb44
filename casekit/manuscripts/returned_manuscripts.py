"""A manuscript that comes back: its pieces as a format was read, and what is below each of its marks."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal, NamedTuple

from casekit.manuscripts.manuscript_marks import (
    ESCAPE,
    MANUSCRIPT,
    SECTION,
    ManuscriptMark,
    is_section,
    looks_like_a_mark,
    mark_at_start,
    marks_inside,
)
from casekit.manuscripts.styled_words import StyledRun
from casekit.values import frozen

PieceKind = Literal["text", "break", "insertion", "deletion", "format", "close", "remark", "markup"]
"""The kinds of pieces.

* ``text``: a stretch of text.
* ``break``: the end of a paragraph.
* ``insertion``, ``deletion``: the beginning of a tracked change; ``close``: the end of one.
* ``format``: a tracked change of the look alone.
* ``remark``: a comment, or something else that is for the writer.
* ``markup``: says that its line has some that is neither text nor a remark for certain, and shows where.
"""

Settle = Literal["accept", "reject"]
"""What happens to tracked changes."""

_EXCERPT_LETTERS = 60
"""The most letters of an excerpt."""

_LONGEST_MARK = 400
"""The most letters at the beginning of a line in which a mark is looked for."""


@frozen(slots=True)
class TextPiece:
    """A piece of a manuscript that was read."""

    kind: PieceKind
    """Its kind."""

    text: str = ""
    """Its text: that of the manuscript, of a remark, or around markup."""

    style: int = 0
    """The style of the text, a sum of ``EMPHASIS`` and ``STRONG``."""

    change: str = ""
    """The name of the tracked change, or of the markup."""

    author: str = ""
    """The author of the change or the remark."""


@frozen(slots=True)
class ManuscriptNote:
    """A remark, or a tracked change that is neither accepted nor rejected."""

    kind: PieceKind
    """Its kind."""

    where: str
    """The name of the mark of its paragraph; empty outside of all."""

    text: str
    """Its words."""

    author: str = ""
    """Its author."""


@frozen(slots=True)
class UnknownMarkup:
    """Markup in prose that prose does not have."""

    where: str
    """The name of the mark of its paragraph."""

    markup: str
    """The markup: its signs, or the name of its structure."""

    around: str
    """The words around it."""


@dataclass
class ReturnedText:
    """The text below a mark."""

    mark: ManuscriptMark
    """The mark."""

    paragraphs: list[list[StyledRun]] = field(default_factory=list)
    """The paragraphs, each as stretches of text."""


@dataclass
class ReturnedManuscript:
    """A manuscript that was read, cut at its marks."""

    head: ManuscriptMark | None = None
    """The mark of the whole manuscript, if it is there."""

    texts: list[ReturnedText] = field(default_factory=list)
    """What is below each mark, in order."""

    remarks: list[ManuscriptNote] = field(default_factory=list)
    """The remarks."""

    damaged: list[str] = field(default_factory=list)
    """Excerpts of lines in which a mark or a heading is within a text."""

    markup: list[UnknownMarkup] = field(default_factory=list)
    """Markup that prose does not have."""

    ended: bool = False
    """Whether the last heading is there."""


def settled(pieces: Iterable[TextPiece], how: Settle) -> Iterator[TextPiece]:
    """The pieces with all tracked changes accepted, or with all of them rejected."""
    left_out = "deletion" if how == "accept" else "insertion"
    for piece, kinds_of_changes in _in_changes(pieces):
        is_remark = piece.kind == "remark" and "deletion" not in kinds_of_changes
        if is_remark or left_out not in kinds_of_changes:
            yield piece


def _in_changes(pieces: Iterable[TextPiece]) -> Iterator[tuple[TextPiece, Collection[PieceKind]]]:
    """Each piece with the kinds of the tracked changes that it is in, or begins."""
    open_changes: dict[str, PieceKind] = {}
    for piece in pieces:
        if piece.kind in {"insertion", "deletion"}:
            open_changes[piece.change] = piece.kind
        elif piece.kind == "close":
            open_changes.pop(piece.change, None)
        yield piece, open_changes.values()


class _OpenChange(NamedTuple):
    """A tracked change whose end has not been met."""

    piece: TextPiece
    """Its beginning."""

    where: str
    """The name of the mark above it."""

    first: int
    """The index of its first text among those that were inserted, or deleted."""


def tracked(pieces: Iterable[TextPiece]) -> tuple[ManuscriptNote, ...]:
    """The tracked changes in a text, in the order in which they end; those that have no end are the last."""
    notes: list[ManuscriptNote] = []
    texts: dict[PieceKind, list[str]] = {"insertion": [], "deletion": []}
    open_changes: dict[str, _OpenChange] = {}
    for where, piece, is_deleted in _below_marks(pieces):
        match piece.kind:
            case "text" | "break":
                texts["deletion" if is_deleted else "insertion"].append(piece.text or " ")
            case "insertion" | "deletion":
                open_changes[piece.change] = _OpenChange(piece, where, len(texts[piece.kind]))
            case "close" if piece.change in open_changes:
                notes.append(_note_on_change(open_changes.pop(piece.change), texts))
            case "format":
                notes.append(ManuscriptNote("format", where, "", piece.author))
    return (*notes, *(_note_on_change(change, texts) for change in open_changes.values()))


def _below_marks(pieces: Iterable[TextPiece]) -> Iterator[tuple[str, TextPiece, bool]]:
    """Each piece with the name of the mark above it, and whether it is deleted.

    A mark counts as soon as its line has something else than text after it.
    """
    where = line = ""
    for piece, kinds_of_changes in _in_changes(pieces):
        is_deleted = "deletion" in kinds_of_changes
        if piece.kind == "text" and not is_deleted:
            # A mark is at the beginning of its line.
            line = (line + piece.text)[:_LONGEST_MARK]
        elif line:
            text = " ".join(line.split())
            mark = mark_at_start(text)
            if is_section(text):
                where = ""
            if mark is not None and not mark[0].name.startswith(MANUSCRIPT):
                where = mark[0].name
        yield where, piece, is_deleted
        if piece.kind == "break" and not is_deleted:
            line = ""


def _note_on_change(change: _OpenChange, texts: Mapping[PieceKind, Sequence[str]]) -> ManuscriptNote:
    """A change of which no more than the beginning is shown: insertions may be in each other."""
    piece = change.piece
    text = "".join(texts[piece.kind][change.first : change.first + _LONGEST_MARK])
    return ManuscriptNote(piece.kind, change.where, excerpt(text), piece.author)


def cut(pieces: Iterable[TextPiece], titles: Collection[str], names: Collection[str]) -> ReturnedManuscript:
    """A text of settled pieces cut into what is below each mark.

    Args:
        pieces: the pieces.
        titles: the titles of the headings of the manuscript, one of which may have got into a text.
        names: the names of its marks, one of which may have got into a text.
    """
    cutter = _Cutter({f"{SECTION} {title}" for title in titles}, names)
    returned = cutter.returned
    for is_break, pieces_of_line in groupby(pieces, lambda piece: piece.kind == "break"):
        if is_break:
            continue
        line = [*pieces_of_line]
        runs = [StyledRun(piece.text, piece.style) for piece in line if piece.kind == "text"]
        is_prose = cutter.add_line(runs)
        name = cutter.text.mark.name if cutter.text else ""
        for piece in line:
            if piece.kind == "markup" and is_prose:
                returned.markup.append(UnknownMarkup(name, piece.change, excerpt(piece.text)))
            elif piece.kind == "remark" and piece.text:
                returned.remarks.append(ManuscriptNote("remark", name, piece.text, piece.author))
        if returned.ended:
            break
    return returned


def excerpt(text: str) -> str:
    """The beginning of a text in one line, with dots if it goes on."""
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT_LETTERS else f"{line[: _EXCERPT_LETTERS - 1].rstrip()}…"


@dataclass
class _Cutter:
    """Puts the lines of a manuscript below their marks."""

    headings: Collection[str]
    """The headings of the manuscript."""

    names: Collection[str]
    """The names of its marks."""

    returned: ReturnedManuscript = field(default_factory=ReturnedManuscript)
    """The manuscript so far."""

    text: ReturnedText | None = None
    """What is below the last mark; ``None`` below a heading that no mark has followed yet."""

    has_begun: bool = False
    """Whether there was a heading, or the mark of a paragraph."""

    def add_line(self, runs: list[StyledRun]) -> bool:
        """Put a line where it belongs, and say whether it is prose below a mark."""
        text = " ".join("".join(run.text for run in runs).split())
        if is_section(text):
            self.text, self.has_begun = None, True
            is_last_heading = text.strip(f"{SECTION} ") == ""
            self.returned.ended = self.returned.ended or is_last_heading
            if marks_inside(text):
                self.returned.damaged.append(excerpt(text))
            return False
        mark_and_note = mark_at_start(text)
        if mark_and_note is not None:
            self._begin_mark(*mark_and_note)
            return False
        if not text:
            return False
        self._note_damage(text)
        if self.text is not None:
            self.text.paragraphs.append(_without_escape(runs))
            return True
        if self.has_begun:
            self.returned.remarks.append(ManuscriptNote("remark", "", text))
        return False

    def _begin_mark(self, mark: ManuscriptMark, note: str) -> None:
        """Begin what is below a mark, which has a note beside it."""
        self._note_damage(note)
        if not mark.name.startswith(MANUSCRIPT):
            self.has_begun = True
            self.text = ReturnedText(mark)
            self.returned.texts.append(self.text)
        elif self.returned.head is None:
            self.returned.head = mark
        else:
            self.returned.damaged.append(str(mark))

    def _note_damage(self, text: str) -> None:
        """Note a mark or a heading that got into the middle of a text."""
        has_mark = any(mark.name in self.names for mark in marks_inside(text))
        if has_mark or any(heading in text for heading in self.headings):
            self.returned.damaged.append(excerpt(text))


def _without_escape(runs: list[StyledRun]) -> list[StyledRun]:
    """Prose without the backslash that keeps it from being taken for a mark."""
    first = next((index for index, run in enumerate(runs) if run.text.strip()), len(runs))
    text = "".join(run.text for run in runs[first:]).lstrip()
    if not text.startswith(ESCAPE) or not looks_like_a_mark(text):
        return runs
    first_run = StyledRun(runs[first].text.lstrip().removeprefix(ESCAPE), runs[first].style)
    return [*runs[:first], first_run, *runs[first + 1 :]]
