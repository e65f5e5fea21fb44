"""Write the page of all commands from their help: .ci/commands.py >docs/commands.md."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import click

from casekit.cli.main import GROUPS, main as casekit
from casekit.cli.option_classes import ADVANCED

DOCS = Path(__file__).resolve().parent.parent / "docs"

GUIDES = {
    "ask": ("proofs.md", "Proofs, questions and figures"),
    "build": ("printing.md", "What is printed, and how"),
    "check": ("checking-many.md", "Many cases"),
    "diff": ("ci.md#for-the-reviewer", "Cases in CI"),
    "errata": ("printing.md", "What is printed, and how"),
    "explain": ("diagnostics.md", "Every diagnostic"),
    "export": ("json.md", "Answers for machines"),
    "fmt": ("formats.md#upgrade", "What stays"),
    "import": ("json.md", "Answers for machines"),
    "lock": ("printing.md", "What is printed, and how"),
    "lsp": ("language-server.md", "The language server"),
    "new": ("skeletons.md", "Skeletons"),
    "play": ("playing.md", "Playing in a browser"),
    "playtest": ("playtests.md", "Playtests"),
    "preflight": ("printing.md", "What is printed, and how"),
    "proofread": ("proofreading.md", "Proofreading"),
    "read": ("readings.md", "Readings"),
    "report": ("fairness.md", "Fairness"),
    "review": ("proofs.md#review", "Proofs, questions and figures"),
    "serve": ("preview.md", "Preview"),
    "translate": ("translating.md", "Translating an edition"),
}
"""Where more is said about a command. A page that is not there yet is not named."""

_INTRODUCTION = """\
# Commands

All commands, as `casekit COMMAND --help` describes them. `--help` also works after a command on your own machine, and
`casekit completion` lets your shell complete names and options.

Exit status 0 is clean, 1 findings, 2 misuse, 3 a fault of casekit's own ([answers for machines](json.md) has the details).
"""


def page() -> str:
    """The page as Markdown."""
    top = click.Context(casekit, info_name="casekit", **casekit.context_settings)
    names = casekit.list_commands(top)
    parts = [_INTRODUCTION]
    for heading, uses in GROUPS.items():
        rows = [f"| {_linked(use)} | {_escaped(purpose)} |" for use, purpose in uses.items()]
        parts += [f"| {heading.rstrip(':')} | |", "|---|---|", *rows, ""]
    for name in names:
        parts += _section(top, name, "##")
    return "\n".join(parts).rstrip("\n") + "\n"


def _linked(use: str) -> str:
    """A way to write a command, with a link to each command in it; several stand between commas."""
    commands = [command.split()[0] for command in use.split(", ")]
    if len(commands) == 1:
        return f"[`{use}`](#{commands[0]})"
    return ", ".join(f"[`{command}`](#{command})" for command in commands)


def _command(context: click.Context, name: str) -> click.Command:
    group = cast("click.Group", context.command)
    return cast("click.Command", group.get_command(context, name))


def _section(outer: click.Context, name: str, mark: str) -> Iterator[str]:
    command = _command(outer, name)
    context = click.Context(command, info_name=name, parent=outer, **command.context_settings)
    yield from (f"{mark} {_path(context)}", "")
    guide, title = GUIDES.get(name, ("", "")) if mark == "##" else ("", "")
    usage = " ".join((f"casekit {_path(context)}", *command.collect_usage_pieces(context)))
    yield from ("```text", usage, "```", "", *_help(command.help or ""))
    if guide and (DOCS / guide.partition("#")[0]).is_file():
        yield from (f"More: [{title}]({guide}).", "")
    if not isinstance(command, click.Group):
        yield from _options(command, context)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            yield from _section(context, each, "###")


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """A table of options for each section of the help."""
    rows: dict[str, list[str]] = {}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if "--help" in parameter.opts or record is None or not record[1]:
            continue
        names, text = record
        row = f"| `{names.replace('|', chr(92) + '|')}` | {_cell(text)} |"
        rows.setdefault(getattr(parameter, "section", ""), []).append(row)
    for section in sorted(rows, key=lambda section: (section == ADVANCED, section != "")):
        yield from (f"| {section or 'option'} | |", "|---|---|", *rows[section], "")


def _path(context: click.Context) -> str:
    return context.command_path.removeprefix("casekit ")


def _help(text: str) -> Iterator[str]:
    """Paragraphs; those that click may not wrap are code, but for the word above an example.

    Examples come last, after what the help itself leaves out.
    """
    paragraphs = [part for part in re.split(r"\n\s*\n|\f", text.strip()) if part.strip(" \n")]
    examples = [part for part in paragraphs if part.lstrip(" \n").startswith("\b")]
    for written in [*(part for part in paragraphs if part not in examples), *examples]:
        if not written.lstrip().startswith("\b"):
            yield from (_escaped(" ".join(written.split())), "")
            continue
        lines = [line for line in written.splitlines() if line.strip() not in {"", "\b"}]
        first, *others = lines
        if others and first.rstrip().endswith(":"):
            yield from (_escaped(first.strip()), "")
            lines = others
        indent = min(len(line) - len(line.lstrip()) for line in lines)
        yield from ("```text", *(line[indent:].rstrip() for line in lines), "```", "")


def _escaped(text: str) -> str:
    """Words that Markdown shows as they are; what is in backticks stays code."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([*_<\[\]])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def _cell(text: str) -> str:
    return _escaped(" ".join(text.split())).replace("|", r"\|")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(page())
