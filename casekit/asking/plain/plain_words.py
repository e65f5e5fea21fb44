"""What a document says in logic, in plain words: what proofs, reviews and editors show to people."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from casekit.asking.plain.formula_reader import FormulaReader
from casekit.asking.plain.gathering import gathered
from casekit.asking.plain.lexicon import Lexicon
from casekit.asking.plain.phrases import Phrases
from casekit.language.document.tree import Heading, Item
from casekit.language.formula.nodes import FormulaNode
from casekit.model.proof import Assertion
from casekit.model.theory import Fact


class PlainWords(ABC):
    """The plain words of one document, in its language.

    ``lexicon`` are the document's words, ``phrases`` those of its language. Clauses have neither a capital nor a full
    stop; they are plain text, to be escaped where they become HTML. Whatever is asked, there is an answer: a name that
    has no meaning is read as it is written.
    """

    def __init__(self, lexicon: Lexicon, phrases: Phrases) -> None:
        self.lexicon, self.phrases = lexicon, phrases
        self.reader = FormulaReader(lexicon, phrases)

    @abstractmethod
    def statement(self, item: Item, heading: Heading) -> str:
        """A line of logic below a heading as a sentence, with who says it and how far it is to be believed.

        A line that is not logic is empty.
        """

    def formula(self, node: FormulaNode) -> str:
        """A formula as a clause."""
        return self.reader.formula(node)

    def fact(self, fact: Fact, holds: bool = True) -> str:  # noqa: FBT001, FBT002 - as in `Assertion`
        """A fact as a clause: that it is so or, unless it ``holds``, that it is not."""
        return self.among([fact], holds)

    def among(self, facts: Sequence[Fact], holds: bool = True) -> str:  # noqa: FBT001, FBT002 - as above
        """That one of several facts is so, or that none of them is; they differ in nothing but their value."""
        return self.reader.facts(facts, so=holds)

    def together(self, assertions: Iterable[Assertion]) -> Iterator[str]:
        """Facts as few clauses: those that differ in one place are said in one."""
        for group in gathered(assertions):
            yield self.reader.group(group)

    def value(self, value: str) -> str:
        """A value as it is called within a sentence."""
        return self.reader.value(value)
