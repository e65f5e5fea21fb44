"""The texts to translate of an edition and its puzzles: titles, stories, solutions and the names of cards."""

from collections.abc import Iterator, MutableMapping
from dataclasses import replace
from typing import Any

from casekit.diagnostics import Source
from casekit.games.clue.deck import CLASSIC
from casekit.games.clue.edition import CLASSIC_EDITION, PuzzleEdition
from casekit.games.clue.puzzle_forms import PUZZLE
from casekit.language.data.toml import place_in
from casekit.language.document.tree import Block, FieldNode, FormNode, Item, ProseNode, SyntaxTree
from casekit.translation.originals import EDITION_FILE, Originals, SettingsFile, Translatable
from casekit.translation.texts import Rewriter, Text, Visit

BUILT_IN = Source(
    "edition.toml",
    f'game = "clue"\ntitle = "{CLASSIC_EDITION.title}"\nlanguage = "{CLASSIC_EDITION.language}"\n',
)
_PASSAGES = {
    "presentation": "Read before the play",
    "solution": "Printed upside down",
}
_TITLE = "The title of the puzzle"
_KINDS = {
    "suspect": "A suspect, in tables: keep it short",
    "weapon": "A weapon, in tables: keep it short",
    "room": "A room, in tables: keep it short",
}


def built_in_source() -> Source:
    """The edition of a puzzle that has none of its own."""
    return BUILT_IN


def translatable(originals: Originals[PuzzleEdition]) -> Translatable:
    """The edition with its cards, and its puzzles."""
    edition = originals.settings
    toml = originals.sources[0] if originals.sources else BUILT_IN
    return Translatable(
        root=originals.root,
        title=edition.title,
        settings=(SettingsFile(EDITION_FILE, toml, walk_puzzle_edition),),
        cases=originals.trees,
        walk=walk_puzzle,
        dialect=PUZZLE,
        booklets=edition.booklets,
        names=tuple(dict.fromkeys(name for tree in originals.trees.values() for name in players_of(tree))),
        alone=originals.alone,
    )


def walk_puzzle(document: SyntaxTree, visit: Visit) -> SyntaxTree:
    """A puzzle with all its texts replaced; players, cards and the play stay as they are."""
    rewriter = Rewriter(document.source, visit)
    return replace(
        document,
        header=tuple(_field(item, rewriter) for item in document.header),
        blocks=tuple(_block(block, rewriter) for block in document.blocks),
    )


def _field(item: Item, rewriter: Rewriter) -> Item:
    if not isinstance(item, FieldNode) or item.key.text != "title" or not item.value.text:
        return item
    return replace(item, value=rewriter.word(item.value, "title", (_TITLE,)))


def _block(block: Block, rewriter: Rewriter) -> Block:
    kind = block.heading.kind
    return replace(block, items=tuple(_passage(block, rewriter))) if kind in _PASSAGES else block


def _passage(block: Block, rewriter: Rewriter) -> Iterator[Item]:
    kind, paragraphs = block.heading.kind, 0
    for item in block.items:
        if isinstance(item, ProseNode):
            paragraphs += 1
            yield rewriter.prose(item, kind, paragraphs, (_PASSAGES[kind],))
        else:
            yield item


def players_of(document: SyntaxTree) -> Iterator[str]:
    """The players of a puzzle, who keep their names."""
    for block in document.blocks:
        for item in block.items:
            if isinstance(item, FormNode) and item.form == "player":
                yield item["name"].text


def walk_puzzle_edition(content: MutableMapping[str, Any], source: Source, visit: Visit) -> None:
    """Replace the title and the names of the cards in the data of an edition file; slugs and kinds stay.

    An edition without cards of its own gets those of the classic deck as soon as one of them has another name.
    """
    if str(content.get("title", "")).strip():
        note = ("The title of the edition and of its booklets",)
        _put(content, "title", visit(Text("title", content["title"], note, place_in(source, ("title",)))))
    own = "cards" in content
    cards = content["cards"] if own else [_table(slug) for slug in CLASSIC.slugs]
    changed = False
    for index, card in enumerate(cards):
        place = place_in(source, ("cards", index, "name")) if own else source.whole()
        text = Text(f"card {card['slug']}", card["name"], (_KINDS[card["kind"]],), place)
        changed |= _put(card, "name", visit(text))
    if changed and not own:
        content["cards"] = cards


def _table(slug: str) -> dict[str, str]:
    card = CLASSIC.by_slug[slug]
    return {"slug": card.slug, "name": card.name, "kind": card.kind}


def _put(table: MutableMapping[str, Any], key: str, text: str) -> bool:
    """Whether a text replaces another one."""
    if table[key] == text:
        return False
    table[key] = text
    return True
