"""Formulas read back as clauses: each form of formula has its place here, its words are the language's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from casekit.asking.plain.gathering import Gathered
from casekit.asking.plain.lexicon import Lexicon
from casekit.asking.plain.phrases import Domain, Phrases, PlainClause
from casekit.asking.plain.term_reader import NONE, BoundVariable, TermReader
from casekit.deduce.encoding.vocabulary import NO, YES
from casekit.language.formula.clocks import step
from casekit.language.formula.nodes import (
    Comparison,
    Connective,
    Distinction,
    Extent,
    FormulaNode,
    GroupName,
    Listed,
    Membership,
    Negation,
    Operand,
    Quantification,
    Range,
    TermNode,
    node_parts,
)
from casekit.language.sentences import VALUE, placeholders
from casekit.model.logic import Function, Sort
from casekit.model.theory import Fact

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
_FEW = 3
"""So many values before or after another one are named one by one."""


class FormulaReader:
    """Reads formulas and facts of one document."""

    def __init__(self, lexicon: Lexicon, phrases: Phrases) -> None:
        self._lexicon, self._phrases = lexicon, phrases

    def formula(self, node: FormulaNode, *, glossed: bool = True) -> str:
        """A formula as a clause; what a fact without sentences means by its comment is said once, if at all."""
        terms = TermReader(self._lexicon, self._phrases, glossed=set() if glossed else None)
        return _Reading(terms).clause(node).text

    def term(self, node: Operand) -> str:
        """A term as a noun phrase."""
        return TermReader(self._lexicon, self._phrases).phrase(node)

    def facts(self, facts: Sequence[Fact], *, so: bool) -> str:
        """That one of several facts is so, or none; they have one function and the same arguments."""
        return _Reading(TermReader(self._lexicon, self._phrases)).facts(facts, so=so)

    def group(self, group: Gathered) -> str:
        """Facts that differ in one argument as one clause."""
        return _Reading(TermReader(self._lexicon, self._phrases)).group(group)

    def value(self, value: str) -> str:
        """A value within a sentence."""
        return TermReader(self._lexicon, self._phrases).value(value)


@dataclass(frozen=True)
class _Reading:
    """One formula being read."""

    terms: TermReader

    @property
    def phrases(self) -> Phrases:
        return self.terms.phrases

    def clause(self, node: FormulaNode, *, so: bool = True) -> PlainClause:
        """A formula in words, or that it is false."""
        match node:
            case Negation(part):
                return self.clause(part, so=not so)
            case Connective():
                return self._connected(node) if so else self._denied(node)
            case Quantification():
                direct = self._direct(node, so=so)
                return direct or (self._quantified(node) if so else self._denied(node))
            case Distinction():
                return self._distinct(node) if so else self._denied(node)
        return self.atom(node, so=so)

    def _denied(self, node: FormulaNode) -> PlainClause:
        return PlainClause(self.phrases.denied(self.clause(node)))

    def _connected(self, node: Connective) -> PlainClause:
        if node.operator in {"and", "or"}:
            parts = [self.clause(part) for part in _flat(node, node.operator)]
            if node.operator == "and":
                return PlainClause(self.phrases.conjunction(parts), "and")
            return PlainClause(self.phrases.disjunction(parts), "or")
        left, right = self.clause(node.left), self.clause(node.right)
        join = self.phrases.implication if node.operator == "implies" else self.phrases.equivalence
        return PlainClause(join(left, right), "implies")

    # --- atoms -----------------------------------------------------------------------------------

    def atom(self, node: TermNode | Comparison | Membership, *, so: bool) -> PlainClause:
        """A predicate, a comparison or a membership."""
        match node:
            case TermNode(name, arguments):
                return PlainClause(self.terms.applied(name, self._phrases_of(arguments), "", so=so))
            case Comparison(operator, left, right):
                if operator == "!=":
                    operator, so = "=", not so
                return PlainClause(self._compared(operator, left, right, so=so))
            case Membership(term, extent):
                return self._member(term, extent, so=so)

    def _phrases_of(self, nodes: Sequence[Operand]) -> list[str]:
        return [self.terms.phrase(node) for node in nodes]

    def _compared(self, operator: str, left: Operand, right: Operand, *, so: bool) -> str:
        if self.terms.is_measure(left) or self.terms.is_measure(right):
            return self._measured(operator, left, right, so=so)
        if not self._is_subject(left, right):
            left, right, operator = right, left, _TURNED[operator]
        function = self.terms.function(left)
        if function is None or not isinstance(left, TermNode):
            first, second = self.terms.phrase(left), self.terms.phrase(right)
            if operator == "=":
                return self.phrases.identity(first, second, so=so)
            return self.phrases.order(first, operator, second, so=so)
        if operator == "=":
            return self._equal(left, function, right, so=so)
        return self._ordered(left, function, operator, right, so=so)

    def _is_subject(self, left: Operand, right: Operand) -> bool:
        """Whether the clause is about the left side: about what a sentence can be made of."""
        first, second = self.terms.function(left), self.terms.function(right)
        if first is None or second is None:
            return second is None
        sentences = self.terms.lexicon.sentences
        return first.name in sentences or second.name not in sentences

    def _equal(self, left: TermNode, function: Function, right: Operand, *, so: bool) -> str:
        arguments = self._phrases_of(left.arguments)
        if isinstance(right, TermNode) and not right.arguments and right.name not in self.terms.bound:
            if (function.name, right.name) in self.terms.lexicon.exceptions:
                return self.terms.exception(function.name, right.name, arguments, so=so)
            if right.name == NONE:
                return self.terms.without_value(function, arguments, so=so)
        sentences = self.terms.lexicon.sentences.get(function.name)
        if sentences is None:
            first = self.terms.generic(left.name, arguments)
            return self.phrases.identity(first, self.terms.phrase(right), so=so)
        other = self._other(left, function, right)
        if other is None:
            return self.phrases.identity(self.terms.phrase(left), self.terms.phrase(right), so=so)
        return self.terms.said(sentences, arguments, other, so=so)

    def _other(self, left: TermNode, function: Function, right: Operand) -> str | None:
        """What goes into a sentence for a value that is that of another term; ``None`` if nothing can."""
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
        arguments = self._phrases_of(left.arguments)
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
        """What is counted, held against a number."""
        if not self.terms.is_measure(left):
            left, right, operator = right, left, _TURNED[operator]
        arguments = self._phrases_of(left.arguments if isinstance(left, TermNode) else ())
        operator = operator if so else _OPPOSITE[operator]
        number = right.name if isinstance(right, TermNode) else ""
        counted = (
            self.phrases.counted(operator, int(number)) if number.isdecimal() else self.terms.phrase(right)
        )
        name = left.name if isinstance(left, TermNode) else ""
        sentence = self.terms.lexicon.measures.get(name)
        if sentence is not None:
            return self.terms.fill(sentence, arguments, counted)
        return self.phrases.identity(self.terms.generic(name, arguments), counted, so=True)

    def _member(self, term: Operand, extent: Extent, *, so: bool) -> PlainClause:
        function = self.terms.function(term)
        arguments = self._phrases_of(term.arguments) if isinstance(term, TermNode) else []
        if isinstance(extent, Listed):
            return self._one_of(term, extent.elements, so=so)
        if isinstance(extent, Range):
            if self.terms.is_measure(term):
                ends = (Comparison(">=", term, extent.first), Comparison("<=", term, extent.last))
                parts = [self.atom(end, so=so) for end in ends]
                return self._joined(parts, so=so)
            first, last = self.terms.phrase(extent.first), self.terms.phrase(extent.last)
            if function is None or function.name not in self.terms.lexicon.sentences:
                among = self.phrases.among_range(first, last)
                return PlainClause(self.phrases.within(self.terms.phrase(term), among, so=so))
            value = self.phrases.between(self.terms.noun(function.values), first, last, so=so)
            return PlainClause(self.terms.applied(function.name, arguments, value, so=so))
        name = self.phrases.named(extent.name)
        group = self.phrases.one_of(name)
        if function is None:
            return PlainClause(self.phrases.identity(self.terms.phrase(term), group, so=so))
        nobody = self.phrases.none_of_group(name)
        return PlainClause(self._any(function, arguments, group, nobody, so=so))

    def _one_of(self, term: Operand, elements: Sequence[Operand], *, so: bool) -> PlainClause:
        if not elements:
            return PlainClause(self.phrases.never(self.terms.phrase(term), so=so))
        function = self.terms.function(term)
        if self.terms.is_measure(term) or any(self._is_apart(function, element) for element in elements):
            parts = [self.atom(Comparison("=", term, element), so=so) for element in elements]
            return parts[0] if len(parts) == 1 else self._joined(parts, so=not so)
        values = self._phrases_of(elements)
        if function is None:
            return PlainClause(
                self.phrases.identity(self.terms.phrase(term), self.phrases.listed(values, "or"), so=so)
            )
        arguments = self._phrases_of(term.arguments) if isinstance(term, TermNode) else []
        return PlainClause(self._any_of(function, arguments, values, so=so))

    def _is_apart(self, function: Function | None, element: Operand) -> bool:
        """Whether an element of a list is said in a clause of its own."""
        if self.terms.function(element) is not None:
            return True
        named = isinstance(element, TermNode) and element.name not in self.terms.bound
        return function is not None and named and self.terms.is_exception(function.name, element.name)  # type: ignore[union-attr]  # named

    def _joined(self, parts: Sequence[PlainClause], *, so: bool) -> PlainClause:
        if so:
            return PlainClause(self.phrases.conjunction(parts), "and")
        return PlainClause(self.phrases.disjunction(parts), "or")

    # --- quantifiers -----------------------------------------------------------------------------

    def _domain(self, node: Quantification | Distinction) -> Domain:
        phrases = self.phrases
        match node.extent:
            case None:
                among = ""
            case GroupName(name):
                among = phrases.among_group(phrases.named(name))
            case Range(first, last):
                among = phrases.among_range(self.terms.phrase(first), self.terms.phrase(last))
            case Listed(elements):
                among = phrases.among_listed(self._phrases_of(elements))
        excluded = [self._excluded(each) for each in node.excluded]
        return Domain(self.terms.noun(node.sort.text), among, phrases.without(excluded) if excluded else "")

    def _excluded(self, node: TermNode) -> str:
        groups = self.terms.lexicon.scope.groups
        if node.name in groups and not node.arguments:
            return self.phrases.whole_group(self.phrases.named(node.name))
        return self.terms.phrase(node)

    def _quantified(self, node: Quantification) -> PlainClause:
        domain = self._domain(node)
        named = self._variable(node, domain)
        inner = self._with(node, named or self.phrases.that_one(domain.noun))
        head = self.phrases.quantified(node.quantifier, node.count, domain, named)
        return PlainClause(self.phrases.headed(head, inner.clause(node.body)), "open")

    def _variable(self, node: Quantification, domain: Domain) -> str:
        """The name of a variable, where one of the same kind is around or inside; else nothing."""
        nouns = {self.terms.noun(each.sort) for each in self.terms.bound.values()}
        nouns |= {self.terms.noun(name) for name in _quantified_in(node.body)}
        return self.phrases.named(node.variable.text) if domain.noun in nouns else ""

    def _with(self, node: Quantification | Distinction, phrase: str) -> "_Reading":
        bound: Mapping[str, BoundVariable] = {
            **self.terms.bound,
            node.variable.text: BoundVariable(phrase, node.sort.text),
        }
        return replace(self, terms=replace(self.terms, bound=bound))

    def _direct(self, node: Quantification, *, so: bool) -> PlainClause | None:
        """A quantifier as the subject or object of a clause, where its variable occurs once: "every guest had a key"."""
        if not so:
            return None
        body, positive = _stripped(node.body)
        if not self._takes(body, node.variable.text):
            return None
        found = self.phrases.determined(node.quantifier, self._domain(node), so=positive)
        if found is None:
            return None
        phrase, holds = found
        return self._with(node, phrase).atom(body, so=holds)  # type: ignore[arg-type]  # `_takes` holds it

    def _takes(self, body: FormulaNode, variable: str) -> bool:
        """Whether the variable is one argument of the fact that a clause is about, or its value, and nothing else."""
        subject, others = self._parted(body)
        function = self.terms.function(subject) if subject is not None else None
        if function is None or not isinstance(subject, TermNode) or any(map(self.terms.function, others)):
            return False
        places = [str(index) for index, each in enumerate(subject.arguments, 1) if _is(each, variable)]
        places += [VALUE for each in others[:1] if _is(each, variable) and isinstance(body, Comparison)]
        if _mentions((*subject.arguments, *others), variable) != len(places) or len(places) != 1:
            return False
        sentences = self.terms.lexicon.sentences.get(function.name)
        if sentences is None:
            return len(subject.arguments) == 1 and places[0] != VALUE
        return all(
            placeholders(each).count(places[0]) == 1
            for each in (sentences.so, sentences.not_so or sentences.so)
        )

    def _parted(self, body: FormulaNode) -> tuple[Operand | None, tuple[Operand, ...]]:
        """The term that a clause is about and what it is held against; no term, if there are several clauses."""
        match body:
            case TermNode():
                return body, ()
            case Comparison("=", left, right):
                return (left, (right,)) if self._is_subject(left, right) else (right, (left,))
            case Membership(subject, Listed(elements)):
                return subject, elements
            case Membership(subject, GroupName()):
                return subject, ()
        return None, ()

    def _distinct(self, node: Distinction) -> PlainClause:
        domain = self._domain(node)
        inner = self._with(node, self.phrases.each(domain))
        return PlainClause(self.phrases.distinct([inner.terms.phrase(term) for term in node.terms]), "open")

    # --- facts -----------------------------------------------------------------------------------

    def facts(self, facts: Sequence[Fact], *, so: bool) -> str:
        """That one of several facts is so, or none."""
        first = facts[0]
        arguments = [self.terms.value(argument) for argument in first.arguments]
        function = self.terms.lexicon.scope.function_of_name.get(first.function)
        if first.value in {YES, NO}:
            return self.terms.applied(first.function, arguments, "", so=(first.value == YES) == so)
        if function is None:
            return self.terms.applied(first.function, arguments, self.terms.value(first.value), so=so)
        plain = [fact.value for fact in facts if not self.terms.is_exception(first.function, fact.value)]
        parts: list[str] = []
        if plain:
            parts.append(self._any_of(function, arguments, [self.terms.value(each) for each in plain], so=so))
        for fact in facts:
            if fact.value in plain:
                continue
            if (fact.function, fact.value) in self.terms.lexicon.exceptions:
                parts.append(self.terms.exception(fact.function, fact.value, arguments, so=so))
            else:
                parts.append(self.terms.without_value(function, arguments, so=so))
        return (
            parts[0]
            if len(parts) == 1
            else self._joined([PlainClause(part) for part in parts], so=not so).text
        )

    def _any_of(
        self, function: Function, arguments: Sequence[str], values: Sequence[str], *, so: bool
    ) -> str:
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

    def group(self, group: Gathered) -> str:
        """Facts that differ in one argument."""
        first = self.facts(group.facts, so=group.holds)
        if not group.others:
            return first
        names = [self.terms.value(each) for each in (group.arguments[group.place], *group.others)]
        nobody = None if group.holds else self.phrases.none_of(names)
        if nobody is None or not self._is_said_once(group):
            return self.phrases.likewise(first, names[1:])
        arguments = [self.terms.value(argument) for argument in group.arguments]
        arguments[group.place] = nobody
        value = self._values(group)
        return self.terms.applied(group.function, arguments, value, so=True)

    def _is_said_once(self, group: Gathered) -> bool:
        """Whether one sentence serves, in which the argument that differs is named once."""
        sentences = self.terms.lexicon.sentences.get(group.function)
        if any(self.terms.is_exception(group.function, value) for value in group.values):
            return False
        return sentences is not None and placeholders(sentences.so).count(str(group.place + 1)) == 1

    def _values(self, group: Gathered) -> str:
        if group.values == (YES,):
            return ""
        return self.phrases.listed([self.terms.value(value) for value in group.values], "or")


def _flat(node: FormulaNode, operator: str) -> list[FormulaNode]:
    """The parts that one operator joins."""
    if isinstance(node, Connective) and node.operator == operator:
        return [*_flat(node.left, operator), *_flat(node.right, operator)]
    return [node]


def _stripped(node: FormulaNode) -> tuple[FormulaNode, bool]:
    """A formula without the negations before it, and whether it is so; ``!=`` is one."""
    so = True
    while isinstance(node, Negation):
        node, so = node.part, not so
    if isinstance(node, Comparison) and node.operator == "!=":
        return replace(node, operator="="), not so
    return node, so


def _is(node: Operand, variable: str) -> bool:
    return isinstance(node, TermNode) and not node.arguments and node.name == variable


def _mentions(nodes: Sequence[Operand], variable: str) -> int:
    """How often a variable occurs in terms."""
    count, waiting = 0, list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, TermNode) and not node.arguments:
            count += node.name == variable
        waiting += [part for part in node_parts(node) if not isinstance(part, (Listed, Range, GroupName))]  # type: ignore[misc]
    return count


def _quantified_in(node: FormulaNode) -> set[str]:
    """The types that quantifiers in a formula run through."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Quantification | Distinction):
            found.add(part.sort.text)
        if isinstance(part, Connective | Negation | Quantification):
            waiting += [each for each in node_parts(part) if not isinstance(each, Listed | Range | GroupName)]  # type: ignore[misc]
    return found
