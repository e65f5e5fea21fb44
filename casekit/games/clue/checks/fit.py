"""Whether a puzzle is as hard as its header claims."""

from casekit.diagnostics import Code, Diagnostic, codes
from casekit.games.clue.asking.puzzle_figures import PuzzleBalance

MEASURED: tuple[Code, ...] = (codes.LEVEL_NOT_MET,)
"""Findings that only repeat what the figures in words say, so readers of the figures need not see them."""


def check_fit(balance: PuzzleBalance) -> tuple[Diagnostic, ...]:
    """The figures on the wrong side of the thresholds of the level that the header claims."""
    claimed, inquiry = balance.puzzle.level, balance.inquiry
    missed = [str(bound) for bound in balance.bounds.get(claimed, ()) if not bound.met]
    if not missed:
        return ()
    place = balance.puzzle.fields.get("level")
    return (
        Diagnostic(
            codes.LEVEL_NOT_MET,
            "\n".join([f"the puzzle claims to be {claimed}, but it is not", *missed]),
            inquiry.source.whole() if place is None else inquiry.span(place),
            hint=f"change the level to {balance.level}"
            if balance.level
            else "cut or add lines of play, or show other cards",
        ),
    )
