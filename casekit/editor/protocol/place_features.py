"""Questions of editors about a place in a document."""

from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from casekit.editor.answering import completing, hovering, naming
from casekit.editor.deducing import AskPossible
from casekit.editor.positions import Places
from casekit.editor.protocol import protocol_words as words
from casekit.editor.protocol.feature import Served, character_at
from casekit.editor.session import OpenText
from casekit.language.formula.name_mentions import NameMention

SOON = 0.5
"""Seconds that a hover waits for what deduction has to say."""


async def hover(ls: Served, params: types.HoverParams) -> types.Hover | None:
    """The text about a word."""
    opened = ls.session.texts.get(params.text_document.uri)
    found = hovering.hover(opened.view, character_at(opened, params.position)) if opened else None
    if opened is None or found is None:
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
    found = [_location(opened, each) for each in naming.definitions(opened.view, at)]
    mention = opened.view.mention_at(at)
    place = naming.in_edition(opened.view, mention) if mention and not found else None
    if place is not None:
        places = Places(place.source.text, ls.session.encoding)
        found.append(types.Location(words.uri_of(place.file), words.range_of(places, place.start, place.end)))
    return found


def _location(opened: OpenText, mention: NameMention) -> types.Location:
    return types.Location(opened.uri, words.range_in(opened, mention.start, mention.end))


def references(ls: Served, opened: OpenText, params: types.ReferenceParams) -> list[types.Location]:
    """Where a name is used, in all documents that are open if it is one of the edition."""
    mention = opened.view.mention_at(character_at(opened, params.position))
    if mention is None:
        return []
    shared = opened.view.game.of_edition(mention, opened.view.settings) is not None
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
        for each in naming.mentions_of(opened.view, mention)
    ]


def prepare_rename(
    _: Served, opened: OpenText, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder:
    """Whether the name at a place can have another one."""
    mention, refusal = naming.renamable(opened.view, character_at(opened, params.position))
    if mention is None:
        raise JsonRpcInvalidParams(refusal)
    return types.PrepareRenamePlaceholder(words.range_in(opened, mention.start, mention.end), mention.name)


def rename(ls: Served, opened: OpenText, params: types.RenameParams) -> types.WorkspaceEdit:
    """Give a name another one, everywhere."""
    found = naming.rename(opened.view, character_at(opened, params.position), params.new_name)
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
    ls: Served, path: Path, text: str, parts: tuple[tuple[int, int], ...], found: naming.Renamed
) -> tuple[str, str, tuple[tuple[int, int], ...]]:
    """A file as the editor has it, where it has it open."""
    for opened in ls.session.texts.values():
        if opened.path.resolve() == path.resolve():
            return opened.uri, opened.text, naming.words_like(found.name, opened.text)
    return words.uri_of(path), text, parts
