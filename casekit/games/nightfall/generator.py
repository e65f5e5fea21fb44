"""Simulated evenings: nights, what each seat saw of them, and what people say; murderers lie."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from casekit.diagnostics import Source
from casekit.games.nightfall.document import NOBODY, Ballot, Evening, Move, Night, NightOutcome, Vote, killed
from casekit.games.nightfall.game import EVENING, GAME
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.editions import Level
from casekit.kit.transcripts.generator import GeneratorSpec, block_lines
from casekit.language.syntax.parser import parse
from casekit.resources import words

NAMES = ("ALICE", "BOB", "CLARA", "DAVID", "EMMA", "FRANK", "GRACE", "HENRY", "IRIS", "JACK")
WORDS = "games/nightfall/words/talk.toml"
FEWEST = {1: 4, 2: 6}
"""The fewest players, by the number of murderers."""
TELLING = {"apprentice": 1.0, "amateur": 0.65, "expert": 0.55}
"""How often somebody says each thing that they know of a night."""
HOME, TRIES, ABSTAINS = 0.5, 0.85, 0.6
"""How often somebody stays at home, a murderer tries to kill who need not, and a voter abstains."""


class Story(NamedTuple):
    """Where somebody says that they were, and whom they say they met."""

    host: str
    met: tuple[str, ...]


def _simulated(
    random: Random, _: None, players: int, level: Level, *, murderers: int = 1, days: int = 2
) -> Iterator[Evening]:
    """An evening as each living innocent sees it, if its murderers are certain on its last day only."""
    names = NAMES[:players]
    culprits = sorted(random.sample(names, murderers))
    game = _Game(random, names, culprits, level)
    for day in range(1, days + 1):
        game.night(day)
        if game.goes_on():
            game.talk(day)
            game.vote(last=day == days)
        if not game.goes_on():
            return
    for seat in game.living:
        if seat not in culprits:
            blocks = {"players": names, "play": game.seen_by(seat), "truth": game.truth}
            evening = _evening(level, seat, murderers, **blocks)
            decided = TranscriptAnalysis(evening).course.decided
            if decided is not None and evening.days[decided] == days:
                yield evening


class _Game:
    """An evening in play: its lines, with a night to be filled in for each seat, and lines of truth."""

    def __init__(self, random: Random, names: Sequence[str], culprits: Sequence[str], level: Level) -> None:
        self.random, self.level = random, level
        self.living, self.culprits = [*names], tuple(culprits)
        self.play: list[str | NightOutcome] = []
        self.truth = [f"murderers: {', '.join(culprits)}"]
        self._rested: set[str] = set()

    def goes_on(self) -> bool:
        """Whether a murderer is free, and two innocents live."""
        innocents = [name for name in self.living if name not in self.culprits]
        return len(innocents) > 1 and len(innocents) < len(self.living)

    def night(self, number: int) -> None:
        """Everybody stays or visits somebody; a murderer who tries to kill goes out for it."""
        moves = {name: self._move(name) for name in self.living}
        night = NightOutcome(moves, killed(moves, self.culprits))
        self._rested = {name for name in self.culprits if name in moves and not moves[name].kills}
        self.truth.append(f"night {number}: {', '.join(move.said for move in moves.values())}")
        self.play += [night, f"dawn: {night.victims}"]
        self.living = [name for name in self.living if name not in night.dead]

    def _move(self, name: str) -> Move:
        others = self._others(name)
        if name not in self.culprits:
            return Move(name, "" if self.random.random() < HOME else self.random.choice(others))
        kills = name in self._rested or self.random.random() < TRIES
        victims = [other for other in others if other not in self.culprits]
        return Move(name, self.random.choice(victims if kills else [name, *others]), kills)

    def talk(self, day: int) -> None:
        """Everybody says where they were and whom they met.

        A murderer whom nobody saw has a story that those before have not refuted.
        """
        night = next(event for event in reversed(self.play) if isinstance(event, NightOutcome))
        stories: dict[str, Story] = {}
        for name in self.random.sample(self.living, len(self.living)):
            story = Story(night.moves[name].where, night.met(name))
            witnesses = {*story.met} & {*self.living} - {*self.culprits}
            if name in self.culprits and not witnesses:
                story = self._lie(name, [*night.moves], stories)
            stories[name] = story
            self.play.append(self._speech(name, story, day))

    def _lie(self, name: str, hosts: Sequence[str], stories: dict[str, Story]) -> Story:
        """Home alone, or a visit to somebody, such that nobody who has spoken knows better."""
        companies: list[tuple[str, ...]] = [()]
        companies += [(other,) for other in self._others(name)]
        lies: list[Story] = []
        for host, met in product(hosts, companies):
            lie = Story(host, met)
            if all(_agree(name, lie, other, story) for other, story in stories.items()):
                lies.append(lie)
        usual = Story(name, ())
        at_home = usual in lies and self.random.random() < HOME
        return usual if at_home else self.random.choice(lies or [usual])

    def _speech(self, name: str, story: Story, night: int) -> str:
        """A story in sentences, with the lines that quote them."""
        place = "home" if story.host == name else "away"
        values = {
            "me": name,
            "night": night,
            "host": story.host,
            "one": story.met[0] if story.met else "",
            "names": ", ".join(story.met),
            "each": " and ".join(f"met({name}, {other}, {night})" for other in story.met),
        }
        spoken = {key: str(value).title() for key, value in values.items()}
        spoken["all"] = " and ".join(other.title() for other in story.met)
        table = words(WORDS, "en")
        sentences, lines = [], []
        for kind in self._kinds_of_sentences(story, place):
            sentence = self.random.choice(table[kind][place]).format(**spoken)
            sentences.append(f"{sentence}.")
            logic = table[kind]["logic"].format(**values)
            if logic:
                lines.append(f'~ {logic}  "{sentence}"')
        return "\n".join([f'{name} says "{" ".join(sentences)}"', *lines])

    def _kinds_of_sentences(self, story: Story, place: str) -> list[str]:
        """The parts of a story that are said, two at least."""
        kinds = ["stayed" if place == "home" else "visited"]
        if not story.met:
            kinds.append("alone")
        else:
            kinds += ["met" if len(story.met) == 1 else "several", "only"]
        told = [kind for kind in kinds if self.random.random() < TELLING[self.level]]
        told = told or [self.random.choice(kinds[:2])]
        return [*told, "nothing"] if len(told) == 1 else told

    def vote(self, *, last: bool) -> None:
        """Everybody abstains or suspects somebody.

        On the last day two suspect each other, so that nobody is hanged.
        """
        one, other = self.random.sample(self.living, 2)
        both = {one: other, other: one}
        ballots = [Ballot(name, both.get(name, "") if last else self._suspect(name)) for name in self.living]
        votes = [
            f"{ballot.player} {f'for {ballot.whom}' if ballot.whom else 'abstains'}" for ballot in ballots
        ]
        hanged = Vote(tuple(ballots)).hanged
        role = "murderer" if hanged in self.culprits else "innocent"
        self.play += [f"vote: {', '.join(votes)}", f"hanged: {f'{hanged}, {role}' if hanged else NOBODY}"]
        self.living = [name for name in self.living if name != hanged]

    def _suspect(self, name: str) -> str:
        abstains = self.random.random() < ABSTAINS
        return "" if abstains else self.random.choice(self._others(name))

    def _others(self, name: str) -> list[str]:
        return [other for other in self.living if other != name]

    def seen_by(self, seat: str) -> list[str]:
        """The lines of play as somebody saw them who lives."""
        return [line if isinstance(line, str) else line.seen_by(seat, Night()).text for line in self.play]


def _agree(name: str, story: Story, other_name: str, other_story: Story) -> bool:
    """Whether two stories can both be so."""
    together = story.host == other_story.host
    return (other_name in story.met) == together == (name in other_story.met)


def _evening(level: Level, seat: str, murderers: int = 1, **blocks: Sequence[str]) -> Evening:
    """An evening of the lines of its blocks, with a number of murderers."""
    lines = ["title: -", f"level: {level}"]
    for heading, below in {**blocks, "rules": [f"murderers {murderers}"], f"seat {seat}": ()}.items():
        lines += [f"== {heading}", *below]
    tree, _ = parse(Source("made", "\n".join([*lines, ""])), EVENING)
    evening: Evening = GAME.language.resolve(tree, GAME.language.default_edition()).document.puzzle
    return evening


def _players(_deck: None, _level: Level, *, murderers: int = 1, days: int = 2) -> range:
    return range(max(FEWEST[murderers], days + 2), len(NAMES) + 1)


def _begun(_: None) -> Evening:
    """An evening of five, with its first night."""
    moves = "ALICE stays, BOB visits ALICE, CLARA visits DAVID to kill, DAVID stays, EMMA stays"
    play, truth = ["night: ALICE stays, meets BOB", "dawn: DAVID"], ["murderers: CLARA", f"night 1: {moves}"]
    return _evening("amateur", "ALICE", players=NAMES[:5], play=play, truth=truth)


MAKING = GeneratorSpec(
    simulated=_simulated,
    players=_players,
    begun=_begun,
    lines=lambda evening: {
        **block_lines(evening),
        **({"rules": [f"murderers {evening.murderers.count}"]} if evening.murderers.count > 1 else {}),
    },
    comments=lambda _: {
        "seat": ["An innocent, whose eyes the reader has."],
        "play": [
            "TODO: what everybody says, with lines that quote it; then `vote` and `hanged`, and the next night.",
        ],
        "truth": ["What everybody really did; `to kill` is for murderers."],
    },
)
"""How evenings are made."""
