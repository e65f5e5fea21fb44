"""Figures of the board that an edition gives itself, in ``[table]``, and that do not fit its ship."""

from collections.abc import Iterator, Sequence

from casekit.games.midnight import board_figures
from casekit.games.midnight.document import Edition
from casekit.kit.edition_settings import Fault

_VOYAGE = 6
"""The number of spaces between the last start of a ship and its port in the rulebook."""


def unfitting_figures(edition: Edition, players: Sequence[int]) -> Iterator[Fault]:
    """All figures that are in the way of a game for some numbers of players.

    All hints together make the edition playable.
    """
    figures = edition.table
    zones = [zone.number for zone in edition.zones]
    outside = [zone for zone in zones if zone != figures.suite]
    start = f"write `start = {outside or zones}` in `[table]`"
    if figures.revelations not in zones:
        yield (
            ("table", "revelations"),
            f"revelations are made in zone {figures.revelations}, which this edition does not have",
            f"write `revelations = {(outside or zones)[0]}` in `[table]`",
        )
    if figures.suite and figures.suite not in zones:
        yield (
            ("table", "suite"),
            f"the suite is zone {figures.suite}, which this edition does not have",
            "write `suite = 0` in `[table]`",
        )
    if missing := [zone for zone in figures.start if zone not in zones]:
        yield (
            ("table", "start"),
            f"pawns begin in zone {missing[0]}, which this edition does not have",
            start,
        )
    if not outside:
        message = f"the only zone is the suite, zone {figures.suite}"
        yield ("table", "suite"), message, "write `suite = 0` in `[table]`"
    elif not figures.start:
        yield ("table", "start"), "there is no zone for pawns to begin in", start
    elif figures.suite in figures.start:
        yield ("table", "start"), f"pawns cannot begin in the suite, zone {figures.suite}", start
    yield from _unfitting_voyage(edition, players)


def _unfitting_voyage(edition: Edition, players: Sequence[int]) -> Iterator[Fault]:
    """The way of the ship, and the locations that are recommended to begin with."""
    figures = edition.table
    if arrived := [
        number for number in players if figures.ship[number - board_figures.FEWEST] >= figures.port
    ]:
        yield (
            ("table", "port"),
            f"with {arrived[0]} detectives the ship begins in port, on space {figures.port}",
            f"write `port = {max(figures.ship) + _VOYAGE}` in `[table]`, or earlier spaces in `ship`",
        )
    # Those of the rulebook are left out where an edition has none of these numbers.
    if figures.opening == board_figures.TableFigures().opening:
        return
    if missing := [number for number in figures.opening if number not in edition.locations_by_number]:
        there = [number for number in figures.opening if number not in missing]
        yield (
            ("table", "opening"),
            f"readers are to go first to location {missing[0]}, which this edition does not have",
            f"write `opening = {there}` in `[table]`",
        )
