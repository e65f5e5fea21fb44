"""Claims that readers took from passages as they are now, each with its meaning and its place."""

from collections.abc import Iterable, Iterator
from functools import cached_property

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.deduce.encoding.encoded_theory import GroundingTooLargeError
from casekit.diagnostics import Place
from casekit.logic.formulas import Formula
from casekit.readings.claim_solver import ClaimSolver
from casekit.readings.formulas import read_formula
from casekit.readings.quotations import overlap, place_of_quote
from casekit.readings.reading import AcceptedWords, ReadClaim, Reading
from casekit.readings.reading_copy import ReadingPassage, digest_of
from casekit.values import frozen


@frozen(slots=True)
class TypedClaim:
    """A claim of a reader with the meaning of its formula."""

    claim: ReadClaim
    """The claim."""

    formula: Formula | None
    """The meaning; ``None`` for a free fact or an accusation alone."""

    place: Place
    """Where its words are."""

    @property
    def is_statement(self) -> bool:
        """Whether its words surely say a formula."""
        return self.formula is not None and self.claim.grade != "suggests"


@frozen
class PassageClaims:
    """The claims that one reader took from one passage as it is now."""

    passage: ReadingPassage
    """The passage."""

    reader: str
    """The reader."""

    claims: tuple[TypedClaim, ...]
    """What was taken and is not accepted."""

    accepted: tuple[TypedClaim, ...] = ()
    """What was taken and is accepted by the writer."""

    @cached_property
    def statements(self) -> tuple[Formula, ...]:
        """The formulas that its words surely say."""
        every = (*self.claims, *self.accepted)
        return tuple([claim.formula for claim in every if claim.formula is not None and claim.is_statement])

    @cached_property
    def hints(self) -> tuple[Formula, ...]:
        """The formulas that its words suggest."""
        every = (*self.claims, *self.accepted)
        return tuple(
            [claim.formula for claim in every if claim.formula is not None and not claim.is_statement]
        )


class ClaimTyper:
    """Gives claims of a reading their meaning in a document, and counts those that have none any more."""

    def __init__(self, reading: Reading, analysis: DocumentAnalysis, solver: ClaimSolver) -> None:
        self._reading, self._analysis, self._solver = reading, analysis, solver
        self.unreadable = 0
        """How many claims have formulas that the document does not understand."""

    def fresh_claims(self, passage: ReadingPassage) -> list[PassageClaims]:
        """The claims of each reader from a passage as it is now."""
        digest = digest_of(passage)
        readings = self._reading.passages.get(passage.key, ())
        fresh = [known for known in readings if known.digest == digest]
        return [self._typed(passage, known.reader, known.claims) for known in fresh]

    def _typed(self, passage: ReadingPassage, reader: str, claims: Iterable[ReadClaim]) -> PassageClaims:
        """Claims with their meanings and places; those that are not understood any more are counted."""
        usable: list[TypedClaim] = []
        accepted: list[TypedClaim] = []
        for claim in claims:
            place = place_of_quote(self._analysis.source, passage.prose, claim.quote)
            formula = None
            if claim.formula:
                formula = self._formula(claim.formula)
                if formula is None:
                    self.unreadable += 1
            if place is None or (claim.formula and formula is None):
                continue
            typed = TypedClaim(claim, formula, place)
            (accepted if self.is_accepted(passage, place) else usable).append(typed)
        return PassageClaims(passage, reader, tuple(usable), tuple(accepted))

    def _formula(self, text: str) -> Formula | None:
        """The meaning of a formula, if the document understands it and it is not too large."""
        read = read_formula(text, self._analysis.scope, self._analysis.dialect)
        if isinstance(read, str):
            return None
        try:
            self._solver.meaning(read.formula)
        except GroundingTooLargeError:
            return None
        return read.formula

    def is_accepted(self, passage: ReadingPassage, place: Place) -> bool:
        """Whether the writer has accepted words of a passage that share a character with a place."""
        for words in self._accepted_of(passage):
            accepted = place_of_quote(self._analysis.source, passage.prose, words.quote)
            if accepted is not None and overlap(accepted, place):
                return True
        return False

    def _accepted_of(self, passage: ReadingPassage) -> Iterator[AcceptedWords]:
        for words in self._reading.accepted:
            if words.path == passage.key:
                yield words
