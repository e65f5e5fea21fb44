"""Refusals of options that do not go together: each names the options that were given, and no other as given."""

import re

import pytest

REFUSED = {
    "upgrade -": "name files or folders; - is neither",
    "upgrade --write -": "name files or folders for --write; - is neither",
    "upgrade --check -": "name files or folders for --check; - is neither",
    "upgrade --write --check .": "--check writes nothing: leave out --write or --check",
    "build base.case --release": "only booklets of an edition keep their pages: leave out --release",
    "build base.case --keep-pages": "only booklets of an edition keep their pages: leave out --keep-pages",
    "build base.case --release --keep-pages": (
        "only booklets of an edition keep their pages: leave out --release and --keep-pages"
    ),
    "build . --signature 16": "nothing is folded without --impose saddle: add it, or leave out --signature",
    "build . --thickness 0.2 --impose-sheet a3": (
        "nothing is folded without --impose saddle: add it, or leave out --thickness and --impose-sheet"
    ),
    "review base.case --html --json": "--html and --json exclude each other",
    "review base.case --blind --json": "--blind and --json exclude each other",
    "review base.case --html --blind --json": "--html, --blind and --json exclude each other",
    "words base.case --spelling --json": "--spelling and --json exclude each other",
    "new Soup --project soup --force": (
        "--project writes an edition and replaces nothing: leave out --force"
    ),
    "new Soup --project soup --edition edition.toml": (
        "--project writes an edition and replaces nothing: leave out --edition"
    ),
    "new Soup --around base.case": "--around completes a document: add --generate",
    "new Soup --generate --around base.case --project soup": "--around completes a document: leave out --project",
}


@pytest.mark.usefixtures("boat")
@pytest.mark.parametrize("command", REFUSED)
def test_a_refusal_names_the_options_that_were_given(command, run):
    status, _, err = run(*command.split())
    message = " ".join(re.sub(r"[│╭╮╰╯─]", " ", err.partition("Error")[2]).split())
    assert 2 == status
    assert message.strip(": ") == REFUSED[command]


@pytest.mark.usefixtures("boat")
@pytest.mark.parametrize(
    "command",
    ["build -", "play -", "diff - base.case", "diff base.case -", "proofread out -", "preflight x.pdf -"],
)
def test_a_command_that_reads_no_standard_input_says_so(command, run):
    status, out, err = run(*command.split(), given="")
    assert 2 == status
    assert "standard input, which `-` stands for elsewhere, is not read here" in " ".join((out + err).split())
