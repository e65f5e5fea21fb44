"""The texts that translators get of an edition and of its documents of prose and lines."""

from collections.abc import Iterator, Mapping, MutableMapping
from functools import partial
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Source
from casekit.kit.defaults.document import PlainEdition, prose_blocks
from casekit.language.data.toml import place_in
from casekit.language.syntax.dialect import Block, Item, ProseNode, SyntaxTree
from casekit.translation.texts import (
    EDITION_FILE,
    Originals,
    Rewriter,
    SettingsFile,
    Text,
    Translatable,
    Visit,
)
from casekit.values import replace

if TYPE_CHECKING:
    from casekit.kit.defaults.game import PlainGame


class PlainTranslationRoom:
    """The title of an edition, and the titles and the prose of its documents."""

    def __init__(self, game: "PlainGame") -> None:
        self.game = game

    def translatable(self, originals: Originals[PlainEdition]) -> Translatable:
        """An edition and its documents."""
        game, settings = self.game, originals.settings
        toml = originals.sources[0] if originals.sources else game.language.edition_template()
        passages = {kind: f"The block {kind}" for kind in prose_blocks(game.dialect)}
        return Translatable(
            root=originals.root,
            title=settings.title,
            settings=(SettingsFile(EDITION_FILE, toml, walk_title),),
            cases=originals.trees,
            walk=partial(walk_prose, "The title", passages),
            dialect=game.dialect,
            booklets=[(booklet.slug, booklet.cases) for booklet in settings.booklets],
            alone=originals.alone,
        )


def walk_prose(title: str, passages: Mapping[str, str], tree: SyntaxTree, visit: Visit) -> SyntaxTree:
    """A document with its title and its prose replaced.

    ``title`` and ``passages``, by block, describe them to translators.
    """
    rewriter = Rewriter(tree.source, visit)
    header = tuple(rewriter.field(item, {"title": title}) for item in tree.header)
    blocks = []
    for block in tree.blocks:
        about = passages.get(block.heading.kind)
        if about is None:
            blocks.append(block)
        else:
            blocks.append(replace(block, items=tuple(_rewritten_items(block, about, rewriter))))
    return replace(tree, header=header, blocks=tuple(blocks))


def _rewritten_items(block: Block, about: str, rewriter: Rewriter) -> Iterator[Item]:
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
