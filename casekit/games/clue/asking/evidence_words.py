"""How it is known who holds what, in clauses of the table: "SCARLET passed on white in line 5"."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from casekit.asking.joining import Ground
from casekit.asking.wording import listed
from casekit.games.clue.asking.puzzle_theory import HAND, PLAY, LineOfPuzzle
from casekit.games.clue.deck import ENVELOPE, KINDS
from casekit.games.clue.remarks import Telling
from casekit.games.clue.signature import TARGETS
from casekit.model.proof import Assertion

How = Literal["passed", "showed", "accused", "hand", "known"]

_ORDER: tuple[How, ...] = ("passed", "showed", "accused", "hand", "known")
"""Of one holder what was seen at the table comes first, then what earlier steps say."""

NOUNS = dict(zip(TARGETS, KINDS, strict=True))
"""What the card is that a target asks for."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """That a holder has a card, or has it not, and how that is known: ``at`` is a line of play, or numbers of steps."""

    how: How
    holder: str
    card: str
    so: bool
    at: str


# --- clauses -------------------------------------------------------------------------------------


def holds(holder: str, cards: Sequence[str], *, so: bool = True) -> str:
    """The clause that a holder has, or has not, some cards."""
    one = len(cards) == 1
    if holder == ENVELOPE and so:
        return f"{listed(cards)} {'is' if one else 'are'} in the envelope"
    if holder == ENVELOPE:
        return f"{cards[0]} is not in the envelope" if one else f"{neither(cards)} is in the envelope"
    if so:
        return f"{holder} holds {listed(cards)}"
    return f"{holder} does not hold {cards[0]}" if one else f"{holder} holds {neither(cards)}"


def neither(words: Sequence[str]) -> str:
    """Two words or more, none of which it is."""
    *first, last = words
    return f"neither {', '.join(first)} nor {last}"


def either(words: Sequence[str]) -> str:
    """Words, one of which it is."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def concluded(assertions: Iterable[Assertion]) -> str:
    """What follows, as one clause: a card that is asked for is not said twice to be in the envelope."""
    held: dict[tuple[str, bool], list[str]] = {}
    asked: dict[tuple[str, bool], list[str]] = {}
    for one in assertions:
        fact = one.fact
        if fact.arguments:
            held.setdefault((fact.value, one.holds), []).append(fact.arguments[0])
        else:
            asked.setdefault((fact.function, one.holds), []).append(fact.value)
    found = {card for (_, so), cards in asked.items() if so for card in cards}
    told = [
        holds(holder, left, so=so)
        for (holder, so), cards in held.items()
        if (left := [card for card in cards if not (so and holder == ENVELOPE and card in found)])
    ]
    return listed([*told, *(_asked(target, cards, so=so) for (target, so), cards in asked.items())])


def _asked(target: str, cards: Sequence[str], *, so: bool) -> str:
    noun = NOUNS.get(target, target)
    if so or len(cards) == 1:
        return f"the {noun} is {'' if so else 'not '}{listed(cards)}"
    return f"the {noun} is {neither(cards)}"


# --- how it is known -----------------------------------------------------------------------------


def evidence_of(lines: Mapping[str, LineOfPuzzle], one: Assertion, ground: Ground) -> Evidence:
    """How an assertion that a step uses is known; that a card is asked for is known of the envelope."""
    of_target = not one.fact.arguments
    card = one.fact.value if of_target else one.fact.arguments[0]
    read = (lines[name] for name in ground.lines if name in lines)
    told = next((line for line in read if line.origin.kind in {PLAY, HAND}), None)
    if told is not None and told.telling is not None:
        return _read(told.origin.kind, told.origin.path, told.telling, card)
    holder = ENVELOPE if of_target else one.fact.value
    return Evidence("known", holder, card, one.holds, ", ".join(map(str, ground.steps)))


