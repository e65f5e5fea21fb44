"""Deduction on a document, in a process of its own while its writer goes on."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from casekit.asking.insights import alone, possible, roles
from casekit.asking.interrogation import Interrogation, Json, Remedy
from casekit.diagnostics import Diagnostic
from casekit.editor.looking import Onlooker, View
from casekit.games.editions import EDITION, Editions, Shelf, inside
from casekit.language.reading import real
from casekit.model.theory import OutOfBudgetError
from casekit.pipeline.checking import reason_about

_State = tuple[int, int, int] | None


class KeptEditions:
    """Editions as they are on disk now."""

    def __init__(self) -> None:
        self._editions = Editions()
        self._seen: dict[Path, _State] = {}
        self._followed: set[Path] = set()

    def now(self, folder: Path) -> Editions:
        """The editions for documents in a folder; those that were read before, if none of their files has changed."""
        if any(_state(file) != state for file, state in self._seen.items()):
            self._editions, self._seen, self._followed = Editions(), {}, set()
        here = real(folder)
        for candidate in (here, *here.parents):
            self._follow(candidate / EDITION)
        for file, shelf in self._editions.shelves.items():
            if file not in self._followed:
                self._followed.add(file)
                for each in _files(file, shelf):
                    self._follow(each)
        return self._editions

    def _follow(self, file: Path) -> None:
        if file not in self._seen:
            self._seen[file] = _state(file)


def _files(file: Path, shelf: Shelf) -> tuple[Path, ...]:
    """The files that decide what an edition is: its own, and those of the other cases, whose titles count.

    A case that is not there yet may be written.
    """
    root, booklets = file.parent, shelf.edition.booklets if shelf.edition else ()
    cases = (root / case for booklet in booklets for case in booklet.cases if inside(root, case))
    return (file, *(Path(source.name) for source in shelf.sources), *cases)


def _state(file: Path) -> _State:
    """The state that distinguishes one version of a file from another."""
    try:
        found = file.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


MOST_KEPT = 8
"""At most this many documents are kept as they were asked last."""


@dataclass(frozen=True, slots=True)
class TypedText:
    """A version of a document: what messages call it, where it is, and what it says."""

    name: str
    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The findings on a text, deduction included.

    ``reasoned`` if it could be asked what follows; otherwise the findings are those of its text. ``remedies`` are facts
    to state where it does not follow enough.
    """

    findings: tuple[Diagnostic, ...]
    reasoned: bool = False
    remedies: tuple[Remedy, ...] = ()
    lies: Sequence[Json] = ()


Question = Callable[[View, Interrogation], object]
"""What else is asked of a text: a function of a module, or a partial one, that is copied to the other process."""


def roles_in(_: View, asked: Interrogation) -> object:
    """What each source does in the proofs."""
    return roles(asked)


def known_alone(view: View, asked: Interrogation, source: str) -> object:
    """What a reader of one source alone knows."""
    return (
        None if view.document is None else alone(view.game.plain_words(view.document), asked.inquiry, source)
    )


def possible_values(_: View, asked: Interrogation, term: str) -> object:
    """The values that a term still may have."""
    return possible(asked.inquiry, term)


class Investigator:
    """Answers questions in the other process, one after the other, and keeps the documents that it was asked about last."""

    def __init__(self) -> None:
        self._editions = KeptEditions()
        self._onlookers: dict[str, Onlooker] = {}
        self._known: dict[str, tuple[TypedText, View, Outcome, Interrogation | None]] = {}

    def __call__(self, asked_about: tuple[TypedText, Question | None]) -> object:
        """The answer to a question about a text, ``None`` where nothing can be asked; without a question the ``Outcome``."""
        draft, question = asked_about
        view, outcome, asked = self._investigated(draft, anew=question is None)
        if question is None:
            return outcome
        with suppress(OutOfBudgetError):
            return None if asked is None else question(view, asked)
        return None

    def _investigated(self, draft: TypedText, *, anew: bool) -> tuple[View, Outcome, Interrogation | None]:
        before = self._known.get(draft.name)
        if before is not None and before[0] == draft and not anew:
            return before[1:]
        onlooker = self._onlookers.setdefault(draft.name, Onlooker(draft.name, draft.path))
        view = onlooker.look(draft.text, self._editions.now(draft.path.parent))
        checked, asked = reason_about(view.looked, tell=True, notes=True)
        found = Outcome(checked.diagnostics)
        if asked is not None:
            found = Outcome(checked.diagnostics, reasoned=True, remedies=_remedies(asked), lies=_lies(asked))
        self._known.pop(draft.name, None)
        self._known[draft.name] = draft, view, found, asked
        for name in list(self._known)[:-MOST_KEPT]:
            del self._known[name], self._onlookers[name]
        return view, found, asked


def _remedies(asked: Interrogation) -> tuple[Remedy, ...]:
    try:
        return asked.remedies()
    except OutOfBudgetError:
        return ()


def _lies(asked: Interrogation) -> Sequence[Json]:
    """The lines that are false in truth."""
    inquiry = asked.inquiry
    try:
        found = inquiry.lies if inquiry.verdict.consistent else ()
        return [each for each in found if each["status"] == "false"]
    except OutOfBudgetError:
        return ()
