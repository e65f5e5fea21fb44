"""The wording of an evening's theory, in the words of the table."""

from collections.abc import Iterator

from casekit.asking.wording import listed
from casekit.deduce.goals import otherwise
from casekit.games.nightfall.asking.evening_theory import build_theory, seen_by
from casekit.games.nightfall.evening import Evening, Event
from casekit.games.nightfall.evening_terms import MURDERERS
from casekit.games.nightfall.nights import ending
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.asking.transcript_theory import PLAY, Deduction, TranscriptLine
from casekit.games.transcripts.asking.transcript_wording import TranscriptWords
from casekit.games.transcripts.speeches import SpokenLine
from casekit.model.theory import Fact

_CLAUSES: dict[str, tuple[str, str]] = {
    "murderer": ("{0} is a murderer", "{0} is innocent"),
    "stayed": ("{0} stayed at home in night {1}", "{0} did not stay at home in night {1}"),
    "alone": ("{0} was alone in night {1}", "{0} was not alone in night {1}"),
    "met": ("{0} met {1} in night {2}", "{0} did not meet {1} in night {2}"),
    "tried": ("{0} tried to kill in night {1}", "{0} did not try to kill in night {1}"),
    "visited": ("{0} visited {2} in night {1}", "{0} did not visit {2} in night {1}"),
    "died": ("{0} was killed in night {1}", "{0} was not killed in night {1}"),
    "hanged": ("{0} was hanged on day {1}", "{0} was not hanged on day {1}"),
}
"""What a fact says, and that it is not so, by its function."""

_ELSE: dict[str, tuple[str, str]] = {
    "visited": ("{0} was dead in night {1}", "{0} was alive in night {1}"),
    "died": ("{0} was not killed", "{0} was killed"),
    "hanged": ("{0} was not hanged", "{0} was hanged"),
    "home": ("{0} stayed at home in night {1}", "{0} did not stay at home in night {1}"),
}
"""The same where there is no value, and for a visit to oneself."""


def _clause(fact: Fact, so: bool) -> str:  # noqa: FBT001 - as the kit asks it
    if fact.value in {"yes", "no"}:
        told = _CLAUSES[fact.function][(fact.value == "yes") != so]
    elif fact.value == "none":
        told = _ELSE[fact.function][not so]
    elif fact.function == "visited" and fact.value == fact.arguments[0]:
        told = _ELSE["home"][not so]
    else:
        told = _CLAUSES[fact.function][not so]
    return told.format(*fact.arguments, fact.value)


def _technique(line: TranscriptLine) -> str:
    """How readers use a line."""
    if line.origin.kind != PLAY:
        return ""
    if isinstance(line.telling, SpokenLine):
        return "what somebody says"
    return {"Night": "what the seat saw", "Dawn": "who died", "Hanging": "who was hanged"}[
        type(line.telling).__name__
    ]


def _may_be_idle(evening: Evening, event: Event) -> bool:
    """Only what others say may say nothing: nights, deaths, votes and hangings happen, and the seat knows what it says itself."""
    return isinstance(event, SpokenLine) and event.player != evening.reader


def _remarks(evening: Evening, inquiry: TranscriptInquiry) -> Iterator[str]:
    """The lies of the murderers, those without which they would get away first; and who wins."""
    lies = {
        number: (
            speech.player,
            [said.quotation for at, said in enumerate(speech.statements, 1) if _is_lie(inquiry, speech, at)],
        )
        for speech in evening.play
        if isinstance(speech, SpokenLine) and (number := str(speech.number))
    }
    telling = [number for number, (_, lie) in lies.items() if lie and _gives_away(inquiry, number)]
    for number, (player, lie) in sorted(lies.items(), key=lambda item: item[0] not in telling):
        if lie:
            words = listed(f'"{each}"' for each in lie)
            what = (
                "gives it away: without it nothing would be certain then" if number in telling else "is a lie"
            )
            yield f"line {number}: {player} says {words}, which {what}"
    end = ending(evening)
    if end is None:
        yield "the game goes on after the last line"
    else:
        yield f"{'the innocents win' if end.innocents_win else 'the murderers win'} in line {end.line.number}: {end.words}"


def _gives_away(inquiry: TranscriptInquiry, number: str) -> bool:
    """Whether all would not be certain without a line when it is."""
    knowledge, decided = inquiry.knowledge, inquiry.course.decided or 0
    others = [source for source in inquiry.sources if int(source) <= decided and source != number]
    read = knowledge.assume(knowledge.reading(others))
    return decided > 0 and knowledge.solve([*read, otherwise(knowledge, inquiry.proved)])


def _is_lie(inquiry: TranscriptInquiry, speech: SpokenLine, at: int) -> bool:
    return inquiry.knowledge.status(f"play {speech.number}.{at}") == "false"


PHRASES = TranscriptWords(
    nouns={MURDERERS: "guilty party"},
    nothing_to_read="the rules alone, so no line of play is needed",
    to_ground_less="use fewer players or nights",
    to_be_easier="use fewer players or nights",
    clause=_clause,
    clause_of_none=lambda facts: listed(_clause(fact, so=False) for fact in facts),
    value=lambda value: value.replace(", ", " with "),
)

DEDUCTION = Deduction(
    theory=build_theory,
    wording=PHRASES,
    seen_by=seen_by,
    answer="night",
    answers="a player of this evening, or several as in `ALICE, BOB`",
    left="suspicions",
    counted="each of everybody who may be guilty together",
    unseen="The truth leaves the nights out, so nothing is known of the seats",
    technique=_technique,
    remarks=_remarks,
    may_be_idle=_may_be_idle,
)
"""The words of an evening: the murderers are asked for."""
