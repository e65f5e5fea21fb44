"""What is said of simulated tables, from their figures."""

from types import SimpleNamespace

import pytest

from casekit.diagnostics import Source, codes
from casekit.tabletop.simulation_findings import after_play

SOURCE = Source("base.case", "title: The Last Toast\n")


@pytest.fixture
def findings():
    """Makes the codes and messages of what is found in some figures, beside figures that nothing is wrong with."""
    words = SimpleNamespace(players="detectives", opening="")
    rules = SimpleNamespace(words=words, ladders=(("random/near", "steady/leads"),))
    subject = SimpleNamespace(source=SOURCE, heading=lambda _: SOURCE.whole())
    group = {"seats": 80, "tables": 40, "certain": 0.5}
    usual = {"ways": [], "paths": [], "groups": [group], "skill": [], "alone": []}

    def find(**figures):
        found = after_play(rules, subject, usual | figures, ())
        return [(finding.code, finding.message) for finding in found]

    return find


def path(**figures):
    return {"path": "13", "useful": 1, "taken": 1, "solvers": 0.5, "others": 0.5, "again": 0, **figures}


def test_of_usual_figures_nothing_is_said(findings):
    assert [] == findings(paths=[path()])


def test_what_everybody_needs_is_told(findings):
    message = "everybody who solved the case had read 13, and nobody else had"
    assert [(codes.STUCK_WITHOUT, message)] == findings(paths=[path(solvers=1, others=0)])


def test_skill_that_does_not_show_is_told(findings):
    skill = [
        {"reader": "random/near", "earliness": 0.6},
        {"reader": "steady/leads", "earliness": 0.4},
    ]
    message = "skill does not show in this case\nsteady/leads (0.40) does less well than random/near (0.60)"
    assert [(codes.UNSKILLED_CASE, message)] == findings(skill=skill)


@pytest.mark.parametrize(("change", "words"), [(0.3, ("more", "less")), (-0.3, ("fewer", "more"))])
def test_a_revision_for_which_skill_counts_less_is_told(findings, monkeypatch, change, words):
    monkeypatch.setattr("casekit.tabletop.simulation.simulation_statistics.in_all", lambda _: (change, 0.1))
    gradient = {"before": 0.4, "now": 0.2} if change > 0 else {"before": 0.2, "now": 0.4}
    ((code, message),) = findings(compared=[{}], gradient=gradient)
    tables, skill = words
    assert codes.UNSKILLED_CASE is code
    assert message.startswith(f"{tables} tables solve the case than before")
    assert f"skill counts for {skill}" in message
