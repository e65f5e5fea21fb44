"""The texts to translate of an edition and its transcripts: titles, stories, solutions and names."""

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from functools import partial
from typing import Any, Generic

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
        is_play = block.heading.kind == "play"
        items = tuple(_spoken(block.items, dialect, rewriter)) if is_play else block.items
        blocks.append(replace(block, items=items))
    return replace(translated, blocks=tuple(blocks))


def _spoken(items: Sequence[Item], dialect: Dialect, rewriter: Rewriter) -> Iterator[Item]:
    """Lines with the words in them, and the quotations below, in the place of others."""
    line = quotations = 0
    for item in items:
        if not isinstance(item, FormNode):
            yield item
        elif dialect.belongs_to_what_is_before(item):
            quotations += 1
            logic = logic_text(item, dialect)
            words = item["quotation"]
            yield item.put(quotation=words and rewriter.quotation(words, f"line {line}", quotations, logic))
        else:
            line, quotations = line + 1, 0
            yield (
                item.put(
                    said=rewriter.word(
                        item["said"], f"line {line}", (f"{item['player'].text}: Said aloud at the table",)
                    )
                )
                if document.is_speech(dialect, item)
                else item
            )


def walk_edition(
    decks: dealt.EditionSpec[Any], content: MutableMapping[str, Any], source: Source, visit: Visit
) -> None:
    """Replace the title and the names in the tables of an edition file; slugs and everything else stay.

    An edition without a deck of its own gets the usual one as soon as a name in it is another one.
    """
    plain_translation.walk_title(content, source, visit)
    own = any(table.table in content for table in decks.tables)
    deck: Any = content if own else decks.usual_rows()
    changed = False
    for table in decks.tables:
        for path, row, key, about in _named_rows(table, deck.get(table.table, ())):
            place = place_in(source, (*path, "name")) if own else source.whole()
            name = visit(Text(key, row["name"], (f"{about}: keep it short",), place))
            changed = changed or name != row["name"]
            row["name"] = name
    if changed and not own:
        content.update(deck)


def _named_rows(
    table: dealt.NamedTable[Any], rows: Sequence[MutableMapping[str, Any]]
) -> Iterator[tuple[tuple[str | int, ...], MutableMapping[str, Any], str, str]]:
    """Every row of a table with a name: its path in the file, its data, its key for translators, its noun."""
    within, part, _ = table.within
    for index, row in enumerate(rows):
        yield (
            (table.table, index),
            row,
            f"{table.part} {row['slug']}",
            f"A {row.get('kind', table.part)}, in tables",
        )
        for at, each in enumerate(row[within] if within else ()):
            yield (
                (table.table, index, within, at),
                each,
                f"{part} {row['slug']}.{each['slug']}",
                f"{part.capitalize()} of {row['name']}",
            )
