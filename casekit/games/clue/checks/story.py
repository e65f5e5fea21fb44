"""Whether the story keeps the secret, and the truth states it."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.clue.deck import ENVELOPE
from casekit.games.clue.puzzle import Puzzle
from casekit.games.clue.resolved import ResolvedPuzzle
from casekit.games.prose.searching import matches


def story(document: ResolvedPuzzle) -> Iterator[Diagnostic]:
    """The faults of the story, and of the truth of a puzzle that was understood."""
    yield from named_solution(document.puzzle, document.source)
    if document.understood:
        yield from incomplete_truth(document.puzzle, document.source)


def incomplete_truth(puzzle: Puzzle, source: Source) -> Iterator[Diagnostic]:
    """A truth without the envelope: the solution that is printed would have no answer."""
    place = puzzle.headings.get("truth")
    if place is not None and all(holding.holder != ENVELOPE for holding in puzzle.truth):
        yield Diagnostic(
            codes.INCOMPLETE_TRUTH,
            "the truth does not say what is in the envelope",
            source.span(place.start, place.end),
            hint="add a line, as in `envelope: plum, rope, hall`",
        )


def named_solution(puzzle: Puzzle, source: Source) -> Iterator[Diagnostic]:
    """A paragraph of the presentation that names all three cards of the envelope gives them away."""
    envelope = next((holding.cards for holding in puzzle.truth if holding.holder == ENVELOPE), ())
    names = [_names(puzzle, card) for card in envelope]
    for prose in puzzle.presentation if names else ():
        found = [next(matches(source, prose, name), None) for name in names]
        if None not in found:
            yield Diagnostic(
                codes.SPOILING_PARAGRAPH,
                f"this paragraph names all three cards of the envelope: {', '.join(envelope)}",
                source.span(prose.place.start, prose.place.end),
                hint="leave one of them out, or name others too",
            )


def _names(puzzle: Puzzle, card: str) -> re.Pattern[str]:
    """A card's slug or its printed name, as whole words."""
    spoken = "|".join(re.escape(name) for name in (card, puzzle.deck.by_slug[card].name))
    return re.compile(rf"(?<!\w)(?:{spoken})(?!\w)", re.IGNORECASE)
