"""What is counted at tables: whole numbers, so that parts add up to the same whatever the parts are."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from casekit.games.midnight.table.batch.batches import Player
from casekit.games.midnight.table.batch.crowd import NOBODY, Crowd
from casekit.games.midnight.table.batch.diary import NEVER, Diary

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass
class Tally:
    """Counts of the tables of one crew with one number of players.

    ``by_round`` counts by element (and last, all of them) tables where somebody is certain, and right, since a round;
    ``by_read`` seats by element and the number of paths they had read then, and ``at_port`` those by the number of paths
    that played until port. ``outcomes`` are tables, in the order of their numbers: whether somebody knows everything at
    the end. ``certain`` are seats that do, ``mistaken`` seats that are certain of something false.
    ``best`` are tables where whoever made revelations has the highest score. By path: ``taken`` by how many seats,
    ``rounds`` when added up, ``told`` answers crossed off, ``useful`` how often it told something, ``again`` how often
    a seat read a paragraph that it had read on another path; ``read_by_solvers`` and ``read_by_others`` count seats.
    ``suspected`` counts by round whom seats suspect first, ``blamed`` whom those blame at the end who are wrong.
    """

    tables: Ints
    seats: Ints
    rounds: Ints
    by_round: Ints
    by_read: Ints
    at_port: Ints
    outcomes: Bools
    certain: Ints
    mistaken: Ints
    revealed: Ints
    best: Ints
    score: Ints
    points: Ints
    words: Ints
    taken: Ints
    when: Ints
    told: Ints
    useful: Ints
    again: Ints
    read_by_solvers: Ints
    read_by_others: Ints
    suspected: Ints
    blamed: Ints

    def __add__(self, other: "Tally") -> "Tally":
        names = [each.name for each in fields(Tally) if each.name != "outcomes"]
        added = {name: getattr(self, name) + getattr(other, name) for name in names}
        return Tally(outcomes=np.concatenate([self.outcomes, other.outcomes]), **added)

    @property
    def solved(self) -> int:
        """The number of tables where somebody knows everything at the end."""
        return int(self.outcomes.sum())


def tallied(player: Player, crowd: Crowd, diary: Diary) -> Tally:
    """Count what happened at the tables of a batch."""
    right = crowd.right()[:, :, :, 0]
    settled = diary.since_round != NEVER
    knows = settled & right
    everything = knows.all(axis=2)
    scores = crowd.scores()
    revealed = np.flatnonzero(crowd.revealer != NOBODY)
    winners = scores[revealed, crowd.revealer[revealed]] == scores[revealed].max(axis=1)
    known = np.stack([mind.known for mind in crowd.minds], axis=1)
    culprits = crowd.written[:, :, 0]
    wrong = ~crowd.right()[:, :, 0, 0]
    return Tally(
        tables=_number(len(right)),
        seats=_number(right.shape[0] * right.shape[1]),
        rounds=_number(crowd.round.sum()),
        by_round=_by_round(diary, knows, everything, diary.suspected.shape[0]),
        by_read=_by_read(diary, knows, known.shape[2]),
        at_port=np.bincount(
            known.sum(axis=2)[crowd.revealer == NOBODY].ravel(), minlength=known.shape[2] + 1
        ),
        outcomes=everything.any(axis=1),
        certain=_number(everything.sum()),
        mistaken=_number((settled & ~right).any(axis=2).sum()),
        revealed=_number(len(revealed)),
        best=_number(winners.sum()),
        score=_number(scores.sum()),
        points=np.bincount(np.clip(scores.ravel(), LOWEST, HIGHEST) - LOWEST, minlength=HIGHEST - LOWEST + 1),
        words=_number(diary.words.sum()),
        taken=diary.taken,
        when=diary.when,
        told=diary.told,
        useful=diary.useful,
        again=_again(player, known),
        read_by_solvers=known[everything].sum(axis=0),
        read_by_others=known[~everything].sum(axis=0),
        suspected=diary.suspected,
        blamed=np.bincount(culprits[wrong], minlength=diary.suspected.shape[1]),
    )


LOWEST, HIGHEST = -45, 160
"""No score is lower or higher."""


def _number(value: int | np.integer) -> Ints:
    return np.array(int(value))


def _by_round(diary: Diary, knows: NDArray[np.bool_], everything: NDArray[np.bool_], rounds: int) -> Ints:
    """Tables by the first round since which some seat knows an element, and all of them."""
    never = rounds
    since = np.where(knows, diary.since_round, never)
    whole = np.where(everything, diary.since_round.max(axis=2), never)
    columns = [*since.min(axis=1).T, whole.min(axis=1)]
    return np.stack([np.bincount(column, minlength=rounds + 1)[:rounds] for column in columns])


def _by_read(diary: Diary, knows: NDArray[np.bool_], paths: int) -> Ints:
    """Seats by the number of paths that they had read when they came to know an element, and all of them."""
    rows = [
        np.bincount(diary.since_read[:, :, element][knows[:, :, element]], minlength=paths + 1)
        for element in range(knows.shape[2])
    ]
    whole = knows.all(axis=2)
    rows.append(np.bincount(diary.since_read.max(axis=2)[whole], minlength=paths + 1))
    return np.stack(rows)


def _again(player: Player, known: NDArray[np.bool_]) -> Ints:
    """How often a path was read besides another one that leads to the same paragraph."""
    counts = np.zeros(known.shape[2], np.int64)
    for path, first in player.evidence.shared.items():
        counts[path] = (known[:, :, path] & known[:, :, first]).sum()
    return counts
