"""The parts of a game that never change: the board, the case, and how many play.

``board_of`` makes the board of an edition; ``unplayable`` says why an edition cannot be played.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from casekit.diagnostics import Finding, Source
from casekit.games.midnight import board_figures, codes
from casekit.games.midnight.board.events import Event, cards_of
from casekit.games.midnight.document import CasePath, Edition, PlacePath
from casekit.games.midnight.language.board_limits import unfitting_figures
from casekit.tabletop.game_rules import PlayableMystery
from casekit.values import frozen

MOST_PATHS_SIMULATED = 64
"""The most paths that fit a word of 64 bits, in which simulated detectives keep them."""

MOST_ANSWERS_SIMULATED = 63
"""The most answers that fit such a word."""

MOST_SIMULATED = f"at most {MOST_PATHS_SIMULATED} paths and {MOST_ANSWERS_SIMULATED} answers"

HYPOTHESES = 2
"""How many hypotheses each detective writes for each element."""


@frozen
class Board:
    """A ship with its cast and its cards. Paths, suspects and cards are called by their places here."""

    figures: board_figures.TableFigures

    zones: tuple[int, ...]
    """The numbers of the zones, in the order of the edition."""

    ways: Mapping[int, tuple[int, ...]]
    """The zones one step from each zone, sorted, in both directions."""

    decks: Mapping[int, str]
    """The name of the deck of each zone; empty if it is on none."""

    suspects: tuple[str, ...]
    """The names of the suspects."""

    cabins: tuple[int | None, ...]
    """By suspect the zone of the cabin."""

    paths: tuple[CasePath, ...]
    """The paths of the edition, in its order."""

    asked: tuple[int | None, ...]
    """By path the suspect who is questioned on it; ``None`` if something is searched."""

    searched: tuple[int | None, ...]
    """By path the zone where it is found; ``None`` if somebody is questioned."""

    lodger: tuple[int | None, ...]
    """By path the suspect whose cabin it is."""

    cards: tuple[Event, ...]

    @cached_property
    def companions(self) -> Mapping[int, tuple[int, ...]]:
        """The other zones on the deck of each zone."""
        companions: dict[int, tuple[int, ...]] = {}
        for zone in self.zones:
            deck = self.decks[zone]
            others = [other for other in self.zones if other != zone and deck and self.decks[other] == deck]
            companions[zone] = tuple(others)
        return companions


@frozen(eq=False)
class Table:
    """A board, a case and a number of players: what one game is played with."""

    board: Board

    mystery: PlayableMystery
    """The case as its players meet it."""

    players: int
    """How many play."""

    @property
    def ship(self) -> int:
        """The space where the ship begins."""
        return self.board.figures.ship[self.players - board_figures.FEWEST]

    @property
    def buoys(self) -> int:
        """The buoys that each player begins with."""
        return self.board.figures.buoys[self.players - board_figures.FEWEST]


def board_of(edition: Edition) -> Board:
    """The board of an edition, with its cards."""
    suspects = tuple(suspect.name for suspect in edition.suspects)
    zone_of_location = {location.number: location.zone for location in edition.locations}
    lodger_of_location: dict[int, int] = {}
    cabins: list[int | None] = []
    for index, suspect in enumerate(edition.suspects):
        if suspect.cabin is None:
            cabins.append(None)
        else:
            cabins.append(zone_of_location[suspect.cabin])
            lodger_of_location[suspect.cabin] = index
    asked: list[int | None] = []
    searched: list[int | None] = []
    lodger: list[int | None] = []
    for path in edition.paths:
        if isinstance(path, PlacePath):
            asked.append(None)
            searched.append(zone_of_location[path.location])
            lodger.append(lodger_of_location.get(path.location))
        else:
            asked.append(suspects.index(path.suspect))
            searched.append(None)
            lodger.append(None)
    return Board(
        figures=edition.table,
        zones=tuple(zone.number for zone in edition.zones),
        ways=_ways(edition),
        decks={zone.number: zone.deck for zone in edition.zones},
        suspects=suspects,
        cabins=tuple(cabins),
        paths=edition.paths,
        asked=tuple(asked),
        searched=tuple(searched),
        lodger=tuple(lodger),
        cards=cards_of(edition),
    )


def _ways(edition: Edition) -> dict[int, tuple[int, ...]]:
    """By zone the zones one step away: ways lead in both directions, wherever the edition writes them."""
    neighbours: dict[int, set[int]] = {zone.number: set() for zone in edition.zones}
    for zone in edition.zones:
        for other in zone.ways:
            neighbours[zone.number].add(other)
            neighbours[other].add(zone.number)
    return {number: tuple(sorted(others - {number})) for number, others in neighbours.items()}


def unplayable(edition: Edition, players: Sequence[int], source: Source) -> tuple[Finding, ...]:
    """The obstacles to numbers of ``players``; ``source`` is the text of the edition or of a case of it."""
    return tuple(
        codes.UNPLAYABLE_EDITION.at(source.whole(), message, hint=hint)
        for _, message, hint in unfitting_figures(edition, players)
    )
