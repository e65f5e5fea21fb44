"""The figures of a deck for its designer: how much each tile says at tables of every size.

They also have the pairs of cards that no tile distinguishes.

Tables are dealt at random, the same ones every time. The bits of an option are the binary logarithm of how
many times fewer pairs it leaves; those of a tile, for a pair, are those of the best option that fits the
pair.
"""

from collections.abc import Iterator
from itertools import chain, groupby, product
from random import Random

import numpy as np
import numpy.typing as npt

from casekit.analysis.analyzer import Json, RenderedAnswer
from casekit.analysis.level_report import columns
from casekit.games.deception.document import CARD_KINDS, HANDS, OPTIONS_OF_TILE, Deck
from casekit.games.deception.game import GAME
from casekit.kit.transcripts.editions import TranscriptEdition

TABLES_OF_A_SIZE = 12
"""The tables of each size that are dealt."""

MOST_PAIRS_NAMED = 20
"""How many of the pairs that no tile distinguishes from another one the text names."""

Fits = npt.NDArray[np.bool_]
"""Whether an option fits a pair of cards, by pair, by tile, by option."""

PairNumbers = npt.NDArray[np.int_]
"""Pairs of cards by their numbers."""


def measure_edition(edition: TranscriptEdition[Deck]) -> RenderedAnswer:
    """The figures of an edition's deck at tables of 3 to 11 listed players with 3 to 5 cards of each kind."""
    deck, tables = edition.deck, list[Json]()
    means, clues = map(deck.of_kind, CARD_KINDS)
    fits: Fits = np.array([_fitting(deck, pair) for pair in product(means, clues)])
    is_best = np.zeros(fits.shape[1:], bool)
    for cards, players in product(HANDS.values(), GAME.players):
        if players * cards <= min(len(means), len(clues)):
            random = Random(f"{players} {cards}")  # noqa: S311 - figures that must come out the same
            fits_by_table: list[Fits] = []
            for _ in range(TABLES_OF_A_SIZE):
                pairs_dealt = _pairs_dealt(len(means), len(clues), players, cards, random)
                fits_by_table.append(fits[pairs_dealt])
            bits = np.mean([_bits(table, is_best) for table in fits_by_table], axis=0)
            alike = np.mean([len([*_undistinguished(table)]) / len(table) for table in fits_by_table])
            by_tile = dict(zip(deck.tile, bits.tolist(), strict=True))
            tables.append({"players": players, "cards": cards, "bits": by_tile, "alike": float(alike)})
    options = chain.from_iterable(tile.dotted for tile in deck.tiles)
    best_of_options = zip(options, is_best.flat, strict=True)
    pairs = [{"means": means_card, "evidence": clue_card} for means_card, clue_card in product(means, clues)]
    figures = {
        "title": edition.title,
        "tables": tables,
        "neverBest": [option for option, was_best in best_of_options if tables and not was_best],
        "notToldApart": [
            pairs[number] | {"from": pairs[other]} for number, other in sorted(_undistinguished(fits))
        ],
    }
    return RenderedAnswer(lambda _: _in_words(figures), lambda: figures)


def _in_words(figures: Json) -> str:
    """The figures as text, with the first of many pairs.

    Sizes that the deck is too small for are not there.
    """
    lines = [f"{figures['title']}: the deck"]
    for cards, tables in groupby(figures["tables"], lambda table: table["cards"]):
        sizes = [*tables]
        rows = [["tile", *(str(table["players"]) for table in sizes)]]
        for tile in sizes[0]["bits"]:
            bits = [f"{table['bits'][tile]:.2f}" for table in sizes]
            rows.append([tile, *bits])
        rows.append(["(not told apart)", *(f"{table['alike']:.1%}" for table in sizes)])
        lines += [f"Bits that a tile tells, {cards} cards of each kind, by players", columns(rows)]
    lines.append(f"Options that are never best: {', '.join(figures['neverBest']) or 'none'}")
    pattern = "  {means} with {evidence} from {from[means]} with {from[evidence]}"
    alike = [pattern.format(**pairs) for pairs in figures["notToldApart"]]
    lines.append(f"Pairs that no tile tells from another pair: {len(alike) or 'none'}")
    lines += alike[:MOST_PAIRS_NAMED]
    if len(alike) > MOST_PAIRS_NAMED:
        lines.append(f"  and {len(alike) - MOST_PAIRS_NAMED} more")
    return "\n".join(lines)


def _fitting(deck: Deck, pair: tuple[str, ...]) -> list[list[bool]]:
    """Whether each option of each tile fits a pair."""
    fits = []
    for tile in deck.tiles:
        fitting = deck.fitting(pair, tile.slug)
        fits.append([option in fitting for option in tile.named])
    return fits


def _pairs_dealt(means: int, clues: int, players: int, cards: int, random: Random) -> list[int]:
    """The pairs of a table, by number, at which everybody was dealt some of the means and clue cards."""
    dealt_means = random.sample(range(means), players * cards)
    dealt_clues = random.sample(range(clues), players * cards)
    pairs: list[int] = []
    for first in range(0, players * cards, cards):
        hand = slice(first, first + cards)
        pairs += [
            means_card * clues + clue for means_card, clue in product(dealt_means[hand], dealt_clues[hand])
        ]
    return pairs


def _bits(fits: Fits, is_best: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """The bits of each tile on average over the pairs of a table.

    By tile and option ``is_best`` becomes true if the option is the best one for a pair.
    """
    left = np.where(fits, fits.sum(axis=0), len(fits) + 1)
    fewest = left.min(axis=-1, keepdims=True)
    is_best |= (left == fewest).any(axis=0)
    bits: npt.NDArray[np.float64] = np.log2(len(fits) / fewest).mean(axis=(0, 2))
    return bits


def _undistinguished(fits: Fits) -> Iterator[tuple[int, int]]:
    """The pairs, by number, that no tile distinguishes from another one, with one such.

    The other pair fits whatever fits the first.
    """
    codes = fits @ (1 << np.arange(OPTIONS_OF_TILE))

    def among(ones: PairNumbers, others: PairNumbers, tile: int) -> Iterator[tuple[int, int]]:
        if len(others) == 1:  # the pair itself
            return
        if tile == codes.shape[1]:
            yield from ((one, int(others[int(others[0] == one)])) for one in ones.tolist())
        else:
            for code in np.unique(codes[ones, tile]):
                fitting = others[codes[others, tile] & code == code]
                yield from among(ones[codes[ones, tile] == code], fitting, tile + 1)

    every = np.arange(len(fits))
    return among(every, every, 0)
