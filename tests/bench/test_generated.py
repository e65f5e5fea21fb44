from bench.generated import alike, attempts, differences
from bench.transcripts import long_game
from casekit.kit.transcripts.checks import illegal


def test_attempts_go_round_the_table():
    tried = list(attempts(4))
    assert [(2, "amateur"), (2, "expert"), (3, "amateur"), (3, "expert")] == [
        (each.players, each.level) for each in tried
    ]
    made = [each.made.puzzle for each in tried if each.made is not None]
    assert made
    assert all(puzzle.level in {"amateur", "expert"} for puzzle in made)
    told = list(differences(made))
    assert told[0].startswith(f"{len(made)} different envelopes")


def test_puzzles_are_alike_by_their_lines():
    one, other = long_game(5), long_game(10)
    assert 1.0 == alike(one, one)
    assert 0.5 == alike(one, other)


def test_a_long_game_is_legal():
    assert () == illegal(long_game(40))
