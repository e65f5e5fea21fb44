"""Everything that is wrong with a puzzle: its deal, its transcript, and what can be deduced from them."""

from collections.abc import Iterator, Sequence

from casekit.asking.since import START
from casekit.deduce.repairs.conflicts import conflicts
from casekit.games.clue.checks.breaches import Beside, Breach
from casekit.games.clue.checks.deal_rules import deal_breaches, table_breaches
from casekit.games.clue.checks.transcript_rules import transcript_breaches
from casekit.games.clue.deck import ENVELOPE, whose
from casekit.games.clue.puzzle import Puzzle
from casekit.games.clue.signature import TARGETS
from casekit.games.transcripts import codes as transcript_codes
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.asking.transcript_theory import RULE, TranscriptLine
from casekit.games.transcripts.asking.transcript_wording import either
from casekit.model.theory import Conflict, Element, Rival


def illegal(puzzle: Puzzle) -> tuple[Breach, ...]:
    """What the rules of the game forbid, as far as it is seen without deduction."""
    return tuple(table_breaches(puzzle)) or (*deal_breaches(puzzle), *transcript_breaches(puzzle))


def contradictions(inquiry: TranscriptInquiry) -> Iterator[Breach]:
    """Lines that cannot hold together, each with a smallest set of lines that shows it.

    What everybody knows comes first, then the truth, then the play: one mistake is reported once.
    """
    knowledge = inquiry.knowledge
    for lines in (knowledge.laws, knowledge.truth, knowledge.everything, knowledge.truth_told):
        clashes = conflicts(knowledge, lines)
        if clashes:
            yield from (_contradiction(inquiry, clash) for clash in clashes)
            return


def _contradiction(inquiry: TranscriptInquiry, clash: Conflict) -> Breach:
    # The rules of the game are known to hold; what is cited are the lines of the puzzle.
    lines = [inquiry.lines[line] for line in clash.lines if inquiry.lines[line].origin.kind != RULE]
    blamed = inquiry.lines[clash.blamed] if clash.blamed else lines[-1]
    others = [line for line in lines if line is not blamed]
    size = "these are the fewest lines" if clash.minimum else "none of these lines can go"
    return Breach(
        transcript_codes.CONTRADICTORY_PLAY,
        f"{_said(inquiry, blamed)}, which cannot be: {size} that contradict each other",
        blamed.origin.place,
        "correct one of the lines",
        tuple(Beside(line.origin.place, _said(inquiry, line)) for line in others),
    )


def _said(inquiry: TranscriptInquiry, line: TranscriptLine) -> str:
    return f"{line.words} (in {inquiry.wording.named(line.origin.path)})"


def unfit(inquiry: TranscriptInquiry) -> Iterator[Breach]:
    """What spoils a legal puzzle: it is decided too early or never, or some of its lines say nothing."""
    yield from undecided(inquiry)
    if inquiry.decided_since == START:
        return  # then every line says nothing new
    places = {str(event.number): event.place for event in inquiry.transcript.play}
    for number in inquiry.idle:
        yield Breach(
            transcript_codes.IDLE_LINE,
            f"line {number} of the play says nothing that does not follow from the lines before it",
            places[number],
            "remove the line, or change what it asks for",
        )


def undecided(inquiry: TranscriptInquiry, targets: Sequence[str] = TARGETS) -> Iterator[Breach]:
    """An envelope that is certain before the first line of play, or some targets that are open after the last."""
    since = inquiry.decided_since
    if since == START:
        yield Breach(
            transcript_codes.DECIDED_AT_THE_START,
            "the envelope is certain before the first suggestion",
            inquiry.transcript.place,
            "choose another seat or another deal",
        )
    elif still_open := [
        each for each in inquiry.verdict.elements if each.proved is None and each.name in targets
    ]:
        yield _undecided(inquiry, still_open)


def _undecided(inquiry: TranscriptInquiry, elements: Sequence[Element]) -> Breach:
    """The envelope is open in the end."""
    told = [f"the {inquiry.wording.element(each.name)} may be {either(_possible(each))}" for each in elements]
    last = inquiry.transcript.play[-1].place if inquiry.transcript.play else inquiry.transcript.place
    return Breach(
        transcript_codes.UNDECIDED,
        f"the envelope is not certain after the last line: {'; '.join(told)}",
        last,
        "add a suggestion that decides between them",
        tuple(
            Beside(
                None,
                f"If the {inquiry.wording.element(each.name)} is {rival.value}: {_deal_in_words(rival)}.",
            )
            for each in elements
            for rival in inquiry.rivals_of(each)
        ),
    )


def _possible(element: Element) -> list[str]:
    """The cards that may be asked for: the true one and its rivals."""
    return sorted({*element.rivals, *([element.value] if element.value else [])})


def _deal_in_words(rival: Rival) -> str:
    """Who holds what in a rival deal, where it differs from the truth; without a truth, what the envelope holds."""
    cards = [(*fact.arguments, fact.value) for fact in rival.changed if fact.arguments]
    if not cards:
        cards = [(*fact.arguments, fact.value) for fact in rival.world if fact.value == ENVELOPE]
    cards.sort(key=lambda held: held[1] != ENVELOPE)
    return ", ".join(f"{whose(holder)} holds {card}" for card, holder in cards)


def breaches(puzzle: Puzzle) -> tuple[Breach, ...]:
    """Everything that is wrong with a puzzle; deduction begins where the rules are kept."""
    found = illegal(puzzle)
    if found:
        return found
    inquiry = TranscriptInquiry(puzzle)
    return tuple(contradictions(inquiry)) or tuple(unfit(inquiry))
