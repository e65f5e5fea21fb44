"""Fixes of findings, as editors offer them."""

from collections.abc import Iterable

from lsprotocol import types

from casekit.editor.answering import fixing
from casekit.editor.protocol import protocol_words as words
from casekit.editor.protocol.feature import Served, character_at
from casekit.editor.session import Finding, OpenText, findings_of


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
