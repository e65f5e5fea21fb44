"""A scenario of Deception, typed: the cards on the table, and an evening as an investigator sees it; and as a deduction problem.

That has one hidden pair of cards, and each line strikes off others. Over pairs a proof takes a step a line; over a
murderer, a means and an evidence of their own it takes dozens.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from casekit.asking.wording import TRUTH
from casekit.games.deception.deck import ACCOMPLICE, RESERVED_IN_SCENARIOS, TARGETS, WITNESS, Deck
from casekit.games.deception.game import DECEPTION, SCENARIO
from casekit.games.transcripts.asking import transcript_theory as kit
from casekit.games.transcripts.resolving import TranscriptParts, texts
from casekit.games.transcripts.transcript import PlayLine, ToldLine, Transcript
from casekit.language.formula.nodes import Scope
from casekit.language.laws import Sentence
from casekit.model.logic import And, Formula, Function, Iff, Not, Or, Sort, valued

Pair = tuple[str, str]
"""A means and a clue card of one player: what may have been the means and the evidence."""

CRIME = "crime"
"""The function that decides all questions: the pair of cards that it was. No formula can name it."""

Line = tuple[str, kit.TranscriptLine]
Values = dict[tuple[str, ...], str]


@dataclass(frozen=True)
class CardHolder(ToldLine, dialect=SCENARIO):
    """Somebody at the table, the scientist apart, with the player's cards, which lie open."""

    form = "player"
    name: str
    means: tuple[str, ...]
    clues: tuple[str, ...]


@dataclass(frozen=True)
class Glimpse(ToldLine, dialect=SCENARIO):
    """The two that a witness saw: one is the murderer, the other the accomplice."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Secret(ToldLine, dialect=SCENARIO):
    """A line of the truth: who, or which card, something is."""

    about: str
    name: str


@dataclass(frozen=True)
class Marker(PlayLine, dialect=SCENARIO):
    """The scientist's marker on an option of a tile, which may be new in the place of another one."""

    tile: str
    option: str
    replaced: str = ""

    @property
    def form(self) -> str:
        """The name of its form."""
        return "replacement" if self.replaced else "marker"


@dataclass(frozen=True)
class Attempt(PlayLine, dialect=SCENARIO):
    """A player's only attempt to solve the crime, at the cards of another player."""

    player: str
    whom: str
    means: str
    evidence: str
    right: bool

    @property
    def cards(self) -> Pair:
        """The means and the clue card that it names."""
        return self.means, self.evidence


@dataclass(frozen=True)
class Naming(PlayLine, dialect=SCENARIO):
    """The reversal: the murderer who was found out names the player who may be the witness."""

    player: str
    whom: str
    right: bool


Event = Marker | Attempt | Naming


