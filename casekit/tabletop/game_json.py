"""A game as JSON: what one person may see of it, for a page and a log, and a saved game.

From a saved game it is played once more and gone on with.

Nobody sees a text that its seat has not read. The actions in a file are not believed: they are played by the
rules from the beginning, and those of simulated players have to be what these players do. Names, notes,
hypotheses and times are what the file says. Its seal is a checksum without a key: it finds damage, and
changes by hand, but whoever wants to can make a new one.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from casekit.diagnostics import Finding, Span, codes, invisible_characters
from casekit.language.data.schema import schema_of_ours, violations
from casekit.language.source_files import LIMIT, left_by_git
from casekit.tabletop.match import (
    Belief,
    BeliefAnswer,
    GameRecord,
    MatchFactory,
    PlayedMatch,
    PlayerNotes,
    Seat,
    Seating,
    opened,
)
from casekit.tabletop.playtests.playbook import Identity, Json, Playbook, book_content, prose_runs
from casekit.tabletop.playtests.playtest_logs import FORMAT, VERSION, is_moment, seal_of_log
from casekit.values import asdict, replace


def given(book: Playbook, numbers: Mapping[str, int]) -> Json:
    """Common knowledge from the start: presentation, paths with their paragraphs' numbers, and answers."""
    return book_content(
        book, lambda path: {"path": path.name, "label": path.label, "number": numbers[path.key]}
    )


def sight(course: GameRecord, seat: int | None, numbers: Mapping[str, int]) -> Json:
    """The game as a seat sees it; of ``None``, as everybody round a screen may.

    Raises:
        ValueError: if no person sits there.
    """
    if seat is not None and seat not in course.people:
        raise ValueError("nobody looks at a game for a simulated player")
    match, decides = course.match, course.decides
    own = seat is not None and seat == decides
    writing = decides is not None and match.is_writing(course.now)
    return {
        "id": course.id,
        "step": len(course.steps),
        "seat": seat,
        "decides": decides,
        "people": list(course.people),
        "writing": writing,
        "scene": match.scene(course.now, seat),
        "choices": match.choices(course.now) if own and not writing else [],
        "acted": bool(course.steps) and course.steps[-1].seat == seat,
        "barrier": course.barrier if own else "turn",
        "texts": [_text(course, seat, path, step, numbers) for path, step in course.readings(seat).items()],
        "story": [{"step": step, **each} for step, each in course.happenings()],
        "since": 0 if seat is None else course.last_step_of(seat),
        "desk": None if seat is None else asdict(course.desks[seat]),
        "belief": _belief(course, seat),
        "finale": match.finale(course.now),
    }


def _text(course: GameRecord, seat: int | None, path: str, step: int, numbers: Mapping[str, int]) -> Json:
    """A text that a seat has read. Where a path has none, there is nothing to read."""
    book = course.match.book
    found = next((each for each in book.paths() if each.name == path), None)
    aloud = seat is None or path in course.match.known(course.now, None)
    text: Json = {"path": path, "step": step, "aloud": aloud, "by": course.steps[step].seat}
    if found is None:
        return {**text, "label": path, "number": 0, "prose": []}
    prose = [prose_runs(each, book.language) for each in book.texts[found.key].prose]
    return {**text, "label": found.label, "number": numbers[found.key], "prose": prose}


def _belief(course: GameRecord, seat: int | None) -> Json | None:
    own = [belief for belief in course.beliefs if belief.seat == seat]
    return asdict(own[-1]) if own else None


def play_log(course: GameRecord, seat: int, seconds: int, numbers: Mapping[str, int]) -> Json:
    """The log of a person's seat: what it read and heard, and what it believed.

    A log is of one person, since each at a table knows something else; ``numbers`` are those of paragraphs by
    their keys.

    Raises:
        ValueError: if no person sits there.
    """
    match, book, identity = course.match, course.match.book, Identity(course.match.book)
    chair = match.seating.chairs[seat]
    if not chair.is_person:
        raise ValueError("a simulated player keeps no log")
    read = _paragraphs_read(course, seat, numbers)
    standing = match.standing(course.now, seat)
    desk = course.desks[seat]
    remarks: list[Json] = []
    for path, text in desk.remarks.items():
        if text.strip() and path in identity.paths:
            remarks.append({"path": path, "text": text, "seconds": seconds})
    content: Json = {
        "format": FORMAT,
        "version": VERSION,
        "case": {
            "title": book.title,
            "file": book.file,
            "language": book.language,
            "hash": identity.whole,
            "given": identity.given,
            "paths": identity.paths,
        },
        "id": sha256(f"{course.id}:{seat}".encode()).hexdigest()[:16],
        "began": course.began,
        "tester": chair.name,
        "players": 1,
        "board": {
            "players": len(match.seating.chairs),
            "seat": seat,
            "simulated": [chair.reader for chair in match.seating.chairs if not chair.is_person],
            "seed": match.seating.seed,
        },
        **standing,
        "revealed": standing["stage"] == "over",
        "seconds": seconds,
        "seat": 0,
        "read": read,
        "hypotheses": list(_hypotheses(course, seat, read)),
        "remarks": remarks,
        "notes": desk.notes,
        "general": desk.general,
    }
    return {**content, "seal": seal_of_log(content)}


