"""Scenarios of simulated evenings: what one seat sees until two lines after it can know the solution."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from casekit.games.deception.asking.scenario_theory import left_by, possible
from casekit.games.deception.deck import (
    ACCOMPLICE,
    CARD_KINDS,
    FEWEST,
    FEWEST_WITH_ACCOMPLICE,
    MARKERS,
    MOST,
    REPLACED,
    TARGETS,
    Deck,
)
from casekit.games.deception.scenario import Attempt, CardHolder, Event, Marker, Pair, Scenario, Secret
from casekit.games.transcripts.making.fitting import LINES_AFTER
from casekit.games.transcripts.making.made import Making
from casekit.games.transcripts.transcript import Level

NAMES = ("ALDA", "BRAM", "CORIN", "DELIA", "EDDA", "FENN", "GISLA", "HUGO", "IVO", "JONET", "KIT")
"""Those at the table, in the order of turns."""
HANDS: Mapping[Level, int] = {"apprentice": 3, "amateur": 4, "expert": 5}
"""The cards of each kind that a player has, by how hard it is to be (rulebook, "Adjusting the Difficulty")."""
RASH = 0.3
"""How often somebody tries to solve the crime after a marker."""


def _simulated(
    random: Random, deck: Deck, players: int, level: Level, *, witness: bool = False
) -> Iterator[Scenario]:
    each = HANDS[level]
    cards = [random.sample(deck.of_kind(kind), players * each) for kind in CARD_KINDS]
    table = _table(players, each, *cards)
    culprit, *others = random.sample(table, players)
    crime = random.choice(culprit.means), random.choice(culprit.clues)
    parts = dict(zip(TARGETS, (culprit.name, *crime), strict=True))
    if witness:
        parts |= {ACCOMPLICE: others[0].name, "witness": others[1].name}
        others = others[1:2]
    truth = tuple(Secret(about, (name,)) for about, name in parts.items())
    roles = tuple(about for about in parts if about not in TARGETS[1:])
    for player in others:
        saw = tuple(one.name for one in table if one.name in {culprit.name, parts.get(ACCOMPLICE)})
        hand = Secret("witness", saw) if witness else None
        scenario = Scenario("", table, player.name, hand, (), truth, level, deck=deck, roles=roles)
        play = tuple(_evening(scenario, crime, random))
        if len(play) > LINES_AFTER:
            yield replace(scenario, play=play)


def _players(deck: Deck, level: Level, *, witness: bool = False) -> range:
    most = min(MOST, *(len(deck.of_kind(kind)) // HANDS[level] for kind in CARD_KINDS))
    return range(FEWEST_WITH_ACCOMPLICE if witness else FEWEST, most + 1)


def _table(players: int, hand: int, means: Sequence[str], clues: Sequence[str]) -> tuple[CardHolder, ...]:
    """The first players with their cards, dealt one after the other."""
    dealt = (slice(at * hand, (at + 1) * hand) for at in range(players))
    return tuple(
        CardHolder(name, tuple(means[of]), tuple(clues[of])) for name, of in zip(NAMES, dealt, strict=False)
    )


def _evening(scenario: Scenario, crime: Pair, random: Random) -> Iterator[Event]:
    """Markers that each strike off something for the seat, and attempts that fail, until two lines after nothing is left to find out."""
    deck, left, after = scenario.deck, possible(scenario), LINES_AFTER
    scenes = random.sample(deck.tiles_of("scene"), MARKERS - 2 + REPLACED)
    lying = scenes[: MARKERS - 2]
    tiles = [*deck.tiles_of("cause"), random.choice(deck.tiles_of("location")), *lying]
    random.shuffle(tiles)
    rash = [name for name in scenario.names if name != scenario.seat]
    number = 0
    for at, tile in enumerate([*tiles, *scenes[MARKERS - 2 :]]):
        if not after:
            return
        found = {option: left_by(deck, tile, option, left) for option in deck.fitting(*crime, tile)}
        telling = [option for option, pairs in found.items() if len(pairs) < len(left) or len(left) == 1]
        if not telling:
            return
        telling.sort(key=lambda option: len(found[option]))
        option = telling[0] if scenario.level == "apprentice" else random.choice(telling[len(telling) // 3 :])
        replaced = lying.pop(random.randrange(len(lying))) if at >= MARKERS else ""
        number, left, after = number + 1, found[option], after - (len(left) == 1)
        yield Marker(number, tile, option, replaced)
        wrong = [pair for pair in left if pair != crime]
        if wrong and rash and after == LINES_AFTER and random.random() < RASH:
            pair, who = random.choice(wrong), random.choice(rash)
            if scenario.owner[pair[0]] != who:
                rash.remove(who)
                number, left = number + 1, tuple(each for each in left if each != pair)
                yield Attempt(number, who, scenario.owner[pair[0]], pair, right=False)


def _begun(deck: Deck) -> Scenario:
    """A scenario of three players with cards that are not shuffled, and the marker of the cause."""
    table = _table(3, 3, *map(deck.of_kind, CARD_KINDS))
    culprit, reader, _ = table
    crime = culprit.means[0], culprit.clues[0]
    (cause,) = deck.tiles_of("cause")
    truth = zip(TARGETS, (culprit.name, *crime), strict=True)
    return Scenario(
        "",
        table,
        reader.name,
        None,
        (Marker(1, cause, deck.fitting(*crime, cause)[0]),),
        tuple(Secret(about, (name,)) for about, name in truth),
        deck=deck,
    )


def _comments(scenario: Scenario) -> Mapping[str, Sequence[str]]:
    del scenario
    return {
        "players": [
            "Everybody's cards lie open: means before the bar, clue cards after it, as many of each."
        ],
        "seat": ["An investigator, whose eyes the reader has."],
        "play": [
            "The cause, a location and four scenes; then a new scene in each of two rounds. Each option suits a card of the truth.",
            "TODO: the markers go on until the solution is certain.",
        ],
        "truth": ["TODO: choose the murderer, and two of the murderer's cards."],
    }


def _lines(scenario: Scenario) -> Mapping[str, Sequence[str]]:
    usual = scenario.roles == ("murderer",)
    return {
        "players": [
            f"{player.name}: {', '.join(player.means)} | {', '.join(player.clues)}"
            for player in scenario.players
        ],
        **({} if usual else {"roles": [", ".join(scenario.roles)]}),
        "seat": [scenario.hand.text] if scenario.hand else [],
        "truth": [secret.text for secret in scenario.truth],
    }


MAKING = Making(
    simulated=_simulated,
    players=_players,
    begun=_begun,
    comments=_comments,
    to_do="its cards, its markers and its story to write",
    lines=_lines,
)
"""How scenarios are made."""
