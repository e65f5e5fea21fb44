"""Questions of editors about a place in a text, then about a whole document.

Those about a place are completion, hovering, names, and fixes of findings.
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from casekit.editor.document_state import known_alone, possible_values
from casekit.editor.features import (
    code_actions,
    completion,
    document,
    names,
)
from casekit.editor.lsp import conversions as words
from casekit.editor.session import FindingRange, OpenText, PositionMap, findings_of
from casekit.language.completions import NameMention
from casekit.language.suggestions import name_key
from casekit.language.syntax import canonical_form, dialect

SOON = 0.5
"""Seconds that a hover waits for what deduction has to say."""


async def hover(ls: words.ServerContext, params: types.HoverParams) -> types.Hover | None:
    """The text about a word."""
    opened = ls.session.texts.get(params.text_document.uri)
    described = names.hover(opened.view, words.character_at(opened, params.position)) if opened else None
    if opened is None or described is None:
        return None
    text, place, term = described
    if term and opened.current is not None and opened.current.reasoned:
        values = await ls.ask_soon(opened.as_text, partial(possible_values, term=term), SOON)
        if values:
            listed = ", ".join(f"`{each}`" for each in values)
            text += f"\n\nfor a reader of everything `{term}` " + (
                f"is {listed}" if len(values) == 1 else f"may still be {listed}"
            )
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), words.range_in(opened, *place))


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


def complete(
    _: words.ServerContext, opened: OpenText, params: types.CompletionParams
) -> types.CompletionList:
    """The texts that may be written."""
    at = words.character_at(opened, params.position)
    start, offers = completion.complete(opened.view, at)
    place = words.range_in(opened, start, at)
    items: list[types.CompletionItem] = []
    for number, offer in enumerate(offers):
        item = types.CompletionItem(
            label=offer.text.rstrip(),
            kind=_COMPLETED[offer.kind],
            detail=offer.detail or None,
            sort_text=f"{not offer.wanted:d}{number:04}",
            filter_text=offer.text.rstrip(),
            text_edit=types.TextEdit(place, offer.text),
        )
        items.append(item)
    return types.CompletionList(is_incomplete=False, items=items)


def definition(
    ls: words.ServerContext, opened: OpenText, params: types.DefinitionParams
) -> list[types.Location]:
    """Where a name is declared, in the document or in its edition."""
    mention = opened.view.mention_at(words.character_at(opened, params.position))
    mentions = names.mentions_of(opened.view, mention)
    locations = [_location(opened, other) for other in mentions if other.defines]
    declared = names.in_edition(opened.view, mention) if mention and not locations else None
    if declared is not None:
        source, place = declared
        places = PositionMap(source.text, ls.session.encoding)
        locations.append(types.Location(words.uri_of(Path(source.name)), places.range(*place)))
    return locations


def _location(opened: OpenText, mention: NameMention) -> types.Location:
    return types.Location(opened.uri, words.range_in(opened, mention.start, mention.end))


def references(
    ls: words.ServerContext, opened: OpenText, params: types.ReferenceParams
) -> list[types.Location]:
    """Where a name is used, in all documents that are open if it is one of the edition."""
    mention = opened.view.mention_at(words.character_at(opened, params.position))
    if mention is None:
        return []
    game, settings = opened.view.game, opened.view.settings
    shared = game.authoring.describe_name(mention, settings) is not None
    texts = [opened]
    if shared:
        others = [text for text in ls.session.texts.values() if text is not opened and text.view.game is game]
        texts += [text for text in others if text.view.settings.file == settings.file]
    with_declaration = params.context.include_declaration
    locations: list[types.Location] = []
    for text in texts:
        mentions = names.mentions_of(text.view, mention)
        locations += [_location(text, other) for other in mentions if with_declaration or not other.defines]
    return locations


def highlight(
    _: words.ServerContext, opened: OpenText, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """Where a name is in the document."""
    mention = opened.view.mention_at(words.character_at(opened, params.position))
    kinds = types.DocumentHighlightKind
    highlights: list[types.DocumentHighlight] = []
    for other in names.mentions_of(opened.view, mention):
        place = words.range_in(opened, other.start, other.end)
        highlights.append(types.DocumentHighlight(place, kinds.Write if other.defines else kinds.Read))
    return highlights


def prepare_rename(
    _: words.ServerContext, opened: OpenText, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder:
    """Whether the name at a place can have another one."""
    mention, refusal = names.renamable(opened.view, words.character_at(opened, params.position))
    if mention is None:
        raise JsonRpcInvalidParams(refusal)
    return types.PrepareRenamePlaceholder(words.range_in(opened, mention.start, mention.end), mention.name)


def rename(ls: words.ServerContext, opened: OpenText, params: types.RenameParams) -> types.WorkspaceEdit:
    """Give a name another one, everywhere."""
    at = words.character_at(opened, params.position)
    mention, refusal = names.renamable(opened.view, at, params.new_name)
    if mention is None:
        raise JsonRpcInvalidParams(refusal)
    parts = names.spelled(opened.view, mention)
    edits = {opened.uri: [types.TextEdit(words.range_in(opened, *part), params.new_name) for part in parts]}
    open_texts = {each.onlooker.path.resolve(): each for each in ls.session.texts.values()}
    for path, text in names.elsewhere(opened.view, mention):
        # A file is as the editor has it, where it has it open.
        there = open_texts.get(path.resolve())
        places = there.places if there else PositionMap(text, ls.session.encoding)
        edits[there.uri if there else words.uri_of(path)] = [
            types.TextEdit(places.range(*part), params.new_name)
            for part in names.words_like(mention.name, places.text)
        ]
    return types.WorkspaceEdit(changes=edits)


def act(_: words.ServerContext, opened: OpenText, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The fixes of findings, or at a place."""
    start, end = words.character_at(opened, params.range.start), words.character_at(opened, params.range.end)
    shift = opened.view.shift
    all_here = [finding for finding in findings_of(opened) if not finding.stale]
    here = [finding for finding in all_here if finding.start - shift <= end and start <= finding.end - shift]
    wanted = params.context.only or [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
    actions: list[types.CodeAction] = []
    if _asked(types.CodeActionKind.QuickFix, wanted):
        remedies = opened.current.remedies if opened.current else ()
        offered = code_actions.fixes(
            opened.view, [finding.diagnostic for finding in here], remedies, start, end
        )
        actions += [_action(opened, fix, here) for fix in offered]
    edits = code_actions.fix_all(opened.view, [finding.diagnostic for finding in all_here])
    if edits and _asked(types.CodeActionKind.SourceFixAll, wanted):
        changes = _changes(opened, edits)
        actions.append(
            types.CodeAction("Fix all that has one fix", types.CodeActionKind.SourceFixAll, edit=changes)
        )
    return actions


def _asked(kind: str, wanted: Iterable[str]) -> bool:
    return any(kind == each or kind.startswith(f"{each}.") for each in wanted)


def _action(opened: OpenText, fix: code_actions.Fix, here: Iterable[FindingRange]) -> types.CodeAction:
    about = [each for each in here if each.diagnostic is fix.diagnostic]
    return types.CodeAction(
        title=fix.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=words.published(opened, about).diagnostics or None,
        is_preferred=fix.best or None,
        edit=_changes(opened, fix.edits),
    )


def _changes(opened: OpenText, edits: Iterable[code_actions.TextEdit]) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(changes={opened.uri: words.edits_in(opened, edits)})


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


def symbols(_: words.ServerContext, opened: OpenText, __: object) -> list[types.DocumentSymbol]:
    """The outline: the header's fields, and the blocks with what they declare."""
    fields = [each for each in opened.view.mentions if each.kind == "field"]
    named = [_symbol(opened, each.kind, each.name, (each.start, each.end), each) for each in fields]
    return [*named, *(_outlined(opened, block) for block in opened.view.tree.blocks)]


def _outlined(opened: OpenText, block: dialect.Block) -> types.DocumentSymbol:
    view, heading = opened.view, block.heading
    declared = [
        mention for mention in view.mentions if mention.defines and block.start <= mention.start < block.end
    ]
    keys = view.game.authoring.heading_keys(heading, view.settings)
    detail = next(
        (offer.detail for offer in view.game.authoring.headings(view.settings) if offer.text in keys), ""
    )
    name = canonical_form.heading_text(heading, view.game.dialect) or "=="
    symbol = _symbol(opened, "block", name, (block.start, block.end), heading, detail)
    symbol.children = [
        _declared(opened, block, mention) for mention in declared if mention.kind != "variable"
    ]
    return symbol


def _declared(opened: OpenText, block: dialect.Block, mention: NameMention) -> types.DocumentSymbol:
    item = next((each for each in block.items if each.start <= mention.start < each.end), mention)
    return _symbol(opened, mention.kind, mention.name, (item.start, max(item.end, mention.end)), mention)


def _symbol(
    opened: OpenText,
    kind: str,
    name: str,
    whole: tuple[int, int],
    chosen: dialect.Heading | NameMention,
    detail: str = "",
) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=name,
        kind=_SYMBOLS[kind],
        range=words.range_in(opened, *whole),
        selection_range=words.range_in(opened, chosen.start, chosen.end),
        detail=detail or None,
        children=[],
    )


