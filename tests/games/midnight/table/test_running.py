"""Tables are added up the same whoever plays them, and those that are done count if somebody stops the rest."""

import json
import multiprocessing
import os
import signal
from dataclasses import fields

import numpy as np
import pytest

from casekit.games.editions import Editions
from casekit.games.midnight.table.board import board_of
from casekit.games.midnight.table.card_deck import cards_of
from casekit.games.midnight.table.readers.collecting_evidence import gather
from casekit.games.midnight.table.readers.kinds import crews
from casekit.games.midnight.table.simulation import table_plan
from casekit.games.midnight.table.simulation.comparing import compared
from casekit.games.midnight.table.simulation.figures_of_tables import figures, interval, quartiles
from casekit.games.midnight.table.simulation.gates import UnknownGateError, gate
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


def test_a_change_is_certain_only_beyond_chance():
    old = {"groups": [{"players": 4, "reader": "steady/leads", "tables": 1000, "solved": 0.5}]}
    for solved, certain in ((0.52, False), (0.6, True)):
        new = {"groups": [{**old["groups"][0], "solved": solved}]}
        (row,) = compared(new, old)
        assert (certain, round(solved - 0.5, 4)) == (row["certain"], row["change"])
