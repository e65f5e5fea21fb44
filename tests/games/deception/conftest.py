"""Tables that are dealt at random, and texts of scenarios."""

from random import Random

import pytest

from casekit.games.all_codes import base_of
from casekit.games.deception.scenario import Attempt, CardHolder, Marker, Scenario, Secret
from casekit.games.deception.usual_deck import DECKS
from casekit.games.editions import Editions
from casekit.pipeline import checking

NAMES = ("ADA", "BO", "CY", "DOT", "EVE", "FAY", "GUS", "HAL", "IDA", "JO", "KAY")


@pytest.fixture(scope="session")
def deck():
    return DECKS.usual


@pytest.fixture(scope="session")
def dealt(deck):
    """A table of some players with markers and attempts that agree with its truth, seen by an investigator."""

    def deal(seed, players=4, cards=3, *, witness=False):
        random = Random(seed)  # noqa: S311 - a table that must be found again
        means, clues = (random.sample(deck.of_kind(kind), players * cards) for kind in ("means", "clue"))
        table = tuple(
            CardHolder(
                name,
                tuple(means[at * cards : (at + 1) * cards]),
                tuple(clues[at * cards : (at + 1) * cards]),
            )
            for at, name in enumerate(NAMES[:players])
        )
        culprit, other, reader, *_ = random.sample(table, players)
        crime = random.choice(culprit.means), random.choice(culprit.clues)
        tiles = ["cause", "uptown", *random.sample(deck.tiles_of("scene"), 6)]
        play = [
            Marker(
                number,
                tile,
                random.choice(deck.fitting(*crime, tile)),
                tiles[number - 4] if number > 6 else "",
            )
            for number, tile in enumerate(tiles[: random.randint(1, 8)], 1)
        ]
        tried = random.choice(other.means), random.choice(other.clues)
        play.append(Attempt(len(play) + 1, reader.name, other.name, tried, right=False))
        truth = {"murderer": culprit.name, "means": crime[0], "evidence": crime[1]}
        if witness:
            truth |= {"accomplice": other.name, "witness": reader.name}
        return Scenario(
            "T",
            table,
            reader.name,
            Secret("witness", (other.name, culprit.name)) if witness else None,
            tuple(play),
            tuple(Secret(about, (name,)) for about, name in truth.items()),
            deck=deck,
            roles=("murderer", "accomplice", "witness") if witness else ("murderer",),
        )

    return deal


@pytest.fixture(scope="session")
def base():
    return base_of("deception")


@pytest.fixture
def findings(tmp_path):
    """The findings of a text that has no edition of its own."""

    def run(text):
        shelf = Editions().of(tmp_path, "deception")
        return checking.check_bytes(text.encode(), "x.case", shelf).diagnostics

    return run
