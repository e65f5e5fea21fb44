"""What is wrong with a deal, a transcript or a puzzle, by the rule it breaks."""

from dataclasses import dataclass
from enum import StrEnum

from casekit.model.place import Place


class Rule(StrEnum):
    """A rule of a legal deal, of a legal transcript, or of a puzzle that is worth solving."""

    PLAYER_COUNT = "player-count"
    REPEATED_PLAYER = "repeated-player"
    HAND_SIZES = "hand-sizes"
    UNKNOWN_SEAT = "unknown-seat"
    WRONG_HAND_SIZE = "wrong-hand-size"
    REPEATED_CARD = "repeated-card"
    REPEATED_HOLDER = "repeated-holder"
    WRONG_ENVELOPE = "wrong-envelope"
    DIFFERENT_HANDS = "different-hands"
    WRONG_KINDS = "wrong-kinds"
    ANSWER_OUT_OF_TURN = "answer-out-of-turn"
    ANSWER_AFTER_SHOWING = "answer-after-showing"
    MISSING_ANSWER = "missing-answer"
    CARD_NOT_SUGGESTED = "card-not-suggested"
    UNSEEN_CARD = "unseen-card"
    AGAINST_THE_DEAL = "against-the-deal"
    PLAY_AFTER_WRONG_ACCUSATION = "play-after-wrong-accusation"
    PLAY_AFTER_THE_END = "play-after-the-end"
    CONTRADICTION = "contradiction"
    DECIDED_AT_THE_START = "decided-at-the-start"
    IDLE_LINE = "idle-line"
    UNDECIDED = "undecided"

    @property
    def severity(self) -> str:
        """How much a breach weighs: a line that says nothing new is legal."""
        return "warning" if self is Rule.IDLE_LINE else "error"


@dataclass(frozen=True, slots=True)
class Beside:
    """Another place that belongs to a breach, and what it says; a rule of the game has no place."""

    place: Place | None
    label: str


@dataclass(frozen=True, slots=True)
class Breach:
    """One thing that is wrong: the rule, what is wrong in plain words, where, and what to do."""

    rule: Rule
    message: str
    place: Place
    hint: str
    related: tuple[Beside, ...] = ()
