"""Clauses of the table for holders of cards, and for how they are known: "SCARLET passed on white in line 5"."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from casekit.asking.wording import listed
from casekit.games.transcripts.asking.transcript_wording import Clause, either, neither
from casekit.model.proof import Assertion
from casekit.model.theory import Fact


@dataclass(frozen=True, slots=True)
class HandWords:
    """How a game says who holds which cards.

    ``places`` are holders that are not players: each as a noun, and where cards are that it holds. ``nouns`` are what
    the cards are called that are asked for, by question.
    """

    places: Mapping[str, tuple[str, str]]
    nouns: Mapping[str, str]

    def whose(self, holder: str) -> str:
        """A holder in a sentence."""
        return self.places[holder][0] if holder in self.places else holder

    def holds(self, holder: str, cards: Sequence[str], *, so: bool = True) -> str:
        """The clause that a holder has, or has not, some cards."""
        one = len(cards) == 1
        if holder in self.places:
            where = self.places[holder][1]
            if so:
                return f"{listed(cards)} {'is' if one else 'are'} {where}"
            return f"{cards[0]} is not {where}" if one else f"{neither(cards)} is {where}"
        if so:
            return f"{holder} holds {listed(cards)}"
        return f"{holder} does not hold {cards[0]}" if one else f"{holder} holds {neither(cards)}"

    def clause(self, fact: Fact, so: bool) -> str:  # noqa: FBT001 - as every game says facts
        """The clause that somebody holds a card, or does not."""
        return self.holds(fact.value, fact.arguments, so=so)

    def clause_of_none(self, facts: Sequence[Fact]) -> str:
        """The clause that none of several holders has a card."""
        return f"{facts[0].arguments[0]} is not with {either([self.whose(fact.value) for fact in facts])}"

    def concluded(self, assertions: Iterable[Assertion]) -> str:
        """The conclusion as one clause: of a card that is asked for it is not said as well where it is."""
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
            self.holds(holder, left, so=so)
            for (holder, so), cards in held.items()
            if (left := [card for card in cards if not (so and holder in self.places and card in found)])
        ]
        return listed([*told, *(self._asked(target, cards, so=so) for (target, so), cards in asked.items())])

    def _asked(self, target: str, cards: Sequence[str], *, so: bool) -> str:
        noun = self.nouns.get(target, target)
        if so or len(cards) == 1:
            return f"the {noun} is {'' if so else 'not '}{listed(cards)}"
        return f"the {noun} is {neither(cards)}"


# --- how it is known -----------------------------------------------------------------------------

HAND, KNOWN = "hand", "known"
"""The kinds of knowledge of the seat's own hand, and from earlier steps."""


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


@dataclass(frozen=True)
class EvidenceWords:
    """The words of evidence: ``told`` says each kind that a game adds, in the order in which they are named."""

    words: HandWords
    told: Mapping[str, Callable[[Group], Clause]]

    def clauses(self, found: Iterable[Evidence], named: Collection[str] = ()) -> list[Clause]:
        """Evidence as clauses: who did what in which line, what is known from which step.

        Of one holder what was seen at the table comes first, then what earlier steps say. ``named`` are cards that the
        sentence has just named: somebody who has not one of them holds "none of them".
        """
        groups: dict[tuple[str, str, bool], list[Evidence]] = {}
        for each in in_order(found):
            groups.setdefault((each.holder, each.how, each.so), []).append(each)
        order = (*self.told, HAND, KNOWN)
        ranked = sorted(
            groups.values(),
            key=lambda group: (
                group[0].holder in self.words.places,
                group[0].holder,
                order.index(group[0].how),
            ),
        )
        return [
            _none_of_them(group) if self._misses(group, named) else self.clause(group) for group in ranked
        ]

    def clause(self, group: Group) -> Clause:
        """Evidence of one kind of one holder."""
        how = group[0].how
        return (
            self._hand(group)
            if how == HAND
            else self._known(group)
            if how == KNOWN
            else self.told[how](group)
        )

    def _misses(self, group: Group, named: Collection[str]) -> bool:
        first = group[0]
        alone = first.how == KNOWN and first.holder not in self.words.places and not first.so
        return alone and len(named) > 1 and {each.card for each in group} == {*named}

    def _hand(self, group: Group) -> Clause:
        return _placed(
            list(dict.fromkeys(each.card for each in group)), f"in {group[0].holder}'s hand", group
        )

    def _known(self, group: Group) -> Clause:
        """The statement of earlier steps on a holder, each card with the number of its step."""
        holder, so = group[0].holder, group[0].so
        cited = [
            f"{card} ({at})" if card == cards[-1] and at else card
            for at, cards in by_place(group).items()
            for card in cards
        ]
        if holder in self.words.places:
            return self.about_place(group, cited)
        if so:
            return Clause(holder, f"holds {listed(cited)}")
        return Clause(holder, f"does not hold {cited[0]}" if len(cited) == 1 else f"holds {neither(cited)}")

    def about_place(self, group: Group, cards: Sequence[str], how: str = "") -> Clause:
        """The knowledge of cards that no player holds."""
        where = self.words.places[group[0].holder][1]
        # The number of the step belongs after the clause.
        name, _, cite = cards[0].partition(" (") if len(cards) == 1 else ("", "", "")
        return _placed(
            [name] if name else cards,
            f"{where}{f' {how}' if how else ''}{f' ({cite}' if cite else ''}",
            group,
        )


def in_order(found: Iterable[Evidence]) -> list[Evidence]:
    """Evidence by the lines and steps it is from, each once."""
    return sorted(dict.fromkeys(found), key=_numbers)


def by_place(group: Group) -> dict[str, list[str]]:
    """The cards of evidence by where it is from."""
    found: dict[str, list[str]] = {}
    for each in group:
        found.setdefault(each.at, []).append(each.card)
    return found


def _numbers(one: Evidence) -> tuple[int, ...]:
    return tuple(map(int, one.at.split(", "))) if one.at[:1].isdecimal() else ()


def _placed(cards: Sequence[str], where: str, group: Group) -> Clause:
    """That cards are at a place, or are not."""
    if group[0].so:
        return Clause(listed(cards), f"{'is' if len(cards) == 1 else 'are'} {where}")
    return Clause(cards[0], f"is not {where}") if len(cards) == 1 else Clause(neither(cards), f"is {where}")


def _none_of_them(group: Group) -> Clause:
    steps = sorted({int(at) for each in group for at in each.at.split(", ") if at})
    cite = f" ({', '.join(map(str, steps))})" if steps else ""
    return Clause(group[0].holder, f"holds none of them{cite}")
