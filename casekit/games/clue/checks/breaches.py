"""What is wrong with a deal, a transcript or a puzzle, before it is put at a place of a file."""

from dataclasses import dataclass

from casekit.diagnostics import Code, Diagnostic, Related, Source
from casekit.model.place import Place


@dataclass(frozen=True, slots=True)
class Beside:
    """Another place that belongs to a breach, and what it says; what is nowhere in the puzzle has no place."""

    place: Place | None
    label: str


@dataclass(frozen=True, slots=True)
class Breach:
    """One thing that is wrong: its code, what is wrong in plain words, where, and what to do.

    A puzzle that was made by a program has no file, so a breach is no ``Diagnostic`` yet.
    """

    code: Code
    message: str
    place: Place
    hint: str
    related: tuple[Beside, ...] = ()


def reported(breach: Breach, source: Source) -> Diagnostic:
    """A breach in the text of its puzzle; what is nowhere in it is told in the message."""
    told = [beside.label for beside in breach.related if beside.place is None]
    return Diagnostic(
        breach.code,
        "\n".join([breach.message, *told]),
        source.span(breach.place.start, breach.place.end),
        breach.hint,
        tuple(
            Related(source.span(beside.place.start, beside.place.end), beside.label)
            for beside in breach.related
            if beside.place is not None
        ),
    )
