"""Facts of a world read back as clauses."""

from collections.abc import Sequence

from casekit.asking.plain.atom_reader import AtomReader
from casekit.asking.plain.gathering import Gathered
from casekit.asking.plain.phrases import PlainClause
from casekit.deduce.encoding.vocabulary import NO, YES
from casekit.language.sentences import placeholders
from casekit.model.theory import Fact


class FactReader(AtomReader):
    """Reads facts, and groups of them."""

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
            parts.append(self.any_of(function, arguments, [self.terms.value(each) for each in plain], so=so))
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
            else self.joined([PlainClause(part) for part in parts], so=not so).text
        )

    def group(self, group: Gathered) -> str:
        """Facts that differ in one argument."""
        first = self.facts(group.facts, so=group.holds)
        if not group.others:
            return first
        names = [self.terms.value(each) for each in (group.arguments[group.place], *group.others)]
        nobody = None if group.holds else self.phrases.none_of(names)
        if nobody is None or not self._is_said_once(group):
            return self.phrases.say("likewise", first, self.phrases.listed(names[1:], "and"))
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
