"""How often simulated tables have to solve a skeleton."""

from types import SimpleNamespace
from unittest.mock import MagicMock

import numpy as np
import pytest

from casekit.games.midnight.generator import search
from casekit.tabletop import simulation_runs


@pytest.mark.parametrize(
    ("solved", "level", "limits", "wrong"),
    [
        (0.5, "amateur", {}, ()),
        (0.44, "amateur", {}, (search.TOO_FEW,)),
        (0.3, "expert", {}, ()),
        (0.7, "expert", {}, (search.TOO_MANY,)),
        (0.7, "expert", {"solved_max": 0.8}, ()),
        (0.5, "amateur", {"solved_min": 0.6}, (search.TOO_FEW,)),
        (None, "amateur", {}, ()),
    ],
)
def test_the_share_of_tables_is_held_against_the_level(monkeypatch, solved, level, limits, wrong):
    monkeypatch.setattr(search, "solved_share", lambda *_: solved)
    assert wrong == search.at_the_table(analysis_of({level: limits}), level, 4)


def analysis_of(levels):
    return SimpleNamespace(case=SimpleNamespace(edition=SimpleNamespace(levels=levels)), source=None)


def test_a_case_that_is_of_one_level_is_not_of_the_other():
    (_, most), (least, _) = search.SHARES["expert"], search.SHARES["amateur"]
    assert most < least


@pytest.mark.parametrize(
    ("level", "chosen", "confirmed", "wrong"),
    [
        ("amateur", 0.6, 0.6, ()),
        ("amateur", 0.6, 0.3, (search.TOO_FEW,)),
        ("expert", 0.2, 0.4, (search.TOO_MANY,)),
        ("expert", 0.2, 0.01, (search.TOO_FEW,)),
    ],
)
def test_a_case_that_was_lucky_at_the_choosing_tables_is_not_confirmed(
    monkeypatch, level, chosen, confirmed, wrong
):
    shares = {search.CHOOSING: chosen, search.CONFIRMING: confirmed}
    monkeypatch.setattr(search, "solved_share", lambda _, __, trial: shares[trial])
    assert wrong == search.at_the_table(analysis_of({}), level, 4)


def test_the_confirming_tables_are_others_than_the_choosing_ones(monkeypatch):
    """A table is known by its number and the seed."""
    played = []

    def play(_, plan, *__):
        played.append({(plan.seed, number) for _, _, numbers in plan.pieces() for number in numbers})
        tally = {"outcomes": np.arange(plan.tables) % 2, "tables": plan.tables}
        return SimpleNamespace(tallies={(4, 0): tally})

    monkeypatch.setattr(simulation_runs, "play_all", play)
    monkeypatch.setattr(search, "case_subject", lambda *_: (MagicMock(), ()))
    assert () == search.at_the_table(analysis_of({}), "amateur", 4)
    chosen, confirmed = played
    assert chosen.isdisjoint(confirmed)
    assert len(confirmed) > len(chosen) > 0
