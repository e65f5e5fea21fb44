"""Questions that a writer may ask of a document, with answers that are written for people and for machines.

They are ``prove_solution`` (why is this certain?), ``why_not`` (why not another answer?) and ``ask`` (is this
formula true?).
"""

from collections.abc import Iterator, Sequence
from typing import Any

from casekit.analysis.document_analysis import DocumentAnalysis, goal_of
from casekit.analysis.proof_text import (
    ProofWriter,
    how_many,
    proof_as_json,
    proof_in_words,
    proofs_in_words,
    since_in_words,
    steps_in_words,
)
from casekit.analysis.solver_findings import too_large_finding
from casekit.analysis.text_lines import hanging, wrapped
from casekit.analysis.verdict_text import since_as_json, world_as_json, world_for_reader
from casekit.analysis.wording import FORMULA
from casekit.deduce import source_sets, verdicts
from casekit.deduce.encoding import circuit, encoded_theory
from casekit.deduce.proofs.prover import Among, TruthAnswer, ask_theory, prove_known
from casekit.diagnostics import Finding, Source
from casekit.language.formula import formatter, typecheck
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.theory import Assertion, Fact, Proof, Rival
from casekit.prose.phrasing import capital
from casekit.values import frozen


@frozen(slots=True)
class ProofAnswer:
    """The smallest proof of what is certain and, if asked for, all proofs."""

    analysis: DocumentAnalysis
    """The document."""

    proof: Proof
    """The smallest proof."""

    every: source_sets.Enumeration | None = None
    """All proofs as sets of sources, if they were asked for."""

    since: str | None = None
    """The source since which all of it is certain; ``None`` if sources are in no order."""

    def in_words(self, width: int) -> str:
        """The smallest proof as numbered steps, and the others if they were asked for."""
        text = proof_in_words(self.analysis, self.proof, width, self.since)
        return text if self.every is None else f"{text}\n\n{proofs_in_words(self.every, width)}"

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/answers.schema.json`` has it."""
        every = self.every
        return {
            "proof": proof_as_json(self.analysis, self.proof),
            **since_as_json(self.since),
            **({} if every is None else {"proofs": list(map(list, every.sets)), "complete": every.complete}),
        }

    def picture(self) -> str:
        """The evidence graph as an SVG document."""
        from casekit.analysis.evidence_diagram import evidence
        from casekit.print.diagram.svg import draw

        return draw(evidence(self.analysis, self.proof))

    def page(self) -> str:
        """The proof and its graph as an HTML page that needs nothing else."""
        from casekit.analysis.proof_page import proof_page

        return proof_page(self.analysis, self.proof)


def prove_solution(
    analysis: DocumentAnalysis,
    elements: Sequence[str] = (),
    budget: int | None = None,
    *,
    among: Among | None = None,
) -> ProofAnswer | None:
    """Prove those of some elements of the solution that are certain; ``None`` if not one is.

    Args:
        analysis: the document.
        elements: the names of the elements; empty for all.
        budget: how many sets of sources are tried in a search for all proofs; ``None`` for no such search.
        among: the lines that steps may use; by default those that the game says.
    """
    answers = {name: value for name, value in analysis.proved.items() if not elements or name in elements}
    if not answers:
        return None
    proof = prove_known(analysis.solver, goal_of(answers), among=among or analysis.among)
    if proof is None:
        raise AssertionError(f"{answers} was certain and is not")
    all_proofs = None if budget is None else source_sets.all_proofs(analysis.solver, answers, budget)
    return ProofAnswer(analysis, proof, all_proofs, analysis.since_proved(proof.goal))


# --- why not -------------------------------------------------------------------------------------


@frozen(slots=True)
class WhyNotAnswer:
    """Why a value of an element is impossible, or the nearest world that has it."""

    analysis: DocumentAnalysis
    """The document."""

    element: str
    """The name of the element."""

    value: str
    """The name of the value."""

    proof: Proof | None
    """Why it is impossible; ``None`` if it is possible."""

    world: Rival | None
    """The nearest world that has it; ``None`` if it is impossible."""

    since: str | None = None
    """The source since which it is impossible; ``None`` if sources are in no order."""

    def in_words(self, width: int) -> str:
        """Why it is impossible, or how it could be."""
        rows = [f"{self.analysis.source.name}: {self.analysis.title}"]
        if self.proof is not None:
            rows += self._refutation(self.proof, width)
        else:
            rows += self._how_it_could_be(width)
        return "\n".join(rows)

    def _refutation(self, proof: Proof, width: int) -> Iterator[str]:
        """The proof that the value is impossible, as lines of text."""
        analysis = self.analysis
        refuted = Assertion(proof.goal[0].fact, holds=False)
        summary = (
            f"{capital(analysis.wording.assertion(refuted))}: {how_many(analysis, proof)}."
            f"{since_in_words(analysis, self.since)}"
        )
        yield from wrapped(summary, width)
        yield ""
        yield from steps_in_words(ProofWriter(analysis).steps(proof), width)

    def _how_it_could_be(self, width: int) -> Iterator[str]:
        """Why nothing speaks against the value, as lines of text."""
        analysis, wording = self.analysis, self.analysis.wording
        value, element = wording.answer(self.element, self.value), wording.element(self.element)
        if self.value == analysis.value(self.element):
            yield from wrapped(f"{value} is the true {element}: nothing can speak against it.", width)
        elif self.value == analysis.element(self.element).proved:
            text = f"{value} is the {element} that readers will prove: nothing can speak against it."
            yield from wrapped(text, width)
        else:
            text = f"Nothing rules out that {wording.answers(self.element, self.value)}."
            yield from wrapped(text, width)
            if self.world is not None:
                yield from wrapped(world_for_reader(analysis, self.world), width)

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/answers.schema.json`` has it."""
        return {
            "element": self.element,
            "value": self.value,
            "possible": self.proof is None,
            "proof": None if self.proof is None else proof_as_json(self.analysis, self.proof),
            "world": None if self.world is None else world_as_json(self.analysis, self.world),
            **since_as_json(self.since),
        }


