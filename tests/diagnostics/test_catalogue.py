import pytest

from casekit.diagnostics import Code, catalogue
from casekit.diagnostics.catalogue import CodeEntry
from tests.overlay import Example, entry_of

TEXT = """\
# CK101 syntax-error

Because.

## Wrong

```case whole
== x
```

## Right

```text
y
```

As `z` says.
"""


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Reads an entry that is beside the table of a game from elsewhere."""
    home = f"game_of_{tmp_path.name}"
    folder = tmp_path / home / "catalogue"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    def run(text):
        (folder / "CK101.md").write_text(text, encoding="utf-8")
        monkeypatch.setattr(catalogue, "entry", catalogue.entry.__wrapped__)
        return entry_of(Code("CK101", "syntax-error", "error", home))

    return run


def test_an_entry_is_read_as_written(read):
    expected = CodeEntry(
        Code("CK101", "syntax-error", "error"),
        "Because.",
        (Example("case whole", "== x\n"),),
        Example("text", "y\n", "As `z` says."),
    )
    assert expected == read(TEXT)


@pytest.mark.parametrize(
    "change", [("# CK101", "# CK102"), ("## Right", "## Good"), ("```text\n", "```a;b\n")]
)
def test_a_malformed_entry_is_a_mistake_of_ours(read, change):
    assert change[0] in TEXT
    with pytest.raises(ValueError, match="not in the form"):
        read(TEXT.replace(*change))


def test_a_code_has_an_example_for_each_of_its_messages(read):
    two = "## Wrong: one thing\n\n```case\n== a\n```\n\n## Wrong: another\n\n```case\n== b\n```\n\n## Right"
    entry = read(f"{TEXT.partition('## Wrong')[0]}{two}{TEXT.partition('## Right')[2]}")
    assert [("one thing", "== a\n"), ("another", "== b\n")] == [
        (each.variant, each.text) for each in entry.wrong
    ]


def test_an_example_may_need_files_and_characters_that_nobody_sees(read):
    files = "```svg moon.svg\n<svg/>\n```\n\n```case\nx<U+200B>\n```"
    (wrong,) = read(TEXT.replace("```case whole\n== x\n```", files)).wrong
    assert Example("case", "x\u200b\n", files=(("svg moon.svg", "<svg/>\n"),)) == wrong


def test_readers_are_not_shown_which_test_stands_for_an_example(tmp_path, read):
    read(TEXT.replace("```text\n", "```test tests/test_house.py::test_x\n"))
    (home,) = tmp_path.iterdir()
    shown = str(catalogue.entry(Code("CK101", "syntax-error", "error", home.name)))
    assert "Wrong:\n\n```case whole\n== x\n```" in shown
    assert shown.endswith("Right:\n\n```text\ny\n```\n\nAs `z` says.")
