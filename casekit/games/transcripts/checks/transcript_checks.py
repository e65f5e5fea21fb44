"""Every check of a transcript: of its rules, its prose, which keeps the secret that the truth states, and what can be deduced."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from casekit.asking.figures.level_bounds import level_fix
from casekit.asking.inquiry import START
from casekit.asking.obstacles import first_found, refused
from casekit.deduce.conflicts import first_conflicts
from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.prose.prose_checks import missing, quotations, stray_logic, stray_marks
from casekit.games.prose.prose_document import matches
from casekit.games.transcripts import codes as transcript_codes
from casekit.games.transcripts.asking.transcript_figures import TranscriptBalance
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.asking.transcript_theory import RULE, TranscriptLine, either
from casekit.games.transcripts.checks.breaches import illegal, reported
from casekit.games.transcripts.transcript import AnyRead, SpokenLine
from casekit.model.theory import Conflict, Element


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
    return first_found(inquiry, (refused, _clashing, _unfit))


def contradictions(inquiry: TranscriptInquiry) -> tuple[Diagnostic, ...]:
    """The faults that make it impossible to reason about a transcript.

    Raises:
        OutOfBudgetError: if even that is too hard to decide.
    """
    broken = tuple(reported(breach, inquiry.source) for breach in illegal(inquiry.transcript))
    return (*refused(inquiry), *broken, *(() if broken else _clashing(inquiry)))


def _clashing(inquiry: TranscriptInquiry) -> Iterator[Diagnostic]:
    """Lines that cannot hold together, each with a smallest set of lines that shows it."""
    return (_contradiction(inquiry, clash) for clash in first_conflicts(inquiry.knowledge))


def _contradiction(inquiry: TranscriptInquiry, clash: Conflict) -> Diagnostic:
    # The rules of the game are known to hold; what is cited are the lines of the transcript.
    lines = [inquiry.lines[line] for line in clash.lines if inquiry.lines[line].origin.kind != RULE]
    blamed = inquiry.lines[clash.blamed] if clash.blamed else lines[-1]
    size = "these are the fewest lines" if clash.minimum else "none of these lines can go"
    return Diagnostic(
        transcript_codes.CONTRADICTORY_PLAY,
        f"{_said(inquiry, blamed)}, which cannot be: {size} that contradict each other",
        inquiry.place(blamed.origin),
        "correct one of the lines",
        tuple(
            Related(inquiry.place(line.origin), _said(inquiry, line)) for line in lines if line is not blamed
        ),
    )


def _said(inquiry: TranscriptInquiry, line: TranscriptLine) -> str:
    words = line.origin.quotation if isinstance(line.telling, SpokenLine) else line.words
    return f"{words} (in {inquiry.wording.named(line.origin.path)})"


def _unfit(inquiry: TranscriptInquiry) -> Iterator[Diagnostic]:
    """The faults of a legal transcript: it is decided too early or never, or some of its lines say nothing."""
    yield from shortcomings(inquiry)
    # Where all is certain at the start, every line says nothing new.
    for line in () if inquiry.decided_since == START else inquiry.transcript.play:
        if str(line.number) in inquiry.idle:
            yield Diagnostic(
                transcript_codes.IDLE_LINE,
                f"line {line.number} of the play says nothing that does not follow from the lines before it",
                inquiry.span(line.place),
                "remove the line, or change what it asks for",
            )


def shortcomings(inquiry: TranscriptInquiry, elements: Sequence[str] = ()) -> tuple[Diagnostic, ...]:
    """That the solution is certain before the first line of play, or some elements, or any, are open after the last."""
    words = inquiry.transcript.game.rules().words
    if inquiry.decided_since == START:
        told, place = f"{words.solution} is certain before {words.first}", inquiry.transcript.place
        code = transcript_codes.DECIDED_AT_THE_START
        return (Diagnostic(code, told, inquiry.span(place), words.to_begin),)
    still_open = [
        each
        for each in inquiry.verdict.elements
        if each.proved is None and (not elements or each.name in elements)
    ]
    decisive = [each for each in still_open if each.name == inquiry.deduction.decisive]
    return (_undecided(inquiry, decisive or still_open),) if still_open else ()


def _undecided(inquiry: TranscriptInquiry, elements: Sequence[Element]) -> Diagnostic:
    """The solution is open in the end."""
    rules, wording = inquiry.transcript.game.rules(), inquiry.wording
    told, worlds = [], []
    for each in elements:
        name, known = wording.element(each.name), [each.value] if each.value else []
        told.append(f"the {name} may be {either([*map(wording.value, sorted({*each.rivals, *known}))])}")
        worlds += [
            f"If the {name} is {wording.value(rival.value)}: {rules.world(rival)}."
            for rival in inquiry.rivals_of(each)
        ]
    last = [inquiry.transcript, *inquiry.transcript.play][-1]
    message = f"{rules.words.solution} is not certain after the last line: {'; '.join(told)}"
    span = inquiry.span(last.place)
    return Diagnostic(transcript_codes.UNDECIDED, "\n".join([message, *worlds]), span, rules.words.to_decide)


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
