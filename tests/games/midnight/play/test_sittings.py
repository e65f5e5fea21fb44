import json
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from casekit.games.midnight.board.actions import Kind, key_of, legal
from casekit.games.midnight.board.events import event
from casekit.games.midnight.board.state import seen_by
from casekit.games.midnight.board_figures import CARD_KINDS
from casekit.games.midnight.play.happenings import new_round
from casekit.games.midnight.play.ship_scene import ship_scene
from casekit.games.midnight.play.table_names import TableNames
from casekit.tabletop.game_json import given as given_to_all, play_log, resumed, saved_game, sight
from casekit.tabletop.match import Belief, BeliefAnswer, PlayerNotes, Seat, Seating
from casekit.tabletop.playtests.playtest_logs import read_log, seal_of_log

PATIENCE = 400


def bytes_of(content):
    return json.dumps(content).encode()


def answers_of(course, first=0):
    """Hypotheses for every question: two that differ."""
    return tuple(
        BeliefAnswer(each.key, each.options[first][0], each.options[first - 1][0], 50)
        for each in course.match.book.questions
    )


def keys_of(moment):
    """The keys of all legal actions."""
    return [key_of(action) for action in legal(moment)]


def moved(course, lots, number):
    """The game after one action of whoever has to choose, drawn by lot among the legal ones."""
    match = course.match
    if course.decides in course.people and match.is_writing(course.now):
        return course.hypotheses(Belief(course.decides, 0, number, answers_of(course)))
    if course.decides not in course.people:
        return course.taken(match.simulated(course.now), number)
    keys = keys_of(course.now)
    # Ending things often keeps a game short.
    ending = [key for key in keys if key in {"done", "stay"}]
    return course.taken(ending[0] if ending and lots.random() < 0.4 else lots.choice(keys), number)


def played(course, lots, most=PATIENCE):
    for number in range(most):
        if course.decides is None:
            break
        course = moved(course, lots, number)
    return course


def texts_in(seen):
    return {run[0] for text in seen["texts"] for prose in text["prose"] for run in prose}


def leaks(course, seat, seen, numbers):
    """Texts that a page would show to somebody who has not read them."""
    book = course.match.book
    bits = course.now.aloud if seat is None else course.now.known[seat]
    names = {str(path) for place, path in enumerate(course.match.table.board.paths) if bits >> place & 1}
    known = {path.key for path in book.paths() if path.name in names}
    shown = json.dumps(seen, ensure_ascii=False) + json.dumps(given_to_all(book, numbers), ensure_ascii=False)
    unread = [passage.prose for key, passage in book.texts.items() if key not in known]
    # Quotes are set as they are printed: what is left of a paragraph between them is long enough to be its own.
    pieces = {
        max(prose.replace("'", '"').replace("*", '"').split('"'), key=len)
        for all_ in unread
        for prose in all_
    }
    return [piece for piece in pieces if len(piece) > 25 and piece in shown]


seatings = st.tuples(st.integers(2, 5), st.sets(st.integers(0, 4), min_size=1), st.integers(0, 1000)).map(
    lambda drawn: (drawn[0], {seat % drawn[0] for seat in drawn[1]}, drawn[2])
)
random_games = settings(max_examples=12, suppress_health_check=[HealthCheck.data_too_large])


@random_games
@given(seatings, st.integers().map(random.Random))
def test_no_seat_is_shown_what_it_has_not_read(course, numbers, seating, lots):
    game = course(*seating)
    for number in range(PATIENCE):
        if game.decides is None:
            break
        if number % 11 == 0:
            for seat in (None, *game.people):
                assert [] == leaks(game, seat, sight(game, seat, numbers), numbers)
        game = moved(game, lots, number)
    solution = max((prose for prose in game.match.book.solution.prose), key=len)[:40]
    shown = json.dumps(sight(game, None, numbers), ensure_ascii=False)
    assert (game.decides is None) == (solution.split('"')[0][:25] in shown)


@random_games
@given(seatings, st.integers().map(random.Random))
def test_a_game_that_was_saved_goes_on_where_it_was(course, host, numbers, seating, lots):
    game = played(course(*seating), lots, lots.randint(0, PATIENCE))
    game = game.settled(PATIENCE).noted(
        game.people[0], PlayerNotes("He lied.", {"culprit:ANNA": "out"}, {"13": "Odd."})
    )
    (again, _), problems = resumed(bytes_of(saved_game(game, PATIENCE)), "a.game.json", host)
    assert () == problems
    assert (game.steps, game.beliefs, game.desks) == (
        again.steps,
        again.beliefs,
        again.desks,
    )
    for seat in game.people:
        assert sight(game, seat, numbers) == sight(again, seat, numbers)
        assert play_log(game, seat, PATIENCE, numbers) == play_log(again, seat, PATIENCE, numbers)


