"""The knowledge of puzzles that an editor needs."""

from collections.abc import Iterator

from casekit.asking.overviews.word_list import WordList, WritableGroup, WritableName
from casekit.games.clue.deck import ENVELOPE, KINDS
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import OPEN
from casekit.games.clue.puzzle_forms import BLOCKS_IN_ORDER, PUZZLE, SEAT
from casekit.games.clue.resolved import ResolvedPuzzle
from casekit.games.transcripts.told_document import words_with
from casekit.language.document.tree import FieldNode, FormNode, Heading, SyntaxTree
from casekit.language.formula.name_mentions import NameMention, of_words
from casekit.language.formula.scope import Scope
from casekit.language.resolving.offers import EditionName, Offer, offers_of


def mentions(tree: SyntaxTree, scope: Scope | None, settings: PuzzleEdition | None) -> Iterator[NameMention]:
    """Every name in a puzzle: of header, seat, players, cards."""
    del scope, settings
    for field in tree.header:
        if isinstance(field, FieldNode):
            yield from of_words("field", (field.key,))
    for block in tree.blocks:
        if block.heading.kind == SEAT:
            yield from of_words("value", block.heading.words)
        for item in block.items:
            for kind, word in PUZZLE.words_in(item) if isinstance(item, FormNode) else ():
                yield from of_words("value", (word,) if kind.name != "number" else (), defines=kind.defines)


def headings(settings: PuzzleEdition) -> Iterator[Offer]:
    """The blocks, each of which is needed."""
    del settings
    for kind in BLOCKS_IN_ORDER:
        yield Offer(kind, "heading", "block", wanted=True)
    yield Offer("notes", "heading", "block")


def heading_keys(heading: Heading, settings: PuzzleEdition) -> tuple[str, ...]:
    """Its block."""
    del settings
    return (heading.kind,)


def offers(block: str, before: str, scope: Scope | None, settings: PuzzleEdition) -> tuple[Offer, ...]:
    """Players, cards and what players do."""
    cards = tuple(Offer(card.slug, "value", f"{card.name} ({card.kind})") for card in settings.deck.cards)
    players = tuple(Offer(name, "value", "player") for name in _players(scope))
    envelope = Offer(ENVELOPE, "value", "the three cards that are asked for")
    return offers_of(
        PUZZLE, block, before, {"player": players, "holder": (*players, envelope), "card": cards}
    )


def of_edition(mention: NameMention, settings: PuzzleEdition) -> EditionName | None:
    """Cards are those of the deck; players are the puzzle's own."""
    if mention.kind != "value":
        return None
    card = settings.deck.by_slug.get(mention.name)
    if card is not None:
        about = f"card **{card.name}**, a {card.kind}"
        return EditionName(about, "rename a card in the deck of `edition.toml`: it is one of all puzzles")
    return EditionName(refusal="this name is fixed") if mention.name in {ENVELOPE, OPEN} else None


def _players(scope: Scope | None) -> tuple[str, ...]:
    sort = scope.sort_of_name.get("player") if scope else None
    return sort.values if sort else ()


def words(settings: PuzzleEdition, document: ResolvedPuzzle | None = None) -> WordList:
    """The cards of an edition and, of one puzzle, its players, types and facts."""

    def names(kind: str) -> tuple[WritableName, ...]:
        return tuple(WritableName(card.slug, card.name) for card in settings.deck.cards if card.kind == kind)

    cards = tuple(WritableGroup(f"{kind}s", "in hands, play and formulas", names(kind)) for kind in KINDS)
    return words_with(WordList(cards, spelling=(settings.title,)), document)
