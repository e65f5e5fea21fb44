"""The board game as an environment for other people's agents: PettingZoo's AEC interface.

It needs the extra ``casekit[agents]``. Every action has a number, the same in every state of a table.
An observation holds numbers only: what is on the board, which boxes are ticked, and which paragraphs
the agent has read. The texts of these are in its ``infos``.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, get_args

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from casekit.games.midnight.board.actions import Action, Kind, legal
from casekit.games.midnight.board.board import HYPOTHESES, Table
from casekit.games.midnight.board.effects import step
from casekit.games.midnight.board.scoring import scores
from casekit.games.midnight.board.state import Observation, Phase, State, begin, seen_by
from casekit.games.midnight.board_figures import ELEMENTS
from casekit.tabletop.game_rules import draw

MOST_ACTIONS_OF_A_GAME = 2_000
"""The number of actions after which a game is cut short: buoys can be spent and taken for ever."""


class TableEnvironment(AECEnv):  # type: ignore[misc]  # the library has no types
    """One game. ``table`` says what is played; the reward of each agent is its score at the end."""

    metadata: Mapping[str, Any] = {
        "name": "casekit_midnight_v0",
        "is_parallelizable": False,
        "render_modes": [],
    }

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.render_mode = None
        self.possible_agents = [f"detective_{seat + 1}" for seat in range(table.players)]
        self._number_of_action = {action: number for number, action in enumerate(self.actions)}
        self._seed = 0
        self._observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action that a state of this table may allow, each under its number."""
        board = self.table.board
        paths, seats = range(len(board.paths)), range(self.table.players)
        actions: list[Action] = []
        for kind in (Kind.PLACE, Kind.MOVE, Kind.MOVE_PURSER):
            actions += [Action(kind, zone) for zone in board.zones]
        for kind in (Kind.INVESTIGATE, Kind.STUDY, Kind.PUBLISH, Kind.KEEP):
            actions += [Action(kind, path) for path in paths]
        actions += [Action(kind) for kind in (Kind.TAKE_BUOY, Kind.SPEND_BUOY, Kind.DONE, Kind.STAY)]
        actions += [Action(kind) for kind in (Kind.REVEAL, Kind.SILENT, Kind.EXTEND, Kind.STOP)]
        for path in paths:
            actions += [Action(Kind.EXTRACT, path, seat) for seat in seats]
        for suspect in range(len(board.suspects)):
            actions += [Action(Kind.MOVE_SUSPECT, suspect, zone) for zone in board.zones]
        for slot in range(len(ELEMENTS) * HYPOTHESES):
            options = self.table.mystery.options[slot // HYPOTHESES]
            actions += [Action(Kind.WRITE, slot, option) for option in range(len(options))]
        return tuple(actions)

    def _observation_space(self) -> Dict:
        size = len(self._numbers(seen_by(begin(self.table), 0)))
        low, high = np.iinfo(np.int64).min, np.iinfo(np.int64).max
        return Dict(
            {
                "observation": Box(low, high, (size,), np.int64),
                "action_mask": Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The numbers of actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed always gives the same deck and suspects; without one they differ each time."""
        del options
        self._seed = draw(self._seed, 1) if seed is None else seed
        self.state_of_game: State = begin(self.table, self._seed)
        self.agents = list(self.possible_agents)
        self._actions_taken = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._inform_agents()

    def _inform_agents(self) -> None:
        state = self.state_of_game
        self.agent_selection = self.possible_agents[state.seat]
        self.infos = {}
        for seat, agent in enumerate(self.possible_agents):
            if agent in self.agents:
                paragraphs = seen_by(state, seat).paragraphs
                self.infos[agent] = {"paragraphs": paragraphs, "phase": state.phase}

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's view now, and the actions that it may take."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.actions), np.int8)
        if seat == self.state_of_game.seat:
            mask[[self._number_of_action[action] for action in legal(self.state_of_game)]] = 1
        numbers = np.array(self._numbers(seen_by(self.state_of_game, seat)), np.int64)
        return {"observation": numbers, "action_mask": mask}

    def _numbers(self, seen: Observation) -> list[int]:
        """An observation as numbers, -1 for whatever is not there, in an order that never changes."""
        paths = range(len(self.table.board.paths))
        values = [
            *(seen.observer, seen.round, seen.ship, seen.card, seen.cards_left, seen.purser, seen.last_moved),
            *(seen.spent, seen.points, seen.entered, seen.studied, seen.revealer, seen.final),
            *(get_args(Phase).index(seen.phase), seen.seat),
            *seen.detectives,
            *seen.suspects,
            *seen.buoys,
        ]
        for hypotheses in seen.written:
            values += hypotheses
        for known in (*seen.ticked, seen.aloud):
            values += [known >> path & 1 for path in paths]
        return [-1 if value is None else int(value) for value in values]

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is.

        Raises:
            ValueError: if the action is not legal now.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.state_of_game = step(self.state_of_game, self.actions[int(action or 0)])
        self._cumulative_rewards[agent] = 0
        self._actions_taken += 1
        self._clear_rewards()
        if self.state_of_game.phase == "over":
            self.rewards = dict(zip(self.possible_agents, scores(self.state_of_game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._actions_taken >= MOST_ACTIONS_OF_A_GAME:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._inform_agents()

    def render(self) -> None:
        """There is nothing to draw; the page of a playtest shows a game."""

    def close(self) -> None:
        """There is nothing to close."""
