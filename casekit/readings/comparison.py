"""The claims that readers took, held against the lines and the truth of a document.

Each passage is compared by itself: with the rules and what everybody knows, its lines are taken as they are
said, and so are the claims of a reader. ``docs/readings.md`` says what is found, and when.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.wording import SourceLine
from casekit.diagnostics import Place
from casekit.logic.formulas import Formula
from casekit.logic.theory import Element
from casekit.readings.claim_solver import ClaimSolver, Given
from casekit.readings.free_facts import difference, same_property
from casekit.readings.quotations import overlap, place_of_quote
from casekit.readings.reading import PRESENTATION, SOLUTION, FreeFact, Reading
from casekit.readings.reading_copy import ReadingCopy, ReadingPassage
from casekit.readings.shorter_proofs import CandidateClaim, claims_that_shorten
from casekit.readings.typed_claims import ClaimTyper, PassageClaims, TypedClaim
from casekit.values import frozen

Kind = Literal["false", "giveaway", "voice", "untaken", "suggested", "contrary", "unlike"]
"""What is wrong: ``false`` words, an answer given away, somebody else's word, a line that nobody took or that
was only suggested, words that contradict each other, or that may do so."""


@frozen(slots=True)
class Discrepancy:
    """Something that one reader took, or that no reader took, and that does not fit."""

    kind: Kind
    """What is wrong."""

    key: str
    """The passage."""

    place: Place
    """The words that it is about, or the line."""

    reader: str
    """The reader who took it; empty where nobody took a line."""

    claimed: str
    """What was taken, or the line that was not: a formula or a free fact."""

    about: str = ""
    """The rest of what a message says: the answer that is given away, whose word it is, or a reason."""

    other: tuple[str, Place] | None = None
    """The other passage and place of two that contradict each other."""


@frozen
class ComparedReading:
    """The result of a comparison."""

    discrepancies: tuple[Discrepancy, ...]
    """What does not fit, reader by reader, in the order of the text."""

    taken: Mapping[str, tuple[PassageClaims, ...]]
    """The claims of each reader by passage, of those passages that somebody has read as they are now."""

    stale: tuple[str, ...]
    """The passages that somebody read before their text changed, and that nobody has read as they are."""

    outdated: bool
    """Whether presentation or vocabulary have changed since something was read."""

    unreadable: int
    """How many claims have formulas that the document does not understand any more."""

    def reader_count(self, key: str) -> int:
        """How many readers have read a passage as it is now."""
        return len(self.taken.get(key, ()))


def compare_reading(reading: Reading, copy: ReadingCopy, analysis: DocumentAnalysis) -> ComparedReading:
    """Hold all that readers took against a document.

    Raises:
        OutOfBudgetError: if a question is too hard.
    """
    return _Comparison(reading, copy, analysis).result()


class _Comparison:
    """Compares one passage after the other, and remembers what is asked of several at the end."""

    def __init__(self, reading: Reading, copy: ReadingCopy, analysis: DocumentAnalysis) -> None:
        self._reading, self._copy, self._analysis = reading, copy, analysis
        self._solver = ClaimSolver(analysis)
        self._lines = _lines_by_place(analysis)
        self._answers = _true_answers(analysis.verdict.elements)
        self._answer_about = _answers_by_person(self._answers, copy.speakers)
        self._discrepancies: list[Discrepancy] = []
        self._candidates: list[CandidateClaim] = []
        self._free_claims: list[_FreeClaim] = []
        self._typer = ClaimTyper(reading, analysis, self._solver)

    def result(self) -> ComparedReading:
        """Compare everything."""
        every: dict[str, tuple[PassageClaims, ...]] = {}
        stale: list[str] = []
        for passage in self._copy.passages:
            taken = self._typer.fresh_claims(passage)
            if taken:
                every[passage.key] = tuple(taken)
                self._compare_passage(passage, taken)
            elif passage.key in self._reading.passages:
                stale.append(passage.key)
        self._discrepancies += self._shorter_proofs()
        self._discrepancies += _contrary_free_claims(self._free_claims, self._copy.language)
        self._discrepancies += self._clashes()
        return ComparedReading(
            tuple(self._discrepancies),
            every,
            tuple(stale),
            self._is_outdated(),
            self._typer.unreadable,
        )

    def _is_outdated(self) -> bool:
        """Whether something was read beside another presentation or vocabulary."""
        for readings in self._reading.passages.values():
            for known in readings:
                if known.context not in {"", self._copy.context}:
                    return True
        return False

    # --- a passage -------------------------------------------------------------------------------

    def _compare_passage(self, passage: ReadingPassage, taken: Sequence[PassageClaims]) -> None:
        """Compare what all readers took from a passage."""
        lines = [self._lines[place.start] for place in passage.lines if place.start in self._lines]
        compared: list[PassageClaims] = []
        for claims in taken:
            self._free_claims += _free_claims_of(claims)
            contrary = self._contrary_claims(claims)
            if contrary is not None:
                self._discrepancies.append(contrary)
            else:
                compared.append(claims)
                self._compare_claims(claims, lines)
        if len(compared) == len(taken):
            self._discrepancies += self._untaken(passage, lines, compared)

    def _base(self, passage: ReadingPassage) -> Given:
        """The knowledge that a reader of a passage has beside it."""
        return self._solver.rules if passage.key == PRESENTATION else self._solver.known

    def _contrary_claims(self, claims: PassageClaims) -> Discrepancy | None:
        """The first claim that contradicts those before it, where one does."""
        by_voice: dict[tuple[str, ...], list[TypedClaim]] = {}
        for claim in claims.claims:
            if claim.is_statement:
                by_voice.setdefault(claim.claim.said_by, []).append(claim)
        for same_voice in by_voice.values():
            nodes = self._solver.said([claim.formula for claim in same_voice if claim.formula is not None])
            if self._solver.is_possible(Given(tuple(nodes))):
                continue
            for count, claim in enumerate(same_voice, 1):
                if not self._solver.is_possible(Given(tuple(nodes[:count]))):
                    said = f"`{claim.claim.formula}` and what the words before it say"
                    return Discrepancy("contrary", claims.passage.key, claim.place, claims.reader, said)
        return None

    def _compare_claims(self, claims: PassageClaims, lines: Sequence[SourceLine]) -> None:
        """Compare the claims of one reader with the lines of the passage and with the truth."""
        passage = claims.passage
        base = self._base(passage)
        own_lines = [line for line in lines if line.mode != "hint"]
        with_lines = base.and_also(self._solver.said([line.formula for line in own_lines]))
        if not self._solver.is_possible(with_lines):
            with_lines = Given(tuple(self._solver.said([line.formula for line in own_lines])))
        for claim in claims.claims:
            if self._accuses_rightly(claim, passage, lines):
                self._add("giveaway", claims, claim, self._answer_about[claim.claim.accuses])
            elif claim.formula is not None and claim.is_statement:
                self._compare_statement(claims, claim, lines, base, with_lines)

    def _compare_statement(
        self,
        claims: PassageClaims,
        claim: TypedClaim,
        lines: Sequence[SourceLine],
        base: Given,
        with_lines: Given,
    ) -> None:
        """Compare words that surely say a formula with the lines of their passage and with the truth."""
        formula = claim.formula
        is_report_in_solution = claims.passage.key == SOLUTION and bool(claim.claim.said_by)
        if formula is None or is_report_in_solution:
            return
        if self._solver.entails(with_lines, formula):
            has_same_voice = self._has_same_voice(claim, claims.passage, lines, base)
            if not has_same_voice and not self._solver.entails(base, formula):
                self._add("voice", claims, claim, _voice_of(claim.claim.said_by))
            return
        if self._is_hinted(formula, lines, with_lines) or self._solver.is_idle_condition(formula):
            return
        if self._solver.standing(formula) in {"false", "void"}:
            self._add("false", claims, claim)
        elif claims.passage.key != SOLUTION:
            self._look_for_giveaway(claims, claim)

    def _has_same_voice(
        self, claim: TypedClaim, passage: ReadingPassage, lines: Sequence[SourceLine], base: Given
    ) -> bool:
        """Whether lines of the voice that a reader heard say what the claim says."""
        plain = [line for line in lines if line.mode != "hint"]
        if all(_reporters(line, passage) == claim.claim.said_by for line in plain):
            return True
        same = [line.formula for line in plain if _reporters(line, passage) == claim.claim.said_by]
        given = base.and_also(self._solver.said(same))
        return claim.formula is not None and self._solver.entails(given, claim.formula)

    def _is_hinted(self, formula: Formula, lines: Sequence[SourceLine], with_lines: Given) -> bool:
        """Whether a hint says what the claim says, so that the writer knows of it."""
        for line in lines:
            if line.mode == "hint":
                given = with_lines.and_also(self._solver.said([line.formula]))
                if self._solver.entails(given, formula):
                    return True
        return False

    def _accuses_rightly(
        self, claim: TypedClaim, passage: ReadingPassage, lines: Sequence[SourceLine]
    ) -> bool:
        """Whether words that no line quotes make their reader suspect somebody who did it."""
        if claim.claim.accuses not in self._answer_about or passage.key == SOLUTION:
            return False
        for line in lines:
            quoted = place_of_quote(self._analysis.source, passage.prose, line.quotation)
            if quoted is not None and overlap(quoted, claim.place):
                return False
        return True

    def _look_for_giveaway(self, claims: PassageClaims, claim: TypedClaim) -> None:
        """Report a claim that answers a question at once, and remember others, which may shorten a proof."""
        formula = claim.formula
        if formula is None:
            return
        open_answers = self._answers_left_open
        given = self._solver.known.and_also(self._solver.said([formula]))
        answered = self._solver.answers_given(given, open_answers)
        if answered:
            answers = dict(open_answers)
            about = ", ".join(f"{name} = {answers[name]}" for name in answered)
            self._add("giveaway", claims, claim, about)
        elif self._solver.standing(formula) == "true":
            candidate = CandidateClaim(claims.passage, claims.reader, claim.claim, formula, claim.place)
            self._candidates.append(candidate)

    @cached_property
    def _answers_left_open(self) -> tuple[tuple[str, str], ...]:
        """The questions with their true answers that rules and presentation alone leave open."""
        known = self._solver.answers_given(self._solver.known, self._answers)
        return tuple([(name, value) for name, value in self._answers if name not in known])

    def _add(self, kind: Kind, claims: PassageClaims, claim: TypedClaim, about: str = "") -> None:
        claimed = claim.claim.formula or str(claim.claim.free or "")
        self._discrepancies.append(
            Discrepancy(kind, claims.passage.key, claim.place, claims.reader, claimed, about)
        )

    def _untaken(
        self, passage: ReadingPassage, lines: Sequence[SourceLine], taken: Sequence[PassageClaims]
    ) -> Iterator[Discrepancy]:
        """The lines of a passage that no reader took from its words; hints need not be seen."""
        base = self._base(passage)
        for line in lines:
            if line.mode == "hint":
                continue
            if any(self._takes(base, claims.statements, line.formula) for claims in taken):
                continue
            quoted = place_of_quote(self._analysis.source, passage.prose, line.quotation)
            is_accepted = quoted is not None and self._typer.is_accepted(passage, quoted)
            is_known = self._solver.entails(base, line.formula)
            if is_accepted or is_known or self._solver.is_idle_condition(line.formula):
                continue
            hinted = any(
                self._takes(base, (*claims.statements, *claims.hints), line.formula) for claims in taken
            )
            yield Discrepancy("suggested" if hinted else "untaken", passage.key, line.place, "", line.text)

    def _takes(self, base: Given, statements: Iterable[Formula], formula: Formula) -> bool:
        """Whether some statements give a formula, with what readers know unless that contradicts them."""
        said = self._solver.said(statements)
        given = base.and_also(said)
        if not self._solver.entails(given, formula):
            return False
        if self._solver.is_possible(given):
            return True
        given = Given(tuple(said))
        return self._solver.is_possible(given) and self._solver.entails(given, formula)

    # --- all passages ----------------------------------------------------------------------------

    def _shorter_proofs(self) -> Iterator[Discrepancy]:
        """Claims without a line by which an answer is known from fewer passages."""
        for candidate, element in claims_that_shorten(self._analysis, self._candidates):
            value = dict(self._answers).get(element, "")
            yield Discrepancy(
                "giveaway",
                candidate.passage.key,
                candidate.place,
                candidate.reader,
                candidate.claim.formula,
                f"{element} = {value}",
            )

    def _clashes(self) -> Iterator[Discrepancy]:
        """Pairs of places that a reader of all prose found, as far as their words are still there."""
        for clash in self._reading.clashes:
            places: list[tuple[str, Place]] = []
            for key, words in clash.quotes:
                passage = self._copy.by_key.get(key)
                place = None
                if passage is not None:
                    place = place_of_quote(self._analysis.source, passage.prose, words)
                if passage is None or place is None or self._typer.is_accepted(passage, place):
                    break
                places.append((key, place))
            else:
                (key, place), other = places
                yield Discrepancy("contrary", key, place, clash.reader, "", clash.why, other)


class _FreeClaim(NamedTuple):
    """A free fact that some words surely say."""

    key: str
    """The passage."""

    reader: str
    """The reader who took it."""

    fact: FreeFact
    """What was taken."""

    place: Place
    """The words."""


def _free_claims_of(claims: PassageClaims) -> Iterator[_FreeClaim]:
    """The free facts that the words of a passage surely say."""
    for claim in claims.claims:
        fact = claim.claim.free
        if fact is not None and claim.claim.grade != "suggests":
            yield _FreeClaim(claims.passage.key, claims.reader, fact, claim.place)


def _contrary_free_claims(claims: Iterable[_FreeClaim], language: str) -> Iterator[Discrepancy]:
    """Free facts of one reader that give one property of one thing two values."""
    firsts: list[_FreeClaim] = []
    for claim in claims:
        first = _first_about(firsts, claim)
        if first is None:
            firsts.append(claim)
            continue
        differs = difference(first.fact.value, claim.fact.value, language)
        if differs == "same":
            continue
        kind: Kind = "contrary" if differs == "numbers" else "unlike"
        about = f"{claim.fact.property} of {claim.fact.thing}: “{first.fact.value}” and “{claim.fact.value}”"
        other = (first.key, first.place)
        yield Discrepancy(kind, claim.key, claim.place, claim.reader, "", about, other)


def _first_about(firsts: Iterable[_FreeClaim], claim: _FreeClaim) -> _FreeClaim | None:
    """The first claim of the same reader about the same property, if there is one."""
    for first in firsts:
        if first.reader == claim.reader and same_property(first.fact, claim.fact):
            return first
    return None


def _lines_by_place(analysis: DocumentAnalysis) -> dict[int, SourceLine]:
    """The lines of a document that the theory knows, by where they begin."""
    return {line.place.start: line for line in analysis.origins.values() if line.place != Place()}


def _true_answers(elements: Iterable[Element]) -> tuple[tuple[str, str], ...]:
    """The questions of the game with their true answers, as far as the truth gives them."""
    return tuple([(element.name, element.value) for element in elements if element.value is not None])


def _answers_by_person(answers: Iterable[tuple[str, str]], people: Sequence[str]) -> dict[str, str]:
    """The true answer that names each of some people, if one does: ``{"CORA": "culprit = CORA"}``.

    An answer may name several: ``murderers = BASILIO, DONATO``.
    """
    answer_by_person: dict[str, str] = {}
    for element, value in answers:
        for name in value.split(", "):
            if name in people:
                answer_by_person[name] = f"{element} = {value}"
    return answer_by_person


def _reporters(line: SourceLine, passage: ReadingPassage) -> tuple[str, ...]:
    """Those whose word a line is beside the speaker of its passage."""
    speakers = line.speakers
    if passage.speaker and speakers[:1] == (passage.speaker,):
        return speakers[1:]
    return speakers


def _voice_of(said_by: Sequence[str]) -> str:
    """Whose word a reader takes a claim for, in words."""
    return f"the word of {' through '.join(reversed(said_by))}" if said_by else "the passage's own word"
