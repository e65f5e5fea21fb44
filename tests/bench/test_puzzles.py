from pathlib import Path

import pytest

from bench.puzzles import SOLVED, case, edition, formula
from casekit.diagnostics import Source
from casekit.games.midnight.language.edition_file import check_edition, load_edition
from casekit.kit.editions import LoadedEdition
from casekit.pipeline import loading

NAMES = ("ANNA", "BRUNO")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (("telling-truth", 0), "knight(ANNA)"),
        (("lying", 1), "not knight(BRUNO)"),
        (("not", ("lying", 0)), "not not knight(ANNA)"),
        (("and", ("telling-truth", 0), ("lying", 1)), "(knight(ANNA) and not knight(BRUNO))"),
        (("->", ("telling-truth", 1), ("lying", 0)), "(knight(BRUNO) implies not knight(ANNA))"),
        (
            ("not", ("<=>", ("telling-truth", 0), ("or", ("lying", 0), ("lying", 1)))),
            "not (knight(ANNA) iff (not knight(ANNA) or not knight(BRUNO)))",
        ),
    ],
)
def test_statements_as_formulas(statement, expected):
    assert expected == formula(statement, NAMES)


def test_what_is_no_statement():
    with pytest.raises(ValueError, match="xor"):
        formula(("xor", ("lying", 0), ("lying", 1)), NAMES)


def answers(puzzle):
    read, problems = load_edition(edition(puzzle.names).encode(), Path("edition.toml"))
    assert () == (*problems, *check_edition(read, Source("edition.toml", edition(puzzle.names))))
    examined = loading.load_bytes_for_analysis(case(puzzle).encode(), "puzzle.case", LoadedEdition(read))
    assert () == examined.diagnostics
    return [examined.analyzer.ask(f"knight({name})", None)[0].answer for name in puzzle.names]


@pytest.mark.parametrize("puzzle", SOLVED)
def test_puzzles_solved_by_hand(puzzle):
    assert ["true" if knight else "false" for knight in puzzle.solution] == answers(puzzle)