@dataclass(frozen=True)
class Scenario(Transcript[CardHolder, Secret | Glimpse, Event]):
    """A typed scenario. Every card and tile is of the deck, and whoever plays is a player.

    ``roles`` are those beside investigators. ``hand`` is what a witness saw, if the seat is one's.
    """

    game = DECEPTION

    hand: Glimpse | None
    truth: tuple[Secret, ...] = ()
    deck: Deck = field(kw_only=True)
    roles: tuple[str, ...] = ("murderer",)

    @cached_property
    def owner(self) -> dict[str, str]:
        """Whose each card is."""
        return {card: player.name for player in self.players for card in (*player.means, *player.clues)}

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every means with every clue card of the same player."""
        return tuple((means, clue) for each in self.players for means in each.means for clue in each.clues)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers, in the order in which they were laid."""
        return tuple(event for event in self.play if isinstance(event, Marker))

    def said(self, *about: str) -> tuple[str, ...]:
        """The players and cards that the truth names, in the order of some roles and questions; empty unless it names all."""
        names = {secret.about: secret.name for secret in reversed(self.truth)}
        return tuple(names[each] for each in about if {*about} <= {*names})

    @property
    def culprits(self) -> tuple[str, ...]:
        """The murderer, with the accomplice if there is one; empty if the truth does not say."""
        return self.said("murderer", ACCOMPLICE) or self.said("murderer")

    def of_seat(self, player: str) -> "Scenario":
        """The scenario as an investigator saw it; a witness saw the culprits, and not which of them did it."""
        saw = Glimpse(tuple(name for name in self.names if name in self.culprits))
        return replace(self, seat=player, hand=saw if self.said(WITNESS) == (player,) else None)

    def answers(self, pair: Pair) -> tuple[str, ...]:
        """The answers to the questions if the crime was a pair; a witness knows who the accomplice is then."""
        owner = self.owner[pair[0]]
        others = [name for name in self.hand.names if name != owner] if self.hand else []
        return (owner, *pair, *others)

    def possible(self, lines: int = 0) -> tuple[Pair, ...]:
        """The pairs that the seat holds possible after some lines of play."""
        suspects = self.hand.names if self.hand else {*self.names} - {self.seat}
        pairs = tuple(pair for pair in self.pairs if self.owner[pair[0]] in suspects)
        for event in self.play[:lines]:
            pairs = self.left_by(event, pairs)
        return pairs

    def left_by(self, event: Event, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        """Those of some pairs that a line of play does not rule out; a marker keeps the scientist's promise for them."""
        if isinstance(event, Marker):
            return tuple(pair for pair in pairs if event.option in self.deck.fitting(pair, event.tile))
        if isinstance(event, Attempt):
            return tuple(pair for pair in pairs if (pair == event.cards) == event.right)
        return tuple(pairs)


def scenario_of(told: TranscriptParts[Deck]) -> Scenario:
    """The scenario of a text."""
    seen = tuple(name for _, line in told.lines["seat"] for name in texts(line["names"]))
    roles = tuple(role for _, line in told.lines["roles"] for role in line["roles"])
    return Scenario(
        **told.typed(Secret, Marker, Attempt, Naming, player=CardHolder, replacement=Marker),
        hand=Glimpse(seen, place=told.seat_place) if seen else None,
        roles=roles or ("murderer",),
    )


def scope_of(scenario: Scenario) -> Scope:
    """The names that formulas about a scenario may use. A witness also looks for the accomplice."""
    deck, players = scenario.deck, scenario.players
    values = {
        "player": scenario.names,
        "card": scenario.owner,
        "means": [card for player in players for card in player.means],
        "clue": [card for player in players for card in player.clues],
        "tile": deck.tile,
        "option": [option.replace(".", "-") for tile in deck.tiles for option in tile.dotted],
    }
    sorts = tuple(Sort(name, tuple(dict.fromkeys(of_one))) for name, of_one in values.items())
    player, card, means, clue, tile, option = sorts
    names = (*TARGETS, ACCOMPLICE) if scenario.hand else TARGETS
    asked = zip(names, (player, means, clue, player), strict=False)
    suited = {(each.slug, option.replace(".", "-")) for each in deck.cards for option in each.suits}
    owner: Values = {(slug,): name for slug, name in scenario.owner.items()}
    suits: Values = {cell: "yes" if cell in suited else "no" for cell in product(card.values, option.values)}
    marked: Values = {(each.tile,): f"{each.tile}-{each.option}" for each in scenario.markers}
    functions = (
        *(Function(name, (), sort) for name, sort in asked),
        Function("owner", (card,), player, table=owner),
        Function("suits", (card, option), table=suits),
        Function("marked", (tile,), option, optional=True, table=marked),
    )
    titles = {each.slug: each.name for each in deck.cards}
    return Scope(sorts, functions, (), titles, RESERVED_IN_SCENARIOS)


def build_theory(scenario: Scenario) -> kit.TranscriptTheory:
    """The theory of a scenario; each line of play is a source, named by its number."""
    functions = scope_of(scenario).functions
    crime = Function(CRIME, (), Sort("pair", tuple(map("+".join, scenario.pairs))))
    was = {pair: valued(crime, "+".join(pair)) for pair in scenario.pairs}
    asked = {each.name: each for each in functions if not each.arguments}
    lines = (*_known(scenario, asked, was), *_play(scenario, was))
    return kit.theory_of((crime, *functions), tuple(asked.values()), dict(lines))


def _known(scenario: Scenario, asked: Mapping[str, Function], was: Mapping[Pair, Formula]) -> Iterator[Line]:
    """The answers that the crime gives, the knowledge of the seat, and the truth."""
    for at, (name, function) in enumerate(asked.items()):
        of = {pair: scenario.answers(pair)[at] for pair in was}
        every = {value: tuple(was[pair] for pair in was if of[pair] == value) for value in of.values()}
        laws = tuple(Iff(valued(function, value), Or(pairs)) for value, pairs in every.items())
        words, said = f"the {name} is that of the crime", Sentence(And(laws), f"{name} of crime")
        yield f"rule {name}", kit.line_of(kit.RULE, kit.RULES, words, said, notation=True)
    seat, saw = scenario.seat, scenario.hand
    if seat in scenario.names:
        words = f"{seat} saw {' and '.join(saw.names)}" if saw else f"{seat} is an investigator"
        logic = " or ".join(f"murderer = {name}" for name in saw.names) if saw else f"murderer != {seat}"
        place, whose = (saw.place, "all other") if saw else (scenario.headings.get("seat"), "their own")
        noted = ("", f"{words}, which strikes off {whose} cards")
        said = _said(logic, scenario.possible(), was)
        yield "seat", kit.line_of(kit.HAND, kit.SEAT, words, said, place, noted)
    for number, secret in enumerate(scenario.truth, 1):
        if secret.about in asked:
            said = Sentence(valued(asked[secret.about], secret.name), f"{secret.about} = {secret.name}")
            words = f"the {secret.about} is {secret.name}"
            yield f"truth {number}", kit.line_of(TRUTH, TRUTH, words, said, secret.place)


def _play(scenario: Scenario, was: Mapping[Pair, Formula]) -> Iterator[Line]:
    """The pairs that each line strikes off; its formula is the rule of a marker, not the exception."""
    for event in scenario.play:
        if isinstance(event, Naming):
            continue
        if isinstance(event, Marker):
            named, option = scenario.deck.tile[event.tile].named, f"{event.tile}-{event.option}"
            logic = f"suits(means, {option}) or suits(evidence, {option})"
            noted = f"a marker on {event.tile}", f"“{named.get(event.option)}” suits neither card"
        else:
            logic = f"{'' if event.right else 'not '}(means = {event.means} and evidence = {event.evidence})"
            noted = "a failed attempt", f"{event.player} was {'right' if event.right else 'wrong'}"
        said, path = _said(logic, scenario.left_by(event, was), was), str(event.number)
        line = kit.line_of(kit.PLAY, path, event.text, said, event.place, noted, event.text)
        yield f"play {path}.1", line


def _said(logic: str, left: Iterable[Pair], was: Mapping[Pair, Formula]) -> Sentence:
    """The sentence that it was one of the pairs that are left."""
    kept = {*left}
    return Sentence(And(tuple(Not(formula) for pair, formula in was.items() if pair not in kept)), logic)
