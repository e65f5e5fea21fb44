"""Reviews of texts, and pages as their readers have them."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, loading

EXAMPLES = sorted((Path(__file__).parents[4] / "examples").glob("*.case"))
VOID = {"meta", "link", "br", "hr", "img", "input"}


def reviewed(data, name, loaded_edition):
    parsed = loading.parse_bytes(data, name)
    checked, asked = checking.check_with_deduction(
        checking.check_without_deduction(loading.resolve_document(parsed, loaded_edition))
    )
    return checked.game.proofreading.review(checked.document, parsed.tree, checked.diagnostics, asked)


@pytest.fixture(scope="session")
def review(loaded_edition):
    """Reviews a text of the boat's edition."""

    def run(text, name="test.case", loaded_edition=loaded_edition):
        return reviewed(text.encode(), name, loaded_edition)

    return run


@pytest.fixture(scope="session")
def review_example():
    """Reviews the text of an example, which may have been changed."""

    def run(file, text=None):
        loaded_edition = EditionFinder(None).of(file.parent, "midnight")
        return reviewed((text or file.read_text(encoding="utf-8")).encode(), file.name, loaded_edition)

    return run


class Page(HTMLParser):
    """Reads a page: its text, its attributes, and whether what is opened is closed."""

    def __init__(self, page):
        super().__init__()
        self.parts, self.open, self.attributes, self.headings = [], [], [], []
        self.feed(page)
        assert [] == self.open

    def handle_starttag(self, tag, attrs):
        self.attributes += [(tag, *attr) for attr in attrs]
        if tag in {"h1", "h2", "h3"}:
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag == self.open.pop()
        self.parts.append(" ")

    def handle_data(self, data):
        if not {"style", "script"} & {*self.open}:
            self.parts.append(data)

    @property
    def text(self):
        return " ".join("".join(self.parts).split())

    def values(self, name):
        return [value for _, attribute, value in self.attributes if attribute == name]


@pytest.fixture(scope="session")
def read_page():
    return Page
