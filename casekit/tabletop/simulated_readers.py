"""The minds at every seat of every table: what they know, think worth reading, and have crossed off."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casekit.tabletop.reader_oracle import TableEvidence

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
ONE, NOTHING = np.uint64(1), np.uint64(0)

CERTAIN_ONLY = ("perfect", "steady")
"""The ways of reasoning whose answers are always right, and grow with what is read."""


@dataclass
class _Sets:
    """Sets of paragraphs, those of each answer from its ``first`` place on; that place itself has none."""

    sets: Words
    first: Ints

    def add(self, option: int, mask: int) -> None:
        """Keep one more set."""
        self.sets = np.insert(self.sets, self.first[option] + 1, np.uint64(mask))
        self.first[option + 1 :] += 1

    def within(self, read: Words) -> Bools:
        """By set of paragraphs and answer: whether it contains one of these."""
        found = (self.sets[:, None] & ~read) == 0
        found[self.first] = False
        return np.logical_or.reduceat(found, self.first, axis=0).T

    def around(self, read: Words) -> Words:
        """By set of paragraphs and answer: one of these that contains it, 0 if none does."""
        found = (read & ~self.sets[:, None]) == 0
        places = found * np.arange(len(self.sets), dtype=np.int32)[:, None]
        found_at = self.sets[np.maximum.reduceat(places, self.first, axis=0)]
        return np.asarray(found_at.T)


class Bounds:
    """Sets that suffice to rule something out by a way of reasoning, and sets that do not.

    A set that contains one that suffices suffices; one inside a set that does not suffice does not either.
    Only what neither says is asked of the oracle, so that the answer is always its own.
    """

    def __init__(self, evidence: TableEvidence, reasoning: str) -> None:
        oracles, count = evidence.oracles, evidence.offsets[-1]
        self._bound = oracles.exact_bound if reasoning == "perfect" else oracles.sight_bound
        self._enough, self._wanting = (_Sets(np.zeros(count, np.uint64), np.arange(count)) for _ in range(2))

    def ask(self, read: Words, doubtful: Bools) -> tuple[Bools, Words]:
        """By set and answer, where in doubt: whether it is ruled out, and if not, a set around it."""
        ruled_out = doubtful & self._enough.within(read)
        around = self._wanting.around(read)
        unknown = doubtful & ~ruled_out & (around == 0)
        while unknown.any():
            row, option = divmod(int(unknown.argmax()), unknown.shape[1])
            suffices, mask = self._bound(int(read[row]), option)
            mask &= (1 << 64) - 1
            (self._enough if suffices else self._wanting).add(option, mask)
            if suffices:
                ruled_out[:, option] |= unknown[:, option] & ((np.uint64(mask) & ~read) == 0)
            else:
                around[unknown[:, option] & ((read & ~np.uint64(mask)) == 0), option] = mask
            unknown[:, option] &= ~ruled_out[:, option] & (around[:, option] == 0)
            unknown[row, option] = False
        return ruled_out, around


class EvidenceArrays:
    """Evidence as arrays, made once for all batches of a document; ``bounds`` grow with every batch."""

    def __init__(self, evidence: TableEvidence) -> None:
        paths, singles = range(len(evidence.canonical)), evidence.singles
        self.evidence = evidence
        self.bounds = {name: Bounds(evidence, name) for name in CERTAIN_ONLY}
        self.first = np.array(evidence.first, np.int64)
        self.leads = np.array(evidence.leads, np.int64)
        self.quarrels = np.array(evidence.quarrels, np.int64)
        self.collides = np.array([single.collides for single in singles], np.uint64)
        self.believed = np.array([single.believed for single in singles], np.uint64)
        self.guarded = np.array([single.guarded for single in singles], np.uint64)
        self.spoken = np.array([single.spoken for single in singles])
        self.canonical = np.array(evidence.canonical)
        self.masks = np.array(evidence.masks, np.uint64)
        self.telling = np.array([bool(evidence.telling >> path & 1) for path in paths])
        self.hints = np.array(
            [np.bincount(evidence.hints[path], minlength=evidence.offsets[-1]) for path in paths]
        )


class ReaderBatch:
    """The minds of one seat at all tables of a batch; nobody reasons from paragraphs that are not read.

    ``perfect`` reasoning is everything that follows: the solver. ``steady`` goes line by line, without
    suppositions; words count once the speaker is cleared or borne out. ``hasty`` takes single paragraphs, and
    may cross off the truth.

    ``read`` are paragraphs as bits, ``known`` paths by place. ``around`` is for each answer that is not
    crossed off a set of paragraphs, not smaller than what is read, that does not rule it out.
    """

    def __init__(self, case: EvidenceArrays, reasoning: str, tables: int) -> None:
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
        met = self.read[rows] & self.case.collides[paths]
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
        some = doubtful.any(axis=1).nonzero()[0]
        if len(some):
            rows, doubtful = rows[some], doubtful[some]
            ruled_out, around = bounds.ask(read[some], doubtful)
            self.crossed[rows] |= np.bitwise_or.reduce(np.where(ruled_out, ONE << options, NOTHING), axis=1)
            self.around[rows] = np.where(doubtful, around, self.around[rows])

    def _hasty(self, rows: Ints) -> Words:
        """Everybody is believed until two statements collide, then neither speaker is.

        Who has crossed off every answer to a question begins that question again with what no lie can change.
        """
        case = self.case
        read = self.read[rows]
        has = (read[:, None] >> np.arange(len(case.first), dtype=np.uint64) & ONE) != 0
        doubted = case.spoken & ((case.collides[None, :] & read[:, None]) != 0)
        believed = np.where(has, np.where(doubted, case.guarded, case.believed), NOTHING)
        given = np.uint64(case.evidence.given)
        crossed: Words = np.bitwise_or.reduce(believed, axis=1) | given
        sure = np.bitwise_or.reduce(np.where(has, case.guarded, NOTHING), axis=1) | given
        for mask in case.masks:
            lost = (mask & ~crossed) == 0
            crossed = np.where(lost, (crossed & ~mask) | (sure & mask), crossed)
        return crossed

    def left(self, rows: Ints) -> NDArray[np.uint8]:
        """How many answers are left for each question."""
        counts: NDArray[np.uint8] = np.bitwise_count(self.case.masks[None, :] & ~self.crossed[rows][:, None])
        return counts
