from pathlib import Path

import pytest

from bench.puzzles import Puzzle, case, edition, formula
from casekit.diagnostics import Source
from casekit.games.editions import Shelf
from casekit.games.midnight.reading.edition_checks import check_edition
from casekit.games.midnight.reading.edition_file import load_edition
from casekit.pipeline.stages import examining

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
    examined = examining.examine_bytes(case(puzzle).encode(), "puzzle.case", Shelf(read))
    assert () == examined.diagnostics
    return [examined.interrogation.ask(f"knight({name})", None)[0].answer for name in puzzle.names]


@pytest.mark.parametrize(
    ("statements", "solution"),
    [
        # ANNA: we are both knaves. As a knight she could not say so; so she lies, and BRUNO is a knight.
        ((("and", ("lying", 0), ("lying", 1)), ("telling-truth", 1)), (False, True)),
        # ANNA: if I am a knight, so is BRUNO. A knave would have told the truth.
        ((("->", ("telling-truth", 0), ("telling-truth", 1)), ("telling-truth", 0)), (True, True)),
        # ANNA: we are of one kind. Then BRUNO is a knight whatever she is; and he says that she is none.
        ((("<=>", ("telling-truth", 0), ("telling-truth", 1)), ("lying", 0)), (False, True)),
    ],
)
def test_puzzles_solved_by_hand(statements, solution):
    expected = ["true" if knight else "false" for knight in solution]
    assert expected == answers(Puzzle(NAMES, statements, solution))
