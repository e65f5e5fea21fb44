"""Markup of other programs in a manuscript: what comes back is corrected prose, or something quotes the markup."""

import re

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from casekit.diagnostics import Span
from casekit.kit.code_registry import base_of
from casekit.manuscripts.allowed_markup import ALLOWED, PAIRED, SIGNS, SPANS, STRUCTURES
from casekit.manuscripts.manuscript_merge import damage_of, unknown_markup
from casekit.manuscripts.markdown_manuscript import read_markdown
from casekit.manuscripts.returned_manuscripts import tracked

BASE = base_of()
ALIBI = "I was in the galley with BRUNO from ten until one, plucking geese."


@pytest.fixture(scope="module")
def sent(send):
    return send(BASE)


def alibi(sent, text):
    """The prose below the mark of ANNA's alibi, and the remarks there."""
    returned = sent.returned(text)
    found = next(each for each in returned.texts if each.mark.name == "ANNA alibi")
    prose = "|".join("".join(run.text for run in runs) for runs in found.paragraphs)
    return " ".join(prose.split()), [each.text for each in returned.remarks]


def stopped(sent, text):
    """What keeps a manuscript from being merged: tracked changes, damage, markup."""
    pieces = read_markdown(text)
    returned = sent.returned(text)
    return [
        *(each.text for each in tracked(pieces)),
        *(each.message for each in damage_of(returned, sent.manuscript, Span("x"))),
        *(each.message for each in unknown_markup(returned, sent.manuscript, Span("x"))),
    ]


@pytest.mark.parametrize(
    ("written", "prose", "remarks"),
    [
        ("geese %%why geese?%%", "geese", ["why geese?"]),
        ("geese{>>why?<<}", "geese", ["why?"]),
        ("*geese!*{>>why?<<}", "geese!", ["why?"]),
        ("geese<!-- why? -->", "geese", ["why?"]),
        ("~~geese~~ ducks", "geese ducks", ["struck through: geese"]),
        ("<del>geese</del> ducks", "geese ducks", ["struck through: geese"]),
        ("==geese==", "geese", ["highlighted: geese"]),
        ("{==geese==}{>>why?<<}", "geese", ["highlighted: geese", "why?"]),
        ("[[geese]]", "geese", ["link: [[geese]]"]),
        ("[[Birds of the sea|geese]]", "geese", ["link: [[Birds of the sea|geese]]"]),
        ("[geese](https://example.org)", "geese", ["link: [geese](https://example.org)"]),
        ("[*geese*](<a b> 'The title')", "geese", ["link: [*geese*](<a b> 'The title')"]),
        ("geese <https://example.org>", "geese https://example.org", ["link: <https://example.org>"]),
        ("geese![a goose](goose.png)", "geese", ["picture: ![a goose](goose.png)"]),
        ("geese ![[goose.png]]", "geese", ["picture: ![[goose.png]]"]),
        ("geese^[why?]", "geese", ["footnote: why?"]),
        ("geese[^2]", "geese", ["footnote: [^2]"]),
        ("`geese`", "geese", ["code: `geese`"]),
        ("[geese]{.underline}", "geese", ["styled: [geese]{.underline}"]),
        ('[why?]{.comment-start id="0" author="Dora W"}geese[]{.comment-end id="0"}', "geese", ["why?"]),
        ("==[[geese]]==", "geese", ["highlighted: [[geese]]", "link: [[geese]]"]),
        ("g\\*ee\\[\\[se\\]\\]", "g*ee[[se]]", []),
        ("wild\\ geese", "wild\u00a0geese".replace("\u00a0", " "), []),
        ("__geese__ and _ducks_", "geese and ducks", []),
        ("geese &amp; ducks", "geese & ducks", []),
        ("geese\\\nand<br>ducks", "geese and ducks", []),
    ],
)
def test_markup_leaves_the_prose_and_is_a_remark(written, prose, remarks, sent):
    text = sent.markdown.replace("geese.", f"{written}.")
    assert [] == stopped(sent, text)
    assert (ALIBI.replace("geese", prose), remarks) == alibi(sent, text)


@pytest.mark.parametrize(
    ("below", "remark"),
    [
        ("> [!note] dora", "[!note] dora"),
        ("> [!warning]- dora\n> and clara", "[!warning]- dora and clara"),
        ("[^1]: why?", "footnote: why?"),
        ("[^1]: why?\n    and how\n\n    and when", "footnote: why? and how and when"),
        ("%%why?\n\nand how?%%", "why? and how?"),
        ("---", "a rule across the page: ---"),
    ],
)
def test_a_remark_below_a_paragraph_is_no_prose(below, remark, sent):
    text = sent.markdown.replace(ALIBI, f"{ALIBI}\n\n{below}")
    assert [] == stopped(sent, text)
    assert (ALIBI, [remark]) == alibi(sent, text)


