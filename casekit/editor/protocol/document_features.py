"""Questions of editors about a whole document."""

from collections.abc import Iterator
from functools import partial

from lsprotocol import types

from casekit.editor.answering import whole_document
from casekit.editor.answering.whole_document import formatted, links
from casekit.editor.looking import known_alone
from casekit.editor.protocol import protocol_words as words
from casekit.editor.protocol.protocol_words import Served, character_at
from casekit.editor.session import OpenText

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


def symbols(_: Served, opened: OpenText, __: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The outline."""
    return [_symbol(opened, each) for each in whole_document.outline(opened.view)]


def _symbol(opened: OpenText, symbol: whole_document.Symbol) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=symbol.name,
        kind=_SYMBOLS[symbol.kind],
        range=words.range_in(opened, symbol.start, symbol.end),
        selection_range=words.range_in(opened, symbol.first, symbol.last),
        detail=symbol.detail or None,
        children=[_symbol(opened, each) for each in symbol.parts],
    )


def workspace_symbols(ls: Served, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    """The declarations and all paths in the documents that are open."""
    wanted = params.query.casefold()
    return [
        types.WorkspaceSymbol(
            name=each.name,
            kind=_SYMBOLS[each.kind],
            location=types.Location(opened.uri, words.range_in(opened, each.first, each.last)),
            container_name=opened.path.name,
        )
        for opened in ls.session.texts.values()
        for symbol in whole_document.outline(opened.view)
        for each in (symbol, *symbol.parts)
        if each.kind != "field" and wanted in each.name.casefold()
    ]


def fold(_: Served, opened: OpenText, __: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """The parts that can be folded."""
    found = []
    for start, end, comment in whole_document.foldable(opened.view):
        place = words.range_in(opened, start, end)
        if place.start.line < place.end.line:
            kind = types.FoldingRangeKind.Comment if comment else types.FoldingRangeKind.Region
            found.append(types.FoldingRange(place.start.line, place.end.line, kind=kind))
    return found


def select(_: Served, opened: OpenText, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """The parts that enclose some places."""
    found = []
    for position in params.positions:
        chosen: types.SelectionRange | None = None
        for part in reversed(whole_document.enclosing(opened.view, character_at(opened, position))):
            chosen = types.SelectionRange(words.range_in(opened, *part), chosen)
        if chosen is not None:
            found.append(chosen)
    return found


LEGEND = types.SemanticTokensLegend(list(whole_document.COLOURS), ["declaration"])


def colour(_: Served, opened: OpenText, __: types.SemanticTokensParams) -> types.SemanticTokens:
    """The colours of names and comments: lines and columns since the one before."""
    data: list[int] = []
    line = column = 0
    for place, kind, declares in _tokens(opened):
        if place.start.line != line:
            column = 0
        data += (place.start.line - line, place.start.character - column)
        data += (
            place.end.character - place.start.character,
            whole_document.COLOURS.index(kind),
            int(declares),
        )
        line, column = place.start.line, place.start.character
    return types.SemanticTokens(data)


def _tokens(opened: OpenText) -> Iterator[tuple[types.Range, str, bool]]:
    for start, end, kind, declares in whole_document.coloured(opened.view):
        place = words.range_in(opened, start, end)
        if place.start.line == place.end.line:
            yield place, kind, declares


def inlay(ls: Served, opened: OpenText, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Lies, and what sources do in the proofs."""
    if opened.deduced is None or opened.deduced_view is None or not ls.settings.inlays:
        return []
    stale = "" if opened.current else " (stale)"
    found = []
    shift = opened.deduced_view.shift
    for at, text, told in whole_document.inlays(opened.deduced_view, opened.deduced.lies, opened.roles):
        place = opened.moved(at + shift, at + shift)
        position = opened.places.position(place[0]) if place else None
        if position is not None and params.range.start.line <= position.line <= params.range.end.line:
            found.append(types.InlayHint(position, text + stale, tooltip=told, padding_left=True))
    return found


def lens(ls: Served, opened: OpenText, _: types.CodeLensParams) -> list[types.CodeLens]:
    """One for each source; what it says is found out when it is seen."""
    if opened.current is None or not ls.settings.lenses:
        return []
    return [
        types.CodeLens(words.range_in(opened, *place), data=[opened.uri, source])
        for source, place in whole_document.lenses(opened.view, opened.roles)
    ]


async def resolve_lens(ls: Served, params: types.CodeLens) -> types.CodeLens:
    """The knowledge of a reader of one source alone."""
    uri, source = params.data if isinstance(params.data, list) and len(params.data) == 2 else ("", "")  # noqa: PLR2004 - an address and a source
    opened = ls.session.texts.get(uri)
    asked = partial(known_alone, source=source)
    told = await ls.ask(opened.as_text, asked) if opened and opened.current else None
    title = (
        f"a reader of this alone knows {told}"
        if told
        else "what a reader of this alone knows is not known yet"
    )
    params.command = types.Command(title, "")
    return params


def format_(_: Served, opened: OpenText, __: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """The canonical form."""
    edits = formatted(opened.view)
    return None if edits is None else words.edits_in(opened, edits)


def link(_: Served, opened: OpenText, __: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """The files that a document names."""
    return [
        types.DocumentLink(words.range_in(opened, start, end), target=words.uri_of(path))
        for start, end, path in links(opened.view)
    ]
