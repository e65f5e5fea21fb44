"""Whether the board game can be played with an edition at all."""

from collections.abc import Iterator, Sequence

from casekit.diagnostics import Diagnostic, Source
from casekit.games.midnight import codes
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.table.board import FEWEST, OPTIONS, PATHS


def unplayable(edition: Edition, players: Sequence[int], source: Source) -> tuple[Diagnostic, ...]:
    """The obstacles to a number of ``players`` in an edition, whose text, or that of a case of it, is ``source``."""
    return tuple(
        Diagnostic(codes.UNPLAYABLE_EDITION, message, source.whole(), hint=hint)
        for message, hint in _obstacles(edition, players)
    )


def _obstacles(edition: Edition, players: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Everything that is in the way, each with what to write instead; all of that together makes the edition playable."""
    figures = edition.table
    zones = [zone.number for zone in edition.zones]
    outside = [zone for zone in zones if zone != figures.suite]
    start = f"write `start = {outside or zones}` in `[table]`"
    if figures.revelations not in zones:
        message = f"revelations are made in zone {figures.revelations}, which this edition does not have"
        yield message, f"write `revelations = {(outside or zones)[0]}` in `[table]`"
    if missing := [zone for zone in figures.start if zone not in zones]:
        yield f"pawns begin in zone {missing[0]}, which this edition does not have", start
    if not outside:
        yield f"the only zone is the suite, zone {figures.suite}", "write `suite = 0` in `[table]`"
    elif not figures.start:
        yield "there is no zone for pawns to begin in", start
    elif figures.suite in figures.start:
        yield f"pawns cannot begin in the suite, zone {figures.suite}", start
    if arrived := [number for number in players if figures.ship[number - FEWEST] >= figures.port]:
        message = f"with {arrived[0]} detectives the ship begins in port, on space {figures.port}"
        yield (
            message,
            f"write `port = {max(figures.ship) + _VOYAGE}` in `[table]`, or earlier spaces in `ship`",
        )


_VOYAGE = 6
"""The number of spaces between the last start of a ship and its port in the rulebook."""


def too_large(source: Source) -> Diagnostic:
    """The finding for a case with more paths or answers than simulated detectives keep in mind."""
    return Diagnostic(
        codes.UNPLAYABLE_EDITION,
        f"casekit simulates at most {PATHS} paths and {OPTIONS} answers",
        source.whole(),
        hint="simulate an edition with fewer suspects, topics or locations",
    )
