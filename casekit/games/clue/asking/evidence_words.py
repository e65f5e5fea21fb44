"""How it is known who holds what, in clauses of the table: "SCARLET passed on white in line 5"."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from casekit.asking.joining import Ground
from casekit.asking.wording import listed
from casekit.games.clue.deck import ENVELOPE, KINDS, TARGETS
from casekit.games.transcripts.asking.transcript_theory import HAND, PLAY, TranscriptLine
from casekit.games.transcripts.asking.transcript_wording import Clause, neither
from casekit.games.transcripts.hands.hand_words import HandWords
from casekit.games.transcripts.hands.tellings import Telling
from casekit.model.theory import Assertion

WORDS = HandWords({ENVELOPE: ("the envelope", "in the envelope")}, dict(zip(TARGETS, KINDS, strict=True)))
"""The words for holders of cards; a question asks for a card of its kind."""

KNOWN = "known"
"""The kind of knowledge from earlier steps; ``HAND`` is that of the seat's own hand."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """That a holder has a card, or has it not, and how that is known: ``at`` is a line of play, or numbers of steps."""

    how: str
    holder: str
    card: str
    so: bool
    at: str


Group = Sequence[Evidence]
"""Evidence of one kind of one holder, all of it for or all of it against."""


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
    for each in _in_order(found):
        (passed if each.how == "passed" else others).append(each)
    told = [_passed_by(passed)] if passed else []
    for each in others:
        told += [_clause([replace(each, card="it" if told else card)])]
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
    on = listed(f"on {listed(cards)} in line {at}" for at, cards in _by_place(group).items())
    return Clause(group[0].holder, f"passed {on}")


def _showed(group: Group) -> Clause:
    shown = listed(f"{card} in line {at}" for at, cards in _by_place(group).items() for card in cards)
    return Clause(group[0].holder, f"showed {shown}")


def _accused(group: Group) -> Clause:
    how = f"by the accusation in line {group[0].at}"
    return _about_envelope(group, [each.card for each in group], how)


def _hand(group: Group) -> Clause:
    return _placed(list(dict.fromkeys(each.card for each in group)), f"in {group[0].holder}'s hand", group)


def _known(group: Group) -> Clause:
    """The statement of earlier steps on a holder, each card with the number of its step."""
    holder, so = group[0].holder, group[0].so
    cited = [
        f"{card} ({at})" if card == cards[-1] and at else card
        for at, cards in _by_place(group).items()
        for card in cards
    ]
    if holder == ENVELOPE:
        return _about_envelope(group, cited)
    if so:
        return Clause(holder, f"holds {listed(cited)}")
    return Clause(holder, f"does not hold {cited[0]}" if len(cited) == 1 else f"holds {neither(cited)}")


def _about_envelope(group: Group, cards: Sequence[str], how: str = "") -> Clause:
    where = WORDS.places[ENVELOPE][1]
    # The number of the step belongs after the clause.
    name, _, cite = cards[0].partition(" (") if len(cards) == 1 else ("", "", "")
    return _placed(
        [name] if name else cards, f"{where}{f' {how}' if how else ''}{f' ({cite}' if cite else ''}", group
    )


def _placed(cards: Sequence[str], where: str, group: Group) -> Clause:
    """That cards are at a place, or are not."""
    if group[0].so:
        return Clause(listed(cards), f"{'is' if len(cards) == 1 else 'are'} {where}")
    return Clause(cards[0], f"is not {where}") if len(cards) == 1 else Clause(neither(cards), f"is {where}")


_TOLD: Mapping[str, Callable[[Group], Clause]] = {
    "passed": _passed,
    "showed": _showed,
    "accused": _accused,
    HAND: _hand,
    KNOWN: _known,
}
"""The words of each kind of evidence, in the order in which they are named."""


def _clause(group: Group) -> Clause:
    return _TOLD[group[0].how](group)


def clauses(found: Iterable[Evidence], named: Collection[str] = ()) -> list[Clause]:
    """Evidence as clauses: who did what in which line, what is known from which step.

    Of one holder what was seen at the table comes first, then what earlier steps say. ``named`` are cards that the
    sentence has just named: somebody who has not one of them holds "none of them".
    """
    groups: dict[tuple[str, str, bool], list[Evidence]] = {}
    for each in _in_order(found):
        groups.setdefault((each.holder, each.how, each.so), []).append(each)
    order = [*_TOLD]
    ranked = sorted(
        groups.values(),
        key=lambda group: (group[0].holder == ENVELOPE, group[0].holder, order.index(group[0].how)),
    )
    return [_none_of_them(group) if _misses(group, named) else _clause(group) for group in ranked]


def _misses(group: Group, named: Collection[str]) -> bool:
    first = group[0]
    alone = first.how == KNOWN and first.holder != ENVELOPE and not first.so
    return alone and len(named) > 1 and {each.card for each in group} == {*named}


def _none_of_them(group: Group) -> Clause:
    steps = sorted({int(at) for each in group for at in each.at.split(", ") if at})
    cite = f" ({', '.join(map(str, steps))})" if steps else ""
    return Clause(group[0].holder, f"holds none of them{cite}")


def _in_order(found: Iterable[Evidence]) -> list[Evidence]:
    """Evidence by the lines and steps it is from, each once."""
    return sorted(dict.fromkeys(found), key=_numbers)


def _numbers(one: Evidence) -> tuple[int, ...]:
    return tuple(map(int, one.at.split(", "))) if one.at[:1].isdecimal() else ()


def _by_place(group: Group) -> dict[str, list[str]]:
    """The cards of evidence by where it is from."""
    found: dict[str, list[str]] = {}
    for each in group:
        found.setdefault(each.at, []).append(each.card)
    return found