@random_games
@given(seatings, st.integers().map(random.Random))
def test_undo_gives_the_moment_before_and_unreads_nothing(course, seating, lots):
    game = course(*seating)
    for number in range(150):
        if game.decides is None:
            break
        after = moved(game, lots, number)
        if not after.barrier:
            assert game.now == after.undone().now
            assert game.steps == after.undone().steps
            assert (game.now.known, game.now.deck) == (after.now.known, after.now.deck)
        else:
            with pytest.raises(ValueError, match="cannot be undone"):
                after.undone()
        game = after


@random_games
@given(seatings, st.integers().map(random.Random))
def test_the_log_of_a_person_is_one_that_can_be_read(course, numbers, seating, lots):
    game = course(*seating)
    for number in range(lots.randint(0, PATIENCE)):
        if game.decides is None:
            break
        game = moved(game, lots, number)
        if number % 20 == 0:
            game = game.believed(Belief(game.people[0], 0, number, answers_of(game, number % 3)))
    for seat in game.people[:2]:
        content = json.loads(json.dumps(play_log(game, seat, PATIENCE, numbers)))
        log, problems = read_log(bytes_of(content), "a.playtest.json")
        assert () == problems
        assert len(game.readings(seat)) >= len(log.content["read"])
        assert (game.decides is None) == (log.content["stage"] == "over")
        final = [each for each in log.content["hypotheses"] if each["final"]]
        assert 1 >= len(final) >= (game.decides is None)


@random_games
@given(seatings, st.integers().map(random.Random))
def test_the_choices_are_the_legal_actions(course, seating, lots):
    game = course(*seating)
    for number in range(120):
        if game.decides is None:
            break
        if not game.match.is_writing(game.now):
            found = [
                choice["key"]
                for group in game.match.choices(game.now)
                for row in group["rows"]
                for choice in row["choices"]
            ]
            assert sorted(keys_of(game.now)) == sorted(found)
        game = moved(game, lots, number)


def test_a_whole_game_ends_with_scores_and_the_solution(course, numbers):
    game = course(4, {0}).settled(0)
    while game.decides is not None and not game.match.is_writing(game.now):
        keys = keys_of(game.now)
        ending = [key for key in keys if key in {"done", "stay", "silent", "extend"}]
        game = game.taken(ending[0] if ending else keys[0], 1).settled(1)
    assert None is sight(game, 0, numbers)["finale"]
    right = tuple(
        BeliefAnswer(each.key, each.answer, next(value for value, _ in each.options if value != each.answer))
        for each in game.match.book.questions
    )
    game = game.hypotheses(Belief(0, 0, 2, right)).settled(2)
    seats = sight(game, 0, numbers)["finale"]["seats"]
    assert (100, "P0") == (seats[0]["score"] - seats[0]["adjusted"], seats[0]["name"])
    assert any(seat["winner"] for seat in seats)


def test_hypotheses_have_to_be_whole_and_to_differ(course):
    game = course(2, {0, 1})
    while not game.match.is_writing(game.now):
        keys = keys_of(game.now)
        game = game.taken(
            next((key for key in keys if key in {"done", "stay", "silent", "stop"}), keys[0]), 1
        )
    same = tuple(replace(each, second=each.first) for each in answers_of(game))
    for answers in (same, (), answers_of(game)[:2]):
        with pytest.raises(ValueError, match="two different hypotheses"):
            game.hypotheses(Belief(game.decides, 0, 2, answers))
    with pytest.raises(ValueError, match="nobody writes"):
        game.hypotheses(Belief(1 - game.decides, 0, 2, answers_of(game)))


# --- files that were changed ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def content(course):
    game = course(3, {0}).settled(0)
    for _ in range(12):
        keys = keys_of(game.now)
        game = game.taken(next((key for key in keys if key in {"done", "stay"}), keys[0]), 5).settled(5)
    return saved_game(game.believed(Belief(0, 0, 6, answers_of(game))), 9)


def sealed_again(content):
    return {**content, "seal": seal_of_log(content)}


def changed(content, **values):
    return sealed_again({**json.loads(json.dumps(content)), **values})


def refused(content, host):
    game, problems = resumed(
        content if isinstance(content, bytes) else bytes_of(content), "a.game.json", host
    )
    assert game is None
    return problems[0].code.name, problems[0].message


def test_half_a_file_is_no_game(content, host):
    assert "unreadable-game" == refused(bytes_of(content)[:300], host)[0]
    assert "unreadable-game" == refused(b"[]", host)[0]
    assert "unreadable-game" == refused(b"\xff\xfe\x00", host)[0]
    assert "unreadable-game" == refused(b"[" * 100_000, host)[0]
    assert "unreadable-game" == refused(changed(content, seats=[]), host)[0]


