"""Every command, in every form, with hostile titles, names, quotations, names of files and messages: no service of CI
finds a command in what is printed, but for the annotations that casekit makes, and all of it can be seen."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree as ET

import click
import pytest
from markdown_it import MarkdownIt

from casekit.cli.main import main
from casekit.diagnostics import FORMS
from casekit.diagnostics.invisible_characters import HIDDEN
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.kit.registry import game_called
from casekit.pipeline import loading
from tests.ci_runners import VARIABLES, answered, commands, github_v2
from tests.testers import log_of

FILE = "::error::x ##[group]z.case"
INNER = "##[group]z.case"
"""A name that an edition may list: no system refuses it."""
ODD = "\r::warning::y\x1b[0K\u202e##vso[a.b]section_start:1:x\r\x1b[0K.case"
TITLE = "::stop-commands::x ##[stop-commands]x"
ARGUMENT = (
    "::stop-commands::x\n  ::error::y\n##[stop-commands]x ##vso[task.setvariable variable=a]b "
    "##teamcity[buildStatus text='x'] section_start:1:x\r\x1b[0K\u202e"
)
PRINTED = ARGUMENT.partition("\r")[0].replace("\n", " ")
PARTED = re.compile(r":\\:|#\\#|section\\_|\\u0023|\\u006e_|&#(?:35|58|110);")
"""What a command becomes in one form or another."""


def hostile(word):
    """A text with a command of each service, unlike every other one."""
    return f"::notice::{word} ##[group]{word} ##vso[task.{word}]{word} ##teamcity[{word} 'x'] section_end:1:{word}"


def _case():
    """The base case, without faults, with commands wherever a text may be."""
    case = base_of()
    for before, after in {
        "The Last Soup": TITLE,
        "wine merchant": hostile("merchant"),
        "Out of envy": hostile("envy"),
        "I was out on deck": f"{hostile('stars')}\nI was out on deck",
        "Geese, feathers and": f"  {hostile('geese')}\nand",
        "nobody has set foot on it": "##[foot] ##vso[a.b]nobody has set foot on it section_end:1:foot",
        "// where each was": f"// {hostile('where')}",
    }.items():
        assert before in case
        case = case.replace(before, after)
    return case


def _edition():
    edition = base_of("midnight", "base.toml")
    for before, after in {
        "Midnight on a Small Boat": hostile("boat"),
        "Galley": hostile("galley"),
        "Below": hostile("below"),
        "Where were you at midnight?": hostile("midnight"),
    }.items():
        assert before in edition
        edition = edition.replace(f'"{before}"', f'"{after}"')
    return edition


CASE, EDITION = _case(), _edition()
SHOP = f'{EDITION}\n[[booklets]]\nslug = "soup"\ncases = ["{INNER}"]\n'
OTHER = CASE.replace("two damp aprons", "::three aprons").replace(TITLE, f"{TITLE} ##[again]")
HALF = f"title: {TITLE}\nlevel: amateur\nvictim: Otto Lind\n\n== facts\nkeycard(suspect)\n"


def _log(folder):
    """The log of a game that somebody played, with remarks of a tester."""
    file = folder / FILE
    parsed = loading.parse_bytes(file.read_bytes(), file.as_posix())
    document = loading.resolve_document(parsed, EditionFinder().of(folder)).resolved.document
    book = game_called("midnight").table.playbook(document)
    wrong = {"culprit": ("ANNA", 75), "motive": ("envy", 25), "method": ("blow", 50)}
    remark = {"path": "02", "text": f"why?\n{PRINTED}", "seconds": 20}
    written = ((1, 0, wrong),)
    return log_of(book, ("01", "02"), written, tester=PRINTED, remarks=[remark], general=f"odd\n{PRINTED}")


def _lock(cases):
    """A lock file of one case: digests of nothing, with one paragraph that ``cases`` gives another."""
    names = ("01", "02", "03", *(f"{who} {what}" for who in ("ANNA", "BRUNO", "CLARA") for what in TOPICS))
    rows = {
        name: {"digest": f"sha256:{cases.get(name, '0') * 64}", "number": number}
        for number, name in enumerate(names, 1)
    }
    texts = dict.fromkeys(("answers", "presentation", "solution", "title"), f"sha256:{'0' * 64}")
    return json.dumps(
        {
            "lock": 1,
            "casekit": "0.1.0",
            "booklet": "soup",
            "seed": "4d45ab917bd3431c",
            "gaps": [],
            "texts": {INNER: texts},
            "cases": {INNER: rows},
        }
    )


TOPICS = ("alibi", "witness", "motive")

FEW = ("--tables", "1", "--players", "2", "--jobs", "1")
EACH_FORM = tuple(("--format", form) for form in FORMS)

ROWS = {
    "new": (
        ("new", "--edition", ARGUMENT, "Fresh"),
        ("new", "--project", "::error::new", "::error::new.case"),
        ("new", "Fresh", "--force", "--game", ARGUMENT),
    ),
    "check": (
        *(("check", FILE, ODD, INNER, *form) for form in EACH_FORM),
        ("check", FILE, ODD, "--json"),
        ("check", ".", ARGUMENT),
        ("check", FILE, "--balance"),
        ("check", "--words", FILE),
        ("check", "--words", ODD),
        ("check", "--words", "--spelling", FILE),
        ("check", "--words", "--json", FILE),
        ("check", "--watch", ARGUMENT),
    ),
    "ask": (
        ("ask", FILE),
        ("ask", FILE, "--all"),
        ("ask", FILE, "--json"),
        ("ask", FILE, "room(BRUNO) = galley"),
        ("ask", FILE, "room(BRUNO) = galley", "--json"),
        ("ask", FILE, f"tin = {ARGUMENT}"),
        ("ask", FILE, "--not", "BRUNO"),
        ("ask", FILE, "--not", ARGUMENT),
        ("ask", FILE, "--html", "::error::p.html", "--svg", "::error::p.svg"),
    ),
    "fmt": (
        ("fmt", "--check", "--diff", "."),
        ("fmt", "--check", ARGUMENT),
        ("fmt", "--upgrade", "."),
        ("fmt", "--upgrade", ".", "--json"),
    ),
    "diff": (
        ("diff", "old", FILE),
        ("diff", f"old/{FILE}", FILE, "--format", "text"),
        ("diff", f"old/{FILE}", FILE, "--format", "json"),
        ("diff", f"old/{FILE}", FILE, "--json"),
        ("diff", f"old/{FILE}", FILE, "--format", "markdown"),
        ("diff", ARGUMENT),
    ),
    "report": (
        ("report", FILE),
        ("report", "old", FILE, "--html", "::error::r.html"),
        ("report", FILE, "--json"),
        ("report", FILE, *FEW),
        ("report", FILE, *FEW, "--json"),
        ("report", FILE, "--gate", ARGUMENT),
    ),
    "review": (
        ("review", FILE),
        ("review", FILE, "--json"),
        ("review", FILE, "--html", "-o", "-"),
        ("review", "-", "--blind"),
    ),
    "serve": (("serve", ARGUMENT), ("serve", f"--{ARGUMENT}")),
    "play": (("play", ARGUMENT), ("play", FILE, "--seats", ARGUMENT)),
    "playtest page": (("playtest", "page", FILE, "-o", "-"), ("playtest", "page", ODD, "-o", "-")),
    "playtest read": (
        ("playtest", "read", "log.json", FILE, "--tables", "1", "--jobs", "1"),
        ("playtest", "read", "log.json", FILE, "--tables", "1", "--jobs", "1", "--json"),
        ("playtest", "read", "odd.json", ARGUMENT, FILE),
    ),
    "build": (
        ("build", FILE, "--only", "sheet", "-o", "::error::out"),
        ("build", FILE, "--only", "sheet", "-o", "::error::out", "--json"),
        ("build", "shop", "--only", ARGUMENT),
    ),
    "preflight": (
        *(("preflight", f"{ARGUMENT}.pdf", FILE, *form) for form in EACH_FORM),
        ("preflight", f"{ARGUMENT}.pdf", FILE, "--json"),
        ("preflight", "::error::out", FILE),
    ),
    "proofread out": (("proofread", "out", FILE, "-o", "::error::x.md"), ("proofread", "out", ARGUMENT)),
    "proofread in": (
        ("proofread", "in", f"old/{FILE}", "::error::x.md"),
        ("proofread", "in", f"old/{FILE}", "::error::x.md", "--json"),
        ("proofread", "in", FILE, ARGUMENT),
    ),
    "read ask": (("read", "ask", FILE), ("read", "ask", ODD), ("read", "ask", ARGUMENT)),
    "read take": (("read", "take", FILE, "-"), ("read", "take", FILE, ARGUMENT)),
    "read with": (("read", "with", FILE, "--yes", "--", ARGUMENT), ("read", "with", ARGUMENT, "--", "cat")),
    "read accept": (("read", "accept", FILE, ARGUMENT, "Geese", "--why", PRINTED),),
    "translate extract": (("translate", "extract", "fr", "shop"), ("translate", "extract", ARGUMENT, "shop")),
    "translate check": (
        ("translate", "check", "fr", "shop"),
        ("translate", "check", "fr", "shop", "--json"),
        ("translate", "check", "fr", ARGUMENT),
    ),
    "translate merge": (("translate", "merge", "fr", "shop", "-o", "::error::fr"),),
    "errata": (
        ("errata", "shop", "shop2"),
        ("errata", "shop", "shop2", "--json"),
        ("errata", ARGUMENT, "shop"),
        ("errata", ARGUMENT, "shop", "--json"),
    ),
    "lock rename": (
        ("lock", "rename", INNER, ARGUMENT, "shop"),
        ("lock", "rename", INNER, "a.case", ARGUMENT),
    ),
    "lock withdraw": (("lock", "withdraw", ARGUMENT, "shop"), ("lock", "withdraw", INNER, "shop")),
    "export": (("export", FILE), ("export", ODD)),
    "import": (("import", "odd.json"), ("import", ARGUMENT)),
    "explain": (("explain", ARGUMENT), ("explain", "CK401"), ("explain",)),
    "lsp": (("lsp", f"--{ARGUMENT}"),),
    "completion": (("completion", ARGUMENT), ("completion", "bash")),
    "": ((ARGUMENT,), (f"--{ARGUMENT}",), ("--help",), ("--version",)),
}
"""Every command, as what is printed differs; a text for standard input is the case."""

TEXTS_OF_CASES = (
    ("fmt", "-"),
    ("import", "case.json"),
    ("new", "--generate", "--around", "../half/half.case"),
)


def below(command, names=()):
    if not isinstance(command, click.Group):
        yield " ".join(names), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        yield from below(command.get_command(context, name), (*names, name))


BELOW = dict(below(main))


def test_every_command_has_a_row():
    assert [*BELOW, ""] == sorted(ROWS, key=[*BELOW, ""].index)


@pytest.mark.parametrize("name", BELOW)
def test_every_form_has_a_row(name):
    options = {option: each for each in BELOW[name].params for option in each.opts}
    wanted = {("--json",)} if "--json" in options else set()
    if "--format" in options:
        wanted |= {("--format", form) for form in options["--format"].type.choices}
    rows = [" ".join(row) for row in ROWS[name]]
    assert [] == [form for form in sorted(wanted) if not any(" ".join(form) in row for row in rows)]


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with all that the commands are given, in which they are."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / FILE).write_text(CASE, encoding="utf-8")
    (folder / ODD).write_text(CASE.replace("two damp", "two\r::error::\x1b[0K\u202e damp"), encoding="utf-8")
    (folder / "edition.toml").write_text(EDITION, encoding="utf-8")
    (tmp_path_factory.mktemp("half", numbered=False) / "half.case").write_text(HALF, encoding="utf-8")
    for name, text in {f"old/{FILE}": OTHER, f"shop/{INNER}": CASE, "shop/edition.toml": SHOP}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copytree(folder / "shop", folder / "shop2")
    (folder / "shop2" / INNER).write_text(OTHER, encoding="utf-8")
    (folder / "shop/soup.lock.json").write_text(_lock({}), encoding="utf-8")
    (folder / "shop2/soup.lock.json").write_text(_lock({"02": "1"}), encoding="utf-8")
    (folder / "log.json").write_text(json.dumps(_log(folder)), encoding="utf-8")
    (folder / "odd.json").write_text(json.dumps({PRINTED: PRINTED}), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield folder


@pytest.fixture(scope="module")
def walked(desk):  # noqa: ARG001 -- it stands there
    """Each row with its status and what it printed where GitHub reads it."""
    done = {}
    with pytest.MonkeyPatch.context() as patch:
        for rows in ROWS.values():
            for row in rows:
                done[row] = answered(row, patch, CASE, VARIABLES[:1])
    return done


def _own(row, out):
    """Casekit's annotations in an output."""
    if "github" not in row:
        return []
    return [found for found in github_v2(out) if re.fullmatch(r"(file=.*,)?title=CK\d+ [\w-]+", found[1])]


