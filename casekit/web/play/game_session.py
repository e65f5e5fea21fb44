"""The game that people play at one page: begun, moved on, taken back, kept in a file.

It lives in a process of its own.

A page sends a wish: it names the game and the step that it has seen, and is refused if the game has moved on
since, in another window for instance.
"""

import json
import secrets
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from casekit.diagnostics import Diagnostic, Report, Source
from casekit.language.source_files import read_bytes
from casekit.logic.theory import OutOfBudgetError
from casekit.pipeline.playing import PlayableDocument
from casekit.resources import words as words_in
from casekit.tabletop.game_json import SUFFIX, given, play_log, resumed, saved_game, sight
from casekit.tabletop.match import Belief, BeliefAnswer, GameRecord, Seat, Seating, opened
from casekit.values import frozen
from casekit.web.play.saved_games import (
    MOST_NOTES,
    MOST_REMARK,
    ActionRefusedError,
    desk_of,
    file_of,
    keep_game,
    kept_file,
    kept_games,
    name_at,
    seed_of,
)

Json = dict[str, Any]

OK = 200
"""The HTTP status of a wish that is granted."""

MOST_BELIEFS = 500
_LONGEST_PAUSE = 600
"""Seconds: a longer pause was not spent on the game."""


@frozen(slots=True)
class PlaySetup:
    """The command line's request; whatever it leaves open is the game's usual.

    ``resume`` is the file of a game that is gone on with, and kept there.
    """

    players: int | None = None
    seats: tuple[int, ...] = (0,)
    readers: str = ""
    seed: int | None = None
    resume: Path | None = None


