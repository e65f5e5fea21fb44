"""Commands that write a case in another form: ``export``, ``import`` and ``fmt``."""

import json
from pathlib import Path

import click

from casekit.cli.cases import expand, only_case
from casekit.cli.options import edition_option, output_option
from casekit.cli.streams import CLEAN, FINDINGS, MISUSE, STDIN, end, progress, write
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.forms import Report
from casekit.pipeline.given_documents import Input


@click.command("export")
@click.argument("case", metavar="CASE", type=click.Path(allow_dash=True))
@output_option
@edition_option
@click.pass_context
def export_command(ctx: click.Context, case: str, output: Path | None, edition: Path | None) -> None:
    """Write a case as JSON (schemas/case.schema.json), comments included.

    CASE is a file, or - for standard input. Exit status: 0 done, 1 the case has errors, 2 misuse.

    \b
    Example:
      casekit export the-last-toast.case --output the-last-toast.json
    """
    from casekit.diagnostics.forms.json_ import escaped
    from casekit.games.editions import Editions
    from casekit.pipeline import converting

    each, problems = only_case(case)
    sources = {}
    if each is not None:
        content, sources[each.name], problems = converting.export(each, Editions(edition))
        if content is not None:
            text = escaped(json.dumps(content, ensure_ascii=False, indent=2))
            problems = write(output, f"{text}\n")
    if problems:
        end(ctx, Report(problems, sources, (case,)), otherwise=MISUSE)


@click.command("import")
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@output_option
@click.pass_context
def import_command(ctx: click.Context, file: str, output: Path | None) -> None:
    """Write the case in a JSON file as text.

    FILE is what casekit export wrote, or - for standard input. Exit status: 0 done, 1 findings, 2 misuse.

    \b
    Example:
      casekit import the-last-toast.json --output the-last-toast.case
    """
    from casekit.language.reading import read_bytes, standard_input
    from casekit.pipeline import converting

    data, problems = (standard_input(), ()) if file == STDIN else read_bytes(Path(file))
    if data is not None:
        text, problems = converting.import_bytes(data, file)
        if text is not None:
            problems = write(output, text)
    end(ctx, Report(problems, files=(file,)))


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(allow_dash=True))
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def fmt_command(ctx: click.Context, paths: tuple[str, ...], check: bool, diff: bool) -> None:
    """Bring cases into canonical form. Their meaning does not change; comments stay.

    PATH is a case, a folder, or - (standard input, formatted to standard output).
    Exit status: 0 done, 1 a file has syntax errors or, with --check, would change, 2 misuse.

    \b
    Example:
      casekit fmt examples/
      casekit fmt --check --diff examples/
    """
    from casekit.pipeline import converting

    inputs, problems = expand(paths)
    found = list(problems)
    sources = {}
    changed = 0
    differences: list[str] = []
    with progress(len(inputs)) as step:
        for each in inputs:
            step(each.name)
            data, unreadable = each.read()
            if data is None:
                found += unreadable
                continue
            text, source, mistakes = converting.format_bytes(data, each.name)
            found += mistakes
            sources[each.name] = source
            if text is None:
                continue
            same = text.encode() == data
            changed += not same
            if diff and not same:
                differences.append(_diff(source.text, text, each.name))
            elif not check and not diff and (not same or each.name == STDIN):
                found += _write(each, text)
    click.echo("".join(differences), nl=False)
    _finish(ctx, inputs, changed, check=check)
    report = Report(tuple(found), sources, tuple(each.name for each in inputs))
    end(ctx, report, otherwise=FINDINGS if changed and check else CLEAN)


def _write(each: Input, text: str) -> tuple[Diagnostic, ...]:
    """Write a text where it came from; neither is a link replaced by a file, nor what it leads to written to."""
    if not each.path.is_symlink():
        return write(None if each.name == STDIN else each.path, text)
    hint = "format the file that it leads to under its own name"
    return (Diagnostic(codes.CANNOT_WRITE, "this is a link", Span(each.name), hint=hint),)


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
