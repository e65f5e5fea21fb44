"""Simulated games: legal, complete in their reasoning, the same for the same seed."""

from dataclasses import replace
from random import Random

import pytest

from casekit.games.clue.document import CLASSIC, ENVELOPE, KINDS, Suggestion
from casekit.games.clue.generator import ClueGame, deal, seen_from
from casekit.kit.transcripts.analysis import TranscriptAnalysis as PuzzleInquiry
from casekit.kit.transcripts.checks import illegal
from casekit.kit.transcripts.document import OPEN

NAMES = ("SCARLET", "MUSTARD", "WHITE", "GREEN", "PEACOCK", "PLUM")


def seeded(text):
    return Random(text)  # noqa: S311 - a game that must be played again


def game_of(count, seed):
    random = seeded(f"game {seed}")
    return ClueGame(deal(CLASSIC, NAMES[:count], random), random).played(40)


@pytest.mark.parametrize("count", range(2, 7))
def test_a_deal_has_all_cards_once(count):
    dealt = deal(CLASSIC, NAMES[:count], seeded(f"deal {count}"))
    assert set(CLASSIC.slugs) == set(dealt.holders)
    assert KINDS == CLASSIC.kinds(dealt.cards_of(ENVELOPE))
    sizes = [player.hand_size for player in dealt.puzzle.players]
    assert (18, True) == (sum(sizes), max(sizes) - min(sizes) <= 1)
    assert [ENVELOPE, *NAMES[:count]] == [holding.holder for holding in dealt.puzzle.truth]


def test_the_table_answers_until_somebody_shows():
    dealt = deal(CLASSIC, NAMES[:3], seeded("answers"))
    asked = [dealt.cards_of(ENVELOPE)[0], dealt.cards_of("WHITE")[0], dealt.cards_of(ENVELOPE)[2]]
    (passes, shows) = dealt.suggestion(1, "SCARLET", asked, (), seeded("")).answers
    assert ("MUSTARD", False, None) == (passes.player, passes.shows, passes.card)
    assert ("WHITE", True, asked[1]) == (shows.player, shows.shows, shows.card)


def test_a_player_shows_again_what_the_asker_has_seen():
    dealt = deal(CLASSIC, NAMES[:2], seeded("again"))
    asked = [
        next(card for card in dealt.cards_of("MUSTARD") if card in CLASSIC.of_kind(kind)) for kind in KINDS
    ]
    shown = {
        dealt.suggestion(1, "SCARLET", asked, {("MUSTARD", "SCARLET", asked[2])}, seeded(str(seed)))
        .answers[0]
        .card
        for seed in range(20)
    }
    assert {asked[2]} == shown


def test_a_seat_loses_the_cards_it_does_not_see(play):
    (event,) = play("SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe")
    assert event == seen_from(event, "WHITE") == seen_from(event, OPEN)
    assert event.text.removesuffix(" pipe") == seen_from(event, "MUSTARD").text == seen_from(event, None).text


@pytest.mark.parametrize("count", range(2, 7))
def test_a_game_is_legal_with_all_cards_open(count):
    game = game_of(count, count)
    assert () == illegal(replace(game.deal.puzzle, seat=OPEN, play=tuple(game.play)))
    assert [str(at) for at in range(1, len(game.play) + 1)] == [str(event.number) for event in game.play]


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_players_know_as_soon_as_a_reader_of_their_seat(count):
    """What a simulated player knows is all that follows from what the player saw."""
    game = game_of(count, f"known {count}")
    for seat in NAMES[:count]:
        accused = [event.number for event in game.play if not isinstance(event, Suggestion) and event.right]
        play = [event for event in game.play if event.number not in accused]
        seen = game.deal.seen_by(seat, [seen_from(event, seat) for event in play])
        course = PuzzleInquiry(replace(seen, truth=())).course
        assert game.known.get(seat) == course.decided


def test_games_end_with_an_accusation_of_somebody_who_knows():
    game = game_of(3, 1)
    last = game.play[-1]
    assert not isinstance(last, Suggestion)
    assert last.right
    assert game.known[last.player] < last.number


def test_the_same_seed_plays_the_same_game():
    first, again, other = game_of(4, 1), game_of(4, 1), game_of(4, 2)
    assert (first.deal, first.play, first.known) == (again.deal, again.play, again.known)
    assert first.play != other.play


def test_a_game_stops_after_its_lines():
    random = seeded("short")
    assert 3 == len(ClueGame(deal(CLASSIC, NAMES, random), random).played(3).play)
