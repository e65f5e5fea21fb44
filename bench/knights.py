"""Knights-and-knaves puzzles of the ``reasoning-gym`` package in the case language, beside clingo and z3."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

from bench.agreement import agree
from bench.example import analysis_of
from bench.islanders import Answers, by_clingo, by_z3
from bench.measure import Row, Scale
from bench.puzzles import SOLVED, Puzzle, case, edition
from casekit.analysis import queries
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.midnight.language.edition_file import load_edition
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.editions import LoadedEdition
from casekit.logic.formulas import Apply, Constant, Formula, Holds
from casekit.pipeline import loading

_SHAPES = tuple(product(range(2, 8), (2, 3), (2, 3)))
"""How many people there are, how deep what they say is nested, and how many parts it joins."""

_EACH = 9
"""So many puzzles of each shape, 216 in all."""


def rows(scale: Scale) -> Iterator[Row]:
    """All puzzles: from the text with proofs, then from the theory without; times are per puzzle."""
    puzzles = list(_puzzles(scale))
    cases = [(edition(puzzle.names).encode(), case(puzzle).encode()) for puzzle in puzzles]
    analyses = [_analysis(*texts) for texts in cases]
    sides: dict[str, Callable[[int], Answers]] = {
        "from the text": lambda number: _asked(_analysis(*cases[number]), puzzles[number]),
        "from the theory": lambda number: _entailed(analyses[number], puzzles[number]),
        "clingo": lambda number: by_clingo(puzzles[number].statements),
        "z3": lambda number: by_z3(puzzles[number].statements),
    }
    for number, puzzle in enumerate(puzzles):
        solution = ["true" if knight else "false" for knight in puzzle.solution]
        for side, answer in sides.items():
            agree(f"{side}:\n{cases[number][1].decode()}", answer(number), "reasoning-gym", solution)
    equal = f"{len(puzzles)} puzzles, {sum(len(puzzle.names) for puzzle in puzzles)} answers, all equal"
    for ours, work in (("from the text", "text to proof"), ("from the theory", "answers alone")):
        for peer in ("clingo", "z3"):
            row = scale.compare(
                f"{equal}: {work}, each",
                partial(_all, sides[ours], len(puzzles)),
                f"{peer}, answers alone",
                partial(_all, sides[peer], len(puzzles)),
                rounds=3,
            )
            yield replace(row, ours=row.ours / len(puzzles), theirs=row.theirs / len(puzzles))


def _all(answer: Callable[[int], Answers], count: int) -> None:
    for number in range(count):
        answer(number)


def _puzzles(scale: Scale) -> Iterator[Puzzle]:
    gym = scale.library("reasoning_gym")
    if gym is None:
        yield from SOLVED
        return
    for people, depth, width in scale.of(_SHAPES, _SHAPES[:1]):
        made = gym.create_dataset(
            "knights_knaves",
            n_people=people,
            depth_constraint=depth,
            width_constraint=width,
            size=scale.of(_EACH, 1),
            seed=100 * people + 10 * depth + width,
        )
        for entry in made:
            told = entry["metadata"]
            names = tuple(str(name).upper() for name in told["names"])
            yield Puzzle(names, told["statements"], tuple(map(bool, told["solution"])))


def _analysis(edition_file: bytes, text: bytes) -> CaseAnalysis:
    """A puzzle from its texts to where it can be asked questions."""
    read, _ = load_edition(edition_file, Path("edition.toml"))
    examined = loading.load_bytes_for_analysis(text, "puzzle.case", LoadedEdition(read))
    return analysis_of(examined)


def _asked(analysis: CaseAnalysis, puzzle: Puzzle) -> Answers:
    """What casekit answers to a formula a person, each with its proof."""
    found = [queries.ask(analysis, f"knight({name})")[0] for name in puzzle.names]
    return [one.reply.answer for one in found if one is not None]


def _entailed(analysis: CaseAnalysis, puzzle: Puzzle) -> Answers:
    """The same without proofs, from the typed rules on."""
    solver = TheorySolver(analysis.solver.theory)
    return [solver.ask(solver.laws, _knight(analysis, name)) for name in puzzle.names]


def _knight(analysis: CaseAnalysis, name: str) -> Formula:
    return Holds(Apply(analysis.scope.function_of_name["knight"], (Constant(name),)))
