import re
import tomllib

import pytest

from casekit.diagnostics import catalogue, codes
from casekit.diagnostics.catalogue import Entry, Example


def test_every_code_has_an_entry_and_every_entry_a_code():
    assert [f"{code.id}.md" for code in codes.ALL] == sorted(
        path.name for path in catalogue.FOLDER.glob("*.md")
    )


def test_codes_and_names_are_given_once():
    assert len(codes.ALL) == len({code.id for code in codes.ALL}) == len({code.name for code in codes.ALL})


@pytest.mark.parametrize("code", codes.ALL, ids=str)
def test_an_entry_has_a_reason_and_two_examples(code):
    entry = catalogue.entry(code)
    assert code == entry.code
    assert code.severity == entry.severity
    assert re.fullmatch(r"[^\n]+\.", entry.why)
    assert entry.wrong.text != entry.right.text
    assert entry.wrong.text.endswith("\n")
    for example in (entry.wrong, entry.right):
        assert example.remark == "" or re.fullmatch(r"[^\n]+\.", example.remark)


def test_console_examples_are_commands():
    texts = [x.text for each in catalogue.entries() for x in (each.wrong, each.right) if x.kind == "console"]
    assert texts
    assert all(line.startswith("$ casekit ") for text in texts for line in text.splitlines())


def test_right_editions_are_toml():
    rights = [each.right for each in catalogue.entries() if each.right.kind == "toml edition"]
    assert rights
    for right in rights:
        edition = tomllib.loads(right.text)
        assert (3, 2, 3, 3) == tuple(
            len(edition[key]) for key in ("suspects", "zones", "locations", "topics")
        )


def test_the_base_edition_is_toml():
    edition = tomllib.loads(catalogue.base("base.toml"))
    assert ["ANNA", "BRUNO", "CLARA"] == [suspect["name"] for suspect in edition["suspects"]]
    assert ["suite", "galley", "deck"] == [location["slug"] for location in edition["locations"]]


def test_every_quotation_of_the_base_case_is_in_its_block():
    for block in re.split(r"^== ", catalogue.base(), flags=re.MULTILINE)[1:]:
        heading, *lines = block.splitlines()
        prose = " ".join(line for line in lines if not line.startswith("~"))
        quotations = [line.split('"')[1] for line in lines if line.startswith("~")]
        assert [] == [(heading, quotation) for quotation in quotations if quotation not in prose]


def test_an_entry_is_read_as_written(tmp_path, monkeypatch):
    text = """\
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
    (tmp_path / "CK101.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    expected = Entry(
        codes.SYNTAX_ERROR,
        "Because.",
        Example("case whole", "== x\n"),
        Example("text", "y\n", "As `z` says."),
    )
    assert expected == catalogue.entry.__wrapped__(codes.SYNTAX_ERROR)


@pytest.mark.parametrize(
    "change", [("# CK101", "# CK102"), ("## Right", "## Good"), ("```case\n", "```python\n")]
)
def test_a_malformed_entry_is_a_mistake_of_ours(tmp_path, monkeypatch, change):
    text = (catalogue.FOLDER / "CK101.md").read_text(encoding="utf-8")
    assert change[0] in text
    (tmp_path / "CK101.md").write_text(text.replace(*change), encoding="utf-8")
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="not in the form"):
        catalogue.entry.__wrapped__(codes.SYNTAX_ERROR)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (codes.INNOCENT_LIAR, "CK401"),
        (codes.INNOCENT_LIAR, " ck401 "),
        (codes.INNOCENT_LIAR, "Innocent-Liar"),
        (None, "CK400"),
        (None, ""),
    ],
)
def test_a_code_is_found_by_identifier_or_name(expected, text):
    assert expected == codes.find(text)


def test_the_nearest_codes_are_suggested():
    assert codes.INNOCENT_LIAR == codes.nearest_codes("inocent-lier")[0]
    assert codes.INNOCENT_LIAR in codes.nearest_codes("CK4001")
    assert () == codes.nearest_codes("zzz")


def test_the_page_has_every_entry_under_its_family():
    page = catalogue.markdown()
    headings = re.findall(r"^### (CK\d+ .+)$", page, flags=re.MULTILINE)
    assert [str(code) for code in codes.ALL] == headings
    families = re.findall(r"^## (.+)$", page, flags=re.MULTILINE)
    assert "Truth and lies (CK4xx)" in families
    # After the families come the case and the puzzle that examples are laid over.
    assert len(families) == len({code.id[:3] for code in codes.ALL}) + 2
    assert catalogue.base() in page
    assert catalogue.base("base-puzzle.case") in page
    assert "| [CK404](#ck404-unmarked-lie) | unmarked-lie | warning |" in page
    assert page.endswith("\n")
