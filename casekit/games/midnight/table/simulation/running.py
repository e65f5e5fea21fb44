"""Play what is planned, in this process or in several, and add up what was counted."""

import pickle
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256

from casekit.games.midnight.table.batch.batches import Player, player
from casekit.games.midnight.table.readers.case_evidence import Evidence
from casekit.games.midnight.table.simulation.table_plan import Sitting, TablePlan
from casekit.games.midnight.table.simulation.tally import Tally, tallied

Step = Callable[[int], None]

_PLAYERS: dict[bytes, Player] = {}
"""In a process of its own: what it has learnt about the case that it plays. The answers do not depend on it."""


@dataclass
class Played:
    """Counts by number of players and place of the crew. ``whole`` unless it was interrupted."""

    plan: TablePlan
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    whole: bool = True

    def add(self, piece: Sitting, tally: Tally) -> None:
        """Count a piece in."""
        key = (piece.players, piece.crew)
        self.tallies[key] = self.tallies[key] + tally if key in self.tallies else tally


def play_all(evidence: Evidence, plan: TablePlan, jobs: int, step: Step) -> Played:
    """Play everything; ``step`` is called with the number of tables done after each piece.

    Raises:
        OutOfBudgetError: if a question of a reader is too hard.
    """
    played = Played(plan)
    pieces = list(plan.pieces())
    try:
        with closing(_results(evidence, plan, pieces, jobs)) as results:
            for piece, tally in results:
                played.add(piece, tally)
                step(len(piece.numbers))
    except KeyboardInterrupt:
        played.whole = False
    return played


def _results(
    evidence: Evidence, plan: TablePlan, pieces: list[Sitting], jobs: int
) -> Generator[tuple[Sitting, Tally]]:
    if jobs == 1 or len(pieces) == 1:
        case = player(evidence)
        for piece in pieces:
            yield piece, _play(case, plan, piece)
        return
    # Whoever plays in one process does without.
    from joblib import Parallel, delayed  # noqa: PLC0415
    from joblib.externals.loky import get_reusable_executor  # noqa: PLC0415

    packed = pickle.dumps(evidence)
    name = sha256(packed).digest()
    done = Parallel(n_jobs=min(jobs, len(pieces)), return_as="generator", batch_size=1)(
        delayed(_play_there)(name, packed, plan, piece) for piece in pieces
    )
    try:
        yield from zip(pieces, done, strict=True)
    finally:
        # They would wait for more to do, for minutes in which a caller who is no command line may do without them.
        get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


def _play_there(name: bytes, packed: bytes, plan: TablePlan, piece: Sitting) -> Tally:
    """Play a piece in another process, which keeps what it learns for the next one."""
    if name not in _PLAYERS:
        _PLAYERS.clear()
        _PLAYERS[name] = player(pickle.loads(packed))  # noqa: S301 - the process that started this one packed it
    return _play(_PLAYERS[name], plan, piece)


def _play(case: Player, plan: TablePlan, piece: Sitting) -> Tally:
    crowd, diary = case.play(plan.crews[piece.crew], piece.players, plan.seed, piece.numbers)
    return tallied(case, crowd, diary)
