"""Whether the board game can be played with an edition at all."""

from collections.abc import Iterator, Sequence

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.table.board import FEWEST, OPTIONS, PATHS


def unplayable(edition: Edition, players: Sequence[int], source: Source) -> tuple[Diagnostic, ...]:
    """What keeps so many players from playing an edition, whose text, or that of a case of it, is ``source``."""
    return tuple(
        Diagnostic(codes.UNPLAYABLE_EDITION, message, source.whole(), hint=hint)
        for message, hint in _obstacles(edition, players)
    )


def _obstacles(edition: Edition, players: Sequence[int]) -> Iterator[tuple[str, str]]:
    figures = edition.table
    zones = {zone.number for zone in edition.zones}
    if figures.revelations not in zones:
        message = f"revelations are made in zone {figures.revelations}, which this edition does not have"
        yield message, "name the zone in the edition: `revelations = 1` in `[table]`"
    if missing := [zone for zone in figures.start if zone not in zones]:
        message = f"pawns begin in zone {missing[0]}, which this edition does not have"
        yield message, "name the zones in the edition: `start = [1, 2]` in `[table]`"
    elif figures.suite in figures.start:
        yield (
            f"pawns cannot begin in the suite, zone {figures.suite}",
            "name other zones in `start`, in `[table]`",
        )
    elif max(players) > len(set(figures.start)):
        message = f"{max(players)} detectives need as many zones to begin in, but there are {len(set(figures.start))}"
        yield (
            message,
            f"name more zones in `start`, in `[table]`, or simulate {_fewer(len(set(figures.start)))}",
        )
    arrived = [number for number in players if figures.ship[number - FEWEST] >= figures.port]
    if arrived:
        message = f"with {arrived[0]} detectives the ship begins in port, on space {figures.port}"
        yield message, "name earlier spaces in `ship`, or a later `port`, in `[table]`"


def _fewer(zones: int) -> str:
    return f"{zones} players" if zones >= FEWEST else "another edition"


def too_large(source: Source) -> Diagnostic:
    """The finding for a case with more paths or answers than simulated detectives keep in mind."""
    return Diagnostic(
        codes.UNPLAYABLE_EDITION,
        f"casekit simulates at most {PATHS} paths and {OPTIONS} answers",
        source.whole(),
        hint="simulate an edition with fewer suspects, topics or locations",
    )
