"""Scenarios of simulated evenings: what one seat sees until two lines after it can know the solution."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from casekit.games.deception.deck import (
    ACCOMPLICE,
    CARD_KINDS,
    FEWEST_WITH_ACCOMPLICE,
    MARKERS,
    REPLACED,
    TARGETS,
    WITNESS,
    Deck,
)
from casekit.games.deception.game import DECEPTION
from casekit.games.deception.scenario import Attempt, CardHolder, Event, Glimpse, Marker, Scenario, Secret
from casekit.games.transcripts.making.fitting import LINES_AFTER
from casekit.games.transcripts.making.made import Making, block_lines
from casekit.games.transcripts.transcript import Level

NAMES = ("ALDA", "BRAM", "CORIN", "DELIA", "EDDA", "FENN", "GISLA", "HUGO", "IVO", "JONET", "KIT")
"""Those at the table, in the order of turns."""
HANDS: Mapping[Level, int] = {"apprentice": 3, "amateur": 4, "expert": 5}
"""The cards of each kind that a player has, by how hard it is to be (rulebook, "Adjusting the Difficulty")."""
RASH = 0.3
"""How often somebody tries to solve the crime after a marker."""


def _dealt(
    random: Random, deck: Deck, players: int, level: Level, *, witness: bool = False
) -> Iterator[Scenario]:
    """Scenarios in which nothing was played, one for each seat: that of the witness, if there is one."""
    each = HANDS[level]
    means, clues = (random.sample(deck.of_kind(kind), players * each) for kind in CARD_KINDS)
    hands = [slice(at * each, (at + 1) * each) for at in range(players)]
    table = tuple(
        CardHolder(name, tuple(means[hand]), tuple(clues[hand]))
        for name, hand in zip(NAMES, hands, strict=False)
    )
    culprit, *others = random.sample(table, players)
    truth = {
        "murderer": culprit.name,
        "means": random.choice(culprit.means),
        "evidence": random.choice(culprit.clues),
    }
    if witness:
        truth |= {ACCOMPLICE: others[0].name, WITNESS: others[1].name}
    culprits = {culprit.name, truth.get(ACCOMPLICE)}
    saw = Glimpse(tuple(name for name in NAMES if name in culprits)) if witness else None
    for player in others[1:2] if witness else others:
        yield Scenario(
            "",
            table,
            player.name,
            saw,
            (),
            tuple(Secret(*said) for said in truth.items()),
            level,
            deck=deck,
            roles=tuple(role for role in truth if role not in TARGETS[1:]),
        )


def _simulated(
    random: Random, deck: Deck, players: int, level: Level, *, witness: bool = False
) -> Iterator[Scenario]:
    for scenario in _dealt(random, deck, players, level, witness=witness):
        play = tuple(_evening(scenario, random))
        if len(play) > LINES_AFTER:
            yield replace(scenario, play=play)


def _evening(scenario: Scenario, random: Random) -> Iterator[Event]:
    """Markers that each strike off something for the seat, and attempts that fail, until two lines after nothing is left to find out."""
    crime, left, after = scenario.crime or scenario.pairs[0], scenario.possible(), LINES_AFTER
    rash = [name for name in scenario.names if name != scenario.seat]
    number = 0
    for tile, replaced in _tiles(scenario.deck, random):
        if not after:
            return
        markers = [
            Marker(number + 1, tile, option, replaced) for option in scenario.deck.fitting(*crime, tile)
        ]
        found = {marker: scenario.left_by(marker, left) for marker in markers}
        telling = [each for each in markers if len(found[each]) < len(left) or len(left) == 1]
        if not telling:
            return
        telling.sort(key=lambda each: len(found[each]))
        marker = telling[0] if scenario.level == "apprentice" else random.choice(telling[len(telling) // 3 :])
        number, left = number + 1, found[marker]
        after -= len(left) == 1
        yield marker
        wrong = [pair for pair in left if pair != crime]
        if wrong and rash and after == LINES_AFTER and random.random() < RASH:
            pair, who = random.choice(wrong), random.choice(rash)
            attempt = Attempt(number + 1, who, scenario.owner[pair[0]], *pair, right=False)
            if attempt.whom != who:
                rash.remove(who)
                number, left = number + 1, scenario.left_by(attempt, left)
                yield attempt


def _tiles(deck: Deck, random: Random) -> Iterator[tuple[str, str]]:
    """The tiles of an evening in turn, each with the one that it replaces."""
    scenes = random.sample(deck.of_kind("scene"), len(deck.of_kind("scene")))
    lying, later = scenes[: MARKERS - 2], scenes[MARKERS - 2 :][:REPLACED]
    first = [*deck.of_kind("cause"), random.choice(deck.of_kind("location")), *lying]
    yield from ((tile, "") for tile in random.sample(first, len(first)))
    yield from ((tile, lying.pop(random.randrange(len(lying)))) for tile in later)


def _begun(deck: Deck) -> Scenario:
    """A scenario of three players, in which the marker of the cause was laid."""
    scenario = next(_dealt(Random(0), deck, 3, "apprentice"))  # noqa: S311 - a table to begin with
    (cause,) = deck.of_kind("cause")
    option = deck.fitting(*(scenario.crime or scenario.pairs[0]), cause)[0]
    return replace(scenario, play=(Marker(1, cause, option),))


def _players(deck: Deck, level: Level, *, witness: bool = False) -> range:
    most = min(len(deck.of_kind(kind)) // HANDS[level] for kind in CARD_KINDS)
    allowed = DECEPTION.players
    return range(FEWEST_WITH_ACCOMPLICE if witness else allowed.start, min(most + 1, allowed.stop))


_COMMENTS = {
    "players": ["Everybody's cards lie open: means before the bar, clue cards after it, as many of each."],
    "seat": ["An investigator, whose eyes the reader has."],
    "play": [
        "The cause, a location and four scenes; then a new scene in each of two rounds. Each option suits a card of the truth.",
        "TODO: the markers go on until the solution is certain.",
    ],
    "truth": ["TODO: choose the murderer, and two of the murderer's cards."],
}


def _lines(scenario: Scenario) -> Mapping[str, Sequence[str]]:
    named = {"roles": [", ".join(scenario.roles)]} if len(scenario.roles) > 1 else {}
    return {**block_lines(scenario), **named}


MAKING = Making(
    simulated=_simulated,
    players=_players,
    begun=_begun,
    comments=lambda _: _COMMENTS,
    to_do="its cards, its markers and its story to write",
    lines=_lines,
)
"""How scenarios are made."""