def _paragraphs_read(course: GameRecord, seat: int, numbers: Mapping[str, int]) -> list[Json]:
    """The paragraphs in the order in which this seat came to know them, each once."""
    number_of = {path.name: numbers[path.key] for path in course.match.book.paths()}
    paragraphs: dict[int, Json] = {}
    for name, step in course.readings(seat).items():
        number = number_of.get(name)
        if number is not None and number not in paragraphs:
            paragraphs[number] = {
                "path": name,
                "number": number,
                "seconds": course.steps[step].seconds,
                "turn": course.match.standing(course.moments[step], seat)["turn"],
                "seat": 0,
            }
    return [*paragraphs.values()]


def _hypotheses(course: GameRecord, seat: int, paragraphs: list[Json]) -> Iterator[Json]:
    steps = course.readings(seat)
    for belief in course.beliefs:
        if belief.seat == seat:
            yield {
                "seconds": belief.seconds,
                "read": sum(steps[paragraph["path"]] < belief.steps for paragraph in paragraphs),
                "turn": course.match.standing(course.moments[belief.steps], seat)["turn"],
                "seat": 0,
                "final": belief.final,
                "answers": [asdict(answer) for answer in belief.answers],
            }


GAME_FORMAT, GAME_VERSION = "casekit-game", 1
"""The name of the format of saved games, and its version."""

SUFFIX = ".game.json"
"""How the names of saved games end."""

_SCHEMA = "schemas/game.schema.json"
_AGAIN = "begin a new game, or resume a copy of the file as casekit saved it"


class _UnfitError(Exception):
    """A file does not agree with what the rules make of it."""


def saved_game(course: GameRecord, seconds: int) -> Json:
    """The content of a file, as ``schemas/game.schema.json`` has it."""
    book, seating = course.match.book, course.match.seating
    content: Json = {
        "format": GAME_FORMAT,
        "version": GAME_VERSION,
        "case": {"title": book.title, "file": book.file, "hash": Identity(book).whole},
        "table": course.match.digest,
        "id": course.id,
        "began": course.began,
        "seconds": seconds,
        "seed": seating.seed,
        "seats": [{"name": chair.name, "reader": chair.reader or None} for chair in seating.chairs],
        "steps": [{"seat": step.seat, "key": step.key, "seconds": step.seconds} for step in course.steps],
        "beliefs": [asdict(belief) for belief in course.beliefs],
        "desks": [asdict(desk) for desk in course.desks],
    }
    content = _with_visible_texts(json.loads(json.dumps(content)))
    return {**content, "seal": seal_of_log(content)}


def _with_visible_texts(content: Any) -> Any:
    """Content that the schema allows, which is nowhere deep, with texts in which nothing is hidden."""
    if isinstance(content, dict):
        return {
            invisible_characters.visible(name): _with_visible_texts(value) for name, value in content.items()
        }
    if isinstance(content, list):
        return [_with_visible_texts(value) for value in content]
    return invisible_characters.visible(content) if isinstance(content, str) else content


def resumed(
    data: bytes, name: str, host: MatchFactory
) -> tuple[tuple[GameRecord, int] | None, tuple[Finding, ...]]:
    """The game in the bytes of a file called ``name``, or why it cannot be gone on with.

    Raises:
        OutOfBudgetError: if a question of a simulated player is too hard.
    """
    if problems := left_by_git(data, name):
        return None, problems
    content, problem = _parsed(data)
    if problem:
        return None, (codes.UNREADABLE_GAME.at(Span(name), problem, hint=_AGAIN),)
    if seal_of_log(content) != content["seal"]:
        message = "this game was changed after casekit had saved it: its seal does not fit"
        return None, (codes.TAMPERED_GAME.at(Span(name), message, hint=_AGAIN),)
    if content["case"]["hash"] != Identity(host.book).whole:
        title = content["case"]["title"]
        other = "another version of this case" if title == host.book.title else f"another case, “{title}”"
        message = f"this is a game of {other}"
        hint = "resume it with the case as it was then"
        return None, (codes.FOREIGN_GAME.at(Span(name), message, hint=hint),)
    try:
        return _replayed(content, host), ()
    except _UnfitError as error:
        return None, (codes.TAMPERED_GAME.at(Span(name), str(error), hint=_AGAIN),)


