"""Simulated detectives at the table, on the examples."""

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from casekit.games.midnight.board.actions import Action, Kind, legal
from casekit.games.midnight.board.board import Table, board_of
from casekit.games.midnight.board.evidence import gather
from casekit.games.midnight.board.path_worths import telling_words
from casekit.games.midnight.board.readers import REASONS, TEMPERS, USUAL_CREWS, Reader, crews_from
from casekit.games.midnight.simulation import policies
from casekit.games.midnight.simulation.batch_state import BoardArrays, distances
from casekit.games.midnight.simulation.policies import ahead_of, scored
from casekit.games.midnight.simulation.single_table import ONLY_ROW, SingleTable
from casekit.games.midnight.simulation.subject import CaseTables
from casekit.kit.editions import EditionFinder
from casekit.pipeline import loading
from casekit.tabletop.game_rules import bits, named
from casekit.tabletop.simulated_readers import EvidenceArrays, ReaderBatch
from tests.games.midnight.board.conftest import EXAMPLES
from tests.games.midnight.board.plain_games import moments, perfect, steady


@pytest.fixture(scope="module")
def evidence(corisande):
    file = EXAMPLES / "a-drop-of-midnight.case"
    examined = loading.load_for_analysis(loading.InputFile.of(file), EditionFinder(None))
    return gather(examined.analyzer.analysis, board_of(corisande))


@pytest.fixture
def seated(evidence, turn):
    """The first seat's turn with readers of one kind."""

    def at(kind, zone=4, event="Fog Bank", **changed):
        state = turn(zone, event, **changed)
        state = replace(state, table=Table(evidence.board, evidence.mystery, state.table.players))
        (crew,) = crews_from(kind)
        return state, SingleTable(CaseTables(evidence), state.table, crew, 1, 1)

    return at


# --- kinds ---------------------------------------------------------------------------------------


