"""Five ways of following: each says how good a target a path is for somebody who has read some others.

The best path has the highest score. Costs are action points to go there and read it aloud; paths that cannot be read
this round are not scored.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from casekit.games.midnight.table.board import Board
from casekit.games.midnight.table.case_evidence import FAR, WEIGHTS, CaseEvidence
from casekit.games.midnight.table.reader_kinds import Reader
from casekit.tabletop.readers.table_evidence import TableEvidence
from casekit.tabletop.table_rules import bits

SHIFT = 32
"""The number of bits of draws that break ties."""

SCALE = 840
"""The parts of one point that count when worth is divided by costs: all costs up to 8 divide their number."""

FIRST = 1 << 60
"""More than any score: what is read before anything else."""


def ahead_of(evidence: TableEvidence, reader: Reader) -> Collection[int]:
    """The paths that a reader prefers to all others, wherever they are."""
    ahead = {"suite-first": evidence.opening, "clairvoyant": evidence.proofs[reader.reasoning]}
    return ahead.get(reader.following, ())


def scored(following: str, cost: Any, luck: Any, worth: Any, ahead: Any) -> Any:
    """How good a target a path is; of arrays, how good the paths of many tables are.

    ``random`` is any path, however far, and ``near`` what costs least. ``leads`` is what the paragraphs read so far point
    to, for what it costs; ``suite-first`` the same, but the suite, the wheelhouse and the service rooms before all others
    (rulebook, "Useful tips"). ``clairvoyant`` is a small proof that the reader can follow, the nearest of its paths first:
    what luck can do.
    """
    if following == "random":
        return luck
    if following in {"near", "clairvoyant"}:
        return ((FAR - cost) << SHIFT) + luck + FIRST * ahead
    return ((worth + WEIGHTS.opening * ahead) * SCALE // cost << SHIFT) + luck


@lru_cache(maxsize=4096)
def pointed_to(evidence: CaseEvidence, known: int) -> tuple[int, ...]:
    """The worth of every path to somebody who has read some, before anybody is crossed off."""
    row = list(evidence.first)
    read = evidence.paragraphs(known)
    for path in bits(read):
        added = [evidence.leads[path]]
        if evidence.singles[path].collides & read:
            added.append(evidence.quarrels[path])
        for more in added:
            row = [worth + extra for worth, extra in zip(row, more, strict=True)]
    return tuple(row)


@lru_cache(maxsize=4096)
def worths(evidence: CaseEvidence, known: int, crossed: int) -> tuple[int, ...]:
    """The worth of every path: whatever belongs to a suspect who is crossed off, half as much."""
    board = evidence.board
    return tuple(
        worth // 2 if owner is not None and crossed >> owner & 1 else worth
        for worth, owner in zip(pointed_to(evidence, known), owners(board), strict=True)
    )


def owners(board: Board) -> tuple[int | None, ...]:
    """The suspect whose answer or cabin is on each path. Suspects are the first options of the first element."""
    return tuple(
        lodger if asked is None else asked for asked, lodger in zip(board.asked, board.lodger, strict=True)
    )
