"""Plays in which everything happens that a line can tell, at random, answered as the second solver answers them."""

from itertools import islice
from random import Random

import pytest

from casekit.games.abbey.document import USUAL
from casekit.games.abbey.generator import Table
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.checks import illegal
from casekit.kit.transcripts.document import OPEN
from tests.kit.transcripts.abbey import worlds
from tests.kit.transcripts.comparing import compare
from tests.kit.transcripts.rows import ROWS

DECK = next(row.loaded_edition.settings.deck for row in ROWS if row.game == "abbey")
ONCE = ("mass", "shambles", "alibi")
FORMS = (
    *("taking", "returning", "drawing", "having", "having", "clearing", "counting", "counting", "requesting"),
    *("looking", "glimpsing", "swapping", "exchanging", "suspicion", "revealing", "accusing"),
)
MOST_WORLDS = 2_000


def played(random):
    """A short play, with at most one line in which everybody passes cards on."""
    table = Table(DECK, ("ANNA", "BEN", "CORA"), random)
    all_pass = random.choice((*ONCE, ""))
    forms = [*random.choices(FORMS, k=random.randint(2, 6)), *([all_pass] if all_pass else [])]
    random.shuffle(forms)
    for form in forms:
        if table.play and table.play[-1][0]["right"]:
            break
        asked = {
            "revealing": {"trait": "fat"},
            "counting": {"traits": table.random_traits() if random.random() < 0.7 else ()},
        }
        table.do(form, random.choice(table.names), **asked.get(form, {}))
    return table


@pytest.mark.sampled(50)
@pytest.mark.parametrize("block", range(150))
def test_a_random_play_is_legal_and_answered_as_the_second_solver_answers_it(block):
    for seed in range(20 * block, 20 * block + 20):
        random = Random(seed)  # noqa: S311 - a play that must be found again
        table = played(random)
        vigil = table.seen_from(random.choice((*table.names, *table.names, None)))
        assert () == illegal(vigil), [event.text for event in vigil.play]
        if len([*islice(worlds.worlds(vigil), MOST_WORLDS + 1)]) <= MOST_WORLDS:
            compare(vigil, worlds)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(20))
def test_what_really_happened_is_never_ruled_out_and_known_to_who_sees_all(seed):
    """Also where there are too many worlds to count: the cards of the game, and long plays."""
    random = Random(seed)  # noqa: S311 - likewise
    table = Table(USUAL, ("ADSO", "BERNO", "CLARE", "DOMNIN"), random)
    for _ in range(14):
        table.do(random.choice(FORMS[:-2]), random.choice(table.names))
    table.do("mass", "ADSO")
    for seat in (*table.names, OPEN):
        analysis = TranscriptAnalysis(table.seen_from(seat))
        assert analysis.solver.consistent(analysis.solver.truth_told)
        assert table.hand("abbey")[0] in analysis.course.candidates[-1]["guilty"]
