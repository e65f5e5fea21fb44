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
from casekit.editor.lsp import conversions
from casekit.editor.session import FindingRange, OpenText, PositionMap, findings_of
from casekit.language.completions import NameMention
from casekit.language.suggestions import name_key
from casekit.language.syntax import canonical_form, dialect

SOON = 0.5
"""Seconds that a hover waits for what deduction has to say."""


async def hover(ls: conversions.ServerContext, params: types.HoverParams) -> types.Hover | None:
    """The text about a word."""
    opened = ls.session.texts.get(params.text_document.uri)
    described = (
        names.hover(opened.state, conversions.character_at(opened, params.position)) if opened else None
    )
    if opened is None or described is None:
        return None
    text, place, term = described
    if term and opened.current_deduction is not None and opened.current_deduction.is_analysable:
        values = await ls.ask_soon(opened.as_version, partial(possible_values, term=term), SOON)
        if values:
            listed = ", ".join(f"`{each}`" for each in values)
            text += f"\n\nfor a reader of everything `{term}` " + (
                f"is {listed}" if len(values) == 1 else f"may still be {listed}"
            )
    return types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, text), conversions.range_in(opened, *place)
    )


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
    _: conversions.ServerContext, opened: OpenText, params: types.CompletionParams
) -> types.CompletionList:
    """The texts that may be written."""
    at = conversions.character_at(opened, params.position)
    start, offers = completion.complete(opened.state, at)
    place = conversions.range_in(opened, start, at)
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
    ls: conversions.ServerContext, opened: OpenText, params: types.DefinitionParams
) -> list[types.Location]:
    """Where a name is declared, in the document or in its edition."""
    mention = opened.state.mention_at(conversions.character_at(opened, params.position))
    mentions = names.mentions_of(opened.state, mention)
    locations = [_location(opened, other) for other in mentions if other.defines]
    declared = names.in_edition(opened.state, mention) if mention and not locations else None
    if declared is not None:
        source, place = declared
        places = PositionMap(source.text, ls.session.encoding)
        locations.append(types.Location(conversions.uri_of(Path(source.name)), places.range(*place)))
    return locations


def _location(opened: OpenText, mention: NameMention) -> types.Location:
    return types.Location(opened.uri, conversions.range_in(opened, mention.start, mention.end))


def references(
    ls: conversions.ServerContext, opened: OpenText, params: types.ReferenceParams
) -> list[types.Location]:
    """Where a name is used, in all documents that are open if it is one of the edition."""
    mention = opened.state.mention_at(conversions.character_at(opened, params.position))
    if mention is None:
        return []
    game, settings = opened.state.game, opened.state.settings
    shared = game.authoring.describe_name(mention, settings) is not None
    texts = [opened]
    if shared:
        others = [
            text for text in ls.session.texts.values() if text is not opened and text.state.game is game
        ]
        texts += [text for text in others if text.state.settings.file == settings.file]
    with_declaration = params.context.include_declaration
    locations: list[types.Location] = []
    for text in texts:
        mentions = names.mentions_of(text.state, mention)
        locations += [_location(text, other) for other in mentions if with_declaration or not other.defines]
    return locations


