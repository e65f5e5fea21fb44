"""The terms of a vigil's formulas, who holds which card after which line; and sentences about them."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import permutations

from casekit.games.abbey.document import (
    ABBEY,
    GUILTY,
    OUT,
    PARLOR,
    RESERVED_IN_VIGILS,
    TARGETS,
    TRAITS,
    Vigil,
)
from casekit.games.abbey.moves import Flow, Move, moves_of
from casekit.kit.hands import joined
from casekit.language.blocks import Sentence
from casekit.language.formula.nodes import Scope
from casekit.logic.formulas import (
    QUANTIFIERS,
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
from casekit.values import frozen

_TRAITS = tuple(Sort(trait, values) for trait, values in TRAITS.items())

Same = dict[tuple[str, ...], tuple[str, tuple[str, ...]]]
"""The terms that have the value of another one."""

Body = Callable[[Variable], Sentence]
"""Something that is said of a card."""


@frozen
class VigilTerms:
    """The functions of a vigil. A card is a term after a line only where it may have moved in that line."""

    vigil: Vigil

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
        """The function that gives a card its holder after a line.

        The holder can only change where the card may move.
        """
        holders = Sort("holder", (*dict.fromkeys(self.vigil.names), PARLOR, ABBEY, OUT))
        lines = Sort("line", tuple(map(str, range(self.last + 1))))
        same: Same = {}
        for card in self.card.values:
            for line in lines.values:
                same[card, line] = ("held", (card, str(self.last_moved(card, int(line)))))
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
        looks = []
        for at, trait in enumerate(_TRAITS):
            values: dict[tuple[str, ...], str] = {(monk.slug,): monk.traits[at] for monk in monks}
            looks.append(Function(trait.name, (self.card,), trait, table=values))
        card, line = self.held.arguments
        last: Same = {(slug,): self.held.term((slug, str(self.last))) for slug in card.values}
        holder = Function("holder", (card,), self.held.values, same=last)
        sorts = (Sort("player", tuple(dict.fromkeys(self.vigil.names))), card, line, *_TRAITS)
        holders = (self.held.values,) if self.held.values else ()
        titles = {monk.slug: monk.name for monk in monks}
        functions = (self.held, holder, *self.targets, *looks)
        return Scope(sorts, functions, holders, titles, RESERVED_IN_VIGILS)

    # --- where cards may be --------------------------------------------------------------------

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves of each line."""
        return moves_of(self.vigil)

    @cached_property
    def _courses(self) -> dict[str, dict[int, frozenset[str]]]:
        """The lines after which a card may have another holder, each with those that it may have then."""
        courses = {card: {0: holders} for card, holders in self._dealt_holders().items()}
        for move in self.moves:
            shuffled, holders = {*move.shuffled}, {*move.holders}
            for card, course in courses.items():
                before = [*course.values()][-1]
                targets = {flow.target for flow in move.flows if flow.source in before}
                if before & shuffled:
                    targets |= shuffled
                # A card may be named that cannot be there: then the lines that say so are to be found.
                if card in move.named:
                    targets |= holders
                if targets:
                    course[move.line] = before | targets
        return courses

    def _dealt_holders(self) -> dict[str, frozenset[str]]:
        """Those who may have each card before the first line."""
        vigil, hand = self.vigil, self.vigil.hand
        own = hand.cards if hand is not None and hand.holder in vigil.names else ()
        others = {*vigil.names, ABBEY}
        if not self.moves or self.moves[0].before[PARLOR]:
            others.add(PARLOR)
        if own:
            others.discard(str(vigil.seat))
        seat = frozenset({str(vigil.seat)})
        return {card: seat if card in own else frozenset(others) for card in vigil.deck.slugs}

    def last_moved(self, card: str, line: int) -> int:
        """The last line up to this one in which a card may have moved."""
        return next(at for at in reversed(self._courses[card]) if at <= line)

    def movable(self, line: int) -> tuple[str, ...]:
        """The cards that may move in a line."""
        return tuple(card for card in self.vigil.deck.slugs if self.last_moved(card, line) == line)

    def held_by(self, holder: str, line: int) -> tuple[str, ...]:
        """The cards that a holder may have after a line."""
        cards, courses = self.vigil.deck.slugs, self._courses
        return tuple(card for card in cards if holder in courses[card][self.last_moved(card, line)])

    # --- sentences -------------------------------------------------------------------------------

    def at(self, card: str | Variable, line: int, holder: str) -> Sentence:
        """That somebody holds a card after a line."""
        term, name = (card, card.name) if isinstance(card, Variable) else (Constant(card), card)
        held = Apply(self.held, (term, Constant(str(line))))
        return Sentence(Equal(held, Constant(holder)), f"held({name}, {line}) = {holder}")

    def went(self, card: str | Variable, line: int, source: str, target: str) -> Sentence:
        """That a card goes from one holder to another one in a line."""
        return both([self.at(card, line - 1, source), self.at(card, line, target)])

    def never(self, card: str, line: int, holder: str) -> Sentence:
        """That somebody has held a card at no time up to a line."""
        times = dict.fromkeys(self.last_moved(card, time) for time in range(line + 1))
        return none_of([self.at(card, time, holder) for time in times])

    def has(self, who: str, cards: Sequence[str], line: int, some: Quantifier, count: int = 0) -> Sentence:
        """That somebody holds a number of some cards after a line."""
        return self.count(some, count, cards, lambda card: self.at(card, line, who))

    def count(self, some: Quantifier, count: int, cards: Sequence[str], body: Body) -> Sentence:
        """That something is so of a number of some cards."""
        card = Variable("X", Sort("card", tuple(cards)))
        number = f" {count}" if QUANTIFIERS[some].has_number else ""
        within = "" if len(cards) == len(self.card.values) else f" in {{ {', '.join(cards)} }}"
        said = body(card)
        formula = Quantified(some, count, card, (), said.formula)
        return Sentence(formula, f"{some}{number} card X{within}: {said.text}")

    def held_most(self, holder: str, most: int, line: int) -> Sentence:
        """That somebody has held at most a number of different cards up to a line."""
        times = [0, *(move.line for move in self.moves if move.line <= line and holder in move.holders)]

        def ever(card: Variable) -> Sentence:
            return either([self.at(card, time, holder) for time in times])

        return self.count("at most", most, self.card.values, ever)

    def moved(self, move: Move) -> Sentence:
        """The moves of a line, as everybody knows them, and the sizes of hands after it."""
        line, cards = move.line, self.movable(move.line)
        ways = [(flow.source, flow.target) for flow in move.flows]
        ways += permutations(move.shuffled, 2)
        stays: list[Formula] = []
        for card in cards:
            before = Apply(self.held, (Constant(card), Constant(str(line - 1))))
            after = Apply(self.held, (Constant(card), Constant(str(line))))
            went = (self.went(card, line, *way).formula for way in ways)
            stays.append(Or((Equal(after, before), *went)))
        sentences = [self._flow(line, flow, cards) for flow in move.flows]
        sentences += [self._leaving(line, player, cards) for player in move.shuffled]
        for holder in move.holders:
            held = self.held_by(holder, line)
            sentences.append(self.has(holder, held, line, "exactly", move.after[holder]))
        every = both(sentences)
        return Sentence(And((*stays, every.formula)), every.text)

    def _flow(self, line: int, flow: Flow, cards: Sequence[str]) -> Sentence:
        """The number of cards that go from one holder to another one."""
        ends = flow.source, flow.target
        return self.count("exactly", flow.count, cards, lambda card: self.went(card, line, *ends))

    def _leaving(self, line: int, player: str, cards: Sequence[str]) -> Sentence:
        """That at most one card leaves a hand; that it keeps its size says the rest."""

        def leaves(card: Variable) -> Sentence:
            return both([self.at(card, line - 1, player), none_of([self.at(card, line, player)])])

        return self.count("at most", 1, cards, leaves)

    def guilty(self, card: str) -> Sentence:
        """A card is the guilty monk's exactly if it is under the board, where it stays."""
        lines = dict.fromkeys(self.last_moved(card, line) for line in range(self.last + 1))
        under = [Iff(self._is(0, card), self.at(card, line, ABBEY).formula) for line in lines]
        return Sentence(And(tuple(under)), f"{GUILTY} = {card} iff held({card}, 0) = {ABBEY}")

    def looks(self, at: int, value: str) -> Sentence:
        """The guilty monk has a characteristic exactly if it is one of those monks."""
        cards = self.vigil.deck.having((value,))
        formula = Iff(self._is(at, value), Or(tuple(self._is(0, card) for card in cards)))
        return Sentence(formula, f"{TARGETS[at]} = {value} iff {GUILTY} in {{ {', '.join(cards)} }}")

    def _is(self, target: int, value: str) -> Formula:
        return Equal(Apply(self.targets[target]), Constant(value))


both = partial(joined, " and ", And)
"""Several sentences as one."""

either = partial(joined, " or ", Or)
"""Some of several sentences."""


def none_of(sentences: Sequence[Sentence]) -> Sentence:
    """That none of some sentences is so."""
    denied = [Sentence(Not(said.formula), said.text.replace(" = ", " != ")) for said in sentences]
    return both(denied)


def scope_of(vigil: Vigil) -> Scope:
    """The names that formulas about a vigil may use."""
    return VigilTerms(vigil).scope
