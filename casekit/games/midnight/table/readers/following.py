"""Five ways of following: each says how good a target a path is for somebody who has read some others.

The best path has the highest score. ``costs`` are action points to go there and read it aloud; paths that cannot be
read this round are not scored.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from casekit.games.midnight.table.board import Board
from casekit.games.midnight.table.readers.case_evidence import Evidence
from casekit.games.midnight.table.readers.geography import FAR
from casekit.games.midnight.table.readers.leads import WEIGHTS
from casekit.games.midnight.table.readers.oracles import bits

SHIFT = 32
"""Ties are broken by draws of so many bits."""

SCALE = 840
"""Worth is divided by costs; so many parts of one point count, which all costs up to 8 divide."""

FIRST = 1 << 60
"""More than any score: what is read before anything else."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What somebody who chooses the next path goes by.

    ``known`` are the paths it has read and ``crossed`` the answers it has crossed off, as bits; ``costs`` and ``luck`` are by path;
    ``proof`` are the paths of a small proof.
    """

    known: int
    crossed: int
    costs: Sequence[int]
    luck: Sequence[int]
    proof: frozenset[int]


Score = Callable[[Evidence, Prospect, int], int]


def at_random(evidence: Evidence, prospect: Prospect, path: int) -> int:
    """Any path, however far."""
    del evidence
    return prospect.luck[path]


def near(evidence: Evidence, prospect: Prospect, path: int) -> int:
    """What costs least."""
    del evidence
    return ((FAR - prospect.costs[path]) << SHIFT) + prospect.luck[path]


def by_leads(evidence: Evidence, prospect: Prospect, path: int) -> int:
    """What the paragraphs read so far point to, for what it costs."""
    worth = worths(evidence, prospect.known, prospect.crossed)[path]
    return (worth * SCALE // prospect.costs[path] << SHIFT) + prospect.luck[path]


def suite_first(evidence: Evidence, prospect: Prospect, path: int) -> int:
    """Leads, but the suite, the wheelhouse and the service rooms before all others (rulebook, "Useful tips")."""
    worth = worths(evidence, prospect.known, prospect.crossed)[path] + (
        WEIGHTS.opening if path in evidence.opening else 0
    )
    return (worth * SCALE // prospect.costs[path] << SHIFT) + prospect.luck[path]


def clairvoyant(evidence: Evidence, prospect: Prospect, path: int) -> int:
    """A small proof that the reader can follow, the nearest of its paths first: what luck can do."""
    return near(evidence, prospect, path) + (FIRST if path in prospect.proof else 0)


FOLLOWINGS: Mapping[str, Score] = {
    "random": at_random,
    "near": near,
    "leads": by_leads,
    "suite-first": suite_first,
    "clairvoyant": clairvoyant,
}
"""The ways of following by their names in reports."""


@lru_cache(maxsize=4096)
def pointed_to(evidence: Evidence, known: int) -> tuple[int, ...]:
    """What every path is worth to somebody who has read some, before anybody is crossed off."""
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
def worths(evidence: Evidence, known: int, crossed: int) -> tuple[int, ...]:
    """What every path is worth: whatever belongs to a suspect who is crossed off, half as much."""
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