class GameSession:
    """A table for one document, with one game at it at a time."""

    def __init__(
        self, version: int, table: PlayableDocument | None, problems: tuple[Diagnostic, ...], setup: PlaySetup
    ) -> None:
        self.version, self._table, self._setup = version, table, setup
        self.prepared = datetime.now().astimezone().strftime("%H:%M")
        self._found = problems
        self._problems = [each.message for each in problems] if table is None else []
        self.course: GameRecord | None = None
        self._file: Path | None = None
        self._seconds, self._seen = 0.0, time.monotonic()
        self._unsaved = ""
        if setup.resume is not None and table is not None:
            self._resume(setup.resume)

    def _resume(self, file: Path) -> None:
        """Go on with the game that the command line named, and keep it in its file."""
        data, found = read_bytes(file)
        if data is not None:
            game, found = resumed(data, file.as_posix(), self._at.host)
            if game is not None:
                self.course, self._seconds = game
        self._found = found
        self._problems = _in_words(found)
        self._file = file

    def obstacle(self, sources: Mapping[str, Source]) -> Report | str | None:
        """Why people cannot play as the command line wants it, or ``None`` if they can.

        It may also be what is wrong with its options.
        """
        if self._table is None:
            return Report(self._found, sources)
        offer, players = self._table.host.offer, self._players
        if not offer.fewest <= players <= offer.most:
            return f"{offer.fewest} to {offer.most} can play this case, not {players}"
        if max(self._setup.seats) >= players:
            return f"--seats are numbers from 1 to {players}, such as 1 or 1,3"
        try:
            self._table.host.kinds(self._setup.readers)
        except ValueError as error:
            return str(error)
        return Report(self._found, sources) if self._setup.resume and self.course is None else None

    # --- wishes ----------------------------------------------------------------------------------

    def grant(self, wish: Mapping[str, Any]) -> Json:
        """The answer to a page's wish."""
        if self._table is None:
            refused = {"status": 400, "problem": " ".join(self._problems)}
            return {"status": OK, "problems": self._problems} if wish.get("do") == "table" else refused
        now = time.monotonic()
        self._seconds += min(now - self._seen, _LONGEST_PAUSE)
        self._seen = now
        do = _WISHES.get(str(wish.get("do")))
        if do is None:
            return {"status": 400, "problem": "there is nothing of this name to do"}
        try:
            # A page that shows words and paths of another text asks for the table again.
            return {"status": OK, "text": self.version, **do(self, wish)}
        except ActionRefusedError as error:
            return {"status": error.status, "problem": str(error)}
        except OutOfBudgetError as error:
            return {"status": 500, "problem": f"a simulated player cannot decide: {error}"}

    @property
    def _at(self) -> PlayableDocument:
        if self._table is None:
            raise ActionRefusedError("there is no table")
        return self._table

    @property
    def _players(self) -> int:
        """How many are to sit at the table."""
        return self._at.host.offer.usual[0] if self._setup.players is None else self._setup.players

    def table(self, _: Mapping[str, Any]) -> Json:
        """The parts that do not change: the document, the words, who can play, and the games kept."""
        host, book = self._at.host, self._at.host.book
        return {
            "given": given(book, self._at.numbers),
            "words": {**words_in("tabletop/words/play.toml", book.language), **host.offer.words},
            "offer": {
                "fewest": host.offer.fewest,
                "most": host.offer.most,
                "player": host.offer.player,
                "skills": host.offer.skills,
            },
            "setup": {
                "players": min(self._players, host.offer.most),
                "seats": self._setup.seats,
                "readers": self._setup.readers or host.offer.usual[1],
                # As a text: numbers of a browser are not long enough.
                "seed": None if self._setup.seed is None else str(self._setup.seed),
            },
            "kept": kept_games(book),
            "problems": self._problems,
            "game": None if self.course is None else self.course.id,
            "limits": {"notes": MOST_NOTES, "remark": MOST_REMARK},
            "people": [] if self.course is None else list(self.course.people),
        }

    def begin(self, wish: Mapping[str, Any]) -> Json:
        """A new game, in the place of the one that was played here."""
        host, players, people = self._at.host, wish.get("players"), wish.get("seats")
        if not isinstance(players, int) or not isinstance(people, list) or not people:
            raise ActionRefusedError("say how many play, and where people sit")
        if not host.offer.fewest <= players <= host.offer.most:
            raise ActionRefusedError(
                f"{host.offer.fewest} to {host.offer.most} can play this case, not {players}"
            )
        seed = seed_of(wish.get("seed"))
        names = wish.get("names") if isinstance(wish.get("names"), list) else []
        try:
            kinds = host.kinds(str(wish.get("readers", "")))
            chairs = []
            for seat in range(players):
                if seat in people:
                    chairs.append(Seat(name_at(names, seat) or host.offer.player.format(seat + 1)))
                else:
                    chairs.append(Seat(host.offer.names[seat], kinds[seat]))
            match = host.match(Seating(tuple(chairs), seed))
        except (ValueError, IndexError) as error:
            raise ActionRefusedError(str(error)) from error
        course = opened(match, secrets.token_hex(8), datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
        if not course.people:
            raise ActionRefusedError("at least one person has to play")
        return self._opened((course.settled(0), 0), file_of(host.book, course.id), wish)

    def look(self, wish: Mapping[str, Any]) -> Json:
        """The game as it is, for a seat or for everybody."""
        course = self._course
        return {"sight": sight(course, self._seat(course, wish), self._at.numbers), "unsaved": self._unsaved}

    def act(self, wish: Mapping[str, Any]) -> Json:
        """An action of the seat that decides."""
        course = self._own_turn(wish)
        try:
            return self._moved(course.taken(str(wish.get("key")), int(self._seconds)), wish)
        except ValueError as error:
            raise ActionRefusedError("the rules do not allow this now") from error

    def undo(self, wish: Mapping[str, Any]) -> Json:
        """The last action taken back."""
        try:
            return self._moved(self._own_turn(wish).undone(), wish)
        except ValueError as error:
            raise ActionRefusedError(str(error)) from error

    def believe(self, wish: Mapping[str, Any]) -> Json:
        """Hypotheses that somebody writes down on the way."""
        course = self._course
        if len(course.beliefs) >= MOST_BELIEFS:
            raise ActionRefusedError(
                f"{MOST_BELIEFS} hypotheses are written down; no more are kept before the end"
            )
        return self._moved(course.believed(self._belief(course, wish)), wish)

    def write(self, wish: Mapping[str, Any]) -> Json:
        """The final hypotheses of the seat that decides."""
        course = self._own_turn(wish)
        try:
            return self._moved(course.hypotheses(self._belief(course, wish)), wish)
        except ValueError as error:
            raise ActionRefusedError(str(error)) from error

    def note(self, wish: Mapping[str, Any]) -> Json:
        """Keep the notes that a person writes beside the game."""
        course = self._course
        if wish.get("id") != course.id:
            raise ActionRefusedError("stale", 409)
        seat, desk = self._seat(course, wish), wish.get("desk")
        if seat is None or not isinstance(desk, dict):
            raise ActionRefusedError("these are nobody's notes")
        self.course = course.noted(seat, desk_of(desk))
        self._keep()
        return {"unsaved": self._unsaved}

    def resume(self, wish: Mapping[str, Any]) -> Json:
        """A game that is kept in the folder."""
        file = kept_file(self._at.host.book, str(wish.get("name")))
        data = None if file is None else read_bytes(file)[0]
        if file is None or data is None:
            raise ActionRefusedError("this game is not there any more", 404)
        return self._opened(self._resumed(data, file.name), file, wish)

    def _resumed(self, data: bytes, name: str) -> tuple[GameRecord, int]:
        game, problems = resumed(data, name, self._at.host)
        if game is None:
            raise ActionRefusedError(" ".join(_in_words(problems)))
        return game

    def load(self, wish: Mapping[str, Any]) -> Json:
        """A game that a person has a file of."""
        data = str(wish.get("content")).encode("utf-8", "replace")
        game = self._resumed(data, str(wish.get("name", "file")))
        return self._opened(game, file_of(self._at.host.book, game[0].id), wish)

    def save(self, _: Mapping[str, Any]) -> Json:
        """The game as a file for the browser to save."""
        course = self._course
        content = json.dumps(saved_game(course, int(self._seconds)), ensure_ascii=False)
        return {"file": f"{_stem(course)}-{course.id}{SUFFIX}", "content": content + "\n"}

    def log(self, wish: Mapping[str, Any]) -> Json:
        """The log of a person for the writer."""
        course = self._course
        seat = self._seat(course, wish)
        if seat is None:
            raise ActionRefusedError("no person sits there")
        log = play_log(course, seat, int(self._seconds), self._at.numbers)
        name = f"{_stem(course)}-{log['id']}.playtest.json"
        return {"file": name, "content": json.dumps(log, ensure_ascii=False, indent=1) + "\n"}

    # --- the game --------------------------------------------------------------------------------

    @property
    def _course(self) -> GameRecord:
        if self.course is None:
            raise ActionRefusedError("no game was begun here, or casekit was started again since", 410)
        return self.course

    def _seat(self, course: GameRecord, wish: Mapping[str, Any]) -> int | None:
        seat = wish.get("seat")
        if seat is None:
            return None
        if not isinstance(seat, int) or seat not in course.people:
            raise ActionRefusedError("no person sits there")
        return seat

    def _own_turn(self, wish: Mapping[str, Any]) -> GameRecord:
        """The game, if the page has seen it as it is and its seat decides."""
        course = self._course
        if wish.get("id") != course.id or wish.get("step") != len(course.steps):
            raise ActionRefusedError("stale", 409)
        if self._seat(course, wish) != course.decides:
            raise ActionRefusedError("it is not the turn of this seat", 409)
        return course

    def _belief(self, course: GameRecord, wish: Mapping[str, Any]) -> Belief:
        seat, answers = self._seat(course, wish), wish.get("answers")
        if seat is None or not isinstance(answers, list) or wish.get("id") != course.id:
            raise ActionRefusedError("these are nobody's hypotheses")
        if not all(isinstance(answer, dict) for answer in answers):
            raise ActionRefusedError("these are no hypotheses")
        beliefs = tuple(map(self._belief_answer, answers))
        return Belief(seat, len(course.steps), int(self._seconds), beliefs)

    def _belief_answer(self, answer: Mapping[str, Any]) -> BeliefAnswer:
        """The belief of somebody about one question, as a page gives it."""
        questions = {question.key: question for question in self._at.host.book.questions}
        element, sure = str(answer.get("element")), answer.get("confidence")
        first, second = (str(answer[name]) if answer.get(name) else None for name in ("first", "second"))
        options = questions[element].options if element in questions else ()
        values = {None, *(value for value, _ in options)}
        if element not in questions or not {first, second} <= values:
            raise ActionRefusedError("this is no answer to a question of this case")
        sure = sure if isinstance(sure, int) and 1 <= sure <= 100 else None  # noqa: PLR2004 - percent
        return BeliefAnswer(element, first, second, sure)

    def _moved(self, course: GameRecord, wish: Mapping[str, Any]) -> Json:
        """Go on with a game, keep it, and show it to whoever asked."""
        return self._opened((course.settled(int(self._seconds)), self._seconds), self._file, wish)

    def _opened(self, game: tuple[GameRecord, float], file: Path | None, wish: Mapping[str, Any]) -> Json:
        """The same with another game, which is kept in its own file."""
        seen = self._sight(game[0], wish)
        # Only now, when it can be shown: a page could never look at it.
        (self.course, self._seconds), self._problems, self._file = game, [], file
        self._keep()
        return {"sight": seen, "unsaved": self._unsaved}

    def _sight(self, course: GameRecord, wish: Mapping[str, Any]) -> Json:
        seat = wish.get("seat")
        alone = course.people[0] if len(course.people) == 1 else None
        return sight(course, seat if seat in course.people else alone, self._at.numbers)

    def _keep(self) -> None:
        """Write the game to its file; a page says so if that fails, and offers a copy."""
        if self._file is not None and self.course is not None:
            content = json.dumps(saved_game(self.course, int(self._seconds)), ensure_ascii=False)
            self._unsaved = keep_game(self._file, content)


_WISHES: Mapping[str, Callable[[GameSession, Mapping[str, Any]], Json]] = {
    "table": GameSession.table,
    "begin": GameSession.begin,
    "look": GameSession.look,
    "act": GameSession.act,
    "undo": GameSession.undo,
    "believe": GameSession.believe,
    "write": GameSession.write,
    "note": GameSession.note,
    "resume": GameSession.resume,
    "load": GameSession.load,
    "save": GameSession.save,
    "log": GameSession.log,
}


def _in_words(problems: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{each.message}. {each.hint or ''}".strip() for each in problems]


def _stem(course: GameRecord) -> str:
    return Path(course.match.book.file.replace("\\", "/")).stem
