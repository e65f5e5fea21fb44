"""A proof as a web page: its steps, and the evidence graph."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from casekit.asking.inquiry import Inquiry
from casekit.asking.pages.evidence import evidence, steps_found
from casekit.asking.pages.web_page import render_page
from casekit.asking.told.printout import how_many, since_in_words
from casekit.asking.told.telling import ToldStep, glosses_of, teller
from casekit.asking.wording import Cited, capital, listed
from casekit.model.proof import Assertion, Proof
from casekit.print.diagram.svg import TONES, draw
from casekit.print.text.prose import markup, plain

_NUMBERS = re.compile(r" \((\d{1,9}(?:, \d{1,9})*)\)")
"""The numbers of steps that a sentence rests on."""


def proof_page(inquiry: Inquiry, proof: Proof) -> str:
    """A proof of answers as an HTML page that needs nothing else."""
    steps = teller(inquiry).steps(proof)
    found = steps_found(steps, proof.goal)
    answers = [_answer(inquiry, one, found[one]) for one in proof.goal]
    words = inquiry.wording.element
    return render_page(
        "proof.html",
        inquiry=inquiry,
        proved="solution"
        if len(answers) == len(inquiry.verdict.elements)
        else listed([words(one.fact.function) for one in proof.goal]),
        unproved=[capital(words(each.name)) for each in inquiry.verdict.elements if each.proved is None],
        how_many=f"{how_many(inquiry, proof)}.{since_in_words(inquiry, inquiry.since_proved(proof.goal))}",
        answers=answers,
        steps=nested(steps, inquiry.language),
        glosses=glosses_of(inquiry, steps),
        lie=TONES["lie"],
        graph=Markup(draw(evidence(inquiry, proof), inline=True)),  # noqa: S704 - its template escapes
    )


@dataclass(frozen=True, slots=True)
class ProvedAnswer:
    """A question of the game, what answers it, and the step that says so."""

    question: str
    words: str
    step: int


@dataclass(frozen=True, slots=True)
class Quoted:
    """The text that a step cites: ``words`` are its quotation, ``logic`` what it says beside them; either may be empty."""

    path: str
    words: Markup
    logic: str
    lie: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A step as it is shown, with those that are inside it, if it is a supposition."""

    number: int
    kind: str
    quoted: tuple[Quoted, ...]
    says: Markup
    inside: tuple["Shown", ...]


def nested(steps: Sequence[ToldStep], language: str) -> tuple[Shown, ...]:
    """Steps in the order of their numbers, those that are in a supposition inside it."""
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
                tuple(_quoted(cited, language) for cited in step.shown),
                _linked(plain(step.says), step.premises),
                nested(steps[at + 1 : end], language),
            )
        )
        at = end
    return tuple(shown)


def _answer(inquiry: Inquiry, goal: Assertion, step: int) -> ProvedAnswer:
    fact = goal.fact
    words = plain(inquiry.wording.answer(fact.function, fact.value))
    return ProvedAnswer(capital(inquiry.wording.element(fact.function)), capital(words), step)


def _quoted(cited: Cited, language: str) -> Quoted:
    return Quoted(cited.label, markup(cited.quotation, language), cited.shown, lie=cited.lie)


def _linked(says: str, premises: Iterable[int]) -> Markup:
    """A sentence whose numbers lead to the steps that they name."""
    known = set(premises)
    written, at = Markup(""), 0
    for cite in _NUMBERS.finditer(says):
        numbers = [int(number) for number in cite[1].split(", ")]
        if known.issuperset(numbers):
            links = Markup(", ").join(
                Markup('<a href="#step-{0}">{0}</a>').format(number) for number in numbers
            )
            written += escape(says[at : cite.start()]) + Markup(" ({})").format(links)
            at = cite.end()
    return written + escape(says[at:])
