"""The names of a puzzle: those that its formulas may use, and what is wrong with those of its players."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.clue.deck import ENVELOPE, KINDS, Deck
from casekit.games.clue.signature import RESERVED_IN_PUZZLES
from casekit.language.document.tree import FormNode
from casekit.language.formula.nodes import Word
from casekit.language.nearest import Names, did_you_mean

_MOST_LISTED = 12
"""The most names that a hint lists."""


def taken_names(deck: Deck, players: Sequence[FormNode], source: Source) -> Iterator[Diagnostic]:
    """Players who have the name of a card or of something else that formulas speak of."""
    for player in players:
        name = player["name"]
        is_card = name.text in deck.by_slug
        if is_card or name.text in RESERVED_IN_PUZZLES:
            yield Diagnostic(
                codes.DUPLICATE_NAME,
                f"`{name.text}` is {'a card' if is_card else 'a word of the language'} already",
                source.span(name.start, name.end),
                hint="choose another name; capitals keep players and cards apart, as in `SCARLET` and `scarlet`",
            )


class Known:
    """The cards and players that a puzzle may name, and the findings for names that are neither."""

    def __init__(self, deck: Deck, players: Sequence[str], source: Source) -> None:
        self._deck, self._source = deck, source
        self.players = tuple(dict.fromkeys(players))
        self._holders = frozenset((*self.players, ENVELOPE))

    def unknown_cards(self, cards: Sequence[Word]) -> Iterator[Diagnostic]:
        """A finding for each name that is not that of a card."""
        for index, card in enumerate(cards):
            if card.text not in self._deck.by_slug:
                wanted = KINDS[index] if len(cards) == len(KINDS) else None
                yield self._finding("card", card, self._card_names, self._cards(wanted))

    def unknown_player(self, player: Word) -> Iterator[Diagnostic]:
        """A finding for a name that is not that of a player."""
        if player.text not in self._holders - {ENVELOPE}:
            yield self._finding("player", player, Names(self.players), self._all_players)

    def unknown_holder(self, holder: Word) -> Iterator[Diagnostic]:
        """A finding for a name that is neither that of a player nor the envelope."""
        if holder.text not in self._holders:
            yield self._finding("player", holder, Names(self._holders), self._all_players)

    def _finding(self, kind: str, word: Word, known: Names, otherwise: str) -> Diagnostic:
        return Diagnostic(
            codes.UNKNOWN_NAME,
            f"there is no {kind} `{word.text}`",
            self._source.span(word.start, word.end),
            hint=did_you_mean(word.text, known, otherwise, self._titles if kind == "card" else None),
        )

    def _cards(self, kind: str | None) -> str:
        """The cards that may have been meant: in a line of three, those of the kind that belongs in the place."""
        slugs = [card.slug for card in self._deck.cards if kind in {None, card.kind}]
        if len(slugs) > _MOST_LISTED:
            return "name a card of the deck by its slug"
        return f"the {kind or 'card'}s are {', '.join(slugs)}"

    @cached_property
    def _all_players(self) -> str:
        named = ", ".join(self.players[:_MOST_LISTED])
        return f"the players are {named}" if named else "name players in `== players`"

    @cached_property
    def _card_names(self) -> Names:
        return Names(self._deck.slugs, self._titles)

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {card.slug: card.name for card in self._deck.cards}