def _read(kind: str, path: str, telling: Telling, card: str) -> Evidence:
    """What a line says of a card at sight. Of a card that somebody holds that is all, whatever else follows."""
    if kind == HAND:
        return Evidence("hand", telling.holder, card, card in telling.cards, path)
    if telling.quantity == "none":
        return Evidence("passed", telling.holder, card, so=False, at=path)
    if telling.holder == ENVELOPE:
        return Evidence("accused", ENVELOPE, card, card in telling.cards, path)
    return Evidence(
        "showed", telling.holder, card if card in telling.cards else telling.cards[0], so=True, at=path
    )


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause; ``subject`` is who it is about, so that it need not be named again in the next one."""

    subject: str
    predicate: str


def together(told: Sequence[Clause], after_first: str = "and") -> str:
    """Clauses as one sentence without its full stop; a subject that goes on is not repeated."""
    words, before = [], ""
    for clause in told:
        words.append(clause.predicate if clause.subject == before else f"{clause.subject} {clause.predicate}")
        before = clause.subject
    if after_first != "and" and len(words) > 1:
        words[:2] = [f"{words[0]}, {after_first} {words[1]}"]
    *first, last = words
    return f"{', '.join(first)}, and {last}" if first else last


def clauses(found: Iterable[Evidence], named: Collection[str] = ()) -> list[Clause]:
    """Evidence as clauses: who passed on what in which line, who showed what, what is known from which step.

    ``named`` are cards that the sentence has just named: somebody who has not one of them holds "none of them".
    """
    told: dict[tuple[str, How, bool], list[Evidence]] = {}
    for each in sorted(dict.fromkeys(found), key=_in_order):
        told.setdefault((each.holder, each.how, each.so), []).append(each)
    groups = sorted(
        told.values(),
        key=lambda group: (group[0].holder == ENVELOPE, group[0].holder, _ORDER.index(group[0].how)),
    )
    return [
        _none_of_them(group) if _misses(group, named) else _CLAUSES[group[0].how](group) for group in groups
    ]


def _misses(group: Sequence[Evidence], named: Collection[str]) -> bool:
    first = group[0]
    alone = first.how == "known" and first.holder != ENVELOPE and not first.so
    return alone and len(named) > 1 and {each.card for each in group} == {*named}


def _none_of_them(group: Sequence[Evidence]) -> Clause:
    steps = sorted({int(at) for each in group for at in each.at.split(", ") if at})
    cite = f" ({', '.join(map(str, steps))})" if steps else ""
    return Clause(group[0].holder, f"holds none of them{cite}")


def clauses_about(card: str, found: Iterable[Evidence]) -> list[Clause]:
    """The same where all evidence is about one card: after the first time it is called "it"."""
    passed: list[Evidence] = []
    others: list[Evidence] = []
    for each in sorted(dict.fromkeys(found), key=_in_order):
        (passed if each.how == "passed" else others).append(each)
    told = [_passed_by(passed)] if passed else []
    for each in others:
        told += [_CLAUSES[each.how]([replace(each, card="it" if told else card)])]
    return told


def _in_order(one: Evidence) -> tuple[int, ...]:
    return tuple(map(int, one.at.split(", "))) if one.at[:1].isdecimal() else ()


def _passed_by(group: Sequence[Evidence]) -> Clause:
    """That several passed on one card."""
    by_line: dict[str, list[str]] = {}
    for each in group:
        by_line.setdefault(each.at, []).append(each.holder)
    (line, holders), *others = by_line.items()
    then = [f"{listed(names)} in line {at}" for at, names in others]
    return Clause(listed(holders), listed([f"passed on {group[0].card} in line {line}", *then]))


def _passed(group: Sequence[Evidence]) -> Clause:
    by_line = _by_place(group)
    return Clause(
        group[0].holder,
        f"passed {listed(f'on {listed(cards)} in line {at}' for at, cards in by_line.items())}",
    )


def _showed(group: Sequence[Evidence]) -> Clause:
    by_line = _by_place(group)
    return Clause(
        group[0].holder,
        f"showed {listed(f'{card} in line {at}' for at, cards in by_line.items() for card in cards)}",
    )


def _accused(group: Sequence[Evidence]) -> Clause:
    return _about_envelope(
        [each.card for each in group], f"by the accusation in line {group[0].at}", so=group[0].so
    )


def _hand(group: Sequence[Evidence]) -> Clause:
    cards, where = list(dict.fromkeys(each.card for each in group)), f"in {group[0].holder}'s hand"
    if group[0].so:
        return Clause(listed(cards), f"{'is' if len(cards) == 1 else 'are'} {where}")
    return Clause(cards[0], f"is not {where}") if len(cards) == 1 else Clause(neither(cards), f"is {where}")


def _known(group: Sequence[Evidence]) -> Clause:
    """What earlier steps say of a holder, each card with the number of its step."""
    holder, so = group[0].holder, group[0].so
    cited = [
        f"{card} ({at})" if card == cards[-1] and at else card
        for at, cards in _by_place(group).items()
        for card in cards
    ]
    if holder == ENVELOPE:
        return _about_envelope(cited, "", so=so)
    if so:
        return Clause(holder, f"holds {listed(cited)}")
    return Clause(holder, f"does not hold {cited[0]}" if len(cited) == 1 else f"holds {neither(cited)}")


def _about_envelope(cards: Sequence[str], how: str, *, so: bool) -> Clause:
    one = len(cards) == 1
    subject = listed(cards) if so or one else neither(cards)
    verb = "is" if one or not so else "are"
    no = "not " if one and not so else ""
    # The number of the step belongs after the clause.
    name, _, cite = subject.partition(" (") if one else (subject, "", "")
    end = f" ({cite}" if cite else ""
    return Clause(name, f"{verb} {no}in the envelope{f' {how}' if how else ''}{end}")


def _by_place(group: Sequence[Evidence]) -> dict[str, list[str]]:
    """The cards of evidence by where it is from."""
    found: dict[str, list[str]] = {}
    for each in group:
        found.setdefault(each.at, []).append(each.card)
    return found


_CLAUSES: Mapping[How, Callable[[Sequence[Evidence]], Clause]] = {
    "passed": _passed,
    "showed": _showed,
    "accused": _accused,
    "hand": _hand,
    "known": _known,
}
