"""The cases that are served, followed while their files change.

And the board of bulletins to the pages that are open (server-sent events).

All methods belong to the event loop of the server.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import anyio
from sse_starlette import EventSourceResponse, ServerSentEvent

from casekit.kit.editions import EditionFinder, is_edition, title_in
from casekit.language.source_files import is_file, real
from casekit.pipeline import changed_inputs, loading
from casekit.system import executors, user_cache
from casekit.values import replace
from casekit.web.case_worker import Question, ServedFile, WorkerProcesses, analyst

CASES = "cases"
"""The topic of what concerns the list of cases."""

_PAUSE = 150
"""Milliseconds in which changes are gathered: an editor writes a file in several steps."""

_PATIENCE = 2.0
"""Seconds after which files are followed again that could not be."""

_LOOK = 1.0
"""Seconds between two looks at whether the folders are still there."""

MOST_WAITING = 200
"""This many bulletins may wait for a page; then it is asked to look for itself."""


class EventBoard:
    """A board that pages follow."""

    def __init__(self) -> None:
        self._followers: dict[asyncio.Queue[str], frozenset[str]] = {}
        self._closed = anyio.Event()

    def post(self, topic: str, **content: Any) -> None:
        """Post to the pages that follow a topic; the content is anything that JSON can hold."""
        text = json.dumps({"topic": topic, **content})
        for queue, topics in self._followers.items():
            if topic in topics:
                told = text
                if queue.qsize() >= MOST_WAITING:
                    # Whatever it missed, it sees when it looks again.
                    while not queue.empty():
                        queue.get_nowait()
                    told = json.dumps({"topic": topic})
                queue.put_nowait(told)

    def follows(self, topic: str) -> bool:
        """Whether a page that is open follows a topic."""
        return any(topic in topics for topics in self._followers.values())

    def close(self) -> None:
        """End every stream."""
        self._closed.set()

    def stream(self, topics: frozenset[str]) -> EventSourceResponse:
        """An answer that goes on until the page is closed or the server ends."""
        return EventSourceResponse(
            self._events(topics), ping=15, shutdown_event=self._closed, headers={"cache-control": "no-store"}
        )

    async def _events(self, topics: frozenset[str]) -> AsyncIterator[ServerSentEvent]:
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._followers[queue] = topics
        try:
            # Whatever happened before a page followed, it sees when it looks.
            yield ServerSentEvent(data="{}", event="hello", retry=1000)
            while True:
                yield ServerSentEvent(data=await queue.get())
        finally:
            del self._followers[queue]


@dataclass
class KeptAnswer:
    """The last answer to a question about a case, whatever the case has become since.

    ``version`` is the one it is of, -1 while there is none; ``time`` says when it was found. ``working``
    while the answer of a later version is looked for; ``problem`` says why there is none. ``wanted`` is what
    a page has asked for.
    """

    answer: Any = None
    version: int = -1
    time: str = ""
    working: bool = False
    problem: str = ""
    tried: int = -1
    wanted: Any = None


@dataclass
class ServedCase:
    """A case that pages show.

    ``key`` is its name in addresses, which stays; ``gone`` if its file is not there now.
    """

    key: str
    file: ServedFile
    title: str
    gone: bool = False
    seal: str = field(default_factory=token_urlsafe)
    """The value that a browser keeps if it has asked to see the solution."""
    kept: dict[str, KeptAnswer] = field(default_factory=dict)
    """The answers to questions about it, by names that views give them."""
    cursor: user_cache.CursorPlace | None = None
    """Where the cursor of an editor was last, if one has said so."""

    @property
    def topic(self) -> str:
        """Its topic on the board."""
        return f"case {self.key}"

    @property
    def cursor_topic(self) -> str:
        """The topic of moves of the cursor of an editor in it."""
        return f"cursor {self.key}"


_Found = tuple[loading.InputFile, str, bool]
"""A case that was found, its title, and whether its file is there."""

Find = Callable[[], Sequence[loading.InputFile]]
"""Finds the cases and editions that are to be served, as they are now."""


class CaseStore:
    """Cases by their keys, the processes that answer questions about them, and the board of changes.

    ``editor`` is the scheme of addresses that open a file in an editor, empty if none is wanted.
    """

    def __init__(self, find: Find, edition: Path | None = None, editor: str = "") -> None:
        self._find, self._edition = find, edition
        self.editor = editor
        self._cases: dict[Path, ServedCase] = {}
        self._companions = WorkerProcesses(analyst)
        self._tasks: set[asyncio.Task[None]] = set()
        self._seeing = asyncio.Lock()
        self._known: changed_inputs.KnownPlaces = {}
        self.bulletins = EventBoard()
        self.trouble = ""
        """Why changes of files are not noticed now; empty while they are."""
        self._take(self._found())

    @property
    def cases(self) -> tuple[ServedCase, ...]:
        """Those that are there, and those that were, in the order in which they were found."""
        return tuple(self._cases.values())

    def case(self, key: str) -> ServedCase | None:
        """The case that an address names."""
        return next((case for case in self.cases if case.key == key), None)

    # --- questions -------------------------------------------------------------------------------

    async def ask(
        self,
        file: ServedFile,
        question: Question,
        of: str = "analyst",
        progress: Callable[[Any], None] | None = None,
        *,
        lasting: bool = False,
    ) -> Any:
        """Ask another process, as ``WorkerProcesses.ask`` does; each case has one of each name."""
        return await self._companions.ask((of, file.path), (question, file), progress, lasting=lasting)

    def follow_up(
        self,
        case: ServedCase,
        name: str,
        question: Question,
        of: str = "analyst",
        progress: Callable[[Any], None] | None = None,
    ) -> KeptAnswer:
        """The last answer to a question about a case.

        If it is not of its present version, a new one is looked for.

        The pages that follow the case hear when it is there; ``progress`` is called with each report before.
        """
        kept = case.kept.setdefault(name, KeptAnswer())
        if not kept.working and case.file.version not in {kept.version, kept.tried} and not case.gone:
            kept.working, kept.problem = True, ""
            task = asyncio.get_running_loop().create_task(self._look_for(case, kept, question, of, progress))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return kept

    async def _look_for(
        self,
        case: ServedCase,
        kept: KeptAnswer,
        question: Question,
        of: str,
        progress: Callable[[Any], None] | None,
    ) -> None:
        file = case.file
        try:
            kept.answer = await self.ask(file, question, of, progress)
            kept.version, kept.problem = file.version, ""
            kept.time = datetime.now().astimezone().strftime("%H:%M:%S")
        except executors.LostProcessError:
            kept.problem = "The process that works on this case has ended, perhaps for lack of memory."
        except executors.TaskError as error:
            kept.problem = f"casekit has failed through a fault of its own: {error}"
        finally:
            # A question that failed is asked again when the case has changed.
            kept.working, kept.tried = False, file.version
        self.bulletins.post(case.topic, case=case.key, version=file.version)

    def give_up(self, file: ServedFile, of: str = "analyst") -> None:
        """End the process of a case that has this name, whatever it is doing."""
        self._companions.give_up((of, file.path))

    def close(self) -> None:
        """End every stream and every process; no question is answered from now on."""
        self.bulletins.close()
        for task in self._tasks:
            task.cancel()
        self._companions.close()

    # --- files -----------------------------------------------------------------------------------

    def changed(self, files: Iterable[Path]) -> None:
        """Files have changed: the cases that this concerns have another version, and the pages hear of it."""
        self._apply(*self._seen(tuple(files)))

    async def _see(self, files: tuple[Path, ...]) -> None:
        """The same, read in another thread: one after the other, so that what was seen last counts."""
        async with self._seeing:
            self._apply(*await asyncio.to_thread(self._seen, files))

    async def follow(self) -> None:
        """Follow the files until it is cancelled."""
        while True:
            try:
                deep, flat = await asyncio.to_thread(self._folders, self._case_folders())
                # Cases that came or went while nothing was followed.
                await self._see(())
                if self.trouble and not (deep or flat):
                    self._go_on()
                over = asyncio.Event()
                async with asyncio.TaskGroup() as watching:
                    for folders in (deep, flat):
                        if folders:
                            watching.create_task(self._watch(folders, (deep, flat), over))
                    watching.create_task(self._mind((*deep, *flat), over))
            except* Exception as errors:  # noqa: BLE001 - told on the pages, and tried again
                first = errors.exceptions[0]
                trouble = f"{type(first).__name__}: {first}"
                if trouble != self.trouble:
                    self.trouble = trouble
                    self._tell_all()
                await asyncio.sleep(_PATIENCE)

    async def _watch(
        self, folders: tuple[Path, ...], all_folders: tuple[tuple[Path, ...], ...], over: asyncio.Event
    ) -> None:
        """Follow the folders of one of the two kinds, until others are to be followed.

        The first kind counts with everything below it.
        """
        from watchfiles import awatch  # noqa: PLC0415 - tests of pages follow no files

        begun = False
        async for batch in awatch(
            *folders,
            debounce=_PAUSE,
            step=50,
            rust_timeout=500,
            yield_on_timeout=True,
            recursive=folders is all_folders[0],
            stop_event=over,
        ):
            if self.trouble:
                self._go_on()
            files = tuple(Path(name) for _, name in batch)
            if not begun:
                # Nobody reports what came, went or changed after it was read and before it was followed.
                files += tuple(case.file.path for case in self._cases.values() if case.kept)
            if batch or not begun:
                begun = True
                await self._see(files)
                if await asyncio.to_thread(self._folders, self._case_folders()) != all_folders:
                    over.set()

    async def _mind(self, followed: tuple[Path, ...], over: asyncio.Event) -> None:
        """See folders come and go, which nobody reports to a follower of these folders."""
        minded = (*followed, *self._case_folders())
        before = [folder.is_dir() for folder in minded]
        while not over.is_set():
            await asyncio.sleep(_LOOK)
            if not followed or before != [folder.is_dir() for folder in minded]:
                over.set()

    def _go_on(self) -> None:
        """Files are followed again: what has changed meanwhile nobody knows."""
        self.trouble = ""
        self._take(self._found())
        for case in self._cases.values():
            case.file = replace(case.file, version=case.file.version + 1)
        self._tell_all()

    def _tell_all(self) -> None:
        for case in self._cases.values():
            self.bulletins.post(case.topic, case=case.key, version=case.file.version)
        self.bulletins.post(CASES)

    # Reads files and changes nothing here: it may be done in another thread.

    def _found(self) -> dict[Path, _Found]:
        inputs = loading.with_editions(self._find(), EditionFinder(self._edition))
        return {real(each.path): (each, _title(each), is_file(each.path)) for each, _ in inputs}

    def _seen(self, files: tuple[Path, ...]) -> tuple[dict[Path, _Found], frozenset[Path]]:
        """The cases that there are when files have changed, and those among them that this concerns."""
        found = self._found()
        concerned = changed_inputs.inputs_affected_by(
            [each for each, _, there in found.values() if there],
            EditionFinder(self._edition),
            changed_inputs.ReportedChanges(files),
            self._known,
        )
        return found, frozenset(real(each.path) for each in concerned)

    def _folders(self, case_folders: Iterable[Path]) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """The folders of the files that count, since an editor may put a new file in the place of an old one.

        First those that count with everything below them, then those of cases that were named.
        """
        editions = EditionFinder(self._edition)
        deep, flat = [], [*case_folders]
        for file in self._find():
            if file.within:
                deep.append(file.within)
            flat.append(file.path.absolute().parent)
            shelf = editions.read(file.path) if is_edition(file.path) else editions.of(file.path.parent)
            deep += [Path(source.name).absolute().parent for source in shelf.sources]
        below = tuple(dict.fromkeys(real(folder) for folder in deep if folder.is_dir()))
        named = dict.fromkeys(real(folder) for folder in flat if folder.is_dir())
        return below, tuple(folder for folder in named if not _is_below(folder, below))

    def _case_folders(self) -> tuple[Path, ...]:
        return tuple(case.file.path.absolute().parent for case in self._cases.values())

    def _take(self, found: Mapping[Path, _Found]) -> None:
        for place, (each, title, there) in found.items():
            case = self._cases.get(place)
            if case is None:
                file = ServedFile(each.name, None, each.path, each.within, self._edition)
                case = self._cases[place] = ServedCase(self._new_key(each.path), file, title)
            case.title = title or case.title
            case.gone = not there
        for case in self._cases.values():
            if real(case.file.path) not in found:
                case.gone = True

    def _apply(self, found: Mapping[Path, _Found], concerned: Iterable[Path]) -> None:
        before = {place for place, case in self._cases.items() if not case.gone}
        self._take(found)
        changed = {*concerned} | (before ^ {place for place, case in self._cases.items() if not case.gone})
        for place, case in self._cases.items():
            if place in changed:
                case.file = replace(case.file, version=case.file.version + 1)
                self.bulletins.post(case.topic, case=case.key, version=case.file.version)
        if changed:
            self.bulletins.post(CASES)

    def _new_key(self, path: Path) -> str:
        stem = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "case"
        keys = chain([stem], (f"{stem}-{number}" for number in count(2)))
        return next(key for key in keys if self.case(key) is None)


def _title(each: loading.InputFile) -> str:
    """The title in the header of a case, or the name of its file."""
    data, _ = each.read()
    return title_in(data or b"") or each.path.stem


def _is_below(folder: Path, others: Iterable[Path]) -> bool:
    """Whether a folder is in one of others, or is one of them."""
    return any(folder.is_relative_to(other) for other in others)
