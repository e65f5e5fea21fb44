"""Terms as noun phrases, and what a fact says of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from casekit.asking.plain.lexicon import Lexicon, Noun
from casekit.asking.plain.phrases import Phrases
from casekit.language.formula.clocks import TIME, step
from casekit.language.formula.nodes import Operand, Shift, TermNode
from casekit.language.sentences import VALUE, Sentences, split
from casekit.model.logic import Function, Sort

NONE = "none"
"""The value of a function without one, in formulas and in facts."""


@dataclass(frozen=True, slots=True)
class BoundVariable:
    """A variable: what it is called, and the name of its type."""

    phrase: str
    sort: str


@dataclass(frozen=True)
class TermReader:
    """Reads terms inside one formula.

    ``bound`` are the variables around them. ``glossed`` are the functions whose comment was given already; ``None`` if
    comments are given elsewhere.
    """

    lexicon: Lexicon
    phrases: Phrases
    bound: Mapping[str, BoundVariable] = field(default_factory=dict)
    glossed: set[str] | None = None

    # --- what a name means -----------------------------------------------------------------------

    def function(self, node: Operand) -> Function | None:
        """The function that a term applies, unless it is a variable, value or number."""
        if isinstance(node, Shift):
            return None
        scope = self.lexicon.scope
        if not node.arguments and (node.name in self.bound or node.name in scope.sorts_of_value):
            return None
        return scope.function_of_name.get(node.name)

    def is_measure(self, node: Operand) -> bool:
        """Whether a term is what is counted, such as a distance."""
        scope = self.lexicon.scope
        return isinstance(node, TermNode) and node.name in scope.measures and node.name not in scope.names

    def sort(self, node: Operand) -> Sort | None:
        """The type of a term, as far as it has one."""
        scope = self.lexicon.scope
        if isinstance(node, Shift):
            return self.sort(node.term)
        if not node.arguments and node.name in self.bound:
            return scope.sort_of_name.get(self.bound[node.name].sort)
        function = self.function(node)
        if function is not None:
            return function.values
        return next(iter(scope.sorts_of_value.get(node.name, ())), None)

    def noun(self, sort: Sort | str | None) -> Noun:
        """The noun for a value of a type."""
        if sort is None:
            return self.phrases.noun(VALUE)
        name = sort if isinstance(sort, str) else sort.name
        if name in self.lexicon.nouns:
            return self.lexicon.nouns[name]
        declared = self.lexicon.scope.sort_of_name.get(name)
        return self.phrases.clock if declared is not None and step(declared) else self.phrases.noun(name)

    # --- noun phrases ----------------------------------------------------------------------------

    def value(self, value: str) -> str:
        """A value within a sentence."""
        if value in self.lexicon.values:
            return self.lexicon.values[value]
        if TIME.fullmatch(value):
            return self.phrases.time(value)
        return self.phrases.say("nothing") if value == NONE else self._name(value)

    def _name(self, name: str) -> str:
        # Names in capitals are people's, and written as they are.
        return name if name == name.upper() else self.phrases.named(name)

    def phrase(self, node: Operand) -> str:
        """A term as a noun phrase."""
        if isinstance(node, Shift):
            return self.phrases.shifted(self.phrase(node.term), node.minutes)
        if not node.arguments and node.name in self.bound:
            return self.bound[node.name].phrase
        function = self.function(node)
        if function is None and not node.arguments:
            return self.value(node.name)
        if not node.arguments and node.name in self.lexicon.terms:
            return self.lexicon.terms[node.name]
        arguments = [self.phrase(argument) for argument in node.arguments]
        return self._relative(function, arguments) or self.generic(node.name, arguments)

    def relative(self, node: TermNode) -> str | None:
        """A term by the sentence of its function or by a name of its own, if it has either."""
        if not node.arguments and node.name in self.lexicon.terms:
            return self.lexicon.terms[node.name]
        return self._relative(self.function(node), [self.phrase(argument) for argument in node.arguments])

    def _relative(self, function: Function | None, arguments: Sequence[str]) -> str | None:
        sentences = None if function is None else self.lexicon.sentences.get(function.name)
        if function is None or function.values is None or sentences is None:
            return None
        filled = self.fill(sentences.so, arguments, f"({VALUE})")
        return self.phrases.relative(filled, self.noun(function.values), person=self.is_person(function))

    def is_person(self, function: Function) -> bool:
        """Whether the values of a function are people."""
        return function.values is not None and function.values.name in self.lexicon.people

    def generic(self, name: str, arguments: Sequence[str]) -> str:
        """The words for a function that has no sentences."""
        return self.phrases.application(self.phrases.named(name), arguments, self.gloss(name))

    def gloss(self, name: str) -> str:
        """The writer's comment on a function, the first time that it is spoken of."""
        if self.glossed is None or name in self.glossed:
            return ""
        self.glossed.add(name)
        return self.lexicon.glosses.get(name, "")

    # --- clauses ---------------------------------------------------------------------------------

    def fill(self, sentence: str, arguments: Sequence[str], value: str = "") -> str:
        """A sentence with its placeholders filled in."""
        text = ""
        for before, placeholder in split(sentence):
            text += before
            if placeholder:
                text = "".join(self.phrases.fit(text, self._filling(placeholder, arguments, value)))
        return text

    @staticmethod
    def _filling(placeholder: str, arguments: Sequence[str], value: str) -> str:
        if placeholder == VALUE:
            return value
        index = int(placeholder) - 1
        return arguments[index] if 0 <= index < len(arguments) else f"({placeholder})"

    def said(self, sentences: Sentences, arguments: Sequence[str], value: str, *, so: bool) -> str:
        """The clause that the sentences of a fact make."""
        if so:
            return self.fill(sentences.so, arguments, value)
        if sentences.not_so:
            return self.fill(sentences.not_so, arguments, value)
        return self.phrases.not_so(self.fill(sentences.so, arguments, value))

    def applied(self, name: str, arguments: Sequence[str], value: str, *, so: bool) -> str:
        """That a function has a value in words, or that it has not; a predicate has none."""
        sentences = self.lexicon.sentences.get(name)
        if sentences is not None:
            return self.said(sentences, arguments, value, so=so)
        if value:
            return self.phrases.say("is", self.generic(name, arguments), value, so=so)
        return self.phrases.predicate(self.phrases.named(name), arguments, self.gloss(name), so=so)

    def without_value(self, function: Function, arguments: Sequence[str], *, so: bool) -> str:
        """That an optional function has no value: its sentence for no value at all."""
        if (function.name, NONE) in self.lexicon.exceptions:
            return self.exception(function.name, NONE, arguments, so=so)
        if function.name not in self.lexicon.sentences:
            return self.phrases.say("valueless", self.generic(function.name, arguments), so=so)
        noun = self.noun(function.values)
        value = self.phrases.say("any" if so else "some", noun.one)
        return self.applied(function.name, arguments, value, so=not so)

    def is_exception(self, name: str, value: str) -> bool:
        """Whether a function having a value is said in a sentence of its own."""
        return value == NONE or (name, value) in self.lexicon.exceptions

    def exception(self, name: str, value: str, arguments: Sequence[str], *, so: bool) -> str:
        """The clause that such a sentence makes."""
        return self.said(self.lexicon.exceptions[name, value], arguments, self.value(value), so=so)
