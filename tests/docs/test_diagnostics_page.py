import importlib.util
import re
from types import SimpleNamespace

import hooks
import pytest

from casekit.kit.code_registry import all_codes, base_of
from casekit.kit.registry import GAMES

PAGE = "docs/diagnostics.md"


@pytest.fixture(scope="module")
def page(root):
    spec = importlib.util.spec_from_file_location("diagnostics_page", root / ".ci/diagnostics.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.markdown()


def test_the_committed_list_of_codes_is_what_make_docs_writes(root, golden, page):
    golden(root / PAGE, page)


def test_the_page_has_every_entry_under_its_family(page):
    assert [str(code) for code in all_codes()] == re.findall(r"^### (CK\d+ .+)$", page, flags=re.MULTILINE)
    families = re.findall(r"^## (.+)$", page, flags=re.MULTILINE)
    assert "Truth and lies (CK4xx)" in families
    # After the families come the documents that examples are laid over.
    assert len(families) == len({code.family for code in all_codes()}) + len(GAMES)
    assert all(base_of(game) in page for game in GAMES)
    assert "| [CK404](#ck404-unmarked-lie) | unmarked-lie | warning |" in page


def test_the_site_lists_the_codes_as_they_are():
    listed = SimpleNamespace(file=SimpleNamespace(src_uri="diagnostics.md"))
    other = SimpleNamespace(file=SimpleNamespace(src_uri="clue.md"))
    assert None is hooks.on_page_read_source(page=other, config=None)
    shown = hooks.on_page_read_source(page=listed, config=None)
    assert [str(code) for code in all_codes()] == re.findall(r"^### (CK\d+ .+)$", shown, flags=re.MULTILINE)


def test_every_fence_of_the_site_names_a_language_alone(page):
    shown = hooks.on_page_markdown(page, page=None, config=None, files=None)
    opening = re.findall(r"^```(.+)$", shown, flags=re.MULTILINE)
    assert opening
    assert [] == [words for words in opening if not re.fullmatch(r"\w+", words)]
