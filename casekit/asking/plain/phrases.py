"""What a language has to say to read formulas back: a module like ``english_phrases.py`` for each."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from casekit.asking.plain.lexicon import Noun

Kind = Literal["clause", "and", "or", "implies", "open"]


@dataclass(frozen=True, slots=True)
class PlainClause:
    """A formula in words, and how it can be joined to others.

    ``implies`` and ``open`` ones (a quantifier, with a colon) have no end of their own, so something behind them would
    seem to be part of them.
    """

    text: str
    kind: Kind = "clause"


@dataclass(frozen=True, slots=True)
class Domain:
    """What a variable runs through: values of a type, perhaps not all of them.

    ``among`` restricts it and ``without`` excepts something, in words; both may be empty.
    """

    noun: Noun
    among: str = ""
    without: str = ""


class Phrases(ABC):
    """The words of one language. Clauses have no capital and no full stop."""

    # --- names -----------------------------------------------------------------------------------

    @abstractmethod
    def noun(self, name: str) -> Noun:
        """The noun of a type that a document declares, by its name."""

    @property
    @abstractmethod
    def clock(self) -> Noun:
        """The noun of types whose values are times."""

    def time(self, text: str) -> str:
        """A time, from how formulas have it: ``23:50``."""
        return text

    @abstractmethod
    def quoted(self, text: str) -> str:
        """A text in quotation marks."""

    def named(self, name: str) -> str:
        """A name as words: the marks that join its parts are spaces."""
        return name.replace("_", " ").replace("-", " ").strip()

    # --- noun phrases ----------------------------------------------------------------------------

    @abstractmethod
    def listed(self, items: Sequence[str], joined: Literal["and", "or"]) -> str:
        """Items as a list; there is at least one."""

    @abstractmethod
    def nothing(self) -> str:
        """What has no value."""

    @abstractmethod
    def shifted(self, term: str, minutes: int) -> str:
        """So many minutes after a time, or before it if they are fewer than 0."""

    @abstractmethod
    def application(self, name: str, arguments: Sequence[str], gloss: str) -> str:
        """The value of a function that has no sentences, by its name and the writer's comment on it."""

    def relative(self, sentence: str, noun: Noun, *, person: bool) -> str | None:
        """The value of a function by its sentence, in which ``(value)`` is left; ``None`` if the language cannot."""
        del sentence, noun, person
        return None

    @abstractmethod
    def same_as(self, noun: Noun, other: str) -> str:
        """The value that something else has too."""

    def none_of(self, items: Sequence[str]) -> str | None:
        """The subject or object of a clause that is false of each; ``None`` if the language cannot put it so."""
        del items
        return None

    def none_of_group(self, group: str) -> str | None:
        """The same of the values of a named group."""
        del group
        return None

    @abstractmethod
    def some(self, noun: Noun) -> str:
        """A value, whichever it is."""

    @abstractmethod
    def any(self, noun: Noun) -> str:
        """The same under a negation."""

    @abstractmethod
    def one_of(self, group: str) -> str:
        """One of the values of a named group."""

    @abstractmethod
    def compared(self, operator: str, noun: Noun, other: str, *, clock: bool, so: bool) -> str:
        """A value that comes before or after another one; ``so`` unless under a negation."""

    @abstractmethod
    def between(self, noun: Noun, first: str, last: str, *, so: bool) -> str:
        """A value in a range, both ends included."""

    @abstractmethod
    def counted(self, operator: str, number: int) -> str:
        """A number that is compared with another: "at most 2"."""

    # --- clauses ---------------------------------------------------------------------------------

    @abstractmethod
    def predicate(self, name: str, arguments: Sequence[str], gloss: str, *, so: bool) -> str:
        """A yes-or-no fact without sentences."""

    @abstractmethod
    def identity(self, left: str, right: str, *, so: bool) -> str:
        """That two are one and the same."""

    @abstractmethod
    def order(self, left: str, operator: str, right: str, *, so: bool) -> str:
        """That one comes before or after the other."""

    @abstractmethod
    def within(self, term: str, among: str, *, so: bool) -> str:
        """That something is among others."""

    @abstractmethod
    def not_so(self, clause: str) -> str:
        """That a clause is false."""

    def denied(self, clause: PlainClause) -> str:
        """The same of a formula of several clauses, which are put in brackets."""
        several = clause.kind != "clause"
        return self.not_so(f"({clause.text})" if several else clause.text)

    @abstractmethod
    def without_value(self, term: str, *, so: bool) -> str:
        """That something has no value, or has one."""

    @abstractmethod
    def likewise(self, clause: str, others: Sequence[str]) -> str:
        """A clause that is as true of others."""

    @abstractmethod
    def never(self, term: str, *, so: bool) -> str:
        """That something is one of no values at all, which nothing ever is."""

    @abstractmethod
    def conjunction(self, parts: Sequence[PlainClause]) -> str:
        """That all are so."""

    @abstractmethod
    def disjunction(self, parts: Sequence[PlainClause]) -> str:
        """That at least one is so."""

    @abstractmethod
    def implication(self, left: PlainClause, right: PlainClause) -> str:
        """That one is so if another is."""

    @abstractmethod
    def equivalence(self, left: PlainClause, right: PlainClause) -> str:
        """That either both are so or none."""

    # --- quantifiers -----------------------------------------------------------------------------

    @abstractmethod
    def whole_group(self, group: str) -> str:
        """All values of a named group."""

    @abstractmethod
    def among_group(self, group: str) -> str:
        """The restriction to a named group."""

    @abstractmethod
    def among_range(self, first: str, last: str) -> str:
        """The restriction to a range."""

    @abstractmethod
    def among_listed(self, items: Sequence[str]) -> str:
        """The restriction to some values, perhaps to none."""

    @abstractmethod
    def without(self, items: Sequence[str]) -> str:
        """The exception of some values."""

    @abstractmethod
    def determined(self, quantifier: str, domain: Domain, *, so: bool) -> tuple[str, bool] | None:
        """A quantifier as the subject of a clause that is so or not, and whether that clause is then said to be so.

        ``None`` if the language cannot put it so without a doubt.
        """

    @abstractmethod
    def quantified(self, quantifier: str, count: int, domain: Domain, variable: str) -> str:
        """A quantifier before a colon. ``variable`` is its name, if it is called by it."""

    @abstractmethod
    def headed(self, head: str, body: PlainClause) -> str:
        """A quantifier and what is so for the values that it counts."""

    @abstractmethod
    def that_one(self, noun: Noun) -> str:
        """What a quantifier's variable is called behind its colon."""

    @abstractmethod
    def each(self, domain: Domain) -> str:
        """Each of the values of a variable."""

    @abstractmethod
    def distinct(self, terms: Sequence[str]) -> str:
        """That terms, each in all its cases, have no value twice."""

    # --- joints ----------------------------------------------------------------------------------

    @abstractmethod
    def fit(self, before: str, phrase: str) -> tuple[str, str]:
        """The text before a placeholder and what goes into it, so that they fit: one article, elisions."""

    def sentence(self, clause: str) -> str:
        """A clause as a sentence of its own."""
        end = "" if clause.endswith((".", "!", "?", "…")) else "."
        return f"{clause[:1].upper()}{clause[1:]}{end}"