def test_a_game_of_another_case_is_not_gone_on_with(content, host):
    other = changed(content, case={**content["case"], "hash": "0" * 64, "title": "Another"})
    assert ("foreign-game", "this is a game of another case, “Another”") == refused(other, host)


def test_a_changed_game_is_not_believed(content, host):
    assert "seal" in refused({**content, "seconds": 1}, host)[1]
    steps = content["steps"]
    last = [number for number, step in enumerate(steps) if step["seat"] == 0][-1]
    simulated = next(number for number, step in enumerate(steps) if step["seat"] != 0)

    def with_step(number, **values):
        return changed(
            content, steps=[{**step, **values} if n == number else step for n, step in enumerate(steps)]
        )

    assert "not legal" in refused(with_step(last, key="move-99"), host)[1]
    assert "not legal" in refused(with_step(last, key="fly"), host)[1]
    assert "whose turn it is not" in refused(with_step(last, seat=1), host)[1]
    assert "simulated player" in refused(with_step(simulated, key="place-99"), host)[1]
    assert "backwards" in refused(with_step(0, seconds=900), host)[1]
    assert "seed" not in refused(changed(content, seed=content["seed"] + 1), host)[0]
    assert "another board" in refused(changed(content, table="0" * 64), host)[1]
    assert "sit" in refused(changed(content, seats=[{"name": "a", "reader": "genius"}] * 3), host)[1]
    assert "sit" in refused(changed(content, seats=content["seats"] * 2), host)[1]
    assert "notes" in refused(changed(content, desks=content["desks"][:1]), host)[1]
    belief = content["beliefs"][0]
    assert "final" in refused(changed(content, beliefs=[{**belief, "final": True}]), host)[1]
    assert "nobody" in refused(changed(content, beliefs=[{**belief, "seat": 1}]), host)[1]


def test_nobody_looks_for_a_simulated_player(course, numbers):
    game = course(2, {0})
    with pytest.raises(ValueError, match="simulated"):
        sight(game, 1, numbers)
    with pytest.raises(ValueError, match="simulated"):
        play_log(game, 1, 0, numbers)


def test_readers_are_named_as_for_simulated_tables(host):
    assert ("perfect/near",) * 5 == host.kinds("perfect/near")
    assert host.kinds("usual") == host.kinds("")
    with pytest.raises(ValueError, match="is not one of"):
        host.kinds("genius/near")
    with pytest.raises(ValueError, match="several tables"):
        host.kinds("steady/near, hasty/near")


@pytest.mark.parametrize(("language", "title"), [("en", "A calm hour"), ("fr", "Une heure calme")])
def test_cards_that_nobody_has_written_have_names_in_the_language_of_the_game(host, language, title):
    edition = host._edition
    board = host._evidence.board
    match = host.match(Seating((Seat("A"), Seat("B")), 1))
    begun = match.begin()
    after = replace(begun, round=begun.round + 1, card=0)
    plain = [event(kind, kind, board.zones[0]) for kind in CARD_KINDS]
    table = replace(match.table, board=replace(board, cards=tuple(plain)))
    before = replace(begun, table=table)
    names = TableNames(
        match.table,
        replace(edition, events=None, language=language),
        match.book,
        match.seating.chairs,
    )
    (told,) = new_round(before, replace(after, table=table), names)
    assert title in told["text"]
    assert not any(kind in told["text"] for kind in CARD_KINDS)


@pytest.mark.parametrize(("language", "few"), [("en", "one or two zones"), ("fr", "une ou deux zones")])
def test_how_far_a_suspect_may_be_moved_is_said_by_the_rule_of_the_round(host, language, few):
    match = host.match(Seating((Seat("A"), Seat("B")), 1))
    edition = replace(host._edition, language=language)
    names = TableNames(match.table, edition, match.book, match.seating.chairs)
    seen = set()
    for card, rule in enumerate(match.table.board.cards):
        at = replace(match.begin(), phase="suspect", round=1, card=card, suspects=(1,) * 12)
        said = ship_scene(seen_by(at, 0), names, ())["phase"]
        ends = {action.to for action in legal(at) if action.kind is Kind.MOVE_SUSPECT}
        seen.add(said)
        assert (few in said) == (bool(ends) and rule.suspects_called is None), rule.title
        if rule.suspects_called is not None:
            assert ends == {rule.suspects_called}
            assert names.zone(rule.suspects_called) in said
        assert all(names.zone(zone) in said for zone in rule.suspects_barred)
    assert 4 == len(seen)


def test_what_ends_the_game_for_everybody_is_asked_before(host):
    match = host.match(Seating((Seat("A"), Seat("B")), 1))
    at = replace(match.begin(), phase="reveal", round=1, card=0)
    (group,) = match.choices(at)
    asked = {choice["key"]: choice["sure"] for row in group["rows"] for choice in row["choices"]}
    assert "cannot be undone" in asked["reveal"]
    assert "" == asked["silent"]
