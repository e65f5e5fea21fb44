"""A proof as a web page: its steps, and the evidence graph."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from casekit.games.midnight.evidence import evidence, found_in
from casekit.games.midnight.inquiry import Inquiry
from casekit.games.midnight.printout import how_many, teller
from casekit.games.midnight.proofs import Cited, ToldStep, glosses_of
from casekit.games.midnight.story import element_in_words
from casekit.games.midnight.templating import render_page
from casekit.model.proof import Assertion, Proof
from casekit.print.diagram import TONES, draw
from casekit.print.prose import markup, plain


def proof_page(inquiry: Inquiry, proof: Proof) -> str:
    """A proof of answers as an HTML page that needs nothing else."""
    case = inquiry.case
    steps = teller(inquiry).steps(proof)
    found = found_in(steps, proof.goal)
    answers = [_answer(inquiry, one, found[one]) for one in proof.goal]
    return render_page(
        "proof.html",
        case=case,
        how_many=how_many(inquiry, proof),
        answers=answers,
        steps=nested(steps, case.edition.language),
        glosses=glosses_of(case, steps),
        lie=TONES["lie"],
        graph=Markup(draw(evidence(inquiry, proof), inline=True)),  # noqa: S704 - its template escapes
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """A question of the game, what answers it, and the step that says so."""

    question: str
    words: str
    step: int


@dataclass(frozen=True, slots=True)
class Quoted:
    """What a step cites: ``words`` are its quotation, empty if there is none, ``logic`` what it says."""

    path: str
    words: Markup
    logic: str
    lie: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A step as it is shown, with those that stand inside it, if it is a supposition."""

    number: int
    kind: str
    quoted: tuple[Quoted, ...]
    says: Markup
    inside: tuple["Shown", ...]


def nested(steps: Sequence[ToldStep], language: str) -> tuple[Shown, ...]:
    """Steps in the order of their numbers, those that stand in a supposition inside it."""
    shown: list[Shown] = []
    at = 0
    while at < len(steps):
        step = steps[at]
        end = at + 1
        while end < len(steps) and steps[end].depth > step.depth:
            end += 1
        shown.append(
            Shown(
                step.number,
                step.kind,
                tuple(_quoted(cited, language) for cited in step.cited),
                _linked(plain(step.says), step.premises),
                nested(steps[at + 1 : end], language),
            )
        )
        at = end
    return tuple(shown)


def _answer(inquiry: Inquiry, goal: Assertion, step: int) -> Answer:
    fact = goal.fact
    words = plain(element_in_words(inquiry.case, fact.function, fact.value))
    return Answer(fact.function.capitalize(), f"{words[:1].upper()}{words[1:]}", step)


def _quoted(cited: Cited, language: str) -> Quoted:
    return Quoted(cited.path, markup(cited.quotation, language), cited.text, lie=cited.lie)


def _linked(says: str, premises: Iterable[int]) -> Markup:
    """A sentence whose numbers lead to the steps they name."""
    numbers = [str(number) for number in premises]
    cite = f" ({', '.join(numbers)})"
    before, found, after = says.partition(cite)
    if not (numbers and found):
        return escape(says)
    links = Markup(", ").join(Markup('<a href="#step-{0}">{0}</a>').format(number) for number in numbers)
    return Markup("{} ({}){}").format(before, links, after)
