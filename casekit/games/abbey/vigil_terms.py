"""The terms of a vigil's formulas, who holds which card after which line; and sentences about them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from casekit.games.abbey.deck import ABBEY, GUILTY, OUT, PARLOR, RESERVED_IN_VIGILS, TARGETS, TRAITS
from casekit.games.abbey.moves import Flow, Move, Whereabouts
from casekit.games.abbey.vigil import Vigil
from casekit.games.abbey.vigil_forms import VIGIL
from casekit.language.formula.scope import Scope
from casekit.language.laws import Laws, Sentence
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
    Quantifier,
    Sort,
    Variable,
)

_TRAITS = tuple(Sort(trait, values) for trait, values in TRAITS.items())

Same = dict[tuple[str, ...], tuple[str, tuple[str, ...]]]
"""The terms that have the value of another one."""

Body = Callable[[Variable], Formula]
"""Something that is said of a card."""


@dataclass(frozen=True)
class VigilTerms:
    """The functions of a vigil. A card is a term after a line only where it may have moved in that line."""

    vigil: Vigil

    @cached_property
    def where(self) -> Whereabouts:
        """The possible holders of each card after each line."""
        return Whereabouts(self.vigil)

    @cached_property
    def last(self) -> int:
        """The number of the last line."""
        return max((event.number for event in self.vigil.play), default=0)

    @cached_property
    def card(self) -> Sort:
        """The monks."""
        return Sort("card", self.vigil.deck.slugs)

    @cached_property
    def held(self) -> Function:
        """The function that gives a card its holder after a line; the holder can only change where the card may move."""
        holders = Sort("holder", (*dict.fromkeys(self.vigil.names), PARLOR, ABBEY, OUT))
        lines = Sort("line", tuple(map(str, range(self.last + 1))))
        same: Same = {
            (card, line): ("held", (card, str(self.where.term(card, int(line)))))
            for card in self.card.values
            for line in lines.values
        }
        return Function("held", (self.card, lines), holders, same=same)

    @cached_property
    def targets(self) -> tuple[Function, ...]:
        """The guilty monk, and each of the monk's characteristics."""
        sorts = zip(TARGETS, (self.card, *_TRAITS), strict=True)
        return tuple(Function(name, (), sort) for name, sort in sorts)

    @cached_property
    def scope(self) -> Scope:
        """The names that formulas about a vigil may use."""
        monks = self.vigil.deck.monks
        looks = tuple(
            Function(trait.name, (self.card,), trait, table={(m.slug,): m.traits[at] for m in monks})
            for at, trait in enumerate(_TRAITS)
        )
        card, line = self.held.arguments
        last: Same = {(slug,): self.held.term((slug, str(self.last))) for slug in card.values}
        holder = Function("holder", (card,), self.held.values, same=last)
        sorts = (Sort("player", tuple(dict.fromkeys(self.vigil.names))), card, line, *_TRAITS)
        holders = (self.held.values,) if self.held.values else ()
        titles = {monk.slug: monk.name for monk in monks}
        functions = (self.held, holder, *self.targets, *looks)
        return Scope(sorts, functions, holders, titles, RESERVED_IN_VIGILS)

    @cached_property
    def said(self) -> Callable[..., Sentence]:
        """A formula from its text, with names in its holes."""
        return Laws(VIGIL, self.scope).said

    # --- sentences -------------------------------------------------------------------------------

    def at(self, card: str, line: int, holder: str) -> Sentence:
        """That somebody holds a card after a line."""
        return Sentence(self._at(Constant(card), line, holder), f"held({card}, {line}) = {holder}")

    def never(self, card: str, line: int, holder: str) -> Sentence:
        """That somebody has held a card at no time up to a line."""
        times = dict.fromkeys(self.where.term(card, each) for each in range(line + 1))
        return none_of([self.at(card, each, holder) for each in times])

    def has(self, who: str, cards: Sequence[str], line: int, some: Quantifier, count: int = 0) -> Sentence:
        """That somebody holds a number of some cards after a line."""
        text = f"held(X, {line}) = {who}"
        return self.count(some, count, cards, lambda card: self._at(card, line, who), text)

    def count(self, some: Quantifier, count: int, cards: Sequence[str], body: Body, text: str) -> Sentence:
        """That something is so of a number of some cards."""
        card = Variable("X", Sort("card", tuple(cards)))
        number = f" {count}" if some in {"exactly", "at least", "at most"} else ""
        within = "" if len(cards) == len(self.card.values) else f" in {{ {', '.join(cards)} }}"
        formula = Quantified(some, count, card, (), body(card))
        return Sentence(formula, f"{some}{number} card X{within}: {text}")

    def moved(self, move: Move) -> Sentence:
        """The moves of a line, as everybody knows them, and the sizes of hands after it."""
        line, cards = move.line, self.where.movable(move.line)
        ways = [(flow.source, flow.target) for flow in move.flows]
        ways += [(one, other) for one in move.shuffled for other in move.shuffled if one != other]
        stays: list[Formula] = []
        for card in map(Constant, cards):
            stays_there = Equal(self._held(card, line), self._held(card, line - 1))
            stays.append(Or((stays_there, *(self._goes(card, line, *way) for way in ways))))
        told = [self._flow(line, flow, cards) for flow in move.flows]
        told += [self._leaving(line, player, cards) for player in move.shuffled]
        sizes = ((holder, self.where.held_by(holder, line), move.after[holder]) for holder in move.holders)
        told += [self.has(holder, held, line, "exactly", size) for holder, held, size in sizes]
        every = both(told)
        return Sentence(And((*stays, every.formula)), every.text)

    def _goes(self, card: Constant | Variable, line: int, source: str, target: str) -> Formula:
        return And((self._at(card, line - 1, source), self._at(card, line, target)))

    def _flow(self, line: int, flow: Flow, cards: Sequence[str]) -> Sentence:
        """The number of cards that go from one holder to another one."""
        source, target = flow.source, flow.target
        text = f"held(X, {line - 1}) = {source} and held(X, {line}) = {target}"
        return self.count(
            "exactly", flow.count, cards, lambda card: self._goes(card, line, source, target), text
        )

    def _leaving(self, line: int, player: str, cards: Sequence[str]) -> Sentence:
        """That at most one card leaves a hand; that it keeps its size says the rest."""

        def leaves(card: Variable) -> Formula:
            return And((self._at(card, line - 1, player), Not(self._at(card, line, player))))

        text = f"held(X, {line - 1}) = {player} and held(X, {line}) != {player}"
        return self.count("at most", 1, cards, leaves, text)

    def ever(self, holder: str, line: int) -> Body:
        """That somebody has held a card at some time up to a line."""
        times = [0, *(move.line for move in self.where.moves if move.line <= line and holder in move.holders)]
        return lambda card: Or(tuple(self._at(card, each, holder) for each in times))

    def _held(self, card: Constant | Variable, line: int) -> Apply:
        return Apply(self.held, (card, Constant(str(line))))

    def _at(self, card: Constant | Variable, line: int, holder: str) -> Formula:
        return Equal(self._held(card, line), Constant(holder))

    def guilty(self, card: str) -> Sentence:
        """A card is the guilty monk's exactly if it is under the board, where it stays."""
        lines = dict.fromkeys(self.where.term(card, line) for line in range(self.last + 1))
        under = [Iff(self._is(0, card), self._at(Constant(card), line, ABBEY)) for line in lines]
        return Sentence(And(tuple(under)), f"{GUILTY} = {card} iff held({card}, 0) = {ABBEY}")

    def looks(self, at: int, value: str) -> Sentence:
        """The guilty monk has a characteristic exactly if it is one of those monks."""
        cards = self.vigil.deck.having((value,))
        formula = Iff(self._is(at, value), Or(tuple(self._is(0, card) for card in cards)))
        return Sentence(formula, f"{TARGETS[at]} = {value} iff {GUILTY} in {{ {', '.join(cards)} }}")

    def _is(self, target: int, value: str) -> Formula:
        return Equal(Apply(self.targets[target]), Constant(value))


def both(sentences: Sequence[Sentence]) -> Sentence:
    """Several sentences as one."""
    if len(sentences) == 1:
        return sentences[0]
    formula = And(tuple(each.formula for each in sentences))
    return Sentence(formula, " and ".join(each.text for each in sentences))


def none_of(sentences: Sequence[Sentence]) -> Sentence:
    """That none of some sentences is so."""
    formula = And(tuple(Not(each.formula) for each in sentences))
    return Sentence(formula, " and ".join(each.text.replace(" = ", " != ") for each in sentences))


def scope_of(vigil: Vigil) -> Scope:
    """The names that formulas about a vigil may use."""
    return VigilTerms(vigil).scope
