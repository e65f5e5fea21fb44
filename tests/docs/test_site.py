"""The documentation as a site: it is whole, every page can be found, and no browser asks another host for anything."""

import re
from html.parser import HTMLParser

import hooks
import pytest
import yaml

from tests.browsing import PHONE, browser, tab  # noqa: F401 - fixtures

SETTINGS = "mkdocs.yml"
FETCHED = {"src", "srcset", "poster", "data", "xlink:href"}
"""Attributes whose addresses a browser fetches by itself; of `link` also `href`."""


@pytest.fixture(scope="module")
def settings(root):
    return yaml.safe_load((root / SETTINGS).read_text(encoding="utf-8"))


def pages_of(nav):
    if isinstance(nav, dict):
        nav = list(nav.values())
    return [page for part in nav for page in pages_of(part)] if isinstance(nav, list) else [nav]


def test_every_page_is_in_the_navigation_once(root, settings):
    named = pages_of(settings["nav"])
    here = {page.name for page in (root / "docs").glob("*.md")}
    brought = {"schemas.md", *hooks.BROUGHT.values()}
    assert len(named) == len({*named})
    assert {*named} == here | brought


@pytest.mark.parametrize("where", ["links", "nav"])
def test_what_leads_nowhere_is_an_error(settings, where):
    kinds = settings["validation"][where]
    assert settings["strict"]
    assert {"warn"} == {*kinds.values()}
    assert {"not_found", "anchors"} <= kinds.keys() or where == "nav"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](docs/proofs.md#ask)", "[a](proofs.md#ask)"),
        ("[a](../CONTRIBUTING.md#tests)", "[a](contributing.md#tests)"),
        ("[a](../SECURITY.md)", "[a](reporting.md)"),
        (
            "[a](../schemas/words.schema.json), [b](schemas/)",
            "[a](schemas/words.schema.json), [b](schemas.md)",
        ),
        ("```case CK401\n~ a\n```", '```case title="CK401"\n~ a\n```'),
        ("```toml edition\na = 1\n```", "```toml\na = 1\n```"),
    ],
)
def test_links_and_examples_are_fitted_to_the_site(text, expected):
    assert expected == hooks.on_page_markdown(text, page=None, config=None, files=None)


class Fetched(HTMLParser):
    """The addresses that a page makes a browser fetch."""

    def __init__(self):
        super().__init__()
        self.urls = []

    def handle_starttag(self, tag, attrs):
        self.urls += [value for name, value in attrs if name in FETCHED or (tag == "link" and name == "href")]
        self.urls += re.findall(r"url\(([^)]*)\)", dict(attrs).get("style") or "")


def test_the_site_names_no_address_elsewhere_that_a_browser_fetches(site):
    pages = [*site.glob("**/*.html")]
    assert len(pages) > 20
    found = []
    for page in pages:
        parser = Fetched()
        parser.feed(page.read_text(encoding="utf-8"))
        assert parser.urls
        found += [(page.name, url) for url in parser.urls if re.match(r"(?:[a-z]+:)?//", url)]
    styles = [*site.glob("**/*.css")]
    assert styles
    for style in styles:
        text = style.read_text(encoding="utf-8")
        found += [
            (style.name, url) for url in re.findall(r"(?:url\(|@import)\s*['\"]?((?:\w+:)?//[^'\")]*)", text)
        ]
    assert [] == found


def test_cases_are_coloured(site):
    text = (site / "language.html").read_text(encoding="utf-8")
    assert '<span class="kp">lie</span>' in text
    assert '<span class="nf">room</span>' in text
    assert 'class="filename">CK401<' in text


def test_no_list_is_taken_for_a_paragraph(site):
    runs = {
        page.name: found
        for page in site.glob("*.html")
        if (found := re.findall(r"<p>[^<]*\n(?:\*|-|\d+\.) .{20}", page.read_text(encoding="utf-8")))
    }
    assert {} == runs


def test_pages_in_a_browser(site, tab):  # noqa: F811
    for options in ({"color_scheme": "dark"}, {"viewport": PHONE}):
        one = tab(**options)
        for name in ("index", "tutorial", "first-hour", "language", "commands"):
            one.open(site / f"{name}.html")
            assert 0 == one.sideways(), name
        assert one.asked


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_screen_reader_and_weak_eyes_find_their_way(site, tab, colours):  # noqa: F811
    from axe_playwright_python.sync_playwright import Axe

    opened = tab(color_scheme=colours)
    for name in ("index", "tutorial", "playground"):
        page = opened.open(site / f"{name}.html")
        # It would read style sheets a second time, which pages from a disk may not.
        found = Axe().run(page, options={"preload": False}).response["violations"]
        assert [] == [
            (name, each["id"], [node["target"] for node in each["nodes"]])
            for each in found
            if each["impact"] in {"serious", "critical"}
        ]


def test_the_start_page_shows_in_one_screen_where_to_begin(site, tab):  # noqa: F811
    page = tab().open(site / "index.html")
    table = page.locator(".start table").bounding_box()
    assert table["y"] + table["height"] <= page.viewport_size["height"]


def test_from_a_disk_the_playground_says_what_it_needs(site, tab):  # noqa: F811
    page = tab(color_scheme="dark").open(site / "playground.html")
    page.locator("[data-is=run]").click()
    page.locator("[data-is=output]", has_text="browsers run it only from a server").wait_for()


def test_the_search_works_from_a_disk(site, tab):  # noqa: F811
    page = tab().open(site / "index.html")
    page.locator(".md-search__input").fill("red herring")
    page.locator(".md-search-result__item").first.wait_for()
    assert page.locator(".md-search-result__item", has_text="A red herring that resolves").count()


def test_what_a_command_prints_has_room_for_a_hundred_columns_and_is_not_copied(site, tab):  # noqa: F811
    page = tab().open(site / "tutorial.html")
    output = page.locator(
        ".language-console code", has_text="claims to be amateur, measures as neither"
    ).first
    assert output.evaluate("code => code.parentElement.scrollWidth <= code.parentElement.clientWidth")
    output.evaluate("code => code.setAttribute('data-md-copying', '')")
    copied = [line for line in output.inner_text().splitlines() if line.strip()]
    commands = [
        "casekit report the-silent-bell.case",
        "casekit report the-silent-bell.case --json >before.json",
    ]
    assert commands == copied
