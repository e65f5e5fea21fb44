"""Tables of simulated detectives: many at once beside one after the other."""

from collections.abc import Iterator
from functools import partial

from bench.example import FILE
from bench.measure import Row, Scale
from casekit.games.midnight.board.board import board_of
from casekit.games.midnight.board.evidence import gather
from casekit.games.midnight.board.readers import Crew, crews_from
from casekit.games.midnight.simulation.subject import CaseTables
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.editions import EditionFinder
from casekit.pipeline import loading

MANY, FEW, PLAYERS, SEED = 4_000, 10, 4, 1


def rows(scale: Scale) -> Iterator[Row]:
    """Milliseconds for a thousand games of four detectives."""
    examined = loading.load_for_analysis(loading.InputFile.of(FILE), EditionFinder(None))
    if examined.analyzer is None or not isinstance(examined.analyzer.analysis, CaseAnalysis):
        raise TypeError(f"{FILE} is not a case that can be asked")
    edition = examined.analyzer.analysis.case.edition
    evidence = gather(examined.analyzer.analysis, board_of(edition))
    case = CaseTables(evidence)
    many, few = scale.of((MANY, FEW), (4, 1))
    for kind in ("steady/leads", "perfect/leads"):
        (crew,) = crews_from(kind)
        row = scale.compare(
            f"1,000 tables, {kind}",
            lambda crew=crew: case.play(crew, PLAYERS, SEED, range(many)),  # type: ignore[misc]
            "one by one",
            partial(_one_by_one, case, crew, few),
            rounds=3,
        )
        yield Row(row.work, row.ours * 1000 / many, row.peer, row.theirs * 1000 / few)


def _one_by_one(case: CaseTables, crew: Crew, count: int) -> None:
    for number in range(count):
        case.play(crew, PLAYERS, SEED, [number])
