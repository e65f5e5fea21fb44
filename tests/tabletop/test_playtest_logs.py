"""Logs from strangers: what is no log, what no page writes, and what is left of one when the case was revised."""

import json
import re
from base64 import b64decode
from copy import deepcopy
from hashlib import sha256

import jsonschema
import pytest
from hypothesis import given, strategies as st

from casekit import resources
from casekit.kit.code_registry import base_of
from casekit.tabletop.playtest_page import playtest_page
from casekit.tabletop.playtests.playbook import Identity, prose_runs
from casekit.tabletop.playtests.playtest_logs import PlaytestLog, read_log, seal_of_log
from casekit.tabletop.playtests.tester_games import seats_of, shared_game
from tests.testers import log_of

SCHEMA = json.loads(resources.text("schemas/playtest.schema.json"))
ANNA = {"culprit": ("ANNA", 50)}
CLARA = {"culprit": ("CLARA", 75), "motive": ("debt", None), "method": ("poison", 95)}
GAME = (("01", "03", "CLARA alibi"), ((1, 0, ANNA), (2, 0, CLARA), (3, 0, CLARA)))


@pytest.fixture(scope="module")
def book(book_of):
    return book_of(base_of())


@pytest.fixture(scope="module")
def log(book):
    return log_of(book, *GAME)


def as_bytes(log):
    return json.dumps(log).encode()


def found(data):
    read, findings = read_log(data, "some.json")
    assert (read is None) == bool(findings)
    return [each.code.id for each in findings]


def test_a_log_is_read(log):
    jsonschema.validate(log, SCHEMA)
    assert [] == found(as_bytes(log))
    assert [] == found(json.dumps(log, indent=4, sort_keys=True).encode("utf-8-sig"))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\x89PNG\r\n\x1a\n\0\0",
        b"[]",
        b"null",
        b"[" * 100_000,
        b"1" * 5_000,
        b" " * 10_000_000,
        b'{"format": 1}',
    ],
    ids=["empty", "half", "binary", "list", "null", "deep", "digits", "10 MB", "other"],
)
def test_what_is_no_log_is_told(data):
    assert ["CK630"] == found(data)


def test_half_a_log_is_told_wherever_it_ends(log):
    whole = as_bytes(log)
    for end in range(0, len(whole) - 1, 97):
        assert ["CK630"] == found(whole[:end])


NUMBERS = {
    "seconds": lambda log, number: log.update(seconds=number),
    "read.1.seconds": lambda log, number: log["read"][1].update(seconds=number),
    "read.1.number": lambda log, number: log["read"][1].update(number=number),
    "read.1.turn": lambda log, number: log["read"][1].update(turn=number),
    "read.1.seat": lambda log, number: log["read"][1].update(seat=number),
    "hypotheses.1.seconds": lambda log, number: log["hypotheses"][1].update(seconds=number),
    "hypotheses.1.read": lambda log, number: log["hypotheses"][1].update(read=number),
    "remarks.0.seconds": lambda log, number: log["remarks"].append(
        {"path": "01", "text": "x", "seconds": number}
    ),
    "players": lambda log, number: log.update(players=number),
    "turn": lambda log, number: log.update(turn=number),
    "points": lambda log, number: log.update(points=number),
    "tokens": lambda log, number: log.update(tokens=[number]),
}
ABSURD = (
    1e308,
    1e22,
    float("nan"),
    float("inf"),
    float("-inf"),
    5.0,
    0.5,
    10**300,
    -(10**300),
    10**12,
    -(10**12),
)


@pytest.mark.parametrize("place", NUMBERS)
@pytest.mark.parametrize("number", ABSURD, ids=str)
def test_a_number_that_no_game_has_is_refused_by_name(log, place, number):
    copy = changed(log, lambda each: NUMBERS[place](each, number))
    copy["seal"] = seal_of_log(copy)
    read, (finding,) = read_log(as_bytes(copy), "some.json")
    assert (None, "CK630", "some.json") == (read, finding.code.id, finding.span.file)
    named = place.replace(".", "[", 1).replace(".", "].") if "." in place else place
    assert named in finding.message
    assert str(number)[:20] in finding.message


def changed(log, change):
    copy = deepcopy(log)
    change(copy)
    return copy


