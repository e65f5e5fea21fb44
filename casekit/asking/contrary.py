"""Whether readers will prove a different answer from the one that the writer means."""

from collections.abc import Iterator, Sequence

from casekit.asking.inquiry import Inquiry
from casekit.asking.origins import Origin
from casekit.asking.told.explanation import grounds
from casekit.asking.wording import listed
from casekit.diagnostics import Diagnostic, Related, codes
from casekit.model.place import Place
from casekit.model.theory import Element


def contrary(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """Answers of the truth that readers refute, because they prove another."""
    for element, lines in _refuted(inquiry):
        proved, true = _answers(inquiry, element)
        paths = _paths(inquiry, lines)
        yield Diagnostic(
            codes.CONTRARY_ELEMENT,
            f"readers will prove {proved}, but the truth says that the {element.name} is {true}\n{_rests_on(inquiry, paths)}",
            inquiry.answer_place(element.name),
            hint=f"write `{element.name} = {element.proved}`, or correct what {_source(paths)}",
            related=tuple(
                Related(inquiry.place(line), f"{inquiry.wording.named(line.path)}: {line.text}")
                for line in lines
                if line.place != Place()
            ),
        )


def sentences(inquiry: Inquiry) -> Iterator[str]:
    """The same in a sentence each, for a finding about lines that are to blame for it."""
    for element, lines in _refuted(inquiry):
        proved, true = _answers(inquiry, element)
        yield f"Readers will prove {proved}, not {true}. {_rests_on(inquiry, _paths(inquiry, lines))}"


def _refuted(inquiry: Inquiry) -> Iterator[tuple[Element, tuple[Origin, ...]]]:
    """The elements of which readers prove the contrary, with the lines it follows from."""
    # A solver that has answered nothing else gives the same lines whatever was asked before.
    fresh = inquiry.knowledge.fresh()
    for element in inquiry.contrary:
        yield element, grounds(inquiry, fresh, element)


def _answers(inquiry: Inquiry, element: Element) -> tuple[str, str]:
    """The answer that readers prove and the one of the truth."""
    proved, true = (
        inquiry.wording.answer(element.name, value or "") for value in (element.proved, element.value)
    )
    return proved, true


def _paths(inquiry: Inquiry, lines: Sequence[Origin]) -> list[str]:
    wording = inquiry.wording
    return list(dict.fromkeys(wording.named(line.path) for line in lines if line.path not in wording.given))


def _rests_on(inquiry: Inquiry, paths: Sequence[str]) -> str:
    return (
        f"This follows from {listed(paths) if paths else inquiry.wording.nothing_to_read.partition(',')[0]}."
    )


def _source(paths: Sequence[str]) -> str:
    if not paths:
        return "the presentation or a rule says"
    return f"{listed(paths)} state{'s' if len(paths) == 1 else ''}"
