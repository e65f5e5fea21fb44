"""The wording of a puzzle's theory, in the words of the table."""

from casekit.asking.joining import JoinedStep
from casekit.asking.wording import capital, listed
from casekit.deduce.encoding.vocabulary import ASKED
from casekit.games.clue.asking.evidence_words import WORDS, clauses, clauses_about, evidence_of
from casekit.games.clue.asking.puzzle_theory import build_theory, seen_by
from casekit.games.transcripts.asking.transcript_theory import HAND, PLAY, SIZE, Deduction, TranscriptLine
from casekit.games.transcripts.asking.transcript_wording import (
    Clause,
    TranscriptWording,
    TranscriptWords,
    either,
    together,
)


def _at_sight(line: TranscriptLine) -> bool:
    """Answers, the seat's hand, and that the cards asked for are those in the envelope, need no step."""
    told = line.telling is not None and line.origin.kind in {PLAY, HAND}
    return told and line.telling.quantity in {"none", "all"}


TECHNIQUES = {
    "all": "a card that is shown",
    "none": "a pass",
    "some": "one of three cards",
    "not all": "a wrong accusation",
}
"""The ways to use what a line of play says of a hand."""


def _technique(line: TranscriptLine) -> str:
    if line.origin.kind == SIZE:
        return "the size of a hand"
    played = line.telling is not None and line.origin.kind == PLAY
    return TECHNIQUES.get(line.telling.quantity, "") if played else ""


def _sentence(wording: TranscriptWording, step: JoinedStep) -> str | None:
    """The grounds of a step, with how they are known, and what follows."""
    if not step.grounds or any(one.fact.function == ASKED for one in step.grounds):
        return None
    known = _known(wording, step)
    reason = _reason(wording.line_of(step))
    if reason is not None:
        against = not step.conclusions or reason.predicate.startswith("showed")
        told = together([reason, *known], "but" if against else "and")
    else:
        told = together(known)
    return capital(
        f"{told}, so {_following(wording, step)}." if step.conclusions else f"{told}: that cannot be."
    )


def _known(wording: TranscriptWording, step: JoinedStep) -> list[Clause]:
    found = [evidence_of(wording.lines, one, ground) for one, ground in step.grounds.items()]
    cards = {one.fact.arguments for one in step.grounds}
    if not step.lines and len(cards) == 1 and (only := cards.pop()):
        return clauses_about(only[0], found)
    line = wording.line_of(step)
    return clauses(found, line.telling.cards if line is not None and line.telling is not None else ())


def _reason(line: TranscriptLine | None) -> Clause | None:
    """The own line of a step, as the beginning of a sentence."""
    if line is None or line.notation:
        return None
    if line.telling is None:
        subject, _, predicate = line.words.partition(" ")
        return Clause(subject, predicate)
    if line.telling.quantity == "not all":
        return Clause("the accusation", f"in line {line.origin.path} was wrong")
    return Clause(line.telling.holder, f"showed {either(line.telling.cards)}")


def _following(wording: TranscriptWording, step: JoinedStep) -> str:
    if any(one.fact.function == ASKED for one in step.conclusions):
        return listed(wording.assertion(one) for one in step.conclusions)
    line = wording.line_of(step)
    if line is not None and line.origin.kind == SIZE and all(one.holds for one in step.conclusions):
        cards = [one.fact.arguments[0] for one in step.conclusions]
        holder = step.conclusions[0].fact.value
        return f"only {listed(cards)} {'is' if len(cards) == 1 else 'are'} left for {holder}"
    return WORDS.concluded(step.conclusions)


PHRASES = TranscriptWords(
    nouns=WORDS.nouns,
    nothing_to_read="the seat's hand and the rules alone, so no line of play is needed",
    to_ground_less="use a smaller deck",
    to_be_easier="use fewer lines of play, fewer players or a smaller deck",
    clause=WORDS.clause,
    clause_of_none=WORDS.clause_of_none,
    whose=WORDS.whose,
    at_sight=_at_sight,
    sentence=_sentence,
)

DEDUCTION = Deduction(
    theory=build_theory,
    wording=PHRASES,
    seen_by=seen_by,
    answer="card",
    answers="a card of this deck",
    left="envelopes",
    counted="counted card by card",
    unseen="Nobody's hand is given, so nothing is known of the seats",
    technique=_technique,
)
"""The words of a puzzle: the three cards in the envelope are asked for."""
