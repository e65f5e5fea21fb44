"""Cases that are proved: one whose proof supposes things, and those that come with casekit."""

from pathlib import Path

import pytest

from casekit.analysis.queries import prove_solution
from casekit.kit.editions import EditionFinder
from casekit.pipeline import loading

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.case"))

SPLIT = """\
title: Split & "quartered" <b>
level: expert
author: x
victim: Otto
== presentation
Otto.
== terms
motive debt "Debt & <i>"
motive none "Accident"
method poison "Poison"
method push "Push"
== facts
key: suspect
gave(suspect)
wet
dark
tin: location
== rules
culprit != nobody and culprit != victim
method = poison implies tin = suite
== truth
culprit = CLARA
motive = debt
method = poison
tin = suite
not gave(CLARA)
key = BRUNO
not wet
dark
== CLARA alibi
I gave it, you & he <said>.
~ lie gave(CLARA) "you & he <said>"
== 01
x
~ key = ANNA or key = BRUNO
== 02
x
~ key = ANNA implies (gave(CLARA) implies wet)
== 03
x
~ key = BRUNO implies (gave(CLARA) implies not dark)
~ tin = suite
== ANNA alibi
x
~ dark
== BRUNO alibi
x
~ not wet
== BRUNO witness
x
~ dark
== ANNA witness
x
~ not wet
~ motive = debt
== ANNA motive
x
~ motive = debt
~ method != push
== BRUNO motive
x
~ motive = debt
~ method != push
"""
"""Each of the two suspects has to be supposed guilty before the third is left."""


def _proved(examined):
    assert examined.analyzer is not None, examined.diagnostics
    analysis = examined.analyzer.analysis
    found = prove_solution(analysis)
    return analysis, found.proof


@pytest.fixture(scope="session")
def split_text():
    """The case with suppositions; it belongs to the edition of the base case."""
    return SPLIT


@pytest.fixture(scope="session")
def split(loaded_edition):
    """The case with suppositions and its proof."""
    return _proved(loading.load_bytes_for_analysis(SPLIT.encode(), "split.case", loaded_edition))


@pytest.fixture(
    scope="session", params=["split", *EXAMPLES], ids=["split", *(path.stem for path in EXAMPLES)]
)
def proved(request):
    """Each case in turn with its proof."""
    if request.param == "split":
        return request.getfixturevalue("split")
    return _proved(
        loading.load_for_analysis(
            loading.InputFile(request.param.name, None, request.param), EditionFinder(None)
        )
    )
