"""Simulated evenings: nights, what each seat saw of them, and what people say; murderers lie."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from casekit.diagnostics import Source
from casekit.games.nightfall.document import NOBODY, Ballot, Evening, Move, Night, Vote
from casekit.games.nightfall.game import EVENING, GAME
from casekit.games.nightfall.nights import NightOutcome, killed_in
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.editions import Level
from casekit.kit.transcripts.generator import GeneratorSpec, block_lines
from casekit.language.syntax.parser import parse
from casekit.resources import words

PLAYER_NAMES = ("ALICE", "BOB", "CLARA", "DAVID", "EMMA", "FRANK", "GRACE", "HENRY", "IRIS", "JACK")

SPEECH_WORDS = "games/nightfall/words/talk.toml"

FEWEST_PLAYERS = {1: 4, 2: 6}
"""The fewest players, by the number of murderers."""

SHARE_SAID = {"apprentice": 1.0, "amateur": 0.65, "expert": 0.55}
"""By level how often somebody says each thing that they know of a night."""

SHARE_AT_HOME = 0.5
"""How often somebody stays at home."""

SHARE_OF_ATTEMPTS = 0.85
"""How often a murderer tries to kill who need not."""

SHARE_OF_ABSTENTIONS = 0.6
"""How often a voter abstains."""


class Story(NamedTuple):
    """The words of somebody about a night."""

    host: str
    """Whose home they were in."""

    met: tuple[str, ...]
    """Whom they met."""


def _simulated(
    random: Random, _: None, players: int, level: Level, *, murderers: int = 1, days: int = 2
) -> Iterator[Evening]:
    """An evening as each living innocent sees it, if its murderers are certain on its last day only."""
    names = PLAYER_NAMES[:players]
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
        self.random = random
        self.level = level
        self.living = [*names]
        self.culprits = tuple(culprits)
        self.play: list[str | NightOutcome] = []
        """The lines of play; a night is a line once somebody's seat is chosen."""
        self.truth = [f"murderers: {', '.join(culprits)}"]
        self._must_try: set[str] = set()
        """The murderers who did not try to kill in the night before."""

    def goes_on(self) -> bool:
        """Whether a murderer is free, and two innocents live."""
        innocents = [name for name in self.living if name not in self.culprits]
        return len(innocents) > 1 and len(innocents) < len(self.living)

    def night(self, number: int) -> None:
        """Everybody stays or visits somebody; a murderer who tries to kill goes out for it."""
        moves = {name: self._move(name) for name in self.living}
        night = NightOutcome(moves, killed_in(moves, self.culprits))
        self._must_try = {name for name in self.culprits if name in moves and not moves[name].kills}
        self.truth.append(f"night {number}: {', '.join(move.said for move in moves.values())}")
        self.play += [night, f"dawn: {night.victims}"]
        self.living = [name for name in self.living if name not in night.dead]

    def _move(self, name: str) -> Move:
        """The choice of a player for a night."""
        others = self._others(name)
        if name not in self.culprits:
            return Move(name, "" if self.random.random() < SHARE_AT_HOME else self.random.choice(others))
        kills = name in self._must_try or self.random.random() < SHARE_OF_ATTEMPTS
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
        alone_at_home = Story(name, ())
        if alone_at_home in lies and self.random.random() < SHARE_AT_HOME:
            return alone_at_home
        return self.random.choice(lies or [alone_at_home])

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
        table = words(SPEECH_WORDS, "en")
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
        kinds_said = [kind for kind in kinds if self.random.random() < SHARE_SAID[self.level]]
        if not kinds_said:
            kinds_said = [self.random.choice(kinds[:2])]
        return [*kinds_said, "nothing"] if len(kinds_said) == 1 else kinds_said

    def vote(self, *, last: bool) -> None:
        """Everybody abstains or suspects somebody.

        On the last day two suspect each other, so that nobody is hanged.
        """
        first, second = self.random.sample(self.living, 2)
        vote_on_last_day = {first: second, second: first}
        whom = vote_on_last_day if last else {name: self._vote_of(name) for name in self.living}
        ballots = [Ballot(name, whom.get(name, "")) for name in self.living]
        votes = [
            f"{ballot.player} for {ballot.whom}" if ballot.whom else f"{ballot.player} abstains"
            for ballot in ballots
        ]
        hanged = Vote(tuple(ballots)).hanged
        role = "murderer" if hanged in self.culprits else "innocent"
        outcome = f"{hanged}, {role}" if hanged else NOBODY
        self.play += [f"vote: {', '.join(votes)}", f"hanged: {outcome}"]
        self.living = [name for name in self.living if name != hanged]

    def _vote_of(self, name: str) -> str:
        """Whom a player votes to hang; empty if the player abstains."""
        abstains = self.random.random() < SHARE_OF_ABSTENTIONS
        return "" if abstains else self.random.choice(self._others(name))

    def _others(self, name: str) -> list[str]:
        return [other for other in self.living if other != name]

    def seen_by(self, seat: str) -> list[str]:
        """The lines of play as somebody saw them who lives."""
        return [line if isinstance(line, str) else line.seen_by(seat, Night()).text for line in self.play]


def _agree(name: str, story: Story, other_name: str, other_story: Story) -> bool:
    """Whether two stories can both be so."""
    were_together = story.host == other_story.host
    return (other_name in story.met) == were_together == (name in other_story.met)


def _evening(level: Level, seat: str, murderers: int = 1, **blocks: Sequence[str]) -> Evening:
    """An evening of the lines of its blocks, with a number of murderers."""
    lines = ["title: -", f"level: {level}"]
    for heading, below in {**blocks, "rules": [f"murderers {murderers}"], f"seat {seat}": ()}.items():
        lines += [f"== {heading}", *below]
    tree, _ = parse(Source("made", "\n".join([*lines, ""])), EVENING)
    evening: Evening = GAME.language.resolve(tree, GAME.language.default_edition()).document.puzzle
    return evening


def _players(_deck: None, _level: Level, *, murderers: int = 1, days: int = 2) -> range:
    """How many can play."""
    return range(max(FEWEST_PLAYERS[murderers], days + 2), len(PLAYER_NAMES) + 1)


def _begun(_: None) -> Evening:
    """An evening of five, with its first night."""
    moves = "ALICE stays, BOB visits ALICE, CLARA visits DAVID to kill, DAVID stays, EMMA stays"
    play, truth = ["night: ALICE stays, meets BOB", "dawn: DAVID"], ["murderers: CLARA", f"night 1: {moves}"]
    return _evening("amateur", "ALICE", players=PLAYER_NAMES[:5], play=play, truth=truth)


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
