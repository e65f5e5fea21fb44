"""Questions about cases, answered in another process: texts may be a stranger's, and the server never waits for them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from casekit.asking.interrogation import Interrogation
from casekit.asking.review.reviewed import Review
from casekit.diagnostics import Diagnostic, Source, gravest
from casekit.games.editions import Editions
from casekit.pipeline.checking import Checked, LookedOver, look_over, reason_about
from casekit.pipeline.given_documents import Examined, Input, TypedDocument, examined, open_document


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


class StudiedCase:
    """A case as it was read once; each further step is taken when it is asked for."""

    def __init__(self, file: ServedFile, kept: dict[str, Any] | None = None) -> None:
        self.file = file
        self.kept: dict[str, Any] = {} if kept is None else kept
        """The values that views keep in the process that studies it, whatever its version, by names of theirs."""
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

    @cached_property
    def review(self) -> Review | None:
        """The case for its proofreader, if it can be read and its game has reviews."""
        document, tree = self.looked.document, self.parsed.tree
        if document is None:
            return None
        return self.looked.game.review(document, tree, self.findings, self.reasoned[1])

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


Question = Callable[[StudiedCase], Any]
"""A question about a case that another process answers: a function of a module, or a partial one, that is copied there."""


def analyst() -> Callable[[tuple[Question, ServedFile]], Any]:
    """The function that answers in the other process, where each version of a case is read once."""
    last: StudiedCase | None = None
    kept: dict[str, Any] = {}

    def answer(asked: tuple[Question, ServedFile]) -> Any:
        nonlocal last
        question, file = asked
        if last is None or last.file != file:
            last = StudiedCase(file, kept)
        return question(last)

    return answer
