"""Evenings that are simulated: nights, what each seat saw of them, and what people say, murderers among them, who lie."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from casekit.diagnostics import Source
from casekit.games.nightfall.evening import NOBODY, Evening, Move, Vote
from casekit.games.nightfall.evening_forms import EVENING
from casekit.games.nightfall.game import NIGHTFALL
from casekit.games.nightfall.nights import Resolved, killed
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.decks import built_in
from casekit.games.transcripts.making.made import Making, block_lines
from casekit.games.transcripts.resolving import read
from casekit.games.transcripts.transcript import Level
from casekit.language.document.parsing import parse
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
    random: Random, deck: None, players: int, level: Level, *, murderers: int = 1, days: int = 2
) -> Iterator[Evening]:
    """What each innocent who lives sees of an evening whose murderers are certain on its last day, and on no earlier one."""
    del deck
    names = NAMES[:players]
    culprits = sorted(random.sample(names, murderers))
    game = _Game(random, names, culprits, level)
    for day in range(1, days + 1):
        game.night(day)
        if not game.goes_on():
            return
        game.talk(day)
        game.vote(last=day == days)
        if not game.goes_on():
            return
    for seat in game.living:
        if seat not in culprits:
            evening = _evening(level, names, game.seen_by(seat), game.truth, seat, murderers)
            decided = TranscriptInquiry(evening).course.decided
            if decided is not None and evening.days[decided] == days:
                yield evening


class _Game:
    """An evening while it is played: lines of play, with a night to be filled in for each seat, and lines of truth."""

    def __init__(self, random: Random, names: Sequence[str], culprits: Sequence[str], level: Level) -> None:
        self.random, self.level = random, level
        self.living, self.culprits = [*names], tuple(culprits)
        self.play: list[str | Resolved] = []
        self.truth = [f"murderers: {', '.join(culprits)}"]
        self._rested: set[str] = set()

    def goes_on(self) -> bool:
        """Whether a murderer is free, and two innocents live."""
        innocents = [name for name in self.living if name not in self.culprits]
        return len(innocents) > 1 and len(innocents) < len(self.living)

    def night(self, number: int) -> None:
        """Everybody stays or visits somebody; a murderer who tries to kill goes out for it."""
        moves = {name: self._move(name) for name in self.living}
        night = Resolved(moves, killed(moves, self.culprits))
        self._rested = {name for name in self.culprits if name in moves and not moves[name].kills}
        told = ", ".join(_told(move) for move in moves.values())
        self.truth.append(f"night {number}: {told}")
        self.play += [night, f"dawn: {' and '.join(night.dead) or NOBODY}"]
        self.living = [name for name in self.living if name not in night.dead]

    def _move(self, name: str) -> Move:
        others = [other for other in self.living if other != name]
        if name not in self.culprits:
            return Move(name, name if self.random.random() < HOME else self.random.choice(others))
        kills = name in self._rested or self.random.random() < TRIES
        victims = [other for other in others if other not in self.culprits]
        return Move(name, self.random.choice(victims if kills else [name, *others]), kills)

    def talk(self, day: int) -> None:
        """Everybody says where they were and whom they met; a murderer whom nobody saw has a story that those before have not refuted."""
        night = next(each for each in reversed(self.play) if isinstance(each, Resolved))
        told: dict[str, Story] = {}
        for name in self.random.sample(self.living, len(self.living)):
            story = Story(night.moves[name].host, night.met(name))
            witnesses = {*story.met} & {*self.living} - {*self.culprits}
            if name in self.culprits and not witnesses:
                story = self._lie(name, [*night.moves], told)
            told[name] = story
            self.play.append(self._speech(name, story, day))

    def _lie(self, name: str, hosts: Sequence[str], told: dict[str, Story]) -> Story:
        """Home alone, or a visit to somebody, such that nobody who has spoken knows better."""
        stories = [
            Story(host, met)
            for host in hosts
            for met in ((), *((other,) for other in self.living if other != name))
            if all(_agree(name, Story(host, met), other, theirs) for other, theirs in told.items())
        ]
        usual = Story(name, ())
        at_home = usual in stories and self.random.random() < HOME
        return usual if at_home else self.random.choice(stories or [usual])

    def _speech(self, name: str, story: Story, night: int) -> str:
        """A story in sentences, with the lines that quote them."""
        place = "home" if story.host == name else "away"
        company = "alone" if not story.met else "met" if len(story.met) == 1 else "several"
        kinds = ["stayed" if place == "home" else "visited", company, *(["only"] if story.met else [])]
        said = [kind for kind in kinds if self.random.random() < TELLING[self.level]]
        said = said or [self.random.choice(kinds[:2])]
        said += ["nothing"] if len(said) == 1 else []
        given = {
            "me": name,
            "night": night,
            "host": story.host,
            "one": story.met[0] if story.met else "",
            "names": ", ".join(story.met),
            "each": " and ".join(f"met({name}, {other}, {night})" for other in story.met),
        }
        spoken = {key: str(each).title() for key, each in given.items()}
        spoken["all"] = " and ".join(name.title() for name in story.met)
        table = words(WORDS, "en")
        sentences, lines = [], []
        for kind in said:
            sentence = self.random.choice(table[kind][place]).format(**spoken)
            sentences.append(f"{sentence}.")
            if logic := table[kind]["logic"].format(**given):
                lines.append(f'~ {logic}  "{sentence}"')
        return "\n".join([f'{name} says "{" ".join(sentences)}"', *lines])

    def vote(self, *, last: bool) -> None:
        """Everybody abstains or suspects somebody; on the last day two suspect each other, so that nobody is hanged."""
        pair = self.random.sample(self.living, 2)
        ballots = dict.fromkeys(self.living, "") | dict(zip(pair, reversed(pair), strict=True))
        if not last:
            others = {name: [each for each in self.living if each != name] for name in self.living}
            ballots = {
                name: "" if self.random.random() < ABSTAINS else self.random.choice(others[name])
                for name in self.living
            }
        told = ", ".join(f"{who} for {whom}" if whom else f"{who} abstains" for who, whom in ballots.items())
        hanged = Vote(tuple(ballots.items())).hanged
        role = "murderer" if hanged in self.culprits else "innocent"
        self.play += [f"vote: {told}", f"hanged: {f'{hanged}, {role}' if hanged else NOBODY}"]
        self.living = [name for name in self.living if name != hanged]

    def seen_by(self, seat: str) -> list[str]:
        """The lines of play as somebody saw them who lives."""
        return [
            line
            if isinstance(line, str)
            else f"night: {_told(line.moves[seat])}, meets {' and '.join(line.met(seat)) or NOBODY}"
            for line in self.play
        ]


def _told(move: Move) -> str:
    where = "stays" if move.host == move.player else f"visits {move.host}"
    return f"{move.player} {where}{' to kill' if move.kills else ''}"


def _agree(one: str, story: Story, other: str, theirs: Story) -> bool:
    """Whether two stories can both be so."""
    together = story.host == theirs.host
    return (other in story.met) == together == (one in theirs.met)


def _evening(
    level: Level, names: Sequence[str], play: Sequence[str], truth: Sequence[str], seat: str, count: int = 1
) -> Evening:
    """An evening of its lines, with a number of murderers."""
    blocks = {
        "players": names,
        "rules": [f"murderers {count}"],
        f"seat {seat}": (),
        "play": play,
        "truth": truth,
    }
    lines = (f"== {heading}\n" + "".join(f"{line}\n" for line in told) for heading, told in blocks.items())
    tree, _ = parse(Source("made", f"title: -\nlevel: {level}\n{''.join(lines)}"), EVENING)
    evening: Evening = read(NIGHTFALL, tree, built_in(NIGHTFALL)).document.puzzle
    return evening


def _players(deck: None, level: Level, *, murderers: int = 1, days: int = 2) -> range:
    del deck, level
    return range(max(FEWEST[murderers], days + 2), len(NAMES) + 1)


def _begun(deck: None) -> Evening:
    """An evening of five, with its first night."""
    del deck
    moves = "ALICE stays, BOB visits ALICE, CLARA visits DAVID to kill, DAVID stays, EMMA stays"
    play = ["night: ALICE stays, meets BOB", "dawn: DAVID"]
    return _evening("amateur", NAMES[:5], play, ["murderers: CLARA", f"night 1: {moves}"], "ALICE")


MAKING = Making(
    simulated=_simulated,
    players=_players,
    begun=_begun,
    lines=lambda evening: {
        **block_lines(evening),
        **({"rules": [f"murderers {evening.murderers}"]} if evening.murderers > 1 else {}),
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
