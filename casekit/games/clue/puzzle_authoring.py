"""What an editor is told about puzzles."""

import re
from collections.abc import Iterator

from casekit.games.authoring import Authoring, NameMention, Offer, Shared, of_words
from casekit.games.clue.deck import ENVELOPE
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import OPEN
from casekit.games.clue.reading.puzzle_tree import (
    BLOCKS_IN_ORDER,
    SEAT,
    AccusationNode,
    HandNode,
    HoldingNode,
    PlayerNode,
    SuggestionNode,
)
from casekit.games.clue.reading.resolve_puzzle import HEADER
from casekit.language.document.tree import FieldNode, Heading, Item, SyntaxTree
from casekit.language.formula.scope import Scope

_NAME = r"[^\W\d_][\w-]*"
_VERB_WANTED = re.compile(rf"\s*{_NAME}\s+[\w-]*$")
_REPLY_VERB_WANTED = re.compile(rf".*[:,]\s*{_NAME}\s+[\w-]*$")
_PLAYER_WANTED = re.compile(r"(?:\s*|.*suggests[^:]*:(?:.*,)?\s*)[\w-]*$")
_OUTCOME_WANTED = re.compile(r".*accuses[^:]*:\s*[\w-]*$")
_VERBS = {"suggests": "names three cards", "accuses": "ends the game, for this player at least"}
_REPLIES = {"passes": "shows nothing", "shows": "shows a card, which is named where the seat sees it"}
_OUTCOMES = ("right", "wrong")


class PuzzleAuthoring(Authoring):
    """How puzzles are written."""

    fields = {key: HEADER.choices.get(key, ()) for key in HEADER.keys}  # noqa: RUF012 - nobody changes it

    def mentions(
        self, tree: SyntaxTree, scope: Scope | None, settings: PuzzleEdition | None
    ) -> Iterator[NameMention]:
        """Every name in a puzzle: of header, seat, players, cards."""
        del scope, settings
        for field in tree.header:
            if isinstance(field, FieldNode):
                yield from of_words("field", (field.key,))
        for block in tree.blocks:
            if block.heading.kind == SEAT:
                yield from of_words("value", block.heading.words)
            for item in block.items:
                yield from _in_item(item)

    def headings(self, settings: PuzzleEdition) -> Iterator[Offer]:
        """The blocks, each of which is needed."""
        del settings
        for kind in BLOCKS_IN_ORDER:
            yield Offer(kind, "heading", "block", wanted=True)
        yield Offer("notes", "heading", "block")

    def heading_key(self, heading: Heading, settings: PuzzleEdition) -> tuple[str, ...]:
        """Its block."""
        del settings
        return (heading.kind,)

    def offers(
        self, block: str, before: str, scope: Scope | None, settings: PuzzleEdition
    ) -> tuple[Offer, ...] | None:
        """Players, cards and what players do."""
        cards = tuple(Offer(card.slug, "value", f"{card.name} ({card.kind})") for card in settings.deck.cards)
        players = tuple(Offer(name, "value", "player") for name in _players(scope))
        if block == "play":
            return _in_play(before, players, cards)
        if block == "truth":
            envelope = Offer(ENVELOPE, "value", "the three cards that are asked for")
            return cards if ":" in before else (*players, envelope)
        return cards if block == SEAT else ()

    def described(self, mention: NameMention, settings: PuzzleEdition) -> str:
        """A card with its kind."""
        card = settings.deck.by_slug.get(mention.name) if mention.kind == "value" else None
        return f"card **{card.name}**, a {card.kind}" if card else ""

    def shared(self, mention: NameMention, settings: PuzzleEdition) -> Shared | None:
        """Cards are those of the deck; players are the puzzle's own."""
        if mention.kind != "value":
            return None
        if mention.name in settings.deck.by_slug:
            return Shared("rename a card in the deck of `edition.toml`: it is one of all puzzles")
        return Shared("this name is fixed") if mention.name in {ENVELOPE, OPEN} else None


AUTHORING = PuzzleAuthoring()


def _in_item(item: Item) -> Iterator[NameMention]:
    match item:
        case PlayerNode(name=name):
            yield from of_words("value", (name,), defines=True)
        case HandNode(cards=cards):
            yield from of_words("value", cards)
        case HoldingNode(holder=holder, cards=cards):
            yield from of_words("value", (holder, *cards))
        case AccusationNode(player=player, cards=cards):
            yield from of_words("value", (player, *cards))
        case SuggestionNode(player=player, cards=cards, replies=replies):
            yield from of_words("value", (player, *cards))
            for reply in replies:
                yield from of_words("value", (reply.player, *((reply.card,) if reply.card else ())))


def _in_play(before: str, players: tuple[Offer, ...], cards: tuple[Offer, ...]) -> tuple[Offer, ...]:
    if _OUTCOME_WANTED.match(before):
        return tuple(Offer(each, "keyword") for each in _OUTCOMES)
    if _PLAYER_WANTED.match(before):
        return players
    if _REPLY_VERB_WANTED.match(before) and "suggests" in before:
        return tuple(Offer(verb, "keyword", words) for verb, words in _REPLIES.items())
    if _VERB_WANTED.match(before):
        return tuple(Offer(verb, "keyword", words) for verb, words in _VERBS.items())
    return cards


def _players(scope: Scope | None) -> tuple[str, ...]:
    sort = scope.sort_of_name.get("player") if scope else None
    return sort.values if sort else ()
