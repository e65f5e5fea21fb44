"""Questions that a writer may ask of a document, and their answers, which write themselves.

They are: prove it, why not another, is this so?
"""

from collections.abc import Iterator, Sequence
from typing import Any

from casekit.analysis.document_analysis import DocumentAnalysis, goal_of
from casekit.analysis.proof_text import (
    ProofWriter,
    hanging,
    how_many,
    proof_as_json,
    proof_in_words,
    proofs_in_words,
    since_in_words,
    steps_in_words,
    wrapped,
)
from casekit.analysis.solver_findings import too_large_finding
from casekit.analysis.verdict_text import since_as_json, world_as_json, world_for_reader
from casekit.analysis.wording import FORMULA
from casekit.deduce import source_sets, verdicts
from casekit.deduce.encoding import circuit, encoded_theory
from casekit.deduce.proofs.prover import Among, TruthAnswer, ask_theory, prove_known
from casekit.diagnostics import Diagnostic, Source
from casekit.language.formula import formatter, typecheck
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.theory import Assertion, Fact, Proof, Rival
from casekit.prose.phrasing import capital
from casekit.values import frozen


@frozen(slots=True)
class ProofAnswer:
    """The smallest proof of what is certain and, if asked for, every proof as a set of sources.

    ``since`` is the source since which all of it is certain, in games whose sources are read in an order.
    """

    analysis: DocumentAnalysis
    proof: Proof
    every: source_sets.Enumeration | None = None
    since: str | None = None

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
    """Prove some elements of the solution, those of them that are certain.

    Its steps are the shortest found ``among`` some lines, by default those that the game says.
    With a ``budget`` every proof is looked for, and the budget is how many sets of sources are tried.
    """
    answers = {name: value for name, value in analysis.proved.items() if not elements or name in elements}
    if not answers:
        return None
    proof = prove_known(analysis.knowledge, goal_of(answers), among=among or analysis.among)
    if proof is None:
        raise AssertionError(f"{answers} was certain and is not")
    every = None if budget is None else source_sets.all_proofs(analysis.knowledge, answers, budget)
    return ProofAnswer(analysis, proof, every, analysis.since_proved(proof.goal))


# --- why not -------------------------------------------------------------------------------------


@frozen(slots=True)
class WhyNotAnswer:
    """Why a value of an element is impossible, and since which source, or the nearest world that has it."""

    analysis: DocumentAnalysis
    element: str
    value: str
    proof: Proof | None
    world: Rival | None
    since: str | None = None

    def in_words(self, width: int) -> str:
        """Why it is impossible, or how it could be."""
        analysis, head = self.analysis, f"{self.analysis.source.name}: {self.analysis.title}"
        if self.proof is not None:
            refuted = Assertion(self.proof.goal[0].fact, holds=False)
            text = (
                f"{capital(analysis.wording.assertion(refuted))}: {how_many(analysis, self.proof)}."
                f"{since_in_words(analysis, self.since)}"
            )
            steps = steps_in_words(ProofWriter(analysis).steps(self.proof), width)
            return "\n".join([head, *wrapped(text, width), "", *steps])
        wording = analysis.wording
        value, element = wording.answer(self.element, self.value), wording.element(self.element)
        world = ""
        if self.value == analysis.value(self.element):
            text = f"{value} is the true {element}: nothing can speak against it."
        elif self.value == analysis.element(self.element).proved:
            text = f"{value} is the {element} that readers will prove: nothing can speak against it."
        else:
            text = f"Nothing rules out that {wording.answers(self.element, self.value)}."
            world = "" if self.world is None else world_for_reader(analysis, self.world)
        return "\n".join([head, *wrapped(text, width), *wrapped(world, width)])

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


