"""Why an element of the solution is certain: the lines it rests on, with the words they quote."""

from dataclasses import dataclass

from casekit.deduce.knowledge import Knowledge
from casekit.deduce.support import supporting_lines
from casekit.games.midnight.inquiry import Inquiry
from casekit.games.midnight.story import element_in_words
from casekit.games.midnight.theory import Origin
from casekit.model.theory import Element

_NAME, _PATH = 9, 16


@dataclass(frozen=True)
class Explanation:
    """An element and lines from which it follows: of the fewest paragraphs, then what everybody knows.

    ``lines`` are empty if the element is not certain.
    """

    element: Element
    lines: tuple[Origin, ...]


def explain(inquiry: Inquiry) -> tuple[Explanation, ...]:
    """An explanation for each element of the verdict."""
    # A solver that has answered nothing else gives the same lines whatever was asked before.
    fresh = Knowledge(inquiry.knowledge.theory, inquiry.knowledge.limits)
    return tuple(
        Explanation(element, _lines(inquiry, fresh, element)) for element in inquiry.verdict.elements
    )


def _lines(inquiry: Inquiry, fresh: Knowledge, element: Element) -> tuple[Origin, ...]:
    if element.status != "certain" or element.value is None:
        return ()
    target = inquiry.case.scope.function_of_name[element.name]
    lines = supporting_lines(fresh, target, element.value)
    return tuple(inquiry.origins[line] for line in lines)


def verdict_in_words(inquiry: Inquiry) -> str:
    """The verdict with its reasons, as text for people."""
    case = inquiry.case
    rows = [f"{case.source.name}: {case.title}"]
    if not inquiry.verdict.consistent:
        return f"{rows[0]}\n  contradictory: nothing can be proved"
    if not inquiry.verdict.truth_possible:
        rows.append("  the truth is not possible: what is certain is so for a reader only")
    for explanation in explain(inquiry):
        element = explanation.element
        value = "?" if element.value is None else element_in_words(case, element.name, element.value)
        rows.append(f"  {element.name:<{_NAME}}{value}: {element.status}")
        rows += [f"  {'':{_NAME}}{_row(origin)}" for origin in explanation.lines]
    return "\n".join(rows)


def _row(origin: Origin) -> str:
    words = f'"{origin.quotation}"' if origin.quotation else origin.text
    lie = " (a lie)" if origin.mode == "lie" else ""
    return f"{origin.path:<{_PATH}}{words}{lie}"
