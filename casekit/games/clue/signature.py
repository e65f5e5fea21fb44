"""The terms of a puzzle's formulas, and the formulas that its lines stand for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from casekit.games.clue.deck import ENVELOPE, KINDS, RESERVED_IN_PUZZLES, TARGETS, Deck, Kind
from casekit.games.clue.puzzle import Puzzle
from casekit.games.clue.puzzle_forms import PUZZLE
from casekit.games.transcripts.hands.tellings import Telling, sentence_of
from casekit.language.formula.nodes import Scope
from casekit.language.laws import Laws, Sentence
from casekit.model.logic import Function, Sort


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

    def telling(self, telling: Telling) -> Sentence:
        """A telling of a line of play as a sentence."""
        return sentence_of(self.said, telling)


@lru_cache(maxsize=16)
def _laws(signature: Signature) -> Laws:
    """The laws that were read for all puzzles with the same players and cards."""
    return Laws(PUZZLE, signature.scope)


def signature_of(puzzle: Puzzle) -> Signature:
    """The terms of a puzzle's formulas."""
    return Signature(puzzle.deck, tuple(dict.fromkeys(puzzle.names)))


def scope_of(puzzle: Puzzle) -> Scope:
    """The names that formulas about a puzzle may use."""
    return signature_of(puzzle).scope
