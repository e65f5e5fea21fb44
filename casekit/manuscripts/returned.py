"""A manuscript as it comes back: its text in pieces, tracked changes settled, and cut by its marks."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from casekit.frozen import frozen
from casekit.manuscripts.styled_words import (
    MANUSCRIPT,
    SECTION,
    ManuscriptMark,
    StyledRun,
    is_section,
    mark_at_start,
    marks_inside,
)

Kind = Literal["text", "break", "open", "close", "deleted", "remark", "format"]
Settle = Literal["accept", "reject"]
_EXCERPT = 60
_LONGEST_MARK = 400


@frozen(slots=True)
class TextPiece:
    """A stretch of text, the end of a paragraph, a bound of a tracked insertion, deleted text, a remark.

    ``change`` names the tracked change that it belongs to, ``author`` who made it or the remark. ``removed`` is what a
    tracked deletion removed.
    """

    kind: Kind
    text: str = ""
    style: int = 0
    change: str = ""
    author: str = ""
    removed: tuple["TextPiece", ...] = ()

    @classmethod
    def of(cls, row: Sequence[Any]) -> "TextPiece":
        """The piece that another process sent as its fields, in order."""
        kind, text, style, change, author, removed = row
        return cls(kind, text, style, change, author, tuple(map(cls.of, removed)))


@frozen(slots=True)
class ManuscriptNote:
    """A remark, or a change that is neither accepted nor rejected: its words, and the mark of its paragraph, empty outside of all."""

    kind: Literal["insertion", "deletion", "format", "remark"]
    where: str
    text: str
    author: str = ""


@dataclass
class ReturnedText:
    """The pieces below a mark."""

    mark: ManuscriptMark
    paragraphs: list[list[StyledRun]] = field(default_factory=list)


@dataclass
class Returned:
    """A manuscript cut by its marks. ``damaged`` are places where a mark or a heading is within a text.

    ``ended`` if the last heading is there.
    """

    head: ManuscriptMark | None = None
    texts: list[ReturnedText] = field(default_factory=list)
    remarks: list[ManuscriptNote] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    ended: bool = False


def settled(pieces: Iterable[TextPiece], how: Settle) -> Iterator[TextPiece]:
    """The pieces with all tracked changes accepted, or with all of them rejected."""
    open_insertions: set[str] = set()
    for piece in pieces:
        if piece.kind == "open":
            open_insertions.add(piece.change)
        elif piece.kind == "close":
            open_insertions.discard(piece.change)
        elif piece.kind == "deleted":
            if how == "reject" and not open_insertions:
                yield from piece.removed
        elif piece.kind == "remark" or how == "accept" or not open_insertions:
            yield piece


def tracked(pieces: Iterable[TextPiece]) -> tuple[ManuscriptNote, ...]:
    """The tracked changes in a text, in the order in which they end; insertions that have no end are the last."""
    found: list[ManuscriptNote] = []
    texts: list[str] = []
    inserted: dict[str, tuple[str, str, int]] = {}
    for where, piece in _below_marks(pieces):
        match piece.kind:
            case "text" | "break":
                texts.append(piece.text or " ")
            case "open":
                inserted[piece.change] = (where, piece.author, len(texts))
            case "close" if piece.change in inserted:
                found.append(_insertion(texts, *inserted.pop(piece.change)))
            case "deleted":
                removed = "".join(each.text or " " for each in piece.removed)
                found.append(ManuscriptNote("deletion", where, excerpt(removed), piece.author))
            case "format":
                found.append(ManuscriptNote("format", where, "", piece.author))
    return (*found, *(_insertion(texts, *each) for each in inserted.values()))


def _below_marks(pieces: Iterable[TextPiece]) -> Iterator[tuple[str, TextPiece]]:
    """Each piece with the name of the mark that it is below, by its line up to there."""
    where = line = ""
    for piece in pieces:
        if piece.kind == "text":
            # A mark is at the beginning of its line.
            line = (line + piece.text)[:_LONGEST_MARK]
        elif line:
            text = " ".join(line.split())
            found = mark_at_start(text)
            where = "" if is_section(text) else where
            if found is not None and not found[0].name.startswith(MANUSCRIPT):
                where = found[0].name
        yield where, piece
        if piece.kind == "break":
            line = ""


def _insertion(texts: Sequence[str], where: str, author: str, first: int) -> ManuscriptNote:
    """An insertion of which no more than the beginning is shown: insertions may be in each other."""
    return ManuscriptNote("insertion", where, excerpt("".join(texts[first : first + _LONGEST_MARK])), author)


def cut(pieces: Iterable[TextPiece], titles: Collection[str], names: Collection[str]) -> Returned:
    """A text of settled pieces cut into what is below each mark.

    ``titles`` are those of its headings and ``names`` those of its marks, which might have got into a text.
    """
    returned, current = Returned(), _Cursor({f"{SECTION} {title}" for title in titles}, names)
    for runs, remarks in _lines(pieces):
        if returned.ended:
            break
        text = "".join(run.text for run in runs)
        _line(returned, current, " ".join(text.split()), runs)
        returned.remarks += [
            ManuscriptNote("remark", current.name, piece.text, piece.author)
            for piece in remarks
            if piece.text
        ]
    return returned


def excerpt(text: str) -> str:
    """The beginning of a text in one line."""
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT else f"{line[: _EXCERPT - 1].rstrip()}…"


@dataclass
class _Cursor:
    """Where in a manuscript a line is: below a mark, or below a heading that no mark has followed yet."""

    headings: Collection[str]
    names: Collection[str]
    text: ReturnedText | None = None
    begun: bool = False

    @property
    def name(self) -> str:
        return self.text.mark.name if self.text else ""

    def has_mark(self, text: str) -> bool:
        """Whether a mark or a heading got into the middle of a text."""
        marks = any(mark.name in self.names for mark in marks_inside(text))
        return marks or any(heading in text for heading in self.headings)


def _line(returned: Returned, cursor: _Cursor, text: str, runs: list[StyledRun]) -> None:
    """Put a line where it belongs."""
    if is_section(text):
        cursor.text, cursor.begun = None, True
        # Only the last heading has no name.
        returned.ended |= text.strip(f"{SECTION} ") == ""
        if marks_inside(text):
            returned.damaged.append(excerpt(text))
    elif (found := mark_at_start(text)) is not None:
        _mark(returned, cursor, *found)
    elif text:
        if cursor.has_mark(text):
            returned.damaged.append(excerpt(text))
        if cursor.text is not None:
            cursor.text.paragraphs.append(_unguarded(runs))
        elif cursor.begun:
            returned.remarks.append(ManuscriptNote("remark", "", text))


def _mark(returned: Returned, cursor: _Cursor, mark: ManuscriptMark, beside: str) -> None:
    """Begin what is below a mark."""
    if cursor.has_mark(beside):
        returned.damaged.append(excerpt(beside))
    if not mark.name.startswith(MANUSCRIPT):
        cursor.begun = True
        cursor.text = ReturnedText(mark)
        returned.texts.append(cursor.text)
    elif returned.head is None:
        returned.head = mark
    else:
        returned.damaged.append(str(mark))


def _lines(pieces: Iterable[TextPiece]) -> Iterator[tuple[list[StyledRun], list[TextPiece]]]:
    runs: list[StyledRun] = []
    remarks: list[TextPiece] = []
    for piece in pieces:
        if piece.kind == "text":
            runs.append(StyledRun(piece.text, piece.style))
        elif piece.kind == "remark":
            remarks.append(piece)
        elif piece.kind == "break":
            yield runs, remarks
            runs, remarks = [], []
    if runs or remarks:
        yield runs, remarks


def _unguarded(runs: list[StyledRun]) -> list[StyledRun]:
    """Prose without the backslash that keeps it from being taken for a mark."""
    found = list(runs)
    for at, run in enumerate(found):
        bare = run.text.lstrip()
        if not bare:
            continue
        rest = "".join([bare, *(each.text for each in found[at + 1 :])])
        if rest.startswith("\\") and (is_section(rest.lstrip("\\")) or mark_at_start(rest.lstrip("\\"))):
            found[at] = StyledRun(bare[1:], run.style)
        break
    return found
