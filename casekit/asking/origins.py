"""The lines of a document that its theory knows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from casekit.model.logic import Formula, Term
from casekit.model.place import Place

FORMULA, NAME, READ = "formula", "name", "--read"
"""The names in findings of texts that were given on the command line."""

TRUTH = "truth"
"""The kind of the lines that only the writer knows."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A line of a document that the theory knows.

    ``kind`` is the game's own word for what sort of line it is; lines of the truth are ``TRUTH``. ``path`` names the
    paragraph or block it is in, and ``text`` is its logic. ``speakers`` are all who vouch for it,
    outermost first, and ``voices`` are their terms. ``mode`` is ``plain``, ``lie`` or ``hint``. ``quotation`` are the words of the prose that it
    rests on.
    """

    kind: str
    path: str
    text: str
    formula: Formula
    place: Place
    speakers: tuple[str, ...] = ()
    mode: str = "plain"
    quotation: str = ""
    voices: tuple[Term, ...] = ()


def ranked(ranks: Sequence[Collection[str]], count: int) -> dict[str, int]:
    """Weights by kind of line that let one line of a rank outweigh all ``count`` lines of the ranks before it."""
    return {kind: (count + 1) ** rank for rank, kinds in enumerate(ranks) for kind in kinds}
