"""The texts to translate of an edition: those of its two TOML files, and of its cases in story order."""

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Any

from casekit.diagnostics import Source
from casekit.games.midnight.document import AnswerPath, CasePath, Edition
from casekit.games.midnight.language import edition_file, scope
from casekit.games.midnight.language.line_forms import CASE, AnswerNode, FunctionNode, RuleNode, StatementNode
from casekit.language.data.toml import place_in
from casekit.language.formula.nodes import Word
from casekit.language.syntax.canonical_form import logic_text
from casekit.language.syntax.dialect import Block, FieldNode, Item, ProseNode, SyntaxTree
from casekit.resources import words
from casekit.translation.texts import (
    EDITION_FILE,
    QUOTATION,
    SEPARATOR,
    Originals,
    Rewriter,
    SettingsFile,
    Text,
    Translatable,
    Visit,
)
from casekit.values import frozen, replace

FIELDS = {
    "title": "The title of the case",
    "content-notes": "What some readers want to know before they begin, in the table of contents",
    "victim": "Who died, on the page of the presentation",
}
_PASSAGES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "presentation": ("presentation", ("Read aloud at the start",)),
    "terms": ("", ()),
    "facts": ("", ()),
    "rules": ("presentation", ()),
    "solution": ("solution", ("Printed upside down at the end of the booklet",)),
}
"""The blocks with texts: the name under which their prose and quotations are, and notes on that prose."""
_ANSWERS = {
    "motive": "A motive to choose from on the deduction sheet",
    "method": "A modus operandi to choose from on the deduction sheet",
    "motive none": "Comes last among the motives: nobody had one",
}
_IN_PROOFS = "Told within sentences of proofs; keep (1), (2) and (value), which are put in:"


def walk_case(document: SyntaxTree, edition: Edition, visit: Visit) -> SyntaxTree:
    """A case with all its texts replaced; its logic, names and comments stay as they are."""
    walk = _Walk(edition, Rewriter(document.source, visit))
    return replace(
        document,
        header=tuple(walk.rewriter.field(item, FIELDS) for item in document.header),
        blocks=tuple(walk.block(block) for block in document.blocks),
    )


def pictures_of(document: SyntaxTree) -> Iterator[str]:
    """The pictures that a case names."""
    for item in document.header:
        if isinstance(item, FieldNode) and item.key.text in {"illustration", "emblem"} and item.value.text:
            yield item.value.text


@frozen(slots=True)
class _Walk:
    edition: Edition
    rewriter: Rewriter

    def block(self, block: Block) -> Block:
        if block.heading.kind in {"answer", "places"}:
            paths, _ = scope.paths_of(block.heading, self.edition, self.rewriter.source)
            name, notes = ", ".join(map(str, paths)), tuple(map(self._where, paths))
        elif block.heading.kind in _PASSAGES:
            name, notes = _PASSAGES[block.heading.kind]
        else:
            return block
        return replace(block, items=tuple(self._items(block, name, notes)))

    def _where(self, path: CasePath) -> str:
        about = self.edition.about(path)
        if isinstance(path, AnswerPath):
            return f"{path.suspect} answers: {about}"
        return f"Found at {path}, {about}"

    def _items(self, block: Block, name: str, notes: tuple[str, ...]) -> Iterator[Item]:
        """Prose, the words of it that lines quote, the labels of answers and the sentences of facts."""
        paragraphs = quotations = 0
        for item in block.items:
            match item:
                case ProseNode():
                    paragraphs += 1
                    yield self.rewriter.prose(item, name, paragraphs, notes)
                case StatementNode() | RuleNode() if item.quotation and item.quotation.text:
                    quotations += 1
                    yield replace(item, quotation=self._quotation(item, item.quotation, name, quotations))
                case AnswerNode(kind, slug, label):
                    answer = f"{kind} {slug.text}"
                    note = _ANSWERS.get(answer, _ANSWERS[kind])
                    yield replace(item, label=self.rewriter.word(label, answer, (note,)))
                case FunctionNode():
                    yield replace(item, sentences=tuple(self._sentences(item)))
                case _:
                    yield item

    def _quotation(self, item: StatementNode | RuleNode, quotation: Word, name: str, number: int) -> Word:
        logic = logic_text(item, CASE)
        if isinstance(item, StatementNode):
            return self.rewriter.quotation(quotation, name, number, logic)
        context = f"{name}{SEPARATOR}{QUOTATION} of rule {number}"
        return self.rewriter.word(quotation, context, (f"Words of this translation that say: {logic}",))

    def _sentences(self, fact: FunctionNode) -> Iterator[Word]:
        name = f"fact {fact.name.text}"
        about = ((name, _IN_PROOFS), (f"{name}{SEPARATOR}not so", "The same where it is not so:"))
        for sentence, (context, note) in zip(fact.sentences, about, strict=False):
            notes = (f"{note} {logic_text(fact, CASE)}",)
            yield self.rewriter.sentence(sentence, context, notes) if sentence.text else sentence


