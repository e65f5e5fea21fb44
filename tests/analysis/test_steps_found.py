"""In which step of a proof an answer is found."""

from types import SimpleNamespace

from casekit.analysis.proof_text import goal_steps


def test_what_is_supposed_or_follows_from_that_is_not_found():
    told = [
        (1, 0, "follow", "a"),
        (2, 1, "follow", "ab"),
        (3, 0, "suppose", "b"),
        (4, 0, "follow", "bc"),
    ]
    names = ("number", "depth", "kind", "conclusions")
    steps = [SimpleNamespace(**dict(zip(names, each, strict=True))) for each in told]
    assert {"a": 1, "b": 4} == goal_steps(steps, "ab")
