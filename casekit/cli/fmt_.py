"""``casekit fmt``."""

import click

from casekit.cli.inputs import STDIN, expand, show, status
from casekit.cli.main import CLEAN, FINDINGS
from casekit.cli.output import write
from casekit.cli.progress import progress
from casekit.diagnostics.forms import Report
from casekit.pipeline import Input


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(allow_dash=True))
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], check: bool, diff: bool) -> None:
    """Bring cases into their canonical form. Changes no meaning; comments stay.

    PATH is a case, a folder, or - (standard input, formatted to standard output).
    Exit status: 0 done, 1 a file has syntax errors or, with --check, would change, 2 misuse.

    \b
    Example:
      casekit fmt examples/
      casekit fmt --check --diff examples/
    """
    from casekit import pipeline
    from casekit.language.reading import read_bytes

    inputs, problems = expand(paths)
    found = list(problems)
    sources = {}
    changed = 0
    with progress(len(inputs)) as step:
        for each in inputs:
            step(each.name)
            data, unreadable = (each.data, ()) if each.data is not None else read_bytes(each.path)
            if data is None:
                found += unreadable
                continue
            text, source, mistakes = pipeline.format_bytes(data, each.name)
            found += mistakes
            sources[each.name] = source
            if text is None:
                continue
            same = text.encode() == data
            changed += not same
            if diff and not same:
                click.echo(_diff(source.text, text, each.name), nl=False)
            elif not check and not diff and (not same or each.name == STDIN):
                found += write(None if each.name == STDIN else each.path, text)
    _finish(ctx, inputs, changed, check=check)
    report = Report(tuple(found), sources, tuple(each.name for each in inputs))
    if found:
        show(report, "text", strict=False, err=True)
    ctx.exit(status(report, strict=False) or (FINDINGS if changed and check else CLEAN))


def _finish(ctx: click.Context, inputs: tuple[Input, ...], changed: int, *, check: bool) -> None:
    if any(each.name == STDIN for each in inputs):
        return
    verb = "would change" if check or ctx.params["diff"] else "changed"
    click.echo(f"{changed} of {len(inputs)} files {verb}", err=True)


def _diff(before: str, after: str, name: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), name, f"{name} (canonical)"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
