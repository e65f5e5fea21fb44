"""Texts as they are while they are typed: nothing fails, whatever is half there. ``tests/fuzz`` types all of them."""

import sys
from pathlib import Path

import pytest
from lsprotocol import types

from casekit.kit.code_registry import base_of
from casekit.language import source_files

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "fuzz"))
from editing import ask_everything, ask_of_the_whole, opened  # noqa: E402

TEXTS = (
    *sorted((ROOT / "examples").rglob("*.case")),
    ROOT / "docs/tour/the-last-soup.case",
)


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.stem)
def test_no_prefix_of_an_example_is_too_much(file):
    text = file.read_text(encoding="utf-8")
    session, document = opened(file.parent, "", file.name)
    stride = max(1, len(text) // 16) + 1
    for start in range(0, len(text), stride):
        end = document.places.position(len(document.state.text))
        added = types.TextDocumentContentChangePartial(types.Range(end, end), text[start : start + stride])
        session.change(document.uri, start, (added,))
        assert text[: start + stride] == document.state.text
        ask_everything(document, len(document.state.source.text))
    ask_of_the_whole(document)


def test_a_change_that_is_taken_back_leaves_what_was_there():
    file = ROOT / "docs/tour/the-last-soup.case"
    text = file.read_text(encoding="utf-8")
    session, document = opened(file.parent, text, file.name)
    before = document.state
    at = document.places.position(text.index("== truth"))
    session.change(document.uri, 2, (types.TextDocumentContentChangePartial(types.Range(at, at), "== 0"),))
    assert before.shown != document.state.shown
    behind = types.Position(at.line, 4)
    session.change(document.uri, 3, (types.TextDocumentContentChangePartial(types.Range(at, behind), ""),))
    assert text == document.state.text
    assert before.shown == document.state.shown
    assert before.tree == document.state.tree


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("CK107", ""),
        ("CK107", "\ufeff"),
        ("CK902", "\0"),
        ("CK902", "\ud800"),
        ("CK102", "=="),
        ("CK106", "~"),
        ("CK135", "\r"),
        ("CK135", "\x0b== \x0c"),
        ("CK135", "== \u2028~"),
        ("CK113", "game: none"),
    ],
    ids=ascii,
)
def test_what_is_no_document_is_one_finding(tmp_path, code, text):
    _, document = opened(tmp_path, text)
    ask_everything(document, 0)
    ask_everything(document, len(document.state.source.text))
    ask_of_the_whole(document)
    assert [code] == [finding.code.id for finding in document.state.shown]


@pytest.mark.parametrize("text", ["game: clue", "x" * 400_000], ids=["a header alone", "a long word"])
def test_what_is_hardly_a_document_is_no_fault(tmp_path, text):
    _, document = opened(tmp_path, text)
    ask_everything(document, len(text))
    ask_of_the_whole(document)
    assert text == document.state.source.text


def test_ten_thousand_findings_are_a_thousand(tmp_path):
    text = "title: x\n\n== presentation\n" + "TODO\n" * 10_000
    _, document = opened(tmp_path, text)
    assert 1_001 == len(document.state.shown)


def test_nothing_outside_the_edition_is_read(tmp_path, monkeypatch):
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (tmp_path / "secret.svg").write_text("<svg/>", encoding="utf-8")
    text = "title: x\nlevel: amateur\nvictim: y\nillustration: ../secret.svg\n"
    read = []
    real = source_files._open_plain
    monkeypatch.setattr(
        source_files, "_open_plain", lambda name, flags: read.append(Path(name)) or real(name, flags)
    )
    _, document = opened(inside, text)
    ask_of_the_whole(document)
    assert {inside / "edition.toml"} == {*read}


def test_an_edition_that_changes_is_read_again(desk):
    document, _ = desk(base_of())
    assert () == document.state.shown
    file = desk.folder / "edition.toml"
    good = file.read_text(encoding="utf-8")
    file.write_text("title = [", encoding="utf-8")
    assert [document] == list(desk.session.check_changed_editions())
    assert document.state.document is None
    ask_of_the_whole(document)
    file.write_text(good, encoding="utf-8")
    assert [document] == list(desk.session.check_changed_editions())
    assert () == document.state.shown
    assert [] == list(desk.session.check_changed_editions())


def test_a_case_that_an_edition_names_and_that_is_written_later_is_seen(desk):
    from casekit.kit.code_registry import base_of

    file = desk.folder / "edition.toml"
    booklet = '\n[[booklets]]\nslug = "soups"\ncases = ["soup.case", "other.case"]\n'
    file.write_text(file.read_text(encoding="utf-8") + booklet, encoding="utf-8")
    document, _ = desk(base_of())
    assert document.state.edition.diagnostics
    assert [] == list(desk.session.check_changed_editions())
    (desk.folder / "other.case").write_text("title: Another Soup\n", encoding="utf-8")
    assert [document] == list(desk.session.check_changed_editions())
    missing = [each for each in document.state.edition.diagnostics if "other.case" in each.message]
    assert [] == missing