def test_no_service_finds_a_command(walked):
    found = {}
    for row, (_, out, err) in walked.items():
        own = {f"::{name} {properties}::{data}" for name, properties, data in _own(row, out)}
        left = [line for line in commands(out) if line not in own] + commands(err)
        if left:
            found[row] = left
    assert {} == found


def test_the_annotations_of_casekit_are_one_for_each_finding(walked):
    for row in [row for row in walked if "github" in row]:
        asjson = tuple(part if part != "github" else "json" for part in row)
        findings = json.loads(walked[asjson][1])["diagnostics"]
        names = {"error": "error", "warning": "warning", "note": "notice"}
        expected = [names[found["severity"]] for found in findings]
        assert expected == [name for name, _, _ in _own(row, walked[row][1])]
        assert expected


def test_nothing_steers_a_terminal_or_turns_the_direction(walked):
    found = {row: out for row, (_, *outs) in walked.items() for out in outs if HIDDEN.search(out)}
    assert {} == found


def test_the_hostile_texts_get_as_far_as_each_command_lets_them(walked):
    assert {3} & {status for status, _, _ in walked.values()} == set()
    unseen = [
        name
        for name, rows in ROWS.items()
        if not any(PARTED.search(out + err) for _, out, err in map(walked.get, rows))
    ]
    assert [] == unseen
    done = [row for row, (status, _, _) in walked.items() if status == 0]
    assert len(done) > 30


