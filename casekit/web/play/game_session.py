"""The game that people play at one page: begun, moved on, taken back, kept in a file.

It is in a process of its own, which answers the requests of pages one after the other.

A request names the game and the step that its page has seen. It is refused if the game has moved on since, in
another window for instance.
"""

import json
import secrets
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from casekit.diagnostics import Finding, Report, Source
from casekit.language.source_files import read_bytes
from casekit.logic.theory import OutOfBudgetError
from casekit.pipeline.playing import PlayableDocument
from casekit.resources import words as words_in
from casekit.tabletop.game_json import SUFFIX, given, play_log, resumed, saved_game, sight
from casekit.tabletop.match import Belief, BeliefAnswer, GameRecord, Seat, Seating, opened
from casekit.values import frozen
from casekit.web.play.page_input import (
    MOST_NOTES,
    MOST_REMARK,
    ActionRefusedError,
    name_at,
    player_notes_from,
    seed_from,
)
from casekit.web.play.saved_games import file_named, file_of, games_of, keep_game

Json = dict[str, Any]

PageRequest = Mapping[str, Any]
"""What a page wants to do or to see: a JSON object. ``do`` is a key of ``_METHODS``."""

MOST_BELIEFS = 500
"""At most this many hypotheses are written down in a game before its end."""

LONGEST_PAUSE = 600
"""Seconds: what a longer pause has over this was not spent on the game."""

MOST_PERCENT = 100
"""How sure somebody can be of an answer."""

OK = 200
"""The HTTP status of a request that is granted."""

BAD_REQUEST = 400
"""The HTTP status of a request that no page should send, or that the rules do not allow."""

NOT_FOUND = 404
"""The HTTP status if a game is not there."""

CONFLICT = 409
"""The HTTP status if the page has not seen the game as it is."""

GONE = 410
"""The HTTP status if no game has been begun."""

OWN_FAULT = 500
"""The HTTP status if a simulated player cannot decide."""

STALE = "stale"
"""Says to the page that it has to look at the game again."""


@frozen(slots=True)
class PlaySetup:
    """The options of the command line. Where one is missing, the game's usual one is taken."""

    players: int | None = None
    """How many sit at the table."""
    seats: tuple[int, ...] = (0,)
    """Where people sit, from 0."""
    readers: str = ""
    """The kinds of simulated players, in the words of the game."""
    seed: int | None = None
    resume: Path | None = None
    """The file of a game to go on with, which is kept there."""


class TimedGame(NamedTuple):
    """A game, and how long it has been open."""

    game: GameRecord
    seconds: float


