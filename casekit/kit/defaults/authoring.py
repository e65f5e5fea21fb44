"""Help for editors, writers and translators of documents of prose and lines: names, headings, words, how far they are, texts to translate."""

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
        for _, named in game.dialect.of_heading(block.heading):
            yield from of_words("value", named if isinstance(named, tuple) else (named,))
        for item in block.items:
            yield from mentions_in(item, game.dialect, tree.source.text, scope)


_CALLED: Mapping[str, Kind] = {"type": "type", "group": "group", "fact": "fact"}


def mentions_in(item: Item, dialect: Dialect, text: str, scope: Scope | None) -> Iterator[NameMention]:
    """Every name in a line: of values, unless the kinds of its parts say otherwise, and in its formulas."""
    if isinstance(item, FormNode) or type(item) in dialect.form_of:
        for kind, word in dialect.words_in(item):
            called = _CALLED.get(kind.name.removeprefix("new-"), "value")
            yield from of_words(called, (word,) if "NAME" in kind.symbols else (), defines=kind.defines)
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
    """The words that a line may go on with and the values of the types that its parts are of; ``None`` in a formula."""
    form = next((each for each in game.dialect.outline if each.kind == block), None)
    if form is None or ("prose" in form.lines and not before.lstrip().startswith("~")):
        return ()
    place = slips.in_block(game.dialect, form, before)
    if place is None or any(isinstance(atom, forms.PartKind) and atom.is_logic for atom in place.atoms):
        return None
    values = {} if scope is None else {sort.name: sort.values for sort in scope.sorts}
    named = {
        kind: tuple(CompletionItem(each, "value", kind) for each in each_of)
        for kind, each_of in values.items()
    }
    return offers_of(game.dialect, block, before, named)


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

    prose = prose_blocks(game.dialect)
    return tuple(
        ManuscriptPart(block, block.heading.kind, block.heading.kind.capitalize(), "")
        for block in tree.blocks
        if block.heading.kind in prose
    )


def draft(game: AnyGame, document: PlainDocument) -> overviews.WritingProgress:
    """How far the prose of each block is written."""
    texts = {kind: document.prose.get(kind, ()) for kind in prose_blocks(game.dialect)}
    parts = tuple(
        overviews.ProgressPart(kind, int(overviews.is_written(prose)), 1) for kind, prose in texts.items()
    )
    left = " and ".join(f"`== {kind}`" for kind, prose in texts.items() if not overviews.is_written(prose))
    waiting = sum(overviews.is_waiting(prose) for prose in texts.values())
    explained = frozenset((codes.TODO, codes.MISSING_BLOCK, codes.OPEN_ELEMENT))
    return overviews.WritingProgress(document.title, parts, waiting, f"write {left}.", explained)


def made(
    game: AnyGame,
    title: str,
    _settings: PlainEdition,
    _wanted: Mapping[str, Any],
    _steps: interrogation.ProgressBar,
) -> interrogation.Answered[NewDocument]:
    """The game's ``catalogue/skeleton.case`` with a title, whatever is ``wanted``."""
    text = (files(home_of(game.name)) / "catalogue" / "skeleton.case").read_text(encoding="utf-8")
    return NewDocument(
        text.replace("{title}", " ".join(title.split())), "its prose and its lines to write"
    ), ()


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
        booklets=[(each.slug, each.cases) for each in originals.settings.booklets],
        alone=originals.alone,
    )


def walk_prose(title: str, passages: Mapping[str, str], tree: SyntaxTree, visit: Visit) -> SyntaxTree:
    """A document with its title and its prose replaced; ``title`` and ``passages``, by block, say what translators read of them."""
    rewriter = Rewriter(tree.source, visit)
    return replace(
        tree,
        header=tuple(rewriter.field(item, {"title": title}) for item in tree.header),
        blocks=tuple(
            replace(block, items=tuple(_passage(block, passages[block.heading.kind], rewriter)))
            if block.heading.kind in passages
            else block
            for block in tree.blocks
        ),
    )


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