def test_a_footnote_is_told_where_its_number_is_though_its_text_is_below_the_end(sent):
    text = sent.markdown.replace("geese.", "geese[^g].") + "\n[^g]: why *geese*?\n"
    assert (ALIBI, ["footnote: why *geese*?"]) == alibi(sent, text)


@pytest.mark.parametrize(
    ("written", "markup"),
    [
        ("geese == ducks", '"=="'),
        ("%%geese", '"%%"'),
        ("~geese~", '"~"'),
        ("geese~~", '"~~"'),
        ("[[geese", '"["'),
        ("geese[^", '"["'),
        ("geese [!note", '"["'),
        ("[geese][birds]", '"]"'),
        ("[geese](two words", '"]"'),
        ("geese]{.x", '"]"'),
        ("**geese*", '"*"'),
        ("_geese", '"_"'),
        ("geese `", '"`"'),
        ("{++geese", '"{"'),
        ("geese #bird", '"#"'),
        ("$x^2$", '"$x^2$"'),
        ("geese^2^", '"^"'),
        ("<geese", '"<"'),
        ("geese \\too", '"\\"'),
        (":goose:", '":goose:"'),
        ("++geese++", '"++"'),
        ("geese||", '"|"'),
        ("geese\n: a bird", '":"'),
        ("geese.\n\n- ducks", "a list"),
        ("geese.\n\n1. ducks", "a list"),
        ("geese.\n\n> ducks", "a block quote"),
        ("geese.\n\n# ducks", "a heading"),
        ("geese.\n\nducks\n---\n", "a heading"),
        ("geese.\n\n```\nducks\n```\n", "a block of code"),
        ("geese.\n\n::: note\nducks\n:::\n", '":::"'),
        ("geese.\n\n[birds]: https://example.org", '"]"'),
    ],
)
def test_what_may_be_prose_or_markup_stops_it(written, markup, sent):
    text = sent.markdown.replace("geese.", written)
    found = stopped(sent, text)
    assert found
    assert f"prose has no markup such as {markup}, which is in ANNA alibi: " in found[0]


@pytest.mark.parametrize(
    ("written", "changes"),
    [
        ('[geese]{.deletion author="Dora W" date="2026-01-01"}', [("deletion", "geese", "Dora W")]),
        ("geese[*too*]{.insertion\nauthor='x'}", [("insertion", "too", "")]),
        ("{++geese {>>why?<<} ~~now~~++}", [("insertion", "geese now", "")]),
        ('geese[]{.paragraph-insertion author="D"}', [("format", "", "D")]),
    ],
)
def test_changes_of_other_programs_are_tracked(written, changes, sent):
    pieces = read_markdown(sent.markdown.replace("geese.", f"{written}."))
    assert changes == [(each.kind, each.text, each.author) for each in tracked(pieces)]
    assert ["ANNA alibi"] * len(changes) == [each.where for each in tracked(pieces)]


def test_a_deletion_of_pandoc_is_settled(sent):
    text = sent.markdown.replace("geese.", '[geese]{.deletion author="D"}[ducks]{.insertion author="D"}.')
    assert BASE.replace("geese.", "ducks.") == sent.merged(text).text
    assert BASE == sent.merged(text, "reject").text


ODD = "a {++b++} {c} %%d%% ==e== ~~f~~ [[g]] h[^1] [i](j) [k]{.l} <m> `n` #o ^p^ $q$ 5 \\* 3 \\\\ \\_r _s"


def test_prose_with_such_signs_goes_out_and_comes_back(send):
    text = BASE.replace("plucking geese", f"plucking {ODD}\nand geese")
    sent = send(text)
    assert [] == stopped(sent, sent.markdown)
    assert sent.merged(sent.markdown).text == text
    changed = sent.markdown.replace("and geese", "and ducks")
    assert [] == stopped(sent, changed)
    expected = text.replace("and geese", "and ducks")
    assert expected.split() == sent.merged(changed).text.split()


def test_signs_that_a_text_has_already_may_be_without_a_backslash(send):
    sent = send(BASE.replace("plucking geese", "plucking geese -- 5 == 5, ~ 3"))
    text = markdown_without_escapes(sent).replace("plucking", "eating")
    assert [] == stopped(sent, text)
    (found,) = stopped(sent, text.replace("eating", "~ eating"))
    assert found.startswith('prose has no markup such as "~", which is in ANNA alibi: ')


def markdown_without_escapes(sent):
    return sent.markdown.replace("\\=\\=", "==").replace("\\~", "~")


def test_a_paragraph_that_nobody_corrected_may_be_written_in_any_way(sent):
    for before, after in [(ALIBI, f"> {ALIBI}"), (ALIBI, f"- {ALIBI}")]:
        text = sent.markdown.replace(before, after)
        assert [] == stopped(sent, text)
        assert BASE == sent.merged(text).text


def test_each_name_of_the_data_is_in_words_that_another_parser_can_use():
    assert {"text", "escape", "paragraph", "emphasis", "strong", "line break"} == ALLOWED
    assert all(pattern and re.compile(pattern) for pattern in SIGNS)
    assert not {*ALLOWED} & {*STRUCTURES}
    assert len({each.opener for each in PAIRED}) == len(PAIRED)
    assert {"insertion", "deletion"} <= SPANS.keys()


