"""The parts of a game that is played: who can play, simulated players, words, chance, and functions.

Simulation, play and playtests ask these values and never know which game they have. Chance depends on nothing
but its name: a seed, a table's number and what is drawn. A draw is the finalizer of SplitMix64 (Steele, Lea
and Flood 2014) over its names one after the other, so that it is the same in any order, in any process, and
for many tables at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from casekit.analysis.analyzer import Answered, Json
from casekit.diagnostics import Source, Span
from casekit.values import field, frozen

if TYPE_CHECKING:
    from casekit.system.executors import Executor
    from casekit.tabletop.match import MatchFactory
    from casekit.tabletop.playtests.playbook import Playbook
    from casekit.tabletop.playtests.tester_games import SharedGame
    from casekit.tabletop.reader_oracle import TableEvidence
    from casekit.tabletop.simulation_runs import Tally


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of a mask, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def thinned(mask: int, order: Iterable[int], enough: Callable[[int], bool]) -> int:
    """The part of a set that is still ``enough`` if its members go in some order, as far as they can."""
    for place in order:
        without = mask & ~(1 << place)
        if enough(without):
            mask = without
    return mask


@frozen
class PlayableMystery:
    """A document as its players meet it: answers to choose from, paragraphs to read, and the solution.

    ``options`` are the values that a hypothesis may have for each element, ``answers`` the true ones,
    ``None`` where the document leaves one open. ``paragraphs`` are texts by path; paths that share one have
    the same text.
    """

    options: tuple[tuple[str, ...], ...]
    answers: tuple[str | None, ...]
    paragraphs: tuple[str, ...] = field(repr=False)


Crew = tuple[Any, ...]
"""Kinds of simulated players at one table, in the order of seats; if there are more seats it begins again."""


def named(crew: Crew) -> str:
    """A crew as it is written."""
    return " + ".join(map(str, crew))


@frozen
class TablesWanted:
    """The games that are to be simulated: ``tables`` for each number of ``players``.

    ``where`` says on which machines they are played. ``readers`` and ``gates`` are texts in the words of the
    game, readers empty for its usual ones. ``against`` are earlier answers by title. ``people`` are games of
    testers, which are reported beside the simulated ones.
    """

    tables: int
    players: tuple[int, ...]
    seed: int
    where: "Executor"
    readers: str = ""
    gates: tuple[str, ...] = ()
    against: Mapping[str, Json] = field(default_factory=dict)
    people: "tuple[SharedGame, ...]" = ()


@frozen
class TableWords:
    """The names of things of the game in reports: its ``players``, its ``end``, and how it is ended early.

    ``opening`` is what a writer may do, beside pointing from one paragraph to the next, so that skill shows.
    """

    player: str
    players: str
    end: str
    claims: str
    opening: str = ""


class SimulatedTables(Protocol):
    """A document made ready for simulated tables, which are called by their numbers.

    No table depends on another one.
    """

    def tally(self, crew: Crew, players: int, seed: int, numbers: Sequence[int]) -> "Tally":
        """The counts at the tables of some numbers.

        Raises:
            OutOfBudgetError: if a question of a player is too hard.
        """

    def decisive(
        self, crew: Crew, players: int, seed: int, numbers: Sequence[int]
    ) -> Iterable[tuple[int, int]]:
        """Elements that seats came to know by proof at these tables, with the paths read by then.

        Raises:
            OutOfBudgetError: if a question of a player is too hard.
        """


@frozen(eq=False)
class ReaderModel:
    """A document as those who play it come to know it.

    Paths, elements and answers are called by their places. ``tables`` makes the tables, in the process where
    they are played; ``heading`` is the place of a path's paragraph.
    """

    title: str
    level: str
    source: Source
    paths: tuple[str, ...]
    elements: tuple[str, ...]
    evidence: "TableEvidence"
    tables: Callable[[], SimulatedTables]
    heading: Callable[[str], Span]


@frozen(kw_only=True)
class TableGame:
    """A game that is played, by ``fewest`` to ``most`` players.

    ``crews`` reads kinds of simulated players from a text, with commas between tables, and raises
    ``ValueError`` if it names something else; the message says what it may be. ``usual`` are those that are
    simulated if none are asked for. ``ladders`` are kinds in the order in which skill shows. ``measures`` can
    have a threshold: names with the member of the figures. ``counters`` are what its logs have beside what
    those of every game have.

    ``subject`` prepares the document of an analysis for some numbers of players, ``playbook`` gives what
    people need to play a document at a screen, and ``host`` prepares an analysis for whole games of people;
    where that cannot be done, they say why. ``subject`` and ``host`` raise ``OutOfBudgetError`` if a
    question is too hard.
    """

    fewest: int
    most: int
    words: TableWords
    usual: str
    crews: Callable[[str], tuple[Crew, ...]]
    ladders: tuple[tuple[str, ...], ...]
    measures: Mapping[str, str]
    counters: frozenset[str]
    subject: Callable[[Any, Sequence[int]], "Answered[ReaderModel]"]
    playbook: Callable[[Any], "Playbook"]
    host: Callable[[Any], "Answered[MatchFactory]"]

    def numbers(self, text: str) -> tuple[int, ...]:
        """The numbers of players that a text such as ``4`` or ``2-4`` names; all of them if it is empty.

        Raises:
            ValueError: if it names none that can play; the message says who can.
        """
        first, _, last = (text.strip() or f"{self.fewest}-{self.most}").partition("-")
        ends = (first, last or first)
        if all(number.strip().isdecimal() for number in ends):
            low, high = map(int, ends)
            if self.fewest <= low <= high <= self.most:
                return tuple(range(low, high + 1))
        limits = f"a number from {self.fewest} to {self.most}, or a range such as {self.fewest}-{self.most}"
        raise ValueError(f"{limits}, not {text!r}")


MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(value: int) -> int:
    """64 bits, well mixed."""
    value = (value + GOLDEN) & MASK
    value = ((value ^ (value >> 30)) * FIRST) & MASK
    value = ((value ^ (value >> 27)) * SECOND) & MASK
    return value ^ (value >> 31)


def draw(*names: int) -> int:
    """64 bits that depend on the names alone."""
    value = 0
    for name in names:
        value = mix(value ^ (name & MASK))
    return value


def shuffled(things: Sequence[int], *names: int) -> tuple[int, ...]:
    """Things in an order that depends on the names alone."""
    return tuple(sorted(things, key=lambda thing: (draw(*names, thing), thing)))
