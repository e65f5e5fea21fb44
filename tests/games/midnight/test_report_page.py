"""The page of figures: everything that was measured stands on it, and it needs nothing else."""

import os
import re
from html.parser import HTMLParser

import pytest

from casekit.diagnostics import Finding, Span, codes
from casekit.games.midnight.checks.balance import check_balance
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.games.midnight.theory.metrics_report import measure_case, report_page
from casekit.kit.code_registry import base_of
from tests.overlay import overlay

VOID = {"meta", "link", "br", "hr", "img", "input"}


class _Page(HTMLParser):
    """Reads a page: its text, and whether what is opened is closed."""

    def __init__(self, page):
        super().__init__()
        self.text, self.open, self.attributes, self.skip = [], [], [], 0
        self.feed(page)
        assert [] == self.open

    def handle_starttag(self, tag, attrs):
        self.attributes += [(tag, *attr) for attr in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag == self.open.pop()
        self.text.append(" ")

    def handle_data(self, data):
        if "style" not in self.open:
            self.text.append(data)


@pytest.fixture(scope="module")
def weighed(check):
    def run(fragment="", **options):
        balance = measure_case(CaseAnalysis(check(fragment, **options).document), 2_000)
        return balance, check_balance(balance)

    return run


def test_code_in_a_finding_is_code_on_the_page(weighed):
    balance, _ = weighed()
    found = Finding(
        codes.LEVEL_NOT_MET, "this is `a < b`", Span(balance.case.source.name), hint="write `<b>`"
    )
    page = report_page([balance], [found])
    assert "this is <code>a &lt; b</code>" in page
    assert '<span class="hint">write <code>&lt;b&gt;</code></span>' in page


@pytest.fixture(scope="module")
def page(weighed):
    balance, findings = weighed()
    return _Page(report_page([balance], findings))


def _words(page):
    return " ".join("".join(page.text).split())


def test_every_path_stands_on_the_map_with_what_it_is_good_for(page, weighed):
    figures = weighed()[0].figures
    listed = [value.split()[0] for tag, name, value in page.attributes if (tag, name) == ("li", "class")]
    # One entry of the legend beside the paths themselves.
    assert len(figures.essential) + 1 == listed.count("essential")
    assert len(figures.wrong) + 1 == listed.count("wrong")
    for path in weighed()[0].analysis.sources:
        assert path in _words(page)


def test_figures_rivals_and_findings_stand_on_it(page):
    words = _words(page)
    assert "Claims to be amateur and measures as neither amateur nor expert." in words
    assert "share of wrong paths amateur 0.42 at most 0.3" in words
    assert "“A blow on the head” 1 01" in words
    assert "CK602" in words
    assert "no hint ever accuses ANNA" in words


def test_it_needs_nothing_from_elsewhere(page):
    links = [value for tag, name, value in page.attributes if name in {"src", "href"}]
    assert [] == links
    assert not [tag for tag, *_ in page.attributes if tag in {"script", "link", "img", "iframe"}]


def test_several_cases_are_compared(weighed):
    one, found = weighed()
    two, more = weighed(overlay(base_of(), "title: The <Other> Soup\n"), whole=True)
    page = _Page(report_page([one, two], (*found, *more)))
    assert "2 cases" in _words(page)
    assert "The <Other> Soup" in _words(page)
    assert {"#case-1", "#case-2"} == {value for _, name, value in page.attributes if name == "href"}


def test_a_case_without_a_certain_element_has_no_map_but_hints_and_words(page, weighed):
    balance, _ = weighed("== - CLARA alibi\n\n== - ANNA alibi\n\n== - 01\n\n== - ANNA witness\n")
    words = _words(_Page(report_page([balance], ())))
    assert re.search(r"The \d+ paths", _words(page))
    assert not re.search(r"The \d+ paths", words)
    assert "Words a paragraph" in words


def test_the_same_under_every_hash_seed(boat, casekit):
    pages = []
    for seed in ("1", "2"):
        done = casekit(
            "report", "base.case", "--html", "out.html", env={**os.environ, "PYTHONHASHSEED": seed}
        )
        assert 0 == done.returncode
        pages.append((boat / "out.html").read_bytes())
    assert pages[0] == pages[1]


def test_what_cannot_be_written_is_told(boat, casekit):
    (boat / "taken").write_text("a file")
    done = casekit("report", "base.case", "--html", "taken/out.html")
    assert 1 == done.returncode
    assert b"CK905" in done.stderr
    assert ["base.case", "edition.toml", "taken"] == sorted(path.name for path in boat.iterdir())
