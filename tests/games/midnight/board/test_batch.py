"""Many tables at once play the games of a plain second engine, game by game, and skill shows in them."""

from pathlib import Path

import numpy as np
import pytest

from bench.synthetic import synthetic_case
from casekit.games.midnight.board.board import Table, board_of
from casekit.games.midnight.board.evidence import gather
from casekit.games.midnight.board.readers import crews_from
from casekit.games.midnight.board.scoring import scores
from casekit.games.midnight.simulation.batch_state import NOBODY, batch_draws, first_draws
from casekit.games.midnight.simulation.single_table import SingleTable
from casekit.games.midnight.simulation.subject import CaseTables
from casekit.kit.editions import LoadedEdition
from casekit.pipeline import loading
from casekit.tabletop.game_rules import draw
from tests.games.midnight.board.conftest import EXAMPLES
from tests.games.midnight.board.plain_games import moments, plain_moments, seats_of

SEED = 5
CREWS = (
    "steady/random",
    "steady/near/open",
    "hasty/leads",
    "steady/leads/bold",
    "perfect/suite-first",
    "perfect/clairvoyant/open",
    "steady/leads + hasty/random/open + perfect/near/bold",
)


@pytest.fixture(scope="module")
def ready(corisande):
    """Cases made ready, by name: those of the examples and synthetic ones; each once."""
    board = board_of(corisande)
    made = {}

    def of(name):
        if name not in made:
            file = EXAMPLES / f"{name}.case"
            text = file.read_text("utf-8") if file.exists() else synthetic_case(int(name), corisande)
            examined = loading.load_bytes_for_analysis(text.encode(), "some.case", LoadedEdition(corisande))
            made[name] = CaseTables(gather(examined.analyzer.analysis, board))
        return made[name]

    return of


def test_draws_for_many_tables_are_those_for_one():
    numbers = np.array([0, 1, 77, 2**40], np.uint64)
    both = batch_draws(batch_draws(first_draws(9, numbers), 3), 14)
    assert [draw(9, int(number), 3, 14) for number in numbers] == both.tolist()
    assert [draw(2**63 + 5, 1)] == first_draws(2**63 + 5, np.array([1], np.uint64)).tolist()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", ["a-drop-of-midnight", "the-rest-is-silence", "1"])
@pytest.mark.parametrize("kind", CREWS)
def test_both_engines_play_the_same_games(ready, name, kind):
    case = ready(name)
    (crew,) = crews_from(kind)
    for players in (2, 3, 4, 5):
        numbers = [players, 100 + players]
        batch, log = case.play(crew, players, SEED, numbers)
        for row, number in enumerate(numbers):
            last, since = plain_game(case.evidence, crew, players, number)
            assert outcome(last) == batch_outcome(batch, row)
            assert since == log.since_round[row].tolist()


def plain_game(evidence, crew, players, number):
    """The last moment of a game of the plain engine, and since which round each seat is certain of each element."""
    seats = seats_of(evidence, crew, players, SEED, number)
    since = [[0, 0, 0] for _ in seats]
    for state, _ in plain_moments(evidence, crew, players, SEED, number):
        for seat, rounds in zip(seats, since, strict=True):
            settled = evidence.settled(seat.crossed(state.known[seat.number]))
            for element, option in enumerate(settled):
                if option is None:
                    rounds[element] = 0
                elif not rounds[element]:
                    rounds[element] = max(1, state.round)
    return state, since


def outcome(state):
    return (
        state.round,
        state.ship,
        state.known,
        state.aloud,
        state.detectives,
        state.suspects,
        state.buoys,
        state.spent,
        state.revealer,
        state.written,
        scores(state),
    )


def batch_outcome(batch, row):
    zones = batch.board_arrays.zones
    revealer = int(batch.revealer[row])
    return (
        int(batch.round[row]),
        int(batch.ship[row]),
        tuple(bits(mind.known[row]) for mind in batch.minds),
        bits(batch.aloud[row]),
        tuple(zones[batch.detectives[row]].tolist()),
        tuple(zones[batch.suspects[row]].tolist()),
        tuple(batch.buoys[row].tolist()),
        int(batch.spent[row]),
        None if revealer == NOBODY else revealer,
        tuple(map(tuple, batch.written[row].tolist())),
        tuple(batch.scores()[row].tolist()),
    )


def bits(row):
    return sum(1 << int(path) for path in np.flatnonzero(row))


@pytest.mark.parametrize("kind", CREWS)
def test_readers_at_a_table_of_people_do_the_same(ready, kind):
    case = ready("a-drop-of-midnight")
    (crew,) = crews_from(kind)
    for players in (2, 5):
        one = SingleTable(
            case, Table(case.evidence.board, case.evidence.mystery, players), crew, SEED, players
        )
        plain = plain_moments(case.evidence, crew, players, SEED, players)
        played = moments(one.chosen, case.evidence, players, SEED, players)
        assert [action for _, action in plain] == [action for _, action in played]


def test_a_table_is_the_same_in_any_batch(ready):
    case = ready("a-drop-of-midnight")
    (crew,) = crews_from("steady/leads")
    whole, _ = case.play(crew, 4, 1, range(40))
    parts = [case.play(crew, 4, 1, numbers)[0] for numbers in (range(7), range(7, 8), range(8, 40))]
    assert [batch_outcome(whole, row) for row in range(40)] == [
        batch_outcome(part, row) for part in parts for row in range(len(part.phase))
    ]


# --- skill ---------------------------------------------------------------------------------------

CASES = (*sorted(file.stem for file in EXAMPLES.glob("*.case")), "1", "2")


@pytest.fixture(scope="module")
def skill(ready):
    """How early tables know how much, by kind of reader, on average over all cases: 1 is everything from the start."""
    made = {}

    def of(kind):
        if kind not in made:
            (crew,) = crews_from(kind)
            made[kind] = np.mean([earliness(*ready(name).play(crew, 4, 1, range(80))) for name in CASES])
        return made[kind]

    return of


def earliness(batch, log):
    right = batch.right()[:, :, :, 0] & (log.since_round > 0)
    since = np.where(right, log.since_round, 99).min(axis=1)
    return np.mean([(since <= number).mean() for number in range(1, 13)])


CHANCE = 0.02
"""What chance moves an average of so many tables by: about twice its standard error."""


def test_following_shows_on_average(skill):
    # The examples keep their tricks out of the suite, so that going there first is worth no more than following leads.
    least, *usual, most = [
        skill(f"steady/{following}") for following in ("random", "leads", "suite-first", "clairvoyant")
    ]
    assert least + CHANCE < min(usual)
    assert max(usual) + CHANCE < most


def test_reasoning_shows_on_average(skill):
    order = [skill(f"{reasoning}/leads") for reasoning in ("hasty", "steady", "perfect")]
    assert order[0] <= order[1] + CHANCE
    assert order[1] + CHANCE < order[2]


def test_the_examples_are_where_the_skill_test_looks():
    assert 3 <= len([name for name in CASES if Path(EXAMPLES / f"{name}.case").exists()])
