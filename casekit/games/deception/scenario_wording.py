"""The wording of a scenario's theory, in the words of the table."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from casekit.asking.joining import JoinedStep
from casekit.asking.wording import capital, listed
from casekit.games.deception.deck import ACCOMPLICE, TARGETS
from casekit.games.deception.scenario import Attempt, Marker, Scenario
from casekit.games.deception.scenario_theory import build_theory, seen_by
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.asking.transcript_theory import HAND, PLAY, Deduction, TranscriptLine
from casekit.games.transcripts.asking.transcript_wording import (
    TranscriptWording,
    TranscriptWords,
    either,
)
from casekit.model.theory import Fact

_CRIME = "crime"


def _technique(line: TranscriptLine) -> str:
    """How readers use a line: markers differ by their tiles."""
    if line.origin.kind == PLAY:
        return "a failed attempt" if isinstance(line.telling, Attempt) else f"a marker on {line.telling.tile}"
    return ""


def _sentence(wording: TranscriptWording, step: JoinedStep) -> str | None:
    """The pairs that a line strikes off, or what is left at last."""
    line = wording.line_of(step)
    out = [one.fact for one in step.conclusions if one.fact.function == _CRIME and not one.holds]
    others = [one for one in step.conclusions if one.fact not in out and one.fact.function != _CRIME]
    cited = f" ({', '.join(map(str, step.premises))})" if step.premises else ""
    if line is not None and line.origin.kind == HAND and out and not others:
        return (
            f"{line.words}, which strikes off {'all other' if ' saw ' in line.words else 'their own'} cards."
        )
    if line is not None and line.origin.kind == PLAY and out and not step.grounds:
        return capital(f"{_how(line)}: {_struck_off(out)}.")
    if not step.lines and others:
        was = next((one.fact for one in step.conclusions if one.fact.function == _CRIME and one.holds), None)
        left = f"only {_pair(was)} is left" if was else "that is what is left"
        return capital(f"{left}{cited}, so {listed(wording.assertion(one) for one in others)}.")
    return None


def _how(line: TranscriptLine) -> str:
    told = line.telling
    if isinstance(told, Marker):
        return f"{told.option} in line {told.number} suits neither card of"
    return f"{told.player} was {'right' if told.right else 'wrong'} in line {told.number}"


def _pair(fact: Fact) -> str:
    return fact.value.replace("+", " with ")


def _struck_off(facts: Sequence[Fact]) -> str:
    """Pairs, put together where several means go with the same clue cards."""
    clues_of: dict[str, list[str]] = {}
    for fact in facts:
        means, clue = fact.value.split("+")
        clues_of.setdefault(means, []).append(clue)
    means_of: dict[tuple[str, ...], list[str]] = {}
    for means, clues in clues_of.items():
        means_of.setdefault(tuple(clues), []).append(means)
    return "; ".join(f"{either(means)} with {either(clues)}" for clues, means in means_of.items())


def _better(scenario: Scenario, _: TranscriptInquiry) -> Iterator[str]:
    """The markers in whose place another option would have left the reader fewer pairs."""
    for event in scenario.markers:
        before = scenario.possible(event.number - 1)
        options = scenario.deck.fitting(*scenario.crime, event.tile) if scenario.crime else (event.option,)
        left = {each: len(scenario.left_by(replace(event, option=each), before)) for each in options}
        best = min(left, key=left.__getitem__)
        if left[best] < left.get(event.option, 0):
            yield (
                f"line {event.number}: {best} would have left {left[best]} of {len(before)} solutions, "
                f"{event.option} leaves {left[event.option]}"
            )


PHRASES = TranscriptWords(
    nouns={name: name for name in (*TARGETS, ACCOMPLICE)},
    nothing_to_read="the cards and the rules alone, so no line of play is needed",
    to_ground_less="deal fewer cards",
    to_be_easier="use fewer players or fewer cards",
    sentence=_sentence,
    value=lambda value: value.replace("+", " with "),
)

DEDUCTION = Deduction(
    theory=build_theory,
    wording=PHRASES,
    seen_by=seen_by,
    answers="a player or a card of this table",
    counted="each a means and an evidence",
    unseen="The truth names no murderer, so nothing is known of the seats",
    technique=_technique,
    decisive=_CRIME,
    remarks=_better,
)
"""The words of a scenario: the murderer, the means and the evidence are asked for."""
