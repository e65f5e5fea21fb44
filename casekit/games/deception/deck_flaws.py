"""The flaws of a deck as a set: it can be dealt, but some of it is of no use at a table."""

from collections.abc import Iterator

from casekit.diagnostics import Code, Diagnostic, Source
from casekit.games.deception import codes
from casekit.games.deception.deck import CARD_KINDS, Deck
from casekit.language.data.toml import place_in

Flaw = tuple[Code, tuple[str | int, ...], str, str]
"""Its code, the path to it in the data, what is wrong, and what to do."""


def deck_flaws(deck: Deck, source: Source) -> Iterator[Diagnostic]:
    """Options that nothing suits, cards that say nothing, cards that say the same, tiles that strike off nothing."""
    for code, path, message, hint in (*_flaws_of_tiles(deck), *_flaws_of_cards(deck)):
        yield Diagnostic(code, message, place_in(source, path), hint=hint)


def _flaws_of_tiles(deck: Deck) -> Iterator[Flaw]:
    pairs = [(means, clue) for means in deck.of_kind("means") for clue in deck.of_kind("clue")]
    for at, tile in enumerate(deck.tiles):
        for option in tile.slugs:
            if not any(option in deck.suited(card.slug, tile.slug) for card in deck.cards):
                message = (
                    f"nothing suits the option `{tile.slug}.{option}`, so no marker can mean anything by it"
                )
                yield (
                    codes.UNSUITED_OPTION,
                    ("tiles", at),
                    message,
                    "let a card suit it, or put another in its place",
                )
        if pairs and len({deck.fitting(*pair, tile.slug) for pair in pairs}) == 1:
            message = f"the tile `{tile.slug}` never tells anything: the same options fit every two cards"
            yield codes.SILENT_TILE, ("tiles", at), message, "let fewer cards, or others, suit its options"


def _flaws_of_cards(deck: Deck) -> Iterator[Flaw]:
    options = sum(len(tile.options) for tile in deck.tiles)
    for kind in CARD_KINDS:
        known: dict[frozenset[str], str] = {}
        for at, card in enumerate(deck.cards):
            suits = frozenset(card.suits)
            if card.kind != kind:
                continue
            if len(suits) in {0, options}:
                message = f"the card `{card.slug}` suits {'everything' if suits else 'nothing'}, so no marker points to it"
                hint = "say which options it suits and which it does not"
                yield codes.CARD_WITHOUT_MEANING, ("cards", at), message, hint
            elif suits in known:
                message = f"the cards `{known[suits]}` and `{card.slug}` suit the same, so no marker tells them apart"
                yield codes.CARDS_ALIKE, ("cards", at), message, "let one of them suit something else"
            known.setdefault(suits, card.slug)
