"""What a writer may ask of a case: prove it, why not another, is this so?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casekit.deduce.enumeration import Enumeration, all_proofs
from casekit.deduce.proving import prove
from casekit.deduce.question import Reply, ask as ask_theory
from casekit.deduce.rivals import nearest_rival
from casekit.deduce.size import GroundingTooLargeError
from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.midnight.checks.deduction import given as given_solution, open_element
from casekit.games.midnight.headings import Headings
from casekit.games.midnight.inquiry import Inquiry
from casekit.games.midnight.scope import NOBODY, VICTIM
from casekit.games.midnight.theory import TARGETS
from casekit.language.formatter import format_formula
from casekit.language.nearest import did_you_mean
from casekit.language.parsing import parse_lone_formula
from casekit.language.tree import Heading, Word
from casekit.language.typecheck import Typer
from casekit.model.proof import Assertion, Proof
from casekit.model.theory import Fact, Rival

Problems = tuple[Diagnostic, ...]

FORMULA, NAME, READ = "formula", "name", "--read"
"""What messages call texts that were given on the command line."""


def goal_of(answers: Mapping[str, str]) -> tuple[Assertion, ...]:
    """Answers to questions of the game as what is to be proved."""
    return tuple(Assertion(Fact(name, (), value)) for name, value in answers.items())


def certain(inquiry: Inquiry, elements: Sequence[str] = TARGETS) -> tuple[dict[str, str], Problems]:
    """Those of some elements of the solution that are certain, and for each other what it might be instead."""
    answers: dict[str, str] = {}
    problems: list[Diagnostic] = []
    for element in inquiry.verdict.elements:
        if element.name not in elements:
            continue
        if element.status == "certain" and element.value is not None:
            answers[element.name] = element.value
        elif element.value is None:
            problems.append(
                Diagnostic(
                    codes.INCOMPLETE_TRUTH,
                    f"the truth leaves the {element.name} open",
                    inquiry.block("truth"),
                    hint=f"add a line `{element.name} = ...` to `== truth`",
                )
            )
        else:
            problems.append(open_element(inquiry, element))
    return answers, tuple(problems)


@dataclass(frozen=True, slots=True)
class Proved:
    """The smallest proof of what is certain and, if asked for, every proof as a set of paths."""

    proof: Proof
    every: Enumeration | None = None


def prove_solution(
    inquiry: Inquiry, elements: Sequence[str] = TARGETS, budget: int | None = None
) -> tuple[Proved | None, Problems]:
    """Prove some elements of the solution, those of them that are certain.

    With a ``budget`` every proof is looked for, and the budget is how many sets of paths are tried.
    """
    answers, problems = certain(inquiry, elements)
    if not answers:
        return None, problems
    proof = prove(inquiry.knowledge.theory, inquiry.knowledge.limits, goal_of(answers))
    if proof is None:
        raise AssertionError(f"{answers} was certain and is not")
    every = None if budget is None else all_proofs(inquiry.knowledge, answers, budget)
    return Proved(proof, every), (*problems, *given_solution(inquiry))


# --- why not -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rebuttal:
    """Why a value of an element is impossible, or the world nearest to the truth in which it is so."""

    element: str
    value: str
    proof: Proof | None
    world: Rival | None


def why_not(inquiry: Inquiry, name: str) -> tuple[Rebuttal | None, Problems]:
    """Refute an answer to one of the three questions, named as formulas name it."""
    named = _answers_named(inquiry)
    if name not in named:
        names = list(named)
        hint = did_you_mean(name, names, f"one of {', '.join(names)}")
        message = f"`{name}` is neither a suspect nor another answer to one of the three questions"
        return None, (Diagnostic(codes.UNKNOWN_NAME, message, Source(NAME, name).whole(), hint=hint),)
    element = named[name]
    knowledge = inquiry.knowledge
    refuted = Assertion(Fact(element, (), name), holds=False)
    proof = prove(knowledge.theory, knowledge.limits, [refuted])
    if proof is not None:
        return Rebuttal(element, name, proof, None), ()
    function = inquiry.case.scope.function_of_name[element]
    return Rebuttal(element, name, None, nearest_rival(knowledge, function, name, inquiry.facts)), ()


def _answers_named(inquiry: Inquiry) -> dict[str, str]:
    """Every answer a reader may give, with the element it answers."""
    case = inquiry.case
    named = dict.fromkeys((*case.edition.suspects_by_name, VICTIM, NOBODY), "culprit")
    named |= dict.fromkeys((*(answer.slug for answer in case.motives), "none"), "motive")
    return named | dict.fromkeys((answer.slug for answer in case.methods), "method")


# --- ask -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asked:
    """A formula in canonical form, the paths that were read (``None`` for all) and the reply."""

    formula: str
    read: tuple[str, ...] | None
    reply: Reply


def ask(inquiry: Inquiry, text: str, read: str | None = None) -> tuple[Asked | None, Problems]:
    """Ask whether a formula holds, for a reader of everything or of some paths.

    ``read`` names paths as headings do, with commas between them. A formula that cannot be understood gets the same
    findings as in a file, in a source called ``FORMULA``.
    """
    source = Source(FORMULA, text)
    node, problems = parse_lone_formula(source)
    if node is None:
        return None, problems
    formula, problems = Typer(inquiry.case.scope, source).type_formula(node)
    if formula is None:
        return None, problems
    paths, problems = _read_paths(inquiry, read)
    if problems:
        return None, problems
    sources = inquiry.sources if paths is None else paths
    try:
        reply = ask_theory(inquiry.knowledge, formula, sources)
    except GroundingTooLargeError as error:
        message = f"this stands for {error.size:,} instances; casekit reasons about at most {error.limit:,}"
        hint = "nest fewer quantifiers"
        return None, (Diagnostic(codes.TOO_MUCH_TO_GROUND, message, source.whole(), hint=hint),)
    return Asked(format_formula(node), paths, reply), ()


def _read_paths(inquiry: Inquiry, text: str | None) -> tuple[tuple[str, ...] | None, Problems]:
    """The paragraphs that a list of paths leads to, by name, in the order of the case."""
    if text is None:
        return None, ()
    source = Source(READ, text)
    headings = Headings(inquiry.case.edition, source)
    found: set[str] = set()
    problems: list[Diagnostic] = []
    for heading in _headings(text):
        paths, wrong = headings.paths(heading)
        problems += wrong
        for path in paths:
            paragraph = inquiry.case.paragraph_of.get(path)
            if paragraph is None:
                problems.append(
                    Diagnostic(
                        codes.MISSING_PATH,
                        f"the path `{path}` is not written yet, so nobody can have read it",
                        source.span(heading.start, heading.end),
                        hint="name paths that the case has",
                    )
                )
            else:
                found.add(paragraph.name)
    names = tuple(paragraph.name for paragraph in inquiry.case.paragraphs if paragraph.name in found)
    return names, tuple(problems)


def _headings(text: str) -> Iterable[Heading]:
    """The paths of a list as headings: a suspect and a topic, or a location."""
    start = 0
    for piece in text.split(","):
        words = []
        at = start
        for word in piece.split():
            at = text.index(word, at)
            words.append(Word(word, start=at, end=at + len(word)))
            at += len(word)
        if words:
            kind = "answer" if len(words) == 2 else "places"  # noqa: PLR2004 - a suspect and a topic
            yield Heading(kind, tuple(words), start=words[0].start, end=words[-1].end)
        start += len(piece) + 1
