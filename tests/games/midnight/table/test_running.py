"""Tables are added up the same whoever plays them, and those that are done count if somebody stops the rest."""

import json
import multiprocessing
import os
import signal
from base64 import b64encode
from dataclasses import fields
from types import SimpleNamespace

import numpy as np
import pytest

from casekit.diagnostics import Source
from casekit.games.editions import Editions
from casekit.games.midnight.table.board import board_of
from casekit.games.midnight.table.card_deck import cards_of
from casekit.games.midnight.table.readers.collecting_evidence import gather
from casekit.games.midnight.table.readers.kinds import crews
from casekit.games.midnight.table.simulation import table_plan
from casekit.games.midnight.table.simulation.comparing import compared, gradient
from casekit.games.midnight.table.simulation.figures_of_tables import (
    figures,
    interval,
    quartiles,
    reached_by,
)
from casekit.games.midnight.table.simulation.gates import UnknownGateError, gate
from casekit.games.midnight.table.simulation.remarks_on_tables import _at_odds
from casekit.games.midnight.table.simulation.running import play_all
from casekit.games.midnight.table.simulation.table_plan import TablePlan
from casekit.games.midnight.table.simulation.tally import Tally
from casekit.games.midnight.table.simulation.ways_taken import ways_taken
from casekit.pipeline.stages import examining, given_files
from casekit.system.spreading import Workplace, workplace
from tests.games.midnight.table.conftest import EXAMPLES

KINDS = crews("steady/leads, hasty/near/open")


@pytest.fixture(scope="module")
def evidence(corisande):
    examined = examining.examine(given_files.Input.of(EXAMPLES / "a-drop-of-midnight.case"), Editions(None))
    return gather(examined.interrogation.inquiry, board_of(corisande, cards_of(corisande).events))


def same(one, other):
    return all(np.array_equal(getattr(one, each.name), getattr(other, each.name)) for each in fields(Tally))


def nothing(_):
    pass


@pytest.mark.parametrize(("piece", "jobs"), [(3, 1), (7, 2)])
def test_pieces_and_processes_change_nothing(evidence, piece, jobs, monkeypatch):
    plan = TablePlan(KINDS, (2, 4), 20, 3)
    whole = play_all(evidence, plan, Workplace(1), nothing)
    monkeypatch.setattr(table_plan, "LEAST", piece)
    monkeypatch.setattr(table_plan, "SEVERAL", 40)
    assert len([*plan.pieces(jobs)]) > 4
    parts = play_all(evidence, plan, Workplace(jobs), nothing)
    assert whole.tallies.keys() == parts.tallies.keys()
    assert all(same(whole.tallies[key], parts.tallies[key]) for key in whole.tallies)
    assert [] == multiprocessing.active_children()


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_a_cluster_that_loses_a_worker_changes_nothing(evidence, cluster, worker_ids, monkeypatch):
    monkeypatch.setattr(table_plan, "LEAST", 3)
    plan = TablePlan(KINDS, (2, 4), 12, 3)
    lost = []

    def step(_):
        if not lost:
            lost.append(worker_ids()[0])
            os.kill(lost[0], signal.SIGKILL)

    here = play_all(evidence, plan, Workplace(1), nothing)
    with workplace(1, cluster.scheduler_address) as where:
        there = play_all(evidence, plan, where, step)
    told = [json.dumps(figures("title", evidence, each, ())) for each in (here, there)]
    assert told[0] == told[1]
    assert lost


@pytest.mark.parametrize("workers", [1, 2, 16])
def test_every_table_is_played_once(workers):
    plan = TablePlan(KINDS, (2, 3), 311, 1)
    played = [(piece.players, number) for piece in plan.pieces(workers) for number in piece.numbers]
    assert sorted(played) == [(players, number) for players in (2, 3) for number in range(311)]


@pytest.mark.parametrize(("tables", "workers"), [(1_000, 2), (1_000, 4), (4_000, 2), (100_000, 16)])
def test_one_kind_of_reader_is_work_for_everybody(tables, workers):
    sizes = [
        len(piece.numbers) for piece in TablePlan(crews("perfect/leads"), (4,), tables, 1).pieces(workers)
    ]
    assert len(sizes) >= 3 * workers
    assert max(sizes) * workers <= tables / 2


def test_few_tables_are_one_piece():
    assert 1 == len([*TablePlan(crews("perfect/leads"), (4,), 48, 1).pieces(2)])


def test_what_is_done_is_reported_if_somebody_stops_it(evidence):
    def stop(_):
        raise KeyboardInterrupt

    played = play_all(evidence, TablePlan(KINDS, (2,), 20, 3), Workplace(1), stop)
    assert (False, [(2, 0)]) == (played.whole, list(played.tallies))
    content = figures("title", evidence, played, ())
    assert (False, 10) == (content["whole"], content["groups"][0]["tables"])


def test_what_a_cluster_has_done_is_reported_too_and_the_cluster_goes_on(evidence, cluster):
    def stop(_):
        raise KeyboardInterrupt

    with workplace(1, cluster.scheduler_address) as where:
        stopped = play_all(evidence, TablePlan(KINDS, (2,), 20, 3), where, stop)
        assert (False, [(2, 0)]) == (stopped.whole, list(stopped.tallies))
        played = play_all(evidence, TablePlan(KINDS, (2,), 5, 3), where, nothing)
    assert played.whole


