"""Questions that a writer may ask of a document: prove it, why not another, is this so?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casekit.asking.inquiry import Inquiry
from casekit.asking.origins import FORMULA
from casekit.deduce.encoding.vocabulary import GroundingTooLargeError
from casekit.deduce.goals import few_enough
from casekit.deduce.proofs.proving import Among, Reply, ask_theory, prove
from casekit.deduce.verdicts import nearest_rival
from casekit.deduce.ways import Enumeration, all_proofs
from casekit.diagnostics import Diagnostic, Source, codes
from casekit.language.document.parsing import parse_lone_formula
from casekit.language.formula.formatting import format_formula
from casekit.language.formula.typecheck import Typer
from casekit.model.proof import Assertion, Proof
from casekit.model.theory import Fact, Rival

Problems = tuple[Diagnostic, ...]


def goal_of(answers: Mapping[str, str]) -> tuple[Assertion, ...]:
    """Answers to questions of the game as what is to be proved."""
    return tuple(Assertion(Fact(name, (), value)) for name, value in answers.items())


def certain(inquiry: Inquiry, elements: Sequence[str] = ()) -> dict[str, str]:
    """Those of some elements, of all if none are named, that readers can prove, whatever the truth says."""
    return {
        element.name: element.proved
        for element in inquiry.verdict.elements
        if element.proved is not None and (not elements or element.name in elements)
    }


@dataclass(frozen=True, slots=True)
class Proved:
    """The smallest proof of what is certain and, if asked for, every proof as a set of sources.

    ``since`` is the source since which all of it is certain, in games whose sources are read in an order.
    """

    proof: Proof
    every: Enumeration | None = None
    since: str | None = None


def prove_solution(
    inquiry: Inquiry, elements: Sequence[str] = (), budget: int | None = None, *, among: Among | None = None
) -> Proved | None:
    """Prove some elements of the solution, those of them that are certain.

    Its steps are the shortest found ``among`` some lines, by default those that the game says.
    With a ``budget`` every proof is looked for, and the budget is how many sets of sources are tried.
    """
    few_enough(inquiry.knowledge.theory)
    answers = certain(inquiry, elements)
    if not answers:
        return None
    proof = prove(
        inquiry.knowledge.theory, inquiry.knowledge.limits, goal_of(answers), among=among or inquiry.among
    )
    if proof is None:
        raise AssertionError(f"{answers} was certain and is not")
    every = None if budget is None else all_proofs(inquiry.knowledge, answers, budget)
    return Proved(proof, every, inquiry.since_proved(proof.goal))


# --- why not -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rebuttal:
    """Why a value of an element is impossible, and since which source, or the nearest world in which it is so."""

    element: str
    value: str
    proof: Proof | None
    world: Rival | None
    since: str | None = None


def why_not(inquiry: Inquiry, name: str) -> tuple[Rebuttal | None, Problems]:
    """Refute an answer to one of the questions, named as formulas name it."""
    element = inquiry.answers.get(name)
    if element is None:
        return None, (inquiry.no_answer(name),)
    knowledge = inquiry.knowledge
    refuted = Assertion(Fact(element, (), name), holds=False)
    proof = prove(knowledge.theory, knowledge.limits, [refuted], among=inquiry.among)
    if proof is not None:
        return Rebuttal(element, name, proof, None, inquiry.since_proved([refuted])), ()
    function = inquiry.scope.function_of_name[element]
    return Rebuttal(element, name, None, nearest_rival(knowledge, function, name, inquiry.facts)), ()


# --- ask -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """A formula in canonical form, the sources that were read (``None`` for all), and the reply.

    ``bare`` if the answer alone was asked for. ``since`` is the source since which the formula is true or false, in
    games whose sources are read in an order.
    """

    formula: str
    read: tuple[str, ...] | None
    reply: Reply
    bare: bool = False
    since: str | None = None


def ask(
    inquiry: Inquiry, text: str, read: str | None = None, *, bare: bool = False
) -> tuple[Asked | None, Problems]:
    """Ask whether a formula holds, for a reader of everything or of some sources.

    ``read`` names sources as the game does, with commas between them. A ``bare`` reply is the answer alone, without
    proof or worlds: in a large case that is 5 ms instead of seconds. A formula that cannot be understood gets the
    same findings as in a file, in a source called ``FORMULA``.
    """
    source = Source(FORMULA, text)
    node, problems = parse_lone_formula(source, inquiry.dialect)
    if node is None:
        return None, problems
    formula, problems = Typer(inquiry.scope, source).type_formula(node)
    if formula is None:
        return None, problems
    named: tuple[str, ...] | None = None
    if read is not None:
        named, problems = inquiry.sources_named(read)
        if problems:
            return None, problems
    sources = inquiry.sources if named is None else named
    try:
        reply = ask_theory(inquiry.knowledge, formula, sources, bare=bare, among=inquiry.among)
    except GroundingTooLargeError as error:
        message = f"this comes to {error.size:,} instances; casekit reasons about {error.limit:,} at most"
        hint = "nest fewer quantifiers"
        return None, (Diagnostic(codes.TOO_MUCH_TO_GROUND, message, source.whole(), hint=hint),)
    open_ = reply.answer == "open"
    since = None if open_ else inquiry.since_answered(formula, reply.answer, sources)
    return Asked(format_formula(node), named, reply, bare, since), ()
