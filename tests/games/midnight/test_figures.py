"""The figures of small cases, each worked out by hand in a comment."""

import pytest

from casekit.deduce.source_sets import Enumeration
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics import measure
from casekit.kit.code_registry import base_of
from tests.overlay import overlay

BUDGET = 2_000

# The base case: CLARA's lie about the deck is caught by 03, or the alibis of ANNA and BRUNO leave nobody else.


@pytest.fixture(scope="module")
def figures(check):
    def run(fragment=""):
        return measure(CaseAnalysis(check(fragment).document), BUDGET)

    return run


@pytest.fixture(scope="module")
def base(figures):
    return figures()


def test_the_smallest_proofs(base):
    # culprit: CLARA alibi with 03, or both alibis. method: 01 alone has the tin. motive: ANNA witness needs ANNA to
    # be innocent, which takes BRUNO's alibi, and then BRUNO, which takes ANNA's: three; 01 needs the culprit: three.
    assert {"culprit": 2, "motive": 3, "method": 1} == base.sizes
    assert 3 == len(base.proof.sources)
    assert 0 == base.depth


def test_the_essential_path_is_the_only_one_with_the_tin(base):
    assert ("01",) == base.essential


def test_the_wrong_paths_say_nothing(base):
    # CLARA witness repeats what BRUNO alibi says of ANNA, and may replace it if CLARA is innocent: not wrong.
    assert ("ANNA motive", "BRUNO witness", "BRUNO motive", "CLARA motive", "02") == base.wrong
    assert () == base.undecided


def test_how_many_paths_must_stay_unread(base):
    assert ("method", "blow", ("01",)) == base.robustness[:3]
    unread = {(back.target, back.value): len(back.unread) for back in base.ways_back}
    # ANNA is cleared by BRUNO's word, by CLARA's (of what BRUNO said), and by CLARA's lie with 03.
    assert 3 == unread["culprit", "ANNA"]
    # BRUNO: by ANNA's word alone, and by the lie with 03.
    assert 2 == unread["culprit", "BRUNO"]


def test_the_ways_to_the_answers(base):
    assert (
        Enumeration((("ANNA alibi", "BRUNO alibi"), ("CLARA alibi", "03")), complete=True)
        == base.ways["culprit"]
    )
    assert Enumeration((("01",),), complete=True) == base.ways["method"]
    assert 1 == len(base.ways["solution"].sets)
    assert base.complete


def test_the_ways_to_each_conclusion_of_the_proof(base):
    ways = {", ".join(map(str, clue.conclusions)): len(clue.ways.sets) for clue in base.clues}
    # Who knows the premises: that CLARA was not on deck follows from 03, or from her guilt; that it was she from her
    # lie or the two alibis; that she owes from 01, or from ANNA (given BRUNO's word for her); the tin only from 01.
    assert {"room(CLARA) != deck": 2, "culprit = CLARA": 2, "owes(CLARA)": 2, "tin = suite": 1} == ways
    assert all(clue.thin for clue in base.clues)


def test_a_conclusion_with_three_ways_is_not_thin(figures):
    found = figures(
        '== 02\nThe tin stands in the suite.\n~ tin = suite "tin"\n\n'
        '== 03\nThe tin stands in the suite. No footprints.\n~ tin = suite "tin"\n'
        '~ no suspect X: room(X) = deck "No footprints"\n'
    )
    (clue,) = [clue for clue in found.clues if "tin = suite" in map(str, clue.conclusions)]
    assert 3 == len(clue.ways.sets)
    assert not clue.thin
    assert () == found.essential


def test_hints_accuse_those_who_may_have_done_it_then(figures):
    found = figures(
        '== 02\nEither ANNA or the other one.\n~ hint culprit = ANNA "ANNA"\n\n'
        "== ANNA motive\nNot CLARA, surely. And BRUNO owes money.\n"
        # Two of three are left: that clears CLARA rather than accuse the others.
        "~ hint culprit != CLARA\n"
        # The motive is a debt exactly if the culprit owes: nobody is excluded by it.
        "~ hint motive = debt\n\n"
        "== BRUNO motive\nShe sat in the galley, and so did ANNA.\n~ hint culprit = BRUNO\n~ hint culprit = BRUNO\n"
    )
    assert {"ANNA": ("02",), "BRUNO": ("BRUNO motive", "BRUNO motive"), "CLARA": ()} == found.suspicions


def test_a_hint_at_the_scene_accuses_who_seems_to_have_been_there(figures):
    """The rules say that the culprit was in the suite, so a suspect who may have been there is a red herring."""
    found = figures(
        '== ANNA motive\nBRUNO came out of the suite, I think.\n~ hint room(BRUNO) = suite "out of the suite"\n\n'
        "== BRUNO motive\nSomebody was in the suite. And CLARA was not on deck, and the tin was in the suite.\n"
        "~ hint some suspect X: room(X) = suite\n~ hint tin = suite\n~ hint room(CLARA) != galley\n"
    )
    assert {"ANNA": (), "BRUNO": ("ANNA motive",), "CLARA": ("BRUNO motive",)} == found.suspicions


def test_words_are_counted_in_prose_alone(base):
    # "Geese, feathers and two damp aprons."
    assert 6 == base.words["02"]
    assert 18 == base.words["03"]


def test_a_shared_paragraph_counts_for_each_of_its_paths(check, loaded_edition):
    from casekit.games.midnight.theory.metrics import measure_level

    text = overlay(base_of(), "== - 02\n\n== - 03\n\n== 02, 03\nNothing but feathers.\n")
    analysis = CaseAnalysis(check(text, whole=True).document)
    figures = measure(analysis, BUDGET)
    assert "02, 03" in figures.wrong
    # ANNA, BRUNO and CLARA's motives, BRUNO witness, the shared two, and CLARA's lie, which nothing catches any more.
    assert 7 / 12 == measure_level(loaded_edition.settings, figures).gauges["wrong"]


def test_what_is_open_is_not_measured(figures):
    found = figures("== 01\nOtto's notebook lies open at the name of CLARA.\n~ owes(CLARA)\n")
    assert {"culprit", "motive"} == set(found.answers)
    assert "method" not in found.sizes
    assert "solution" in found.ways


def test_what_is_known_from_the_start_has_no_ways(figures):
    found = figures(
        "== presentation\nOtto Lind was found dead in his bed at midnight, and CLARA did it.\n"
        '~ culprit = CLARA "CLARA did it"\n'
    )
    assert "culprit" not in found.ways
    assert 0 == found.sizes["culprit"]
    assert all(back.target != "culprit" for back in found.ways_back)


def test_a_small_budget_leaves_paths_undecided(check):
    # Whoever reads ANNA witness knows already what 02 tells, so one of the two helps nobody who has read the other;
    # that cannot be settled by looking at a single world.
    fragment = "== 02\nCLARA owes, or ANNA wears an apron.\n~ owes(CLARA) or owes(ANNA)\n"
    found = measure(CaseAnalysis(check(fragment).document), 1)
    assert found.undecided
    assert not found.complete
    assert set(found.undecided).isdisjoint(found.wrong)
