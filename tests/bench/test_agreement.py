import pytest

from bench.agreement import DisagreementError, agree


def test_equal_answers_pass():
    agree("culprit = ANNA", ["true"], "peer", ["true"])


def test_other_answers_end_the_bench_and_are_shown():
    with pytest.raises(DisagreementError, match=r"culprit = ANNA\ncasekit: true\npeer: open"):
        agree("culprit = ANNA", "true", "peer", "open")
