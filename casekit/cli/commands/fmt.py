"""The command ``fmt``: cases in canonical form."""

from typing import NoReturn

import click

from casekit.cli import cases, option_classes, options, streams
from casekit.diagnostics import Finding, Report
from casekit.pipeline import conversion
from casekit.pipeline.loading import InputFile

_OPTIONS_WITH_UPGRADE = ("upgrade", "writes", "check", "budget", "as_json")


@click.command("fmt", cls=option_classes.CommandInSections)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(allow_dash=True))
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.option("--upgrade", is_flag=True, help="Show what to change in cases of an older casekit.")
@click.option(
    "--write",
    "writes",
    cls=option_classes.section("With --upgrade"),
    is_flag=True,
    help="Write what is shown: all files, or none.",
)
@options.json_option_below("With --upgrade")
@options.budget_option
@click.pass_context
def fmt_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    check: bool,
    diff: bool,
    upgrade: bool,
    writes: bool,
    as_json: bool,
    budget: int,
) -> None:
    """Bring cases into canonical form, or up to date. Their meaning does not change; comments stay.

    PATH is a case, a folder, or - (standard input, formatted to standard output). With --upgrade it may be an
    edition.toml too. Exit status: 0 done, 1 a file has errors or, with --check, would change, 2 misuse.

    \b
    Example:
      casekit fmt examples/
      casekit fmt --check --diff examples/
      casekit fmt --upgrade --write examples/

    \f

    With --upgrade, what this casekit reads otherwise than the one that a text was written for is rewritten,
    for a folder, an edition with all cases below its folder, or a case. What would be rewritten is shown
    first: the text, and what is different of verdicts, levels, figures and findings. What nobody but the
    writer can settle is shown too. An edition that says its format (`format = 1`), with its cases, was
    written for this casekit. Other errors are corrected first: nothing is written as long as there are any.
    """
    if upgrade:
        options.refuse_all_but(ctx, "--upgrade", _OPTIONS_WITH_UPGRADE)
        from casekit.cli import upgrading

        # Does not return.
        upgrading.show_upgrade(ctx, paths, budget, writes=writes, check=check, as_json=as_json)
    options.refuse_without(ctx, "--upgrade", ("writes", "budget", "as_json"))
    _format(ctx, paths, check=check, diff=diff)


def _format(ctx: click.Context, paths: tuple[str, ...], *, check: bool, diff: bool) -> NoReturn:
    """Bring cases into canonical form, or only say or show what would change."""
    inputs, problems = cases.expand(paths)
    findings = list(problems)
    sources = {}
    changed = 0
    differences: list[str] = []
    with streams.progress(len(inputs)) as step:
        for file in inputs:
            step(file.name)
            data, unreadable = file.read()
            if data is None:
                findings += unreadable
                continue
            text, source, mistakes = conversion.format_bytes(data, file.name)
            findings += mistakes
            sources[file.name] = source
            if text is None:
                continue
            is_changed = text.encode() != data
            changed += is_changed
            if diff:
                if is_changed:
                    difference = conversion.difference(source.text, text, file.name, "canonical")
                    differences.append(difference)
            elif not check:
                findings += _write_formatted(file, text, changed=is_changed)
    click.echo("".join(differences), nl=False)
    names = tuple(file.name for file in inputs)
    if streams.STDIN not in names:
        verb = "would change" if check or diff else "changed"
        click.echo(f"{changed} of {len(inputs)} files {verb}", err=True)
    report = Report(tuple(findings), sources, names)
    streams.end(ctx, report, status_if_clean=streams.FINDINGS if changed and check else streams.CLEAN)


def _write_formatted(file: InputFile, text: str, *, changed: bool) -> tuple[Finding, ...]:
    """Write a case in canonical form if it ``changed``, one from standard input to standard output.

    Returns:
        Why it cannot be written.
    """
    from casekit.cli import output_files

    if file.name == streams.STDIN:
        return output_files.link_findings(file.path, file.name) or output_files.write(
            None, text, "case", rewrites=True
        )
    if not changed:
        return ()
    # Neither is a link replaced by a file, nor what it leads to written to.
    return output_files.link_findings(file.path, file.name) or output_files.write(
        file.path, text, "case", rewrites=True
    )
