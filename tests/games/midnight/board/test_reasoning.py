"""The three ways of reasoning, on a case that is small enough to see through."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from casekit.games.midnight.board.board import board_of
from casekit.games.midnight.board.evidence import gather
from casekit.pipeline import loading
from casekit.tabletop.game_rules import bits
from casekit.tabletop.reader_oracle import Single
from casekit.tabletop.simulated_readers import EvidenceArrays, ReaderBatch
from tests.games.midnight.board.plain_games import paragraphs, perfect, steady

CASE = """\
title: Four Cabins
level: amateur
author: x
victim: Otto
== presentation
Otto was found in the suite. Somebody had been there with him. It was done for debt, or for love.
~ place(culprit) = suite "Somebody had been there with him"
~ culprit != victim and culprit != nobody "Somebody had been there with him"
~ motive in { debt, love } "for debt, or for love"
== terms
motive debt "Debt"
motive love "Love"
motive none "Accident"
method blow "A blow"
method poison "Poison"
== facts
place(suspect): location
== truth
culprit = DORIAN
motive = debt
method = blow
place(DORIAN) = suite
place(ANNA) = pool
place(BRUNO) = pool
place(CELESTE) = pool
every suspect X except DORIAN: place(X) = pool
== ANNA alibi
I was in the pool, and BRUNO too.
~ place(ANNA) = pool and place(BRUNO) = pool "I was in the pool, and BRUNO too"
== BRUNO alibi
In the pool. ANNA was there.
~ place(BRUNO) = pool and place(ANNA) = pool "In the pool. ANNA was there"
== DORIAN alibi
I was in the casino.
~ lie place(DORIAN) = casino "I was in the casino"
== 19
Nobody was in the casino. DORIAN did not come.
~ place(DORIAN) != casino "Nobody was in the casino"
== 15, 16
The bath attendant saw CELESTE in the pool.
~ place(CELESTE) = pool "saw CELESTE in the pool"
~ hint culprit = ESTHER "The bath attendant"
== 21
It was no poison.
~ method != poison "It was no poison"
== solution
DORIAN.
"""


REASONS = ("hasty", "steady", "perfect")


def crossed_off(evidence, kind, read):
    """The answers that a reader of some paragraphs crosses off."""
    mind = ReaderBatch(EvidenceArrays(evidence), kind, 1)
    for path in bits(read):
        mind.learn(np.zeros(1, int), np.array([path]))
    return int(mind.crossed[0])


@pytest.fixture(scope="module")
def evidence(corisande):
    from casekit.kit.editions import LoadedEdition

    examined = loading.load_bytes_for_analysis(CASE.encode(), "four.case", LoadedEdition(corisande))
    assert examined.analyzer is not None, examined.diagnostics
    return gather(examined.analyzer.analysis, board_of(corisande))


@pytest.fixture(scope="module")
def crossed(evidence):
    """The answers that a reader of some paths crosses off, by name, without those crossed off from the start."""
    names = {str(path): place for place, path in enumerate(evidence.board.paths)}
    options = [option for each in evidence.mystery.options for option in each]

    def of(kind, *paths):
        read = paragraphs(evidence, sum(1 << names[path] for path in paths))
        before, after = (crossed_off(evidence, kind, known) for known in (0, read))
        return {option for bit, option in enumerate(options) if (after & ~before) >> bit & 1}

    return of


@pytest.mark.parametrize("kind", REASONS)
def test_the_rules_alone_rule_out_what_the_presentation_excludes(evidence, kind):
    crossed = crossed_off(evidence, kind, 0)
    assert 12 == (evidence.masks[0] & ~crossed).bit_count()
    assert 2 == (evidence.masks[1] & ~crossed).bit_count()


def test_words_of_one_person_alone_convince_the_hasty_only(crossed):
    assert {"ANNA", "BRUNO"} == crossed("hasty", "ANNA alibi")
    # Nobody clears themselves; ANNA clears BRUNO only if she did not do it herself.
    assert set() == crossed("steady", "ANNA alibi")
    # If she lies she did it: so it was not BRUNO, whoever it was.
    assert {"BRUNO"} == crossed("perfect", "ANNA alibi")


def test_what_two_people_say_is_believed(crossed):
    for kind in ("steady", "perfect"):
        assert {"ANNA", "BRUNO"} == crossed(kind, "ANNA alibi", "BRUNO alibi")


def test_a_place_cannot_lie(crossed):
    for kind in REASONS:
        assert {"CELESTE"} == crossed(kind, "15")
        assert {"poison"} == crossed(kind, "21")


def test_the_hasty_stop_believing_those_whose_words_collide(crossed):
    assert {"DORIAN"} == crossed("hasty", "DORIAN alibi")
    assert set() == crossed("hasty", "DORIAN alibi", "19")


def test_the_steady_see_from_a_lie_who_did_it(crossed, evidence):
    others = {*evidence.board.suspects} - {"DORIAN"}
    for kind in ("steady", "perfect"):
        assert others == crossed(kind, "DORIAN alibi", "19")


def test_who_has_crossed_off_everybody_begins_again_with_what_nobody_can_deny(evidence, path):
    guarded = sum(1 << option for option in (*range(6), *range(7, 12)))
    singles = list(evidence.singles)
    singles[path("15")] = Single(believed=guarded | 1 << 6, guarded=guarded, spoken=True)
    crossed = crossed_off(replace(evidence, singles=tuple(singles)), "hasty", 1 << path("15"))
    assert [6] == [option for option in range(12) if not crossed >> option & 1]


def test_paths_that_share_a_paragraph_are_one(evidence, path):
    fifteen, sixteen = 1 << path("15"), 1 << path("16")
    assert (
        paragraphs(evidence, fifteen)
        == paragraphs(evidence, sixteen)
        == paragraphs(evidence, fifteen | sixteen)
    )


def test_hints_support_those_whom_they_accuse(evidence, path):
    assert [evidence.board.suspects.index("ESTHER")] == [*evidence.hints[path("15")]]


def test_evidence_goes_to_other_processes(evidence, path):
    copy = pickle.loads(pickle.dumps(evidence))  # noqa: S301 - our own
    read = 1 << path("ANNA alibi") | 1 << path("BRUNO alibi")
    for kind in REASONS:
        assert crossed_off(evidence, kind, read) == crossed_off(copy, kind, read)


def test_a_bound_is_as_far_as_an_answer_reaches(evidence):
    """Sets that suffice are minimal, sets that do not are maximal, under both ways that are always right."""
    oracles = evidence.oracles
    dorian = evidence.board.suspects.index("DORIAN")
    anna = evidence.board.suspects.index("ANNA")
    everything = sum(1 << place for place in oracles.speeches)
    for bound, crossing in ((oracles.exact_bound, perfect), (oracles.sight_bound, steady)):
        ruled_out, mask = bound(everything, anna)
        assert ruled_out
        assert crossing(evidence, mask, 1 << anna)
        assert not any(
            crossing(evidence, mask & ~(1 << place), 1 << anna)
            for place in oracles.speeches
            if mask >> place & 1
        )
        ruled_out, mask = bound(0, anna)
        assert not ruled_out
        assert not crossing(evidence, mask & everything, 1 << anna)
        assert all(
            crossing(evidence, (mask | 1 << place) & everything, 1 << anna)
            for place in oracles.speeches
            if not mask >> place & 1
        )
        assert not bound(everything, dorian)[0]
