"""What is printed as it was written, for objects that know no syntax tree."""

from dataclasses import dataclass, field

from casekit.model.place import Place


@dataclass(frozen=True, slots=True)
class Prose:
    """One prose paragraph: its lines joined by single spaces, escapes and emphasis marks as written.

    ``pieces`` are the places of its lines, which comments and lines of logic may part.
    """

    text: str
    place: Place = field(default_factory=Place, compare=False)
    pieces: tuple[Place, ...] = field(default=(), compare=False)
