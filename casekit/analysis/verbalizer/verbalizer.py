"""The logic of a document in plain words: what proofs, reviews and editors show to people."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Self

from casekit.analysis.verbalizer.phrases import Noun, VerbalizedClause
from casekit.analysis.verbalizer.terms import TermVerbalizer
from casekit.deduce.encoding.circuit import NO, YES
from casekit.language.formula.nodes import (
    VALUE,
    Comparison,
    Connective,
    Distinction,
    Extent,
    FormulaNode,
    GroupName,
    ListExtent,
    Membership,
    Negation,
    Operand,
    Quantification,
    Range,
    TermNode,
    node_parts,
    placeholders,
)
from casekit.language.syntax.dialect import Heading, Item
from casekit.logic.formulas import QUANTIFIERS
from casekit.logic.theory import Assertion, Fact
from casekit.values import replace


class Verbalizer(TermVerbalizer):
    """The plain words of one document: its formulas, facts and lines, read back in its language.

    Clauses have neither a capital nor a full stop; they are plain text, to be escaped where they become HTML.
    Whatever is asked, there is an answer: a name that has no meaning is read as it is written.
    """

    def formula(self, node: FormulaNode, *, glossed: bool = True) -> str:
        """A formula as a clause; a fact without sentences has its meaning from its comment, said once."""
        reader = copy(self)
        reader.glossed = set() if glossed else None
        return reader.clause(node).text

    def clause(self, node: FormulaNode, *, so: bool = True) -> VerbalizedClause:
        """A formula in words, or that it is false."""
        match node:
            case Negation(part):
                return self.clause(part, so=not so)
            case Quantification() if so and (direct := self._direct(node)) is not None:
                return direct
            case Connective() | Quantification() | Distinction() if not so:
                clause = self.clause(node)
                text = clause.text if clause.kind == "clause" else f"({clause.text})"
                return VerbalizedClause(self.phrases.say("false that", text))
            case Connective():
                return self._connected(node)
            case Quantification():
                return self._quantified(node)
            case Distinction():
                noun, restriction = self._domain(node)
                inner = self._with(node, f"{self.phrases.say('each', noun.one)}{restriction}")
                terms = self.phrases.listed(inner.phrases_of(node.terms), "and")
                return VerbalizedClause(self.phrases.say("distinct", terms), "open")
        return self.atom(node, so=so)

    def _connected(self, node: Connective) -> VerbalizedClause:
        if node.operator in {"and", "or"}:
            parts = [self.clause(part) for part in _flat(node, node.operator)]
            return self.phrases.joined(parts, so=node.operator == "and")
        left, right = self.clause(node.left), self.clause(node.right)
        if node.operator == "implies":
            text = self.phrases.say("if", left.closed(), right.text)
        else:
            text = self.phrases.say("if, and only if", left.closed("and", "or"), right.closed())
        return VerbalizedClause(text, "implies")

    def _domain(self, node: Quantification | Distinction) -> tuple[Noun, str]:
        """The noun of the values that a variable runs through and, after a space, what restricts them."""
        phrases, groups = self.phrases, self.lexicon.scope.groups
        match node.extent:
            case None:
                among = ""
            case GroupName(name):
                among = f" {phrases.say('among group', phrases.named(name))}"
            case Range(first, last):
                among = f" {phrases.say('range', self.phrase(first), self.phrase(last))}"
            case ListExtent(()):
                among = f" {phrases.say('among none')}"
            case ListExtent(elements):
                among = f" {phrases.say('among', phrases.listed(self.phrases_of(elements), 'and'))}"
        excluded: list[str] = []
        for term in node.excluded:
            is_group = term.name in groups and not term.arguments
            excluded.append(phrases.say("group", phrases.named(term.name)) if is_group else self.phrase(term))
        without = f" {phrases.say('except', phrases.listed(excluded, 'and'))}" if excluded else ""
        return self.noun(node.sort.text), f"{among}{without}"

    def _quantified(self, node: Quantification) -> VerbalizedClause:
        noun, restriction = self._domain(node)
        nouns = {around for _, around in self.bound.values()}
        for inner_node in _inside([node.body]):
            if isinstance(inner_node, Quantification | Distinction):
                nouns.add(self.noun(inner_node.sort.text))
        # A variable is called by its name where one of the same kind is around or inside.
        named = self.phrases.named(node.variable.text) if noun in nouns else ""
        inner = self._with(node, named or self.phrases.that_one(noun))
        one = not QUANTIFIERS[node.quantifier].has_number or node.count in self.phrases.singular
        words = f"{noun.one if one else noun.many}{f' {named}' if named else ''}{restriction}"
        head = self.phrases.fitting(f"for {node.quantifier}", noun, words, node.count)
        return VerbalizedClause(self.phrases.headed(head, inner.clause(node.body)), "open")

    def _with(self, node: Quantification | Distinction, phrase: str) -> Self:
        inner = copy(self)
        inner.bound = {**self.bound, node.variable.text: (phrase, self.noun(node.sort.text))}
        return inner

    def _direct(self, node: Quantification) -> VerbalizedClause | None:
        """A quantifier in a clause where its variable occurs once: "every guest had a key"."""
        body, positive = _stripped(node.body)
        determined = self.phrases.determiners.get((node.quantifier, positive))
        if determined is None or not self._takes(body, TermNode(node.variable.text)):
            return None
        name, holds = determined
        noun, restriction = self._domain(node)
        inner = self._with(node, self.phrases.fitting(name, noun, f"{noun.one}{restriction}"))
        return inner.atom(body, so=holds)  # type: ignore[arg-type]  # `_takes` says that it is one

    def _takes(self, body: FormulaNode, variable: TermNode) -> bool:
        """Whether the variable is one argument of the fact that a clause is about, or its value, no more."""
        subject, others = self._parted(body)
        function = self.function(subject) if subject is not None else None
        if function is None or not isinstance(subject, TermNode) or any(map(self.function, others)):
            return False
        places = [str(index) for index, argument in enumerate(subject.arguments, 1) if argument == variable]
        places += [VALUE for other in others[:1] if other == variable and isinstance(body, Comparison)]
        if len(places) != 1 or [*_inside((*subject.arguments, *others))].count(variable) != 1:
            return False
        sentences = self.lexicon.sentences.get(function.name)
        if sentences is None:
            return len(subject.arguments) == 1 and places[0] != VALUE
        return all(
            placeholders(each).count(places[0]) == 1
            for each in (sentences.so, sentences.not_so or sentences.so)
        )

    def _parted(self, body: FormulaNode) -> tuple[Operand | None, tuple[Operand, ...]]:
        """The term that a clause is about and what it is held against; none, if there are several clauses."""
        match body:
            case TermNode():
                return body, ()
            case Comparison("=", left, right):
                return (left, (right,)) if self.is_subject(left, right) else (right, (left,))
            case Membership(subject, ListExtent(elements)):
                return subject, elements
            case Membership(subject, GroupName()):
                return subject, ()
        return None, ()

    # --- facts and lines -------------------------------------------------------------------------

    def fact(self, fact: Fact, holds: bool = True) -> str:  # noqa: FBT001, FBT002 - as in `Assertion`
        """A fact as a clause: that it is so or, unless it ``holds``, that it is not."""
        return self.facts([fact], so=holds)

    def facts(self, facts: Sequence[Fact], *, so: bool) -> str:
        """That one of several facts is so, or none; they have one function and the same arguments."""
        name, value = facts[0].function, facts[0].value
        term = TermNode(name, tuple(map(TermNode, facts[0].arguments)))
        if value in {YES, NO}:
            return self.atom(term, so=(value == YES) == so).text
        if name not in self.lexicon.scope.function_of_name:
            return self.applied(name, self.phrases_of(term.arguments), self.value(value), so=so)
        apart = [fact.value for fact in facts if self.is_exception(name, fact.value)]
        plain = [TermNode(fact.value) for fact in facts if fact.value not in apart]
        parts = [self.atom(Membership(term, ListExtent(tuple(plain))), so=so)] if plain else []
        parts += [self.atom(Comparison("=", term, TermNode(value)), so=so) for value in apart]
        return self.phrases.joined(parts, so=not so).text

    def together(self, assertions: Iterable[Assertion]) -> Iterator[str]:
        """Facts as few clauses, in their order; those that differ in one argument are said in one."""
        values: dict[tuple[str, tuple[str, ...], bool], list[str]] = {}
        for one in assertions:
            value, holds = one.fact.value, one.holds
            if value in {YES, NO}:
                value, holds = YES, (value == YES) == holds
            values.setdefault((one.fact.function, one.fact.arguments, holds), []).append(value)
        alike: list[tuple[str, list[str], bool, list[tuple[str, ...]]]] = []
        for (function, arguments, holds), of_term in values.items():
            for *said, terms in alike:
                if said == [function, of_term, holds] and len(_differing([*terms, arguments])) == 1:
                    terms.append(arguments)
                    break
            else:
                alike.append((function, of_term, holds, [arguments]))
        for function, of_term, holds, terms in alike:
            yield self._group(function, of_term, terms, so=holds)

    def _group(
        self, function: str, values: Sequence[str], terms: Sequence[tuple[str, ...]], *, so: bool
    ) -> str:
        """That a function has one of some values, or none of them, at arguments that differ in one place."""
        first = self.facts([Fact(function, terms[0], value) for value in values], so=so)
        if len(terms) == 1:
            return first
        (place,) = _differing(terms)
        names = [self.value(arguments[place]) for arguments in terms]
        nobody = None if so else self.phrases.none_of(names)
        # One sentence serves, if it names the argument that differs once.
        sentences = self.lexicon.sentences.get(function)
        places = () if sentences is None else placeholders(sentences.so)
        apart = any(self.is_exception(function, value) for value in values)
        if nobody is None or apart or places.count(str(place + 1)) != 1:
            return self.phrases.say("likewise", first, self.phrases.listed(names[1:], "and"))
        arguments = [self.value(argument) for argument in terms[0]]
        arguments[place] = nobody
        told = [] if values == [YES] else [self.value(value) for value in values]
        return self.applied(function, arguments, self.phrases.listed(told, "or") if told else "", so=True)

    def statement(self, _item: Item, _heading: Heading) -> str:
        """A line of logic below a heading as a sentence, with who says it and how far it is to be believed.

        A line that is not logic is empty, and so is every line of a game that has no words for its lines.
        """
        return ""


def _differing(terms: Sequence[tuple[str, ...]]) -> list[int]:
    """The places in which the arguments of terms are not all alike."""
    return [place for place, values in enumerate(zip(*terms, strict=True)) if len({*values}) > 1]


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


def _inside(nodes: Sequence[FormulaNode | Operand]) -> Iterator[FormulaNode | Operand | Extent]:
    """Some nodes, and everything in them."""
    waiting: list[FormulaNode | Operand | Extent] = [*nodes]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node_parts(node)
