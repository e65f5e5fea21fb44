"""What can be known after each line of play: by readers of the puzzle, and by every seat at the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.sources.support import claims_by_source
from casekit.games.clue.asking.notes import Notes
from casekit.games.clue.asking.puzzle_theory import build_theory, signature_of
from casekit.games.clue.deck import ENVELOPE
from casekit.games.clue.puzzle import Accusation, Answer, Event, Puzzle, Suggestion
from casekit.games.clue.remarks import Telling, remarks, whole_hand
from casekit.games.clue.signature import TARGETS, Signature


@dataclass(frozen=True, slots=True)
class Course:
    """The cards that may be in the envelope, by target, before the first line of play and after each line.

    Unless it is ``exact``, the seat saw cards that the puzzle does not name, so that it may know more.
    """

    candidates: tuple[Mapping[str, tuple[str, ...]], ...]
    exact: bool = True

    def since(self, target: str) -> int | None:
        """The line since which a target is certain: 0 for the start, ``None`` if it stays open."""
        counts = [len(of_line[target]) for of_line in self.candidates]
        return counts.index(1) if counts[-1] == 1 else None

    @property
    def decided(self) -> int | None:
        """The line since which all targets are certain."""
        lines = [self.since(target) for target in TARGETS]
        known = [line for line in lines if line is not None]
        return max(known) if len(known) == len(lines) else None


def course_of(knowledge: Knowledge, signature: Signature, puzzle: Puzzle) -> Course:
    """What a reader of the puzzle knows; ``knowledge`` is of its theory."""
    notes = Notes(knowledge, signature, columns={ENVELOPE})
    lines = ([remark.telling for remark in remarks(event, puzzle.seat)] for event in puzzle.play)
    return Course(tuple(_candidates(notes, lines)))


def courses_of_seats(puzzle: Puzzle) -> dict[str, Course]:
    """What each player whose hand the puzzle gives can know after each line, in the order of turns.

    A card that a player was shown counts where the transcript names it or the other hand has but one of the three.
    """
    signature = signature_of(puzzle)
    knowledge = Knowledge(build_theory(replace(puzzle, seat=None, hand=None, play=())).theory)
    hands = {holding.holder: holding.cards for holding in puzzle.held()}
    courses = {}
    for player in puzzle.names:
        if player in hands:
            given = whole_hand(player, hands[player], puzzle.deck)
            notes = Notes(knowledge, signature, given, {ENVELOPE})
            play = [_with_shown_cards(event, player, hands) for event in puzzle.play]
            lines = (_heard(event, player, hands) for event in play)
            courses[player] = Course(
                tuple(_candidates(notes, lines)), not any(_hides(each, player) for each in play)
            )
    return courses


def idle_lines(knowledge: Knowledge) -> tuple[str, ...]:
    """The sources that say nothing to a reader of the laws and of the sources before them.

    None after lines that contradict each other, since then everything would follow.
    """
    groups = claims_by_source(knowledge)
    read = list(knowledge.laws)
    idle = []
    for source, claims in groups.items():
        if _follow(knowledge, read, claims):
            idle.append(source)
        read += claims
    return tuple(idle)


def _follow(knowledge: Knowledge, read: Sequence[str], claims: Sequence[str]) -> bool:
    """Whether claims hold in every world of what was read, and there is one."""
    assumed = knowledge.assume(read)
    nodes = [knowledge.lines[claim].holds for claim in claims]
    return knowledge.solve(assumed) and not knowledge.solve([*assumed, -knowledge.circuit.all_of(nodes)])


def _candidates(notes: Notes, lines: Iterator[list[Telling]]) -> Iterator[Mapping[str, tuple[str, ...]]]:
    yield dict(zip(TARGETS, notes.candidates(), strict=True))
    for line in lines:
        notes.learn(line)
        yield dict(zip(TARGETS, notes.candidates(), strict=True))


def _heard(event: Event, player: str, hands: Mapping[str, Sequence[str]]) -> list[Telling]:
    """What a player learns from a line; whoever accuses looks into the envelope."""
    told = [remark.telling for remark in remarks(event, player)]
    if isinstance(event, Accusation) and event.player == player and ENVELOPE in hands:
        told.append(Telling(ENVELOPE, "all", tuple(hands[ENVELOPE])))
    return told


def _with_shown_cards(event: Event, player: str, hands: Mapping[str, Sequence[str]]) -> Event:
    """A line with the card that its suggester was shown, if the player is the suggester and it is known."""
    if isinstance(event, Accusation) or event.player != player:
        return event
    return replace(event, answers=tuple(_with_card(event, answer, hands) for answer in event.answers))


def _with_card(event: Suggestion, answer: Answer, hands: Mapping[str, Sequence[str]]) -> Answer:
    held = [card for card in event.cards if card in hands.get(answer.player, ())]
    known = answer.shows and answer.card is None and len(held) == 1
    return replace(answer, card=held[0]) if known else answer


def _hides(event: Event, player: str) -> bool:
    """Whether a player was shown a card that is not known."""
    answers = event.answers if isinstance(event, Suggestion) and event.player == player else ()
    return any(answer.shows and answer.card is None for answer in answers)
