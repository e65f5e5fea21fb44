"""The wording of a vigil's theory: which lines strike off which monks, and why; and the points that players earned."""

from collections.abc import Iterator, Sequence

from casekit.asking.joining import JoinedStep
from casekit.asking.wording import capital, listed
from casekit.games.abbey.asking.vigil_theory import WORDS, build_theory, seen_by
from casekit.games.abbey.deck import ABBEY, GUILTY, OF_TRAIT, TARGETS, TRAITS
from casekit.games.abbey.moves import MOVING
from casekit.games.abbey.vigil import Vigil
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.asking.transcript_theory import (
    HAND,
    MOVE,
    PLAY,
    SIZE,
    Deduction,
    TranscriptLine,
)
from casekit.games.transcripts.asking.transcript_wording import (
    TranscriptWording,
    TranscriptWords,
    neither,
)
from casekit.games.transcripts.hands.holdings import in_truth
from casekit.model.theory import Fact

POINTS = {"revealing": (-1, 2), "accusing": (-2, 4)}
"""The points for each form of line that is wrong, and that is right (rulebook, "Tallying Points")."""

_TECHNIQUES = {
    **dict.fromkeys(("having", "requesting", "suspicion"), "what a hand has or lacks"),
    "counting": "a count",
    "clearing": "the notes of others",
    **dict.fromkeys(("mass", "alibi", "shambles", "swapping"), "cards that all pass on"),
}


def _technique(line: TranscriptLine) -> str:
    """The technique of a line; moves have no name."""
    if line.origin.kind == SIZE:
        return "the size of a hand"
    return _TECHNIQUES.get(line.telling.form, "a card that is seen") if line.origin.kind == PLAY else ""


def _sentence(wording: TranscriptWording, step: JoinedStep) -> str | None:
    """The monks that lines strike off, or the one that is left at last."""
    struck = [one.fact.value for one in step.conclusions if one.fact.function == GUILTY and not one.holds]
    if step.lines and struck and len(struck) == len(step.conclusions):
        told = listed(_grounds([wording.lines[line] for line in step.lines]))
        return capital(f"{told}, which strikes off {listed(struck)}.")
    if step.premises and not struck:
        cited = ", ".join(map(str, step.premises))
        return f"That leaves nobody else ({cited}): {listed(wording.clauses(step.conclusions))}."
    return None


def _grounds(lines: Sequence[TranscriptLine]) -> Iterator[str]:
    """Lines as clauses: what the seat was dealt, what was said and shown, what moved, how many cards there are."""
    for line in lines:
        if line.origin.kind in {HAND, "truth"}:
            yield f"{line.telling.holder} was dealt {', '.join(line.telling.cards)}"
    by_line: dict[str, list[str]] = {}
    for line in lines:
        if line.origin.kind == PLAY:
            by_line.setdefault(line.origin.path, []).append(line.words)
    for at, words in by_line.items():
        yield f"{', '.join(words)} (line {at})"
    moved = [line.origin.path for line in lines if line.origin.kind == MOVE]
    if moved:
        yield f"it is known how many cards went in line{'' if len(moved) == 1 else 's'} {listed(moved)}"
    if any(line.origin.kind == SIZE for line in lines):
        yield "how many were dealt"


def _clause(fact: Fact, so: bool) -> str:  # noqa: FBT001 - as every game says facts
    if fact.function not in {"held", "holder"}:
        return str(fact) if so else f"not {fact}"
    card, *line = fact.arguments
    after = f" after line {line[0]}" if line and line[0] != "0" else " at the deal" if line else ""
    return f"{WORDS.holds(fact.value, [card], so=so)}{after}"


def _clause_of_none(facts: Sequence[Fact]) -> str:
    first = facts[0]
    if first.function in {"held", "holder"}:
        return WORDS.clause_of_none(facts)
    return f"{first.term} is {neither([fact.value for fact in facts])}"


def score(vigil: Vigil, inquiry: TranscriptInquiry) -> Iterator[str]:
    """Each line that earned points, with the line since which its reader was safe to say so; then what everybody has."""
    guilty = [vigil.deck.by_slug[card] for card in in_truth(vigil, ABBEY)]
    earned = dict.fromkeys(vigil.names, 0)
    for event in vigil.play if guilty else ():
        so = event["right"] or event["trait"] in guilty[0].traits
        number = POINTS[event.form][so] if event.form in POINTS else 0
        if number:
            earned[event["who"]] += number
            asked = f"{GUILTY}-{OF_TRAIT[event['trait']]}" if event["trait"] else GUILTY
            since = inquiry.course.since(asked)
            safe = f", certain to the reader since line {since}" if since and number > 0 else ""
            yield f"line {event.number}: {number:+} for {event['who']}{safe}"
    if any(earned.values()):
        yield "points: " + ", ".join(f"{player} {number}" for player, number in earned.items())


PHRASES = TranscriptWords(
    nouns={GUILTY: "guilty monk", **dict(zip(TARGETS[1:], TRAITS, strict=True))},
    nothing_to_read="the seat's hand and the rules alone, so no line of play is needed",
    to_ground_less="use a smaller deck or fewer lines of play",
    to_be_easier="end the play before the next mass, or use fewer players",
    clause=_clause,
    clause_of_none=_clause_of_none,
    whose=WORDS.whose,
    sentence=_sentence,
)

DEDUCTION = Deduction(
    theory=build_theory,
    wording=PHRASES,
    seen_by=seen_by,
    answer="monk",
    answers="a monk of this deck, or what a monk may be",
    left="monks",
    counted="each of whom may be the guilty one",
    unseen="Nobody's hand is given, so nothing is known of the seats",
    technique=_technique,
    decisive=GUILTY,
    may_be_idle=lambda _, event: event.form not in MOVING,
    remarks=score,
)
"""The words of a vigil: the guilty monk, and what this monk looks like, are asked for."""
