"""One person's course through a game, as a log that `casekit playtest read` takes."""

from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from casekit.tabletop.playing.course import GameCourse
from casekit.tabletop.playtest.playbook import FORMAT, VERSION, Identity
from casekit.tabletop.playtest.playtest_log import seal_of_log

Json = dict[str, Any]


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
            "file": book.file.replace("\\", "/").rpartition("/")[2],
            "language": book.language,
            "hash": identity.whole,
            "given": identity.given,
            "paths": dict(identity.paths),
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
    own = [belief for belief in course.beliefs if belief.seat == seat]
    return [
        {
            "seconds": belief.seconds,
            "read": sum(steps[each["path"]] < belief.steps for each in read),
            "turn": course.match.standing(course.moments[belief.steps], seat)["turn"],
            "seat": 0,
            "final": belief.final,
            "answers": [asdict(answer) for answer in belief.answers],
        }
        for belief in own
    ]
