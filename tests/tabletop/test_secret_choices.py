# ruff: noqa: ARG002 - so small a game asks for little of what it is given
"""A game without board or cards, in which everybody bids at once and in secret: what a page needs knows no other game."""

import json
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from casekit.diagnostics import Span
from casekit.print.content.booklet import Passage
from casekit.tabletop.game_json import play_log, sight
from casekit.tabletop.match import PlayedMatch, Seat, Seating, happening, move_group, move_row, opened
from casekit.tabletop.playtests.playbook import Playbook
from casekit.tabletop.playtests.playtest_logs import read_log, unlike_game

BIDS = ("1", "2", "3")
NOTHING = Passage((), Span("bids"))
BOOK = Playbook("Bids", "bids.case", "en", "", "", "", "", NOTHING, (), (), {}, (), NOTHING, {})


@dataclass(frozen=True)
class Bids:
    """What each seat has bid, empty before."""

    made: tuple[str, ...]


class Auction(PlayedMatch):
    """Everybody bids once; the highest bid wins."""

    digest = ""

    def __init__(self, *chairs):
        self.book, self.seating = BOOK, Seating(chairs, 1)

    def begin(self):
        return Bids(("",) * len(self.seating.chairs))

    def to_act(self, moment):
        return [seat for seat, bid in enumerate(moment.made) if not bid]

    def is_writing(self, moment):
        return False

    def choices(self, moment):
        return (move_group("Bid", "here", (move_row("", [{"key": bid, "label": bid} for bid in BIDS]),)),)

    def writing(self, moment, answers):
        raise NotImplementedError

    def after(self, moment, key):
        if key not in BIDS:
            raise ValueError(key)
        seat = self.to_act(moment)[0]
        return Bids((*moment.made[:seat], key, *moment.made[seat + 1 :]))

    def simulated(self, moment):
        return "2"

    def barrier(self, before, after):
        return "turn"

    def happened(self, before, key, after):
        seat = self.to_act(before)[0]
        opened_bids = [happening(f"The bids are {', '.join(after.made)}.")] if all(after.made) else []
        return (happening("bids", seat), *opened_bids)

    def known(self, moment, seat):
        return ()

    def scene(self, moment, seat):
        own = "" if seat is None else moment.made[seat]
        return {"turn": "1", "phase": own}

    def standing(self, moment, seat):
        return {"stage": "over" if all(moment.made) else "play", "turn": 1, "bid": moment.made[seat]}

    def finale(self, moment):
        if not all(moment.made):
            return None
        best = max(moment.made)
        seats = zip(self.seating.chairs, moment.made, strict=True)
        return {
            "seats": [{"name": chair.name, "score": int(bid), "winner": bid == best} for chair, bid in seats]
        }


@pytest.fixture
def course():
    """Anna and Berta, and between them somebody who is simulated."""
    return opened(Auction(Seat("Anna"), Seat("Okoro", "bold"), Seat("Berta")), "1", "2026-01-01T00:00:00Z")


def test_all_who_choose_at_once_do_so_one_after_another(course):
    assert [0, 1, 2] == list(course.match.to_act(course.now))
    course = course.taken("3", 1).settled(1)
    assert (2, (0, 2)) == (course.decides, course.people)
    course = course.taken("1", 2)
    assert (None, ("3", "2", "1")) == (course.decides, course.now.made)
    assert [True, False, False] == [seat["winner"] for seat in course.match.finale(course.now)["seats"]]


def test_nobody_sees_what_another_chose_before_all_have(course):
    course = course.taken("3", 1).settled(1)
    story = [each["text"] for each in sight(course, 2, {})["story"]]
    assert ["bids", "bids"] == story
    assert ["", "3"] == [sight(course, seat, {})["scene"]["phase"] for seat in (2, 0)]
    after = sight(course.taken("1", 2), 2, {})["story"]
    assert "The bids are 3, 2, 1." == after[-1]["text"]


def test_a_log_has_the_counters_of_the_game(course):
    log = play_log(course.taken("3", 1).settled(1), 0, 5, {})
    assert ("3", "play", False) == (log["bid"], log["stage"], log["revealed"])
    read, findings = read_log(json.dumps(log).encode(), "anna.json")
    assert () == findings
    assert unlike_game(read, SimpleNamespace(most=3, counters={"bid"})) is None
    assert "at most 2" in unlike_game(read, SimpleNamespace(most=2, counters={"bid"})).message
    assert "price" in unlike_game(read, SimpleNamespace(most=3, counters={"bid", "price"})).message