def test_a_mix_is_written_as_it_is_named():
    found = crews_from("steady/leads, hasty/random/open + perfect/near,steady/leads")
    assert ["steady/leads", "hasty/random/open + perfect/near"] == [named(crew) for crew in found]
    assert Reader("steady", "leads", "close") == found[0][0]
    assert 7 == len(crews_from(USUAL_CREWS))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "name readers, such as `steady/random`"),
        ("steady", "`steady` is not a reader: write REASONING/FOLLOWING, as in `steady/leads`"),
        ("clever/leads", "`clever` is not one of hasty, steady, perfect"),
        ("steady/nose", "`nose` is not one of random, near, leads, suite-first, clairvoyant"),
        ("steady/leads/rude", "`rude` is not one of close, open, bold"),
    ],
)
def test_what_is_not_a_reader_is_refused(text, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        crews_from(text)


def test_every_name_has_its_function():
    assert {"close", "open", "bold"} == set(TEMPERS)
    assert ("hasty", "steady", "perfect") == REASONS


# --- following -----------------------------------------------------------------------------------


def test_distances_are_action_points(board):
    away = distances(board)
    assert (0, 1, 2, 3) == (away[4][4], away[4][1], away[1][2], away[4][2])
    assert (1, 4) == (away[2][1], away[2][6])
    assert 7 == away[10][2]


def worths(evidence, known, crossed):
    """The worth of each path to somebody who has read some, and crossed some answers off."""
    mind = ReaderBatch(EvidenceArrays(evidence), "hasty", 1)
    for path in bits(known):
        mind.learn(ONLY_ROW, np.array([path]))
    mind.crossed[:] = crossed
    batch = SimpleNamespace(minds=[mind], board_arrays=BoardArrays(evidence.board))
    return policies.worths(batch, ONLY_ROW, 0)[0].tolist()


def chosen(evidence, following, known=0, costs=None, crossed=0, luck=None):
    count = len(evidence.board.paths)
    each = costs or [1] * count
    ahead, worth = ahead_of(evidence, Reader("steady", following)), worths(evidence, known, crossed)

    def score(path):
        return scored(following, each[path], luck[path] if luck else 0, worth[path], path in ahead)

    return max(range(count), key=lambda path: (score(path), -path))


def test_near_takes_what_costs_least(evidence):
    costs = [5] * len(evidence.board.paths)
    costs[33] = 2
    assert 33 == chosen(evidence, "near", costs=costs)


def test_random_takes_what_chance_says_however_far(evidence):
    count = len(evidence.board.paths)
    assert 17 == chosen(
        evidence, "random", costs=[90] * count, luck=[int(path == 17) for path in range(count)]
    )


def test_clairvoyants_go_for_a_proof_the_nearest_path_first(evidence):
    costs = [1] * len(evidence.board.paths)
    first, *others = sorted(evidence.proofs["steady"])
    for path in others:
        costs[path] = 7
    costs[first] = 6
    assert first == chosen(evidence, "clairvoyant", costs=costs)


def test_leads_go_where_the_paragraphs_point(evidence, path):
    before = worths(evidence, 0, 0)
    # ANNA's witness speaks of DORIAN's opinion of the blotters.
    after = worths(evidence, 1 << path("ANNA witness"), 0)
    gained = {
        str(evidence.board.paths[place])
        for place, (old, new) in enumerate(zip(before, after, strict=True))
        if new > old
    }
    assert {"DORIAN alibi", "DORIAN witness", "DORIAN motive", "04"} == gained


def test_whatever_belongs_to_somebody_who_is_cleared_is_worth_half(evidence, path):
    plain, cleared = worths(evidence, 0, 0), worths(evidence, 0, 1)
    changed = {
        str(evidence.board.paths[place])
        for place, (one, other) in enumerate(zip(plain, cleared, strict=True))
        if one != other
    }
    assert {"ANNA alibi", "ANNA witness", "ANNA motive", "01"} == changed
    assert plain[path("01")] // 2 == cleared[path("01")]


def test_a_contradiction_leads_to_its_speakers(evidence):
    pairs = [
        (one, other)
        for one, single in enumerate(evidence.singles)
        for other in range(one)
        if single.collides >> other & 1
    ]
    assert pairs, "this case has lies that other paragraphs contradict"
    one, other = pairs[0]
    alone = [worths(evidence, 1 << each, 0) for each in (one, other)]
    both = worths(evidence, 1 << one | 1 << other, 0)
    first = worths(evidence, 0, 0)
    more = [b - a - c + f for a, b, c, f in zip(alone[0], both, alone[1], first, strict=True)]
    assert any(more)


def test_the_scene_comes_first_for_those_who_follow_the_rulebook(evidence, path):
    costs = [4] * len(evidence.board.paths)
    assert path("13") == chosen(evidence, "suite-first", costs=costs)


def test_a_place_is_known_by_words_that_no_other_place_has(corisande):
    words = telling_words(corisande.locations)
    assert ({"swimming", "pool"}, {"piano"}) == ({*words[15]}, {*words[16]} & {"piano"})
    assert not words[1]


# --- temper --------------------------------------------------------------------------------------


def test_the_close_read_in_private_and_keep_what_states_anything(seated, path, evidence):
    state, seats = seated("steady/near", 4, suspects=(7,) * 12)
    action = seats.chosen(state)
    assert Kind.STUDY is action.kind
    state = replace(state, phase="publish", studied=path("15"), known=(1 << path("15"), 0))
    expected = Kind.KEEP if evidence.telling >> path("15") & 1 else Kind.PUBLISH
    assert expected is seats.chosen(state).kind


def test_the_open_read_aloud(seated):
    state, seats = seated("steady/near/open", 4, suspects=(7,) * 12)
    assert Kind.INVESTIGATE is seats.chosen(state).kind


def test_a_buoy_helps_out_where_a_point_is_missing(seated):
    state, seats = seated("steady/near", 4, suspects=(7,) * 12, points=1)
    assert Action(Kind.SPEND_BUOY) == seats.chosen(state)
    state, seats = seated("steady/near", 4, suspects=(7,) * 12, points=1, buoys=(0, 5))
    assert Kind.INVESTIGATE is seats.chosen(state).kind


def test_the_certain_go_to_reveal_and_do(seated, evidence):
    everything = (1 << len(evidence.board.paths)) - 1
    state, seats = seated("perfect/near", 5, known=(everything, 0))
    assert Action(Kind.MOVE, 6) == seats.chosen(state)
    state, seats = seated("perfect/near", 6, known=(everything, 0), phase="reveal")
    assert Action(Kind.REVEAL) == seats.chosen(state)
    state, seats = seated("perfect/near", 6, phase="reveal")
    assert Action(Kind.SILENT) == seats.chosen(state)


def test_those_who_know_enough_want_no_further_turn(seated, evidence):
    everything = (1 << len(evidence.board.paths)) - 1
    state, seats = seated("perfect/near", known=(everything, 0), phase="extend")
    assert Action(Kind.STOP) == seats.chosen(state)
    state, seats = seated("perfect/near", phase="extend")
    assert Action(Kind.EXTEND) == seats.chosen(state)


def test_a_suspect_who_is_to_be_questioned_is_drawn_nearer(seated, path):
    everything_else = sum(1 << place for place in range(60)) & ~(1 << path("ANNA alibi"))
    state, seats = seated(
        "hasty/near", 4, "Rough Water", suspects=(8, *(7,) * 11), known=(everything_else, 0), phase="suspect"
    )
    assert Action(Kind.MOVE_SUSPECT, 0, 4) == seats.chosen(state)


def test_the_purser_is_sent_away_from_where_something_is_to_be_read(seated, path):
    everything_else = sum(1 << place for place in range(60)) & ~(1 << path("15"))
    state, seats = seated("hasty/near", 4, known=(everything_else, 0), purser=4)
    assert Kind.MOVE_PURSER is seats.chosen(state).kind


def test_a_tempting_paragraph_is_extracted(seated, evidence, path, monkeypatch):
    known = 1 << path("23")
    state, seats = seated("steady/leads", 4, detectives=(4, 4), known=(0, known))
    worth = worths(evidence, 0, 0)[path("23")]
    monkeypatch.setattr(policies, "WORTH_OF_EXTRACTION", worth)
    assert Action(Kind.EXTRACT, path("23"), 1) == seats.chosen(state)
    monkeypatch.setattr(policies, "WORTH_OF_EXTRACTION", worth + 1)
    assert Kind.EXTRACT is not seats.chosen(state).kind
    monkeypatch.setattr(policies, "WORTH_OF_EXTRACTION", 0)
    state, seats = seated("steady/leads/open", 4, detectives=(4, 4), known=(0, known))
    assert Kind.EXTRACT is not seats.chosen(state).kind


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    ["steady/leads", "hasty/random/open", "steady/suite-first/bold + hasty/near", "perfect/clairvoyant"],
)
@pytest.mark.parametrize("players", [2, 5])
def test_readers_only_do_what_is_legal(evidence, kind, players):
    for state, action in games(evidence, kind, players, 1, 4):
        assert action is None or action in legal(state)
    assert "over" == state.phase


