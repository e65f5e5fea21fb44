"""The texts to translate of an edition and its transcripts: titles, stories, solutions and the names of what is dealt."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from casekit.diagnostics import Source
from casekit.games.transcripts.read_transcript import TranscriptSettings
from casekit.games.usual.plain_texts import walk_prose
from casekit.language.data.toml import place_in
from casekit.language.document.dialect import Dialect
from casekit.language.document.tree import FormNode, SyntaxTree
from casekit.translation.originals import EDITION_FILE, Originals, SettingsFile, Translatable
from casekit.translation.texts import Text, Visit

_PASSAGES = {
    "presentation": "Read before the play",
    "solution": "Printed upside down",
}


@dataclass(frozen=True)
class NamedTable:
    """An array of tables in an edition file whose rows have a ``slug`` and a ``name``, which is translated.

    ``noun`` is what a row is called, ``about`` says of a row what its name is. An edition without the array has the
    ``usual`` rows.
    """

    table: str
    noun: str
    about: Callable[[Mapping[str, Any]], str]
    usual: Sequence[Mapping[str, Any]] = ()


def texts_of_all(
    originals: Originals[Any], dialect: Dialect, built_in: Source, tables: Sequence[NamedTable]
) -> Translatable:
    """An edition with the names in its ``tables``, and its transcripts; ``built_in`` is the file of one that has none."""
    edition: TranscriptSettings = originals.settings
    toml = originals.sources[0] if originals.sources else built_in
    return Translatable(
        root=originals.root,
        title=edition.title,
        settings=(SettingsFile(EDITION_FILE, toml, partial(walk_edition, tables)),),
        cases=originals.trees,
        walk=partial(walk_prose, f"The title of the {dialect.noun}", _PASSAGES),
        dialect=dialect,
        booklets=edition.booklets,
        names=tuple(dict.fromkeys(name for tree in originals.trees.values() for name in _players(tree))),
        alone=originals.alone,
    )


def _players(document: SyntaxTree) -> Iterator[str]:
    """The players of a transcript, who keep their names."""
    for block in document.blocks:
        for item in block.items:
            if isinstance(item, FormNode) and item.form == "player":
                yield item["name"].text


def walk_edition(
    tables: Sequence[NamedTable], content: MutableMapping[str, Any], source: Source, visit: Visit
) -> None:
    """Replace the title and the names in some tables of an edition file; slugs and everything else stay.

    An edition without a table of its own gets the usual one as soon as a name in it is another one.
    """
    if str(content.get("title", "")).strip():
        note = ("The title of the edition and of its booklets",)
        _put(content, "title", visit(Text("title", content["title"], note, place_in(source, ("title",)))))
    for named in tables:
        own = named.table in content
        rows = content[named.table] if own else [dict(row) for row in named.usual]
        changed = False
        for index, row in enumerate(rows):
            place = place_in(source, (named.table, index, "name")) if own else source.whole()
            text = Text(f"{named.noun} {row['slug']}", row["name"], (named.about(row),), place)
            changed |= _put(row, "name", visit(text))
        if changed and not own:
            content[named.table] = rows


def _put(table: MutableMapping[str, Any], key: str, text: str) -> bool:
    """Whether a text replaces another one."""
    if table[key] == text:
        return False
    table[key] = text
    return True
