"""A game as it is played: its moments, the steps between them, and what people write beside it.

Nothing here changes: a step gives another course. Simulated players move as soon as it is their turn.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from casekit.tabletop.playing.match import Barrier, Json, Moment, PlayedMatch


@dataclass(frozen=True, slots=True)
class TakenStep:
    """An action of a seat. ``seconds`` are those that the game had been open for."""

    seat: int
    key: str
    seconds: int


@dataclass(frozen=True, slots=True)
class BeliefAnswer:
    """The belief about one question: values, and how sure of the first, in percent."""

    element: str
    first: str | None = None
    second: str | None = None
    confidence: int | None = None


@dataclass(frozen=True, slots=True)
class Belief:
    """Hypotheses of a seat after a number of ``steps``. ``final`` ones count."""

    seat: int
    steps: int
    seconds: int
    answers: tuple[BeliefAnswer, ...]
    final: bool = False


@dataclass(frozen=True, slots=True)
class PrivateDesk:
    """The private things of a person: notes, marks in the notebook by name, and remarks for the writer by path.

    ``general`` is what it says to the writer at the end.
    """

    notes: str = ""
    marks: tuple[tuple[str, str], ...] = ()
    remarks: tuple[tuple[str, str], ...] = ()
    general: str = ""

    def as_json(self) -> dict[str, Any]:
        """As files and pages have it."""
        return {**asdict(self), "marks": dict(self.marks), "remarks": dict(self.remarks)}


@dataclass(frozen=True)
class GameCourse:
    """A game so far. ``moments`` are one more than ``steps``; ``id`` names the game, ``began`` is a time in UTC."""

    match: PlayedMatch
    id: str
    began: str
    moments: tuple[Moment, ...]
    steps: tuple[TakenStep, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    desks: tuple[PrivateDesk, ...] = ()

    @property
    def now(self) -> Moment:
        """The moment that the game is at."""
        return self.moments[-1]

    @property
    def decides(self) -> int | None:
        """The seat that has to choose next; ``None`` when the game is over."""
        return next(iter(self.match.to_act(self.now)), None)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, chair in enumerate(self.match.seating.chairs) if chair.is_person)

    # --- playing ---------------------------------------------------------------------------------

    def taken(self, key: str, seconds: int) -> "GameCourse":
        """The game after an action of the seat that decides.

        Raises:
            ValueError: if it is not legal, or the game is over.
        """
        seat = self.decides
        if seat is None:
            raise ValueError("the game is over")
        moment = self.match.after(self.now, key)
        step = TakenStep(seat, key, seconds)
        return replace(self, moments=(*self.moments, moment), steps=(*self.steps, step))

    def settled(self, seconds: int) -> "GameCourse":
        """The game when simulated players have moved, until a person has to choose or it is over.

        Raises:
            OutOfBudgetError: if a question of one of them is too hard.
        """
        course = self
        while course.decides is not None and not self.match.seating.chairs[course.decides].is_person:
            course = course.taken(self.match.simulated(course.now), seconds)
        return course

    def hypotheses(self, belief: Belief) -> "GameCourse":
        """The game after the final hypotheses of the seat that decides.

        Raises:
            ValueError: if they are not whole, or cannot be written now.
        """
        if not self.match.is_writing(self.now) or belief.seat != self.decides:
            raise ValueError("nobody writes hypotheses now")
        answers = {each.element: (each.first or "", each.second or "") for each in belief.answers}
        course = replace(self, beliefs=(*self.beliefs, replace(belief, final=True, steps=len(self.steps))))
        for key in self.match.writing(self.now, answers):
            course = course.taken(key, belief.seconds)
        return course

    def believed(self, belief: Belief) -> "GameCourse":
        """The game with hypotheses that somebody wrote down on the way."""
        return replace(self, beliefs=(*self.beliefs, replace(belief, final=False, steps=len(self.steps))))

    def noted(self, seat: int, desk: PrivateDesk) -> "GameCourse":
        """The game with other notes of a seat."""
        return replace(self, desks=(*self.desks[:seat], desk, *self.desks[seat + 1 :]))

    # --- taking back -----------------------------------------------------------------------------

    @property
    def barrier(self) -> Barrier:
        """Why the last step cannot be undone; empty if it can. Before the first step there is nothing to undo."""
        if not self.steps or self.steps[-1].seat != self.decides or self.decides not in self.people:
            return "turn"
        return self.match.barrier(self.moments[-2], self.now)

    def undone(self) -> "GameCourse":
        """The game before the last step.

        Raises:
            ValueError: if it cannot be undone.
        """
        if self.barrier:
            raise ValueError(f"the last step cannot be undone: {self.barrier}")
        left = len(self.steps) - 1
        beliefs = tuple(replace(each, steps=min(each.steps, left)) for each in self.beliefs)
        return replace(self, moments=self.moments[:-1], steps=self.steps[:-1], beliefs=beliefs)

    # --- looking back ----------------------------------------------------------------------------

    def readings(self, seat: int | None) -> dict[str, int]:
        """The paths that a seat knows, in the order in which it read or heard them, each with the step, the first being 0; of ``None``, what all heard."""
        found: dict[str, int] = {}
        for step, moment in enumerate(self.moments[1:]):
            for path in self.match.known(moment, seat):
                found.setdefault(path, step)
        return found

    def happenings(self, since: int = 0) -> Sequence[tuple[int, Json]]:
        """The happenings that everybody noticed from a step on, with the number of the step."""
        pairs = list(zip(self.moments[since:], self.moments[since + 1 :], self.steps[since:], strict=False))
        return [
            (since + step, each)
            for step, (before, after, taken) in enumerate(pairs)
            for each in self.match.happened(before, taken.key, after)
        ]

    def last_step_of(self, seat: int) -> int:
        """The number of the first step after the last one of a seat before its present turn."""
        own = [step for step, taken in enumerate(self.steps) if taken.seat == seat]
        last = len(self.steps)
        if self.decides == seat:
            # The steps of the present turn come last, one after the other.
            while own and own[-1] == last - 1:
                last = own.pop()
        return own[-1] + 1 if own else 0


def opened(match: PlayedMatch, id_: str, began: str) -> GameCourse:
    """A game before its first step."""
    chairs = match.seating.chairs
    return GameCourse(match, id_, began, (match.begin(),), desks=tuple(PrivateDesk() for _ in chairs))
