"""From casekit's words to those of the protocol."""

from casekit.editor.lsp.conversions import published
from casekit.editor.session import findings_of
from casekit.kit.code_registry import base_of


def test_what_a_finding_refers_to_in_its_own_text_is_shown_there(desk):
    text = f"{base_of('midnight')}\n== 01\nAgain.\n"
    opened, _ = desk(text)
    (found,) = published(opened, findings_of(opened)).diagnostics
    (related,) = found.related_information
    lines = text.splitlines()
    assert (opened.uri, lines.index("== 01")) == (related.location.uri, related.location.range.start.line)
    assert found.range.start.line == len(lines) - 2