def workspace_symbols(
    ls: words.ServerContext, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """The declarations and all paths in the documents that are open."""
    wanted = name_key(params.query)
    in_workspace: list[types.WorkspaceSymbol] = []
    for opened in ls.session.texts.values():
        in_document: list[types.DocumentSymbol] = []
        for block in symbols(ls, opened, None):
            in_document += (block, *(block.children or ()))
        for symbol in in_document:
            if symbol.kind is not _SYMBOLS["field"] and wanted in name_key(symbol.name):
                location = types.Location(opened.uri, symbol.selection_range)
                container = opened.onlooker.path.name
                in_workspace.append(
                    types.WorkspaceSymbol(
                        name=symbol.name, kind=symbol.kind, location=location, container_name=container
                    )
                )
    return in_workspace


def fold(_: words.ServerContext, opened: OpenText, __: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """The parts that can be folded."""
    ranges = []
    for start, end, comment in document.foldable(opened.view):
        place = words.range_in(opened, start, end)
        if place.start.line < place.end.line:
            kind = types.FoldingRangeKind.Comment if comment else types.FoldingRangeKind.Region
            ranges.append(types.FoldingRange(place.start.line, place.end.line, kind=kind))
    return ranges


def select(
    _: words.ServerContext, opened: OpenText, params: types.SelectionRangeParams
) -> list[types.SelectionRange]:
    """The parts that enclose some places."""
    ranges = []
    for position in params.positions:
        chosen: types.SelectionRange | None = None
        for part in reversed(document.enclosing(opened.view, words.character_at(opened, position))):
            chosen = types.SelectionRange(words.range_in(opened, *part), chosen)
        if chosen is not None:
            ranges.append(chosen)
    return ranges


LEGEND = types.SemanticTokensLegend(list(document.COLOURS), ["declaration"])


def colour(_: words.ServerContext, opened: OpenText, __: types.SemanticTokensParams) -> types.SemanticTokens:
    """The colours of names and comments: lines and columns since the one before."""
    data: list[int] = []
    line = column = 0
    for start, end, kind, declares in document.coloured(opened.view):
        place = words.range_in(opened, start, end)
        if place.start.line != place.end.line:
            continue
        if place.start.line != line:
            column = 0
        data += (place.start.line - line, place.start.character - column)
        data += (
            place.end.character - place.start.character,
            document.COLOURS.index(kind),
            int(declares),
        )
        line, column = place.start.line, place.start.character
    return types.SemanticTokens(data)


def inlay(ls: words.ServerContext, opened: OpenText, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Lies, and what sources do in the proofs."""
    if opened.deduced is None or opened.deduced_view is None or not ls.settings.inlays:
        return []
    stale = "" if opened.current else " (stale)"
    hints = []
    shift = opened.deduced_view.shift
    for at, text, tooltip in document.inlays(opened.deduced_view, opened.deduced.lies, opened.roles):
        place = opened.moved(at + shift, at + shift)
        position = opened.places.position(place[0]) if place else None
        if position is not None and params.range.start.line <= position.line <= params.range.end.line:
            hints.append(types.InlayHint(position, text + stale, tooltip=tooltip, padding_left=True))
    return hints


def lens(ls: words.ServerContext, opened: OpenText, _: types.CodeLensParams) -> list[types.CodeLens]:
    """One for each source; what it says is found out when it is seen."""
    if opened.current is None or not ls.settings.lenses:
        return []
    return [
        types.CodeLens(words.range_in(opened, *place), data=[opened.uri, source])
        for source, place in document.lenses(opened.view, opened.roles)
    ]


async def resolve_lens(ls: words.ServerContext, params: types.CodeLens) -> types.CodeLens:
    """The knowledge of a reader of one source alone."""
    uri, source = "", ""
    if isinstance(params.data, list) and len(params.data) == 2:  # noqa: PLR2004 - an address and a source
        uri, source = params.data
    opened = ls.session.texts.get(uri)
    asked = partial(known_alone, source=source)
    knowledge = await ls.ask(opened.as_text, asked) if opened and opened.current else None
    title = (
        f"a reader of this alone knows {knowledge}"
        if knowledge
        else "what a reader of this alone knows is not known yet"
    )
    params.command = types.Command(title, "")
    return params


def format_(
    _: words.ServerContext, opened: OpenText, __: types.DocumentFormattingParams
) -> list[types.TextEdit] | None:
    """The canonical form."""
    edits = document.formatted(opened.view)
    return None if edits is None else words.edits_in(opened, edits)


def link(_: words.ServerContext, opened: OpenText, __: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """The files that a document names."""
    return [
        types.DocumentLink(words.range_in(opened, start, end), target=words.uri_of(path))
        for start, end, path in document.links(opened.view)
    ]
