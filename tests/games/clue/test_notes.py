"""What a player holds possible, cell by cell: a card and somebody who may hold it."""

from casekit.deduce.encoding.circuit import range_of
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.clue.document import laws_for
from casekit.games.clue.theory import build_theory
from casekit.kit.hands import HoldingConstraint, sentence_of
from casekit.kit.transcripts.analysis import CandidateValues, nodes_of, possible
from casekit.logic.theory import Assertion, Fact


class Notes:
    """All cells of a puzzle, or those of some holders, after what was told."""

    def __init__(self, puzzle, *told, columns=None):
        self.solver, self.laws = TheorySolver(build_theory(puzzle).theory), laws_for(puzzle)
        holder = self.laws.scope.function_of_name["holder"]
        self.cards = holder.arguments[0].values
        cells = {
            (card, each): self.solver.node(Assertion(Fact("holder", (card,), each)))
            for card in self.cards
            for each in range_of(holder)
            if columns is None or each in columns
        }
        self.values = CandidateValues(self.solver, cells | nodes_of(self.solver, self.solver.theory.targets))
        self.learn(*told)

    def learn(self, *told):
        said = [sentence_of(self.laws.said, each).formula for each in told]
        self.values.learn(self.solver.meaning(formula).true for formula in said)

    def may_hold(self, holder, *cards):
        return [card for card in cards if (card, holder) in self.values.open]

    @property
    def open(self):
        return {cell for cell in self.values.open if cell[0] in self.cards}

    @property
    def asked_for(self):
        return list(possible(self.solver.theory, self.values.open).values())


def test_the_own_hand_is_known_from_the_start(table):
    notes = Notes(table())
    assert ["rope"] == notes.may_hold("SCARLET", "rope", "pipe")
    assert ["pipe"] == notes.may_hold("WHITE", "rope", "pipe")
    assert all(len(cards) > 1 for cards in notes.asked_for)


def test_counting_closes_cells(table):
    """Six cards that WHITE is known to hold are all there are."""
    notes = Notes(table())
    notes.learn(
        HoldingConstraint("WHITE", "all", ("white", "pipe", "revolver", "dining", "kitchen", "study"))
    )
    assert ["white"] == notes.may_hold("WHITE", "white", "peacock", "scarlet", "wrench")


def test_the_solution_is_known_once_every_kind_has_one_candidate(table):
    notes = Notes(table(), HoldingConstraint("envelope", "all", ("mustard", "wrench", "study")))
    assert [("mustard",), ("wrench",), ("study",)] == notes.asked_for


def test_columns_limit_what_is_looked_at(table):
    notes = Notes(table(), columns={"envelope"})
    assert {"envelope"} == {holder for _, holder in notes.open}
    assert notes.open == {cell for cell in Notes(table()).open if cell[1] == "envelope"}


def test_what_contradicts_itself_closes_every_cell(table):
    assert set() == Notes(table(), HoldingConstraint("WHITE", "all", ("rope",))).open
