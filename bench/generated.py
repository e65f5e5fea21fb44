"""A hundred puzzles made to measure: ``python -m bench.generated``, with ``--count`` for more or fewer of them.

It prints how many seeds were refused, how long each puzzle took, and how different the puzzles are.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice, product
from statistics import median
from time import perf_counter

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from casekit.games.clue.document import DECKS, ENVELOPE, Event, Puzzle
from casekit.games.clue.game import GAME
from casekit.kit.transcripts.editions import Level
from casekit.kit.transcripts.generator import GeneratedTranscript, generate

COUNT = 100
SMALLEST = ("--count", "1")
LEVELS: tuple[Level, ...] = ("amateur", "expert")
PLAYERS = range(2, 7)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A seed for some players and a level: what came of it, and in how many seconds."""

    players: int
    level: Level
    made: GeneratedTranscript[Puzzle]
    seconds: float


def attempts(count: int) -> Iterator[Attempt]:
    """As many seeds as that, for every number of players and both levels in turns."""
    for seed, (players, level) in enumerate(islice(cycle(product(PLAYERS, LEVELS)), count)):
        start = perf_counter()
        made = generate(GAME, DECKS.usual, DECKS.levels, players=players, level=level, seed=seed)
        yield Attempt(players, level, made, perf_counter() - start)


def alike(one: Puzzle, other: Puzzle) -> float:
    """The share of the lines of two puzzles that are in both; answers count, their order does not."""
    first, second = (set(map(_asked, puzzle.play)) for puzzle in (one, other))
    return len(first & second) / max(len(first | second), 1)


def _asked(event: Event) -> tuple[str, ...]:
    return (event.player, *event.cards)


def differences(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """How different puzzles are, in words."""
    envelopes = Counter(
        holding.cards for puzzle in puzzles for holding in puzzle.truth if holding.holder == ENVELOPE
    )
    seats = Counter(puzzle.seat for puzzle in puzzles)
    pairs = [alike(one, other) for one, other in combinations(puzzles, 2)]
    lines = sorted(len(puzzle.play) for puzzle in puzzles)
    yield f"{len(envelopes)} different envelopes in {len(puzzles)} puzzles, {len(seats)} seats"
    yield f"{lines[0]} to {lines[-1]} lines of play, {median(lines):g} in the middle"
    yield f"two puzzles share {100 * max(pairs, default=0):.0f} % of their lines at most, {100 * _mean(pairs):.1f} % on average"


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def summary(tried: Sequence[Attempt]) -> Table:
    """A row for each number of players and each level."""
    table = Table("players", "level", "seeds", "refused", "games", "s, median", "s, most")
    for players, level in product(PLAYERS, LEVELS):
        of_kind = [each for each in tried if (each.players, each.level) == (players, level)]
        made = [each.made for each in of_kind if each.made.puzzle is not None]
        if of_kind:
            seconds = [each.seconds for each in of_kind]
            table.add_row(
                str(players),
                level,
                str(len(of_kind)),
                str(len(of_kind) - len(made)),
                f"{_mean([each.games for each in made]):.1f}",
                f"{median(seconds):.2f}",
                f"{max(seconds):.2f}",
            )
    return table


@click.command("generated")
@click.option("--count", default=COUNT, show_default=True, type=click.IntRange(min=1))
def main(count: int) -> None:
    """Make puzzles from seeds and say how that went."""
    tried = list(
        track(attempts(count), "generating", total=count, console=Console(stderr=True), transient=True)
    )
    console = Console()
    console.print(summary(tried))
    for told in differences([each.made.puzzle for each in tried if each.made.puzzle is not None]):
        console.print(told)


if __name__ == "__main__":
    main(prog_name="python -m bench.generated")
