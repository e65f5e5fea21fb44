"""Detective notes: who may hold each card, as far as a reader can know it."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from casekit.deduce.solving.knowledge import Knowledge
from casekit.games.clue.deck import ENVELOPE
from casekit.games.clue.remarks import Telling
from casekit.games.clue.signature import Signature
from casekit.model.proof import Assertion
from casekit.model.theory import Fact

Cell = tuple[str, str]
"""A card and somebody who may hold it."""


class Notes:
    """What a reader knows who has been told one thing after the other; the reasoning is complete.

    A cell is open as long as some deal agrees with everything told. Deals that were found are kept as witnesses, so
    that the solver is asked only for cells that have lost theirs. ``columns`` are the holders whose cells are looked at.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        signature: Signature,
        given: Iterable[Telling] = (),
        columns: Collection[str] | None = None,
    ) -> None:
        self._knowledge = knowledge
        self._signature = signature
        self._assumed = knowledge.assume(knowledge.laws)
        self._witnesses: list[Mapping[str, str]] = []
        self._nodes = {
            (card, holder): knowledge.node(Assertion(Fact("holder", (card,), holder)))
            for card in signature.deck.slugs
            for holder in signature.holders
        }
        self._open = {cell: None for cell in self._nodes if columns is None or cell[1] in columns}
        self.learn(given)

    def learn(self, tellings: Iterable[Telling]) -> None:
        """Take note of what is told, and close every cell that it rules out; all of them, if it contradicts itself."""
        told = tuple(tellings)
        for telling in told:
            self._assumed.append(self._knowledge.meaning(self._signature.telling(telling).formula).true)
        self._witnesses = [deal for deal in self._witnesses if all(one.holds(deal) for one in told)]
        seen = {cell for deal in self._witnesses for cell in deal.items()}
        for cell in tuple(self._open):
            if cell not in seen:
                seen |= self._doubt(cell)

    def _doubt(self, cell: Cell) -> set[Cell]:
        """Look for a deal with a cell; the cells of the deal, or none if the cell was closed."""
        node = self._nodes[cell]
        if not self._knowledge.solve([*self._assumed, node]):
            del self._open[cell]
            self._assumed.append(-node)
            return set()
        model = self._knowledge.model()
        deal = {card: holder for (card, holder), at in self._nodes.items() if at in model}
        self._witnesses.append(deal)
        return set(deal.items())

    def may_hold(self, holder: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Those of some cards that a holder may have."""
        return tuple(card for card in cards if (card, holder) in self._open)

    @property
    def open(self) -> frozenset[Cell]:
        """The cells that are possible, in the columns looked at."""
        return frozenset(self._open)

    def candidates(self) -> tuple[tuple[str, ...], ...]:
        """The suspects, the weapons and the rooms that may be in the envelope."""
        sorts = (target.values for target in self._signature.targets)
        return tuple(self.may_hold(ENVELOPE, sort.values) for sort in sorts if sort is not None)

    @property
    def solution(self) -> tuple[str, ...] | None:
        """The three cards in the envelope, once they are certain."""
        candidates = self.candidates()
        return (
            tuple(cards[0] for cards in candidates) if all(len(cards) == 1 for cards in candidates) else None
        )
