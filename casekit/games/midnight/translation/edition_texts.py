"""The texts to translate of an edition: those of its two TOML files, and its cases."""

from collections.abc import Iterator, MutableMapping
from typing import Any

from casekit.diagnostics import Source
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.reading.case_forms import CASE
from casekit.games.midnight.reading.edition_file import built_in_source
from casekit.games.midnight.translation.case_texts import pictures_of, walk_case
from casekit.language.data.toml import place_in
from casekit.translation.texts import (
    EDITION_FILE,
    SEPARATOR,
    Originals,
    SettingsFile,
    Text,
    Translatable,
    Visit,
)

KeyPath = tuple[str | int, ...]

_CARD = {
    "title": "The title of an event card",
    "flavour": "The story of the event",
    "effect": "What the card does: a rule, as exact as the original",
}


def translatable(originals: Originals[Edition]) -> Translatable:
    """The edition, its event cards and its cases."""
    edition = originals.settings
    toml, deck = (*originals.sources, None, None)[:2]
    files = [SettingsFile(EDITION_FILE, toml or built_in_source(), walk_edition)]
    if deck is not None:
        files.append(SettingsFile(edition.deck, deck, walk_deck))
    return Translatable(
        root=originals.root,
        title=edition.title,
        settings=tuple(files),
        cases=originals.trees,
        walk=lambda tree, visit: walk_case(tree, edition, visit),
        dialect=CASE,
        booklets=edition.booklets,
        names=tuple(edition.suspects_by_name),
        files_of=pictures_of,
        leading=frozenset({"booklets", "deck"}),
        alone=originals.alone,
    )


def walk_edition(content: MutableMapping[str, Any], source: Source, visit: Visit) -> None:
    """Replace the texts in the data of an edition file; slugs, suspects' names and formulas stay."""
    seen: dict[str, str] = {}
    for table, key, path, context, note in _edition(content):
        text = table[key]
        # A deck is written with each of its zones and translated once.
        if context not in seen:
            seen[context] = visit(Text(context, text, (note,), place_in(source, path)))
        if seen[context] != text:
            table[key] = seen[context]


def walk_deck(content: MutableMapping[str, Any], source: Source, visit: Visit) -> None:
    """Replace the texts in the data of a deck's file; kinds and zones stay."""
    for index, card in enumerate(content.get("cards", [])):
        for key, note in _CARD.items():
            if str(card.get(key, "")).strip():
                context = f"card {index + 1}{SEPARATOR}{key}"
                text = card[key]
                translated = visit(Text(context, text, (note,), place_in(source, ("cards", index, key))))
                if translated != text:
                    card[key] = translated


def _edition(
    content: MutableMapping[str, Any],
) -> Iterator[tuple[MutableMapping[str, Any], str, KeyPath, str, str]]:
    """Each text: the table it is in, its key there, its path in the data, its context and a note."""
    if str(content.get("title", "")).strip():
        yield content, "title", ("title",), "title", "The title of the edition and of its booklets"
    for index, rule in enumerate(content.get("rules", [])):
        if not isinstance(rule, str) and str(rule.get("sentence", "")).strip():
            note = f"What holds in every case, printed in the front of the booklet: {rule['formula']}"
            yield rule, "sentence", ("rules", index, "sentence"), f"rule {index + 1}", note
    for index, zone in enumerate(content["zones"]):
        if str(zone.get("deck", "")).strip():
            context = f"deck {zone['deck']}"
            yield zone, "deck", ("zones", index, "deck"), context, "A deck of the ship"
        yield zone, "name", ("zones", index, "name"), f"zone {zone['number']}", "A zone of the ship"
    for index, at in enumerate(content["locations"]):
        note = "A location, in the tables: keep it short"
        yield at, "name", ("locations", index, "name"), f"location {at['slug']}", note
        if str(at.get("text", "")).strip():
            context = f"location {at['slug']}{SEPARATOR}text"
            note = "The same within a sentence, with its article: Anna was in ..."
            yield at, "text", ("locations", index, "text"), context, note
    for index, topic in enumerate(content["topics"]):
        note = "What a suspect can be asked about, at the head of a column of the tables"
        yield topic, "name", ("topics", index, "name"), f"topic {topic['slug']}", note
        if str(topic.get("question", "")).strip():
            context = f"topic {topic['slug']}{SEPARATOR}question"
            yield topic, "question", ("topics", index, "question"), context, "The question that is asked"
