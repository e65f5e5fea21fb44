"""The examples of the language reference are what it says they are."""

import re

import pytest

from casekit.kit.code_registry import base_of, known_codes, meant_codes
from casekit.kit.editions import EditionFinder

PAGE = "docs/language.md"


@pytest.fixture(scope="module")
def examples(root, fences):
    return fences(root / PAGE, "case")


@pytest.fixture(scope="module")
def base(examples):
    (whole,) = [text for _, kind, text in examples if kind == "case whole"]
    return whole


def test_the_whole_case_is_clean_and_is_that_of_the_tour_and_the_catalogue(root, base, check):
    assert () == check(base, whole=True).diagnostics
    assert base == (root / "docs/tour/the-last-soup.case").read_text(encoding="utf-8")
    assert base == base_of()


def test_the_edition_is_sound_and_is_that_of_the_whole_case(root, fences, tmp_path, base, check):
    ((_, _, edition),) = fences(root / PAGE, "toml")
    assert edition == (root / "docs/tour/edition.toml").read_text(encoding="utf-8")
    (tmp_path / "edition.toml").write_text(edition, encoding="utf-8")
    loaded_edition = EditionFinder().of(tmp_path)
    assert () == loaded_edition.diagnostics
    assert () == check(base, whole=True, loaded_edition=loaded_edition).diagnostics


def test_each_example_is_free_of_errors_or_gets_the_finding_it_names(examples, base, found, laid_over):
    fragments = [(line, kind.split()[1:], text) for line, kind, text in examples if kind != "case whole"]
    assert len(fragments) >= 15
    got = {line: found(laid_over(base, text), whole=True) for line, _, text in fragments}
    # What nothing rests on is the price of examples that show one thing at a time.
    told = {line: set(codes) - {"CK506"} for line, codes in got.items()}
    assert {line: set(codes) for line, codes, _ in fragments} == told


def test_the_example_of_the_readme_is_clean(root, fences, base, found, laid_over):
    ((_, _, text),) = fences(root / "README.md", "case")
    assert [] == found(laid_over(base, text), whole=True)


def test_the_page_names_every_key_of_the_header_and_of_an_edition(root):
    from casekit.games.midnight.document import Edition
    from casekit.games.midnight.language.line_forms import CASE

    page = (root / PAGE).read_text(encoding="utf-8")
    keys = {*CASE.fields, *(set(Edition.__dataclass_fields__) - {"events", "file"})}
    assert {key for key in keys if f"| `{key}`" not in page and f"`{key}`" not in page} == set()


def test_the_page_names_every_word_of_the_language(root):
    from casekit.games.midnight.language.scope import RESERVED_IN_CASES

    words = set(re.findall(r"\w+", (root / PAGE).read_text(encoding="utf-8")))
    assert set() == RESERVED_IN_CASES - words


def test_the_page_lists_the_words_that_no_name_may_be(root):
    from casekit.games.midnight.language.scope import RESERVED_IN_CASES
    from casekit.language.formula.nodes import reserved_words

    page = " ".join((root / PAGE).read_text(encoding="utf-8").split())
    assert f"{reserved_words(RESERVED_IN_CASES)}. All other words" in page


def test_every_code_that_the_documentation_names_is_one(root):
    """The catalogue says of a code what it once was as well."""
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md"))]
    for page in pages:
        named = set(re.findall(r"\bCK\d{3}\b", page.read_text(encoding="utf-8")))
        codes = meant_codes() if page.name == "diagnostics.md" else known_codes()
        assert [] == [(page.name, code) for code in sorted(named) if code.lower() not in codes]
