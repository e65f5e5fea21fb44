"""Everything that one person may see of a game, as JSON for a page: never a text that its seat has not read."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from casekit.tabletop.playing.course import GameCourse
from casekit.tabletop.playtest.playbook import Playbook, book_content, prose_runs

Json = dict[str, Any]


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
    finale = match.finale(course.now)
    return {
        "id": course.id,
        "step": len(course.steps),
        "seat": seat,
        "decides": decides,
        "people": list(course.people),
        "writing": writing,
        "scene": asdict(match.scene(course.now, seat)),
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
        "finale": None if finale is None else asdict(finale),
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


def _belief(course: GameCourse, seat: int) -> Json | None:
    own = [belief for belief in course.beliefs if belief.seat == seat]
    return asdict(own[-1]) if own else None
