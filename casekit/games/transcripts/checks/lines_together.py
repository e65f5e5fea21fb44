"""Faults of a transcript by deduction: lines that contradict each other, say nothing or leave too much open."""

from collections.abc import Iterator, Sequence

from casekit.asking.inquiry import START
from casekit.deduce.conflicts import first_conflicts
from casekit.games.transcripts import codes
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.asking.transcript_theory import RULE, TranscriptLine
from casekit.games.transcripts.asking.transcript_wording import either
from casekit.games.transcripts.checks.breaches import Beside, Breach, illegal
from casekit.games.transcripts.speeches import SpokenLine
from casekit.games.transcripts.transcript import AnyTranscript
from casekit.model.theory import Conflict, Element


def contradictions(inquiry: TranscriptInquiry) -> Iterator[Breach]:
    """Lines that cannot hold together, each with a smallest set of lines that shows it."""
    return (_contradiction(inquiry, clash) for clash in first_conflicts(inquiry.knowledge))


def _contradiction(inquiry: TranscriptInquiry, clash: Conflict) -> Breach:
    # The rules of the game are known to hold; what is cited are the lines of the transcript.
    lines = [inquiry.lines[line] for line in clash.lines if inquiry.lines[line].origin.kind != RULE]
    blamed = inquiry.lines[clash.blamed] if clash.blamed else lines[-1]
    others = [line for line in lines if line is not blamed]
    size = "these are the fewest lines" if clash.minimum else "none of these lines can go"
    return Breach(
        codes.CONTRADICTORY_PLAY,
        f"{_said(inquiry, blamed)}, which cannot be: {size} that contradict each other",
        blamed.origin.place,
        "correct one of the lines",
        tuple(Beside(line.origin.place, _said(inquiry, line)) for line in others),
    )


def _said(inquiry: TranscriptInquiry, line: TranscriptLine) -> str:
    words = line.origin.quotation if isinstance(line.telling, SpokenLine) else line.words
    return f"{words} (in {inquiry.wording.named(line.origin.path)})"


def unfit(inquiry: TranscriptInquiry) -> Iterator[Breach]:
    """The faults of a legal transcript: it is decided too early or never, or some of its lines say nothing."""
    yield from undecided(inquiry)
    if inquiry.decided_since == START:
        return  # then every line says nothing new
    places = {str(event.number): event.place for event in inquiry.transcript.play}
    for number in inquiry.idle:
        yield Breach(
            codes.IDLE_LINE,
            f"line {number} of the play says nothing that does not follow from the lines before it",
            places[number],
            "remove the line, or change what it asks for",
        )


def undecided(inquiry: TranscriptInquiry, targets: Sequence[str] = ()) -> Iterator[Breach]:
    """A solution that is certain before the first line of play, or some targets, or any, that are open after the last."""
    words = inquiry.transcript.game.rules().words
    since = inquiry.decided_since
    if since == START:
        yield Breach(
            codes.DECIDED_AT_THE_START,
            f"{words.solution} is certain before {words.first}",
            inquiry.transcript.place,
            words.to_begin,
        )
    elif still_open := [
        each
        for each in inquiry.verdict.elements
        if each.proved is None and (not targets or each.name in targets)
    ]:
        decisive = [each for each in still_open if each.name == inquiry.deduction.decisive]
        yield _undecided(inquiry, decisive or still_open)


def _undecided(inquiry: TranscriptInquiry, elements: Sequence[Element]) -> Breach:
    """The solution is open in the end."""
    rules = inquiry.transcript.game.rules()
    told = [
        f"the {inquiry.wording.element(each.name)} may be {either(_possible(inquiry, each))}"
        for each in elements
    ]
    last = inquiry.transcript.play[-1].place if inquiry.transcript.play else inquiry.transcript.place
    return Breach(
        codes.UNDECIDED,
        f"{rules.words.solution} is not certain after the last line: {'; '.join(told)}",
        last,
        rules.words.to_decide,
        tuple(
            Beside(
                None,
                f"If the {inquiry.wording.element(each.name)} is {inquiry.wording.value(rival.value)}: {rules.world(rival)}.",
            )
            for each in elements
            for rival in inquiry.rivals_of(each)
        ),
    )


def _possible(inquiry: TranscriptInquiry, element: Element) -> list[str]:
    """The answers that are possible: the true one and its rivals."""
    values = sorted({*element.rivals, *([element.value] if element.value else [])})
    return list(map(inquiry.wording.value, values))


def breaches(transcript: AnyTranscript) -> tuple[Breach, ...]:
    """Everything that is wrong with a transcript; deduction begins where the rules are kept."""
    if found := illegal(transcript):
        return found
    inquiry = TranscriptInquiry(transcript)
    return tuple(contradictions(inquiry)) or tuple(unfit(inquiry))
