"""Tables are added up the same whoever plays them, and those that are done count if somebody stops the rest."""

import json
import multiprocessing
import os
import signal

import numpy as np
import pytest

from casekit.games.midnight.board.readers import crews_from
from casekit.games.midnight.simulation.subject import case_subject
from casekit.kit.editions import EditionFinder
from casekit.pipeline import loading
from casekit.system.executors import Executor, workplace
from casekit.tabletop import simulation_runs
from casekit.tabletop.simulation_runs import TablePlan, play_all, ways_taken
from casekit.tabletop.simulation_statistics import figures
from tests.games.midnight.board.conftest import EXAMPLES

KINDS = crews_from("steady/leads, hasty/near/open")


@pytest.fixture(scope="module")
def subject():
    examined = loading.load_for_analysis(
        loading.InputFile.of(EXAMPLES / "a-drop-of-midnight.case"), EditionFinder(None)
    )
    return case_subject(examined.analyzer.analysis, (2, 4))[0]


def same(one, other):
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def nothing(_):
    pass


@pytest.mark.parametrize(("piece", "jobs"), [(3, 1), (7, 2)])
def test_pieces_and_processes_change_nothing(subject, piece, jobs, monkeypatch):
    plan = TablePlan(KINDS, (2, 4), 20, 3)
    whole = play_all(subject.tables, plan, Executor(1), nothing)
    monkeypatch.setattr(simulation_runs, "LEAST", piece)
    monkeypatch.setattr(simulation_runs, "SEVERAL", 40)
    assert len([*plan.pieces(jobs)]) > 4
    parts = play_all(subject.tables, plan, Executor(jobs), nothing)
    assert whole.tallies.keys() == parts.tallies.keys()
    assert all(same(whole.tallies[key], parts.tallies[key]) for key in whole.tallies)
    assert [] == multiprocessing.active_children()


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_a_cluster_that_loses_a_worker_changes_nothing(subject, cluster, worker_ids, monkeypatch):
    monkeypatch.setattr(simulation_runs, "LEAST", 3)
    plan = TablePlan(KINDS, (2, 4), 12, 3)
    lost = []

    def step(_):
        if not lost:
            lost.append(worker_ids()[0])
            os.kill(lost[0], signal.SIGKILL)

    here = play_all(subject.tables, plan, Executor(1), nothing)
    with workplace(1, cluster.scheduler_address) as where:
        there = play_all(subject.tables, plan, where, step)
    told = [json.dumps(figures(subject, each, ())) for each in (here, there)]
    assert told[0] == told[1]
    assert lost


@pytest.mark.parametrize("workers", [1, 2, 16])
def test_every_table_is_played_once(workers):
    plan = TablePlan(KINDS, (2, 3), 311, 1)
    played = [(players, number) for _, players, numbers in plan.pieces(workers) for number in numbers]
    assert sorted(played) == [(players, number) for players in (2, 3) for number in range(311)]


@pytest.mark.parametrize(("tables", "workers"), [(1_000, 2), (1_000, 4), (4_000, 2), (100_000, 16)])
def test_one_kind_of_reader_is_work_for_everybody(tables, workers):
    sizes = [
        len(numbers)
        for _, _, numbers in TablePlan(crews_from("perfect/leads"), (4,), tables, 1).pieces(workers)
    ]
    assert len(sizes) >= 3 * workers
    assert max(sizes) * workers <= tables / 2


def test_few_tables_are_one_piece():
    assert 1 == len([*TablePlan(crews_from("perfect/leads"), (4,), 48, 1).pieces(2)])


def test_what_is_done_is_reported_if_somebody_stops_it(subject):
    def stop(_):
        raise KeyboardInterrupt

    played = play_all(subject.tables, TablePlan(KINDS, (2,), 20, 3), Executor(1), stop)
    assert (False, [(2, 0)]) == (played.whole, list(played.tallies))
    content = figures(subject, played, ())
    assert (False, 10) == (content["whole"], content["groups"][0]["tables"])


def test_what_a_cluster_has_done_is_reported_too_and_the_cluster_goes_on(subject, cluster):
    def stop(_):
        raise KeyboardInterrupt

    with workplace(1, cluster.scheduler_address) as where:
        stopped = play_all(subject.tables, TablePlan(KINDS, (2,), 20, 3), where, stop)
        assert (False, [(2, 0)]) == (stopped.whole, list(stopped.tallies))
        played = play_all(subject.tables, TablePlan(KINDS, (2,), 5, 3), where, nothing)
    assert played.whole


def test_a_way_decides_and_none_of_its_paths_can_go(subject):
    ways = ways_taken(subject, TablePlan(crews_from("steady/clairvoyant"), (4,), 6, 1))
    assert ways
    for way in ways:
        element, paths = subject.elements.index(way["element"]), [*map(subject.paths.index, way["paths"])]
        mask = sum(1 << path for path in paths)
        assert subject.evidence.decides(element, mask)
        assert not any(subject.evidence.decides(element, mask & ~(1 << path)) for path in paths)