def highlight(
    _: conversions.ServerContext, opened: OpenText, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """Where a name is in the document."""
    mention = opened.state.mention_at(conversions.character_at(opened, params.position))
    kinds = types.DocumentHighlightKind
    highlights: list[types.DocumentHighlight] = []
    for other in names.mentions_of(opened.state, mention):
        place = conversions.range_in(opened, other.start, other.end)
        highlights.append(types.DocumentHighlight(place, kinds.Write if other.defines else kinds.Read))
    return highlights


def prepare_rename(
    _: conversions.ServerContext, opened: OpenText, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder:
    """Whether the name at a place can have another one."""
    mention, refusal = names.renamable(opened.state, conversions.character_at(opened, params.position))
    if mention is None:
        raise JsonRpcInvalidParams(refusal)
    return types.PrepareRenamePlaceholder(
        conversions.range_in(opened, mention.start, mention.end), mention.name
    )


def rename(
    ls: conversions.ServerContext, opened: OpenText, params: types.RenameParams
) -> types.WorkspaceEdit:
    """Give a name another one, everywhere."""
    at = conversions.character_at(opened, params.position)
    mention, refusal = names.renamable(opened.state, at, params.new_name)
    if mention is None:
        raise JsonRpcInvalidParams(refusal)
    parts = names.spelled(opened.state, mention)
    edits = {
        opened.uri: [types.TextEdit(conversions.range_in(opened, *part), params.new_name) for part in parts]
    }
    open_texts = {text.text_parser.path.resolve(): text for text in ls.session.texts.values()}
    for path, text in names.elsewhere(opened.state, mention):
        # A file that the editor has open is as it is there.
        open_text = open_texts.get(path.resolve())
        places = open_text.places if open_text else PositionMap(text, ls.session.encoding)
        edits[open_text.uri if open_text else conversions.uri_of(path)] = [
            types.TextEdit(places.range(*part), params.new_name)
            for part in names.words_like(mention.name, places.text)
        ]
    return types.WorkspaceEdit(changes=edits)


def act(
    _: conversions.ServerContext, opened: OpenText, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """The fixes of findings, or at a place."""
    start = conversions.character_at(opened, params.range.start)
    end = conversions.character_at(opened, params.range.end)
    shift = opened.state.shift
    all_here = [finding for finding in findings_of(opened) if not finding.stale]
    here = [finding for finding in all_here if finding.start - shift <= end and start <= finding.end - shift]
    wanted_kinds = params.context.only or [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
    actions: list[types.CodeAction] = []
    if _is_of_kinds(types.CodeActionKind.QuickFix, wanted_kinds):
        deduction = opened.current_deduction
        suggested_statements = deduction.suggested_statements if deduction else ()
        fixes = code_actions.fixes(
            opened.state, [finding.diagnostic for finding in here], suggested_statements, start, end
        )
        actions += [_action(opened, fix, here) for fix in fixes]
    edits = code_actions.fix_all(opened.state, [finding.diagnostic for finding in all_here])
    if edits and _is_of_kinds(types.CodeActionKind.SourceFixAll, wanted_kinds):
        changes = _changes(opened, edits)
        actions.append(
            types.CodeAction("Fix all that has one fix", types.CodeActionKind.SourceFixAll, edit=changes)
        )
    return actions


def _is_of_kinds(kind: str, wanted_kinds: Iterable[str]) -> bool:
    """Whether a kind of code action is one of those that are wanted, or below one: `source.fixAll.x`."""
    return any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in wanted_kinds)


def _action(opened: OpenText, fix: code_actions.Fix, here: Iterable[FindingRange]) -> types.CodeAction:
    """A fix as a code action, with the findings that it is for."""
    about = [finding for finding in here if finding.diagnostic is fix.diagnostic]
    return types.CodeAction(
        title=fix.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=conversions.published(opened, about).diagnostics or None,
        is_preferred=fix.best or None,
        edit=_changes(opened, fix.edits),
    )


def _changes(opened: OpenText, edits: Iterable[code_actions.TextEdit]) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(changes={opened.uri: conversions.edits_in(opened, edits)})


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


def symbols(_: conversions.ServerContext, opened: OpenText, __: object) -> list[types.DocumentSymbol]:
    """The outline: the header's fields, and the blocks with what they declare."""
    outline: list[types.DocumentSymbol] = []
    for mention in opened.state.mentions:
        if mention.kind == "field":
            place = (mention.start, mention.end)
            outline.append(_symbol(opened, mention.kind, mention.name, place, mention))
    outline += [_symbol_of_block(opened, block) for block in opened.state.tree.blocks]
    return outline


def _symbol_of_block(opened: OpenText, block: dialect.Block) -> types.DocumentSymbol:
    state, heading = opened.state, block.heading
    declared = [
        mention for mention in state.mentions if mention.defines and block.start <= mention.start < block.end
    ]
    keys = state.game.authoring.heading_keys(heading, state.settings)
    detail = next(
        (offer.detail for offer in state.game.authoring.headings(state.settings) if offer.text in keys), ""
    )
    name = canonical_form.heading_text(heading, state.game.dialect) or "=="
    symbol = _symbol(opened, "block", name, (block.start, block.end), heading, detail)
    symbol.children = [
        _symbol_of_name(opened, block, mention) for mention in declared if mention.kind != "variable"
    ]
    return symbol


def _symbol_of_name(opened: OpenText, block: dialect.Block, mention: NameMention) -> types.DocumentSymbol:
    """A name that a block declares, with the whole of its line."""
    item = next((line for line in block.items if line.start <= mention.start < line.end), mention)
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
        range=conversions.range_in(opened, *whole),
        selection_range=conversions.range_in(opened, chosen.start, chosen.end),
        detail=detail or None,
        children=[],
    )


def workspace_symbols(
    ls: conversions.ServerContext, params: types.WorkspaceSymbolParams
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
                container = opened.text_parser.path.name
                in_workspace.append(
                    types.WorkspaceSymbol(
                        name=symbol.name, kind=symbol.kind, location=location, container_name=container
                    )
                )
    return in_workspace


def fold(
    _: conversions.ServerContext, opened: OpenText, __: types.FoldingRangeParams
) -> list[types.FoldingRange]:
    """The parts that can be folded."""
    ranges = []
    for start, end, comment in document.foldable(opened.state):
        place = conversions.range_in(opened, start, end)
        if place.start.line < place.end.line:
            kind = types.FoldingRangeKind.Comment if comment else types.FoldingRangeKind.Region
            ranges.append(types.FoldingRange(place.start.line, place.end.line, kind=kind))
    return ranges


def select(
    _: conversions.ServerContext, opened: OpenText, params: types.SelectionRangeParams
) -> list[types.SelectionRange]:
    """The parts that enclose some places."""
    ranges = []
    for position in params.positions:
        chosen: types.SelectionRange | None = None
        for part in reversed(document.enclosing(opened.state, conversions.character_at(opened, position))):
            chosen = types.SelectionRange(conversions.range_in(opened, *part), chosen)
        if chosen is not None:
            ranges.append(chosen)
    return ranges


LEGEND = types.SemanticTokensLegend(list(document.COLOURS), ["declaration"])


def colour(
    _: conversions.ServerContext, opened: OpenText, __: types.SemanticTokensParams
) -> types.SemanticTokens:
    """The colours of names and comments: lines and columns since the one before."""
    data: list[int] = []
    line = column = 0
    for start, end, kind, declares in document.coloured(opened.state):
        place = conversions.range_in(opened, start, end)
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


def inlay(
    ls: conversions.ServerContext, opened: OpenText, params: types.InlayHintParams
) -> list[types.InlayHint]:
    """Lies, and what sources do in the proofs."""
    if opened.deduction is None or opened.deduced_state is None or not ls.settings.inlays:
        return []
    stale = "" if opened.current_deduction else " (stale)"
    hints = []
    shift = opened.deduced_state.shift
    for at, text, tooltip in document.inlays(opened.deduced_state, opened.deduction.lies, opened.roles):
        place = opened.moved(at + shift, at + shift)
        position = opened.places.position(place[0]) if place else None
        if position is not None and params.range.start.line <= position.line <= params.range.end.line:
            hints.append(types.InlayHint(position, text + stale, tooltip=tooltip, padding_left=True))
    return hints


def lens(ls: conversions.ServerContext, opened: OpenText, _: types.CodeLensParams) -> list[types.CodeLens]:
    """One for each source; what it says is found out when it is seen."""
    if opened.current_deduction is None or not ls.settings.lenses:
        return []
    return [
        types.CodeLens(conversions.range_in(opened, *place), data=[opened.uri, source])
        for source, place in document.lenses(opened.state, opened.roles)
    ]


async def resolve_lens(ls: conversions.ServerContext, params: types.CodeLens) -> types.CodeLens:
    """The knowledge of a reader of one source alone."""
    uri, source = "", ""
    if isinstance(params.data, list) and len(params.data) == 2:  # noqa: PLR2004 - an address and a source
        uri, source = params.data
    opened = ls.session.texts.get(uri)
    asked = partial(known_alone, source=source)
    knowledge = await ls.ask(opened.as_version, asked) if opened and opened.current_deduction else None
    title = (
        f"a reader of this alone knows {knowledge}"
        if knowledge
        else "what a reader of this alone knows is not known yet"
    )
    params.command = types.Command(title, "")
    return params


def format_(
    _: conversions.ServerContext, opened: OpenText, __: types.DocumentFormattingParams
) -> list[types.TextEdit] | None:
    """The canonical form."""
    edits = document.formatted(opened.state)
    return None if edits is None else conversions.edits_in(opened, edits)


def link(
    _: conversions.ServerContext, opened: OpenText, __: types.DocumentLinkParams
) -> list[types.DocumentLink]:
    """The files that a document names."""
    return [
        types.DocumentLink(conversions.range_in(opened, start, end), target=conversions.uri_of(path))
        for start, end, path in document.links(opened.state)
    ]
