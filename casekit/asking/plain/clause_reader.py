"""Connectives and quantifiers read back as clauses."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from casekit.asking.plain.atom_reader import AtomReader
from casekit.asking.plain.phrases import Domain, PlainClause, restricted
from casekit.asking.plain.term_reader import BoundVariable
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


class ClauseReader(AtomReader):
    """Reads one formula."""

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

    def _domain(self, node: Quantification | Distinction) -> Domain:
        phrases = self.phrases
        match node.extent:
            case None:
                among = ""
            case GroupName(name):
                among = phrases.say("among group", phrases.named(name))
            case Range(first, last):
                among = phrases.among_range(self.terms.phrase(first), self.terms.phrase(last))
            case Listed(elements):
                among = phrases.among_listed(self.phrases_of(elements))
        excluded = [self._excluded(each) for each in node.excluded]
        return Domain(
            self.terms.noun(node.sort.text),
            among,
            phrases.say("except", phrases.listed(excluded, "and")) if excluded else "",
        )

    def _excluded(self, node: TermNode) -> str:
        groups = self.terms.lexicon.scope.groups
        if node.name in groups and not node.arguments:
            return self.phrases.say("group", self.phrases.named(node.name))
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

    def _with(self, node: Quantification | Distinction, phrase: str) -> "ClauseReader":
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
        return self._with(node, phrase).atom(body, so=holds)  # type: ignore[arg-type]  # `_takes` says that it is one

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
    count = 0
    waiting: list[FormulaNode | Operand | Extent] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, TermNode) and not node.arguments:
            count += node.name == variable
        waiting += node_parts(node)
    return count


def _quantified_in(node: FormulaNode) -> set[str]:
    """The types that quantifiers in a formula run through."""
    found: set[str] = set()
    waiting: list[FormulaNode | Operand | Extent] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Quantification | Distinction):
            found.add(part.sort.text)
        if isinstance(part, Connective | Negation | Quantification):
            waiting += node_parts(part)
    return found
