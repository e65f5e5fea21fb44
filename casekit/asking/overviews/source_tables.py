"""The sources of a document, laid out as players see them: in rows and columns."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceCell:
    """A source by the name that deduction has for it, what people call it, and where its text is.

    ``start`` and ``end`` are characters of the document's text, -1 for a source that is not written. ``todo`` if it is
    there and still to be written.
    """

    source: str
    name: str
    start: int = -1
    end: int = -1
    todo: bool = False

    @property
    def written(self) -> bool:
        """Whether it is there."""
        return self.start >= 0


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Sources that belong together, one for each column; ``None`` where there is none."""

    name: str
    cells: tuple[SourceCell | None, ...]


@dataclass(frozen=True, slots=True)
class SourceTable:
    """Sources of one kind. Without ``columns`` the cells of a row follow each other, as many as there are."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[SourceRow, ...]