def games(evidence, kind, players, *chance):
    (crew,) = crews_from(kind)
    table = SingleTable(CaseTables(evidence), Table(evidence.board, evidence.mystery, players), crew, *chance)
    return moments(table.chosen, evidence, players, *chance)


def test_the_same_chance_gives_the_same_game(evidence):
    first, again, other = (
        [action for _, action in games(evidence, "steady/leads", 3, 9, number)] for number in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_a_table_goes_back_to_an_earlier_moment(evidence):
    (crew,) = crews_from("steady/leads + perfect/near")
    table = SingleTable(CaseTables(evidence), Table(evidence.board, evidence.mystery, 2), crew, 1, 4)
    whole = [*moments(table.chosen, evidence, 2, 1, 4)][:-1]
    assert [action for _, action in reversed(whole)] == [table.chosen(state) for state, _ in reversed(whole)]


def test_nobody_knows_more_than_what_is_read_says(evidence):
    (crew,) = crews_from("perfect/leads + steady/near")
    batch, _ = CaseTables(evidence).play(crew, 2, 3, range(3))
    everything = (1 << evidence.offsets[-1]) - 1
    for mind, follows in zip(batch.minds, (perfect, steady), strict=True):
        assert [follows(evidence, read, everything) for read in mind.read.tolist()] == mind.crossed.tolist()
