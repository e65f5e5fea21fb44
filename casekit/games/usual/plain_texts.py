"""The texts to translate of documents of prose and lines: the title and all prose."""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import replace
from functools import partial
from typing import Any

from casekit.diagnostics import Source
from casekit.games.game import AnyGame
from casekit.games.usual.plain_document import prose_blocks
from casekit.games.usual.plain_edition import PlainEdition
from casekit.language.data.toml import place_in
from casekit.language.document.dialect import Block, FieldNode, Item, ProseNode, SyntaxTree
from casekit.translation.texts import (
    EDITION_FILE,
    Originals,
    Rewriter,
    SettingsFile,
    Text,
    Translatable,
    Visit,
)


def translatable(game: AnyGame, originals: Originals[PlainEdition]) -> Translatable:
    """An edition and its documents."""
    toml = originals.sources[0] if originals.sources else game.edition()
    return Translatable(
        root=originals.root,
        title=originals.settings.title,
        settings=(SettingsFile(EDITION_FILE, toml, walk_title),),
        cases=originals.trees,
        walk=partial(
            walk_prose, "The title", {kind: f"The block {kind}" for kind in prose_blocks(game.dialect)}
        ),
        dialect=game.dialect,
        booklets=originals.settings.booklets,
        alone=originals.alone,
    )


def walk_prose(title: str, passages: Mapping[str, str], tree: SyntaxTree, visit: Visit) -> SyntaxTree:
    """A document with its title and its prose replaced; ``title`` and ``passages``, by block, say what translators read of them."""
    rewriter = Rewriter(tree.source, visit)
    return replace(
        tree,
        header=tuple(_field(item, title, rewriter) for item in tree.header),
        blocks=tuple(
            replace(block, items=tuple(_passage(block, passages[block.heading.kind], rewriter)))
            if block.heading.kind in passages
            else block
            for block in tree.blocks
        ),
    )


def _field(item: Item, title: str, rewriter: Rewriter) -> Item:
    if not isinstance(item, FieldNode) or item.key.text != "title" or not item.value.text:
        return item
    return replace(item, value=rewriter.word(item.value, "title", (title,)))


def _passage(block: Block, about: str, rewriter: Rewriter) -> Iterator[Item]:
    kind, paragraphs = block.heading.kind, 0
    for item in block.items:
        if isinstance(item, ProseNode):
            paragraphs += 1
            yield rewriter.prose(item, kind, paragraphs, (about,))
        else:
            yield item


def walk_title(content: MutableMapping[str, Any], source: Source, visit: Visit) -> None:
    """Replace the title of an edition file."""
    if str(content.get("title", "")).strip():
        note = ("The title of the edition and of its booklets",)
        content["title"] = visit(Text("title", content["title"], note, place_in(source, ("title",))))
