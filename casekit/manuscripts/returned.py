"""A manuscript as it comes back: its text in pieces, tracked changes settled, and cut by its marks."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class ManuscriptRemark:
    """A remark, and the mark of the paragraph where it is; ``where`` is empty outside of all paragraphs."""

    where: str
    text: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class TrackedChange:
    """A change that is neither accepted nor rejected: what kind it is, its words and the mark of its paragraph."""

    kind: Literal["insertion", "deletion", "format"]
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
    remarks: list[ManuscriptRemark] = field(default_factory=list)
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


def tracked(pieces: Sequence[TextPiece]) -> tuple[TrackedChange, ...]:
    """The tracked changes in a text, in the order in which they end."""
    tracker = _Tracker()
    for piece in pieces:
        tracker.take(piece)
    return tracker.finish()


class _Tracker:
    """Follows a text, and gathers what is inserted and what is deleted, with the marks above it."""

    def __init__(self) -> None:
        self._found: list[TrackedChange] = []
        self._where = self._line = ""
        self._texts: list[str] = []
        self._inserted: dict[str, tuple[str, str, int]] = {}

    def take(self, piece: TextPiece) -> None:
        """Take the next piece."""
        match piece.kind:
            case "text":
                # A mark is at the beginning of its line.
                self._line = (self._line + piece.text)[:_LONGEST_MARK]
                self._texts.append(piece.text)
            case "break":
                self._where, self._line = self._here, ""
                self._texts.append(" ")
            case "open":
                self._inserted[piece.change] = (self._here, piece.author, len(self._texts))
            case "close":
                self._close(piece.change)
            case "deleted":
                removed = "".join(each.text or " " for each in piece.removed)
                self._found.append(TrackedChange("deletion", self._here, excerpt(removed), piece.author))
            case "format":
                self._found.append(TrackedChange("format", self._here, "", piece.author))

    def finish(self) -> tuple[TrackedChange, ...]:
        """All changes, with insertions that have no end."""
        for change in tuple(self._inserted):
            self._close(change)
        return tuple(self._found)

    @property
    def _here(self) -> str:
        """The mark that a place is below, by the line up to it."""
        text = " ".join(self._line.split())
        found = mark_at_start(text)
        if found is not None and not found[0].name.startswith(MANUSCRIPT):
            return found[0].name
        return "" if is_section(text) else self._where

    def _close(self, change: str) -> None:
        if change in self._inserted:
            where, author, first = self._inserted.pop(change)
            # Insertions may be in each other, and no more than the beginning of each is shown.
            texts = self._texts[first : first + _LONGEST_MARK]
            self._found.append(TrackedChange("insertion", where, excerpt("".join(texts)), author))


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
            ManuscriptRemark(current.name, piece.text, piece.author) for piece in remarks if piece.text
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
            returned.remarks.append(ManuscriptRemark("", text))


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