CHANGES = {
    "an earlier time": lambda log: log["read"][1].update(seconds=5),
    "an earlier turn": lambda log: log["read"][2].update(turn=1),
    "a path that does not exist": lambda log: log["read"][0].update(path="ZOE alibi"),
    "a remark on a path that does not exist": lambda log: log["remarks"].append(
        {"path": "99", "text": "x", "seconds": 1}
    ),
    "a paragraph twice": lambda log: log["read"][1].update(number=log["read"][0]["number"]),
    "a seat too many": lambda log: log["hypotheses"][0].update(seat=3),
    "a hypothesis from the future": lambda log: log["hypotheses"][2].update(read=9),
    "something after the end": lambda log: log.update(seconds=3),
    "a remark after the end": lambda log: log["remarks"].append({"path": "01", "text": "x", "seconds": 900}),
    "a month that there is not": lambda log: log.update(began="2026-13-02T20:15:00.000Z"),
    "an hour that there is not": lambda log: log.update(began="2026-01-02T99:15:00.000Z"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_no_page_writes_is_told_even_under_a_new_seal(log, what):
    other = changed(log, CHANGES[what])
    assert ["CK631"] == found(as_bytes(other))
    assert ["CK631"] == found(as_bytes(other | {"seal": seal_of_log(other)}))


def test_a_change_by_hand_breaks_the_seal(log):
    assert ["CK631"] == found(as_bytes(changed(log, lambda each: each.update(notes="not mine"))))


@given(st.text())
def test_any_note_can_be_sealed(text):
    assert 64 == len(seal_of_log({"notes": text}))
    assert seal_of_log({"b": 1, "notes": text}) == seal_of_log({"notes": text, "seal": "", "b": 1})


def test_seats_know_what_they_wrote_down(log, book):
    (seat,) = seats_of([shared_game(PlaytestLog("some.json", log), Identity(book))])
    assert [None, "ANNA", "CLARA", "CLARA"] == [seat.first("culprit", read) for read in range(4)]
    assert (2, None) == (seat.since("culprit", "CLARA"), seat.since("culprit", "ANNA"))
    assert 75 == seat.confidence("culprit")
    assert seat.game.is_whole
    assert {"01": 10, "03": 10} == seat.game.pauses()


def test_a_revision_ends_what_is_known(log, book_of):
    later = book_of(base_of().replace("The planks were painted at eleven", "The planks were painted at ten"))
    game = shared_game(PlaytestLog("some.json", log), Identity(later))
    assert (1, False) == (game.known_count, game.is_whole)
    assert 11 == len(game.unchanged)
    (seat,) = seats_of([game])
    assert ["ANNA"] == [each["answers"][0]["first"] for each in seat.written]
    assert [True, True, False, False] == [seat.is_known(read) for read in range(4)]


def test_another_presentation_leaves_paths_and_remarks(log, book_of):
    later = book_of(base_of().replace("was found dead in his bed", "was found dead in bed"))
    game = shared_game(PlaytestLog("some.json", log), Identity(later))
    assert (-1, 12) == (game.known_count, len(game.unchanged))
    assert [] == list(seats_of([game])[0].written)


def test_logic_and_comments_are_no_other_version(book, book_of):
    later = book_of(base_of().replace('~ owes(CLARA) "in debt to Otto"\n', "// nothing here\n"))
    assert Identity(book).whole == Identity(later).whole
    other = book_of(base_of().replace("culprit = CLARA\nmotive", "culprit = ANNA\nmotive"))
    assert Identity(book).whole != Identity(other).whole


def test_five_lines_read_the_solution_of_a_page(book):
    """As `playtest page` says where it is offered."""
    page = playtest_page(book, {path.key: number for number, path in enumerate(book.paths(), 1)})
    data = json.loads(re.search(r'\{"id": "[0-9a-f]{64}".*?\}(?=<)', page)[0])
    coded = b64decode(data["solution"])
    key = sha256(f"{data['id']}:solution".encode()).digest()
    stream = b"".join(
        sha256(key + block.to_bytes(4, "big")).digest() for block in range(len(coded) // 32 + 1)
    )
    solution = json.loads(bytes(one ^ other for one, other in zip(coded, stream, strict=False)))
    assert {question.key: question.answer for question in book.questions} == solution["answers"]
    prose = "".join(text for paragraph in solution["prose"] for text, _ in paragraph)
    assert prose == "".join(
        text for paragraph in book.solution.prose for text, _ in prose_runs(paragraph, "en")
    )
