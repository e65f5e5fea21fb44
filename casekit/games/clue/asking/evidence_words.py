"""How it is known who holds what, in clauses of the table: "SCARLET passed on white in line 5"."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from casekit.asking.joining import Ground
from casekit.asking.wording import listed
from casekit.games.clue.deck import ENVELOPE, KINDS, TARGETS
from casekit.games.transcripts.asking.transcript_theory import HAND, PLAY, TranscriptLine
from casekit.games.transcripts.asking.transcript_wording import Clause
from casekit.games.transcripts.hands.hand_words import (
    KNOWN,
    Evidence,
    EvidenceWords,
    Group,
    HandWords,
    by_place,
    in_order,
)
from casekit.games.transcripts.hands.tellings import Telling
from casekit.model.proof import Assertion

WORDS = HandWords({ENVELOPE: ("the envelope", "in the envelope")}, dict(zip(TARGETS, KINDS, strict=True)))
"""The words for holders of cards; a question asks for a card of its kind."""


def evidence_of(lines: Mapping[str, TranscriptLine], one: Assertion, ground: Ground) -> Evidence:
    """How an assertion that a step uses is known; that a card is asked for is known of the envelope."""
    of_target = not one.fact.arguments
    card = one.fact.value if of_target else one.fact.arguments[0]
    read = (lines[name] for name in ground.lines if name in lines)
    told = next((line for line in read if line.origin.kind in {PLAY, HAND}), None)
    if told is not None and told.telling is not None:
        return _read(told.origin.kind, told.origin.path, told.telling, card)
    holder = ENVELOPE if of_target else one.fact.value
    return Evidence(KNOWN, holder, card, one.holds, ", ".join(map(str, ground.steps)))


def _read(kind: str, path: str, telling: Telling, card: str) -> Evidence:
    """The evidence of a line on a card at sight. If somebody holds the card, that is all, whatever else follows."""
    if kind == HAND:
        return Evidence(HAND, telling.holder, card, card in telling.cards, path)
    if telling.quantity == "none":
        return Evidence("passed", telling.holder, card, so=False, at=path)
    if telling.holder == ENVELOPE:
        return Evidence("accused", ENVELOPE, card, card in telling.cards, path)
    return Evidence(
        "showed", telling.holder, card if card in telling.cards else telling.cards[0], so=True, at=path
    )


def clauses_about(card: str, found: Iterable[Evidence]) -> list[Clause]:
    """Evidence as clauses where all of it is about one card: after the first time it is called "it"."""
    passed: list[Evidence] = []
    others: list[Evidence] = []
    for each in in_order(found):
        (passed if each.how == "passed" else others).append(each)
    told = [_passed_by(passed)] if passed else []
    for each in others:
        told += [_EVIDENCE.clause([replace(each, card="it" if told else card)])]
    return told


def _passed_by(group: Group) -> Clause:
    """That several passed on one card."""
    by_line: dict[str, list[str]] = {}
    for each in group:
        by_line.setdefault(each.at, []).append(each.holder)
    (line, holders), *others = by_line.items()
    then = [f"{listed(names)} in line {at}" for at, names in others]
    return Clause(listed(holders), listed([f"passed on {group[0].card} in line {line}", *then]))


def _passed(group: Group) -> Clause:
    on = listed(f"on {listed(cards)} in line {at}" for at, cards in by_place(group).items())
    return Clause(group[0].holder, f"passed {on}")


def _showed(group: Group) -> Clause:
    shown = listed(f"{card} in line {at}" for at, cards in by_place(group).items() for card in cards)
    return Clause(group[0].holder, f"showed {shown}")


def _accused(group: Group) -> Clause:
    how = f"by the accusation in line {group[0].at}"
    return _EVIDENCE.about_place(group, [each.card for each in group], how)


_EVIDENCE = EvidenceWords(WORDS, {"passed": _passed, "showed": _showed, "accused": _accused})

clauses = _EVIDENCE.clauses
"""Evidence as clauses: who passed on what in which line, who showed what, what is known from which step."""