def why_not(analysis: DocumentAnalysis, name: str) -> tuple[WhyNotAnswer | None, tuple[Diagnostic, ...]]:
    """Refute an answer to one of the questions, named as formulas name it."""
    element = analysis.answers.get(name)
    if element is None:
        return None, (analysis.no_answer(name),)
    knowledge = analysis.knowledge
    refuted = Assertion(Fact(element, (), name), holds=False)
    proof = prove_known(knowledge, [refuted], among=analysis.among)
    if proof is not None:
        return WhyNotAnswer(analysis, element, name, proof, None, analysis.since_proved([refuted])), ()
    rival = verdicts.nearest_rival(knowledge, analysis.scope.function_of_name[element], name, analysis.facts)
    return WhyNotAnswer(analysis, element, name, None, rival), ()


# --- ask -----------------------------------------------------------------------------------------


@frozen(slots=True)
class QueryAnswer:
    """A formula in canonical form, the sources that were read (``None`` for all), and the reply.

    ``bare`` if the answer alone was asked for. ``since`` is the source since which the formula is true or
    false, in games whose sources are read in an order.
    """

    analysis: DocumentAnalysis
    formula: str
    read: tuple[str, ...] | None
    reply: TruthAnswer
    bare: bool = False
    since: str | None = None

    @property
    def answer(self) -> str:
        """``true``, ``false`` or ``open``."""
        return self.reply.answer

    def in_words(self, width: int) -> str:
        """The answer with its proof, or two worlds."""
        rows = wrapped(f"{self.reply.answer}: {self.formula}", width)
        said = None if self.bare else self.analysis.wording.asked(self.formula)
        rows += [] if said is None else hanging(f"{'that is':<{len(self.answer)}}: ", said, width)
        return "\n".join([*rows, *self._for_reader(width)])

    def _for_reader(self, width: int) -> Iterator[str]:
        analysis, reply, wording = self.analysis, self.reply, self.analysis.wording
        read = (
            "a reader of everything"
            if self.read is None
            else f"a reader of {wording.read(self.read)}"
            if self.read
            else "somebody who has read nothing"
        )
        since = since_in_words(analysis, self.since)
        if reply.void:
            void = f"For {read} the terms of this formula have no value in any possible world."
            yield from wrapped(void, width)
        elif self.bare:
            yield from wrapped(f"For {read}.{since}", width)
        elif reply.proof is not None:
            count = len(reply.proof.sources)
            noun = wording.source if count == 1 else wording.sources
            needs = f"needs {count} {noun}" if count else f"needs no {wording.source}: it is given"
            yield from wrapped(f"For {read}; the proof {needs}.{since}", width)
            yield ""
            yield from steps_in_words(ProofWriter(analysis, self.formula).steps(reply.proof), width)
        else:
            yield from wrapped(f"For {read} it may be so or otherwise:", width)
            for world in reply.worlds:
                so = "true:  " if world.value == circuit.YES else "false: "
                yield from hanging(f"  {so}", world_for_reader(analysis, world, self.read), width)

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
) -> tuple[QueryAnswer | None, tuple[Diagnostic, ...]]:
    """Ask whether a formula holds, for a reader of everything or of some sources.

    ``read`` names sources as the game does, with commas between them. A ``bare`` reply is the answer alone,
    without proof or worlds: in a large case that is 5 ms instead of seconds. A formula that cannot be
    understood gets the same findings as in a file, in a source called ``FORMULA``.
    """
    source = Source(FORMULA, text)
    node, problems = parse_lone_formula(source, analysis.dialect)
    if node is None:
        return None, problems
    formula, problems = typecheck.Typer(analysis.scope, source).type_formula(node)
    if formula is None:
        return None, problems
    named, problems = (None, ()) if read is None else analysis.sources_named(read)
    if problems:
        return None, problems
    sources = analysis.sources if named is None else named
    try:
        reply = ask_theory(analysis.knowledge, formula, sources, bare=bare, among=analysis.among)
    except encoded_theory.GroundingTooLargeError as error:
        return None, (too_large_finding(analysis, error.size, source.whole()),)
    since = None if reply.answer == "open" else analysis.since_answered(formula, reply.answer, sources)
    return QueryAnswer(analysis, formatter.format_formula(node), named, reply, bare, since), ()