def test_a_way_decides_and_none_of_its_paths_can_go(evidence):
    ways = ways_taken(evidence, TablePlan(crews("steady/clairvoyant"), (4,), 6, 1))
    assert ways
    for way in ways:
        rivals = evidence.masks[way.element]
        left = rivals & ~evidence.oracles.exact(way.paths, rivals)
        assert 1 == left.bit_count()
        for path in range(60):
            if way.paths >> path & 1:
                assert (rivals & ~evidence.oracles.exact(way.paths & ~(1 << path), rivals)).bit_count() > 1


def test_quartiles_and_intervals():
    assert [2, 3, 3] == quartiles(np.array([0, 1, 2, 4, 1]))
    assert None is quartiles(np.array([0, 0]))
    low, high = interval(50, 100)
    assert (0.4, 0.6) == (round(low, 1), round(high, 1))
    assert [0.0, 1.0] == interval(0, 0)
    assert 0 == interval(0, 100)[0] < interval(0, 100)[1]


def test_a_gate_is_about_the_tables_that_it_names():
    found = gate("solved by port, leads, 4 players >= 0.6")
    assert found.concerns({"reader": "steady/leads", "players": 4})
    assert not found.concerns({"reader": "steady/leads", "players": 3})
    assert not found.concerns({"reader": "steady/near", "players": 4})
    assert (True, False) == (found.met(0.6), found.met(0.59))
    assert gate("score <= 50").met(40)
    for text in ("solved >= 1", "score", "score > 3", ""):
        with pytest.raises(UnknownGateError):
            gate(text)


def test_who_never_got_there_counts_in_the_median():
    histogram = np.array([0, 0, 3, 3, 0])
    assert [2, 3, None] == reached_by(histogram, 10)
    assert [None] * 3 == reached_by(np.zeros(5, np.int64), 10)
    assert [2, 2, 3] == reached_by(histogram, 6)


def simulated(solved, seed=1, readers=("steady/leads",), early=(), **group):
    """An answer about tables of four, of which some are solved."""
    told = b64encode(np.packbits(np.array(solved, bool)).tobytes()).decode()
    row = {"players": 4, "reader": "steady/leads", "tables": len(solved), "solved": sum(solved) / len(solved)}
    skill = [{"reader": reader, "earliness": value} for reader, value in early]
    return {"seed": seed, "readers": readers, "groups": [{**row, "outcomes": told, **group}], "skill": skill}


HALF = [1, 0] * 500
MORE = [1, 0] * 460 + [1, 1] * 40


def test_a_change_at_the_same_tables_is_compared_in_pairs():
    (row,) = compared(simulated(MORE), simulated(HALF))
    assert (1000, True, 0.5, 0.54, 0.04, True) == tuple(
        row[name] for name in ("tables", "paired", "before", "now", "change", "certain")
    )
    (apart,) = compared(simulated(MORE, seed=2), simulated(HALF))
    assert (False, 0.04, False) == (apart["paired"], apart["change"], apart["certain"])
    assert row["give_or_take"] < apart["give_or_take"] / 2
    (same,) = compared(simulated(HALF), simulated(HALF))
    assert (0, False) == (same["change"], same["certain"])
    assert 0 < same["give_or_take"] < 0.01


def test_only_tables_of_the_same_number_are_pairs():
    two = ("hasty/near", "steady/leads")
    # Of two kinds of readers, the second has the tables 1, 3, 5, ..., which were not solved.
    (row,) = compared(simulated([1] * 400, readers=two), simulated(HALF))
    assert (400, 0.0, 1.0) == (row["tables"], row["before"], row["now"])
    (row,) = compared(simulated([1] * 400, readers=two), simulated([1] * 400, readers=two[::-1]))
    assert not row["paired"]


@pytest.mark.parametrize(
    "group", [{"outcomes": "?"}, {"outcomes": "AAAA"}, {"outcomes": None}, {"tables": 8_001}]
)
def test_an_answer_that_does_not_tell_its_outcomes_is_not_paired(group):
    (row,) = compared(simulated(MORE), simulated(HALF, **group))
    assert not row["paired"]


@pytest.mark.parametrize(
    ("solved", "hasty", "notes"), [(MORE, 0.6, 1), (MORE, 0.5, 0), (HALF, 0.6, 0), (MORE, 0.51, 0)]
)
def test_more_solutions_and_less_skill_are_at_odds(solved, hasty, notes):
    old = simulated(HALF, early=[("hasty/leads", 0.5), ("perfect/leads", 0.7)])
    new = simulated(solved, early=[("hasty/leads", hasty), ("perfect/leads", 0.7)])
    content = {"compared": compared(new, old), "gradient": gradient(new, old)}
    found = [*_at_odds(SimpleNamespace(source=Source("a.case", "")), content)]
    assert notes == len(found)
    for each in found:
        assert "more tables solve the case than before (+4.0 %), but skill counts for less" in each.message


def test_skill_is_compared_where_it_was_simulated():
    both = simulated(HALF, early=[("steady/random", 0.25), ("steady/clairvoyant", 0.75)])
    assert {"before": 0.5, "now": 0.5} == gradient(both, both)
    assert None is gradient(both, simulated(HALF, early=[("steady/random", 0.25)]))


def test_a_change_is_certain_only_beyond_chance():
    old = {"groups": [{"players": 4, "reader": "steady/leads", "tables": 1000, "solved": 0.5}]}
    for solved, certain in ((0.52, False), (0.6, True)):
        (row,) = compared({"seed": 1, "groups": [{**old["groups"][0], "solved": solved}]}, old)
        assert (certain, round(solved - 0.5, 4)) == (row["certain"], row["change"])