def _parsed(data: bytes) -> tuple[Json, str]:
    if len(data) > LIMIT:
        return {}, f"this file has more than {LIMIT:,} bytes; no game is so long"
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}, "this is not a saved game, or only half of one: it is not JSON"
    faults = violations(schema_of_ours(_SCHEMA), content, 1, whole_floats=False)
    if faults:
        where = ".".join(map(str, faults[0].path))
        return {}, f"this is not a saved game: {where + ': ' if where else ''}{faults[0].message}"
    if content != _with_visible_texts(content):
        return {}, "this is not a game as casekit saves it: it has characters that cannot be seen"
    return content, ""


def _replayed(content: Json, host: MatchFactory) -> tuple[GameRecord, int]:
    chairs = tuple(Seat(seat["name"], seat["reader"] or "") for seat in content["seats"])
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
    if not is_moment(content["began"]):
        raise _UnfitError(f"this game has a date that there is not: {content['began']}")
    course = opened(match, content["id"], content["began"])
    for number, step in enumerate(content["steps"], 1):
        course = _stepped(course, match, step, number)
    step_times = [step.seconds for step in course.steps]
    if step_times != sorted(step_times):
        raise _UnfitError("time goes backwards in this game")
    for seat, desk in enumerate(content["desks"]):
        course = course.noted(seat, PlayerNotes(**desk))
    beliefs = tuple(map(_belief_from, content["beliefs"]))
    _require_beliefs_that_fit(course, beliefs)
    seconds = max([content["seconds"], *step_times, *(belief.seconds for belief in beliefs)])
    return replace(course, beliefs=beliefs).settled(seconds), seconds


def _belief_from(content: Json) -> Belief:
    answers = tuple(BeliefAnswer(**answer) for answer in content["answers"])
    return Belief(**{**content, "answers": answers})


def _stepped(course: GameRecord, match: PlayedMatch, step: Mapping[str, Any], number: int) -> GameRecord:
    seat = course.decides
    if seat is None or seat != step["seat"]:
        raise _UnfitError(f"action {number} of this game is of a seat whose turn it is not")
    if not match.seating.chairs[seat].is_person and match.simulated(course.now) != step["key"]:
        raise _UnfitError(f"action {number} of this game is not what its simulated player does")
    try:
        return course.taken(step["key"], step["seconds"])
    except ValueError as error:
        raise _UnfitError(f"action {number} of this game is not legal") from error


def _require_beliefs_that_fit(course: GameRecord, beliefs: tuple[Belief, ...]) -> None:
    """See that hypotheses belong to this game, and that the final ones are those that its actions write."""
    values: dict[str, set[str | None]] = {}
    for question in course.match.book.questions:
        values[question.key] = {None, *(value for value, _ in question.options)}
    for belief in beliefs:
        if not _can_be_written(belief, course, values):
            raise _UnfitError("this game has hypotheses that nobody can have written in it")
    counts = [(belief.steps, belief.seconds) for belief in beliefs]
    if counts != sorted(counts):
        raise _UnfitError("time goes backwards in the hypotheses of this game")
    final = [belief for belief in beliefs if belief.final]
    if sorted((belief.seat, belief.steps) for belief in final) != sorted(_final_writings(course)):
        raise _UnfitError("final hypotheses are missing from this game, or are too many")
    for belief in final:
        _require_actions_of(belief, course)


def _can_be_written(belief: Belief, course: GameRecord, values: Mapping[str, set[str | None]]) -> bool:
    """Whether a hypothesis is of a person, of a step that there was, and of answers that there are."""
    if belief.seat not in course.people or belief.steps > len(course.steps):
        return False
    for answer in belief.answers:
        if not {answer.first, answer.second} <= values.get(answer.element, set()):
            return False
    return True


def _require_actions_of(belief: Belief, course: GameRecord) -> None:
    """See that a final hypothesis is what the actions after it write."""
    answers = {answer.element: (answer.first or "", answer.second or "") for answer in belief.answers}
    try:
        keys = course.match.writing(course.moments[belief.steps], answers)
    except ValueError as error:
        raise _UnfitError(str(error)) from error
    actions = course.steps[belief.steps : belief.steps + len(keys)]
    if [action.key for action in actions] != list(keys):
        raise _UnfitError("final hypotheses in this game are not those that its actions write")


def _final_writings(course: GameRecord) -> Iterator[tuple[int, int]]:
    """The seats of people that wrote final hypotheses, each with the number of steps before it did."""
    before: int | None = None
    for step, (moment, taken) in enumerate(zip(course.moments, course.steps, strict=False)):
        writes = course.match.is_writing(moment)
        if writes and taken.seat != before and taken.seat in course.people:
            yield taken.seat, step
        before = taken.seat if writes else None
