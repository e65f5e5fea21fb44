"""The terms of a puzzle's formulas, and the formulas that its lines stand for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from casekit.games.clue.deck import ENVELOPE, KINDS, Deck, Kind
from casekit.games.clue.puzzle import OPEN
from casekit.games.clue.puzzle_forms import PUZZLE
from casekit.games.clue.remarks import Telling
from casekit.language.formula.scope import RESERVED, Scope
from casekit.language.resolving.laws import Laws, Sentence
from casekit.model.logic import And, Function, Or, Sort

TARGETS = ("who", "weapon", "room")
"""The targets: the suspect, the weapon and the room in the envelope, in the order of ``KINDS``."""

RESERVED_IN_PUZZLES = RESERVED | {"holder", "player", "card", ENVELOPE, OPEN, *TARGETS, *KINDS}
"""Words of puzzles that mean something already; no player and no card can be called by one of them."""


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
        """The function that gives a card its holder."""
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

    @cached_property
    def scope(self) -> Scope:
        """The names that formulas about a puzzle may use."""
        titles = {card.slug: card.name for card in self.deck.cards}
        holders = self.holder.values
        return Scope(self.sorts, self.functions, (holders,) if holders else (), titles, RESERVED_IN_PUZZLES)

    @cached_property
    def said(self) -> Callable[..., Sentence]:
        """A formula from its text, with names in its holes."""
        return _laws(self).said

    def target(self, card: str) -> Sentence:
        """A card is the one asked for exactly if the envelope holds it."""
        target = TARGETS[KINDS.index(self.deck.by_slug[card].kind)]
        return self.said(f"{target} = {{card}} iff holder({{card}}) = {ENVELOPE}", card=card)

    def one_of(self, kind: Kind) -> Sentence:
        """The envelope holds one card of a kind."""
        return self.said(f"exactly 1 {kind} X: holder(X) = {ENVELOPE}")

    def hand_size(self, player: str, size: int) -> Sentence:
        """A player holds exactly ``size`` cards."""
        return self.said(f"exactly {size} card X: holder(X) = {{player}}", player=player)

    def whole_hand(self, holder: str, cards: Sequence[str]) -> Sentence:
        """A holder has some cards and no other."""
        names = {f"card{number}": card for number, card in enumerate(cards)}
        excepted = f" except {', '.join(f'{{{name}}}' for name in names)}" if names else ""
        others = self.said(f"no card X{excepted}: holder(X) = {{holder}}", holder=holder, **names)
        every = (*(self.said(_HOLDS, card=card, holder=holder) for card in cards), others)
        return Sentence(
            And(tuple([each.formula for each in every])), " and ".join(each.text for each in every)
        )

    def telling(self, telling: Telling) -> Sentence:
        """A telling of a line of play as a sentence."""
        pattern = _HOLDS if telling.quantity in {"some", "all"} else _HOLDS.replace("=", "!=")
        word, whole = (" and ", And) if telling.quantity in {"none", "all"} else (" or ", Or)
        every = [self.said(pattern, card=card, holder=telling.holder) for card in telling.cards]
        formulas = tuple([each.formula for each in every])
        return Sentence(
            formulas[0] if len(every) == 1 else whole(formulas), word.join(each.text for each in every)
        )


_HOLDS = "holder({card}) = {holder}"


@lru_cache(maxsize=16)
def _laws(signature: Signature) -> Laws:
    """The laws that were read for all puzzles with the same players and cards."""
    return Laws(PUZZLE, signature.scope)
