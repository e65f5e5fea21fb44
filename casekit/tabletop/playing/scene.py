"""The things on a table at one moment, as one seat sees them, in a form that a page can show without knowing the game."""

from dataclasses import dataclass

from casekit.tabletop.playtest.playbook import Runs


@dataclass(frozen=True, slots=True)
class ScenePawn:
    """A pawn: a ``mark`` of a letter or two, a ``name``, and its ``kind``: ``seat``, ``other`` or ``barrier``.

    Nothing can be done where a barrier is. ``seat`` is whose it is, ``None`` if nobody's. ``last`` if it is the one that cannot be moved next.
    """

    mark: str
    name: str
    kind: str
    seat: int | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class ScenePlace:
    """A place on the map: where it is drawn, the places one step away, and who is there."""

    key: str
    name: str
    level: str
    row: int
    column: int
    ways: tuple[str, ...]
    pawns: tuple[ScenePawn, ...]


@dataclass(frozen=True, slots=True)
class SceneTrack:
    """How far the end is: the space that is reached, and the last one; ``label`` says it."""

    at: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class SceneCard:
    """The card of this round."""

    title: str
    flavour: Runs
    effect: Runs


@dataclass(frozen=True, slots=True)
class SceneSeat:
    """A player as the others see one: where, with how many tokens, and how many paths it has read."""

    name: str
    mark: str
    person: bool
    place: str
    tokens: int
    read: int


@dataclass(frozen=True, slots=True)
class SceneTick:
    """The knowledge of a path: the ``seats`` that read it, and whether it was read ``aloud``."""

    path: str
    seats: tuple[int, ...]
    aloud: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table.

    ``token`` is what one token is called, ``tokens`` what several are.
    ``turn`` is the number of the round with its word, ``phase`` what the seat that decides has to do now. ``claims`` are
    first hypotheses that were read out before the others write: pairs of a question and a label, by ``claimant``.
    """

    turn: str
    phase: str
    points: int
    token: str
    tokens: str
    track: SceneTrack
    places: tuple[ScenePlace, ...]
    card: SceneCard | None
    seats: tuple[SceneSeat, ...]
    ticks: tuple[SceneTick, ...]
    claims: tuple[tuple[str, str], ...] = ()
    claimant: str = ""


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """A seat's hypotheses for one question, as labels, and whether each is right."""

    question: str
    first: str
    second: str
    first_right: bool
    second_right: bool


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """A seat at the end. ``adjusted`` is what ending the game early added to its points or took from them."""

    name: str
    score: int
    adjusted: int
    winner: bool
    answers: tuple[FinalAnswer, ...]


@dataclass(frozen=True, slots=True)
class Finale:
    """The end of a game: the seats, the truth by question as labels, and the solution."""

    seats: tuple[FinalSeat, ...]
    truth: tuple[tuple[str, str], ...]
    solution: tuple[Runs, ...]
