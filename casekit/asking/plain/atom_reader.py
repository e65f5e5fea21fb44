"""Atoms read back as clauses: predicates, comparisons and memberships, which have no formula inside."""

from collections.abc import Sequence
from dataclasses import dataclass

from casekit.asking.plain.phrases import Phrases, PlainClause
from casekit.asking.plain.term_reader import NONE, TermReader
from casekit.language.formula.clocks import step
from casekit.language.formula.nodes import (
    Comparison,
    Extent,
    Listed,
    Membership,
    Operand,
    Range,
    TermNode,
)
from casekit.language.sentences import VALUE, placeholders
from casekit.model.logic import Function, Sort

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
_FEW = 3
"""At most this many values before or after another one are named one by one."""


@dataclass(frozen=True)
class AtomReader:
    """Reads the atoms of one formula."""

    terms: TermReader

    @property
    def phrases(self) -> Phrases:
        """The language's own."""
        return self.terms.phrases

    def atom(self, node: TermNode | Comparison | Membership, *, so: bool) -> PlainClause:
        """A predicate, a comparison or a membership."""
        match node:
            case TermNode(name, arguments):
                return PlainClause(self.terms.applied(name, self.phrases_of(arguments), "", so=so))
            case Comparison(operator, left, right):
                if operator == "!=":
                    operator, so = "=", not so
                return PlainClause(self._compared(operator, left, right, so=so))
            case Membership(term, extent):
                return self._member(term, extent, so=so)

    def phrases_of(self, nodes: Sequence[Operand]) -> list[str]:
        """Terms as noun phrases."""
        return [self.terms.phrase(node) for node in nodes]

    def _compared(self, operator: str, left: Operand, right: Operand, *, so: bool) -> str:
        if self.terms.is_measure(left) or self.terms.is_measure(right):
            return self._measured(operator, left, right, so=so)
        if not self.is_subject(left, right):
            left, right, operator = right, left, _TURNED[operator]
        function = self.terms.function(left)
        if function is None or not isinstance(left, TermNode):
            first, second = self.terms.phrase(left), self.terms.phrase(right)
            if operator == "=" and isinstance(right, TermNode) and right.name == NONE:
                return self.phrases.say("valueless", first, so=so)
            if operator == "=":
                return self.phrases.say("is", first, second, so=so)
            return self.phrases.order(first, operator, second, so=so)
        if operator == "=":
            return self._equal(left, function, right, so=so)
        return self._ordered(left, function, operator, right, so=so)

    def is_subject(self, left: Operand, right: Operand) -> bool:
        """Whether the clause is about the left side: about what a sentence can be made of."""
        first, second = self.terms.function(left), self.terms.function(right)
        if first is None or second is None:
            return second is None
        sentences = self.terms.lexicon.sentences
        return first.name in sentences or second.name not in sentences

    def _equal(self, left: TermNode, function: Function, right: Operand, *, so: bool) -> str:
        arguments = self.phrases_of(left.arguments)
        if isinstance(right, TermNode) and not right.arguments and right.name not in self.terms.bound:
            if (function.name, right.name) in self.terms.lexicon.exceptions:
                return self.terms.exception(function.name, right.name, arguments, so=so)
            if right.name == NONE:
                return self.terms.without_value(function, arguments, so=so)
        sentences = self.terms.lexicon.sentences.get(function.name)
        if sentences is None:
            first = self.terms.generic(left.name, arguments)
            return self.phrases.say("is", first, self.terms.phrase(right), so=so)
        other = self._other(left, function, right)
        if other is None:
            return self.phrases.say("is", self.terms.phrase(left), self.terms.phrase(right), so=so)
        return self.terms.said(sentences, arguments, other, so=so)

    def _other(self, left: TermNode, function: Function, right: Operand) -> str | None:
        """The words in a sentence for a value that is that of another term; ``None`` if there are none."""
        other = self.terms.function(right)
        if other is None or not isinstance(right, TermNode):
            return self.terms.phrase(right)
        if other.name == function.name:
            return self._as_another(left, right, function)
        relative = self.terms.relative(right)
        if relative is not None or self.terms.is_person(other):
            return relative or self.terms.phrase(right)
        return self.phrases.same_as(self.terms.noun(function.values), self.terms.phrase(right))

    def _as_another(self, left: TermNode, right: TermNode, function: Function) -> str | None:
        """The value that a function also has for another argument, which the sentence names before the value."""
        found = placeholders(self.terms.lexicon.sentences[function.name].so)
        differing = [
            (str(index), argument)
            for index, (own, argument) in enumerate(zip(left.arguments, right.arguments, strict=False), 1)
            if own != argument
        ]
        if len(differing) != 1 or VALUE not in found[found.index(differing[0][0]) + 1 :]:
            return None
        return self.phrases.same_as(self.terms.noun(function.values), self.terms.phrase(differing[0][1]))

    def _ordered(self, left: TermNode, function: Function, operator: str, right: Operand, *, so: bool) -> str:
        arguments = self.phrases_of(left.arguments)
        if function.name not in self.terms.lexicon.sentences:
            first = self.terms.generic(left.name, arguments)
            return self.phrases.order(first, operator, self.terms.phrase(right), so=so)
        few = self._few(operator, right, function.values)
        noun = self.terms.noun(function.values)
        clock = function.values is not None and step(function.values) is not None
        value = few or self.phrases.compared(operator, noun, self.terms.phrase(right), clock=clock, so=so)
        return self.terms.applied(function.name, arguments, value, so=so)

    def _few(self, operator: str, right: Operand, sort: Sort | None) -> str:
        """The values that come before or after another one, if they are few and not times; else nothing."""
        if sort is None or step(sort) or not isinstance(right, TermNode) or right.name not in sort.values:
            return ""
        if right.name in self.terms.bound:
            return ""
        at = sort.values.index(right.name)
        chosen = {
            "<": sort.values[:at],
            "<=": sort.values[: at + 1],
            ">": sort.values[at + 1 :],
            ">=": sort.values[at:],
        }[operator]
        if not 1 <= len(chosen) <= _FEW:
            return ""
        return self.phrases.listed([self.terms.value(value) for value in chosen], "or")

    def _measured(self, operator: str, left: Operand, right: Operand, *, so: bool) -> str:
        """The clause that compares a count with a number."""
        if not self.terms.is_measure(left):
            left, right, operator = right, left, _TURNED[operator]
        arguments = self.phrases_of(left.arguments if isinstance(left, TermNode) else ())
        operator = operator if so else _OPPOSITE[operator]
        number = right.name if isinstance(right, TermNode) else ""
        counted = (
            self.phrases.say(f"number {operator}", int(number))
            if number.isdecimal()
            else self.terms.phrase(right)
        )
        name = left.name if isinstance(left, TermNode) else ""
        sentence = self.terms.lexicon.measures.get(name)
        if sentence is not None:
            return self.terms.fill(sentence, arguments, counted)
        return self.phrases.say("is", self.terms.generic(name, arguments), counted, so=True)

    def _member(self, term: Operand, extent: Extent, *, so: bool) -> PlainClause:
        function = self.terms.function(term)
        arguments = self.phrases_of(term.arguments) if isinstance(term, TermNode) else []
        if isinstance(extent, Listed):
            return self._one_of(term, extent.elements, so=so)
        if isinstance(extent, Range):
            if self.terms.is_measure(term):
                ends = (Comparison(">=", term, extent.first), Comparison("<=", term, extent.last))
                parts = [self.atom(end, so=so) for end in ends]
                return self.joined(parts, so=so)
            first, last = self.terms.phrase(extent.first), self.terms.phrase(extent.last)
            if function is None or function.name not in self.terms.lexicon.sentences:
                among = self.phrases.among_range(first, last)
                return PlainClause(self.phrases.say("is", self.terms.phrase(term), among, so=so))
            value = self.phrases.between(self.terms.noun(function.values), first, last, so=so)
            return PlainClause(self.terms.applied(function.name, arguments, value, so=so))
        name = self.phrases.named(extent.name)
        group = self.phrases.say("one of", name)
        if function is None:
            return PlainClause(self.phrases.say("is", self.terms.phrase(term), group, so=so))
        nobody = self.phrases.none_of([self.phrases.say("group", name)])
        return PlainClause(self._any(function, arguments, group, nobody, so=so))

    def _one_of(self, term: Operand, elements: Sequence[Operand], *, so: bool) -> PlainClause:
        if not elements:
            return PlainClause(self.phrases.say("never", self.terms.phrase(term), so=so))
        function = self.terms.function(term)
        if self.terms.is_measure(term) or any(self._is_apart(function, element) for element in elements):
            parts = [self.atom(Comparison("=", term, element), so=so) for element in elements]
            return parts[0] if len(parts) == 1 else self.joined(parts, so=not so)
        values = self.phrases_of(elements)
        if function is None:
            return PlainClause(
                self.phrases.say("is", self.terms.phrase(term), self.phrases.listed(values, "or"), so=so)
            )
        arguments = self.phrases_of(term.arguments) if isinstance(term, TermNode) else []
        return PlainClause(self.any_of(function, arguments, values, so=so))

    def _is_apart(self, function: Function | None, element: Operand) -> bool:
        """Whether an element of a list is said in a clause of its own."""
        if self.terms.function(element) is not None:
            return True
        if function is None or not isinstance(element, TermNode) or element.name in self.terms.bound:
            return False
        return self.terms.is_exception(function.name, element.name)

    def joined(self, parts: Sequence[PlainClause], *, so: bool) -> PlainClause:
        """Clauses that are so together or, if not ``so``, one of which is."""
        if so:
            return PlainClause(self.phrases.conjunction(parts), "and")
        return PlainClause(self.phrases.disjunction(parts), "or")

    def any_of(self, function: Function, arguments: Sequence[str], values: Sequence[str], *, so: bool) -> str:
        """That a function has one of some values in words, or none of them."""
        value = self.phrases.listed(values, "or")
        if len(values) == 1:
            return self.terms.applied(function.name, arguments, value, so=so)
        return self._any(function, arguments, value, self.phrases.none_of(values), so=so)

    def _any(
        self, function: Function, arguments: Sequence[str], value: str, nobody: str | None, *, so: bool
    ) -> str:
        """The same for one phrase, and one for none of them if the language has it."""
        sentences = self.terms.lexicon.sentences.get(function.name)
        if so or sentences is None or not sentences.so.startswith(f"({VALUE})"):
            return self.terms.applied(function.name, arguments, value, so=so)
        # As a subject, "one of them" does not deny that it is another one.
        if nobody is not None:
            return self.terms.fill(sentences.so, arguments, nobody)
        return self.phrases.not_so(self.terms.fill(sentences.so, arguments, value))
