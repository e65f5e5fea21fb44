"""The logic of a document in plain words: what proofs, reviews and editors show to people."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import NamedTuple, Self

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

Atom = TermNode | Comparison | Membership
"""A formula that makes one clause, or a few if it is about several values."""

_TermAndTruth = tuple[str, tuple[str, ...], bool]
"""A function, its arguments, and whether it is affirmed that the term has a value."""


class _Domain(NamedTuple):
    """The values that a variable runs through."""

    noun: Noun
    """The noun for one of them."""

    restriction: str
    """What restricts them, after a space: " among the crew except Anna"; empty for all of their type."""


class _Compared(NamedTuple):
    """The two sides of an atom."""

    subject: Operand
    """The term that it is about."""

    rest: tuple[Operand, ...]
    """What that is held against; empty for a predicate and for a group."""


class _AlikeAssertions(NamedTuple):
    """Assertions that say the same of terms whose arguments differ in one place."""

    function: str
    """The name of their function."""

    values: list[str]
    """The values that each term can have, one or none of them."""

    holds: bool
    """Whether each term has one."""

    arguments: list[tuple[str, ...]]
    """The arguments of each term."""


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

    def clause(self, node: FormulaNode, *, holds: bool = True) -> VerbalizedClause:
        """A formula in words; its denial unless it ``holds``."""
        match node:
            case Negation(part):
                return self.clause(part, holds=not holds)
            case Quantification() if holds and (clause := self._with_quantified_subject(node)) is not None:
                return clause
            case Connective() | Quantification() | Distinction() if not holds:
                clause = self.clause(node)
                text = clause.text if clause.kind == "clause" else f"({clause.text})"
                return VerbalizedClause(self.phrases.say("false that", text))
            case Connective():
                return self._connected(node)
            case Quantification():
                return self._quantified(node)
            case Distinction():
                return self._distinct(node)
        return self.atom(node, holds=holds)

    def _connected(self, node: Connective) -> VerbalizedClause:
        """``a and b`` as "a and b", ``a => b`` as "if a, then b"."""
        if node.operator in {"and", "or"}:
            parts = [self.clause(part) for part in _parts_joined_by(node.operator, node)]
            return self.phrases.joined(parts, "and" if node.operator == "and" else "or")
        left, right = self.clause(node.left), self.clause(node.right)
        if node.operator == "implies":
            text = self.phrases.say("if", left.closed(), right.text)
        else:
            text = self.phrases.say("if, and only if", left.closed("and", "or"), right.closed())
        return VerbalizedClause(text, "implies")

    def _distinct(self, node: Distinction) -> VerbalizedClause:
        """That terms have different values: "no two of these are the same: each guest's room"."""
        domain = self._domain(node)
        inner = self._with_variable(node, f"{self.phrases.say('each', domain.noun.one)}{domain.restriction}")
        terms = self.phrases.listed(inner.phrases_of(node.terms), "and")
        return VerbalizedClause(self.phrases.say("distinct", terms), "open")

    def _domain(self, node: Quantification | Distinction) -> _Domain:
        """The values that a variable runs through."""
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
        return _Domain(self.noun(node.sort.text), f"{among}{without}")

    def _quantified(self, node: Quantification) -> VerbalizedClause:
        """A quantifier before a clause: "for at least 2 guests: that guest had a key"."""
        domain = self._domain(node)
        noun = domain.noun
        other_nouns = {noun_of_variable for _, noun_of_variable in self.bound.values()}
        for inner_node in _all_nodes_in([node.body]):
            if isinstance(inner_node, Quantification | Distinction):
                other_nouns.add(self.noun(inner_node.sort.text))
        # A variable is called by its name where one of the same kind is around or inside.
        variable_name = self.phrases.named(node.variable.text) if noun in other_nouns else ""
        inner = self._with_variable(node, variable_name or self.phrases.that_one(noun))
        is_singular = not QUANTIFIERS[node.quantifier].has_number or node.count in self.phrases.singular
        words = noun.one if is_singular else noun.many
        if variable_name:
            words = f"{words} {variable_name}"
        words = f"{words}{domain.restriction}"
        head = self.phrases.fitting(f"for {node.quantifier}", noun, words, node.count)
        return VerbalizedClause(self.phrases.headed(head, inner.clause(node.body)), "open")

    def _with_variable(self, node: Quantification | Distinction, phrase: str) -> Self:
        """The words for what is inside a quantifier, where its variable is called by a phrase."""
        inner = copy(self)
        inner.bound = {**self.bound, node.variable.text: (phrase, self.noun(node.sort.text))}
        return inner

    def _with_quantified_subject(self, node: Quantification) -> VerbalizedClause | None:
        """A quantifier in the place of its variable: ``every g: guest: key(g)`` as "every guest had a key".

        ``None`` if the language cannot put it so, or if the variable does not occur exactly once.
        """
        atom, is_affirmed = _without_negations(node.body)
        determiner = self.phrases.determiners.get((node.quantifier, is_affirmed))
        if determiner is None or not isinstance(atom, TermNode | Comparison | Membership):
            return None
        if not self._occurs_once_as_argument(TermNode(node.variable.text), atom):
            return None
        phrase_name, holds = determiner
        domain = self._domain(node)
        subject = self.phrases.fitting(phrase_name, domain.noun, f"{domain.noun.one}{domain.restriction}")
        return self._with_variable(node, subject).atom(atom, holds=holds)

    def _occurs_once_as_argument(self, variable: TermNode, atom: Atom) -> bool:
        """Whether a variable is one argument of the fact that an atom is about, or its value, and no more.

        The sentences of the fact must name it once: ``g`` in ``room(g, 23:50) = bar`` if the sentence is
        "(1) was in (value) at (2)".
        """
        compared = self._subject_and_rest(atom)
        if compared is None or not isinstance(compared.subject, TermNode):
            return False
        subject, rest = compared.subject, compared.rest
        function = self.function(subject)
        if function is None or any(map(self.function, rest)):
            return False
        places = [str(index) for index, argument in enumerate(subject.arguments, 1) if argument == variable]
        if isinstance(atom, Comparison) and rest[0] == variable:
            places.append(VALUE)
        occurrences = [*_all_nodes_in((*subject.arguments, *rest))].count(variable)
        if len(places) != 1 or occurrences != 1:
            return False
        if function.name not in self.lexicon.sentences:
            return len(subject.arguments) == 1 and places[0] != VALUE
        return self._is_named_once(function.name, places[0])

    def _is_named_once(self, function: str, place: str) -> bool:
        """Whether the sentences of a fact have one placeholder for an argument or the value."""
        sentences = self.lexicon.sentences[function]
        for sentence in (sentences.so, sentences.not_so or sentences.so):
            if placeholders(sentence).count(place) != 1:
                return False
        return True

    def _subject_and_rest(self, atom: Atom) -> _Compared | None:
        """The term that an atom is about and what that is held against; ``None`` if it makes several clauses.

        ``room(g) = bar`` is about ``room(g)``, held against ``bar``.
        """
        match atom:
            case TermNode():
                return _Compared(atom, ())
            case Comparison("=", left, right):
                return (
                    _Compared(left, (right,)) if self.is_subject(left, right) else _Compared(right, (left,))
                )
            case Membership(subject, ListExtent(elements)):
                return _Compared(subject, elements)
            case Membership(subject, GroupName()):
                return _Compared(subject, ())
        return None

    # --- facts and lines -------------------------------------------------------------------------

    def fact(self, fact: Fact, holds: bool = True) -> str:  # noqa: FBT001, FBT002 - as in `Assertion`
        """A fact as a clause: that it is so or, unless it ``holds``, that it is not."""
        return self.facts([fact], holds=holds)

    def facts(self, facts: Sequence[Fact], *, holds: bool) -> str:
        """That one of several facts is so, or none; they have one function and the same arguments."""
        name, value = facts[0].function, facts[0].value
        term = TermNode(name, tuple(map(TermNode, facts[0].arguments)))
        if value in {YES, NO}:
            return self.atom(term, holds=(value == YES) == holds).text
        if name not in self.lexicon.scope.function_of_name:
            return self.applied(name, self.phrases_of(term.arguments), self.value(value), holds=holds)
        exceptions = [fact.value for fact in facts if self.is_exception(name, fact.value)]
        usual_values = [TermNode(fact.value) for fact in facts if fact.value not in exceptions]
        atoms: list[Atom] = [Membership(term, ListExtent(tuple(usual_values)))] if usual_values else []
        atoms += [Comparison("=", term, TermNode(exception)) for exception in exceptions]
        parts = [self.atom(atom, holds=holds) for atom in atoms]
        return self.phrases.joined(parts, "or" if holds else "and").text

    def together(self, assertions: Iterable[Assertion]) -> Iterator[str]:
        """Assertions as few clauses, in their order.

        Those on one term are said in one clause, and so are those that differ in one argument: "neither Anna
        nor Bruno had a key".
        """
        groups: list[_AlikeAssertions] = []
        for (function, arguments, holds), values in _values_by_term(assertions).items():
            for group in groups:
                is_alike = (group.function, group.values, group.holds) == (function, values, holds)
                if is_alike and len(_differing_places([*group.arguments, arguments])) == 1:
                    group.arguments.append(arguments)
                    break
            else:
                groups.append(_AlikeAssertions(function, values, holds, [arguments]))
        for group in groups:
            yield self._group(group)

    def _group(self, group: _AlikeAssertions) -> str:
        """That a function has one of some values, or none of them, at arguments that differ in one place."""
        function, values, holds = group.function, group.values, group.holds
        first_arguments = group.arguments[0]
        first = self.facts([Fact(function, first_arguments, value) for value in values], holds=holds)
        if len(group.arguments) == 1:
            return first
        (place,) = _differing_places(group.arguments)
        names = [self.value(arguments[place]) for arguments in group.arguments]
        nobody = None if holds else self.phrases.none_of(names)
        # One sentence serves, if it names the argument that differs once.
        sentences = self.lexicon.sentences.get(function)
        places_in_sentence = () if sentences is None else placeholders(sentences.so)
        has_exception = any(self.is_exception(function, value) for value in values)
        if nobody is None or has_exception or places_in_sentence.count(str(place + 1)) != 1:
            return self.phrases.say("likewise", first, self.phrases.listed(names[1:], "and"))
        arguments = [self.value(argument) for argument in first_arguments]
        arguments[place] = nobody
        value_words = ""
        if values != [YES]:
            value_words = self.phrases.listed([self.value(value) for value in values], "or")
        return self.applied(function, arguments, value_words, holds=True)

    def statement(self, _item: Item, _heading: Heading) -> str:
        """A line of logic below a heading as a sentence, with who says it and how far it is to be believed.

        A line that is not logic is empty, and so is every line of a game that has no words for its lines.
        """
        return ""


def _values_by_term(assertions: Iterable[Assertion]) -> dict[_TermAndTruth, list[str]]:
    """The values in assertions by function, arguments, and whether the term is said to have one of them.

    That a predicate is ``NO`` is said as the denial that it is ``YES``.
    """
    values: dict[_TermAndTruth, list[str]] = {}
    for assertion in assertions:
        value, holds = assertion.fact.value, assertion.holds
        if value in {YES, NO}:
            value, holds = YES, (value == YES) == holds
        values.setdefault((assertion.fact.function, assertion.fact.arguments, holds), []).append(value)
    return values


def _differing_places(rows: Sequence[tuple[str, ...]]) -> list[int]:
    """The places in which rows of arguments are not all alike."""
    return [place for place, values in enumerate(zip(*rows, strict=True)) if len({*values}) > 1]


def _parts_joined_by(operator: str, node: FormulaNode) -> list[FormulaNode]:
    """The parts that one operator joins: ``a``, ``b`` and ``c`` of ``a and (b and c)``."""
    if isinstance(node, Connective) and node.operator == operator:
        return [*_parts_joined_by(operator, node.left), *_parts_joined_by(operator, node.right)]
    return [node]


def _without_negations(node: FormulaNode) -> tuple[FormulaNode, bool]:
    """A formula without the negations before it, and whether it is affirmed; ``!=`` is a negation."""
    is_affirmed = True
    while isinstance(node, Negation):
        node, is_affirmed = node.part, not is_affirmed
    if isinstance(node, Comparison) and node.operator == "!=":
        return replace(node, operator="="), not is_affirmed
    return node, is_affirmed


def _all_nodes_in(nodes: Sequence[FormulaNode | Operand]) -> Iterator[FormulaNode | Operand | Extent]:
    """Some nodes, and everything in them."""
    waiting: list[FormulaNode | Operand | Extent] = [*nodes]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node_parts(node)
