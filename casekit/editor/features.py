"""What editors ask about a document, by the protocol's names for it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from casekit.editor import protocol_words as words
from casekit.editor.answering import completing, fixing, hovering, inlaying, naming, outlining
from casekit.editor.answering.formatted import formatted
from casekit.editor.answering.linking import links
from casekit.editor.deducing import AskAlone, AskPossible
from casekit.editor.positions import Places
from casekit.editor.session import Finding, OpenText, findings_of
from casekit.games.authoring import NameMention

if TYPE_CHECKING:
    from casekit.editor.language_server import CasekitServer

SOON = 0.5
"""Seconds that a hover waits for what deduction has to say."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A message of the protocol, what is done about it, and what editors have to know about that beforehand."""

    method: str
    answer: Callable[..., Any]
    options: Any = None


def _open(ls: "CasekitServer", params: Any) -> OpenText | None:
    return ls.session.texts.get(params.text_document.uri)


def _at(opened: OpenText, position: types.Position) -> int:
    """The character of the source at a position."""
    return max(0, opened.places.offset(words.position_of(position)) - opened.view.shift)


# --- at a place --------------------------------------------------------------------------------------


async def hover(ls: "CasekitServer", params: types.HoverParams) -> types.Hover | None:
    """What there is to say about a word."""
    opened = _open(ls, params)
    if opened is None:
        return None
    found = hovering.hover(opened.view, _at(opened, params.position))
    if found is None:
        return None
    place, text = words.range_in(opened, found.start, found.end), found.text
    if found.term and opened.current is not None and opened.current.reasoned:
        values = await ls.ask_soon(AskPossible(opened.as_text, found.term), SOON)
        if values:
            listed = ", ".join(f"`{each}`" for each in values)
            text += f"\n\nfor a reader of everything `{found.term}` " + (
                f"is {listed}" if len(values) == 1 else f"may still be {listed}"
            )
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), place)


_COMPLETED = {
    "fact": types.CompletionItemKind.Function,
    "value": types.CompletionItemKind.EnumMember,
    "type": types.CompletionItemKind.Class,
    "group": types.CompletionItemKind.Enum,
    "variable": types.CompletionItemKind.Variable,
    "topic": types.CompletionItemKind.Module,
    "field": types.CompletionItemKind.Property,
    "heading": types.CompletionItemKind.Module,
    "keyword": types.CompletionItemKind.Keyword,
}


