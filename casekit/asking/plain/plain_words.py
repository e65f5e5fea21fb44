"""The logic of a document in plain words: what proofs, reviews and editors show to people."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace

from casekit.asking.plain.phrases import Domain, PlainClause, restricted
from casekit.asking.plain.term_reader import BoundVariable, TermReader
from casekit.deduce.encoding.vocabulary import NO, YES
from casekit.frozen import frozen
from casekit.language.document.dialect import Heading, Item
from casekit.language.formula.nodes import (
    VALUE,
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
    placeholders,
)
from casekit.model.theory import Assertion, Fact


@frozen(slots=True)
class Gathered:
    """That a function has one of some ``values``, or none of them, at arguments.

    Where several ``others`` are so too, they are what is at ``place`` instead. A predicate has the values ``yes``.
    """

    function: str
    arguments: tuple[str, ...]
    values: tuple[str, ...]
    holds: bool
    place: int = -1
    others: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts at the first arguments."""
        return tuple(Fact(self.function, self.arguments, value) for value in self.values)


def gathered(assertions: Iterable[Assertion]) -> Sequence[Gathered]:
    """Assertions in as few groups as possible, in the order in which each begins."""
    found: list[Gathered] = []
    for one in _by_term(assertions):
        at = next((index for index, before in enumerate(found) if _joint(before, one) >= 0), None)
        if at is None:
            found.append(one)
        else:
            place = _joint(found[at], one)
            found[at] = replace(found[at], place=place, others=(*found[at].others, one.arguments[place]))
    return found


def _by_term(assertions: Iterable[Assertion]) -> Iterator[Gathered]:
    """The values of each term together: those that it has not, or the one that it has."""
    grouped: dict[tuple[str, tuple[str, ...], bool], list[str]] = {}
    for one in assertions:
        fact, holds = one.fact, one.holds
        value = fact.value
        if value in {YES, NO}:
            value, holds = YES, (fact.value == YES) == holds
        grouped.setdefault((fact.function, fact.arguments, holds), []).append(value)
    for (function, arguments, holds), values in grouped.items():
        yield Gathered(function, arguments, tuple(values), holds)


def _joint(one: Gathered, other: Gathered) -> int:
    """The one place in which the arguments of two differ that say the same, or -1."""
    if (one.function, one.values, one.holds) != (other.function, other.values, other.holds):
        return -1
    differing = [
        place
        for place, (first, second) in enumerate(zip(one.arguments, other.arguments, strict=True))
        if first != second
    ]
    return differing[0] if len(differing) == 1 and one.place in {-1, differing[0]} else -1


