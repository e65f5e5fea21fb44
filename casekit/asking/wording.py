"""How a game says in words what its theories say: values, facts, what follows from somebody's word."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casekit.asking.origins import Origin
from casekit.deduce.vocabulary import ASKED, NO, YES
from casekit.model.proof import Assertion, Inference
from casekit.model.theory import Fact


@dataclass(frozen=True, slots=True)
class Cited:
    """A line that a step rests on: its path or block, the words it quotes, what it says in logic."""

    path: str
    quotation: str
    text: str
    lie: bool = False


class Wording(ABC):
    """The words of one document's game. What a game says like every other is written here."""

    source = "path"
    """What a reader chooses to read, in the singular."""

    sources = "paths"
    """The same in the plural."""

    given: frozenset[str]
    """The paths of lines that are known before anything is read."""

    nothing_to_read: str
    """What is said of a proof that takes no source."""

    elements: tuple[str, ...]
    """The questions of the game, by the names of their functions."""

    @abstractmethod
    def value(self, value: str) -> str:
        """A value as the document names it."""

    def answer(self, element: str, value: str) -> str:
        """A value as the answer to a question of the game."""
        del element
        return self.value(value)

    def element(self, element: str) -> str:
        """A question of the game as a noun."""
        return element

    def answers(self, element: str, value: str) -> str:
        """The clause that a value answers a question."""
        return f"{self.answer(element, value)} is the {self.element(element)}"

    def fact(self, fact: Fact, truth: str = "") -> str:
        """A fact as a clause, and what it is in truth if that is said."""
        if fact.value in {YES, NO}:
            return str(fact)
        aside = f" (in truth {self.value(truth)})" if truth else ""
        return f"{fact.term} = {self.value(fact.value)}{aside}"

    def assertion(self, assertion: Assertion) -> str:
        """What a step shows, as a clause."""
        fact = assertion.fact
        if fact.function == ASKED:
            so = (fact.value == YES) == assertion.holds
            return f"the answer is {'true' if so else 'false'}"
        if fact.function in self.elements:
            answer = self.answer(fact.function, fact.value)
            return f"the {self.element(fact.function)} is {'' if assertion.holds else 'not '}{answer}"
        return self.fact(fact) if assertion.holds else f"{fact.term} != {self.value(fact.value)}"

    def supposed(self, assertion: Assertion) -> str:
        """What is supposed, after "Suppose"."""
        return self.assertion(assertion)

    def none_of(self, facts: Sequence[Fact]) -> str:
        """That one term has none of several values."""
        first = facts[0]
        if first.function in self.elements:
            answers = [self.answer(fact.function, fact.value) for fact in facts]
            return f"the {self.element(first.function)} is not one of {listed(answers)}"
        return f"{first.term} is not one of {listed(self.value(fact.value) for fact in facts)}"

    def spoken(self, step: Inference, origin: Origin, told: str, cite: str) -> str | None:
        """What follows from a line that somebody vouches for; ``None`` if it follows as from any other.

        ``told`` is the clause that follows, empty for a contradiction, ``cite`` the numbers of the steps used.
        """
        del step, origin, told, cite
        return None

    def mark(self, path: str) -> str:
        """What goes before the logic of a line that is cited from somewhere."""
        del path
        return ""

    def law(self, line: str) -> Cited | None:
        """A rule of the game that no line of the document states, if the identifier is that of one."""
        del line
        return None

    @property
    def glosses(self) -> Mapping[str, str]:
        """What facts mean in the writer's words, by the names of their functions."""
        return {}


def listed(items: Iterable[str]) -> str:
    """Items as a list in a sentence; there must be at least one."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]