def complete(ls: "CasekitServer", params: types.CompletionParams) -> types.CompletionList:
    """What may be written."""
    opened = _open(ls, params)
    found = completing.complete(opened.view, _at(opened, params.position)) if opened else ()
    items = [
        types.CompletionItem(
            label=each.offer.text.rstrip(),
            kind=_COMPLETED[each.offer.kind],
            detail=each.offer.detail or None,
            sort_text=f"{not each.offer.wanted:d}{number:04}",
            filter_text=each.offer.text.rstrip(),
            text_edit=types.TextEdit(words.range_in(opened, each.start, each.end), each.offer.text),
        )
        for number, each in enumerate(found)
        if opened is not None
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def definition(ls: "CasekitServer", params: types.DefinitionParams) -> list[types.Location]:
    """Where a name is declared, in the document or in its edition."""
    opened = _open(ls, params)
    if opened is None:
        return []
    at = _at(opened, params.position)
    found = [_location(opened, each) for each in naming.definitions(opened.view, at)]
    mention = opened.view.mention_at(at)
    place = naming.in_edition(opened.view, mention) if mention and not found else None
    if place is not None:
        places = Places(place.source.text, ls.session.encoding)
        found.append(types.Location(words.uri_of(place.file), words.range_of(places, place.start, place.end)))
    return found


def _location(opened: OpenText, mention: NameMention) -> types.Location:
    return types.Location(opened.uri, words.range_in(opened, mention.start, mention.end))


def references(ls: "CasekitServer", params: types.ReferenceParams) -> list[types.Location]:
    """Where a name is used, in all documents that are open if it is one of the edition."""
    opened = _open(ls, params)
    mention = opened.view.mention_at(_at(opened, params.position)) if opened else None
    if opened is None or mention is None:
        return []
    shared = opened.view.game.authoring.shared(mention, opened.view.settings) is not None
    others = [
        each for each in ls.session.texts.values() if each is not opened and _same_edition(each, opened)
    ]
    return [
        _location(each, found)
        for each in (opened, *(others if shared else ()))
        for found in naming.mentions_of(each.view, mention)
        if params.context.include_declaration or not found.defines
    ]


def _same_edition(one: OpenText, other: OpenText) -> bool:
    return one.view.game is other.view.game and one.view.settings.file == other.view.settings.file


def highlight(ls: "CasekitServer", params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """Where a name is in the document."""
    opened = _open(ls, params)
    mention = opened.view.mention_at(_at(opened, params.position)) if opened else None
    if opened is None:
        return []
    kinds = types.DocumentHighlightKind
    return [
        types.DocumentHighlight(
            words.range_in(opened, each.start, each.end), kinds.Write if each.defines else kinds.Read
        )
        for each in naming.mentions_of(opened.view, mention)
    ]


def prepare_rename(
    ls: "CasekitServer", params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """Whether the name at a place can have another one."""
    opened = _open(ls, params)
    if opened is None:
        return None
    mention, refusal = naming.renamable(opened.view, _at(opened, params.position))
    if mention is None:
        raise JsonRpcInvalidParams(refusal)
    return types.PrepareRenamePlaceholder(words.range_in(opened, mention.start, mention.end), mention.name)


def rename(ls: "CasekitServer", params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Give a name another one, everywhere."""
    opened = _open(ls, params)
    if opened is None:
        return None
    found = naming.rename(opened.view, _at(opened, params.position), params.new_name)
    if found.refusal:
        raise JsonRpcInvalidParams(found.refusal)
    edits = {
        opened.uri: [types.TextEdit(words.range_in(opened, *part), params.new_name) for part in found.parts]
    }
    for path, text, parts in found.elsewhere:
        uri, there, found_there = _as_open(ls, path, text, parts, found)
        places = Places(there, ls.session.encoding)
        edits[uri] = [types.TextEdit(words.range_of(places, *part), params.new_name) for part in found_there]
    return types.WorkspaceEdit(changes=edits)


def _as_open(
    ls: "CasekitServer", path: Path, text: str, parts: tuple[tuple[int, int], ...], found: naming.Renamed
) -> tuple[str, str, tuple[tuple[int, int], ...]]:
    """A file as the editor has it, where it has it open."""
    for opened in ls.session.texts.values():
        if opened.path.resolve() == path.resolve():
            return opened.uri, opened.text, naming.words_like(found.name, opened.text)
    return words.uri_of(path), text, parts


# --- the whole document ------------------------------------------------------------------------------

_SYMBOLS = {
    "block": types.SymbolKind.Namespace,
    "fact": types.SymbolKind.Function,
    "value": types.SymbolKind.EnumMember,
    "type": types.SymbolKind.Enum,
    "group": types.SymbolKind.Array,
    "variable": types.SymbolKind.Variable,
    "topic": types.SymbolKind.Key,
    "field": types.SymbolKind.Property,
}


def symbols(ls: "CasekitServer", params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The outline."""
    opened = _open(ls, params)
    return [_symbol(opened, each) for each in outlining.outline(opened.view)] if opened else []


def _symbol(opened: OpenText, symbol: outlining.Symbol) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=symbol.name,
        kind=_SYMBOLS[symbol.kind],
        range=words.range_in(opened, symbol.start, symbol.end),
        selection_range=words.range_in(opened, symbol.first, symbol.last),
        detail=symbol.detail or None,
        children=[_symbol(opened, each) for each in symbol.parts],
    )


def workspace_symbols(
    ls: "CasekitServer", params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """What is declared, and all paths, in the documents that are open."""
    wanted = params.query.casefold()
    return [
        types.WorkspaceSymbol(
            name=each.name,
            kind=_SYMBOLS[each.kind],
            location=types.Location(opened.uri, words.range_in(opened, each.first, each.last)),
            container_name=opened.path.name,
        )
        for opened in ls.session.texts.values()
        for symbol in outlining.outline(opened.view)
        for each in (symbol, *symbol.parts)
        if each.kind != "field" and wanted in each.name.casefold()
    ]


def fold(ls: "CasekitServer", params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """What can be folded."""
    opened = _open(ls, params)
    found = []
    for start, end, comment in outlining.foldable(opened.view) if opened else ():
        place = words.range_in(opened, start, end) if opened else None
        if place is not None and place.start.line < place.end.line:
            kind = types.FoldingRangeKind.Comment if comment else types.FoldingRangeKind.Region
            found.append(types.FoldingRange(place.start.line, place.end.line, kind=kind))
    return found


def select(ls: "CasekitServer", params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """What encloses some places."""
    opened = _open(ls, params)
    found = []
    for position in params.positions if opened else ():
        chosen: types.SelectionRange | None = None
        for part in reversed(outlining.enclosing(opened.view, _at(opened, position)) if opened else ()):
            chosen = types.SelectionRange(words.range_in(opened, *part), chosen) if opened else None
        if chosen is not None:
            found.append(chosen)
    return found


LEGEND = types.SemanticTokensLegend(list(outlining.COLOURS), ["declaration"])


def colour(ls: "CasekitServer", params: types.SemanticTokensParams) -> types.SemanticTokens:
    """The colours of names and comments: lines and columns since the one before."""
    opened = _open(ls, params)
    data: list[int] = []
    line = column = 0
    for place, kind, declares in _tokens(opened) if opened else ():
        if place.start.line != line:
            column = 0
        data += (place.start.line - line, place.start.character - column)
        data += (place.end.character - place.start.character, outlining.COLOURS.index(kind), int(declares))
        line, column = place.start.line, place.start.character
    return types.SemanticTokens(data)


def _tokens(opened: OpenText) -> Iterator[tuple[types.Range, str, bool]]:
    for start, end, kind, declares in outlining.coloured(opened.view):
        place = words.range_in(opened, start, end)
        if place.start.line == place.end.line:
            yield place, kind, declares


def inlay(ls: "CasekitServer", params: types.InlayHintParams) -> list[types.InlayHint]:
    """Lies, and what sources do in the proofs."""
    opened = _open(ls, params)
    if opened is None or opened.deduced is None or opened.deduced_view is None or not ls.settings.inlays:
        return []
    stale = "" if opened.current else " (stale)"
    found = []
    for each in inlaying.inlays(opened.deduced_view, opened.deduced.lies, opened.roles):
        shift = opened.deduced_view.shift
        place = opened.moved(each.at + shift, each.at + shift)
        position = words.range_of(opened.places, *place).start if place else None
        if position is not None and params.range.start.line <= position.line <= params.range.end.line:
            found.append(types.InlayHint(position, each.text + stale, tooltip=each.told, padding_left=True))
    return found


def lens(ls: "CasekitServer", params: types.CodeLensParams) -> list[types.CodeLens]:
    """One for each source; what it says is found out when it is seen."""
    opened = _open(ls, params)
    if opened is None or opened.current is None or not ls.settings.lenses:
        return []
    return [
        types.CodeLens(words.range_in(opened, each.start, each.end), data=[opened.uri, each.source])
        for each in inlaying.lenses(opened.view, opened.roles)
    ]


async def resolve_lens(ls: "CasekitServer", params: types.CodeLens) -> types.CodeLens:
    """What a reader of one source alone knows."""
    uri, source = params.data if isinstance(params.data, list) and len(params.data) == 2 else ("", "")  # noqa: PLR2004 - an address and a source
    opened = ls.session.texts.get(uri)
    told = await ls.ask(AskAlone(opened.as_text, source)) if opened and opened.current else None
    title = (
        f"a reader of this alone knows {told}"
        if told
        else "what a reader of this alone knows is not known yet"
    )
    params.command = types.Command(title, "")
    return params


def format_(ls: "CasekitServer", params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """The canonical form."""
    opened = _open(ls, params)
    edits = formatted(opened.view) if opened else None
    if opened is None or edits is None:
        return None
    return [types.TextEdit(words.range_in(opened, each.start, each.end), each.text) for each in edits]


def link(ls: "CasekitServer", params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """The files that a document names."""
    opened = _open(ls, params)
    return [
        types.DocumentLink(words.range_in(opened, start, end), target=words.uri_of(path))
        for start, end, path in (links(opened.view) if opened else ())
        if opened is not None
    ]


# --- quick fixes -------------------------------------------------------------------------------------


def act(ls: "CasekitServer", params: types.CodeActionParams) -> list[types.CodeAction]:
    """What could be done about findings, or at a place."""
    opened = _open(ls, params)
    if opened is None:
        return []
    start, end = _at(opened, params.range.start), _at(opened, params.range.end)
    shift = opened.view.shift
    all_here = [each for each in findings_of(opened) if not each.stale]
    here = [each for each in all_here if each.start - shift <= end and start <= each.end - shift]
    wanted = params.context.only or [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
    found: list[types.CodeAction] = []
    if _asked(types.CodeActionKind.QuickFix, wanted):
        remedies = opened.current.remedies if opened.current else ()
        diagnostics = [each.diagnostic for each in here]
        offered = fixing.fixes(opened.view, diagnostics, remedies, start, end)
        found += [_action(opened, fix, here) for fix in offered]
    edits = fixing.fix_all(opened.view, [each.diagnostic for each in all_here])
    if edits and _asked(types.CodeActionKind.SourceFixAll, wanted):
        changes = _changes(opened, edits)
        found.append(
            types.CodeAction("Fix all that has one fix", types.CodeActionKind.SourceFixAll, edit=changes)
        )
    return found


def _asked(kind: str, wanted: Iterable[str]) -> bool:
    return any(kind == each or kind.startswith(f"{each}.") for each in wanted)


def _action(opened: OpenText, fix: fixing.Fix, here: Iterable[Finding]) -> types.CodeAction:
    about = [each for each in here if each.diagnostic is fix.diagnostic]
    return types.CodeAction(
        title=fix.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=words.published(opened, about).diagnostics or None,
        is_preferred=fix.best or None,
        edit=_changes(opened, fix.edits),
    )


def _changes(opened: OpenText, edits: Iterable[fixing.TextEdit]) -> types.WorkspaceEdit:
    changes = [types.TextEdit(words.range_in(opened, each.start, each.end), each.text) for each in edits]
    return types.WorkspaceEdit(changes={opened.uri: changes})


QUESTIONS: tuple[Feature, ...] = (
    Feature(types.TEXT_DOCUMENT_HOVER, hover),
    Feature(
        types.TEXT_DOCUMENT_COMPLETION,
        complete,
        types.CompletionOptions(trigger_characters=["=", "(", " ", ",", "{", ":"]),
    ),
    Feature(types.TEXT_DOCUMENT_DEFINITION, definition),
    Feature(types.TEXT_DOCUMENT_REFERENCES, references),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, highlight),
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename),
    Feature(types.TEXT_DOCUMENT_RENAME, rename, types.RenameOptions(prepare_provider=True)),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, symbols),
    Feature(types.WORKSPACE_SYMBOL, workspace_symbols),
    Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, fold),
    Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, select),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, colour, LEGEND),
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, inlay),
    Feature(types.TEXT_DOCUMENT_CODE_LENS, lens, types.CodeLensOptions(resolve_provider=True)),
    Feature(types.CODE_LENS_RESOLVE, resolve_lens),
    Feature(types.TEXT_DOCUMENT_FORMATTING, format_),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, link),
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        act,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]),
    ),
)
