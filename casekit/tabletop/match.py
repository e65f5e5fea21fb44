"""A game that people can play move by move: its seats, what they may do, what they may see, and its record.

A page knows nothing else of a game. Moments are the game's own frozen states. Actions are called by keys,
which are the same in every process, so that a saved game can be played again from the start. A record never
changes: a step gives another one. Simulated players move as soon as it is their turn.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from casekit.tabletop.playtests.playbook import Json, Playbook
from casekit.values import field, frozen, replace

Moment = Any
"""A game at one moment, in the form that its game gives it."""

Barrier = Literal["", "read", "drawn", "turn"]
"""Why a step cannot be undone: a text was read, a card was drawn, the turn is over; empty if it can."""


@frozen(slots=True)
class Seat:
    """A place at the table."""

    name: str
    """The name of the player who sits there."""

    reader: str = ""
    """The kind of the simulated player; empty for a person."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return not self.reader


@frozen(slots=True)
class Seating:
    """The players, and the chance of the game."""

    chairs: tuple[Seat, ...]
    """The seats, in the order of turns."""

    seed: int
    """The seed of all chance in the game."""


def move_row(label: str, choices: Sequence[Json], note: str = "", *, done: bool = False) -> Json:
    """Choices about one thing, as JSON.

    Args:
        label: the name of the thing.
        choices: the choices, as ``PlayedMatch.choices`` has them.
        note: what there is to know about it.
        done: whether the player who chooses has it already.
    """
    return {"label": label, "choices": choices, "note": note, "done": done}


def move_group(title: str, kind: str, rows: Sequence[Json]) -> Json:
    """Rows of choices that a person thinks of together, as JSON.

    Args:
        title: the title of the group.
        kind: how the page shows it: ``here``, ``go``, ``others`` or ``end``.
        rows: the rows.
    """
    return {"title": title, "kind": kind, "rows": rows}


def happening(text: str, seat: int | None = None, path: str = "") -> Json:
    """Something that everybody at the table noticed, as JSON.

    Args:
        text: what happened: a sentence without its subject, or a whole one if nobody did it.
        seat: the seat of the player who did it; ``None`` if nobody did.
        path: the name of the path whose text was read aloud by it.
    """
    return {"text": text, "seat": seat, "path": path}


class PlayedMatch(ABC):
    """The rules of one game at one table, over moments that never change."""

    book: Playbook
    """The document that is played."""

    seating: Seating
    """The players."""

    digest: str
    """A digest of everything, beside seating and actions, that decides how a game goes."""

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
        """The legal actions of that seat, but for hypotheses, in groups (``move_group``) of ``move_row``.

        An action has these keys:

        * ``key``: its key.
        * ``label``: the short text of its button.
        * ``full``: a text that can be understood alone.
        * ``cost``: its cost in points; ``None`` where there is nothing to pay.
        * ``place``: the key of the place that it leads to.
        * ``sure``: what a person is asked before it is done, if it weighs much and cannot be undone.
        """

    @abstractmethod
    def writing(self, moment: Moment, answers: Mapping[str, tuple[str, str]]) -> Sequence[str]:
        """The keys of the actions that write hypotheses.

        Args:
            moment: the moment.
            answers: the first and the second value, by the key of the question.

        Raises:
            ValueError: if a question has no answer, or one that it does not offer, or the same one twice.
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

        It has these keys:

        * ``turn``: the number of the round with its word.
        * ``phase``: what the seat that decides has to do now; ``points``: the points that it has.
        * ``token``, ``tokens``: the word for one token, and for several.
        * ``track``: the space that is reached (``at``), the last one (``end``), and a ``label``.
        * ``afloat``: whether the board is drawn as a ship.
        * ``places``: each with a ``row``, a ``column``, a ``name``, a ``level``, the keys of the places one
          step away (``ways``), and its ``pawns``. A pawn has a ``mark`` of a letter or two, a ``name``, a
          ``kind`` (``seat``, ``other``, or ``barrier``, where nothing can be done), the ``seat`` whose it is,
          and is ``last`` if it cannot be moved next.
        * ``card``: that of this round, with its ``title``, ``flavour`` and ``effect``, or ``None``.
        * ``seats``: each with a ``name``, a ``mark``, whether it is a ``person``, its ``place``, its
          ``tokens``, and the number of paths that it has ``read``.
        * ``ticks``: paths with the ``seats`` that read them, and whether that was ``aloud``.
        * ``claims``: first hypotheses that were read out before the others write, as pairs of a question and
          a label; ``claimant``: whose they are.
        """

    @abstractmethod
    def standing(self, moment: Moment, seat: int) -> Mapping[str, Any]:
        """The state of a seat in a log (``schemas/playtest.schema.json``): its stage, turn and counters."""

    @abstractmethod
    def finale(self, moment: Moment) -> Json | None:
        """The end with its scores; ``None`` before it.

        It has these keys:

        * ``seats``: each with a ``name``, a ``score``, the part of it that ending the game early added or
          took (``adjusted``), whether it is a ``winner``, and its ``answers``. An answer has its
          ``question``, its ``first`` and ``second`` hypothesis as labels, and whether they are right
          (``first_right``, ``second_right``).
        * ``truth``: pairs of a question and a label.
        * ``solution``: paragraphs of prose.
        """


