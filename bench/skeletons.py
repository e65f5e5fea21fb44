"""Skeletons: how many seeds give one, what it costs, and how much they differ, beside zebra puzzles of ``reasoning-gym``.

``python -m bench skeletons`` times a few; ``python -m bench.skeletons --seeds 100`` prints what became of each level. A zebra puzzle is
generated likewise: a world, then clues until nothing else fits, then those that are not needed go. It has no liar, no paths and no level.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan
from statistics import median
from time import process_time
from typing import Any

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.measure import Row, Scale
from casekit.deduce.minimal_sources import MOST_WORLDS
from casekit.diagnostics import Severity
from casekit.games.midnight.document import LEVELS, Level
from casekit.games.midnight.generator.search import GeneratedCase, generate, read
from casekit.games.midnight.generator.situations import built_in
from casekit.games.midnight.language.edition_file import built_in as edition_built_in
from casekit.games.midnight.theory.metrics import measure
from casekit.kit.editions import LoadedEdition
from casekit.pipeline import checking

FEW = 3
"""Seeds of the table of all parts."""

SMALLEST = ("--smallest",)

_QUICK = 7
"""A seed of an amateur's skeleton whose first plot fits."""

AIM = 10
"""Seconds that a skeleton should take."""

PEOPLE, TRAITS = 5, 5
"""The size of a zebra puzzle."""


@dataclass(frozen=True)
class Outcome:
    """What a seed gave, and the seconds of processor time that took; ``refused`` are errors that ``casekit check`` finds in it."""

    seconds: float
    skeleton: GeneratedCase | None = None
    tries: int = 0
    refused: int = 0


def outcome(level: Level, seed: int) -> Outcome:
    """Generate and check a skeleton of the built-in edition."""
    start = process_time()
    edition = edition_built_in()
    tries: list[str] = []
    made, _ = generate("Bench", level, "murder", seed, edition, built_in(), step=tries.append)
    seconds = process_time() - start
    if made is None or made.lacks:
        return Outcome(seconds, tries=len(tries))
    found = checking.check_bytes(made.text.encode(), "bench.case", LoadedEdition(edition)).diagnostics
    return Outcome(seconds, made, len(tries), sum(each.severity is Severity.ERROR for each in found))


def puzzles(count: int, scale: Scale) -> Iterator[tuple[float, frozenset[str]]]:
    """The seconds of processor time that each zebra puzzle takes, and its clues."""
    gym = scale.library("reasoning_gym")
    if gym is None:
        return
    for seed in range(count):
        start = process_time()
        made = gym.create_dataset(
            "zebra_puzzles", num_people=PEOPLE, num_characteristics=TRAITS, size=1, seed=seed
        )[0]
        yield process_time() - start, frozenset(made["question"].splitlines())


def rows(scale: Scale) -> Iterator[Row]:
    """Milliseconds a skeleton and a puzzle, each the median of a few."""
    seeds, levels = _sizes(FEW, scale)
    theirs = median([seconds for seconds, _ in puzzles(len(seeds), scale)] or [nan])
    for level in levels:
        ours = median(outcome(level, seed).seconds for seed in seeds)  # type: ignore[arg-type]  # they are levels
        peer = f"reasoning-gym, a zebra puzzle of {PEOPLE} people{'' if theirs > 0 else ': not installed'}"
        yield Row(f"a skeleton, {level}, with its tables", ours * 1000, peer, theirs * 1000)


def _sizes(count: int, scale: Scale) -> tuple[range, Sequence[str]]:
    """The seeds and the levels that are generated."""
    return scale.of((range(1, 1 + count), LEVELS), (range(_QUICK, _QUICK + 1), LEVELS[:1]))


# --- how they differ -----------------------------------------------------------------------------


def facts(made: GeneratedCase) -> frozenset[str]:
    """The situations of a skeleton."""
    return frozenset(each.slug for each in made.plot.situations)


def lies(made: GeneratedCase) -> tuple[object, ...]:
    """Who lies about what."""
    return made.plot.culprit, made.plot.claimed, *(each.slug for each in made.plot.lied)


def shape(made: GeneratedCase) -> tuple[object, ...]:
    """The paths that each answer takes, the steps of the proof, and how deep its suppositions are."""
    figures = measure(read(made.text, edition_built_in()), MOST_WORLDS)
    steps = tuple(type(step).__name__ for step in figures.proof.steps) if figures.proof else ()
    return tuple(figures.sizes.items()), steps, figures.depth


def apart(sets: Sequence[frozenset[str]]) -> float:
    """The mean Jaccard distance of sets: 0 if all are the same, 1 if no two share anything."""
    pairs = [1 - len(one & other) / len(one | other) for one, other in combinations(sets, 2)]
    return sum(pairs) / len(pairs) if pairs else 0.0


def distinct(values: Sequence[Any]) -> str:
    """How many of some values are different."""
    return f"{len(set(values))} of {len(values)}"


@click.command("skeletons")
@click.option("--seeds", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--smallest", is_flag=True, help="One seed, only to see that everything runs.")
def main(seeds: int, *, smallest: bool) -> None:
    """Generate so many skeletons of each level, check them, and say how they differ."""
    scale = Scale(smallest)
    numbers, levels = _sizes(seeds, scale)
    table = Table("", *levels, "zebra puzzles", title=f"{len(numbers)} seeds each, built-in edition")
    columns = [_column(level, numbers) for level in levels]  # type: ignore[arg-type]  # they are levels
    peers = list(puzzles(len(numbers), scale))
    theirs = {
        "accepted": distinct(numbers),
        "seconds each: median, most": _times([seconds for seconds, _ in peers] or [nan]),
        "facts apart (Jaccard)": f"{apart([clues for _, clues in peers]):.2f}, of clues",
    }
    for name in columns[0]:
        table.add_row(name, *(column[name] for column in columns), theirs.get(name, "-"))
    Console().print(table)


def _column(level: Level, numbers: range) -> dict[str, str]:
    """The figures of a level."""
    seeds = len(numbers)
    progress = track(numbers, level, console=Console(stderr=True), transient=True)
    found = [outcome(level, seed) for seed in progress]
    made = [each.skeleton for each in found if each.skeleton is not None]
    return {
        "accepted": f"{len(made)} of {seeds}",
        "plots made up: mean": f"{sum(each.tries for each in found) / seeds:.1f}",
        "refused by check": str(sum(bool(each.refused) for each in found)),
        "seconds each: median, most": _times([each.seconds for each in found]),
        "within 10 seconds": f"{sum(each.seconds <= AIM for each in found)} of {seeds}",
        "facts apart (Jaccard)": f"{apart(list(map(facts, made))):.2f}",
        "who lies about what": distinct(list(map(lies, made))),
        "shapes of proofs": distinct(list(map(shape, made))),
    }


def _times(seconds: Sequence[float]) -> str:
    return f"{median(seconds):.1f}, {max(seconds):.1f}"


if __name__ == "__main__":
    main(prog_name="python -m bench.skeletons")
