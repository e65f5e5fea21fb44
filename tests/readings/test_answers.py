"""Answers of readers: taken where they are right, refused with a reason where they are not, never believed."""

import json

import pytest
from hypothesis import given, strategies

from casekit.readings.answers import MOST_CLAIMS, take_answers
from casekit.readings.reading import WHOLE, Reading
from casekit.readings.reading_copy import digest_of
from casekit.readings.requests import whole_digest
from casekit.values import replace

RIGHT = {"quote": "two damp aprons", "grade": "says", "formula": "room(ANNA)=galley"}


@pytest.fixture
def take(soup):
    """Takes a text into a reading, an empty one if none is given."""

    def taken(text, reading=None, reader="first"):
        scope, dialect = soup.document.resolved.document.scope, soup.document.parsed.game.dialect
        return take_answers(text, reading or Reading(), soup.copy, scope, dialect, reader)

    return taken


@pytest.fixture
def answer(soup):
    """An answer about a passage, as a line of JSON."""

    def of(key, *claims, digest=None, **more):
        known = digest or digest_of(soup.copy.by_key[key])
        return json.dumps({"id": key, "digest": known, "claims": list(claims), **more})

    return of


def test_a_right_answer_is_taken_with_its_formula_in_canonical_form(take, answer):
    taken = take(answer("02", RIGHT))
    assert ((), ("02",), 1) == (taken.refusals, taken.taken, taken.claim_count)
    (claim,) = taken.reading.passages["02"][0].claims
    assert "room(ANNA) = galley" == claim.formula
    assert () == taken.again


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"quote": "three damp aprons"}, "are not in the passage"),
        ({"quote": ""}, "quote"),
        ({"grade": "knows"}, "grade"),
        ({"formula": "room(ANNA) = moon"}, "moon"),
        ({"formula": "owes(CLARA)) or (owes(ANNA)"}, "bracket"),
        ({"formula": "culprit = CLARA ~ lie"}, "formula"),
        ({"formula": ""}, "formula"),
        ({"formula": None}, "formula"),
        ({"free": ["a", "b", "c"]}, "both"),
        ({"free": ["a", "b"], "formula": "owes(ANNA)"}, "free"),
        ({"said_by": ["NOBODY"]}, "there is nobody called"),
        ({"accuses": "DORA"}, "there is nobody called"),
        ({"lines": "culprit = CLARA"}, "lines"),
    ],
)
def test_a_claim_that_is_wrong_is_refused_and_asked_about_again(take, answer, changes, reason):
    taken = take(answer("02", RIGHT, {**RIGHT, **changes}))
    (refusal,) = taken.refusals
    assert "02" == refusal.key
    assert reason in refusal.reason
    assert 1 == taken.claim_count
    (again,) = taken.again
    assert ("02", True) == (again.key, refusal.reason in again.text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"id": "02"', "not a JSON object"),
        ('{"claims": []}', 'no "id"'),
        ('{"id": 7}', 'no "id"'),
        ('{"id": "99", "claims": []}', "there is no passage"),
        ('{"id": "02", "digest": "0000000000000000", "claims": []}', "has changed"),
        ('{"id": "02", "claims": []}', "has changed"),
        ("[" * 100_000, ""),
        ('{"id": ' + "[" * 100_000, "not a JSON object"),
    ],
)
def test_an_answer_that_is_none_is_refused(take, text, reason):
    taken = take(text)
    assert () == taken.taken
    assert [True] * bool(reason) == [reason in refusal.reason for refusal in taken.refusals]


def test_too_many_claims_are_cut(take, answer):
    taken = take(answer("02", *[{**RIGHT, "formula": "", "free": ["a", "b", str(n)]} for n in range(60)]))
    assert taken.claim_count <= MOST_CLAIMS
    assert any("60 claims" in refusal.reason for refusal in taken.refusals)


def test_text_around_answers_is_passed_over(take, answer):
    pretty = json.dumps(json.loads(answer("03")), indent=2)
    taken = take(f"Here is what I read:\n```json\n{answer('02', RIGHT)}\n{pretty}\n```\nGood luck!")
    assert (("02", "03"), ()) == (taken.taken, taken.refusals)


def test_an_answer_replaces_the_last_one_of_the_same_reader_alone(take, answer):
    first = take(answer("02", RIGHT)).reading
    second = take(answer("02"), first, reader="second").reading
    third = take(answer("02", RIGHT, {**RIGHT, "formula": "owes(ANNA)"}), second).reading
    assert [("second", 0), ("first", 2)] == [
        (reading.reader, len(reading.claims)) for reading in third.passages["02"]
    ]


def test_pairs_of_places_are_taken_if_their_words_are_there(take, soup):
    right = {"quotes": [["02", "two damp aprons"], ["03", "still wet"]], "why": "they cannot"}
    wrong = {"quotes": [["02", "two dry aprons"], ["03", "still wet"]], "why": "they cannot"}
    short = {"quotes": [["02", "two damp aprons"]], "why": "they cannot"}
    content = {"id": WHOLE, "digest": whole_digest(soup.copy), "clashes": [right, wrong, short]}
    taken = take(json.dumps(content))
    assert 1 == len(taken.reading.clashes)
    assert 2 == len(taken.refusals)
    (again,) = taken.again
    assert WHOLE == again.key
    assert all(refusal.reason in again.text for refusal in taken.refusals)
    stale = take(json.dumps({**content, "digest": "0" * 16}))
    assert ((), 1) == (stale.reading.clashes, len(stale.refusals))


def test_what_is_known_of_other_passages_stays(take, answer, soup):
    reading = replace(soup.read(("03", "second")), clashes=())
    assert ["02", "03"] == sorted(take(answer("02", RIGHT), reading).reading.passages)


JSON = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.integers() | strategies.text(max_size=20),
    lambda inner: (
        strategies.lists(inner, max_size=3)
        | strategies.dictionaries(strategies.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=10,
)
KEYS = strategies.sampled_from(["quote", "grade", "formula", "free", "said_by", "accuses"])


@given(claims=strategies.lists(strategies.dictionaries(KEYS, JSON), max_size=4) | JSON)
def test_whatever_a_claim_is_it_is_taken_or_refused(soup, claims):
    scope, dialect = soup.document.resolved.document.scope, soup.document.parsed.game.dialect
    text = json.dumps({"id": "02", "digest": digest_of(soup.copy.by_key["02"]), "claims": claims})
    taken = take_answers(text, Reading(), soup.copy, scope, dialect, "first")
    assert 0 == taken.claim_count or all(claim.quote for claim in taken.reading.passages["02"][0].claims)
