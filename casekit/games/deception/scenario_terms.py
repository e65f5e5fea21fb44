"""The terms of a scenario's formulas: whose a card is, what it suits, and which pair of cards the crime was."""

from dataclasses import dataclass
from functools import cached_property

from casekit.games.deception.deck import ACCOMPLICE, RESERVED_IN_SCENARIOS, TARGETS
from casekit.games.deception.scenario import Pair, Scenario
from casekit.language.formula.scope import Scope
from casekit.model.logic import Apply, Constant, Equal, Formula, Function, Sort


@dataclass(frozen=True)
class ScenarioTerms:
    """The functions of a scenario. The hidden ``crime`` decides all questions but one, the accomplice."""

    scenario: Scenario

    @cached_property
    def sorts(self) -> tuple[Sort, ...]:
        """The types that variables may have."""
        players, deck = self.scenario.players, self.scenario.deck
        return (
            Sort("player", tuple(dict.fromkeys(player.name for player in players))),
            Sort("card", tuple(dict.fromkeys(card for player in players for card in player.cards))),
            Sort("means", tuple(dict.fromkeys(card for player in players for card in player.means))),
            Sort("clue", tuple(dict.fromkeys(card for player in players for card in player.clues))),
            Sort("tile", tuple(tile.slug for tile in deck.tiles)),
            Sort("option", tuple(f"{tile.slug}-{option}" for tile in deck.tiles for option in tile.slugs)),
        )

    @cached_property
    def crime(self) -> Function:
        """The pair of cards that it was; no formula can name it."""
        return Function("crime", (), Sort("pair", tuple(map("+".join, self.scenario.pairs))))

    @cached_property
    def targets(self) -> tuple[Function, ...]:
        """The questions of the seat's reader."""
        player, _, means, clue, *_ = self.sorts
        of = dict(zip(TARGETS, (player, means, clue), strict=True))
        if self.scenario.hand is not None:
            of[ACCOMPLICE] = player
        return tuple(Function(name, (), sort) for name, sort in of.items())

    @cached_property
    def accomplice(self) -> tuple[Function, ...]:
        """The function of the accomplice, if there is one."""
        return (Function(ACCOMPLICE, (), self.sorts[0]),) if ACCOMPLICE in self.scenario.roles else ()

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """All functions that formulas may name; those of cards and markers are the same in every world."""
        player, card, _, _, tile, option = self.sorts
        deck = self.scenario.deck
        owner: dict[tuple[str, ...], str] = {(card,): name for card, name in self.scenario.owner.items()}
        suits: dict[tuple[str, ...], str] = {
            (slug, f"{name.slug}-{each}"): "yes" if each in deck.suited(slug, name.slug) else "no"
            for slug in card.values
            for name in deck.tiles
            for each in name.slugs
        }
        marked: dict[tuple[str, ...], str] = {
            (each.tile,): f"{each.tile}-{each.option}" for each in self.scenario.markers
        }
        asked = dict.fromkeys((*self.targets, *self.accomplice))
        return (
            *asked,
            Function("owner", (card,), player, table=owner),
            Function("suits", (card, option), table=suits),
            Function("marked", (tile,), option, optional=True, table=marked),
        )

    @cached_property
    def scope(self) -> Scope:
        """The names that formulas about a scenario may use."""
        titles = {card.slug: card.name for card in self.scenario.deck.cards}
        return Scope(self.sorts, self.functions, (), titles, RESERVED_IN_SCENARIOS)

    def was(self, pair: Pair) -> Formula:
        """That the crime was a pair of cards."""
        return Equal(Apply(self.crime), Constant("+".join(pair)))

    def answer(self, target: str, value: str) -> Formula:
        """That a question has an answer."""
        named = {each.name: each for each in (*self.targets, *self.accomplice)}
        return Equal(Apply(named[target]), Constant(value))


def scope_of(scenario: Scenario) -> Scope:
    """The names that formulas about a scenario may use."""
    return ScenarioTerms(scenario).scope
