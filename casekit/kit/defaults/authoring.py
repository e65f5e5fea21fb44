"""Help for editors, writers and translators of documents of prose and lines.

Names, headings, words, the progress of the writing, and texts to translate.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import replace
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from casekit.analysis import analyzer as interrogation, summaries as overviews
from casekit.diagnostics import Source, codes
from casekit.kit.defaults.document import PlainDocument, PlainEdition, prose_blocks
from casekit.kit.interface import AnyGame, NewDocument
from casekit.kit.registry import home_of
from casekit.language.completions import (
    CompletionItem,
    Kind,
    NameMention,
    mentions_of_formula,
    of_words,
    offers_of,
)
from casekit.language.data.toml import place_in
from casekit.language.formula.nodes import FormulaNode, Operand, Scope
from casekit.language.syntax import error_productions as slips, line_forms as forms
from casekit.language.syntax.dialect import (
    Block,
    Dialect,
    FieldNode,
    FormNode,
    Heading,
    Item,
    ProseNode,
    SyntaxTree,
)
from casekit.translation.texts import (
    EDITION_FILE,
    Originals,
    Rewriter,
    SettingsFile,
    Text,
    Translatable,
    Visit,
)

if TYPE_CHECKING:
    from casekit.manuscripts.manuscript_parts import ManuscriptPart


def mentions(
    game: AnyGame, tree: SyntaxTree, scope: Scope | None, _settings: PlainEdition | None
) -> Iterator[NameMention]:
    """Every name in header, lines and formulas."""
    for field in tree.header:
        if isinstance(field, FieldNode):
            yield from of_words("field", (field.key,))
    for block in tree.blocks:
        for _, value in game.dialect.of_heading(block.heading):
            yield from of_words("value", value if isinstance(value, tuple) else (value,))
        for item in block.items:
            yield from mentions_in(item, game.dialect, tree.source.text, scope)


_NAME_KINDS: Mapping[str, Kind] = {"type": "type", "group": "group", "fact": "fact"}


def mentions_in(item: Item, dialect: Dialect, text: str, scope: Scope | None) -> Iterator[NameMention]:
    """Every name in a line: of values, unless the kinds of its parts say otherwise, and in its formulas."""
    if isinstance(item, FormNode) or type(item) in dialect.form_of:
        for kind, word in dialect.words_in(item):
            name_kind = _NAME_KINDS.get(kind.name.removeprefix("new-"), "value")
            yield from of_words(name_kind, (word,) if "NAME" in kind.symbols else (), defines=kind.defines)
        for value in dialect.values(item)[1].values():
            for node in value if isinstance(value, tuple) else (value,):
                if isinstance(node, FormulaNode | Operand):
                    yield from mentions_of_formula(node, text, scope)


def headings(game: AnyGame, _settings: PlainEdition) -> Iterator[CompletionItem]:
    """The blocks, each of which is wanted but the notes."""
    for block in game.dialect.outline:
        yield CompletionItem(block.kind, "heading", "block", wanted="note" not in block.lines)


def heading_keys(_game: AnyGame, heading: Heading, _settings: PlainEdition) -> tuple[str, ...]:
    """The block that a heading begins."""
    return (heading.kind,)


def offers(
    game: AnyGame, block: str, before: str, scope: Scope | None, _settings: PlainEdition
) -> tuple[CompletionItem, ...] | None:
    """The words that may continue a line, and values of the types of its parts; ``None`` in a formula."""
    form = next((form for form in game.dialect.outline if form.kind == block), None)
    if form is None or ("prose" in form.lines and not before.lstrip().startswith("~")):
        return ()
    place = slips.in_block(game.dialect, form, before)
    if place is None or any(isinstance(atom, forms.PartKind) and atom.is_logic for atom in place.atoms):
        return None
    values: dict[str, tuple[CompletionItem, ...]] = {}
    for sort in scope.sorts if scope else ():
        values[sort.name] = tuple(CompletionItem(value, "value", sort.name) for value in sort.values)
    return offers_of(game.dialect, block, before, values)


def words(
    _game: AnyGame, settings: PlainEdition, document: PlainDocument | None = None
) -> overviews.WordList:
    """The types and facts of a document."""
    if document is None:
        return overviews.WordList((), spelling=(settings.title,))
    return overviews.WordList(
        (overviews.types_of(document.scope), overviews.reserved_of(document.scope)),
        tuple(overviews.facts_of(document.scope, {})),
        (settings.title, document.title),
    )


def manuscript(game: AnyGame, _document: PlainDocument, tree: SyntaxTree) -> "tuple[ManuscriptPart, ...]":
    """The blocks that have prose, in their order."""
    from casekit.manuscripts.manuscript_parts import ManuscriptPart  # noqa: PLC0415 - words need no prose

    prose_kinds = prose_blocks(game.dialect)
    parts = []
    for block in tree.blocks:
        kind = block.heading.kind
        if kind in prose_kinds:
            parts.append(ManuscriptPart(block, kind, kind.capitalize(), ""))
    return tuple(parts)


def draft(game: AnyGame, document: PlainDocument) -> overviews.WritingProgress:
    """How far the prose of each block is written."""
    parts: list[overviews.ProgressPart] = []
    unwritten: list[str] = []
    waiting = 0
    for kind in prose_blocks(game.dialect):
        prose = document.prose.get(kind, ())
        written = overviews.is_written(prose)
        parts.append(overviews.ProgressPart(kind, int(written), 1))
        if not written:
            unwritten.append(f"`== {kind}`")
        waiting += overviews.is_waiting(prose)
    advice = f"write {' and '.join(unwritten)}."
    explained = frozenset((codes.TODO, codes.MISSING_BLOCK, codes.OPEN_ELEMENT))
    return overviews.WritingProgress(document.title, tuple(parts), waiting, advice, explained)


def made(
    game: AnyGame,
    title: str,
    _settings: PlainEdition,
    _wanted: Mapping[str, Any],
    _steps: interrogation.ProgressBar,
) -> interrogation.Answered[NewDocument]:
    """The game's ``catalogue/skeleton.case`` with a title, whatever is ``wanted``."""
    skeleton = (files(home_of(game.name)) / "catalogue" / "skeleton.case").read_text(encoding="utf-8")
    text = skeleton.replace("{title}", " ".join(title.split()))
    return NewDocument(text, "its prose and its lines to write"), ()


def translatable(game: AnyGame, originals: Originals[PlainEdition]) -> Translatable:
    """An edition and its documents."""
    toml = originals.sources[0] if originals.sources else game.edition()
    passages = {kind: f"The block {kind}" for kind in prose_blocks(game.dialect)}
    return Translatable(
        root=originals.root,
        title=originals.settings.title,
        settings=(SettingsFile(EDITION_FILE, toml, walk_title),),
        cases=originals.trees,
        walk=partial(walk_prose, "The title", passages),
        dialect=game.dialect,
        booklets=[(booklet.slug, booklet.cases) for booklet in originals.settings.booklets],
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
