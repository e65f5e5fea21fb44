"""Questions about cases, answered in another process: texts may be a stranger's, and the server never waits for them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from casekit.asking.interrogation import Interrogation
from casekit.diagnostics import Diagnostic, Source, gravest
from casekit.games.editions import Editions
from casekit.pipeline.asked_documents import Examined, examined
from casekit.pipeline.checking import Checked, LookedOver, look_over, reason_about
from casekit.pipeline.given_documents import Input, TypedDocument, open_document


@dataclass(frozen=True, slots=True)
class ServedFile:
    """A case as it is at some time: ``version`` grows with each change that concerns it.

    ``within`` is the folder it was found in, if the user did not name it, ``edition`` the one to take for every case.
    """

    name: str
    path: Path
    within: Path | None = None
    edition: Path | None = None
    version: int = 0


class CaseQuestion(Protocol):
    """A question about a case that another process answers; it and its answer are copied from process to process."""

    @property
    def file(self) -> ServedFile:
        """The case that it is about."""

    def answer(self, known: "KnownCases") -> Any:
        """The answer, found there."""


class StudiedCase:
    """A case as it was read once; each further step is taken when it is asked for."""

    def __init__(self, file: ServedFile) -> None:
        self.file = file
        each = Input(file.name, None, file.path, file.within)
        self.case: TypedDocument = open_document(each, Editions(file.edition))
        self.parsed, self.shelf = self.case.parsed, self.case.shelf
        self.unreadable = self.parsed.diagnostics if self.case.lost else ()

    @cached_property
    def looked(self) -> LookedOver:
        """The findings and facts that need no deduction."""
        return look_over(self.case)

    @cached_property
    def reasoned(self) -> tuple[Checked, Interrogation | None]:
        """The findings and facts that deduction adds."""
        return reason_about(self.looked, tell=True)

    @cached_property
    def examined(self) -> Examined:
        """The case with its questions open, or why it cannot be asked."""
        return examined(self.case)

    @property
    def sources(self) -> dict[str, Source]:
        """All texts that findings may be about."""
        return {text.name: text for text in (*self.shelf.sources, self.parsed.source)}

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that was found."""
        if self.unreadable:
            return self.unreadable
        return gravest((*self.shelf.diagnostics, *self.reasoned[0].diagnostics))


class KnownCases:
    """The memory of a process: its case as it was studied last, and what views keep there."""

    def __init__(self) -> None:
        self._studied: StudiedCase | None = None
        self.kept: dict[str, Any] = {}
        """The values that views keep in this process, by names of theirs."""

    def study(self, file: ServedFile) -> StudiedCase:
        """A case, read once for each version of it."""
        if self._studied is None or self._studied.file != file:
            self._studied = StudiedCase(file)
        return self._studied


def analyst() -> Callable[[CaseQuestion], Any]:
    """The function that answers in the other process."""
    known = KnownCases()
    return lambda question: question.answer(known)
