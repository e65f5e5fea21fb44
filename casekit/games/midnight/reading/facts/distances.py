"""How many moves two locations are apart on the ship."""

from collections.abc import Mapping

from casekit.games.midnight.edition import Edition
from casekit.language.formula.scope import Measure
from casekit.model.logic import Function

STEPS = "steps"
"""The name of distances in formulas."""


def steps(edition: Edition, zone: Function) -> Measure:
    """The moves from one location to another along the ways between zones; none within a zone."""
    ways = {each.number: each.ways for each in edition.zones}
    table: dict[tuple[str, ...], int] = {
        (f"zone-{start}", f"zone-{end}"): moves
        for start in ways
        for end, moves in _reached(start, ways).items()
    }
    (location,) = zone.arguments
    return Measure(STEPS, (location, location), table, zone)


def _reached(start: int, ways: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """The moves to every zone that can be reached from one."""
    moves = {start: 0}
    waiting = [start]
    for zone in waiting:
        for way in ways.get(zone, ()):
            if way not in moves:
                moves[way] = moves[zone] + 1
                waiting.append(way)
    return moves
