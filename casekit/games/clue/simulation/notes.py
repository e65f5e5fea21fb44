"""Detective notes: who may hold each card, and what is asked for, as far as a reader can know it."""

from collections.abc import Collection, Iterable, Sequence

from casekit.deduce.encoding.vocabulary import range_of
from casekit.deduce.solving.knowledge import Knowledge
from casekit.games.clue.signature import Signature
from casekit.games.transcripts.asking.courses import OpenValues, possible, target_nodes
from casekit.games.transcripts.hands.tellings import Telling
from casekit.model.proof import Assertion
from casekit.model.theory import Fact

Cell = tuple[str, str]
"""A card and somebody who may hold it."""


class Notes:
    """The notes of a reader who learns one thing after the other; the reasoning is complete.

    ``given`` is known before anything else. ``columns`` are the holders whose cells are looked at; what is asked for is
    looked at in any case.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        terms: Signature,
        given: Iterable[Telling] = (),
        columns: Collection[str] | None = None,
    ) -> None:
        self._knowledge = knowledge
        self._terms = terms
        cells = {
            (card, holder): knowledge.node(Assertion(Fact("holder", (card,), holder)))
            for card in terms.holder.arguments[0].values
            for holder in range_of(terms.holder)
            if columns is None or holder in columns
        }
        self._values = OpenValues[Cell](knowledge, cells | target_nodes(knowledge))
        self.learn(given)

    def learn(self, tellings: Iterable[Telling]) -> None:
        """Take note of tellings, and close every cell that they rule out; all of them, if they contradict themselves."""
        said = (self._terms.telling(telling) for telling in tellings)
        self._values.learn(self._knowledge.meaning(each.formula).true for each in said)

    def may_hold(self, holder: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Those of some cards that a holder may have."""
        return tuple(card for card in cards if (card, holder) in self._values.open)

    @property
    def open(self) -> frozenset[Cell]:
        """The cells that are possible, in the columns looked at."""
        cards = {*self._terms.holder.arguments[0].values}
        return frozenset(cell for cell in self._values.open if cell[0] in cards)

    def candidates(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each question may ask for."""
        return tuple(possible(self._knowledge.theory, self._values.open).values())

    @property
    def solution(self) -> tuple[str, ...] | None:
        """The cards that are asked for, once they are certain."""
        candidates = self.candidates()
        known = all(len(cards) == 1 for cards in candidates)
        return tuple(cards[0] for cards in candidates) if known else None
