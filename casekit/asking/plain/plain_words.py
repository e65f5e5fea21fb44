"""The logic of a document in plain words: what proofs, reviews and editors show to people."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from casekit.asking.plain.clause_reader import ClauseReader
from casekit.asking.plain.fact_reader import FactReader
from casekit.asking.plain.gathering import Gathered, gathered
from casekit.asking.plain.lexicon import Lexicon
from casekit.asking.plain.phrases import Phrases
from casekit.asking.plain.term_reader import TermReader
from casekit.language.document.tree import Heading, Item
from casekit.language.formula.nodes import FormulaNode, Operand
from casekit.model.proof import Assertion
from casekit.model.theory import Fact


class FormulaReader:
    """Reads formulas and facts of one document, in its language.

    ``lexicon`` are the document's words, ``phrases`` those of its language. Clauses have neither a capital nor a full
    stop; they are plain text, to be escaped where they become HTML. Whatever is asked, there is an answer: a name that
    has no meaning is read as it is written.
    """

    def __init__(self, lexicon: Lexicon, phrases: Phrases) -> None:
        self.lexicon, self.phrases = lexicon, phrases

    def formula(self, node: FormulaNode, *, glossed: bool = True) -> str:
        """A formula as a clause; what a fact without sentences means by its comment is said once, if at all."""
        terms = TermReader(self.lexicon, self.phrases, glossed=set() if glossed else None)
        return ClauseReader(terms).clause(node).text

    def term(self, node: Operand) -> str:
        """A term as a noun phrase."""
        return TermReader(self.lexicon, self.phrases).phrase(node)

    def facts(self, facts: Sequence[Fact], *, so: bool) -> str:
        """That one of several facts is so, or none; they have one function and the same arguments."""
        return FactReader(TermReader(self.lexicon, self.phrases)).facts(facts, so=so)

    def group(self, group: Gathered) -> str:
        """Facts that differ in one argument as one clause."""
        return FactReader(TermReader(self.lexicon, self.phrases)).group(group)

    def together(self, assertions: Iterable[Assertion]) -> Iterator[str]:
        """Facts as few clauses: those that differ in one place are said in one."""
        return map(self.group, gathered(assertions))

    def value(self, value: str) -> str:
        """A value as it is called within a sentence."""
        return TermReader(self.lexicon, self.phrases).value(value)


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
