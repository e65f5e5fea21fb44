"""A scenario as a deduction problem: one hidden pair of cards; each line strikes off others.

Over pairs a proof takes a step a line; over a murderer, a means and an evidence of their own it takes dozens.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from casekit.asking.origins import TRUTH
from casekit.games.deception.deck import ACCOMPLICE, RESERVED_IN_SCENARIOS, WITNESS
from casekit.games.deception.scenario import Attempt, Glimpse, Marker, Naming, Pair, Scenario
from casekit.games.transcripts.asking.transcript_theory import (
    HAND,
    PLAY,
    RULE,
    RULES,
    SEAT,
    Seen,
    TranscriptLine,
    TranscriptTheory,
    line_of,
    theory_of,
)
from casekit.language.formula.scope import Scope
from casekit.language.laws import Sentence
from casekit.model.logic import And, Apply, Constant, Equal, Formula, Function, Iff, Not, Or, Sort

CRIME = "crime"
"""The function that decides all questions: the pair of cards that it was. No formula can name it."""


@dataclass(frozen=True)
class ScenarioTerms:
    """The terms of a scenario's formulas: the questions, whose a card is, what it suits, and what was marked."""

    scenario: Scenario

    @cached_property
    def sorts(self) -> dict[str, Sort]:
        """The types that variables may have."""
        players, tiles = self.scenario.players, self.scenario.deck.tiles
        values = {
            "player": [player.name for player in players],
            "card": [card for player in players for card in player.cards],
            "means": [card for player in players for card in player.means],
            "clue": [card for player in players for card in player.clues],
            "tile": [tile.slug for tile in tiles],
            "option": [f"{tile.slug}-{option}" for tile in tiles for option in tile.slugs],
        }
        return {name: Sort(name, tuple(dict.fromkeys(of_one))) for name, of_one in values.items()}

    @cached_property
    def crime(self) -> Function:
        """The pair of cards that it was."""
        return Function(CRIME, (), Sort("pair", tuple(map("+".join, self.scenario.pairs))))

    @cached_property
    def targets(self) -> dict[str, Function]:
        """The questions of the seat's reader, by name: a witness looks for the accomplice too."""
        kinds = {"murderer": "player", "means": "means", "evidence": "clue"}
        kinds |= {ACCOMPLICE: "player"} if self.scenario.hand else {}
        return {name: Function(name, (), self.sorts[kind]) for name, kind in kinds.items()}

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """All functions that formulas may name; those of cards and markers are the same in every world."""
        scenario, card, option = self.scenario, self.sorts["card"], self.sorts["option"]
        suited = {
            (slug, f"{tile}-{each}")
            for (slug, tile), options in scenario.deck.suited.items()
            for each in options
        }
        cells = ((slug, each) for slug in card.values for each in option.values)
        suits: dict[tuple[str, ...], str] = {cell: "yes" if cell in suited else "no" for cell in cells}
        marked: dict[tuple[str, ...], str] = {
            (each.tile,): f"{each.tile}-{each.option}" for each in scenario.markers
        }
        owner: dict[tuple[str, ...], str] = {(slug,): name for slug, name in scenario.owner.items()}
        return (
            *self.targets.values(),
            Function("owner", (card,), self.sorts["player"], table=owner),
            Function("suits", (card, option), table=suits),
            Function("marked", (self.sorts["tile"],), option, optional=True, table=marked),
        )

    def was(self, pair: Pair) -> Formula:
        """That the crime was a pair of cards."""
        return Equal(Apply(self.crime), Constant("+".join(pair)))

    def without(self, left: Iterable[Pair]) -> Formula:
        """The formula that it was one of the pairs that are left."""
        kept = {*left}
        return And(tuple(Not(self.was(pair)) for pair in self.scenario.pairs if pair not in kept))

    def answer(self, target: str, value: str) -> Formula:
        """That a question has an answer."""
        return Equal(Apply(self.targets[target]), Constant(value))


def scope_of(scenario: Scenario) -> Scope:
    """The names that formulas about a scenario may use."""
    terms = ScenarioTerms(scenario)
    titles = {card.slug: card.name for card in scenario.deck.cards}
    return Scope(tuple(terms.sorts.values()), terms.functions, (), titles, RESERVED_IN_SCENARIOS)


def build_theory(scenario: Scenario) -> TranscriptTheory:
    """The theory of a scenario; each line of play is a source, named by its number."""
    terms = ScenarioTerms(scenario)
    functions = (terms.crime, *terms.functions)
    return theory_of(functions, tuple(terms.targets.values()), dict(_lines(scenario, terms)))


def _lines(scenario: Scenario, terms: ScenarioTerms) -> Iterator[tuple[str, TranscriptLine]]:
    for target in terms.targets:
        pairs_of: dict[str, list[Formula]] = {}
        for pair in scenario.pairs:
            pairs_of.setdefault(scenario.answers(pair)[target], []).append(terms.was(pair))
        law = And(tuple(Iff(terms.answer(target, value), Or(tuple(of))) for value, of in pairs_of.items()))
        words, said = f"the {target} is that of the crime", Sentence(law, f"{target} of crime")
        yield f"rule {target}", line_of(RULE, RULES, words, said, notation=True)
    if scenario.seat in scenario.names:
        words, logic, saw = (
            f"{scenario.seat} is an investigator",
            f"murderer != {scenario.seat}",
            scenario.hand,
        )
        if saw is not None:
            words = f"{scenario.seat} saw {' and '.join(saw.names)}"
            logic = " or ".join(f"murderer = {name}" for name in saw.names)
        said, place = Sentence(terms.without(scenario.possible()), logic), scenario.headings.get("seat")
        yield "seat", line_of(HAND, SEAT, words, said, saw.place if saw else place)
    for number, secret in enumerate(scenario.truth, 1):
        if secret.about in terms.targets:
            said = Sentence(terms.answer(secret.about, secret.name), f"{secret.about} = {secret.name}")
            words = f"the {secret.about} is {secret.name}"
            yield f"truth {number}", line_of(TRUTH, TRUTH, words, said, secret.place)
    for event in scenario.play:
        if not isinstance(event, Naming):
            said = Sentence(terms.without(scenario.left_by(event, scenario.pairs)), _logic(event))
            line = line_of(PLAY, str(event.number), event.text, said, event.place, event, event.text)
            yield f"play {event.number}.1", line


def _logic(event: Marker | Attempt) -> str:
    """A line as a formula over means and evidence; of a marker it is the rule, not the exception."""
    if isinstance(event, Marker):
        option = f"{event.tile}-{event.option}"
        return f"suits(means, {option}) or suits(evidence, {option})"
    was = f"means = {event.means} and evidence = {event.evidence}"
    return was if event.right else f"not ({was})"


def seen_by(scenario: Scenario, player: str) -> Seen[Scenario] | None:
    """A scenario as another investigator saw it; nobody who did it has to find out who did."""
    said = scenario.secrets
    culprits = {said.get("murderer"), said.get(ACCOMPLICE)}
    if "murderer" not in said or player in culprits:
        return None
    saw = Glimpse(tuple(name for name in scenario.names if name in culprits))
    hand = saw if said.get(WITNESS) == player else None
    return Seen(replace(scenario, seat=player, hand=hand, truth=()))
