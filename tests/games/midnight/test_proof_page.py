import re
from html.parser import HTMLParser

import pytest

from casekit.analysis.proof_page import nested, proof_page
from casekit.analysis.proof_text import ProofWriter, goal_steps
from casekit.pipeline import loading
from casekit.prose.markup import visible_text

VOID = {"meta", "input", "br", "link", "img"}


class Page(HTMLParser):
    """A page's elements, whether they nest, and its text."""

    def __init__(self, html):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert tag == self.open.pop()

    def handle_data(self, data):
        if "style" not in self.open:
            self.texts.append(data)

    @property
    def text(self):
        return " ".join("".join(self.texts).split())

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def told(analysis, proof):
    return ProofWriter(analysis).steps(proof)


def test_every_step_is_told_escaped_with_what_it_cites(proved):
    html = proof_page(*proved)
    page = Page(html)
    assert [] == page.open
    ids = [attributes.get("id") for attributes in page.all("li")]
    steps = told(*proved)
    assert [f"step-{step.number}" for step in steps] == ids
    for step in steps:
        assert visible_text(step.says) in page.text
        for cited in step.cited:
            assert cited.path in page.text
            assert visible_text(cited.quotation) in page.text
        for cited in step.shown:
            assert cited.shown in page.text


def test_markup_in_a_case_stays_text(split):
    html = proof_page(*split)
    page = Page(html)
    assert "<b>" not in html
    assert "<i>" not in html
    assert "<said>" not in html
    assert 'Split & "quartered" <b>' in page.text
    assert "you & he <said>" in page.text


def test_numbers_in_sentences_lead_to_their_steps(proved):
    page = Page(proof_page(*proved))
    steps = told(*proved)
    links = [attributes["href"] for attributes in page.all("a")]
    _, proof = proved
    expected = [f"#step-{number}" for number in goal_steps(steps, proof.goal).values()]
    expected += [f"#step-{number}" for step in steps for number in step.premises]
    assert sorted(expected) == sorted(links)
    assert {link[1:] for link in links} <= {attributes.get("id") for attributes in page.all("li")}


def test_steps_of_a_supposition_stand_in_it(split):
    shown = nested(told(*split))
    assert [1, 9, 10, 11, 12, 18, 19, 20] == [step.number for step, _ in shown]
    assert ["suppose", "conclude"] == [step.kind for step, _ in shown[:2]]
    assert [*range(2, 9)] == [step.number for step, _ in shown[0][1]]
    assert 'class="inside"' in proof_page(*split)


def test_the_page_says_how_many_paths_and_what_is_proved(split):
    text = Page(proof_page(*split)).text
    assert "This follows from 9 of 12 paths, and no fewer will do." in text
    for answer in ("Culprit CLARA step 18", "Motive “Debt & <i>” step 19", "Method “Poison” step 20"):
        assert answer in text


def test_the_page_needs_nothing_else(proved):
    html = proof_page(*proved)
    page = Page(html)
    assert {"http://www.w3.org/2000/svg"} == set(re.findall(r"https?://[^\"' )]+", html))
    assert {"data:font/woff;base64"} == set(re.findall(r'url\("([^,]*),', html))
    assert not {"script", "link", "img", "iframe"} & {tag for tag, _ in page.elements}
    assert not [attributes for _, attributes in page.elements if "src" in attributes]


def test_the_page_is_for_every_reader(proved):
    page = Page(proof_page(*proved))
    assert ["en"] == [attributes["lang"] for attributes in page.all("html")]
    assert ["h1", "h2", "h2"] == [tag for tag, _ in page.elements if re.fullmatch(r"h\d", tag)]
    assert ["img"] == [attributes["role"] for attributes in page.all("svg")]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    for attributes in page.all("section"):
        assert attributes["aria-labelledby"] in ids
    (graph,) = (attributes for attributes in page.all("div") if attributes.get("role") == "region")
    assert ("0", "Evidence graph") == (graph["tabindex"], graph["aria-label"])


@pytest.mark.parametrize("medium", ["prefers-color-scheme: dark", "@media print"])
def test_the_page_knows_the_dark_and_paper(medium, split):
    assert medium in proof_page(*split)


def luminance(colour):
    full = colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
    parts = [int(full[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_stands_out_in_light_and_dark(split):
    schemes = re.findall(
        r"--paper: (\S+); --ink: (\S+); --quiet: (\S+); .*--link: (#\w+)", proof_page(*split)
    )
    assert 2 == len(schemes)
    for paper, *inks in schemes:
        for ink in inks:
            dark, light = sorted((luminance(paper), luminance(ink)))
            assert 4.5 <= (light + 0.05) / (dark + 0.05)


def test_what_is_open_is_not_called_proved(split_text, loaded_edition):
    spoilt = re.sub(r'^~ method != .*\n(    ".*\n)?', "", split_text, flags=re.MULTILINE)
    assert spoilt != split_text
    examined = loading.load_bytes_for_analysis(spoilt.encode(), "open.case", loaded_edition)
    found, _ = loading.answer_within_budget(examined, lambda asked: asked.prove((), None))
    text = Page(found.page()).text
    assert "Proof of the solution" not in text
    assert "Method open: readers cannot prove it yet" in text


def test_a_whole_solution_is_called_one(split):
    text = Page(proof_page(*split)).text
    assert "Proof of the solution" in text
    assert "cannot prove" not in text
