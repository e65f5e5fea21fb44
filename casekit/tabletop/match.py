"""A game that people can play move by move: its seats, what they may do, what they may see, and its course.

A page knows nothing else of a game. Moments are the game's own frozen states; actions are called by keys,
which are the same in every process, so that a saved game can be played again from the start. Nothing of a
course changes: a step gives another. Simulated players move as soon as it is their turn.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from casekit.tabletop.playtest_logs import Json, Playbook
from casekit.values import field, frozen, replace

Moment = Any
"""A game at one moment, in the form that its game gives it."""

Barrier = Literal["", "read", "drawn", "turn"]
"""Why a step cannot be undone: a text was read, a card was drawn, the turn is over; empty if it can."""


@frozen(slots=True)
class Seat:
    """A place at the table. ``reader`` names a kind of simulated player, and is empty for a person."""

    name: str
    reader: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return not self.reader


@frozen(slots=True)
class Seating:
    """The people who play, in the order of turns, and the seed that names all chance of the game."""

    chairs: tuple[Seat, ...]
    seed: int


def move_row(label: str, choices: Sequence[Json], note: str = "", *, done: bool = False) -> Json:
    """Choices about one thing.

    ``note`` is what there is to know about it; ``done`` if whoever decides has it already.
    """
    return {"label": label, "choices": choices, "note": note, "done": done}


def move_group(title: str, kind: str, rows: Sequence[Json]) -> Json:
    """Rows that a person thinks of together.

    ``kind`` is for the eye: ``here``, ``go``, ``others`` or ``end``.
    """
    return {"title": title, "kind": kind, "rows": rows}


def happening(text: str, seat: int | None = None, path: str = "") -> Json:
    """Something that everybody at the table noticed.

    ``seat`` is who did it, ``None`` for what nobody did; then ``text`` is a whole sentence, otherwise what
    follows a name. ``path`` is what was read aloud by it.
    """
    return {"text": text, "seat": seat, "path": path}


class PlayedMatch(ABC):
    """The rules of one game at one table, over moments that never change."""

    book: Playbook
    seating: Seating

    digest: str
    """A digest of everything that the course of a game depends on beside seating and actions."""

    @abstractmethod
    def begin(self) -> Moment:
        """The first moment."""

    @abstractmethod
    def to_act(self, moment: Moment) -> Sequence[int]:
        """The seats that have to choose; none when the game is over.

        Where several choose at once and in secret, they do so one after another at a screen, in this order.
        """

    @abstractmethod
    def is_writing(self, moment: Moment) -> bool:
        """Whether the first of these seats has to write its final hypotheses."""

    @abstractmethod
    def choices(self, moment: Moment) -> Sequence[Json]:
        """The legal actions of that seat, but for hypotheses, in groups of rows.

        Each has its ``key``, a short ``label`` for its button, and ``full``, which needs nothing around it.
        ``cost`` is in points, ``None`` where there is nothing to pay. ``place`` is the key of the place that
        it leads to. ``sure`` is what a person is asked before it is done, if it weighs much and cannot be
        undone.
        """

    @abstractmethod
    def writing(self, moment: Moment, answers: Mapping[str, tuple[str, str]]) -> Sequence[str]:
        """The keys of the actions that write hypotheses, a first and a second value by question.

        Raises:
            ValueError: if a question has no answer, or one that there is not, or the same one twice.
        """

    @abstractmethod
    def after(self, moment: Moment, key: str) -> Moment:
        """The moment after an action.

        Raises:
            ValueError: if it is not legal.
        """

    @abstractmethod
    def simulated(self, moment: Moment) -> str:
        """The key of what the simulated player does who has to choose.

        Raises:
            ValueError: if a person has to.
            OutOfBudgetError: if a question of it is too hard.
        """

    @abstractmethod
    def barrier(self, before: Moment, after: Moment) -> Barrier:
        """Why the step between two moments cannot be undone."""

    @abstractmethod
    def happened(self, before: Moment, key: str, after: Moment) -> Sequence[Json]:
        """The happenings of a step that everybody noticed."""

    @abstractmethod
    def known(self, moment: Moment, seat: int | None) -> Sequence[str]:
        """The names of the paths that a seat has read; of ``None``, those that were read aloud."""

    @abstractmethod
    def scene(self, moment: Moment, seat: int | None) -> Json:
        """Everything on the table as a seat sees it; of ``None``, what everybody may see.

        ``turn`` is the number of the round with its word, ``phase`` what the seat that decides has to do now,
        with its ``points``. ``token`` is what one token is called, ``tokens`` what several are. ``track``
        says how far the end is: the space that is reached (``at``), the last one (``end``), and its
        ``label``. The board is drawn as a ship if it is ``afloat``.

        ``places`` are drawn at a ``row`` and ``column`` under a ``name``, with their ``level``; ``ways`` are
        the keys of those one step away. Each of its ``pawns`` has a ``mark`` of a letter or two, a ``name``
        and a ``kind``: ``seat``, ``other`` or ``barrier``, where nothing can be done. ``seat`` is whose it
        is, and ``last`` marks the one that cannot be moved next.

        ``card`` is that of this round, with its ``title``, ``flavour`` and ``effect``, or ``None``. ``seats``
        are players as the others see them: ``name``, ``mark``, whether it is a ``person``, its ``place``,
        ``tokens``, and how many paths it has ``read``. ``ticks`` are paths with the ``seats`` that read them,
        and whether ``aloud``. ``claims`` are first hypotheses that were read out before the others write:
        pairs of a question and a label, by ``claimant``.
        """

    @abstractmethod
    def standing(self, moment: Moment, seat: int) -> Mapping[str, Any]:
        """The state of a seat in a log (``schemas/playtest.schema.json``): its stage, turn and counters."""

    @abstractmethod
    def finale(self, moment: Moment) -> Json | None:
        """The end with its scores; ``None`` before it.

        Each of ``seats`` has a ``name`` and a ``score``, in which ``adjusted`` is what ending the game early
        added or took, is a ``winner`` or not, and has ``answers``: for each ``question`` its ``first`` and
        ``second`` hypothesis as labels, and whether they are right (``first_right``, ``second_right``).
        ``truth`` are pairs of a question and a label, ``solution`` the paragraphs of prose.
        """


@frozen
class TableOffer:
    """The choices of players for a document.

    ``usual`` is how many play if nobody says, with simulated players of the skill of that name. ``names`` are
    those of simulated players, by seat; ``player`` numbers people.
    """

    fewest: int
    most: int
    usual: tuple[int, str]
    skills: Sequence[Json]
    names: tuple[str, ...]
    player: str
    words: Mapping[str, str] = field(default_factory=dict)


class MatchFactory(ABC):
    """A document that is ready to be played."""

    book: Playbook
    offer: TableOffer

    @abstractmethod
    def kinds(self, readers: str) -> tuple[str, ...]:
        """The kinds of simulated players that a text names, in the order of seats.

        Raises:
            ValueError: if it names something else; the message says what there is.
        """

    @abstractmethod
    def match(self, seating: Seating) -> PlayedMatch:
        """A game with these players.

        Raises:
            ValueError: if they cannot play; the message says why.
        """


@frozen(slots=True)
class RecordedAction:
    """An action of a seat. ``seconds`` are those that the game had been open for."""

    seat: int
    key: str
    seconds: int


@frozen(slots=True)
class BeliefAnswer:
    """The belief about one question: values, and how sure of the first, in percent."""

    element: str
    first: str | None = None
    second: str | None = None
    confidence: int | None = None


@frozen(slots=True)
class Belief:
    """Hypotheses of a seat after a number of ``steps``. ``final`` ones count."""

    seat: int
    steps: int
    seconds: int
    answers: tuple[BeliefAnswer, ...]
    final: bool = False


@frozen(slots=True)
class PlayerNotes:
    """The private things of a person: notes, marks in the notebook by name, remarks for the writer by path.

    ``general`` is what it says to the writer at the end.
    """

    notes: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)
    remarks: Mapping[str, str] = field(default_factory=dict)
    general: str = ""


@frozen
class GameRecord:
    """A game so far.

    ``moments`` are one more than ``steps``; ``id`` names the game, ``began`` is a time in UTC.
    """

    match: PlayedMatch
    id: str
    began: str
    moments: tuple[Moment, ...]
    steps: tuple[RecordedAction, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    desks: tuple[PlayerNotes, ...] = ()

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

    def taken(self, key: str, seconds: int) -> "GameRecord":
        """The game after an action of the seat that decides.

        Raises:
            ValueError: if it is not legal, or the game is over.
        """
        seat = self.decides
        if seat is None:
            raise ValueError("the game is over")
        moments = (*self.moments, self.match.after(self.now, key))
        return replace(self, moments=moments, steps=(*self.steps, RecordedAction(seat, key, seconds)))

    def settled(self, seconds: int) -> "GameRecord":
        """The game when simulated players have moved, until a person has to choose or it is over.

        Raises:
            OutOfBudgetError: if a question of one of them is too hard.
        """
        course = self
        while course.decides is not None and not self.match.seating.chairs[course.decides].is_person:
            course = course.taken(self.match.simulated(course.now), seconds)
        return course

    def hypotheses(self, belief: Belief) -> "GameRecord":
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

    def believed(self, belief: Belief) -> "GameRecord":
        """The game with hypotheses that somebody wrote down on the way."""
        return replace(self, beliefs=(*self.beliefs, replace(belief, final=False, steps=len(self.steps))))

    def noted(self, seat: int, desk: PlayerNotes) -> "GameRecord":
        """The game with other notes of a seat."""
        return replace(self, desks=(*self.desks[:seat], desk, *self.desks[seat + 1 :]))

    # --- taking back -----------------------------------------------------------------------------

    @property
    def barrier(self) -> Barrier:
        """Why the last step cannot be undone; empty if it can.

        Before the first step there is nothing to undo.
        """
        if not self.steps or self.steps[-1].seat != self.decides or self.decides not in self.people:
            return "turn"
        return self.match.barrier(self.moments[-2], self.now)

    def undone(self) -> "GameRecord":
        """The game before the last step.

        Raises:
            ValueError: if it cannot be undone.
        """
        if self.barrier:
            raise ValueError(f"the last step cannot be undone: {self.barrier}")
        last = len(self.steps) - 1
        beliefs = tuple(replace(belief, steps=min(belief.steps, last)) for belief in self.beliefs)
        return replace(self, moments=self.moments[:-1], steps=self.steps[:-1], beliefs=beliefs)

    # --- looking back ----------------------------------------------------------------------------

    def readings(self, seat: int | None) -> dict[str, int]:
        """The paths that a seat knows, in the order in which it read or heard them, each with the step.

        The first step is 0. The paths of ``None`` are those that all heard.
        """
        first_steps: dict[str, int] = {}
        for step, moment in enumerate(self.moments[1:]):
            for path in self.match.known(moment, seat):
                first_steps.setdefault(path, step)
        return first_steps

    def happenings(self) -> Sequence[tuple[int, Json]]:
        """The happenings that everybody noticed, with the number of the step."""
        happenings: list[tuple[int, Json]] = []
        steps = zip(self.moments, self.moments[1:], self.steps, strict=False)
        for number, (before, after, taken) in enumerate(steps):
            happenings += [(number, event) for event in self.match.happened(before, taken.key, after)]
        return happenings

    def last_step_of(self, seat: int) -> int:
        """The number of the first step after the last one of a seat before its present turn."""
        seats = [taken.seat for taken in self.steps]
        # The steps of the present turn come last, one after the other.
        while self.decides == seat and seats[-1:] == [seat]:
            seats.pop()
        return max((step for step, each in enumerate(seats, 1) if each == seat), default=0)


def opened(match: PlayedMatch, id_: str, began: str) -> GameRecord:
    """A game before its first step."""
    return GameRecord(
        match, id_, began, (match.begin(),), desks=tuple(PlayerNotes() for _ in match.seating.chairs)
    )
