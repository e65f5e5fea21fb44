"""What CONTRIBUTING and the README of each package name is there, and each can be read at once."""

import re
from pathlib import Path

import pytest

from tests.names import NAMES_OF_OTHERS, names_nobody_has, names_there_are

ROOT = Path(__file__).resolve().parents[2]
READMES = sorted(path for path in (ROOT / "casekit").rglob("README.md"))
PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "tests/README.md", ROOT / "docs/releasing.md", *READMES]
MOST_BYTES = 3_000
MOST_BYTES_OF_CONTRIBUTING = 6_200
# A path in code marks: with a folder, or a file of a kind that is in the repository.
NAMED = re.compile(r"`([\w.*/-]+(?:\.(?:py|md|html|css|js|toml|txt|json|lark|case|yml|vim)|/))`")
# Placeholders for names that somebody chooses.
CHOSEN = re.compile(r"NAME|CKnnn|\*")
# Folders that commands make.
MADE = {".venv/", "build/"}
WITH_READMES = ("analysis", "building", "cli", "deduce", "diagnostics", "editor", "games/midnight", "kit", "language", "language/data", "pipeline", "print", "prose", "readings", "system", "tabletop", "web")  # fmt: skip


def ids(page):
    return page.relative_to(ROOT).as_posix()


def named_paths(page):
    text = page.read_text(encoding="utf-8")
    return [path for path in NAMED.findall(text) if not CHOSEN.search(path) and path not in MADE]


def is_there(path, page):
    """A path is meant from the page's own folder, from the package, or from the repository."""
    return any((folder / path).exists() for folder in (page.parent, ROOT / "casekit", ROOT))


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_what_is_named_is_there(page):
    paths = named_paths(page)
    assert paths
    assert [] == [path for path in paths if not is_there(path, page)]


@pytest.mark.parametrize("page", [*READMES, ROOT / "CONTRIBUTING.md"], ids=ids)
def test_names_in_code_are_there(page):
    text = page.read_text(encoding="utf-8")
    gone = {*names_nobody_has(text, names_there_are(), marked="`")} - NAMES_OF_OTHERS.keys()
    assert [] == [name for name in sorted(gone) if not CHOSEN.search(name) and not is_there(name, page)]


@pytest.mark.parametrize("page", READMES, ids=ids)
def test_a_readme_names_each_module_and_folder_of_its_package(page):
    text = page.read_text(encoding="utf-8")
    modules = [
        path.name for path in page.parent.glob("*.py") if path.name not in {"__init__.py", "__main__.py"}
    ]
    # Commands of one subject each: the table of `main.py` lists them.
    if page.parent.name == "cli":
        modules = [name for name in modules if not name.endswith("_.py")]
    folders = [f"{path.parent.name}/" for path in page.parent.glob("*/__init__.py")]
    assert [] == [name for name in (*modules, *folders) if name not in text]


@pytest.mark.parametrize("page", [ROOT / "tests/README.md", *READMES], ids=ids)
def test_a_readme_can_be_read_at_once(page):
    assert len(page.read_bytes()) <= MOST_BYTES


def test_contributing_can_be_read_at_once():
    assert len((ROOT / "CONTRIBUTING.md").read_bytes()) <= MOST_BYTES_OF_CONTRIBUTING


def test_each_package_that_people_add_to_has_a_readme():
    expected = {f"casekit/{name}/README.md" for name in WITH_READMES}
    assert expected == {ids(page) for page in READMES}


@pytest.mark.parametrize("package", ["system", "language/data"])
def test_a_readme_says_of_each_module_which_library_does_it(package):
    """The row of a module in the table with libraries names one in code marks, or says why there is none."""
    text = (ROOT / "casekit" / package / "README.md").read_text(encoding="utf-8")
    table = text[text.index("library |") :]
    modules = [path.name for path in (ROOT / "casekit" / package).glob("*.py") if path.name != "__init__.py"]
    rows = [row for row in table.splitlines() if row.startswith("| `")]
    for module in modules:
        (row,) = (row for row in rows if f"`{module}`" in row.split("|")[1])
        assert re.search(r"`\w+`|git, as a program", row.split("|")[-2]), module
