"""Scenarios of simulated evenings: what one seat sees until two lines after it can know the solution."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from casekit.games.deception import document as box
from casekit.games.deception.game import GAME
from casekit.kit.transcripts.editions import Level
from casekit.kit.transcripts.generator import LINES_AFTER, GeneratorSpec, block_lines
from casekit.values import replace

PLAYER_NAMES = ("ALDA", "BRAM", "CORIN", "DELIA", "EDDA", "FENN", "GISLA", "HUGO", "IVO", "JONET", "KIT")
"""The players at the table, in the order of turns."""

SHARE_OF_RASH_ATTEMPTS = 0.3
"""How often somebody tries to solve the crime after a marker."""


def _evenings(
    random: Random, deck: box.Deck, players: int, level: Level, *, witness: bool = False
) -> Iterator[box.Scenario]:
    """An evening as each investigator sees it, or the witness alone, if the reader is to be that."""
    size = box.HANDS[level]
    means, clues = (random.sample(deck.of_kind(kind), players * size) for kind in box.CARD_KINDS)
    table = []
    for number, name in enumerate(PLAYER_NAMES[:players]):
        hand = slice(number * size, (number + 1) * size)
        table.append(box.CardHolder(name, tuple(means[hand]), tuple(clues[hand])))
    murderer, *others = random.sample(table, players)
    crime = random.choice(murderer.means), random.choice(murderer.clues)
    subjects = (*box.TARGETS, box.ACCOMPLICE, box.WITNESS) if witness else box.TARGETS
    answers = (murderer.name, *crime, *(other.name for other in others))
    truth = tuple(map(box.Secret, subjects, answers))
    roles = tuple(subject for subject in subjects if subject not in ("means", "evidence"))
    whole = box.Scenario("", tuple(table), None, None, (), truth, level, deck=deck, roles=roles)
    for player in others[1:2] if witness else others:
        scenario = whole.of_seat(player.name)
        yield replace(scenario, play=tuple(_evening(scenario, random)))


def _players(deck: box.Deck, level: Level, *, witness: bool = False) -> range:
    """How many can play with the cards of a deck."""
    most = min(len(deck.of_kind(kind)) // box.HANDS[level] for kind in box.CARD_KINDS)
    fewest = max(box.ROLES.values()) if witness else GAME.players.start
    return range(fewest, min(most + 1, GAME.players.stop))


def _evening(scenario: box.Scenario, random: Random) -> Iterator[box.Event]:
    """Markers that each strike off something for the seat, and attempts that fail.

    They end two lines after nothing is left to find out.
    """
    crime = scenario.said("means", "evidence")
    pairs_left = scenario.possible()
    lines_to_add = LINES_AFTER
    number = 0
    rash_players = [name for name in scenario.names if name != scenario.seat]
    for tile, replaced in _tiles(scenario.deck, random):
        options = scenario.deck.fitting(crime, tile)
        left_by: dict[str, tuple[box.Pair, ...]] = {}
        for option in options:
            left_by[option] = scenario.left_by(box.Marker(0, tile, option, replaced), pairs_left)
        telling = options if len(pairs_left) == 1 else _telling(left_by, len(pairs_left))
        if not lines_to_add or not telling:
            return
        telling = sorted(telling, key=lambda option: len(left_by[option]))
        option = _chosen_option(telling, scenario.level, random)
        number += 1
        pairs_left = left_by[option]
        if len(pairs_left) == 1:
            lines_to_add -= 1
        yield box.Marker(number, tile, option, replaced)
        wrong_pairs = [pair for pair in pairs_left if pair != crime]
        can_try = wrong_pairs and rash_players and lines_to_add == LINES_AFTER
        if can_try and random.random() < SHARE_OF_RASH_ATTEMPTS:
            pair, player = random.choice(wrong_pairs), random.choice(rash_players)
            attempt = box.Attempt(number + 1, player, scenario.owner[pair[0]], *pair, right=False)
            if attempt.whom != player:
                rash_players.remove(player)
                number += 1
                pairs_left = scenario.left_by(attempt, pairs_left)
                yield attempt


def _chosen_option(telling: Sequence[str], level: Level, random: Random) -> str:
    """The option that says most for apprentices; for others one of those that do not say most."""
    return telling[0] if level == "apprentice" else random.choice(telling[len(telling) // 3 :])


def _telling(left_by: Mapping[str, Sequence[box.Pair]], count: int) -> Sequence[str]:
    """The options after which fewer than ``count`` pairs are left."""
    return [option for option, pairs in left_by.items() if len(pairs) < count]


def _tiles(deck: box.Deck, random: Random) -> Iterator[tuple[str, str]]:
    """The tiles of an evening in turn, each with the one that it replaces."""
    scenes = random.sample(deck.of_kind("scene"), len(deck.of_kind("scene")))
    count = box.FIRST_TILES["scene"]
    scenes_on_table, later_scenes = scenes[:count], scenes[count:][: box.LATER_SCENES]
    first_tiles = [*deck.of_kind("cause"), random.choice(deck.of_kind("location")), *scenes_on_table]
    for tile in random.sample(first_tiles, len(first_tiles)):
        yield tile, ""
    for tile in later_scenes:
        yield tile, scenes_on_table.pop(random.randrange(len(scenes_on_table)))


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
