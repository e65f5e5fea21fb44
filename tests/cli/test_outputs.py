"""Outputs never take the place of a source: every option of every command that names one is tried on every kind of source."""

import os
import shutil
from pathlib import Path

import click
import pytest

from casekit.cli.main import main

REPORT = "earlier.json"

WRITING = {
    ("check", "--save"): ("check", "base.case", "--save", "json={}"),
    ("preflight", "--save"): ("preflight", "none.pdf", "base.case", "--save", "json={}"),
    ("report", "--save"): ("report", "base.case", "--budget", "20", "--save", "json={}"),
    ("report", "--html"): ("report", "base.case", "--budget", "20", "--html={}"),
    ("diff", "--output"): ("diff", "base.case", "other.case", "--no-figures", "--output", "{}"),
    ("export", "--output"): ("export", "base.case", "--output", "{}"),
    ("import", "--output"): ("import", "base.json", "--output", "{}"),
    ("playtest page", "--output"): ("playtest", "page", "base.case", "--output", "{}"),
    ("playtest read", "--html"): (
        *("playtest", "read", "log.json", "base.case", "--tables", "1", "--jobs", "1"),
        "--html={}",
    ),
    ("proofread out", "--output"): (
        *("proofread", "out", "base.case", "--form", "md", "--force"),
        *("--output", "{}"),
    ),
    ("read ask", "--output"): ("read", "ask", "base.case", "--output", "{}"),
    ("ask", "--svg"): ("ask", "base.case", "--svg", "{}"),
    ("ask", "--html"): ("ask", "base.case", "--html={}"),
    ("review", "--html"): ("review", "base.case", "--html={}"),
    ("review", "--output"): ("review", "base.case", "--html", "--output", "{}"),
    ("report --tables", "--html"): (
        *("report", "base.case", "--tables", "1", "--players", "2", "--jobs", "1"),
        "--html={}",
    ),
    ("check", "--output"): ("check", "--words", "base.case", "--output", "{}"),
}
"""How each option that names a file to write is given."""

OF_FOLDERS = {("build", "--output"), ("translate merge", "--output")}
"""Options that name a folder: their own tests see that nothing in it is replaced that casekit did not write."""

READING = {"--edition", "--against", "--around", "--project", "--resume"}
"""Options that name what is read, the folder of a project, which replaces nothing, and a game that is gone on with."""

SOURCES = ("base.case", "other.case", "edition.toml", "old.lock.json", "old.pages.json")


def options_of(command, name=""):
    """Every option of a command and those below it that names a file."""
    if isinstance(command, click.Group):
        for each in command.list_commands(click.Context(command)):
            below = command.get_command(click.Context(command), each)
            yield from options_of(below, f"{name} {each}".strip())
        return
    for option in command.params:
        if isinstance(option, click.Option) and (
            isinstance(option.type, click.Path) or option.metavar == "FORM=FILE"
        ):
            yield name, option.opts[-1]


def test_the_table_has_every_option_of_output():
    assert {each for each in options_of(main) if each[1] not in READING} == {
        (command.removesuffix(" --tables"), option) for command, option in WRITING.keys() | OF_FOLDERS
    }


@pytest.fixture
def desk(boat, put, run):
    """A folder with one of each kind of source, and what the commands are given."""
    shutil.copy(boat / "base.case", boat / "other.case")
    put("other.case", f"{(boat / 'base.case').read_text(encoding='utf-8')}\n// other\n")
    assert 0 == run("export", "base.case", "--output", "base.json")[0]
    put("old.lock.json", "{}")
    put("old.pages.json", "{}")
    put("log.json", "{}")
    return boat


@pytest.mark.parametrize("option", WRITING)
def test_no_option_replaces_a_source(option, desk, run):
    before = {name: (desk / name).read_bytes() for name in SOURCES}
    for name in SOURCES:
        status, out, err = run(*(part.format(name) for part in WRITING[option]))
        assert before[name] == (desk / name).read_bytes(), name
        assert 0 != status, (name, out)
        if option != ("playtest read", "--html"):  # without a game there is nothing to write
            assert "error[CK911 output-over-source]" in err + out, (name, out, err)
    assert before == {name: (desk / name).read_bytes() for name in SOURCES}


INPUTS = {
    "the JSON of a case": ("base.json", ("import", "base.json", "--output", "{}")),
    "an edition of another name": (
        "mine.toml",
        ("check", "base.case", "--edition", "mine.toml", "--save", "json={}"),
    ),
    "an earlier answer": (
        "earlier.json",
        ("report", "base.case", "--budget", "20", "--against", "earlier.json", "--html={}"),
    ),
    "the file to be looked at": ("none.pdf", ("preflight", "none.pdf", "base.case", "--save", "json={}")),
    "a log": ("log.json", ("playtest", "read", "log.json", "base.case", "--html={}")),
}


@pytest.mark.parametrize("what", INPUTS)
@pytest.mark.parametrize("way", ["itself", "below", "a link"])
def test_no_output_replaces_an_input(what, way, desk, put, run):
    name, command = INPUTS[what]
    if name == "mine.toml":
        shutil.copy(desk / "edition.toml", desk / name)
    if name == "earlier.json":
        put(name, run("report", "base.case", "--budget", "20", "--json")[1])
    if name == "none.pdf":
        put(name, "%PDF-1.7")
    before = (desk / name).read_bytes()
    (desk / "folder").mkdir()
    (desk / "link").symlink_to(name)
    called = {"itself": name, "below": f"folder/../{name}", "a link": "link"}[way]
    status, _, _ = run(*(part.format(called) for part in command))
    assert (True, before) == (status != 0, (desk / name).read_bytes())


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("option", [each for each in WRITING if each[0] != "playtest read"])
def test_no_output_follows_a_link_out_of_a_checkout(option, desk, run, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (desk / ".git").mkdir()
    (desk / "build").symlink_to(elsewhere, target_is_directory=True)
    status, out, err = run(*(part.format("build/x.md") for part in WRITING[option]))
    assert [] == list(elsewhere.iterdir())
    assert 0 != status
    assert "leads out of the checkout" in err + out


def test_a_build_replaces_no_input(boat, put, run):
    """Not even with --force, which replaces what somebody else wrote."""
    name = "base-sheet.pdf"
    put(name, (boat / "edition.toml").read_bytes())
    status, _, err = run(
        *("build", "base.case", "--only", "sheet", "--edition", name, "--output", ".", "--force"),
    )
    assert (1, True) == (status, "CK911" in err or "CK8" in err), err
    assert (boat / "edition.toml").read_bytes() == (boat / name).read_bytes()


def test_what_is_meant_to_be_rewritten_is(desk, run):
    assert 0 == run("fmt", "base.case")[0]
    text = (desk / "base.case").read_text(encoding="utf-8")
    (desk / "base.case").write_text(text.replace(":  ", ": "), encoding="utf-8")
    assert 0 == run("fmt", "base.case")[0]
    assert text == (desk / "base.case").read_text(encoding="utf-8")
    assert 0 == run("import", "base.json", "--output", "new.case")[0]
    assert Path("new.case").is_file()
    assert 0 == run("export", "base.case", "--output", "base.json")[0]
    assert run("new", "Base", "--force")[0] in {0, 1}
    assert text != (desk / "base.case").read_text(encoding="utf-8")
