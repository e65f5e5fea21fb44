"""The terms of a puzzle's formulas, and the formulas that its lines stand for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from casekit.games.clue.deck import ENVELOPE, KINDS, Deck, Kind
from casekit.games.clue.remarks import Telling
from casekit.model.logic import (
    And,
    Apply,
    Constant,
    Equal,
    Formula,
    Function,
    Iff,
    Not,
    Or,
    Quantified,
    Sort,
    Variable,
)

TARGETS = ("who", "weapon", "room")
"""What is asked for: the suspect, the weapon and the room in the envelope, in the order of ``KINDS``."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A formula and its canonical text."""

    formula: Formula
    text: str


@dataclass(frozen=True)
class Signature:
    """The functions of a puzzle: ``holder(card)`` and the targets."""

    deck: Deck
    players: tuple[str, ...]

    @cached_property
    def holders(self) -> tuple[str, ...]:
        """Everybody who may hold a card, the envelope last."""
        return (*self.players, ENVELOPE)

    @cached_property
    def sorts(self) -> tuple[Sort, ...]:
        """The types that variables may have in formulas about a puzzle."""
        kinds = (Sort(kind, self.deck.of_kind(kind)) for kind in KINDS)
        return (Sort("player", self.players), self._card, *kinds)

    @cached_property
    def _card(self) -> Sort:
        return Sort("card", self.deck.slugs)

    @cached_property
    def holder(self) -> Function:
        """Who holds a card."""
        return Function("holder", (self._card,), Sort("holder", self.holders))

    @cached_property
    def targets(self) -> tuple[Function, ...]:
        """The card of each kind in the envelope."""
        named = zip(TARGETS, KINDS, strict=True)
        return tuple(Function(name, (), Sort(kind, self.deck.of_kind(kind))) for name, kind in named)

    @property
    def functions(self) -> tuple[Function, ...]:
        """All functions."""
        return (self.holder, *self.targets)

    def holds(self, card: str, holder: str) -> Equal:
        """A holder has a card."""
        return Equal(Apply(self.holder, (Constant(card),)), Constant(holder))

    def target(self, card: str) -> Sentence:
        """A card is the one asked for exactly if the envelope holds it."""
        kind = self.deck.by_slug[card].kind
        target = self.targets[KINDS.index(kind)]
        formula = Iff(Equal(Apply(target), Constant(card)), self.holds(card, ENVELOPE))
        return Sentence(formula, f"{target.name} = {card} iff holder({card}) = {ENVELOPE}")

    def one_of(self, kind: Kind) -> Sentence:
        """The envelope holds one card of a kind."""
        return self._count(1, Sort(kind, self.deck.of_kind(kind)), ENVELOPE)

    def hand_size(self, player: str, size: int) -> Sentence:
        """A player holds so many cards."""
        return self._count(size, self._card, player)

    def _count(self, count: int, sort: Sort, holder: str) -> Sentence:
        variable = Variable("X", sort)
        body = Equal(Apply(self.holder, (variable,)), Constant(holder))
        formula = Quantified("exactly", count, variable, (), body)
        return Sentence(formula, f"exactly {count} {sort.name} X: holder(X) = {holder}")

    def whole_hand(self, holder: str, cards: Sequence[str]) -> Sentence:
        """A holder has some cards and no other."""
        variable = Variable("X", self._card)
        body = Equal(Apply(self.holder, (variable,)), Constant(holder))
        others = Quantified("no", 0, variable, tuple(map(Constant, cards)), body)
        formula = And((*(self.holds(card, holder) for card in cards), others))
        excepted = f" except {', '.join(cards)}" if cards else ""
        stated = "".join(f"holder({card}) = {holder} and " for card in cards)
        return Sentence(formula, f"{stated}no card X{excepted}: holder(X) = {holder}")

    def telling(self, telling: Telling) -> Sentence:
        """What a line of play tells."""
        held = tuple(self.holds(card, telling.holder) for card in telling.cards)
        sign = "=" if telling.quantity in {"some", "all"} else "!="
        word = " and " if telling.quantity in {"none", "all"} else " or "
        parts = held if sign == "=" else tuple(map(Not, held))
        text = word.join(f"holder({card}) {sign} {telling.holder}" for card in telling.cards)
        single = len(parts) == 1
        return Sentence(parts[0] if single else And(parts) if word == " and " else Or(parts), text)
