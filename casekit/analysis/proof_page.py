"""A proof as a web page: its steps, and the evidence graph."""

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.evidence_diagram import evidence
from casekit.analysis.proof_text import ProofWriter, glosses_of, goal_steps, how_many, since_in_words
from casekit.analysis.standalone_html import render_page
from casekit.analysis.wording import ProofStep
from casekit.logic.theory import Proof
from casekit.print.diagram.svg import TONES, draw
from casekit.prose.markup import to_html, visible_text
from casekit.prose.phrasing import capital, listed

_STEP_NUMBERS = re.compile(r" \((\d{1,9}(?:, \d{1,9})*)\)")
"""The numbers of steps that a sentence rests on: `` (2)`` or `` (2, 3)``."""

NestedSteps = list[tuple[ProofStep, "NestedSteps"]]
"""Steps, each with those that are inside it, if it is a supposition."""


def proof_page(analysis: DocumentAnalysis, proof: Proof) -> str:
    """A proof of answers as an HTML page that needs nothing else."""
    steps = ProofWriter(analysis).steps(proof)
    step_of_goal = goal_steps(steps, proof.goal)
    wording, elements = analysis.wording, analysis.verdict.elements
    if len(proof.goal) == len(elements):
        what_is_proved = "solution"
    else:
        what_is_proved = listed([wording.element(assertion.fact.function) for assertion in proof.goal])
    unproved_elements = [element.name for element in elements if element.proved is None]
    # For each answer the question, the answer itself, and the number of its step.
    answers: list[tuple[str, str, int]] = []
    for assertion in proof.goal:
        fact = assertion.fact
        answer = capital(visible_text(wording.answer(fact.function, fact.value)))
        answers.append((capital(wording.element(fact.function)), answer, step_of_goal[assertion]))
    return render_page(
        "proof.html",
        analysis=analysis,
        proved=what_is_proved,
        unproved=[capital(wording.element(name)) for name in unproved_elements],
        how_many=f"{how_many(analysis, proof)}.{since_in_words(analysis, analysis.since_proved(proof.goal))}",
        answers=answers,
        steps=nested(steps),
        quoted=lambda citation: to_html(citation.quotation, analysis.language),
        linked=_with_links,
        glosses=glosses_of(analysis, steps),
        lie=TONES["lie"],
        graph=Markup(draw(evidence(analysis, proof), inline=True)),  # noqa: S704 - its template escapes
    )


def nested(steps: Iterable[ProofStep]) -> NestedSteps:
    """Steps in the order of their numbers, those that are in a supposition inside it."""
    levels: list[NestedSteps] = [[]]
    for step in steps:
        inside: NestedSteps = []
        levels[step.depth].append((step, inside))
        levels[step.depth + 1 :] = [inside]
    return levels[0]


def _with_links(step: ProofStep) -> Markup:
    """The sentence of a step, whose numbers are links to the steps that they name.

    Other numbers in brackets, which the sentence may quote, stay text.
    """
    sentence, premises = visible_text(step.says), set(step.premises)
    html, end_of_last = Markup(""), 0
    for match in _STEP_NUMBERS.finditer(sentence):
        numbers = [int(number) for number in match[1].split(", ")]
        if premises.issuperset(numbers):
            links = [Markup('<a href="#step-{0}">{0}</a>').format(number) for number in numbers]
            html += escape(sentence[end_of_last : match.start()])
            html += Markup(" ({})").format(Markup(", ").join(links))
            end_of_last = match.end()
    return html + escape(sentence[end_of_last:])