Entry = tuple[MutableMapping[str, Any], tuple[str | int, ...], str, str]
"""A text in the data of a file: the table that it is in, its path in the data, its context and a note."""

_TABLES = {
    "zones": (("deck", "deck {deck}", "A deck of the ship"), ("name", "zone {number}", "A zone of the ship")),
    "locations": (
        ("name", "location {slug}", "A location, in the tables: keep it short"),
        (
            "text",
            f"location {{slug}}{SEPARATOR}text",
            "The same within a sentence, with its article: Anna was in ...",
        ),
    ),
    "topics": (
        ("name", "topic {slug}", "What a suspect can be asked about, at the head of a column of the tables"),
        ("question", f"topic {{slug}}{SEPARATOR}question", "The question that is asked"),
    ),
    "cards": (
        ("title", f"card {{nth}}{SEPARATOR}title", "The title of an event card"),
        ("flavour", f"card {{nth}}{SEPARATOR}flavour", "The story of the event"),
        ("effect", f"card {{nth}}{SEPARATOR}effect", "What the card does: a rule, as exact as the original"),
    ),
    "rules": (
        (
            "sentence",
            "rule {nth}",
            "What holds in every case, printed in the front of the booklet: {formula}",
        ),
    ),
}
"""The texts of each table, by their keys: their context and a note.

Both have gaps for values of the table, and ``nth`` is its number.
"""


def translatable(originals: Originals[Edition]) -> Translatable:
    """The edition, its event cards and its cases."""
    edition = originals.settings
    toml, deck = (*originals.sources, None, None)[:2]
    files = [SettingsFile(EDITION_FILE, toml or edition_file.built_in_source(), walk_edition)]
    if deck is not None:
        files.append(SettingsFile(edition.deck, deck, walk_deck))
    return Translatable(
        root=originals.root,
        title=edition.title,
        settings=tuple(files),
        cases=originals.trees,
        walk=lambda tree, visit: walk_case(tree, edition, visit),
        dialect=CASE,
        booklets=[(booklet.slug, booklet.cases) for booklet in edition.booklets],
        names=tuple(edition.suspects_by_name),
        files_of=lambda tree: (*pictures_of(tree), *(name for _, name in edition.drawings.named)),
        leading=frozenset({"booklets", "deck"}),
        alone=originals.alone,
    )


def walk_edition(content: MutableMapping[str, Any], source: Source, visit: Visit) -> None:
    """Replace the texts in the data of an edition file; slugs, suspects' names and formulas stay."""
    entries: list[Entry] = []
    if str(content.get("title", "")).strip():
        entries.append((content, ("title",), "title", "The title of the edition and of its booklets"))
    for name in ("rules", "zones", "locations", "topics"):
        entries += _entries(content, name)
    entries += _setting(content)
    _replace(entries, source, visit)


def _setting(content: MutableMapping[str, Any]) -> Iterator[Entry]:
    """The names of board and pieces in an edition."""
    usual = words("games/midnight/words/setting.toml", "en")
    for key in content.get("setting", {}):
        note = f"What is called “{usual[key]}” in an edition on a ship; with its article, if that has one"
        yield content["setting"], ("setting", key), f"setting {key}", note


def walk_deck(content: MutableMapping[str, Any], source: Source, visit: Visit) -> None:
    """Replace the texts in the data of a deck's file; kinds and zones stay."""
    _replace(_entries(content, "cards"), source, visit)


def _replace(entries: Iterable[Entry], source: Source, visit: Visit) -> None:
    translations: dict[str, str] = {}
    for table, path, context, note in entries:
        key = str(path[-1])
        text = table[key]
        # A deck is written with each of its zones and translated once.
        if context not in translations:
            translations[context] = visit(Text(context, text, (note,), place_in(source, path)))
        if translations[context] != text:
            table[key] = translations[context]


def _entries(content: MutableMapping[str, Any], name: str) -> Iterator[Entry]:
    """The texts of an array of tables, as far as they are there; rules may be formulas alone."""
    for index, table in enumerate(content.get(name, [])):
        if isinstance(table, str):
            continue
        for key, context, note in _TABLES[name]:
            if str(table.get(key, "")).strip():
                path, nth = (name, index, key), index + 1
                yield table, path, context.format(**table, nth=nth), note.format(**table)
