"""What the language server does when an editor says where its cursor is."""

from types import SimpleNamespace

import pytest

from casekit.editor.language_server import cursor_moved
from casekit.kit.code_registry import base_of
from casekit.system.cursor_channel import CursorChannel, CursorPlace


@pytest.fixture
def told(desk, tmp_path, monkeypatch):
    """Moves the cursor, and gives what a preview of the file is told."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    text = base_of().replace("== ANNA alibi", "== ANNA  alibi")
    opened, _ = desk(text)
    slot = CursorChannel(opened.text_parser.path)
    slot.news()

    def move(line, uri=opened.uri):
        document = SimpleNamespace(uri=uri)
        cursor_moved(
            SimpleNamespace(session=desk.session),
            SimpleNamespace(textDocument=document, position=SimpleNamespace(line=line)),
        )
        return slot.news()

    move.lines = text.splitlines()
    move.session, move.news = desk.session, slot.news
    yield move
    slot.withdraw()


def test_the_line_is_told_with_the_heading_above_it(told):
    at = told.lines.index("== ANNA  alibi")
    assert CursorPlace(at + 2, "== ANNA  alibi") == told(at + 1)
    assert CursorPlace(at, told.lines[told.lines.index("== truth")]) == told(at - 1)
    assert CursorPlace(1) == told(0)
    assert told(10**6).heading == "== solution"


@pytest.mark.parametrize(("line", "uri"), [("3", ""), (None, ""), (3, "file:///elsewhere.case"), (3, None)])
def test_what_no_editor_says_is_not_heard(told, line, uri):
    assert told(line, *([uri] if uri != "" else [])) is None


def test_a_message_that_lacks_everything_is_not_heard(told):
    cursor_moved(SimpleNamespace(session=told.session), None)
    cursor_moved(SimpleNamespace(session=told.session), SimpleNamespace(textDocument=3))
    assert told.news() is None
