"""The cases that are served: their versions, the answers to questions about them, and the board of events.

All methods belong to the event loop of the server.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from casekit.language.source_files import real
from casekit.system import cursor_channel, executors
from casekit.values import replace
from casekit.web.case_finding import CaseFinder, CaseScan, Find, FollowedFolders, FoundCase
from casekit.web.case_worker import Question, ServedFile, WorkerProcesses, question_answerer
from casekit.web.event_board import EventBoard

CASES = "cases"
"""The topic of events that concern the list of cases."""

ANALYST = "analyst"
"""The process of a case that answers questions, unless a page has a process of its own for them."""


@dataclass
class KeptAnswer:
    """The last answer to a question about a case, whatever the case has become since."""

    value: Any = None
    """What the question has returned; ``None`` while there is no answer."""
    version: int = -1
    """The version of the case that it is of, -1 while there is no answer."""
    time: str = ""
    """When it was there, as in ``14:05:09``."""
    working: bool = False
    """Whether the answer for a later version is being looked for."""
    problem: str = ""
    """Why there is no answer for a later version, in a sentence; empty unless it failed."""
    tried_version: int = -1
    """The last version for which an answer was looked for, -1 for none."""
    request: Any = None
    """What a page has asked for, if the question does not say."""


@dataclass
class ServedCase:
    """A case that pages show."""

    key: str
    """Its name in addresses, which stays the same."""
    file: ServedFile
    title: str
    gone: bool = False
    """Whether its file is not there now."""
    seal: str = field(default_factory=token_urlsafe)
    """The value of the cookie of a browser that has asked to see the solution."""
    answers: dict[str, KeptAnswer] = field(default_factory=dict)
    """The answers to questions about it, by names that views give them."""
    cursor: cursor_channel.CursorPlace | None = None
    """The last place of the cursor of an editor, if one has reported it."""

    @property
    def topic(self) -> str:
        """The topic of events that concern it."""
        return f"case {self.key}"

    @property
    def cursor_topic(self) -> str:
        """The topic of moves of the cursor of an editor in it."""
        return f"cursor {self.key}"


class CaseStore:
    """Cases by their keys, the processes that answer questions about them, and the board of events."""

    def __init__(self, find: Find, edition: Path | None = None, editor: str = "") -> None:
        self._finder = CaseFinder(find, edition)
        self._edition = edition
        self._cases: dict[Path, ServedCase] = {}
        """By their real paths."""
        self._workers = WorkerProcesses(question_answerer)
        self._tasks: set[asyncio.Task[None]] = set()
        """Those that look for answers."""
        self._scanning = asyncio.Lock()
        self.editor = editor
        """The scheme of addresses that open a file in an editor, empty if there are no such links."""
        self.events = EventBoard()
        self.trouble = ""
        """Why changes of files are not noticed now; empty while they are."""
        self._update_cases(self._finder.cases())

    @property
    def cases(self) -> tuple[ServedCase, ...]:
        """The cases that are there or were there, in the order in which they were found."""
        return tuple(self._cases.values())

    def case(self, key: str) -> ServedCase | None:
        """The case that an address names."""
        return next((case for case in self.cases if case.key == key), None)

    # --- questions -------------------------------------------------------------------------------

    async def ask(
        self,
        file: ServedFile,
        question: Question,
        of: str = ANALYST,
        progress: Callable[[Any], None] | None = None,
        *,
        lasting: bool = False,
    ) -> Any:
        """The answer to a question about a case, from the process of that case with the name ``of``.

        ``WorkerProcesses.ask`` explains ``progress``, ``lasting`` and what is raised.
        """
        return await self._workers.ask((of, file.path), (question, file), progress, lasting=lasting)

    def follow_up(
        self,
        case: ServedCase,
        name: str,
        question: Question,
        of: str = ANALYST,
        progress: Callable[[Any], None] | None = None,
    ) -> KeptAnswer:
        """The last answer to a question about a case, by the ``name`` that a view has given it.

        If it is not of the present version, an answer for that is looked for. The pages that follow the case
        hear when it is there; ``progress`` is called with each report before.
        """
        answer = case.answers.setdefault(name, KeptAnswer())
        is_new_version = case.file.version not in {answer.version, answer.tried_version}
        if is_new_version and not answer.working and not case.gone:
            answer.working, answer.problem = True, ""
            search = self._look_for_answer(case, answer, question, of, progress)
            task = asyncio.get_running_loop().create_task(search)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return answer

    async def _look_for_answer(
        self,
        case: ServedCase,
        answer: KeptAnswer,
        question: Question,
        of: str,
        progress: Callable[[Any], None] | None,
    ) -> None:
        file = case.file
        try:
            answer.value = await self.ask(file, question, of, progress)
            answer.version, answer.problem = file.version, ""
            answer.time = datetime.now().astimezone().strftime("%H:%M:%S")
        except executors.LostProcessError:
            answer.problem = "The process that works on this case has ended, perhaps for lack of memory."
        except executors.TaskError as error:
            answer.problem = f"casekit has failed through a fault of its own: {error}"
        finally:
            # A question that failed is asked again when the case has changed.
            answer.working, answer.tried_version = False, file.version
        self._post_version(case, file.version)

    def give_up(self, file: ServedFile, of: str = ANALYST) -> None:
        """End the process of a case that has this name, whatever it is doing."""
        self._workers.give_up((of, file.path))

    def close(self) -> None:
        """End every stream and every process; no question is answered from now on."""
        self.events.close()
        for task in self._tasks:
            task.cancel()
        self._workers.close()

    # --- files -----------------------------------------------------------------------------------

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the cases that are there or were there."""
        return tuple(case.file.path.absolute().parent for case in self._cases.values())

    def changed(self, files: Iterable[Path]) -> None:
        """Give the cases that a change of files concerns another version, and notify the pages."""
        self._apply(self._finder.scan(tuple(files)))

    async def changed_in_thread(self, files: Iterable[Path]) -> None:
        """The work of ``changed``, with the files read in another thread.

        One change is read after the other, so that the files are as they were read last.
        """
        async with self._scanning:
            self._apply(await asyncio.to_thread(self._finder.scan, tuple(files)))

    async def folders_to_follow(self) -> FollowedFolders:
        """The folders whose changes may concern a case, found in another thread."""
        return await asyncio.to_thread(self._finder.folders_to_follow, self.folders)

    def report_trouble(self, trouble: str) -> None:
        """Show the pages why changes of files are not noticed now."""
        if trouble != self.trouble:
            self.trouble = trouble
            self._post_all()

    def end_trouble(self) -> None:
        """Changes are noticed again. Give every case another version: it may have changed meanwhile."""
        self.trouble = ""
        self._update_cases(self._finder.cases())
        for case in self._cases.values():
            _count_version(case)
        self._post_all()

    def _apply(self, scan: CaseScan) -> None:
        present_before = self._present_cases()
        self._update_cases(scan.cases)
        came_or_went = present_before ^ self._present_cases()
        changed = scan.changed | came_or_went
        for path, case in self._cases.items():
            if path in changed:
                _count_version(case)
                self._post_version(case, case.file.version)
        if changed:
            self.events.post(CASES)

    def _present_cases(self) -> set[Path]:
        return {path for path, case in self._cases.items() if not case.gone}

    def _update_cases(self, found_cases: Mapping[Path, FoundCase]) -> None:
        """Add cases that are new, and note which are gone."""
        for path, found in found_cases.items():
            case = self._cases.get(path)
            if case is None:
                file = ServedFile(found.input.name, None, found.input.path, found.input.within, self._edition)
                case = self._cases[path] = ServedCase(self._new_key(found.input.path), file, found.title)
            case.title = found.title or case.title
            case.gone = not found.is_there
        for case in self._cases.values():
            if real(case.file.path) not in found_cases:
                case.gone = True

    def _new_key(self, path: Path) -> str:
        """The name of a file in letters, digits and hyphens, with a number if another case has that key."""
        stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "case"
        keys = chain([stem], (f"{stem}-{number}" for number in count(2)))
        return next(key for key in keys if self.case(key) is None)

    def _post_all(self) -> None:
        for case in self._cases.values():
            self._post_version(case, case.file.version)
        self.events.post(CASES)

    def _post_version(self, case: ServedCase, version: int) -> None:
        self.events.post(case.topic, case=case.key, version=version)


def _count_version(case: ServedCase) -> None:
    """Give a case the next version."""
    case.file = replace(case.file, version=case.file.version + 1)
