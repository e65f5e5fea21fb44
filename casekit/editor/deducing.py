"""What follows from a document, found out in a process of its own while its writer goes on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from casekit.asking.interrogation import Interrogation
from casekit.diagnostics import Diagnostic
from casekit.editor.kept_editions import KeptEditions
from casekit.editor.looking import Onlooker
from casekit.pipeline.checking import reason_about

MOST_KEPT = 8
"""So many documents are kept as they were asked last."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A version of a document: what messages call it, where it is, and what it says."""

    name: str
    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What there is to say of a text, deduction included.

    ``reasoned`` if it could be asked what follows; otherwise the findings are those of its text.
    """

    findings: tuple[Diagnostic, ...]
    reasoned: bool
    verdict: str = ""


class Detective:
    """Answers questions about documents, one after the other."""

    def __init__(self) -> None:
        self._editions = KeptEditions()
        self._onlookers: dict[str, Onlooker] = {}
        self._asked: dict[str, tuple[str, Interrogation | None]] = {}

    def answer(self, text: Draft) -> Outcome:
        """Find out all there is to know of a text."""
        onlooker = self._onlookers.setdefault(text.name, Onlooker(text.name, text.path))
        view = onlooker.look(text.text, self._editions.now(text.path.parent))
        checked, asked = reason_about(view.looked)
        self._asked.pop(text.name, None)
        self._asked[text.name] = (text.text, asked)
        for name in list(self._asked)[:-MOST_KEPT]:
            del self._asked[name], self._onlookers[name]
        verdict = checked.told if asked is not None else ""
        return Outcome(checked.diagnostics, asked is not None, verdict)


def detective() -> Callable[[Draft], Outcome]:
    """What answers in the other process."""
    return Detective().answer