def _parsed(row, out):
    """What another program reads in an output."""
    form = row[row.index("--format") + 1] if "--format" in row else "text"
    if row[:2] == ("read", "ask"):
        return [json.loads(line) for line in out.splitlines()]
    if out[:1] in {"{", "["} and out[-2:] in {"}\n", "]\n"}:
        return json.loads(out)
    if form == "junit":
        return ET.canonicalize(out)
    if form == "markdown":
        page = MarkdownIt("commonmark").enable("table").render(out)
        return html.unescape(re.sub(r'<pre lang="(\w+)"><code>', r'<pre><code class="language-\1">', page))
    if out.startswith("<!DOCTYPE"):
        return html.unescape(out)
    return None


def test_what_other_programs_read_is_the_same_as_without_a_service(walked, monkeypatch):
    read = [row for row, (_, out, _) in walked.items() if _parsed(row, out) is not None]
    assert len(read) > 25
    for row in read:
        # What is written to files is there by now.
        _, out, _ = answered(row, monkeypatch, CASE)
        again = answered(row, monkeypatch, CASE, VARIABLES[:1])[1]
        assert _parsed(row, out) == _parsed(row, again), row
        assert PARTED.search(again) or not commands(out), row


SHORT = (
    *(row for row in ROWS["check"] if "--format" in row),
    ("fmt", "--check", "--diff", "."),
    ("diff", "old", FILE),
    ("report", FILE),
    ("check", "--words", FILE),
    (ARGUMENT,),
)


