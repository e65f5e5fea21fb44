"""Whether readers will prove a different answer from the one that the writer means."""

from collections.abc import Iterator, Sequence

from casekit.asking.origins import Origin
from casekit.asking.told.explanation import grounds
from casekit.asking.wording import listed
from casekit.diagnostics import Diagnostic, Related, codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.model.place import Place
from casekit.model.theory import Element


def contrary(inquiry: CaseInquiry) -> Iterator[Diagnostic]:
    """Answers of the truth that readers refute, because they prove another."""
    for element, lines in _refuted(inquiry):
        proved, true = _answers(inquiry, element)
        paths = _paths(lines)
        yield Diagnostic(
            codes.CONTRARY_ELEMENT,
            f"readers will prove {proved}, but the truth says that the {element.name} is {true}\n{_rests_on(paths)}",
            inquiry.answer_place(element.name),
            hint=f"write `{element.name} = {element.proved}`, or correct what {_source(paths)}",
            related=tuple(
                Related(inquiry.place(line), f"{line.path}: {line.text}")
                for line in lines
                if line.place != Place()
            ),
        )


def sentences(inquiry: CaseInquiry) -> Iterator[str]:
    """The same in a sentence each, for a finding about lines that are to blame for it."""
    for element, lines in _refuted(inquiry):
        proved, true = _answers(inquiry, element)
        yield f"Readers will prove {proved}, not {true}. {_rests_on(_paths(lines))}"


def _refuted(inquiry: CaseInquiry) -> Iterator[tuple[Element, tuple[Origin, ...]]]:
    """The elements of which readers prove the contrary, with the lines it follows from."""
    # A solver that has answered nothing else gives the same lines whatever was asked before.
    fresh = inquiry.knowledge.fresh()
    for element in inquiry.contrary:
        yield element, grounds(inquiry, fresh, element)


def _answers(inquiry: CaseInquiry, element: Element) -> tuple[str, str]:
    """The answer that readers prove and the one of the truth."""
    proved, true = (
        inquiry.wording.answer(element.name, value or "") for value in (element.proved, element.value)
    )
    return proved, true


def _paths(lines: Sequence[Origin]) -> list[str]:
    return list(dict.fromkeys(line.path for line in lines if line.kind in {"answer", "place"}))


def _rests_on(paths: Sequence[str]) -> str:
    if not paths:
        return "This follows from the presentation and the rules alone."
    return f"This follows from {listed(paths)}."


def _source(paths: Sequence[str]) -> str:
    if not paths:
        return "the presentation or a rule says"
    return f"{listed(paths)} state{'s' if len(paths) == 1 else ''}"