# --- whatever a proofreader adds -----------------------------------------------------------------

ALLOWED_FORMS = ["*{0}*", "**{0}**", "_{0}_", "__{0}__", "***{0}***", "\\\n{0}"]
FORMS = [
    # CommonMark
    "[{0}](x)",
    "[{0}](<x y> 'z')",
    "[{0}][ref]",
    "![{0}](x.png)",
    "<i>{0}</i>",
    "<!-- {0} -->",
    "`{0}`",
    "``{0}``",
    "<mailto:{0}@example.org>",
    "\n\n> {0}\n\n",
    "\n\n- {0}\n\n",
    "\n\n1) {0}\n\n",
    "\n\n## {0}\n\n",
    "\n\n{0}\n===\n\n",
    "\n\n```\n{0}\n```\n\n",
    "\n\n[{0}]: https://example.org\n\n",
    "\n\n<div>{0}</div>\n\n",
    # GFM
    "~~{0}~~",
    "~{0}~",
    "{0}[^1]",
    "\n\n[^9]: {0}\n\n",
    "\n\n| {0} | b |\n|---|---|\n| c | d |\n\n",
    "\n\n- [ ] {0}\n\n",
    "\n\n> [!NOTE]\n> {0}\n\n",
    "<del>{0}</del>",
    # pandoc
    "^[{0}]",
    "^{0}^",
    "[{0}]{{.smallcaps}}",
    '[{0}]{{.insertion author="D"}}',
    '[{0}]{{.deletion author="D"}}',
    '[{0}]{{.comment-start id="0" author="D"}}x[]{{.comment-end id="0"}}',
    "${0}$",
    "$${0}$$",
    "`{0}`{{=html}}",
    "[@{0}]",
    "\n\n::: {{.note}}\n{0}\n:::\n\n",
    "\n\n{0}\n: x\n\n",
    "\n\n#. {0}\n\n",
    # Obsidian
    "%%{0}%%",
    "%% {0}\n\n {0} %%",
    "=={0}==",
    "[[{0}]]",
    "[[x|{0}]]",
    "![[{0}]]",
    "\n\n> [!note] {0}\n\n",
    "#{0}",
    "x ^{0}",
    # CriticMarkup
    "{{++{0}++}}",
    "{{--{0}--}}",
    "{{~~{0}~>x~~}}",
    "{{~~x~>{0}~~}}",
    "{{>>{0}<<}}",
    "{{=={0}==}}",
]
HALVES = ["=={0}", "{0}%%", "[[{0}", "{{++{0}", "*{0}", "{0}`"]
"""Two of these may make a whole."""


@st.composite
def marked_up(draw):
    """A text with marked-up words, the words of allowed markup, and those of other markup."""
    parts, allowed, other = [], [], []
    for number in range(draw(st.integers(1, 3))):
        word = f"wing{'abc'[number]}"
        forms = draw(st.lists(st.sampled_from([*ALLOWED_FORMS, *FORMS, *HALVES]), min_size=1, max_size=2))
        text = word
        for form in forms:
            text = form.format(text)
        if {*forms} <= {*ALLOWED_FORMS}:
            allowed.append(word)
        elif not {*forms} & {*HALVES}:
            other.append(word)
        parts += [draw(st.sampled_from(["", " ", "pluck ", "pluck"])), text]
    return "".join((*parts, draw(st.sampled_from(["", " ", "ed", " then", "."])))), allowed, other


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(marked_up())
def test_nothing_of_a_markup_is_printed_unseen(sent, drawn):
    written, allowed, other = drawn
    text = sent.markdown.replace("plucking geese", f"plucking {written} geese")
    if stopped(sent, text):
        return
    prose, remarks = alibi(sent, text)
    assert not re.search(r"[^\w .,|:/@]", prose), (prose, remarks)
    assert "<i>" not in written or "<i>" in " ".join(remarks)
    for word in allowed:
        assert word in prose
    for word in other:
        # Of HTML, the words stay and the tags are quoted.
        quoted = any(word in remark for remark in remarks) or f"<i>{word}" in written
        assert quoted, (prose, remarks)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(marked_up(), st.sampled_from(["accept", "reject"]))
def test_settled_changes_leave_no_sign_either(sent, drawn, how):
    written, _, _ = drawn
    text = sent.markdown.replace("plucking geese", f"plucking {written} geese")
    returned = sent.returned(text, how)
    if [*damage_of(returned, sent.manuscript, Span("x"))]:
        return
    if [*unknown_markup(returned, sent.manuscript, Span("x"))]:
        return
    merged = sent.merged(text, how)
    prose = next(fate.theirs for fate in merged.fates if fate.name == "ANNA alibi")
    assert not re.search(r"[^\w\s.,|:/@*]", prose), prose
