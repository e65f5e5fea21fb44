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
        Example("case whole", "== x\n"),
        Example("text", "y\n", "As `z` says."),
    )
    assert expected == read(TEXT)


@pytest.mark.parametrize(
    "change", [("# CK101", "# CK102"), ("## Right", "## Good"), ("```text\n", "```a_b\n")]
)
def test_a_malformed_entry_is_a_mistake_of_ours(read, change):
    assert change[0] in TEXT
    with pytest.raises(ValueError, match="not in the form"):
        read(TEXT.replace(*change))
