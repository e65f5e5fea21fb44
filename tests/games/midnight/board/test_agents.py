"""The environment for other people's agents."""

import warnings

import pytest

pytest.importorskip(
    "pettingzoo", reason="PettingZoo (casekit[agents]) is not installed: the adapter is not tested"
)

from casekit.games.midnight.board.actions import Kind, legal
from casekit.games.midnight.board.agents import TableEnvironment


@pytest.mark.parametrize("players", [2, 5])
def test_it_passes_pettingzoos_api_test(table, players):
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        # The test advises; what it demands, it asserts.
        warnings.simplefilter("ignore")
        api_test(TableEnvironment(table(players)), num_cycles=300)


def test_a_seed_gives_the_same_game(table):
    first, second = TableEnvironment(table(3)), TableEnvironment(table(3))
    first.reset(seed=8)
    second.reset(seed=8)
    assert first.state_of_game.deck == second.state_of_game.deck
    second.reset()
    assert first.state_of_game.deck != second.state_of_game.deck


def test_the_mask_allows_exactly_what_is_legal(table):
    env = TableEnvironment(table(2))
    env.reset(seed=1)
    for agent in env.agent_iter(200):
        seen, _, ended, cut, _ = env.last()
        mask = seen["action_mask"]
        if ended or cut:
            env.step(None)
            continue
        assert set(legal(env.state_of_game)) == {env.actions[number] for number in mask.nonzero()[0]}
        other = next(name for name in env.possible_agents if name != agent)
        assert not env.observe(other)["action_mask"].any()
        env.step(env.action_space(agent).sample(mask))


def test_an_action_that_is_not_legal_is_refused(table):
    env = TableEnvironment(table(2))
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal in the phase 'place'"):
        env.step(len(env.actions) - 1)


def test_texts_are_told_to_those_who_have_read_them(table):
    env = TableEnvironment(table(2))
    env.reset(seed=1)
    number = {action: code for code, action in enumerate(env.actions)}
    while not any(action.kind is Kind.STUDY for action in legal(env.state_of_game)):
        env.step(number[legal(env.state_of_game)[0]])
    study = next(action for action in legal(env.state_of_game) if action.kind is Kind.STUDY)
    reader = env.agent_selection
    env.step(number[study])
    read = {agent: info["paragraphs"] for agent, info in env.infos.items()}
    assert env.table.mystery.paragraphs[study.what] == read[reader][study.what]
    assert {reader} == {agent for agent, texts in read.items() if study.what in texts}
