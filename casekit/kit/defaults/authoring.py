"""Help for editors, writers and translators of documents of prose and lines.

Names, headings, words, the progress of the writing, and texts to translate.
"""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from casekit.analysis import analyzer, summaries
from casekit.diagnostics import Source, codes
from casekit.kit.defaults.document import PlainDocument, PlainEdition, prose_blocks
from casekit.kit.interface import NewDocument
from casekit.kit.registry import home_of
from casekit.language.completions import (
    CompletionItem,
    Kind,
    NameMention,
    mentions_of_formula,
    of_words,
    offers_of,
)
from casekit.language.formula.nodes import FormulaNode, Operand, Scope
from casekit.language.syntax import line_expectations, line_forms
from casekit.language.syntax.dialect import (
    Dialect,
    FieldNode,
    FormNode,
    Heading,
    Item,
    SyntaxTree,
)

if TYPE_CHECKING:
    from casekit.kit.defaults.game import PlainGame
    from casekit.manuscripts.manuscript_parts import ManuscriptPart


def name_mentions(dialect: Dialect, tree: SyntaxTree, scope: Scope | None) -> Iterator[NameMention]:
    """Every name in header, lines and formulas."""
    for field in tree.header:
        if isinstance(field, FieldNode):
            yield from of_words("field", (field.key,))
    for block in tree.blocks:
        for _, value in dialect.of_heading(block.heading):
            yield from of_words("value", value if isinstance(value, tuple) else (value,))
        for item in block.items:
            yield from mentions_in(item, dialect, tree.source.text, scope)


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


def headings(dialect: Dialect) -> Iterator[CompletionItem]:
    """The blocks, each of which is wanted but the notes."""
    for block in dialect.outline:
        yield CompletionItem(block.kind, "heading", "block", wanted="note" not in block.lines)


def completions(
    dialect: Dialect, block: str, before: str, scope: Scope | None
) -> tuple[CompletionItem, ...] | None:
    """The words that may continue a line, and values of the types of its parts; ``None`` in a formula."""
    form = next((form for form in dialect.outline if form.kind == block), None)
    if form is None or ("prose" in form.lines and not before.lstrip().startswith("~")):
        return ()
    place = line_expectations.in_block(dialect, form, before)
    if place is None or any(isinstance(atom, line_forms.PartKind) and atom.is_logic for atom in place.atoms):
        return None
    values: dict[str, tuple[CompletionItem, ...]] = {}
    for sort in scope.sorts if scope else ():
        values[sort.name] = tuple(CompletionItem(value, "value", sort.name) for value in sort.values)
    return offers_of(dialect, block, before, values)


class PlainAuthoringRoom:
    """Help that follows from the forms of a game."""

    def __init__(self, game: "PlainGame") -> None:
        self.game = game

    def word_list(self, settings: PlainEdition, document: PlainDocument | None) -> summaries.WordList:
        """The types and facts of a document."""
        if document is None:
            return summaries.WordList((), spelling=(settings.title,))
        return summaries.WordList(
            (summaries.types_of(document.scope), summaries.reserved_of(document.scope)),
            tuple(summaries.facts_of(document.scope, {})),
            (settings.title, document.title),
        )

    def progress(self, document: PlainDocument) -> summaries.WritingProgress:
        """How far the prose of each block is written."""
        texts = {kind: document.prose.get(kind, ()) for kind in prose_blocks(self.game.dialect)}
        parts, unwritten, waiting = [], [], 0
        for kind, prose in texts.items():
            written = summaries.is_written(prose)
            parts.append(summaries.ProgressPart(kind, int(written), 1))
            waiting += summaries.is_waiting(prose)
            if not written:
                unwritten.append(f"`== {kind}`")
        explained = frozenset((codes.TODO, codes.MISSING_BLOCK, codes.OPEN_ELEMENT))
        step = f"write {' and '.join(unwritten)}."
        return summaries.WritingProgress(document.title, tuple(parts), waiting, step, explained)

    def name_mentions(
        self, tree: SyntaxTree, scope: Scope | None, _settings: PlainEdition | None
    ) -> Iterator[NameMention]:
        """Every name in header, lines and formulas."""
        return name_mentions(self.game.dialect, tree, scope)

    def headings(self, _settings: PlainEdition) -> Iterator[CompletionItem]:
        """The blocks."""
        return headings(self.game.dialect)

    def heading_keys(self, heading: Heading, _settings: PlainEdition) -> tuple[str, ...]:
        """The block that a heading begins."""
        return (heading.kind,)

    def completions(
        self, block: str, before: str, scope: Scope | None, _settings: PlainEdition
    ) -> tuple[CompletionItem, ...] | None:
        """The words that a line may go on with, and values."""
        return completions(self.game.dialect, block, before, scope)

    def describe_name(self, _mention: NameMention, _settings: PlainEdition) -> None:
        """None: an edition gives no names."""

    def create(
        self,
        title: str,
        _settings: PlainEdition,
        _options: Mapping[str, str | int],
        _steps: analyzer.ProgressBar,
    ) -> analyzer.Answered[NewDocument]:
        """The game's ``catalogue/skeleton.case`` with a title."""
        skeleton = files(home_of(self.game.name)) / "catalogue" / "skeleton.case"
        text = skeleton.read_text(encoding="utf-8").replace("{title}", " ".join(title.split()))
        return NewDocument(text, "its prose and its lines to write"), ()

    def complete(
        self,
        _source: Source,
        _settings: PlainEdition,
        _options: Mapping[str, str | int],
        _steps: analyzer.ProgressBar,
    ) -> None:
        """None: no document is completed."""


class PlainProofreadingRoom:
    """Manuscripts of documents without prose beside the logic."""

    def __init__(self, game: "PlainGame") -> None:
        self.game = game

    def review(
        self,
        _document: PlainDocument,
        _tree: SyntaxTree,
        _findings: analyzer.Findings,
        _analyzer: analyzer.Analyzer | None,
    ) -> None:
        """None."""

    def blind_copy(self, _document: PlainDocument) -> None:
        """None."""

    def reading_copy(self, _document: PlainDocument) -> None:
        """None."""

    def manuscript(self, _document: PlainDocument, tree: SyntaxTree) -> "tuple[ManuscriptPart, ...]":
        """The blocks that have prose, in their order."""
        from casekit.manuscripts.manuscript_parts import ManuscriptPart  # noqa: PLC0415 - words need no prose

        prose = prose_blocks(self.game.dialect)
        parts = []
        for block in tree.blocks:
            kind = block.heading.kind
            if kind in prose:
                parts.append(ManuscriptPart(block, kind, kind.capitalize(), ""))
        return tuple(parts)
