"""Clauses of the table for holders of cards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casekit.asking.wording import listed
from casekit.games.transcripts.asking.transcript_wording import either, neither
from casekit.model.theory import Assertion, Fact


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
