"""The texts to translate of an edition and its transcripts: titles, stories, solutions and the names of what is dealt."""

from collections.abc import Iterator, MutableMapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from casekit.diagnostics import Source
from casekit.kit.defaults import authoring as plain_authoring
from casekit.kit.registry import game_called
from casekit.kit.transcripts import document as transcript, editions as dealt, game as transcript_game
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

_PASSAGES = {
    "presentation": "Read before the play",
    "solution": "Printed upside down",
}


def translatable(
    game: transcript_game.TranscriptGame[Any], originals: Originals[dealt.TranscriptEdition[Any]]
) -> Translatable:
    """An edition with the names that it gives, and its transcripts; players keep theirs."""
    lines = (item for tree in originals.trees.values() for block in tree.blocks for item in block.items)
    players = (line["name"].text for line in lines if isinstance(line, FormNode) and line.form == "player")
    toml = originals.sources[0] if originals.sources else game_called(game.name).edition()
    return Translatable(
        root=originals.root,
        title=originals.settings.title,
        settings=(SettingsFile(EDITION_FILE, toml, partial(walk_edition, game.decks())),),
        cases=originals.trees,
        walk=partial(_walk_transcript, game.dialect),
        dialect=game.dialect,
        booklets=[(each.slug, each.cases) for each in originals.settings.booklets],
        names=tuple(dict.fromkeys(players)),
        alone=originals.alone,
    )


def _walk_transcript(dialect: Dialect, tree: SyntaxTree, visit: Visit) -> SyntaxTree:
    """A transcript with its title, its prose and what is said in it replaced."""
    told = plain_authoring.walk_prose(f"The title of the {dialect.noun}", _PASSAGES, tree, visit)
    rewriter = Rewriter(tree.source, visit)
    blocks = (
        replace(block, items=tuple(_spoken(block.items, dialect, rewriter)))
        if block.heading.kind == "play"
        else block
        for block in told.blocks
    )
    return replace(told, blocks=tuple(blocks))


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
                if transcript.is_speech(dialect, item)
                else item
            )


def walk_edition(
    decks: dealt.EditionSpec[Any], content: MutableMapping[str, Any], source: Source, visit: Visit
) -> None:
    """Replace the title and the names in the tables of an edition file; slugs and everything else stay.

    An edition without a deck of its own gets the usual one as soon as a name in it is another one.
    """
    plain_authoring.walk_title(content, source, visit)
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
    """Everything in a table that has a name: its path in the file, its data, its key for translators, what it is."""
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
