"""A game in a file, so that it can be gone on with: seats, a seed and actions, from which it is played once more.

Its actions are not believed: they are played by the rules from the beginning, and those of simulated players have to be
what these players do. Names, notes, hypotheses and times are what the file says. Its seal is a checksum without a key: it
finds damage, and changes by hand, but whoever wants to can make a new one.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.codes import Code
from casekit.diagnostics.hidden import HIDDEN, visible
from casekit.language.data.schema import schema_of_ours, violations
from casekit.language.reading import LIMIT
from casekit.tabletop.playing.course import Belief, BeliefAnswer, GameCourse, PrivateDesk, opened
from casekit.tabletop.playing.match import Chair, Host, PlayedMatch, Seating
from casekit.tabletop.playtest.playbook import Identity
from casekit.tabletop.playtest.playtest_log import seal_of_log

Json = dict[str, Any]

FORMAT, VERSION = "casekit-game", 1
"""The name of the format of saved games, and its version."""

SUFFIX = ".game.json"
"""How the names of saved games end."""

_SCHEMA = "schemas/game.schema.json"
_AGAIN = "begin a new game, or resume a copy of the file as casekit saved it"


@dataclass(frozen=True)
class ResumedGame:
    """A game that was played again from its file, and the seconds that it had been open for."""

    course: GameCourse
    seconds: int


class _UnfitError(Exception):
    """A file does not agree with what the rules make of it."""


def saved_game(course: GameCourse, seconds: int) -> Json:
    """The content of a file, as ``schemas/game.schema.json`` has it."""
    book, seating = course.match.book, course.match.seating
    content: Json = {
        "format": FORMAT,
        "version": VERSION,
        "case": {"title": book.title, "file": book.file, "hash": Identity(book).whole},
        "table": course.match.digest,
        "id": course.id,
        "began": course.began,
        "seconds": seconds,
        "seed": seating.seed,
        "seats": [{"name": chair.name, "reader": chair.reader or None} for chair in seating.chairs],
        "steps": [{"seat": step.seat, "key": step.key, "seconds": step.seconds} for step in course.steps],
        "beliefs": [asdict(belief) for belief in course.beliefs],
        "desks": [desk.as_json() for desk in course.desks],
    }
    content = _shown(json.loads(json.dumps(content)))
    return {**content, "seal": seal_of_log(content)}


def _shown(content: Any) -> Any:
    """Content in whose texts nothing is hidden."""
    if isinstance(content, dict):
        return {visible(name): _shown(each) for name, each in content.items()}
    if isinstance(content, list):
        return [_shown(each) for each in content]
    return visible(content) if isinstance(content, str) else content


def _texts(content: Any) -> Iterator[str]:
    """All texts in a content that the schema allows, which is nowhere deep."""
    if isinstance(content, dict):
        yield from content
        content = list(content.values())
    if isinstance(content, list):
        for each in content:
            yield from _texts(each)
    elif isinstance(content, str):
        yield content


def resumed(data: bytes, name: str, host: Host) -> tuple[ResumedGame | None, tuple[Diagnostic, ...]]:
    """The game in the bytes of a file called ``name``, or why it cannot be gone on with.

    Raises:
        OutOfBudgetError: if a question of a simulated player is too hard.
    """
    content, problem = _parsed(data)
    if problem:
        return None, (_finding(codes.UNREADABLE_GAME, name, problem),)
    if seal_of_log(content) != content["seal"]:
        message = "this game was changed after casekit had saved it: its seal does not fit"
        return None, (_finding(codes.TAMPERED_GAME, name, message),)
    if content["case"]["hash"] != Identity(host.book).whole:
        title = content["case"]["title"]
        other = "another version of this case" if title == host.book.title else f"another case, “{title}”"
        message = f"this is a game of {other}"
        return None, (_finding(codes.FOREIGN_GAME, name, message, "resume it with the case as it was then"),)
    try:
        return _replayed(content, host), ()
    except _UnfitError as error:
        return None, (_finding(codes.TAMPERED_GAME, name, str(error)),)


def _parsed(data: bytes) -> tuple[Json, str]:
    if len(data) > LIMIT:
        return {}, f"this file has more than {LIMIT:,} bytes; no game is so long"
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}, "this is not a saved game, or only half of one: it is not JSON"
    found = violations(schema_of_ours(_SCHEMA), content, 1)
    if found:
        where = ".".join(map(str, found[0].path))
        return {}, f"this is not a saved game: {where + ': ' if where else ''}{found[0].message}"
    if any(HIDDEN.search(text) for text in _texts(content)):
        return {}, "this is not a game as casekit saves it: it has characters that cannot be seen"
    return content, ""


def _replayed(content: Json, host: Host) -> ResumedGame:
    chairs = tuple(Chair(each["name"], each["reader"] or "") for each in content["seats"])
    try:
        match = host.match(Seating(chairs, content["seed"]))
    except ValueError as error:
        raise _UnfitError(f"nobody can sit at the table of this game: {error}") from error
    if match.digest != content["table"]:
        raise _UnfitError(
            "this game was played with another board, other cards or another version of casekit"
        )
    if len(content["desks"]) != len(chairs):
        raise _UnfitError(f"this game has {len(chairs)} seats, and notes of {len(content['desks'])}")
    course = opened(match, content["id"], content["began"])
    for number, step in enumerate(content["steps"], 1):
        course = _stepped(course, match, step, number)
    if [each.seconds for each in course.steps] != sorted(each.seconds for each in course.steps):
        raise _UnfitError("time goes backwards in this game")
    for seat, desk in enumerate(content["desks"]):
        marks, remarks = tuple(desk["marks"].items()), tuple(desk["remarks"].items())
        course = course.noted(seat, PrivateDesk(desk["notes"], marks, remarks, desk["general"]))
    beliefs = tuple(_belief(each) for each in content["beliefs"])
    _fit(course, beliefs)
    whole = GameCourse(match, course.id, course.began, course.moments, course.steps, beliefs, course.desks)
    times = (*(each.seconds for each in course.steps), *(each.seconds for each in beliefs))
    seconds = max((content["seconds"], *times))
    return ResumedGame(whole.settled(seconds), seconds)


def _stepped(course: GameCourse, match: PlayedMatch, step: Mapping[str, Any], number: int) -> GameCourse:
    seat = course.decides
    if seat is None or seat != step["seat"]:
        raise _UnfitError(f"action {number} of this game is of a seat whose turn it is not")
    if not match.seating.chairs[seat].is_person and match.simulated(course.now) != step["key"]:
        raise _UnfitError(f"action {number} of this game is not what its simulated player does")
    try:
        return course.taken(step["key"], step["seconds"])
    except ValueError as error:
        raise _UnfitError(f"action {number} of this game is not legal") from error


def _belief(content: Mapping[str, Any]) -> Belief:
    answers = tuple(BeliefAnswer(**each) for each in content["answers"])
    return Belief(content["seat"], content["steps"], content["seconds"], answers, content["final"])


def _fit(course: GameCourse, beliefs: tuple[Belief, ...]) -> None:
    """See that hypotheses belong to this game, and that the final ones are those that its actions write."""
    match, people = course.match, course.people
    values = {each.key: {value for value, _ in each.options} for each in match.book.questions}
    for belief in beliefs:
        known = all(
            each.element in values and {each.first, each.second} - {None} <= values[each.element]
            for each in belief.answers
        )
        if belief.seat not in people or belief.steps > len(course.steps) or not known:
            raise _UnfitError("this game has hypotheses that nobody can have written in it")
    counts = [(each.steps, each.seconds) for each in beliefs]
    if counts != sorted(counts):
        raise _UnfitError("time goes backwards in the hypotheses of this game")
    if sorted((each.seat, each.steps) for each in beliefs if each.final) != sorted(_written(course)):
        raise _UnfitError("final hypotheses are missing from this game, or are too many")
    for belief in (each for each in beliefs if each.final):
        answers = {each.element: (each.first or "", each.second or "") for each in belief.answers}
        try:
            keys = match.writing(course.moments[belief.steps], answers)
        except ValueError as error:
            raise _UnfitError(str(error)) from error
        if [each.key for each in course.steps[belief.steps : belief.steps + len(keys)]] != list(keys):
            raise _UnfitError("final hypotheses in this game are not those that its actions write")


def _written(course: GameCourse) -> Iterator[tuple[int, int]]:
    """The seats of people that wrote final hypotheses, each with the number of steps before it did."""
    before: int | None = None
    for step, (moment, taken) in enumerate(zip(course.moments, course.steps, strict=False)):
        writes = course.match.is_writing(moment)
        if writes and taken.seat != before and taken.seat in course.people:
            yield taken.seat, step
        before = taken.seat if writes else None


def _finding(code: Code, name: str, message: str, hint: str = _AGAIN) -> Diagnostic:
    return Diagnostic(code, message, Span(name), hint=hint)
