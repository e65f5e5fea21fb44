from casekit.deduce.solving.knowledge import Knowledge
from casekit.games.clue.asking.puzzle_theory import build_theory
from casekit.games.clue.signature import signature_of
from casekit.games.clue.simulation.detective import Notes
from casekit.games.transcripts.hands.tellings import Telling


def notes_of(puzzle, *given, columns=None):
    return Notes(Knowledge(build_theory(puzzle).theory), signature_of(puzzle), given, columns)


def test_the_own_hand_is_known_from_the_start(table):
    notes = notes_of(table())
    assert ("rope",) == notes.may_hold("SCARLET", ["rope", "pipe"])
    assert ("pipe",) == notes.may_hold("WHITE", ["rope", "pipe"])
    assert notes.solution is None


def test_counting_closes_cells(table):
    """Six cards that WHITE is known to hold are all there are."""
    notes = notes_of(table())
    notes.learn([Telling("WHITE", "all", ("white", "pipe", "revolver", "dining", "kitchen", "study"))])
    assert ("white",) == notes.may_hold("WHITE", ["white", "peacock", "scarlet", "wrench"])


def test_the_solution_is_known_once_every_kind_has_one_candidate(table):
    notes = notes_of(table())
    notes.learn([Telling("envelope", "all", ("mustard", "wrench", "study"))])
    assert ("mustard", "wrench", "study") == notes.solution


def test_columns_limit_what_is_looked_at(table):
    notes = notes_of(table(), columns={"envelope"})
    assert {"envelope"} == {holder for _, holder in notes.open}
    assert notes.open == {cell for cell in notes_of(table()).open if cell[1] == "envelope"}


def test_what_contradicts_itself_closes_every_cell(table):
    notes = notes_of(table(), Telling("WHITE", "all", ("rope",)))
    assert frozenset() == notes.open
