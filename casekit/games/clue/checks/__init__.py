"""What is checked of a puzzle beyond its names: its deal, its transcript, its prose, and what can be deduced."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import cast

from casekit.asking.obstacles import refused, unfinished
from casekit.deduce.solving.out_of_budget import OutOfBudgetError
from casekit.diagnostics import Diagnostic, codes
from casekit.games.clue.checks.breaches import Breach, reported
from casekit.games.clue.checks.legality import contradictions as contradicting, illegal, undecided, unfit
from casekit.games.clue.checks.story import incomplete_truth, named_solution
from casekit.games.clue.checks.transcript_rules import unnamed_cards
from casekit.games.clue.puzzle import Puzzle
from casekit.games.clue.resolved import ResolvedPuzzle
from casekit.games.prose_checks import left_to_do, stray_emphasis
from casekit.games.transcripts.asking.transcript_figures import TranscriptBalance
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry

MOST_OF_A_KIND = 10_000
"""A check stops after this many findings; far fewer are shown."""


def check_puzzle(document: ResolvedPuzzle, other_titles: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """Every check that needs no deduction. Prose may name ``other_titles``: puzzles are printed under their own."""
    del other_titles
    puzzle, source = document.puzzle, document.source
    prose = (*puzzle.presentation, *puzzle.solution)
    found = [
        left_to_do(source, prose),
        stray_emphasis(source, prose),
        named_solution(puzzle, source),
        incomplete_truth(puzzle, source) if document.understood else iter(()),
        (reported(breach, source) for breach in _against_the_rules(document)),
        (reported(breach, source) for breach in unnamed_cards(puzzle)) if document.understood else iter(()),
    ]
    return tuple(problem for problems in found for problem in islice(problems, MOST_OF_A_KIND))


def _against_the_rules(document: ResolvedPuzzle) -> tuple[Breach, ...]:
    """What the rules of the game forbid; nothing, if the puzzle is not there to be held against them."""
    return illegal(document.puzzle) if document.understood and document.puzzle.players else ()


LogicCheck = Callable[[TranscriptInquiry], Iterator[Diagnostic]]


def check_logic(inquiry: TranscriptInquiry) -> tuple[tuple[Diagnostic, ...], bool]:
    """Every check of deduction, as far as the solver can answer, and whether it could.

    There is none for a puzzle that breaks the rules, and nothing follows from one that contradicts itself.
    """
    if illegal(cast("Puzzle", inquiry.transcript)):
        return (), False
    found: list[Diagnostic] = []
    for question in (refused, _contradictions, _unfit):
        try:
            answers = tuple(question(inquiry))
        except OutOfBudgetError as error:
            return (*found, unfinished(inquiry, error)), False
        found += answers
        if answers:
            break
    return tuple(found), inquiry.finished


def contradictions(inquiry: TranscriptInquiry) -> tuple[Diagnostic, ...]:
    """What makes it impossible to reason about a puzzle.

    Raises:
        OutOfBudgetError: if even that is too hard to decide.
    """
    broken = tuple(reported(breach, inquiry.source) for breach in illegal(cast("Puzzle", inquiry.transcript)))
    return (*refused(inquiry), *broken, *(() if broken else _contradictions(inquiry)))


def shortcomings(inquiry: TranscriptInquiry, elements: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Why some elements of the solution cannot be proved, or need no proof."""
    return tuple(reported(breach, inquiry.source) for breach in undecided(inquiry, elements))


def check_fit(balance: TranscriptBalance) -> tuple[Diagnostic, ...]:
    """The figures on the wrong side of the thresholds of the level that the header claims."""
    claimed, inquiry = balance.transcript.level, balance.inquiry
    missed = [str(bound) for bound in balance.level.bounds.get(claimed, ()) if not bound.met]
    if not missed:
        return ()
    place = balance.transcript.fields.get("level")
    return (
        Diagnostic(
            codes.LEVEL_NOT_MET,
            "\n".join([f"the puzzle claims to be {claimed}, but it is not", *missed]),
            inquiry.source.whole() if place is None else inquiry.span(place),
            hint=f"change the level to {balance.level.level}"
            if balance.level.level
            else "cut or add lines of play, or show other cards",
        ),
    )


def _contradictions(inquiry: TranscriptInquiry) -> Iterator[Diagnostic]:
    return (reported(breach, inquiry.source) for breach in contradicting(inquiry))


def _unfit(inquiry: TranscriptInquiry) -> Iterator[Diagnostic]:
    return (reported(breach, inquiry.source) for breach in unfit(inquiry))
