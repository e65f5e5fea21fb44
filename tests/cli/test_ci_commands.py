"""Texts that services of CI would obey: no form, and no division into writes, lets one through or takes anything away."""

import html
import io
import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, strategies as st
from markdown_it import MarkdownIt

from casekit.analysis.diff.document_diff import DocumentDiff
from casekit.analysis.diff.markdown_report import compared_in_markdown
from casekit.cli import ci_commands, guarded_streams, streams
from casekit.diagnostics import FORMS, Finding, Report, Source, Span, codes, render
from casekit.diagnostics.renderers.json_report import dumps
from tests.ci_runners import VARIABLES, Pipe, commands, github_v2

COMMANDS = (
    "::stop-commands::x",
    "  ::error::x",
    "\t\u00a0\u3000::error::x",
    "##[stop-commands]x",
    "a ##[group]x",
    "###[x]y",
    "##vso[task.setvariable variable=a]b",
    "a ##vso",
    "##teamcity[buildStatus text='x']",
    "##team##teamcity[x 'y']",
    "section_start:1:x\r\x1b[0K",
    "a section_end : 1:x",
)
PIECES = (
    *("::", ":", "#", "##", "[", "]", "vso", "team", "city", "sect", "ion", "_", "start", "end", "err"),
    *(" ", "\n", "\r", "\t", "\u00a0", "a", "1", "`", "``", "```", "\\", "<", "&", "*", '"', "'", "|", "@"),
    *COMMANDS,
)

texts = st.lists(st.sampled_from(PIECES)).map("".join)


@pytest.mark.parametrize("text", COMMANDS)
def test_each_is_a_command_of_a_service(text):
    assert [] != commands(text)


@pytest.mark.parametrize("variable", VARIABLES)
def test_who_reads_commands_says_so(variable):
    assert VARIABLES == guarded_streams.CI_VARIABLES
    assert guarded_streams.is_read_by_ci({variable: "true"})
    assert not guarded_streams.is_read_by_ci({variable: "", "CI": "true"})


def without_what_was_put_in(made, text):
    """Whether a text is another one but for backslashes that were put in."""
    at = 0
    for char in made:
        if at < len(text) and char == text[at]:
            at += 1
        elif char != "\\":
            return False
    return at == len(text)


@given(st.lists(texts))
@example([":", ":error::x"])
@example(["  ", "\t", ":", ":error::x"])
@example(["#", "#", "[group]x"])
@example(["##vs", "o[a.b]c"])
@example(["a" * 100 + "##teamcity", "[x 'y']"])
@example(["a\r", "::error::x"])
@example(["section_star", "t:1:x"])
@example(["a" * 100, "::no::command"])
def test_however_a_text_is_written_it_is_no_command(writes):
    guard = ci_commands.LineGuard()
    made = [guard.parted(text) for text in writes]
    assert [] == commands("".join(made))
    assert without_what_was_put_in("".join(made), "".join(writes))
    if not commands("".join(writes)) and not any(
        sign in "".join(writes) for sign in ("::", "##", "section_")
    ):
        assert writes == made


@given(texts)
def test_a_text_without_commands_stays(text):
    made = ci_commands.LineGuard().parted(text)
    assert made == ci_commands.LineGuard().parted(made)


@given(st.recursive(texts, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=8))
def test_json_is_parsed_to_the_same(value):
    for text in (dumps(value), json.dumps(value, ensure_ascii=False), json.dumps(value, indent=2)):
        made = ci_commands.harmless(text, "json")
        assert [] == commands(made)
        assert json.loads(text) == json.loads(made)


@given(texts, texts)
def test_xml_is_parsed_to_the_same(text, name):
    root = ET.Element("a", {"name": name})
    root.text = text.replace("\x1b", "")
    ET.SubElement(root, "b").tail = name.replace("\x1b", "")
    del root.attrib["name"]
    root.set("name", name.replace("\x1b", ""))
    xml = ET.tostring(root, encoding="unicode")
    made = ci_commands.harmless(xml, "junit")
    assert [] == commands(made)
    assert ET.canonicalize(xml) == ET.canonicalize(made)


def test_a_page_keeps_its_scripts_and_styles():
    own = "<style>\n::before { color: #000 }</style><script>\n::x\n</script>"
    page = f"<title>##[x]</title>{own}\n  ::error::x"
    made = ci_commands.harmless(page, "html")
    assert f"<title>&#35;#[x]</title>{own}\n  &#58;:error::x" == made
    assert html.unescape(page) == html.unescape(made)


MARKDOWN = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def rendered(markdown):
    page = MARKDOWN.render(markdown)
    for kind in ("text", "diff"):
        page = page.replace(f'<pre lang="{kind}"><code>', f'<pre><code class="language-{kind}">')
    return html.unescape(page)


