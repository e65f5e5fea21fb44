"""The texts to translate of an edition and its transcripts: titles, stories, solutions and names."""

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple

from casekit.diagnostics import Source
from casekit.kit.defaults import translation as plain_translation
from casekit.kit.transcripts import document, editions as dealt, game as transcripts_game
from casekit.language.data.toml import place_in
from casekit.language.syntax.canonical_form import logic_text
from casekit.language.syntax.dialect import Dialect, FormNode, Item, SyntaxTree
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

_PASSAGES = {
    "presentation": "Read before the play",
    "solution": "Printed upside down",
}
"""The note for translators on the prose of a block, by the kind of the block."""


class TranscriptTranslationRoom(Generic[transcripts_game.D]):
    """The texts of editions and transcripts."""

    def __init__(self, game: transcripts_game.TranscriptGame[transcripts_game.D]) -> None:
        self.game = game

    def translatable(self, originals: Originals[dealt.TranscriptEdition[transcripts_game.D]]) -> Translatable:
        """An edition with the names that it gives, and its transcripts; players keep theirs."""
        game, settings = self.game, originals.settings
        toml = originals.sources[0] if originals.sources else game.language.edition_template()
        return Translatable(
            root=originals.root,
            title=settings.title,
            settings=(SettingsFile(EDITION_FILE, toml, partial(walk_edition, game.decks())),),
            cases=originals.trees,
            walk=partial(_walk_transcript, game.dialect),
            dialect=game.dialect,
            booklets=[(booklet.slug, booklet.cases) for booklet in settings.booklets],
            names=tuple(dict.fromkeys(_players(originals.trees.values()))),
            alone=originals.alone,
        )


def _players(trees: Iterable[SyntaxTree]) -> Iterator[str]:
    """The names of all players, in the order of the trees."""
    for tree in trees:
        for block in tree.blocks:
            for line in block.items:
                if isinstance(line, FormNode) and line.form == "player":
                    yield line["name"].text


def _walk_transcript(dialect: Dialect, tree: SyntaxTree, visit: Visit) -> SyntaxTree:
    """A transcript with its title, its prose and what is said in it replaced."""
    translated = plain_translation.walk_prose(f"The title of the {dialect.noun}", _PASSAGES, tree, visit)
    rewriter = Rewriter(tree.source, visit)
    blocks = []
    for block in translated.blocks:
        items = block.items
        if block.heading.kind == "play":
            items = tuple(_with_speeches_translated(items, dialect, rewriter))
        blocks.append(replace(block, items=items))
    return replace(translated, blocks=tuple(blocks))


def _with_speeches_translated(items: Sequence[Item], dialect: Dialect, rewriter: Rewriter) -> Iterator[Item]:
    """The lines of play, with what is said in them and the quotations below it replaced.

    Texts are called ``line 4`` for translators; a quotation also has its number below that line.
    """
    line_number = quotation_number = 0
    for item in items:
        if not isinstance(item, FormNode):
            yield item
        elif dialect.belongs_to_what_is_before(item):
            quotation_number += 1
            words = item["quotation"]
            if words:
                logic = logic_text(item, dialect)
                words = rewriter.quotation(words, f"line {line_number}", quotation_number, logic)
            yield item.put(quotation=words)
        else:
            line_number, quotation_number = line_number + 1, 0
            if document.is_speech(dialect, item):
                comments = (f"{item['player'].text}: Said aloud at the table",)
                yield item.put(said=rewriter.word(item["said"], f"line {line_number}", comments))
            else:
                yield item


def walk_edition(
    decks: dealt.EditionSpec[Any], content: MutableMapping[str, Any], source: Source, visit: Visit
) -> None:
    """Replace the title and the names in the tables of an edition file; slugs and everything else stay.

    An edition without a deck of its own gets the usual one as soon as a name in it is another one.
    """
    plain_translation.walk_title(content, source, visit)
    has_deck = any(table.table in content for table in decks.tables)
    deck: Any = content if has_deck else decks.usual_rows()
    is_changed = False
    for table in decks.tables:
        for row in _named_rows(table, deck.get(table.table, ())):
            place = place_in(source, (*row.path, "name")) if has_deck else source.whole()
            name = visit(Text(row.key, row.data["name"], (f"{row.description}: keep it short",), place))
            is_changed = is_changed or name != row.data["name"]
            row.data["name"] = name
    if is_changed and not has_deck:
        content.update(deck)


class _NamedRow(NamedTuple):
    """A row of an edition file whose name is translated."""

    path: tuple[str | int, ...]
    """Where it is in the file: keys and indexes."""

    data: MutableMapping[str, Any]
    """Its fields."""

    key: str
    """Its key for translators, as in ``card rope``."""

    description: str
    """What it is, for translators, as in ``A weapon, in tables``."""


def _named_rows(
    table: dealt.NamedTable[Any], rows: Sequence[MutableMapping[str, Any]]
) -> Iterator[_NamedRow]:
    """Every row of a table with a name, each followed by those inside it."""
    inner = table.within
    for index, row in enumerate(rows):
        path = (table.table, index)
        yield _NamedRow(
            path, row, f"{table.part} {row['slug']}", f"A {row.get('kind', table.part)}, in tables"
        )
        if inner is None:
            continue
        for inner_index, inner_row in enumerate(row[inner.key]):
            yield _NamedRow(
                (*path, inner.key, inner_index),
                inner_row,
                f"{inner.part} {row['slug']}.{inner_row['slug']}",
                f"{inner.part.capitalize()} of {row['name']}",
            )
