"""Finished files beside what casekit would print: what ``preflight`` finds in their objects and their texts."""

from collections.abc import Callable
from dataclasses import replace

from casekit.building.covers import cover_of
from casekit.building.planning import BoundBooklet, cases_in, numbered, press_of, variant_for
from casekit.building.printing import Measuring, piece_of, print_binding
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.game_press import COVER


def preflight(
    data: bytes, file: str, binding: BoundBooklet, name: str, paper: str, pages: int | None = None
) -> tuple[Diagnostic, ...]:
    """Look at the bytes of a finished PDF beside what it should be.

    Args:
        data: the file, made by anybody.
        file: what it is called.
        binding: the booklet that it is or goes with, and how that is finished.
        name: which of the game's products it should be.
        paper: of what is not a booklet.
        pages: how many the booklet has whose cover it is; without them that is printed to count them.
    """
    from casekit.print.preflight.objects.opening import refuse

    if unreadable := refuse(data, Span(file)):
        return unreadable
    # What concerns no text of the first case but all of the booklet is the file's.
    everything = cases_in(binding)[0].source.whole()
    return tuple(
        replace(found, span=Span(file))
        if found.code is codes.UNREADABLE_PDF or found.span == everything
        else found
        for found in inspector(binding, name, paper, pages)(data)
    )


Inspector = Callable[[bytes], tuple[Diagnostic, ...]]
"""The bytes of a PDF that can be opened, to what is found in it."""


def inspector(binding: BoundBooklet, name: str, paper: str, pages: int | None = None) -> Inspector:
    """What looks at files that should all be the same product; the arguments are those of ``preflight``."""
    from casekit.print.preflight.inspection import inspect_piece
    from casekit.print.preflight.objects.opening import pages_in
    from casekit.print.produce import wanted_of

    if name == "booklet":
        return _booklet_inspector(binding)
    if name != COVER:
        first = cases_in(binding)[0]
        if missing := press_of(binding).missing(name, first.settings, first.source.name):
            return lambda _: (missing,)
        piece = piece_of(binding, name, paper)
    else:
        if pages is None:
            booklet, problems = print_binding(binding, lambda _: None)
            if booklet is None:
                return lambda _: problems
            pages = pages_in(booklet.data)
        piece = cover_of(binding, pages)
    variant = variant_for(binding).of_pieces
    wanted = wanted_of(piece, variant)
    return lambda data: inspect_piece(data, wanted, variant)


def _booklet_inspector(binding: BoundBooklet) -> Inspector:
    """The same for a booklet.

    One without a lock may have been numbered more than once; it is compared with the attempt that it fits.
    """
    from casekit.print.numbers.numbering import TRIES
    from casekit.print.preflight.inspection import inspect
    from casekit.system.crew import ALONE

    measure = Measuring(variant_for(binding), ALONE)
    attempts = [numbered(binding, 0, measure)]

    def look(data: bytes) -> tuple[Diagnostic, ...]:
        first: tuple[Diagnostic, ...] | None = None
        for attempt in range(TRIES if binding.lock is None else 1):
            if attempt == len(attempts):
                attempts.append(numbered(binding, attempt, measure))
            content, numbering = attempts[attempt]
            found = inspect(data, content, numbering.numbers, variant_for(binding))
            if all(each.code not in {codes.MISPRINTED_NUMBER, codes.MISLEADING_TABLE} for each in found):
                return found
            first = found if first is None else first
        return first or ()

    return look
