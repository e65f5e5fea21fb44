"""Scenarios of simulated evenings: what one seat sees until two lines after it can know the solution."""

from collections.abc import Iterator
from random import Random

from casekit.games.deception import document as box
from casekit.games.deception.game import GAME
from casekit.kit.transcripts.editions import Level
from casekit.kit.transcripts.generator import LINES_AFTER, GeneratorSpec, block_lines
from casekit.values import replace

NAMES = ("ALDA", "BRAM", "CORIN", "DELIA", "EDDA", "FENN", "GISLA", "HUGO", "IVO", "JONET", "KIT")
"""Those at the table, in the order of turns."""
RASH = 0.3
"""How often somebody tries to solve the crime after a marker."""


def _evenings(
    random: Random, deck: box.Deck, players: int, level: Level, *, witness: bool = False
) -> Iterator[box.Scenario]:
    """An evening as each investigator sees it, or the witness alone, if the reader is to be that."""
    size = box.HANDS[level]
    means, clues = (random.sample(deck.of_kind(kind), players * size) for kind in box.CARD_KINDS)
    table = []
    for at, name in enumerate(NAMES[:players]):
        hand = slice(at * size, (at + 1) * size)
        table.append(box.CardHolder(name, tuple(means[hand]), tuple(clues[hand])))
    culprit, *others = random.sample(table, players)
    crime = random.choice(culprit.means), random.choice(culprit.clues)
    about = (*box.TARGETS, box.ACCOMPLICE, box.WITNESS) if witness else box.TARGETS
    answers = (culprit.name, *crime, *(other.name for other in others))
    truth = tuple(map(box.Secret, about, answers))
    roles = tuple(role for role in about if role not in box.TARGETS[1:])
    whole = box.Scenario("", tuple(table), None, None, (), truth, level, deck=deck, roles=roles)
    for player in others[1:2] if witness else others:
        scenario = whole.of_seat(player.name)
        yield replace(scenario, play=tuple(_evening(scenario, random)))


def _players(deck: box.Deck, level: Level, *, witness: bool = False) -> range:
    most = min(len(deck.of_kind(kind)) // box.HANDS[level] for kind in box.CARD_KINDS)
    fewest = max(box.ROLES.values()) if witness else GAME.players.start
    return range(fewest, min(most + 1, GAME.players.stop))


def _evening(scenario: box.Scenario, random: Random) -> Iterator[box.Event]:
    """Markers that each strike off something for the seat, and attempts that fail.

    They end two lines after nothing is left to find out.
    """
    crime, left, after, number = scenario.said("means", "evidence"), scenario.possible(), LINES_AFTER, 0
    rash = [name for name in scenario.names if name != scenario.seat]
    for tile, replaced in _tiles(scenario.deck, random):
        options = scenario.deck.fitting(crime, tile)
        left_by: dict[str, tuple[box.Pair, ...]] = {}
        for option in options:
            left_by[option] = scenario.left_by(box.Marker(0, tile, option, replaced), left)
        telling = [option for option in options if len(left_by[option]) < len(left) or len(left) == 1]
        if not after or not telling:
            return
        telling.sort(key=lambda option: len(left_by[option]))
        option = telling[0] if scenario.level == "apprentice" else random.choice(telling[len(telling) // 3 :])
        number, left = number + 1, left_by[option]
        after -= len(left) == 1
        yield box.Marker(number, tile, option, replaced)
        wrong = [pair for pair in left if pair != crime]
        if wrong and rash and after == LINES_AFTER and random.random() < RASH:
            pair, who = random.choice(wrong), random.choice(rash)
            attempt = box.Attempt(number + 1, who, scenario.owner[pair[0]], *pair, right=False)
            if attempt.whom != who:
                rash.remove(who)
                number, left = number + 1, scenario.left_by(attempt, left)
                yield attempt


def _tiles(deck: box.Deck, random: Random) -> Iterator[tuple[str, str]]:
    """The tiles of an evening in turn, each with the one that it replaces."""
    scenes = random.sample(deck.of_kind("scene"), len(deck.of_kind("scene")))
    lying, later = scenes[: box.FIRST["scene"]], scenes[box.FIRST["scene"] :][: box.LATER]
    first = [*deck.of_kind("cause"), random.choice(deck.of_kind("location")), *lying]
    for tile in random.sample(first, len(first)):
        yield tile, ""
    for tile in later:
        yield tile, lying.pop(random.randrange(len(lying)))


MAKING: GeneratorSpec[box.Deck] = GeneratorSpec(
    simulated=_evenings,
    players=_players,
    comments=lambda _: {
        "players": ["Everybody's cards lie open: means before the bar, as many clue cards after it."],
        "seat": ["An investigator, whose eyes the reader has."],
        "play": [
            "The cause, a location and four scenes; then a new scene in each of two rounds. Each option suits a card of the truth.",
            "TODO: the markers go on until the solution is certain.",
        ],
        "truth": ["TODO: choose the murderer, and two of the murderer's cards."],
    },
    to_do="its cards, its markers and its story to write",
    lines=lambda made: block_lines(made) | ({"roles": [", ".join(made.roles)]} if made.roles[1:] else {}),
)
"""How scenarios are made."""
