"""Terms as noun phrases, and atoms as clauses: predicates, comparisons and memberships."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from casekit.analysis.verbalizer.phrases import JOINT, OPPOSITE, Lexicon, Noun, Phrases, VerbalizedClause
from casekit.language.formula.nodes import (
    VALUE,
    Comparison,
    Extent,
    FactSentences,
    GroupName,
    ListExtent,
    Membership,
    Operand,
    Range,
    TermNode,
    TimeShift,
    placeholders,
    split,
)
from casekit.language.suggestions import in_capitals
from casekit.logic.formulas import TIME, Function, Sort

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_FEW = 3
"""At most this many values before or after another one are named one by one."""

NONE = "none"
"""The value of a function without one, in formulas and in facts."""


class TermVerbalizer:
    """Reads the terms and atoms of one formula.

    ``lexicon`` are the words of the document, ``phrases`` those of its language, ``bound`` the variables
    around what is read: what each is called, and the noun of its type. ``glossed`` are the functions whose
    comment was given already; ``None`` if comments are given elsewhere.
    """

    bound: Mapping[str, tuple[str, Noun]] = MappingProxyType({})
    glossed: set[str] | None = None

    def __init__(self, lexicon: Lexicon, phrases: Phrases) -> None:
        self.lexicon, self.phrases = lexicon, phrases

    # --- what a name means -----------------------------------------------------------------------

    def function(self, node: Operand) -> Function | None:
        """The function that a term applies, unless it is a variable, value or number."""
        if isinstance(node, TimeShift):
            return None
        scope = self.lexicon.scope
        if not node.arguments and (node.name in self.bound or node.name in scope.sorts_of_value):
            return None
        return scope.function_of_name.get(node.name)

    def is_measure(self, node: Operand) -> bool:
        """Whether a term is what is counted, such as a distance."""
        scope = self.lexicon.scope
        return isinstance(node, TermNode) and node.name in scope.measures and node.name not in scope.names

    def noun(self, sort: Sort | str | None) -> Noun:
        """The noun for a value of a type."""
        if sort is None:
            return self.phrases.noun(VALUE)
        name = sort if isinstance(sort, str) else sort.name
        if name in self.lexicon.nouns:
            return self.lexicon.nouns[name]
        declared = self.lexicon.scope.sort_of_name.get(name)
        return self.phrases.clock if declared is not None and declared.step else self.phrases.noun(name)

    # --- noun phrases ----------------------------------------------------------------------------

    def value(self, value: str) -> str:
        """A value within a sentence."""
        if value in self.lexicon.values:
            return self.lexicon.values[value]
        if TIME.fullmatch(value):
            return self.phrases.time(value)
        if value == NONE:
            return self.phrases.say("nothing")
        # Names in capitals are people's, and written as they are.
        return value if in_capitals(value) else self.phrases.named(value)

    def phrase(self, node: Operand) -> str:
        """A term as a noun phrase."""
        if isinstance(node, TimeShift):
            count, way = abs(node.minutes), "before" if node.minutes < 0 else "after"
            unit = "minute" if count == 1 else "minutes"
            return self.phrases.say(f"{unit} {way}", count, self.phrase(node.term))
        if not node.arguments and node.name in self.bound:
            return self.bound[node.name][0]
        if self.function(node) is None and not node.arguments:
            return self.value(node.name)
        return self.relative(node) or self.generic(node.name, self.phrases_of(node.arguments))

    def relative(self, node: TermNode) -> str | None:
        """A term by the sentence of its function or by a name of its own, if it has either."""
        if not node.arguments and node.name in self.lexicon.terms:
            return self.lexicon.terms[node.name]
        function = self.function(node)
        sentences = None if function is None else self.lexicon.sentences.get(function.name)
        if function is None or function.values is None or sentences is None:
            return None
        filled = self.fill(sentences.so, self.phrases_of(node.arguments), f"({VALUE})")
        return self.phrases.relative(filled, self.noun(function.values), person=self.is_person(function))

    def is_person(self, function: Function) -> bool:
        """Whether the values of a function are people."""
        return function.values is not None and function.values.name in self.lexicon.people

    def generic(self, name: str, arguments: Sequence[str]) -> str:
        """The words for a function that has no sentences: its name, and the writer's comment on it."""
        return f"{self.phrases.say('value of', self.phrases.named(name))}{self._of(arguments)}{self._aside(name)}"

    def _of(self, arguments: Sequence[str]) -> str:
        return self.phrases.say("of", self.phrases.listed(arguments, "and")) if arguments else ""

    def _aside(self, name: str) -> str:
        """The writer's comment on a function, the first time that it is spoken of."""
        if self.glossed is None or name in self.glossed or not self.lexicon.glosses.get(name):
            return ""
        self.glossed.add(name)
        return f" ({self.lexicon.glosses[name]})"

    # --- clauses ---------------------------------------------------------------------------------

    def fill(self, sentence: str, arguments: Sequence[str], value: str = "") -> str:
        """A sentence with its placeholders filled in."""
        filling = {str(index): argument for index, argument in enumerate(arguments, 1)} | {VALUE: value}
        filled = (
            f"{before}{JOINT}{filling.get(place, f'({place})')}" if place else before
            for before, place in split(sentence)
        )
        return self.phrases.fitted("".join(filled))

    def said(self, sentences: FactSentences, arguments: Sequence[str], value: str, *, so: bool) -> str:
        """The clause that the sentences of a fact make."""
        if not so and sentences.not_so:
            return self.fill(sentences.not_so, arguments, value)
        clause = self.fill(sentences.so, arguments, value)
        return clause if so else self.phrases.say("false that", clause)

    def applied(self, name: str, arguments: Sequence[str], value: str, *, so: bool) -> str:
        """That a function has a value in words, or that it has not; a predicate has none."""
        sentences = self.lexicon.sentences.get(name)
        if sentences is not None:
            return self.said(sentences, arguments, value, so=so)
        if value:
            return self.phrases.say("is", self.generic(name, arguments), value, so=so)
        quoted = self.phrases.say("quoted", self.phrases.named(name))
        true = self.phrases.say("true", so=so)
        return f"{quoted}{self._aside(name)} {true}{self._of(arguments)}"

    def is_exception(self, name: str, value: str) -> bool:
        """Whether a function having a value is said in a clause of its own."""
        return value == NONE or (name, value) in self.lexicon.exceptions

    def exception(self, function: Function, value: str, arguments: Sequence[str], *, so: bool) -> str:
        """That clause; without a sentence of its own, no value at all is the denial of any."""
        if (function.name, value) in self.lexicon.exceptions:
            said = self.lexicon.exceptions[function.name, value]
            return self.said(said, arguments, self.value(value), so=so)
        if function.name not in self.lexicon.sentences:
            return self.phrases.say("valueless", self.generic(function.name, arguments), so=so)
        other = self.phrases.say("any" if so else "some", self.noun(function.values).one)
        return self.applied(function.name, arguments, other, so=not so)

    # --- atoms -----------------------------------------------------------------------------------

    def atom(self, node: TermNode | Comparison | Membership, *, so: bool) -> VerbalizedClause:
        """A predicate, a comparison or a membership."""
        match node:
            case TermNode(_, (first, second)) if self.lexicon.scope.is_just_before(node):
                sides = self.phrase(first), self.phrase(second)
                return VerbalizedClause(self.phrases.say("just before", *sides, so=so))
            case TermNode(name, arguments):
                return VerbalizedClause(self.applied(name, self.phrases_of(arguments), "", so=so))
            case Comparison(operator, left, right):
                if operator == "!=":
                    operator, so = "=", not so
                return VerbalizedClause(self._compared(operator, left, right, so=so))
            case Membership(term, extent):
                return self._member(term, extent, so=so)

    def phrases_of(self, nodes: Sequence[Operand]) -> list[str]:
        """Terms as noun phrases."""
        return [self.phrase(node) for node in nodes]

    def _compared(self, operator: str, left: Operand, right: Operand, *, so: bool) -> str:
        if self.is_measure(left) or self.is_measure(right):
            return self._measured(operator, left, right, so=so)
        if not self.is_subject(left, right):
            left, right, operator = right, left, _TURNED[operator]
        function, value = self.function(left), self._constant(right)
        if function is not None and operator == "=" and self.is_exception(function.name, value):
            return self.exception(function, value, self._arguments(left), so=so)
        if function is None or not isinstance(left, TermNode) or function.name not in self.lexicon.sentences:
            return self._compared_phrases(operator, left, right, so=so)
        arguments = self._arguments(left)
        if operator == "=":
            other = self._other(left, function, right)
        else:
            other = self._few(operator, value, function.values)
            other = other or self._ordered(operator, right, function, so=so)
        if other is None:
            return self.phrases.say("is", self.phrase(left), self.phrase(right), so=so)
        return self.applied(function.name, arguments, other, so=so)

    def _compared_phrases(self, operator: str, left: Operand, right: Operand, *, so: bool) -> str:
        """The clause that compares two terms, where no sentence says it."""
        first, second = self.phrase(left), self.phrase(right)
        if operator != "=":
            return self.phrases.say(f"order {operator if so else OPPOSITE[operator]}", first, second)
        return self.phrases.say("valueless" if self._constant(right) == NONE else "is", first, second, so=so)

    def _constant(self, node: Operand) -> str:
        """The name that a term is, unless it is a variable; else nothing."""
        if not isinstance(node, TermNode) or node.arguments or node.name in self.bound:
            return ""
        return node.name

    def is_subject(self, left: Operand, right: Operand) -> bool:
        """Whether the clause is about the left side: about what a sentence can be made of."""
        first, second = self.function(left), self.function(right)
        if first is None or second is None:
            return second is None
        sentences = self.lexicon.sentences
        return first.name in sentences or second.name not in sentences

    def _other(self, left: TermNode, function: Function, right: Operand) -> str | None:
        """The words in a sentence for a value that is that of another term; ``None`` if there are none."""
        other = self.function(right)
        if other is None or not isinstance(right, TermNode):
            return self.phrase(right)
        if other.name == function.name:
            return self._as_another(left, right, function)
        relative = self.relative(right)
        if relative is not None or self.is_person(other):
            return relative or self.phrase(right)
        return self.phrases.same_as(self.noun(function.values), self.phrase(right))

    def _as_another(self, left: TermNode, right: TermNode, function: Function) -> str | None:
        """The value that a function also has for an argument which its sentence names before the value."""
        places = placeholders(self.lexicon.sentences[function.name].so)
        pairs = enumerate(zip(left.arguments, right.arguments, strict=False), 1)
        differing = [(str(index), argument) for index, (own, argument) in pairs if own != argument]
        if len(differing) != 1:
            return None
        place, argument = differing[0]
        if VALUE not in places[places.index(place) + 1 :]:
            return None
        return self.phrases.same_as(self.noun(function.values), self.phrase(argument))

    def _ordered(self, operator: str, right: Operand, function: Function, *, so: bool) -> str:
        """The values of a function that come before or after another one."""
        clock = function.values is not None and function.values.step is not None
        noun = self.noun(function.values)
        value = self.phrases.fitting("time" if clock else "value", noun, noun.one, so=so)
        return self.phrases.fitting(f"compared {operator}", noun, value, self.phrase(right))

    def _few(self, operator: str, value: str, sort: Sort | None) -> str:
        """The same one by one, if they are few and not times; else nothing."""
        if sort is None or sort.step or value not in sort.values:
            return ""
        at = sort.values.index(value)
        chosen = {
            "<": sort.values[:at],
            "<=": sort.values[: at + 1],
            ">": sort.values[at + 1 :],
            ">=": sort.values[at:],
        }[operator]
        few = 1 <= len(chosen) <= _FEW
        return self.phrases.listed([self.value(each) for each in chosen], "or") if few else ""

    def _measured(self, operator: str, left: Operand, right: Operand, *, so: bool) -> str:
        """The clause that compares a count with a number."""
        if not self.is_measure(left):
            left, right, operator = right, left, _TURNED[operator]
        operator = operator if so else OPPOSITE[operator]
        number = right.name if isinstance(right, TermNode) else ""
        counted = (
            self.phrases.say(f"number {operator}", int(number)) if number.isdecimal() else self.phrase(right)
        )
        name, arguments = left.name if isinstance(left, TermNode) else "", self._arguments(left)
        sentence = self.lexicon.measures.get(name)
        if sentence is not None:
            return self.fill(sentence, arguments, counted)
        return self.phrases.say("is", self.generic(name, arguments), counted, so=True)

    def _arguments(self, term: Operand) -> list[str]:
        return self.phrases_of(term.arguments) if isinstance(term, TermNode) else []

    def _member(self, term: Operand, extent: Extent, *, so: bool) -> VerbalizedClause:
        function, phrases = self.function(term), self.phrases
        match extent:
            case ListExtent(()):
                return VerbalizedClause(phrases.say("never", self.phrase(term), so=so))
            case ListExtent(elements):
                if self._has_clauses_of_its_own(term, elements):
                    parts = [self.atom(Comparison("=", term, element), so=so) for element in elements]
                    return self.phrases.joined(parts, so=not so)
                values = self.phrases_of(elements)
                value, nobody = phrases.listed(values, "or"), phrases.none_of(values)
            case Range(first, last) if self.is_measure(term):
                bounds = (Comparison(">=", term, first), Comparison("<=", term, last))
                return self.phrases.joined([self.atom(bound, so=so) for bound in bounds], so=so)
            case Range(first, last):
                among = phrases.say("range", self.phrase(first), self.phrase(last))
                if function is None or function.name not in self.lexicon.sentences:
                    return self._is(term, among, so=so)
                noun = self.noun(function.values)
                value = f"{phrases.fitting('value', noun, noun.one, so=so)} {among}"
                return VerbalizedClause(self.applied(function.name, self._arguments(term), value, so=so))
            case GroupName(name):
                value = phrases.say("one of", phrases.named(name))
                nobody = phrases.none_of([phrases.say("group", phrases.named(name))])
        if function is None:
            return self._is(term, value, so=so)
        return VerbalizedClause(self._any(function, self._arguments(term), value, nobody, so=so))

    def _is(self, term: Operand, what: str, *, so: bool) -> VerbalizedClause:
        return VerbalizedClause(self.phrases.say("is", self.phrase(term), what, so=so))

    def _has_clauses_of_its_own(self, term: Operand, elements: Sequence[Operand]) -> bool:
        """Whether a list is said element by element."""
        function = self.function(term)
        return self.is_measure(term) or any(
            self._is_apart(function, element, elements) for element in elements
        )

    def _is_apart(self, function: Function | None, element: Operand, elements: Sequence[Operand]) -> bool:
        """Whether one of the elements of a list is said in a clause of its own."""
        if function is None or self.function(element) is not None:
            return self.function(element) is not None
        return len(elements) == 1 or self.is_exception(function.name, self._constant(element))

    def _any(
        self, function: Function, arguments: Sequence[str], value: str, nobody: str | None, *, so: bool
    ) -> str:
        """That a function has one of some values in words; ``nobody``, if given, is the phrase for none."""
        sentences = self.lexicon.sentences.get(function.name)
        if so or sentences is None or not sentences.so.startswith(f"({VALUE})"):
            return self.applied(function.name, arguments, value, so=so)
        # As a subject, "one of them" does not deny that it is another one.
        if nobody is not None:
            return self.fill(sentences.so, arguments, nobody)
        return self.phrases.say("false that", self.fill(sentences.so, arguments, value))