class GameSession:
    """A table for one document, with one game at it at a time."""

    def __init__(
        self,
        version: int,
        playable: PlayableDocument | None,
        problems: tuple[Finding, ...],
        setup: PlaySetup,
    ) -> None:
        """``problems`` are why the document is not ``playable``, in a ``version`` of its text."""
        self.version = version
        self._playable = playable
        self._setup = setup
        self.prepared = datetime.now().astimezone().strftime("%H:%M")
        """When the document was made ready, as in ``14:05``."""
        self._findings = problems
        """Why the document cannot be played, or the game that was to be resumed cannot be gone on with."""
        self._problems = [problem.message for problem in problems] if playable is None else []
        """The same in words, until there is a game."""
        self.game: GameRecord | None = None
        self._file: Path | None = None
        """Where the game is kept."""
        self._seconds = 0.0
        """How long the game has been open."""
        self._time_of_request = time.monotonic()
        self._unsaved = ""
        """Why the game could not be written to its file; empty if it was."""
        if setup.resume is not None and playable is not None:
            self._resume_named(playable, setup.resume)

    def _resume_named(self, playable: PlayableDocument, file: Path) -> None:
        """Go on with the game that the command line has named, and keep it in its file."""
        data, findings = read_bytes(file)
        if data is not None:
            game, findings = resumed(data, file.as_posix(), playable.host)
            if game is not None:
                self.game, self._seconds = game
        self._findings = findings
        self._problems = _in_words(findings)
        self._file = file

    def obstacle(self, sources: Mapping[str, Source]) -> Report | str | None:
        """Why people cannot play, or ``None`` if they can.

        It is a report on the document or the game to be resumed, with the texts that it quotes, or what is
        wrong with the options of the command line.
        """
        if self._playable is None:
            return Report(self._findings, sources)
        offer, players = self._playable.host.offer, self._players
        if not offer.fewest <= players <= offer.most:
            return f"{offer.fewest} to {offer.most} can play this case, not {players}"
        if max(self._setup.seats) >= players:
            return f"--seats are numbers from 1 to {players}, such as 1 or 1,3"
        try:
            self._playable.host.kinds(self._setup.readers)
        except ValueError as error:
            return str(error)
        return Report(self._findings, sources) if self._setup.resume and self.game is None else None

    # --- requests --------------------------------------------------------------------------------

    def answer(self, request: PageRequest) -> Json:
        """The answer to a page's request; ``status`` is that of HTTP."""
        action = str(request.get("do"))
        if self._playable is None:
            if action == "table":
                return {"status": OK, "problems": self._problems}
            return {"status": BAD_REQUEST, "problem": " ".join(self._problems)}
        now = time.monotonic()
        self._seconds += min(now - self._time_of_request, LONGEST_PAUSE)
        self._time_of_request = now
        method = _METHODS.get(action)
        if method is None:
            return {"status": BAD_REQUEST, "problem": "there is nothing of this name to do"}
        try:
            # A page that shows words and paths of another text asks for the table again.
            return {"status": OK, "text": self.version, **method(self, request)}
        except ActionRefusedError as error:
            return {"status": error.status, "problem": str(error)}
        except OutOfBudgetError as error:
            return {"status": OWN_FAULT, "problem": f"a simulated player cannot decide: {error}"}

    def table(self, _: PageRequest) -> Json:
        """The parts that do not change: the document, the words, who can play, and the games kept."""
        host = self._document.host
        playbook, offer, game = host.book, host.offer, self.game
        return {
            "given": given(playbook, self._document.numbers),
            "words": {**words_in("tabletop/words/play.toml", playbook.language), **offer.words},
            "offer": {
                "fewest": offer.fewest,
                "most": offer.most,
                "player": offer.player,
                "skills": offer.skills,
            },
            "setup": {
                "players": min(self._players, offer.most),
                "seats": self._setup.seats,
                "readers": self._setup.readers or offer.usual[1],
                # As a text: numbers of a browser are not long enough.
                "seed": None if self._setup.seed is None else str(self._setup.seed),
            },
            "kept": games_of(playbook),
            "problems": self._problems,
            "game": None if game is None else game.id,
            "limits": {"notes": MOST_NOTES, "remark": MOST_REMARK},
            "people": [] if game is None else list(game.people),
        }

    def begin(self, request: PageRequest) -> Json:
        """A new game, in the place of the one that was played here."""
        host, players, people = self._document.host, request.get("players"), request.get("seats")
        if not isinstance(players, int) or not isinstance(people, list) or not people:
            raise ActionRefusedError("say how many play, and where people sit")
        if not host.offer.fewest <= players <= host.offer.most:
            raise ActionRefusedError(
                f"{host.offer.fewest} to {host.offer.most} can play this case, not {players}"
            )
        seed = seed_from(request.get("seed"))
        names = request.get("names") if isinstance(request.get("names"), list) else []
        try:
            kinds = host.kinds(str(request.get("readers", "")))
            seats = []
            for seat in range(players):
                if seat in people:
                    seats.append(Seat(name_at(names, seat) or host.offer.player.format(seat + 1)))
                else:
                    seats.append(Seat(host.offer.names[seat], kinds[seat]))
            match = host.match(Seating(tuple(seats), seed))
        except (ValueError, IndexError) as error:
            raise ActionRefusedError(str(error)) from error
        game = opened(match, secrets.token_hex(8), datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
        if not game.people:
            raise ActionRefusedError("at least one person has to play")
        return self._show(TimedGame(game.settled(0), 0), file_of(host.book, game.id), request)

    def look(self, request: PageRequest) -> Json:
        """The game as it is, for a seat or for everybody."""
        game = self._begun_game
        seat = self._seat(game, request)
        return {"sight": sight(game, seat, self._document.numbers), "unsaved": self._unsaved}

    def act(self, request: PageRequest) -> Json:
        """An action of the seat that decides."""
        game = self._game_at_own_turn(request)
        try:
            return self._go_on(game.taken(str(request.get("key")), int(self._seconds)), request)
        except ValueError as error:
            raise ActionRefusedError("the rules do not allow this now") from error

    def undo(self, request: PageRequest) -> Json:
        """The last action taken back."""
        try:
            return self._go_on(self._game_at_own_turn(request).undone(), request)
        except ValueError as error:
            raise ActionRefusedError(str(error)) from error

    def believe(self, request: PageRequest) -> Json:
        """Hypotheses that somebody writes down on the way."""
        game = self._begun_game
        if len(game.beliefs) >= MOST_BELIEFS:
            raise ActionRefusedError(
                f"{MOST_BELIEFS} hypotheses are written down; no more are kept before the end"
            )
        return self._go_on(game.believed(self._belief(game, request)), request)

    def write(self, request: PageRequest) -> Json:
        """The final hypotheses of the seat that decides."""
        game = self._game_at_own_turn(request)
        try:
            return self._go_on(game.hypotheses(self._belief(game, request)), request)
        except ValueError as error:
            raise ActionRefusedError(str(error)) from error

    def note(self, request: PageRequest) -> Json:
        """Keep the notes that a person writes beside the game."""
        game = self._begun_game
        if request.get("id") != game.id:
            raise ActionRefusedError(STALE, CONFLICT)
        seat, notes = self._seat(game, request), request.get("desk")
        if seat is None or not isinstance(notes, dict):
            raise ActionRefusedError("these are nobody's notes")
        self.game = game.noted(seat, player_notes_from(notes))
        self._keep()
        return {"unsaved": self._unsaved}

    def resume(self, request: PageRequest) -> Json:
        """A game that is kept in the folder."""
        file = file_named(self._document.host.book, str(request.get("name")))
        data = None if file is None else read_bytes(file)[0]
        if file is None or data is None:
            raise ActionRefusedError("this game is not there any more", NOT_FOUND)
        return self._show(self._read_game(data, file.name), file, request)

    def load(self, request: PageRequest) -> Json:
        """A game that a person has a file of."""
        data = str(request.get("content")).encode("utf-8", "replace")
        timed_game = self._read_game(data, str(request.get("name", "file")))
        return self._show(timed_game, file_of(self._document.host.book, timed_game.game.id), request)

    def _read_game(self, data: bytes, name: str) -> TimedGame:
        """The game in the bytes of a file of this name.

        Raises:
            ActionRefusedError: if it cannot be gone on with.
        """
        game, problems = resumed(data, name, self._document.host)
        if game is None:
            raise ActionRefusedError(" ".join(_in_words(problems)))
        return TimedGame(*game)

    def save(self, _: PageRequest) -> Json:
        """The game as a file for the browser to save."""
        game = self._begun_game
        content = json.dumps(saved_game(game, int(self._seconds)), ensure_ascii=False)
        return {"file": f"{_document_name(game)}-{game.id}{SUFFIX}", "content": content + "\n"}

    def log(self, request: PageRequest) -> Json:
        """The log of a person for the writer."""
        game = self._begun_game
        seat = self._seat(game, request)
        if seat is None:
            raise ActionRefusedError("no person sits there")
        log = play_log(game, seat, int(self._seconds), self._document.numbers)
        name = f"{_document_name(game)}-{log['id']}.playtest.json"
        return {"file": name, "content": json.dumps(log, ensure_ascii=False, indent=1) + "\n"}

    # --- what requests are about -----------------------------------------------------------------

    @property
    def _document(self) -> PlayableDocument:
        """The document that is played.

        Raises:
            ActionRefusedError: if it cannot be played.
        """
        if self._playable is None:
            raise ActionRefusedError("there is no table")
        return self._playable

    @property
    def _players(self) -> int:
        """How many are to sit at the table."""
        usual, _ = self._document.host.offer.usual
        return usual if self._setup.players is None else self._setup.players

    @property
    def _begun_game(self) -> GameRecord:
        """The game that is played.

        Raises:
            ActionRefusedError: if none is.
        """
        if self.game is None:
            raise ActionRefusedError("no game was begun here, or casekit was started again since", GONE)
        return self.game

    def _seat(self, game: GameRecord, request: PageRequest) -> int | None:
        """The seat of the person who asks; ``None`` if it is everybody.

        Raises:
            ActionRefusedError: if no person sits there.
        """
        seat = request.get("seat")
        if seat is None:
            return None
        if not isinstance(seat, int) or seat not in game.people:
            raise ActionRefusedError("no person sits there")
        return seat

    def _game_at_own_turn(self, request: PageRequest) -> GameRecord:
        """The game, if the page has seen it as it is and its seat decides.

        Raises:
            ActionRefusedError: if not.
        """
        game = self._begun_game
        if request.get("id") != game.id or request.get("step") != len(game.steps):
            raise ActionRefusedError(STALE, CONFLICT)
        if self._seat(game, request) != game.decides:
            raise ActionRefusedError("it is not the turn of this seat", CONFLICT)
        return game

    def _belief(self, game: GameRecord, request: PageRequest) -> Belief:
        """The hypotheses of a seat, as a page gives them.

        Raises:
            ActionRefusedError: if they are not what a page gives.
        """
        seat, answers = self._seat(game, request), request.get("answers")
        if seat is None or not isinstance(answers, list) or request.get("id") != game.id:
            raise ActionRefusedError("these are nobody's hypotheses")
        if not all(isinstance(answer, dict) for answer in answers):
            raise ActionRefusedError("these are no hypotheses")
        beliefs = tuple(map(self._belief_answer, answers))
        return Belief(seat, len(game.steps), int(self._seconds), beliefs)

    def _belief_answer(self, answer: Mapping[str, Any]) -> BeliefAnswer:
        """The belief of somebody about one question, as a page gives it."""
        questions = {question.key: question for question in self._document.host.book.questions}
        element = str(answer.get("element"))
        first = str(answer["first"]) if answer.get("first") else None
        second = str(answer["second"]) if answer.get("second") else None
        options = questions[element].options if element in questions else ()
        values = {None, *(value for value, _ in options)}
        if element not in questions or not {first, second} <= values:
            raise ActionRefusedError("this is no answer to a question of this case")
        confidence = answer.get("confidence")
        if not isinstance(confidence, int) or not 1 <= confidence <= MOST_PERCENT:
            confidence = None
        return BeliefAnswer(element, first, second, confidence)

    # --- the game --------------------------------------------------------------------------------

    def _go_on(self, game: GameRecord, request: PageRequest) -> Json:
        """Go on with the game after somebody has moved it, keep it, and show it to whoever asked."""
        settled_game = game.settled(int(self._seconds))
        return self._show(TimedGame(settled_game, self._seconds), self._file, request)

    def _show(self, timed_game: TimedGame, file: Path | None, request: PageRequest) -> Json:
        """Go on with a game, keep it in a file, and show it to whoever asked."""
        game_on_page = self._sight(timed_game.game, request)
        # Only now, when it can be shown: a page could never look at it.
        self.game, self._seconds = timed_game
        self._problems = []
        self._file = file
        self._keep()
        return {"sight": game_on_page, "unsaved": self._unsaved}

    def _sight(self, game: GameRecord, request: PageRequest) -> Json:
        """The game as the seat that asks sees it; without one, as the only person or everybody does."""
        seat = request.get("seat")
        if seat not in game.people:
            seat = game.people[0] if len(game.people) == 1 else None
        return sight(game, seat, self._document.numbers)

    def _keep(self) -> None:
        """Write the game to its file; a page says so if that fails, and offers a copy."""
        if self._file is not None and self.game is not None:
            content = json.dumps(saved_game(self.game, int(self._seconds)), ensure_ascii=False)
            self._unsaved = keep_game(self._file, content)


_METHODS: Mapping[str, Callable[[GameSession, PageRequest], Json]] = {
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
"""What a page can ask for, by what its requests say that is to be done."""


def _in_words(problems: tuple[Finding, ...]) -> list[str]:
    return [f"{problem.message}. {problem.hint or ''}".strip() for problem in problems]


def _document_name(game: GameRecord) -> str:
    """The name of the document's file, without its ending."""
    return Path(game.match.book.file.replace("\\", "/")).stem
