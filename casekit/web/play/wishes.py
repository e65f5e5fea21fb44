"""Requests to the process that keeps games: by a page, and by the command line before there is one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from casekit.diagnostics import Severity
from casekit.pipeline.played_documents import hosted
from casekit.web.analyst import KnownCases, ServedFile
from casekit.web.play.game_room import OK, GameRoom, Json, PlaySetup, Seated


@dataclass(frozen=True, slots=True)
class Wish:
    """A page's wish: something to do or to see."""

    file: ServedFile
    setup: PlaySetup
    content: Mapping[str, Any]

    def answer(self, known: KnownCases) -> Json:
        """The answer to the page; ``status`` is that of HTTP."""
        name = _name_of(self.file)
        room: GameRoom | None = known.kept.get(name)
        if room is None:
            room = known.kept[name] = _room(known, self.file, self.setup)
        if room.version == self.file.version:
            return room.grant(self.content)
        # A game goes on with the text that it was begun with; the next one is of the text as it is now.
        if room.course is not None and not self._is_about_the_next_game:
            answer = room.grant(self.content)
            return {**answer, "changed": room.prepared} if answer["status"] == OK else answer
        fresh = self._next(known)
        answer = fresh.grant(self.content)
        if room.course is None or fresh.course is not None:
            known.kept[name] = fresh
        return answer

    @property
    def _is_about_the_next_game(self) -> bool:
        do = self.content.get("do")
        return do in {"begin", "resume", "load"} or (do == "table" and self.content.get("fresh") is True)

    def _next(self, known: KnownCases) -> GameRoom:
        """The table as the file is now. A game that the command line resumed was resumed already."""
        name = f"next {_name_of(self.file)}"
        room: GameRoom | None = known.kept.get(name)
        if room is None or room.version != self.file.version or room.course is not None:
            room = known.kept[name] = _room(known, self.file, replace(self.setup, resume=None))
        return room


@dataclass(frozen=True, slots=True)
class SitDown:
    """Whether a case can be played as the command line wants it."""

    file: ServedFile
    setup: PlaySetup

    def answer(self, known: KnownCases) -> Seated:
        """Prepare the table, which the page then finds."""
        study = known.study(self.file)
        room = known.kept[_name_of(self.file)] = _room(known, self.file, self.setup)
        return room.seated(study.sources)


def _name_of(file: ServedFile) -> str:
    return f"play {file.path}"


def _room(known: KnownCases, file: ServedFile, setup: PlaySetup) -> GameRoom:
    study = known.study(file)
    try:
        table, problems = hosted(study.examined, file.path, study.shelf)
    except Exception:
        # Errors with a case that has errors are theirs; with any other, they are a fault of our own.
        table, problems = None, tuple(each for each in study.findings if each.severity is Severity.ERROR)
        if not problems:
            raise
    return GameRoom(file.version, table, problems, setup)