@frozen
class TableOffer:
    """The choices of players for a document."""

    fewest: int
    """The fewest players."""

    most: int
    """The most players."""

    usual: tuple[int, str]
    """The number of players, and the skill of simulated ones, if nobody says otherwise."""

    skills: Sequence[Json]
    """The skills of simulated players."""

    names: tuple[str, ...]
    """The names of simulated players, by seat."""

    player: str
    """The pattern of the name of a person, for a number."""

    words: Mapping[str, str] = field(default_factory=dict)
    """The words of the page for the things of the game, by their keys."""


class MatchFactory(ABC):
    """A document that is ready to be played."""

    book: Playbook
    """The document."""

    offer: TableOffer
    """The choices of players for it."""

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
    """An action of a seat."""

    seat: int
    """The seat."""

    key: str
    """The key of the action."""

    seconds: int
    """The seconds that the game had been open for."""


@frozen(slots=True)
class BeliefAnswer:
    """The beliefs of a player about one question."""

    element: str
    """The question."""

    first: str | None = None
    """The value of the first hypothesis."""

    second: str | None = None
    """The value of the second hypothesis."""

    confidence: int | None = None
    """The confidence in the first, in percent."""


@frozen(slots=True)
class Belief:
    """The hypotheses of a seat at some time."""

    seat: int
    """The seat."""

    steps: int
    """The number of steps before."""

    seconds: int
    """The seconds that the game had been open for."""

    answers: tuple[BeliefAnswer, ...]
    """What the player believes about each question."""

    final: bool = False
    """Whether these are the hypotheses that count."""


@frozen(slots=True)
class PlayerNotes:
    """The private things of a person."""

    notes: str = ""
    """The notes."""

    marks: Mapping[str, str] = field(default_factory=dict)
    """The marks in the notebook, by the name that is marked."""

    remarks: Mapping[str, str] = field(default_factory=dict)
    """Remarks for the writer, by the name of the path."""

    general: str = ""
    """What the player says to the writer at the end."""


@frozen
class GameRecord:
    """A game so far."""

    match: PlayedMatch
    """The rules at its table."""

    id: str
    """Its name."""

    began: str
    """The time at which it began, in UTC."""

    moments: tuple[Moment, ...]
    """The moments before the first step, and after each."""

    steps: tuple[RecordedAction, ...] = ()
    """The steps, in order."""

    beliefs: tuple[Belief, ...] = ()
    """The hypotheses that were written down, in order."""

    desks: tuple[PlayerNotes, ...] = ()
    """The private things of each seat."""

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
        record = self
        while record.decides is not None and not self.match.seating.chairs[record.decides].is_person:
            record = record.taken(self.match.simulated(record.now), seconds)
        return record

    def hypotheses(self, belief: Belief) -> "GameRecord":
        """The game after the final hypotheses of the seat that decides.

        Raises:
            ValueError: if they are not whole, or cannot be written now.
        """
        if not self.match.is_writing(self.now) or belief.seat != self.decides:
            raise ValueError("nobody writes hypotheses now")
        answers = {answer.element: (answer.first or "", answer.second or "") for answer in belief.answers}
        final_belief = replace(belief, final=True, steps=len(self.steps))
        record = replace(self, beliefs=(*self.beliefs, final_belief))
        for key in self.match.writing(self.now, answers):
            record = record.taken(key, belief.seconds)
        return record

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
        """The happenings that everybody noticed, each with the number of its step, from 0."""
        happenings: list[tuple[int, Json]] = []
        for number, step in enumerate(self.steps):
            events = self.match.happened(self.moments[number], step.key, self.moments[number + 1])
            happenings += [(number, event) for event in events]
        return happenings

    def last_step_of(self, seat: int) -> int:
        """The number of the first step after the last one of a seat before its present turn."""
        seats = [step.seat for step in self.steps]
        if self.decides == seat:
            # The steps of the present turn come last, one after the other.
            while seats and seats[-1] == seat:
                seats.pop()
        return max(
            (number for number, seat_of_step in enumerate(seats, 1) if seat_of_step == seat), default=0
        )


def opened(match: PlayedMatch, id_: str, began: str) -> GameRecord:
    """A game before its first step."""
    return GameRecord(
        match, id_, began, (match.begin(),), desks=tuple(PlayerNotes() for _ in match.seating.chairs)
    )
