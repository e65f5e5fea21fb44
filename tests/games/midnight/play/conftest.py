"""A case of the Corisande, ready for people."""

from pathlib import Path

import pytest

from casekit.kit.editions import EditionFinder
from casekit.pipeline.loading import InputFile, load_for_analysis
from casekit.tabletop.match import Seat, Seating, opened

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"


@pytest.fixture(scope="session")
def host():
    case = EXAMPLES / "a-drop-of-midnight.case"
    examined = load_for_analysis(InputFile(case.as_posix(), None, case, case.parent), EditionFinder())
    found, problems = examined.game.table.host(examined.analyzer.analysis)
    assert () == problems
    return found


@pytest.fixture(scope="session")
def numbers(host):
    return {key: number for number, key in enumerate(host.book.texts, 1)}


@pytest.fixture(scope="session")
def course(host):
    """A game before its first step: ``course(3, people={0})``."""

    def begun(players, people, seed=1, readers="usual"):
        kinds = host.kinds(readers)
        chairs = tuple(
            Seat(f"P{seat}") if seat in people else Seat(f"S{seat}", kinds[seat]) for seat in range(players)
        )
        return opened(host.match(Seating(chairs, seed)), "0123456789abcdef", "2026-01-01T20:00:00Z")

    return begun
