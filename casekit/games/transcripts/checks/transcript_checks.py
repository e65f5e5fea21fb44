"""Every check of a transcript: of its rules, its prose, which keeps the secret that the truth states, and what can be deduced."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from casekit.asking.costs import refused
from casekit.asking.figures.level_bounds import level_fix
from casekit.asking.obstacles import first_found
from casekit.diagnostics import Diagnostic, codes
from casekit.games.prose.prose_checks import missing, quotations, stray_logic, stray_marks
from casekit.games.prose.prose_document import matches
from casekit.games.transcripts.asking.transcript_figures import TranscriptBalance
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.checks import lines_together
from casekit.games.transcripts.checks.breaches import illegal, reported
from casekit.games.transcripts.read_transcript import AnyRead


def story(document: AnyRead) -> Iterator[Diagnostic]:
    """The faults of the story, and of the truth of a transcript that was understood."""
    rules = document.puzzle.game.rules()
    answer = rules.answer(document.puzzle)
    yield from named_solution(document, answer)
    if document.understood and not answer and "truth" in document.puzzle.headings:
        dialect = document.puzzle.game.dialect
        (truth,) = (block for block in dialect.outline if block.kind == "truth")
        yield Diagnostic(
            codes.INCOMPLETE_TRUTH,
            f"the truth does not say {rules.words.asked}",
            document.heading_span("truth"),
            hint=f"add a line, as in `{dialect.form_of[truth.lines[0]].example}`",
        )


def named_solution(document: AnyRead, answer: tuple[str, ...]) -> Iterator[Diagnostic]:
    """A paragraph of the presentation that names the whole answer gives it away."""
    titles = {each.slug: each.name for each in document.puzzle.game.decks().names(document.settings.deck)}
    names = [
        _names(slug, titles.get(slug, slug)) for slug in answer if document.puzzle.game.rules().words.whole
    ]
    for prose in document.puzzle.presentation if names else ():
        if all(next(matches(document.source, prose, name.finditer), None) for name in names):
            yield Diagnostic(
                codes.SPOILING_PARAGRAPH,
                f"this paragraph names {document.puzzle.game.rules().words.whole}: {', '.join(answer)}",
                document.span(prose.place),
                hint="leave one of them out, or name others too",
            )


def _names(*names: str) -> re.Pattern[str]:
    """A slug or its printed name, as whole words."""
    spoken = "|".join(map(re.escape, names))
    return re.compile(rf"(?<!\w)(?:{spoken})(?!\w)", re.IGNORECASE)


MOST_OF_A_KIND = 10_000
"""A check stops after this many findings; far fewer are shown."""


def check_transcript(document: AnyRead, other_titles: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """Every check that needs no deduction. Prose may name ``other_titles``: transcripts are printed under their own."""
    del other_titles
    transcript, source, rules = document.puzzle, document.source, document.puzzle.game.rules()
    spoken = (prose for speech in document.passages for prose in speech.prose)
    prose = (*transcript.presentation, *transcript.solution, *spoken)
    broken = illegal(transcript) if document.understood and transcript.players else ()
    left_out = rules.left_out(transcript) if document.understood else ()
    found = [
        stray_marks(source, prose),
        missing(document),
        quotations(document, document.passages),
        stray_logic(document, transcript.game.dialect),
        story(document),
        (reported(breach, source) for breach in broken),
        (reported(breach, source) for breach in left_out),
    ]
    return tuple(problem for problems in found for problem in islice(problems, MOST_OF_A_KIND))


def check_logic(inquiry: TranscriptInquiry) -> tuple[tuple[Diagnostic, ...], bool]:
    """Every check of deduction, as far as the solver can answer, and whether it could.

    There is none for a transcript that breaks the rules, and nothing follows from one that contradicts itself.
    """
    if illegal(inquiry.transcript):
        return (), False
    return first_found(inquiry, (refused, _contradictions, _unfit))


def contradictions(inquiry: TranscriptInquiry) -> tuple[Diagnostic, ...]:
    """The faults that make it impossible to reason about a transcript.

    Raises:
        OutOfBudgetError: if even that is too hard to decide.
    """
    broken = tuple(reported(breach, inquiry.source) for breach in illegal(inquiry.transcript))
    return (*refused(inquiry), *broken, *(() if broken else _contradictions(inquiry)))


def shortcomings(inquiry: TranscriptInquiry, elements: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Why some elements of the solution cannot be proved, or need no proof."""
    return tuple(reported(breach, inquiry.source) for breach in lines_together.undecided(inquiry, elements))


def check_fit(balance: TranscriptBalance) -> tuple[Diagnostic, ...]:
    """The figures on the wrong side of the thresholds of the level that the header claims."""
    claimed, inquiry = balance.transcript.level, balance.inquiry
    missed = [str(bound) for bound in balance.level.bounds.get(claimed, ()) if not bound.met]
    if not missed:
        return ()
    place = balance.transcript.fields.get("level")
    span, measured = inquiry.source.whole() if place is None else inquiry.span(place), balance.level.level
    return (
        Diagnostic(
            codes.LEVEL_NOT_MET,
            "\n".join(
                [f"the {balance.transcript.game.dialect.noun} claims to be {claimed}, but it is not", *missed]
            ),
            span,
            hint=f"change the level to {measured}"
            if measured
            else balance.transcript.game.rules().words.to_fit,
            fix=level_fix(inquiry.source, span, claimed, measured),
        ),
    )


def _contradictions(inquiry: TranscriptInquiry) -> Iterator[Diagnostic]:
    return (reported(breach, inquiry.source) for breach in lines_together.contradictions(inquiry))


def _unfit(inquiry: TranscriptInquiry) -> Iterator[Diagnostic]:
    return (reported(breach, inquiry.source) for breach in lines_together.unfit(inquiry))
