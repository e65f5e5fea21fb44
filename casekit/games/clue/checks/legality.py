"""Everything that is wrong with a puzzle: its deal, its transcript, and what can be deduced from them."""

from collections.abc import Iterator

from casekit.deduce.conflicts import conflicts
from casekit.games.clue.asking.puzzle_inquiry import PuzzleInquiry
from casekit.games.clue.checks.breaches import Beside, Breach, Rule
from casekit.games.clue.checks.deal_rules import deal_breaches
from casekit.games.clue.checks.transcript_rules import transcript_breaches
from casekit.games.clue.deck import ENVELOPE, whose
from casekit.games.clue.puzzle import Puzzle
from casekit.games.clue.signature import TARGETS
from casekit.model.theory import Conflict, Rival

_MOST_RIVALS = 3
"""So many rival deals of a target are described."""


def illegal(puzzle: Puzzle) -> tuple[Breach, ...]:
    """What the rules of the game forbid, as far as it is seen without deduction."""
    return (*deal_breaches(puzzle), *transcript_breaches(puzzle))


def contradictions(inquiry: PuzzleInquiry) -> Iterator[Breach]:
    """Lines that cannot hold together, each with a smallest set of lines that shows it.

    What everybody knows comes first, then the truth, then the play: one mistake is reported once.
    """
    knowledge = inquiry.knowledge
    for lines in (knowledge.laws, knowledge.truth, knowledge.everything, knowledge.truth_told):
        clashes = conflicts(knowledge, lines)
        if clashes:
            yield from (_contradiction(inquiry, clash) for clash in clashes)
            return


def _contradiction(inquiry: PuzzleInquiry, clash: Conflict) -> Breach:
    # The rules of the game are known to hold; what is cited are the lines of the puzzle.
    lines = [inquiry.origins[line] for line in clash.lines if inquiry.origins[line].kind != "rule"]
    blamed = inquiry.origins[clash.blamed] if clash.blamed else lines[-1]
    others = [line for line in lines if line is not blamed]
    size = "these are the fewest lines" if clash.minimum else "none of these lines can go"
    return Breach(
        Rule.CONTRADICTION,
        f"{blamed.words} (in {blamed.path}), which cannot be: {size} that contradict each other",
        blamed.place or inquiry.puzzle.place,
        "correct one of the lines",
        tuple(Beside(line.place, f"{line.words} (in {line.path})") for line in others),
    )


def unfit(inquiry: PuzzleInquiry) -> Iterator[Breach]:
    """What spoils a legal puzzle: it is decided too early or never, or some of its lines say nothing."""
    puzzle = inquiry.puzzle
    decided = inquiry.course.decided
    if decided == 0:
        yield Breach(
            Rule.DECIDED_AT_THE_START,
            "the envelope is certain before the first suggestion",
            puzzle.place,
            "choose another seat or another deal",
        )
    elif decided is None:
        yield _undecided(inquiry)
    places = {str(event.number): event.place for event in puzzle.play}
    for number in inquiry.idle:
        yield Breach(
            Rule.IDLE_LINE,
            f"line {number} of the play says nothing that does not follow from the lines before it",
            places[number],
            "remove the line, or change what it asks for",
        )


def _undecided(inquiry: PuzzleInquiry) -> Breach:
    """The envelope is open in the end."""
    left = inquiry.course.candidates[-1]
    told = [f"{target} may be {' or '.join(left[target])}" for target in TARGETS if len(left[target]) != 1]
    last = inquiry.puzzle.play[-1].place if inquiry.puzzle.play else inquiry.puzzle.place
    return Breach(
        Rule.UNDECIDED,
        f"the envelope is not certain after the last line: {'; '.join(told)}",
        last,
        "add a suggestion that decides between them",
        tuple(
            Beside(None, f"if {target} = {rival.value}: {_deal_in_words(rival)}")
            for target, rivals in inquiry.rivals.items()
            for rival in rivals[:_MOST_RIVALS]
        ),
    )


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
    inquiry = PuzzleInquiry(puzzle)
    return tuple(contradictions(inquiry)) or tuple(unfit(inquiry))
