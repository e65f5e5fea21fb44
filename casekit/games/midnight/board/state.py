"""The board game at one moment, frozen.

Also kinds of readers, how a game begins (rulebook, "Setup"), what each seat sees of it, and its points
("Solving the case").
"""

from collections.abc import Mapping
from typing import Literal

from casekit.games.midnight.board.board import HYPOTHESES, Event, Table
from casekit.games.midnight.board_figures import (
    CROWDED,
    ELEMENTS,
    FALSE_REVELATION,
    REWARDS,
    TRUE_REVELATION,
)
from casekit.tabletop.game_rules import shuffled
from casekit.values import fields, frozen

FOLLOWING = ("random", "near", "leads", "suite-first", "clairvoyant")
"""The ways of following, in the order in which they are numbered."""

REASONS = ("hasty", "steady", "perfect")
"""The ways of reasoning, from the least to the most."""


TEMPERS: Mapping[str, frozenset[str]] = {
    "close": frozenset(("private", "extracts")),
    "open": frozenset(),
    "bold": frozenset(("private", "extracts", "bold")),
}
"""The tempers by their names in reports.

They say whether a reader reads in ``private`` if it can, ``extracts``, and is ``bold``, so that it makes
revelations before it is certain. The game is a bet: the usual reader keeps what it learns to itself.
"""

USUAL_TEMPER = "close"


@frozen(slots=True)
class Reader:
    """A kind of reader; each field is a name."""

    reasoning: str
    following: str
    temper: str = USUAL_TEMPER

    def __str__(self) -> str:
        plain = f"{self.reasoning}/{self.following}"
        return plain if self.temper == USUAL_TEMPER else f"{plain}/{self.temper}"


Crew = tuple[Reader, ...]
"""The readers at a table, in the order of seats; if there are more seats it begins again."""

USUAL = "steady/random, steady/near, hasty/leads, steady/leads, perfect/leads, steady/suite-first, steady/clairvoyant"
"""The kinds that are simulated if no others are asked for, each at tables of its own."""


def crews(text: str) -> tuple[Crew, ...]:
    """The crews that a text names, with commas between them and ``+`` between the readers of one table.

    Raises:
        ValueError: if it names something else; the message says which word is wrong and what it may be.
    """
    named = [tuple(map(reader, crew.split("+"))) for crew in text.split(",") if crew.strip()]
    if not named:
        raise ValueError(f"name readers, such as `{USUAL.split(',', maxsplit=1)[0]}`")
    return tuple(dict.fromkeys(named))


def reader(text: str) -> Reader:
    """The kind that a text names: ``REASONING/FOLLOWING``, and after another slash a temper if not ``close``.

    Raises:
        ValueError: if it names something else; the message says which word is wrong and what it may be.
    """
    words = [word.strip() for word in text.split("/")]
    if not 2 <= len(words) <= 3:  # noqa: PLR2004 - reasoning, following and perhaps a temper
        raise ValueError(f"`{text.strip()}` is not a reader: write REASONING/FOLLOWING, as in `steady/leads`")
    for word, known in zip(words, (REASONS, FOLLOWING, tuple(TEMPERS)), strict=False):
        if word not in known:
            raise ValueError(f"`{word}` is not one of {', '.join(known)}")
    return Reader(*words)


Phase = Literal["place", "act", "publish", "suspect", "purser", "reveal", "extend", "write", "over"]

BLANK: tuple[int | None, ...] = (None,) * (len(ELEMENTS) * HYPOTHESES)


@frozen(slots=True, kw_only=True)
class PublicState:
    """The state of a game that anybody can see. Seats are counted from the first player, in turn order.

    ``seat`` is who decides. ``aloud`` are the paths that were read to all, as bits, and ``studied`` is one
    that was just read in private. ``spent`` are the buoys that can be taken. ``entered`` says whether a
    zone was entered on this turn, ``final`` that no round follows this one.
    """

    phase: Phase
    seat: int
    ship: int
    detectives: tuple[int | None, ...]
    suspects: tuple[int, ...]
    buoys: tuple[int, ...]
    round: int = 0
    card: int | None = None
    purser: int | None = None
    last_moved: int | None = None
    spent: int = 0
    points: int = 0
    entered: bool = False
    studied: int | None = None
    aloud: int = 0
    revealer: int | None = None
    final: bool = False


@frozen(slots=True, kw_only=True)
class State(PublicState):
    """A game at one moment.

    ``deck`` are the cards to come, the next one first; nobody may see them. ``known`` are the paths that
    each seat has read, as bits: which ones is public (rulebook, "Investigate": boxes are ticked), what they
    say is not. ``written`` are options by element and hypothesis for each seat.
    """

    table: Table
    deck: tuple[int, ...]
    known: tuple[int, ...]
    written: tuple[tuple[int | None, ...], ...]

    @property
    def event(self) -> Event:
        """The event of this round.

        Raises:
            ValueError: before the first card.
        """
        if self.card is None:
            raise ValueError("no card has been drawn yet")
        return self.table.board.cards[self.card]

    @property
    def zone(self) -> int:
        """Where the detective is whose turn it is.

        Raises:
            ValueError: if it is nowhere yet.
        """
        at = self.detectives[self.seat]
        if at is None:
            raise ValueError("this detective is not on board yet")
        return at


