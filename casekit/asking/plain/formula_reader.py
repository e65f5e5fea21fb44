"""Formulas read back as clauses: each form of formula has its place here, its words are the language's."""

from collections.abc import Sequence

from casekit.asking.plain.clause_reader import ClauseReader
from casekit.asking.plain.fact_reader import FactReader
from casekit.asking.plain.gathering import Gathered
from casekit.asking.plain.lexicon import Lexicon
from casekit.asking.plain.phrases import Phrases
from casekit.asking.plain.term_reader import TermReader
from casekit.language.formula.nodes import FormulaNode, Operand
from casekit.model.theory import Fact


class FormulaReader:
    """Reads formulas and facts of one document."""

    def __init__(self, lexicon: Lexicon, phrases: Phrases) -> None:
        self._lexicon, self._phrases = lexicon, phrases

    def formula(self, node: FormulaNode, *, glossed: bool = True) -> str:
        """A formula as a clause; what a fact without sentences means by its comment is said once, if at all."""
        terms = TermReader(self._lexicon, self._phrases, glossed=set() if glossed else None)
        return ClauseReader(terms).clause(node).text

    def term(self, node: Operand) -> str:
        """A term as a noun phrase."""
        return TermReader(self._lexicon, self._phrases).phrase(node)

    def facts(self, facts: Sequence[Fact], *, so: bool) -> str:
        """That one of several facts is so, or none; they have one function and the same arguments."""
        return FactReader(TermReader(self._lexicon, self._phrases)).facts(facts, so=so)

    def group(self, group: Gathered) -> str:
        """Facts that differ in one argument as one clause."""
        return FactReader(TermReader(self._lexicon, self._phrases)).group(group)

    def value(self, value: str) -> str:
        """A value within a sentence."""
        return TermReader(self._lexicon, self._phrases).value(value)
