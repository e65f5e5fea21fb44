"""The file of a reading: written and read again, and refused where something is wrong."""

import pytest
from hypothesis import given, strategies

from casekit.readings.reading import (
    GRADES,
    AcceptedWords,
    ClashingWords,
    FreeFact,
    PassageReading,
    ReadClaim,
    Reading,
)
from casekit.readings.reading_file import parse_reading, reading_text

WORDS = strategies.text(strategies.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
DIGESTS = strategies.text("0123456789abcdef", min_size=16, max_size=16)
CLAIMS = strategies.builds(
    ReadClaim,
    WORDS,
    strategies.sampled_from(GRADES),
    WORDS | strategies.just(""),
    strategies.none() | strategies.builds(FreeFact, WORDS, WORDS, WORDS),
    strategies.lists(WORDS, max_size=2).map(tuple),
    WORDS | strategies.just(""),
)
PASSAGES = strategies.builds(
    PassageReading,
    WORDS,
    DIGESTS,
    DIGESTS | strategies.just(""),
    strategies.lists(CLAIMS, max_size=3).map(tuple),
)
PLACES = strategies.tuples(WORDS, WORDS)
READINGS = strategies.builds(
    Reading,
    strategies.dictionaries(WORDS, strategies.lists(PASSAGES, min_size=1, max_size=2).map(tuple), max_size=3),
    strategies.lists(
        strategies.builds(ClashingWords, WORDS, strategies.tuples(PLACES, PLACES), WORDS), max_size=2
    ).map(tuple),
    strategies.lists(strategies.builds(AcceptedWords, WORDS, WORDS, WORDS), max_size=2).map(tuple),
)


@given(READINGS)
def test_what_is_written_is_read_again(reading):
    loaded = parse_reading(reading_text(reading).encode(), "toast.reading.json")
    assert ((), reading) == (loaded.findings, loaded.reading)


def test_a_change_of_a_claim_is_one_line_of_a_diff():
    claims = tuple(ReadClaim(f"word {number}", "says", "owes(ANNA)") for number in range(3))
    before = Reading({"02": (PassageReading("first", "0" * 16, "", claims),)})
    after = Reading({"02": (PassageReading("first", "0" * 16, "", claims[:2]),)})
    lines = set(reading_text(before).splitlines()) ^ set(reading_text(after).splitlines())
    assert len(lines) <= 3


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"format": 1}',
        b'{"format": 0, "paragraphs": {}}',
        b'{"format": 1, "paragraphs": {}, "model": "whoever"}',
        b'{"format": 1, "paragraphs": {"02": [{"reader": "a", "digest": "short", "claims": []}]}}',
        b'{"format": 1, "paragraphs": {}, "accepted": [{"path": "02", "quote": "x"}]}',
        b"[" * 100_000,
        b'{"format": 1, "paragraphs": {}, "clashes": ' + b"9" * 5_000 + b"}",
        b"<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n",
        b'{"format": 2, "paragraphs": {}}',
    ],
)
def test_a_file_that_is_none_is_refused_with_a_cure(data):
    loaded = parse_reading(data, "toast.reading.json")
    assert loaded.reading is None
    assert loaded.findings
    assert all(finding.severity.name == "ERROR" and finding.hint for finding in loaded.findings)
