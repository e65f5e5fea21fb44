"""How often simulated tables have to solve a skeleton."""

from types import SimpleNamespace

import pytest

from casekit.games.midnight.skeletons import trial_tables


@pytest.mark.parametrize(
    ("solved", "level", "limits", "wrong"),
    [
        (0.5, "amateur", {}, ()),
        (0.39, "amateur", {}, (trial_tables.TOO_FEW,)),
        (0.7, "expert", {}, (trial_tables.TOO_MANY,)),
        (0.7, "expert", {"solved_max": 0.8}, ()),
        (0.5, "amateur", {"solved_min": 0.6}, (trial_tables.TOO_FEW,)),
        (None, "amateur", {}, ()),
    ],
)
def test_the_share_of_tables_is_held_against_the_level(monkeypatch, solved, level, limits, wrong):
    monkeypatch.setattr(trial_tables, "solved_share", lambda *_: solved)
    inquiry = SimpleNamespace(case=SimpleNamespace(edition=SimpleNamespace(levels={level: limits})))
    assert wrong == trial_tables.at_the_table(inquiry, level, 4)
