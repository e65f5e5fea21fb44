"""Everything that one person may see of a game, for a page and for a log, as JSON: never a text that its seat has not read."""

from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256

from casekit.tabletop.playing.course import Belief, GameCourse
from casekit.tabletop.playing.match import Json
from casekit.tabletop.playtest.playbook import FORMAT, VERSION, Identity, Playbook, book_content, prose_runs
from casekit.tabletop.playtest.playtest_log import seal_of_log


def given(book: Playbook, numbers: Mapping[str, int]) -> Json:
    """Common knowledge from the start: presentation, paths with the numbers of their paragraphs, and answers."""
    return book_content(
        book, lambda path: {"path": path.name, "label": path.label, "number": numbers[path.key]}
    )


def sight(course: GameCourse, seat: int | None, numbers: Mapping[str, int]) -> Json:
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
        "choices": [asdict(group) for group in match.choices(course.now)] if own and not writing else [],
        "acted": bool(course.steps) and course.steps[-1].seat == seat,
        "barrier": course.barrier if own else "turn",
        "texts": [
            _text(course, seat, reading.path, reading.step, numbers) for reading in course.readings(seat)
        ],
        "story": [{"step": step, **asdict(each)} for step, each in course.happenings()],
        "since": 0 if seat is None else course.last_step_of(seat),
        "desk": None if seat is None else course.desks[seat].as_json(),
        "belief": None if seat is None else _belief(course, seat),
        "finale": match.finale(course.now),
    }


def _text(course: GameCourse, seat: int | None, path: str, step: int, numbers: Mapping[str, int]) -> Json:
    """A text that a seat has read. Where a path has none, there is nothing to read."""
    book = course.match.book
    found = next((each for each in book.paths() if each.name == path), None)
    aloud = seat is None or path in course.match.known(course.now, None)
    text: Json = {"path": path, "step": step, "aloud": aloud, "by": course.steps[step].seat}
    if found is None:
        return {**text, "label": path, "number": 0, "prose": []}
    prose = [prose_runs(each, book.language) for each in book.texts[found.key].prose]
    return {**text, "label": found.label, "number": numbers[found.key], "prose": prose}


def _beliefs_of(course: GameCourse, seat: int) -> list[Belief]:
    return [belief for belief in course.beliefs if belief.seat == seat]


def _belief(course: GameCourse, seat: int) -> Json | None:
    own = _beliefs_of(course, seat)
    return asdict(own[-1]) if own else None


def play_log(course: GameCourse, seat: int, seconds: int, numbers: Mapping[str, int]) -> Json:
    """The log of a person's seat: what it read and heard, and what it believed.

    A log is of one person, since each at a table knows something else; ``numbers`` are those of paragraphs by their keys.

    Raises:
        ValueError: if no person sits there.
    """
    match, book, identity = course.match, course.match.book, Identity(course.match.book)
    chair = match.seating.chairs[seat]
    if not chair.is_person:
        raise ValueError("a simulated player keeps no log")
    read = _read(course, seat, numbers)
    standing = match.standing(course.now, seat)
    desk = course.desks[seat]
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
            "simulated": [each.reader for each in match.seating.chairs if not each.is_person],
            "seed": match.seating.seed,
        },
        **standing,
        "revealed": standing["stage"] == "over",
        "seconds": seconds,
        "seat": 0,
        "read": read,
        "hypotheses": list(_hypotheses(course, seat, read)),
        "remarks": [
            {"path": path, "text": text, "seconds": seconds}
            for path, text in desk.remarks
            if text.strip() and path in identity.paths
        ],
        "notes": desk.notes,
        "general": desk.general,
    }
    return {**content, "seal": seal_of_log(content)}


def _read(course: GameCourse, seat: int, numbers: Mapping[str, int]) -> list[Json]:
    """The paragraphs in the order in which this seat came to know them, each once, whichever path led to it."""
    paths = {path.name: path for path in course.match.book.paths()}
    found: dict[int, Json] = {}
    for reading in course.readings(seat):
        path = paths.get(reading.path)
        if path is not None:
            standing = course.match.standing(course.moments[reading.step], seat)
            number = numbers[path.key]
            entry = {
                "path": path.name,
                "number": number,
                "seconds": course.steps[reading.step].seconds,
                "turn": standing["turn"],
                "seat": 0,
            }
            found.setdefault(number, entry)
    return list(found.values())


def _hypotheses(course: GameCourse, seat: int, read: list[Json]) -> list[Json]:
    steps = {each.path: each.step for each in course.readings(seat)}
    return [
        {
            "seconds": belief.seconds,
            "read": sum(steps[each["path"]] < belief.steps for each in read),
            "turn": course.match.standing(course.moments[belief.steps], seat)["turn"],
            "seat": 0,
            "final": belief.final,
            "answers": [asdict(answer) for answer in belief.answers],
        }
        for belief in _beliefs_of(course, seat)
    ]