@pytest.mark.parametrize("variable", VARIABLES[1:])
def test_it_is_so_for_each_service(variable, walked, monkeypatch):
    for row in SHORT:
        assert walked[row] == answered(row, monkeypatch, CASE, [variable])


@pytest.mark.parametrize("row", TEXTS_OF_CASES, ids=" ".join)
def test_the_text_of_a_case_stays_as_it_is(row, desk, monkeypatch):
    from casekit.games.midnight.generator import search

    monkeypatch.setattr(search, "lacking", lambda *_: ())
    if "case.json" in row:
        (desk / "case.json").write_text(answered(("export", FILE), monkeypatch)[1], encoding="utf-8")
    plain = answered(row, monkeypatch, CASE)
    guarded = answered(row, monkeypatch, CASE, VARIABLES)
    assert plain[:2] == guarded[:2]
    assert 0 == plain[0], plain[2]
    assert f"title: {TITLE}\n" in plain[1]
    assert [] == commands(guarded[2])


def test_on_a_terminal_that_a_service_reads_too(desk, monkeypatch):  # noqa: ARG001 -- it stands there
    for row in (("check", FILE, ODD), ("report", FILE), ("fmt", "-"), ("check", FILE, "--json")):
        _, out, err = answered(row, monkeypatch, CASE, VARIABLES, terminal=True)
        assert [] == commands(out) + commands(err)
        assert PARTED.search(out)


PROCESSES = """
import sys
from casekit.cli.main import main
from casekit.system.parallel import ended, started

if __name__ == "__main__":
    main.main(["completion", "bash"], standalone_mode=False)
    for target in (print, getattr):
        process, connection = started(target, "##[x]\x1b[0m\u202e")
        process.join()
        ended(process, connection)
"""


def test_processes_of_casekit_print_no_command_either(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROCESSES, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", VARIABLES[0]: "true"},
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert [] == commands(out + err)
    assert "#\\#[x]\N{SYMBOL FOR ESCAPE}[0m\ufffd" in out
    assert "no attribute '#\\#[x]" in err
    assert not HIDDEN.search(out + err)
