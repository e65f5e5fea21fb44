"""Questions about a place in a text: completion, hovering, names, fixes of findings."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from casekit.editor.answering import completing, cursor_names, fixing
from casekit.editor.looking import possible_values
from casekit.editor.protocol import protocol_words as words
from casekit.editor.protocol.protocol_words import Served, character_at
from casekit.editor.session import Finding, OpenText, Places, findings_of
from casekit.language.offers import NameMention

SOON = 0.5
"""Seconds that a hover waits for what deduction has to say."""


async def hover(ls: Served, params: types.HoverParams) -> types.Hover | None:
    """The text about a word."""
    opened = ls.session.texts.get(params.text_document.uri)
    found = cursor_names.hover(opened.view, character_at(opened, params.position)) if opened else None
    if opened is None or found is None:
        return None
    place, text = words.range_in(opened, found.start, found.end), found.text
    if found.term and opened.current is not None and opened.current.reasoned:
        values = await ls.ask_soon(opened.as_text, partial(possible_values, term=found.term), SOON)
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


def complete(_: Served, opened: OpenText, params: types.CompletionParams) -> types.CompletionList:
    """The texts that may be written."""
    found = completing.complete(opened.view, character_at(opened, params.position))
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
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def definition(ls: Served, opened: OpenText, params: types.DefinitionParams) -> list[types.Location]:
    """Where a name is declared, in the document or in its edition."""
    at = character_at(opened, params.position)
    found = [_location(opened, each) for each in cursor_names.definitions(opened.view, at)]
    mention = opened.view.mention_at(at)
    declared = cursor_names.in_edition(opened.view, mention) if mention and not found else None
    if declared is not None:
        source, place = declared
        places = Places(source.text, ls.session.encoding)
        found.append(types.Location(words.uri_of(Path(source.name)), places.range(*place)))
    return found


def _location(opened: OpenText, mention: NameMention) -> types.Location:
    return types.Location(opened.uri, words.range_in(opened, mention.start, mention.end))


def references(ls: Served, opened: OpenText, params: types.ReferenceParams) -> list[types.Location]:
    """Where a name is used, in all documents that are open if it is one of the edition."""
    mention = opened.view.mention_at(character_at(opened, params.position))
    if mention is None:
        return []
    game, settings = opened.view.game, opened.view.settings
    shared = game.of_edition(mention, settings) is not None
    others = [
        each
        for each in ls.session.texts.values()
        if each is not opened and each.view.game is game and each.view.settings.file == settings.file
    ]
    return [
        _location(each, found)
        for each in (opened, *(others if shared else ()))
        for found in cursor_names.mentions_of(each.view, mention)
        if params.context.include_declaration or not found.defines
    ]


def highlight(
    _: Served, opened: OpenText, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """Where a name is in the document."""
    mention = opened.view.mention_at(character_at(opened, params.position))
    kinds = types.DocumentHighlightKind
    return [
        types.DocumentHighlight(
            words.range_in(opened, each.start, each.end), kinds.Write if each.defines else kinds.Read
        )
        for each in cursor_names.mentions_of(opened.view, mention)
    ]


def prepare_rename(
    _: Served, opened: OpenText, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder:
    """Whether the name at a place can have another one."""
    mention, refusal = cursor_names.renamable(opened.view, character_at(opened, params.position))
    if mention is None:
        raise JsonRpcInvalidParams(refusal)
    return types.PrepareRenamePlaceholder(words.range_in(opened, mention.start, mention.end), mention.name)


def rename(ls: Served, opened: OpenText, params: types.RenameParams) -> types.WorkspaceEdit:
    """Give a name another one, everywhere."""
    found = cursor_names.rename(opened.view, character_at(opened, params.position), params.new_name)
    if found.refusal:
        raise JsonRpcInvalidParams(found.refusal)
    edits = {
        opened.uri: [types.TextEdit(words.range_in(opened, *part), params.new_name) for part in found.parts]
    }
    open_texts = {each.path.resolve(): each for each in ls.session.texts.values()}
    for path, text in found.elsewhere:
        # A file is as the editor has it, where it has it open.
        there = open_texts.get(path.resolve())
        places = there.places if there else Places(text, ls.session.encoding)
        edits[there.uri if there else words.uri_of(path)] = [
            types.TextEdit(places.range(*part), params.new_name)
            for part in cursor_names.words_like(found.name, places.text)
        ]
    return types.WorkspaceEdit(changes=edits)


def act(_: Served, opened: OpenText, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The fixes of findings, or at a place."""
    start, end = character_at(opened, params.range.start), character_at(opened, params.range.end)
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
    return types.WorkspaceEdit(changes={opened.uri: words.edits_in(opened, edits)})
