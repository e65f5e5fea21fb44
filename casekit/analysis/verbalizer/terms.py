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

_OPERATOR_WITH_SIDES_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}

_MOST_VALUES_NAMED = 3
"""At most this many values before or after another one are named one by one."""

NONE = "none"
"""The value of a function without one, in formulas and in facts."""


class TermVerbalizer:
    """Reads the terms and atoms of one formula."""

    lexicon: Lexicon
    """The words of the document."""

    phrases: Phrases
    """The words of its language."""

    bound: Mapping[str, tuple[str, Noun]] = MappingProxyType({})
    """The variables around what is read, by name: what each is called, and the noun of its type."""

    glossed: set[str] | None = None
    """The functions whose comment was given already; ``None`` if comments are given elsewhere."""

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
        """A term of a function without sentences: "the age of Anna", with the writer's comment on it."""
        value_of = self.phrases.say("value of", self.phrases.named(name))
        return f"{value_of}{self._of_arguments(arguments)}{self._comment_once(name)}"

    def _of_arguments(self, arguments: Sequence[str]) -> str:
        """Arguments after the name of a function: " of Anna and Bruno"; empty for none."""
        return self.phrases.say("of", self.phrases.listed(arguments, "and")) if arguments else ""

    def _comment_once(self, name: str) -> str:
        """The writer's comment on a function in brackets, the first time that it is spoken of; else empty."""
        if self.glossed is None or name in self.glossed or not self.lexicon.glosses.get(name):
            return ""
        self.glossed.add(name)
        return f" ({self.lexicon.glosses[name]})"

    # --- clauses ---------------------------------------------------------------------------------

    def fill(self, sentence: str, arguments: Sequence[str], value: str = "") -> str:
        """A sentence with its placeholders filled in: ``(1) was in (value)`` as "ANNA was in the bar"."""
        filling = {str(index): argument for index, argument in enumerate(arguments, 1)} | {VALUE: value}
        text = ""
        for before, place in split(sentence):
            text += before
            if place:
                text += f"{JOINT}{filling.get(place, f'({place})')}"
        return self.phrases.fitted(text)

    def clause_of(
        self, sentences: FactSentences, arguments: Sequence[str], value: str, *, holds: bool
    ) -> str:
        """The clause that the sentences of a fact make; its denial unless it ``holds``."""
        if not holds and sentences.not_so:
            return self.fill(sentences.not_so, arguments, value)
        clause = self.fill(sentences.so, arguments, value)
        return clause if holds else self.phrases.say("false that", clause)

    def applied(self, name: str, arguments: Sequence[str], value: str, *, holds: bool) -> str:
        """The clause that a function has a value, or that it has not.

        Arguments and value are words already; the value of a predicate is empty.
        """
        sentences = self.lexicon.sentences.get(name)
        if sentences is not None:
            return self.clause_of(sentences, arguments, value, holds=holds)
        if value:
            return self.phrases.say("is", self.generic(name, arguments), value, holds=holds)
        quoted_name = self.phrases.say("quoted", self.phrases.named(name))
        is_true = self.phrases.say("true", holds=holds)
        return f"{quoted_name}{self._comment_once(name)} {is_true}{self._of_arguments(arguments)}"

    def is_exception(self, name: str, value: str) -> bool:
        """Whether a function having a value is said in a clause of its own."""
        return value == NONE or (name, value) in self.lexicon.exceptions

    def exception(self, function: Function, value: str, arguments: Sequence[str], *, holds: bool) -> str:
        """The clause that a function has such a value; without one, ``none`` is the denial of any value."""
        if (function.name, value) in self.lexicon.exceptions:
            sentences = self.lexicon.exceptions[function.name, value]
            return self.clause_of(sentences, arguments, self.value(value), holds=holds)
        if function.name not in self.lexicon.sentences:
            return self.phrases.say("valueless", self.generic(function.name, arguments), holds=holds)
        any_value = self.phrases.say("any" if holds else "some", self.noun(function.values).one)
        return self.applied(function.name, arguments, any_value, holds=not holds)

    # --- atoms -----------------------------------------------------------------------------------

    def atom(self, node: TermNode | Comparison | Membership, *, holds: bool) -> VerbalizedClause:
        """A predicate, a comparison or a membership."""
        match node:
            case TermNode(_, (first, second)) if self.lexicon.scope.is_just_before(node):
                sides = self.phrase(first), self.phrase(second)
                return VerbalizedClause(self.phrases.say("just before", *sides, holds=holds))
            case TermNode(name, arguments):
                return VerbalizedClause(self.applied(name, self.phrases_of(arguments), "", holds=holds))
            case Comparison(operator, left, right):
                if operator == "!=":
                    operator, holds = "=", not holds
                return VerbalizedClause(self._compared(operator, left, right, holds=holds))
            case Membership(term, extent):
                return self._member(term, extent, holds=holds)

    def phrases_of(self, nodes: Sequence[Operand]) -> list[str]:
        """Terms as noun phrases."""
        return [self.phrase(node) for node in nodes]

    def _compared(self, operator: str, left: Operand, right: Operand, *, holds: bool) -> str:
        """The clause that compares two terms, by any operator but ``!=``."""
        if self.is_measure(left) or self.is_measure(right):
            return self._measured(operator, left, right, holds=holds)
        if not self.is_subject(left, right):
            left, right, operator = right, left, _OPERATOR_WITH_SIDES_SWAPPED[operator]
        function, value = self.function(left), self._constant(right)
        if function is not None and operator == "=" and self.is_exception(function.name, value):
            return self.exception(function, value, self._arguments(left), holds=holds)
        if function is None or not isinstance(left, TermNode) or function.name not in self.lexicon.sentences:
            return self._compared_phrases(operator, left, right, holds=holds)
        arguments = self._arguments(left)
        if operator == "=":
            value_words = self._value_of_other_side(left, function, right)
        else:
            value_words = self._few_values(operator, value, function.values)
            value_words = value_words or self._values_in_order(operator, right, function, holds=holds)
        if value_words is None:
            return self.phrases.say("is", self.phrase(left), self.phrase(right), holds=holds)
        return self.applied(function.name, arguments, value_words, holds=holds)

    def _compared_phrases(self, operator: str, left: Operand, right: Operand, *, holds: bool) -> str:
        """The clause that compares two terms, where no sentence says it."""
        first, second = self.phrase(left), self.phrase(right)
        if operator != "=":
            true_operator = operator if holds else OPPOSITE[operator]
            return self.phrases.say(f"order {true_operator}", first, second)
        return self.phrases.say(
            "valueless" if self._constant(right) == NONE else "is", first, second, holds=holds
        )

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

    def _value_of_other_side(self, left: TermNode, function: Function, right: Operand) -> str | None:
        """The right side as the value in a sentence about the left: "ANNA was in the same place as BRUNO".

        ``None`` if there are no words for it.
        """
        right_function = self.function(right)
        if right_function is None or not isinstance(right, TermNode):
            return self.phrase(right)
        if right_function.name == function.name:
            return self._same_as_for_other_argument(left, right, function)
        relative = self.relative(right)
        if relative is not None or self.is_person(right_function):
            return relative or self.phrase(right)
        return self.phrases.same_as(self.noun(function.values), self.phrase(right))

    def _same_as_for_other_argument(self, left: TermNode, right: TermNode, function: Function) -> str | None:
        """The value that a function also has for one other argument, as "the same place as BRUNO".

        ``None`` if several arguments differ, or if the sentence names that argument after the value.
        """
        places = placeholders(self.lexicon.sentences[function.name].so)
        pairs = enumerate(zip(left.arguments, right.arguments, strict=False), 1)
        differing = [(str(index), theirs) for index, (ours, theirs) in pairs if ours != theirs]
        if len(differing) != 1:
            return None
        ((place, argument),) = differing
        places_after = places[places.index(place) + 1 :]
        if VALUE not in places_after:
            return None
        return self.phrases.same_as(self.noun(function.values), self.phrase(argument))

    def _values_in_order(self, operator: str, right: Operand, function: Function, *, holds: bool) -> str:
        """The values of a function that come before or after another one: "a time before 23:50"."""
        are_times = function.values is not None and function.values.step is not None
        noun = self.noun(function.values)
        value = self.phrases.fitting("time" if are_times else "value", noun, noun.one, holds=holds)
        return self.phrases.fitting(f"compared {operator}", noun, value, self.phrase(right))

    def _few_values(self, operator: str, value: str, sort: Sort | None) -> str:
        """The values before or after another one: "upper or middle"; empty for times and for many values."""
        if sort is None or sort.step or value not in sort.values:
            return ""
        index = sort.values.index(value)
        values = {
            "<": sort.values[:index],
            "<=": sort.values[: index + 1],
            ">": sort.values[index + 1 :],
            ">=": sort.values[index:],
        }[operator]
        if not 1 <= len(values) <= _MOST_VALUES_NAMED:
            return ""
        return self.phrases.listed([self.value(each) for each in values], "or")

    def _measured(self, operator: str, left: Operand, right: Operand, *, holds: bool) -> str:
        """The clause that compares a count with a number."""
        if not self.is_measure(left):
            left, right, operator = right, left, _OPERATOR_WITH_SIDES_SWAPPED[operator]
        operator = operator if holds else OPPOSITE[operator]
        number = right.name if isinstance(right, TermNode) else ""
        if number.isdecimal():
            number_words = self.phrases.say(f"number {operator}", int(number))
        else:
            number_words = self.phrase(right)
        name, arguments = left.name if isinstance(left, TermNode) else "", self._arguments(left)
        sentence = self.lexicon.measures.get(name)
        if sentence is not None:
            return self.fill(sentence, arguments, number_words)
        return self.phrases.say("is", self.generic(name, arguments), number_words, holds=True)

    def _arguments(self, term: Operand) -> list[str]:
        return self.phrases_of(term.arguments) if isinstance(term, TermNode) else []

    def _between(self, term: Operand, first: Operand, last: Operand, *, holds: bool) -> VerbalizedClause:
        """The clauses that a measure is at least one value and at most another."""
        bounds = (Comparison(">=", term, first), Comparison("<=", term, last))
        parts = [self.atom(bound, holds=holds) for bound in bounds]
        return self.phrases.joined(parts, "and" if holds else "or")

    def _member(self, term: Operand, extent: Extent, *, holds: bool) -> VerbalizedClause:
        """The clause that a term is one of some values, or several clauses joined."""
        function, phrases = self.function(term), self.phrases
        match extent:
            case ListExtent(()):
                return VerbalizedClause(phrases.say("never", self.phrase(term), holds=holds))
            case ListExtent(elements):
                if self._has_clauses_of_its_own(term, elements):
                    parts = [self.atom(Comparison("=", term, element), holds=holds) for element in elements]
                    return self.phrases.joined(parts, "or" if holds else "and")
                values = self.phrases_of(elements)
                value, nobody = phrases.listed(values, "or"), phrases.none_of(values)
            case Range(first, last) if self.is_measure(term):
                return self._between(term, first, last, holds=holds)
            case Range(first, last):
                among = phrases.say("range", self.phrase(first), self.phrase(last))
                if function is None or function.name not in self.lexicon.sentences:
                    return self._is(term, among, holds=holds)
                noun = self.noun(function.values)
                value = f"{phrases.fitting('value', noun, noun.one, holds=holds)} {among}"
                return VerbalizedClause(
                    self.applied(function.name, self._arguments(term), value, holds=holds)
                )
            case GroupName(name):
                value = phrases.say("one of", phrases.named(name))
                nobody = phrases.none_of([phrases.say("group", phrases.named(name))])
        if function is None:
            return self._is(term, value, holds=holds)
        return VerbalizedClause(
            self._one_of_values(function, self._arguments(term), value, nobody, holds=holds)
        )

    def _is(self, term: Operand, what: str, *, holds: bool) -> VerbalizedClause:
        return VerbalizedClause(self.phrases.say("is", self.phrase(term), what, holds=holds))

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

    def _one_of_values(
        self, function: Function, arguments: Sequence[str], value: str, nobody: str | None, *, holds: bool
    ) -> str:
        """The clause that a function has one of some values, which are words already.

        ``nobody`` is the phrase for none of them, if the language has one.
        """
        sentences = self.lexicon.sentences.get(function.name)
        if holds or sentences is None or not sentences.so.startswith(f"({VALUE})"):
            return self.applied(function.name, arguments, value, holds=holds)
        # As the subject of a denial, "one of them" would leave it open that it is another one.
        if nobody is not None:
            return self.fill(sentences.so, arguments, nobody)
        return self.phrases.say("false that", self.fill(sentences.so, arguments, value))
