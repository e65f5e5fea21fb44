"""The figures of a deck, as its designer asks for them: the bits of each tile at tables of every size.

They are taken at tables that are dealt at random, the same ones every time. The bits of an option are the binary logarithm
of how many times fewer pairs it leaves; those of a tile, for a pair, are those of the best option that fits the pair.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from casekit.asking.told.charts import columns
from casekit.games.deception.deck import CARD_KINDS, OPTIONS, CardKind, Deck
from casekit.games.transcripts.decks import TranscriptEdition

TABLES = 12
"""The tables of each size that are dealt."""

PLAYERS = range(3, 12)
HANDS = range(3, 6)

Truths = npt.NDArray[np.bool_]
"""By card or pair, by tile, by option."""


@dataclass(frozen=True)
class DeckFigures:
    """The figures of a deck.

    ``bits`` are by the size of a table, ``(players, cards of each kind)``, then by tile, on average over all pairs; sizes that
    the deck is too small for are not there. ``alike`` says of the same sizes how often a pair has another at the table that every marker
    for it fits too. ``never_best`` are options, as ``tile.option``, that no pair at any table had as its best.
    """

    title: str
    bits: Mapping[tuple[int, int], Mapping[str, float]]
    alike: Mapping[tuple[int, int], float]
    never_best: tuple[str, ...]

    def in_words(self, width: int) -> str:
        """All figures as text."""
        del width
        return "\n".join(self._rows())

    def _rows(self) -> Iterator[str]:
        yield f"{self.title}: the deck"
        for hand in HANDS:
            sizes = [size for size in self.bits if size[1] == hand]
            if sizes:
                yield f"Bits that a tile tells, {hand} cards of each kind, by players"
                tiles = {
                    tile: [f"{self.bits[size][tile]:.2f}" for size in sizes] for tile in self.bits[sizes[0]]
                }
                tiles["(not told apart)"] = [f"{self.alike[size]:.1%}" for size in sizes]
                rows = [["tile", *(str(players) for players, _ in sizes)]]
                yield columns([*rows, *([tile, *told] for tile, told in tiles.items())])
        yield f"Options that are never best: {', '.join(self.never_best) or 'none'}"

    def as_json(self) -> dict[str, Any]:
        """All figures for machines."""
        return {
            "title": self.title,
            "tables": [
                {"players": players, "cards": cards, "bits": dict(told), "alike": self.alike[players, cards]}
                for (players, cards), told in self.bits.items()
            ],
            "neverBest": list(self.never_best),
        }


def measure_edition(edition: TranscriptEdition[Deck]) -> DeckFigures:
    """The figures of the deck of an edition."""
    return measure_deck(edition.deck, edition.title)


def measure_deck(deck: Deck, title: str) -> DeckFigures:
    """The figures of a deck at tables of 3 to 11 listed players with 3 to 5 cards of each kind."""
    means, clues = (_suited(deck, kind) for kind in CARD_KINDS)
    bits: dict[tuple[int, int], dict[str, float]] = {}
    alike: dict[tuple[int, int], float] = {}
    best = np.zeros((len(deck.tiles), OPTIONS), bool)
    for players, cards in ((players, cards) for cards in HANDS for players in PLAYERS):
        if players * cards > min(len(means), len(clues)):
            continue
        random = Random(f"{players} {cards}")  # noqa: S311 - figures that must come out the same
        tables = [_fitting(means, clues, players, cards, random) for _ in range(TABLES)]
        told = []
        for fits in tables:
            left = np.where(fits, fits.sum(axis=0), len(fits) + 1)
            fewest = left.min(axis=-1, keepdims=True)
            told.append(np.log2(len(fits) / fewest).mean(axis=(0, 2)))
            best |= (left == fewest).any(axis=0)
        named = zip(deck.tile, np.mean(told, axis=0), strict=True)
        bits[players, cards] = {tile: float(value) for tile, value in named}
        alike[players, cards] = float(np.mean([_alike(fits) for fits in tables]))
    options = [f"{tile.slug}.{option}" for tile in deck.tiles for option in tile.slugs]
    idle = tuple(option for option, was in zip(options, best.flat, strict=True) if not was)
    return DeckFigures(title, bits, alike, idle if bits else ())


def _suited(deck: Deck, kind: CardKind) -> Truths:
    """Whether each card of a kind suits each option of each tile."""
    return np.array(
        [
            [[option in deck.suited(card, tile.slug) for option in tile.slugs] for tile in deck.tiles]
            for card in deck.of_kind(kind)
        ]
    )


def _fitting(means: Truths, clues: Truths, players: int, cards: int, random: Random) -> Truths:
    """Whether each option of each tile fits each pair of a table that is dealt, in the order of ``Deck.fitting``."""
    dealt = [np.split(_drawn(each, players * cards, random), players) for each in (means, clues)]
    suits = np.concatenate(
        [
            (own[:, None] | others[None]).reshape(-1, *own.shape[1:])
            for own, others in zip(*dealt, strict=True)
        ]
    )
    fits: Truths = suits | ~suits.any(axis=-1, keepdims=True)
    return fits


def _drawn(cards: Truths, count: int, random: Random) -> Truths:
    drawn: Truths = cards[random.sample(range(len(cards)), count)]
    return drawn


def _alike(fits: Truths) -> float:
    """The share of pairs whose every option fits some other pair too."""
    flat = fits.reshape(len(fits), -1).astype(float)
    shared = flat @ (1 - flat).T == 0
    return float((shared.sum(axis=1) > 1).mean())