PARTS = (slice(0, 3), slice(3, 6), slice(6, 9), slice(9, None))
"""The four piles of the deck among the cards other than calm seas; one calm sea goes to each pile."""

SUSPECTS, CARDS, PILED = 1, 2, 3
"""The names of draws."""


def begin(table: Table, *chance: int) -> State:
    """A game before the detectives are placed; ``chance`` names its draws, as a seed and a number do."""
    players = table.players
    return State(
        table=table,
        phase="place",
        seat=players - 1,
        ship=table.ship,
        deck=stacked(table, *chance),
        detectives=(None,) * players,
        suspects=placed(table, *chance),
        buoys=(table.buoys,) * players,
        known=(0,) * players,
        written=(BLANK,) * players,
    )


def placed(table: Table, *chance: int) -> tuple[int, ...]:
    """The zone of each suspect: as many in each zone where pawns begin, two of twelve (step 3)."""
    start, count = table.board.figures.start, len(table.board.suspects)
    order = shuffled(range(count), *chance, SUSPECTS)
    zones = {suspect: start[place * len(start) // count] for place, suspect in enumerate(order)}
    return tuple(zones[suspect] for suspect in range(count))


def stacked(table: Table, *chance: int) -> tuple[int, ...]:
    """The deck, its first card first: a calm sea in each of four piles (step 1)."""
    calm, others = sorted_cards(table)
    mixed = shuffled(others, *chance, CARDS)
    deck: list[int] = []
    for number, part in enumerate(PARTS):
        pile = (*mixed[part], *calm[number : number + 1])
        deck += shuffled(pile, *chance, PILED)
    return tuple(deck)


def sorted_cards(table: Table) -> tuple[list[int], list[int]]:
    """The cards of a calm sea, and all others that are played with."""
    left_out = {"calm-sea", "full-speed"} if table.players >= CROWDED else {"calm-sea"}
    cards = [*enumerate(table.board.cards)]
    calm = [index for index, card in cards if card.kind == "calm-sea"]
    return calm, [index for index, card in cards if card.kind not in left_out]


LOWEST, HIGHEST = -45, 160
"""No score is lower or higher."""


def scores(state: State) -> tuple[int, ...]:
    """The points of each seat.

    Raises:
        ValueError: if somebody has not written all hypotheses yet.
    """
    if state.phase != "over":
        raise ValueError("the game is not over yet")
    hits = [right(state, seat) for seat in range(state.table.players)]
    points = [_rewards(own) for own in hits]
    if state.revealer is None:
        return tuple(points)
    true = sum(first for first, _ in hits[state.revealer])
    for seat in range(state.table.players):
        if seat == state.revealer:
            points[seat] -= FALSE_REVELATION * (len(REWARDS) - true)
        else:
            points[seat] -= TRUE_REVELATION * true
    return tuple(points)


def _rewards(hits: list[tuple[bool, bool]]) -> int:
    """The points for right hypotheses, before those of revelations are taken off."""
    points = 0
    for (first_reward, second_reward), (first, second) in zip(REWARDS.values(), hits, strict=True):
        points += first_reward * first + second_reward * second
    return points


def right(state: State, seat: int) -> list[tuple[bool, bool]]:
    """For each element whether the first and the second hypothesis are right."""
    mystery, own = state.table.mystery, state.written[seat]
    values = [
        None if option is None else mystery.options[slot // HYPOTHESES][option]
        for slot, option in enumerate(own)
    ]
    pairs = zip(values[::HYPOTHESES], values[1::HYPOTHESES], mystery.answers, strict=True)
    return [
        (answer is not None and first == answer, answer is not None and second == answer != first)
        for first, second, answer in pairs
    ]


@frozen(slots=True, kw_only=True)
class Observation(PublicState):
    """A game as one seat sees it.

    ``ticked`` are the paths that each seat has read, as bits. ``paragraphs`` are the texts that the seat
    has read, by path. ``written`` are its own hypotheses, those of everybody when the game is over, and
    before that the first ones of whoever made revelations. ``cards_left`` says how many cards the deck has,
    not which.
    """

    observer: int | None
    cards_left: int
    ticked: tuple[int, ...]
    written: tuple[tuple[int | None, ...], ...]
    paragraphs: Mapping[int, str]


def seen_by(state: State, seat: int | None) -> Observation:
    """The view of a seat; of ``None`` what a screen may show that several people look at."""
    visible = {field.name: getattr(state, field.name) for field in fields(PublicState)}
    if seat is None:
        visible["studied"] = None
    read = state.aloud if seat is None else state.known[seat]
    paragraphs = enumerate(state.table.mystery.paragraphs)
    return Observation(
        **visible,
        observer=seat,
        cards_left=len(state.deck),
        ticked=state.known,
        written=tuple(_visible_hypotheses(state, seat, other) for other in range(state.table.players)),
        paragraphs={path: text for path, text in paragraphs if read >> path & 1},
    )


def _visible_hypotheses(state: State, seat: int | None, other: int) -> tuple[int | None, ...]:
    """Hypotheses are secret until all are written, but those of revelations are read out first."""
    own = state.written[other]
    if seat == other or state.phase == "over":
        return own
    if other == state.revealer and None not in own:
        return tuple(None if slot % HYPOTHESES else option for slot, option in enumerate(own))
    return BLANK
