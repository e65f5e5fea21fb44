"""Deception by counting crimes: every player who may have done it, with every two of the player's cards."""

from itertools import product


def worlds(scenario):
    """Crimes; where there is an accomplice, with each who may be that."""
    others = [name for name in scenario.names if name != scenario.seat]
    for player in scenario.players:
        for means, clue, helper in product(player.means, player.clues, others):
            culprits = {player.name, helper} if "accomplice" in scenario.roles else {player.name}
            apart = player.name != helper or len(scenario.roles) == 1
            saw = scenario.hand is None or culprits == {*scenario.hand.names}
            if player.name in others and apart and saw:
                yield {"murderer": player.name, "means": means, "evidence": clue, "accomplice": helper}


def agrees(scenario, event, world):
    """Whether a marker suits a card of the crime, or no option of its tile does; and whether an attempt fails or not."""
    crime = world["means"], world["evidence"]
    if hasattr(event, "tile"):
        suits = [each for card in scenario.deck.cards if card.slug in crime for each in card.suits]
        suits = [each for each in suits if each.startswith(f"{event.tile}.")]
        return not suits or f"{event.tile}.{event.option}" in suits
    return not hasattr(event, "cards") or (crime == event.cards) == event.right
