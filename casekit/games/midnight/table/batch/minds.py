"""What every seat of every table knows, thinks worth reading, and has crossed off."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.readers.case_evidence import Evidence
from casekit.games.midnight.table.readers.reasoning import CERTAIN_ONLY

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
ONE = np.uint64(1)


class Bounds:
    """What a way of reasoning rules out, learnt as it is asked: sets that suffice, and sets that do not.

    A set that contains one that suffices suffices; one inside a set that does not suffice does not either. Only what
    neither says is asked of the oracle, so that the answer is always its own.
    """

    def __init__(self, evidence: Evidence, reasoning: str) -> None:
        self._exact = reasoning == "perfect"
        self._oracles = evidence.oracles
        count = evidence.offsets[-1]
        self._enough: list[Words] = [np.empty(0, np.uint64) for _ in range(count)]
        self._wanting: list[Words] = [np.empty(0, np.uint64) for _ in range(count)]
        self.asked = 0

    def ask(self, read: Words, option: int) -> tuple[NDArray[np.bool_], Words]:
        """For each set whether it rules out an option and, where it does not, a set around it that does not either."""
        ruled_out = self._holds(option, read)
        around = np.zeros(len(read), np.uint64)
        self._look_up(read, option, ruled_out, around)
        for row in np.flatnonzero(~ruled_out & (around == 0)):
            if not (ruled_out[row] or around[row]):
                self._learn(int(read[row]), option)
                np.logical_or(ruled_out, self._holds(option, read), out=ruled_out)
                self._look_up(read, option, ruled_out, around)
        return ruled_out, around

    def _holds(self, option: int, read: Words) -> NDArray[np.bool_]:
        """Which sets contain one that is known to rule out an option."""
        found: NDArray[np.bool_] = (self._enough[option][None, :] & ~read[:, None] == 0).any(axis=1)
        return found

    def _look_up(self, read: Words, option: int, ruled_out: NDArray[np.bool_], around: Words) -> None:
        left = np.flatnonzero(~ruled_out & (around == 0))
        wanting = self._wanting[option]
        if len(left) and len(wanting):
            inside = (read[left][:, None] & ~wanting[None, :]) == 0
            first = inside.argmax(axis=1)
            hit = inside[np.arange(len(left)), first]
            around[left[hit]] = wanting[first[hit]]

    def _learn(self, read: int, option: int) -> None:
        self.asked += 1
        bound = self._oracles.exact_bound if self._exact else self._oracles.sight_bound
        ruled_out, mask = bound(read, option)
        known = self._enough if ruled_out else self._wanting
        known[option] = np.append(known[option], np.uint64(mask & ((1 << 64) - 1)))


@dataclass
class Ready:
    """Evidence as arrays, made once for all batches of a case; ``bounds`` grow with every batch."""

    evidence: Evidence
    bounds: dict[str, Bounds]
    first: Ints
    leads: Ints
    quarrels: Ints
    collides: Words
    believed: Words
    guarded: Words
    spoken: NDArray[np.bool_]
    canonical: Ints
    hints: Ints
    masks: Words
    telling: NDArray[np.bool_]


def ready(evidence: Evidence) -> Ready:
    """The arrays of a case."""
    paths, options = len(evidence.board.paths), evidence.offsets[-1]
    hints = np.zeros((paths, options), np.int64)
    for path, supported in enumerate(evidence.hints):
        for option in supported:
            hints[path, option] += 1
    singles = evidence.singles
    return Ready(
        evidence=evidence,
        bounds={name: Bounds(evidence, name) for name in sorted(CERTAIN_ONLY)},
        first=np.array(evidence.first, np.int64),
        leads=np.array(evidence.leads, np.int64),
        quarrels=np.array(evidence.quarrels, np.int64),
        collides=np.array([single.collides for single in singles], np.uint64),
        believed=np.array([single.believed for single in singles], np.uint64),
        guarded=np.array([single.guarded for single in singles], np.uint64),
        spoken=np.array([single.spoken for single in singles]),
        canonical=np.array(evidence.canonical),
        hints=hints,
        masks=np.array(evidence.masks, np.uint64),
        telling=np.array([bool(evidence.telling >> path & 1) for path in range(paths)]),
    )


class Minds:
    """The minds of one seat at all tables of a batch.

    ``read`` are paragraphs as bits, ``known`` paths by place. ``around`` is for each answer that is not crossed off a set
    of paragraphs, not smaller than what is read, that does not rule it out.
    """

    def __init__(self, case: Ready, reasoning: str, tables: int) -> None:
        options = case.evidence.offsets[-1]
        self.case = case
        self.reasoning = reasoning
        self.known = np.zeros((tables, len(case.first)), bool)
        self.read = np.zeros(tables, np.uint64)
        self.worth = np.tile(case.first, (tables, 1))
        self.hints = np.zeros((tables, options), np.int64)
        self.crossed = np.zeros(tables, np.uint64)
        self.around = np.zeros((tables, options), np.uint64)
        self.think(np.arange(tables))

    def learn(self, rows: Ints, paths: Ints) -> Words:
        """Read a paragraph at some tables; the answers that this crossed off, and those it brought back."""
        self.known[rows, paths] = True
        first = self.case.canonical[paths]
        bit = ONE << first.astype(np.uint64)
        new = (self.read[rows] & bit) == 0
        rows, first, bit, seats = rows[new], first[new], bit[new], np.flatnonzero(new)
        before = self.crossed[rows].copy()
        changed = np.zeros(len(new), np.uint64)
        self._quarrel(rows, first)
        self.read[rows] |= bit
        self.worth[rows] += self.case.leads[first]
        self.hints[rows] += self.case.hints[first]
        self.think(rows)
        changed[seats] = self.crossed[rows] & ~before
        return changed

    def _quarrel(self, rows: Ints, paths: Ints) -> None:
        """Contradictions between what is read and what was read before."""
        collides = self.case.collides[paths]
        met = self.read[rows] & collides
        for row in np.flatnonzero(met):
            table, path, before = rows[row], int(paths[row]), int(self.read[rows[row]])
            self.worth[table] += self.case.quarrels[path]
            for other in range(len(self.case.first)):
                if int(met[row]) >> other & 1 and not int(self.case.collides[other]) & before:
                    self.worth[table] += self.case.quarrels[other]

    def think(self, rows: Ints) -> None:
        """Cross off what follows from what was read."""
        if self.reasoning in CERTAIN_ONLY:
            self._cross_off(rows, self.case.bounds[self.reasoning])
        else:
            self.crossed[rows] = self._hasty(rows)

    def _cross_off(self, rows: Ints, bounds: Bounds) -> None:
        read = self.read[rows]
        options = np.arange(self.around.shape[1], dtype=np.uint64)
        open_ = (self.crossed[rows][:, None] >> options & ONE) == 0
        doubtful = open_ & (((read[:, None] & ~self.around[rows]) != 0) | (self.around[rows] == 0))
        for option in np.flatnonzero(doubtful.any(axis=0)):
            which = np.flatnonzero(doubtful[:, option])
            ruled_out, around = bounds.ask(read[which], int(option))
            self.crossed[rows[which[ruled_out]]] |= ONE << np.uint64(option)
            self.around[rows[which], option] = around

    def _hasty(self, rows: Ints) -> Words:
        """The same as ``reasoning.hasty``."""
        case = self.case
        read = self.read[rows]
        paths = np.arange(len(case.first), dtype=np.uint64)
        has = (read[:, None] >> paths & ONE) != 0
        doubted = case.spoken & ((case.collides[None, :] & read[:, None]) != 0)
        nothing = np.uint64(0)
        believed = np.where(has, np.where(doubted, case.guarded, case.believed), nothing)
        given = np.uint64(case.evidence.given)
        crossed: Words = np.bitwise_or.reduce(believed, axis=1) | given
        sure = np.bitwise_or.reduce(np.where(has, case.guarded, nothing), axis=1) | given
        for mask in case.masks:
            lost = (mask & ~crossed) == 0
            crossed = np.where(lost, (crossed & ~mask) | (sure & mask), crossed)
        return crossed

    def left(self, rows: Ints) -> NDArray[np.uint8]:
        """How many answers are left for each question."""
        counts: NDArray[np.uint8] = np.bitwise_count(self.case.masks[None, :] & ~self.crossed[rows][:, None])
        return counts
