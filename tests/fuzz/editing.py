"""A text in an editor, and everything that an editor may ask about a place in it."""

from pathlib import Path
from unittest.mock import patch

from casekit.editor.features import (
    code_actions,
    completion,
    document as features_document,
    names,
)
from casekit.editor.lsp import handlers
from casekit.editor.session import Session, findings_of
from casekit.games.midnight.checks import runner as checks
from casekit.language.formula import nodes
from casekit.prose.passages import UnchangedPassages


def opened(folder, text, name="typed.case"):
    """A session with one text open in a folder."""
    session = Session()
    path = Path(folder).absolute() / name
    return session, session.begin(path.as_uri(), path, 1, text)


def ask_everything(document, offset):
    """Ask all that depends on a place; the answers have to be places of the text."""
    view = document.state
    length = len(view.source.text)
    hovered = names.hover(view, offset)
    if hovered is not None:
        _, (start, end), _ = hovered
        assert 0 <= start <= end <= length
    assert 0 <= completion.complete(view, offset)[0] <= offset
    mention = view.mention_at(offset)
    if mention is not None:
        names.in_edition(view, mention)
        assert mention in names.mentions_of(view, mention)
    renamed, _ = names.renamable(view, offset, "another")
    if renamed is not None:
        for start, end in names.spelled(view, renamed):
            assert 0 <= start < end <= length
        list(names.elsewhere(view, renamed))
    before = (offset, offset)
    for start, end in features_document.enclosing(view, offset):
        assert start <= before[0] <= before[1] <= end <= length
        before = start, end
    found = [each.diagnostic for each in findings_of(document)]
    for fix in code_actions.fixes(view, found, (), offset, offset):
        for edit in fix.edits:
            assert 0 <= edit.start <= edit.end <= length


def compare_with_whole(document):
    """A text that was typed is what it is if it is opened as it is now, with nothing known of what it was."""
    with patch.object(checks, "_UNCHANGED", UnchangedPassages()), patch.object(nodes, "_SCOPES", []):
        _, fresh = opened(
            document.text_parser.path.parent, document.state.text, document.text_parser.path.name
        )
    assert fresh.state.shown == document.state.shown
    assert fresh.state.tree == document.state.tree


def ask_of_the_whole(document):
    """Ask all that depends on no place."""
    view = document.state
    length = len(view.source.text)
    for finding in findings_of(document):
        assert 0 <= finding.start <= finding.end <= len(document.state.text)
    for symbol in handlers.symbols(None, document, None):
        whole, chosen = symbol.range, symbol.selection_range
        assert whole.start <= chosen.start <= chosen.end <= whole.end <= document.places.position(length + 1)
    at = 0
    for start, end, _, _ in features_document.coloured(view):
        assert at <= start < end <= length
        at = end
    assert all(start < end <= length for start, end, _ in features_document.foldable(view))
    features_document.formatted(view)
    list(features_document.links(view))
    list(features_document.inlays(view, (), ()))
    code_actions.fix_all(view, [each.diagnostic for each in findings_of(document)])