def why_not(analysis: DocumentAnalysis, name: str) -> tuple[WhyNotAnswer | None, tuple[Finding, ...]]:
    """Refute an answer to one of the questions, or show how it could be so.

    The answer is named as formulas name it. A finding says if no question has such an answer.
    """
    element = analysis.answers.get(name)
    if element is None:
        return None, (analysis.no_answer(name),)
    solver = analysis.solver
    refuted = Assertion(Fact(element, (), name), holds=False)
    proof = prove_known(solver, [refuted], among=analysis.among)
    if proof is not None:
        return WhyNotAnswer(analysis, element, name, proof, None, analysis.since_proved([refuted])), ()
    rival = verdicts.nearest_rival(solver, analysis.scope.function_of_name[element], name, analysis.facts)
    return WhyNotAnswer(analysis, element, name, None, rival), ()


# --- ask -----------------------------------------------------------------------------------------


@frozen(slots=True)
class QueryAnswer:
    """The answer to the question whether a formula is true."""

    analysis: DocumentAnalysis
    """The document."""

    formula: str
    """The formula in canonical form."""

    read: tuple[str, ...] | None
    """The sources that the reader has read; ``None`` for all."""

    reply: TruthAnswer
    """The answer of the solver, with a proof or two worlds."""

    bare: bool = False
    """Whether the answer alone was asked for, without proof and worlds."""

    since: str | None = None
    """The source since which the formula is true or false; ``None`` if it is open or there is no order."""

    @property
    def answer(self) -> str:
        """``true``, ``false`` or ``open``."""
        return self.reply.answer

    def in_words(self, width: int) -> str:
        """The answer with its proof, or two worlds."""
        rows = wrapped(f"{self.reply.answer}: {self.formula}", width)
        formula_in_words = None if self.bare else self.analysis.wording.asked(self.formula)
        if formula_in_words is not None:
            rows += hanging(f"{'that is':<{len(self.answer)}}: ", formula_in_words, width)
        return "\n".join([*rows, *self._reasons(width)])

    @property
    def _reader(self) -> str:
        """The reader whom the answer is for."""
        if self.read is None:
            return "a reader of everything"
        return (
            f"a reader of {self.analysis.wording.read(self.read)}"
            if self.read
            else "somebody who has read nothing"
        )

    def _reasons(self, width: int) -> Iterator[str]:
        """For whom the answer is true and why, as lines of text."""
        analysis, reply, wording, reader = self.analysis, self.reply, self.analysis.wording, self._reader
        since = since_in_words(analysis, self.since)
        if reply.void:
            text = f"For {reader} the terms of this formula have no value in any possible world."
            yield from wrapped(text, width)
        elif self.bare:
            yield from wrapped(f"For {reader}.{since}", width)
        elif reply.proof is not None:
            count = len(reply.proof.sources)
            noun = wording.source if count == 1 else wording.sources
            needs = f"needs {count} {noun}" if count else f"needs no {wording.source}: it is given"
            yield from wrapped(f"For {reader}; the proof {needs}.{since}", width)
            yield ""
            yield from steps_in_words(ProofWriter(analysis, self.formula).steps(reply.proof), width)
        else:
            yield from wrapped(f"For {reader} it may be so or otherwise:", width)
            for world in reply.worlds:
                start = "  true:  " if world.value == circuit.YES else "  false: "
                yield from hanging(start, world_for_reader(analysis, world, self.read), width)

    def as_json(self) -> dict[str, Any]:
        """As ``schemas/answers.schema.json`` has it."""
        analysis, proof = self.analysis, self.reply.proof
        return {
            "formula": self.formula,
            "read": None if self.read is None else list(self.read),
            "answer": self.answer,
            **({"reason": "no value"} if self.reply.void else {}),
            **since_as_json(self.since),
            "proof": None if proof is None else proof_as_json(analysis, proof, self.formula),
            "worlds": [
                {"holds": world.value == circuit.YES, **world_as_json(analysis, world)}
                for world in self.reply.worlds
            ],
        }


def ask(
    analysis: DocumentAnalysis, text: str, read: str | None = None, *, bare: bool = False
) -> tuple[QueryAnswer | None, tuple[Finding, ...]]:
    """Ask whether a formula is true for a reader of everything or of some sources.

    A formula that cannot be understood gets the same findings as in a file, in a source called ``FORMULA``.

    Args:
        analysis: the document.
        text: the formula.
        read: the sources that were read, as the game names them, with commas between them; ``None`` for all.
        bare: whether to give the answer alone, without proof or worlds: in a large case that takes 5 ms
            instead of seconds.
    """
    source = Source(FORMULA, text)
    node, problems = parse_lone_formula(source, analysis.dialect)
    if node is None:
        return None, problems
    formula, problems = typecheck.Typer(analysis.scope, source).type_formula(node)
    if formula is None:
        return None, problems
    named_sources = None
    if read is not None:
        named_sources, problems = analysis.sources_named(read)
    if problems:
        return None, problems
    sources = analysis.sources if named_sources is None else named_sources
    try:
        reply = ask_theory(analysis.solver, formula, sources, bare=bare, among=analysis.among)
    except encoded_theory.GroundingTooLargeError as error:
        return None, (too_large_finding(analysis, error.size, source.whole()),)
    since = None if reply.answer == "open" else analysis.since_answered(formula, reply.answer, sources)
    return QueryAnswer(analysis, formatter.format_formula(node), named_sources, reply, bare, since), ()
