"""The figures of a deck, as its designer asks for them: the bits of each tile at tables of every size.

They are taken at tables that are dealt at random, the same ones every time. The bits of an option are the binary logarithm
of how many times fewer pairs it leaves; those of a tile, for a pair, are those of the best option that fits the pair.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from casekit.asking.told.charts import columns
from casekit.games.deception.deck import CARD_KINDS, OPTIONS, Deck
from casekit.games.deception.game import DECEPTION
from casekit.games.transcripts.decks import TranscriptEdition

TABLES = 12
"""The tables of each size that are dealt."""

SIZES = tuple((players, cards) for cards in range(3, 6) for players in DECEPTION.players)
"""The sizes of tables: the players, and the cards of each kind that they have."""

Fits = npt.NDArray[np.bool_]
"""Whether an option fits a pair of cards, by pair, by tile, by option."""


@dataclass(frozen=True)
class DeckFigures:
    """The figures of a deck.

    ``bits`` are by the size of a table, then by tile, on average over all pairs; sizes that the deck is too small for are not there.
    ``alike`` says of the same sizes how often a pair has another at the table that every marker for it fits too.
    ``never_best`` are options, as ``tile.option``, that no pair at any table had as its best.
    """

    title: str
    bits: Mapping[tuple[int, int], Mapping[str, float]]
    alike: Mapping[tuple[int, int], float]
    never_best: tuple[str, ...]

    def in_words(self, _: int) -> str:
        """All figures as text."""
        written = [f"{self.title}: the deck"]
        for hand in sorted({cards for _, cards in self.bits}):
            sizes = [size for size in self.bits if size[1] == hand]
            rows = [["tile", *(str(players) for players, _ in sizes)]]
            rows += [
                [tile, *(f"{self.bits[size][tile]:.2f}" for size in sizes)] for tile in self.bits[sizes[0]]
            ]
            rows += [["(not told apart)", *(f"{self.alike[size]:.1%}" for size in sizes)]]
            written += [f"Bits that a tile tells, {hand} cards of each kind, by players", columns(rows)]
        return "\n".join([*written, f"Options that are never best: {', '.join(self.never_best) or 'none'}"])

    def as_json(self) -> dict[str, Any]:
        """All figures for machines."""
        tables = [
            {"players": size[0], "cards": size[1], "bits": dict(told), "alike": self.alike[size]}
            for size, told in self.bits.items()
        ]
        return {"title": self.title, "tables": tables, "neverBest": list(self.never_best)}


def measure_edition(edition: TranscriptEdition[Deck]) -> DeckFigures:
    """The figures of an edition's deck at tables of 3 to 11 listed players with 3 to 5 cards of each kind."""
    deck = edition.deck
    options = [option for tile in deck.tiles for option in tile.dotted]
    suited = [
        np.array([[each in deck.suits[slug] for each in options] for slug in deck.of_kind(kind)])
        for kind in CARD_KINDS
    ]
    means, clues = (each.reshape(-1, len(deck.tiles), OPTIONS) for each in suited)
    suits = means[:, None] | clues[None]
    fits = suits | ~suits.any(axis=-1, keepdims=True)
    bits: dict[tuple[int, int], dict[str, float]] = {}
    alike: dict[tuple[int, int], float] = {}
    best = np.zeros((len(deck.tiles), OPTIONS), bool)
    for size in SIZES:
        if size[0] * size[1] <= min(len(means), len(clues)):
            random = Random("{} {}".format(*size))  # noqa: S311 - figures that must come out the same
            tables = [_dealt(fits, *size, random) for _ in range(TABLES)]
            left = [np.where(table, table.sum(axis=0), len(table) + 1) for table in tables]
            fewest = [each.min(axis=-1, keepdims=True) for each in left]
            best |= np.any(
                [(every == few).any(axis=0) for every, few in zip(left, fewest, strict=True)], axis=0
            )
            told = np.mean([np.log2(len(few) / few).mean(axis=(0, 2)) for few in fewest], axis=0)
            bits[size] = dict(zip(deck.tile, told.tolist(), strict=True))
            alike[size] = float(np.mean([_alike(table) for table in tables]))
    idle = tuple(option for option, was in zip(options, best.flat, strict=True) if not was)
    return DeckFigures(edition.title, bits, alike, idle if bits else ())


def _dealt(fits: Fits, players: int, cards: int, random: Random) -> Fits:
    """The pairs of a table at which everybody was dealt some cards of each kind."""
    means, clues = (random.sample(range(count), players * cards) for count in fits.shape[:2])
    pairs = [(means[m], clues[m - m % cards + at]) for m in range(len(means)) for at in range(cards)]
    dealt: Fits = fits[tuple(zip(*pairs, strict=True))]
    return dealt


def _alike(fits: Fits) -> float:
    """The share of pairs whose every option fits some other pair too."""
    flat = fits.reshape(len(fits), -1).astype(float)
    return float(((flat @ (1 - flat).T == 0).sum(axis=1) > 1).mean())