@given(texts, texts)
@example("see `##[x]` and `a\\`", "::stop-commands::x")
@example("\\`##[x]`", "  ::error::`*x*`")
def test_findings_in_markdown_look_the_same(text, line):
    source = Source("a.case", line)
    span = source.span(0, len(source.line(1))) if source.line(1) else Span("a.case")
    found = Finding(codes.SYNTAX_ERROR, text, span, hint=line)
    markdown = render("markdown", Report((found,), {"a.case": source}, ("a.case",), verdicts=(text,)))
    made = ci_commands.harmless(markdown, "markdown")
    assert [] == commands(made)
    assert rendered(markdown) == rendered(made)


@given(texts, texts)
@example("::x", "`::y`")
def test_changes_in_markdown_look_the_same(one, other):
    line = {"text": one, "line": 1, "plain": other}
    block = {
        "before": one,
        "now": other,
        "line": 1,
        "prose": [{"kind": "gone", "text": one}, {"kind": "new", "text": other}],
        "lines": [{"before": line, "now": {**line, "text": other}}],
        "moved_from": [one],
        "elsewhere": [{"still": [other], "heading": one, "line": 1, "text": one}],
    }
    text = {"header": [{"key": one, "before": one, "now": other}], "renamed": {one: other}, "blocks": [block]}
    markdown = compared_in_markdown([DocumentDiff(one, one, one, other, text)])
    made = ci_commands.harmless(markdown, "markdown")
    assert [] == commands(made)
    assert rendered(markdown) == rendered(made)


@given(texts, texts)
def test_annotations_are_the_only_commands(text, file):
    found = Finding(codes.SYNTAX_ERROR, text or "?", Span(file or "a.case", 2, 1, 2, 2), hint=file)
    report = Report((found, found))
    made = ci_commands.harmless(render("github", report), "github")
    own = github_v2(made)
    assert [("error", "CK101 syntax-error")] * 2 == [
        (name, of.rpartition("title=")[2]) for name, of, _ in own
    ]
    assert [] == [line for line in commands(made) if not line.startswith("::error ")]


def test_each_form_of_findings_has_its_way():
    assert set(FORMS) - {"text"} == set(ci_commands._ESCAPES) - {"html"}


# --- The stream -------------------------------------------------------------------------------------


@pytest.fixture
def outlet(monkeypatch):
    """Makes standard output as the command line guards it, for who reads commands or not."""

    def make(*, is_read, terminal=False):
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        if is_read:
            monkeypatch.setenv(VARIABLES[0], "true")
        pipe = Pipe(terminal=terminal)
        monkeypatch.setattr("sys.stdout", pipe)
        monkeypatch.setattr("sys.stderr", Pipe(terminal=terminal))
        guarded_streams.guard_streams()
        return pipe

    return make


@pytest.mark.parametrize("form", [*FORMS, "html", "case"])
def test_where_nobody_obeys_it_is_written_as_it_is(form, outlet):
    pipe = outlet(is_read=False)
    text = "::error::x\n##[x] `::y` section_start:1:x\n"
    guarded_streams.write_data(text, form)
    print(text, end="")  # noqa: T201 -- whatever prints is guarded
    assert 2 * text == pipe.text()


@pytest.mark.parametrize("terminal", [False, True])
def test_whatever_prints_is_guarded(terminal, outlet):
    pipe = outlet(is_read=True, terminal=terminal)
    guarded_streams.unguarded(streams.sys.stdout).write("\x1b[1mstyled ##[x]\x1b[0m\n:")
    print(":error::x")  # noqa: T201 -- likewise
    assert "\x1b[1mstyled #\\#[x]\x1b[0m\n:\\:error::x\n" == pipe.text()


@pytest.mark.parametrize("terminal", [False, True])
def test_what_casekit_means_as_a_command_stays_one_and_what_follows_is_none(terminal, outlet):
    pipe = outlet(is_read=True, terminal=terminal)
    guarded_streams.write_data("::error title=a::b ##[c]", "github")
    print("\n::error::x")  # noqa: T201 -- likewise
    assert "::error title=a::b #\\#[c]\n:\\:error::x\n" == pipe.text()


@pytest.mark.parametrize("terminal", [False, True])
def test_the_text_of_a_case_stays_but_on_a_terminal(terminal, outlet):
    pipe = outlet(is_read=True, terminal=terminal)
    guarded_streams.write_data("::x ##[y]\n", "case")
    assert (":\\:x #\\#[y]\n" if terminal else "::x ##[y]\n") == pipe.text()


def test_a_stream_without_bytes_is_guarded_too(outlet, monkeypatch):
    outlet(is_read=True)
    plain = io.StringIO()
    monkeypatch.setattr("sys.stdout", plain)
    guarded_streams.guard_streams()
    guarded_streams.write_data('{"a": "##[x]"}\n', "json")
    guarded_streams.write_data("::x\n", "case")
    guarded_streams.unguarded(streams.sys.stdout).writelines(["::", "x\n"])
    assert '{"a": "\\u0023#[x]"}\n::x\n:\\:x\n' == plain.getvalue()