class FormulaReader(TermReader):
    """Reads formulas and facts of one document, in its language.

    Clauses have neither a capital nor a full stop; they are plain text, to be escaped where they become HTML. Whatever is
    asked, there is an answer: a name that has no meaning is read as it is written.
    """

    def formula(self, node: FormulaNode, *, glossed: bool = True) -> str:
        """A formula as a clause; what a fact without sentences means by its comment is said once, if at all."""
        reader = copy(self)
        reader.glossed = set() if glossed else None
        return reader.clause(node).text

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
        clause = self.clause(node)
        text = clause.text if clause.kind == "clause" else f"({clause.text})"
        return PlainClause(self.phrases.not_so(text))

    def _connected(self, node: Connective) -> PlainClause:
        if node.operator in {"and", "or"}:
            parts = [self.clause(part) for part in _flat(node, node.operator)]
            if node.operator == "and":
                return PlainClause(self.phrases.conjunction(parts), "and")
            return PlainClause(self.phrases.disjunction(parts), "or")
        left, right = self.clause(node.left), self.clause(node.right)
        join = self.phrases.implication if node.operator == "implies" else self.phrases.equivalence
        return PlainClause(join(left, right), "implies")

    def _domain(self, node: Quantification | Distinction) -> Domain:
        phrases = self.phrases
        match node.extent:
            case None:
                among = ""
            case GroupName(name):
                among = phrases.say("among group", phrases.named(name))
            case Range(first, last):
                among = phrases.among_range(self.phrase(first), self.phrase(last))
            case Listed(elements):
                listed = phrases.listed(self.phrases_of(elements), "and") if elements else ""
                among = phrases.say("among", listed) if elements else phrases.say("among none")
        excluded = [self._excluded(each) for each in node.excluded]
        return Domain(
            self.noun(node.sort.text),
            among,
            phrases.say("except", phrases.listed(excluded, "and")) if excluded else "",
        )

    def _excluded(self, node: TermNode) -> str:
        groups = self.lexicon.scope.groups
        if node.name in groups and not node.arguments:
            return self.phrases.say("group", self.phrases.named(node.name))
        return self.phrase(node)

    def _quantified(self, node: Quantification) -> PlainClause:
        domain = self._domain(node)
        named = self._variable(node, domain)
        inner = self._with(node, named or self.phrases.that_one(domain.noun))
        head = self.phrases.quantified(node.quantifier, node.count, domain, named)
        return PlainClause(self.phrases.headed(head, inner.clause(node.body)), "open")

    def _variable(self, node: Quantification, domain: Domain) -> str:
        """The name of a variable, where one of the same kind is around or inside; else nothing."""
        nouns = {self.noun(each.sort) for each in self.bound.values()}
        nouns |= {self.noun(name) for name in _quantified_in(node.body)}
        return self.phrases.named(node.variable.text) if domain.noun in nouns else ""

    def _with(self, node: Quantification | Distinction, phrase: str) -> "FormulaReader":
        inner = copy(self)
        inner.bound = {**self.bound, node.variable.text: BoundVariable(phrase, node.sort.text)}
        return inner

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
        return self._with(node, phrase).atom(body, so=holds)  # type: ignore[arg-type]  # `_takes` says that it is one

    def _takes(self, body: FormulaNode, variable: str) -> bool:
        """Whether the variable is one argument of the fact that a clause is about, or its value, and nothing else."""
        subject, others = self._parted(body)
        function = self.function(subject) if subject is not None else None
        if function is None or not isinstance(subject, TermNode) or any(map(self.function, others)):
            return False
        places = [str(index) for index, each in enumerate(subject.arguments, 1) if _is(each, variable)]
        places += [VALUE for each in others[:1] if _is(each, variable) and isinstance(body, Comparison)]
        if _mentions((*subject.arguments, *others), variable) != len(places) or len(places) != 1:
            return False
        sentences = self.lexicon.sentences.get(function.name)
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
                return (left, (right,)) if self.is_subject(left, right) else (right, (left,))
            case Membership(subject, Listed(elements)):
                return subject, elements
            case Membership(subject, GroupName()):
                return subject, ()
        return None, ()

    def _distinct(self, node: Distinction) -> PlainClause:
        domain = self._domain(node)
        inner = self._with(node, restricted(self.phrases.say("each", domain.noun.one), domain))
        return PlainClause(
            self.phrases.say("distinct", self.phrases.listed(inner.phrases_of(node.terms), "and")), "open"
        )

    # --- facts -----------------------------------------------------------------------------------

    def together(self, assertions: Iterable[Assertion]) -> Iterator[str]:
        """Facts as few clauses: those that differ in one place are said in one."""
        return map(self.group, gathered(assertions))

    def facts(self, facts: Sequence[Fact], *, so: bool) -> str:
        """That one of several facts is so, or none; they have one function and the same arguments."""
        first = facts[0]
        arguments = [self.value(argument) for argument in first.arguments]
        function = self.lexicon.scope.function_of_name.get(first.function)
        if first.value in {YES, NO}:
            return self.applied(first.function, arguments, "", so=(first.value == YES) == so)
        if function is None:
            return self.applied(first.function, arguments, self.value(first.value), so=so)
        apart = [fact.value for fact in facts if self.is_exception(first.function, fact.value)]
        plain = [self.value(fact.value) for fact in facts if fact.value not in apart]
        parts = [self.any_of(function, arguments, plain, so=so)] if plain else []
        for value in apart:
            if (function.name, value) in self.lexicon.exceptions:
                parts.append(self.exception(function.name, value, arguments, so=so))
            else:
                parts.append(self.without_value(function, arguments, so=so))
        return self.joined([PlainClause(part) for part in parts], so=not so).text

    def group(self, group: Gathered) -> str:
        """Facts that differ in one argument as one clause."""
        first = self.facts(group.facts, so=group.holds)
        if not group.others:
            return first
        names = [self.value(each) for each in (group.arguments[group.place], *group.others)]
        nobody = None if group.holds else self.phrases.none_of(names)
        if nobody is None or not self._is_said_once(group):
            return self.phrases.say("likewise", first, self.phrases.listed(names[1:], "and"))
        arguments = [self.value(argument) for argument in group.arguments]
        arguments[group.place] = nobody
        value = self._values(group)
        return self.applied(group.function, arguments, value, so=True)

    def _is_said_once(self, group: Gathered) -> bool:
        """Whether one sentence serves, in which the argument that differs is named once."""
        sentences = self.lexicon.sentences.get(group.function)
        if any(self.is_exception(group.function, value) for value in group.values):
            return False
        return sentences is not None and placeholders(sentences.so).count(str(group.place + 1)) == 1

    def _values(self, group: Gathered) -> str:
        if group.values == (YES,):
            return ""
        return self.phrases.listed([self.value(value) for value in group.values], "or")


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


def _inside(nodes: Sequence[FormulaNode | Operand]) -> Iterator[FormulaNode | Operand | Extent]:
    """Some nodes, and everything in them."""
    waiting: list[FormulaNode | Operand | Extent] = [*nodes]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node_parts(node)


def _mentions(nodes: Sequence[Operand], variable: str) -> int:
    """How often a variable occurs in terms."""
    names = [each.name for each in _inside(nodes) if isinstance(each, TermNode) and not each.arguments]
    return names.count(variable)


def _quantified_in(node: FormulaNode) -> set[str]:
    """The types that quantifiers in a formula run through."""
    return {each.sort.text for each in _inside([node]) if isinstance(each, Quantification | Distinction)}


class PlainWords(FormulaReader, ABC):
    """The plain words of one document."""

    def fact(self, fact: Fact, holds: bool = True) -> str:  # noqa: FBT001, FBT002 - as in `Assertion`
        """A fact as a clause: that it is so or, unless it ``holds``, that it is not."""
        return self.facts([fact], so=holds)

    @abstractmethod
    def statement(self, item: Item, heading: Heading) -> str:
        """A line of logic below a heading as a sentence, with who says it and how far it is to be believed.

        A line that is not logic is empty.
        """
