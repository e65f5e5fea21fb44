"""The commands ``lock`` and ``errata``: the numbers of printed booklets."""

from pathlib import Path

import click

from casekit.cli import options, streams


@click.group("lock")
def lock_command() -> None:
    """Change lock files on purpose, which keep the numbers of printed booklets.

    \b
    Example:
      casekit lock rename the-last-soup.case soup.case examples/
      casekit lock withdraw the-last-soup.case examples/
    """


@lock_command.command("rename")
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
@click.argument("target", metavar="[EDITION|LOCK]", default=".", type=click.Path(path_type=Path))
@click.pass_context
def rename(ctx: click.Context, old: str, new: str, target: Path) -> None:
    """Keep the numbers of a case whose file has another name.

    OLD and NEW are names as edition.toml has them. Rename the file and its name in edition.toml too; numbers
    and digests stay as they are. Exit status: 0 renamed, 1 findings, 2 misuse.

    \b
    Example:
      casekit lock rename the-last-soup.case soup.case
      casekit lock rename the-last-soup.case soup.case examples/
    """
    from casekit.building.lock_files import rename_in_locks

    written, report = rename_in_locks(old, new, target)
    streams.end(ctx, report, texts=(f"{file}\n" for file in written))


@lock_command.command("withdraw")
@click.argument("case", type=click.Path())
@click.argument("target", metavar="[EDITION|LOCK]", default=".", type=click.Path(path_type=Path))
@click.pass_context
def withdraw(ctx: click.Context, case: str, target: Path) -> None:
    """Keep the numbers of all other cases when one is printed no longer.

    Take CASE out of edition.toml first. Its numbers stay in the booklet as gaps, with a line that says they
    are no longer in use; no other paragraph moves. Exit status: 0 withdrawn, 1 findings, 2 misuse.

    \b
    Example:
      casekit lock withdraw the-last-soup.case
      casekit lock withdraw the-last-soup.case examples/
    """
    from casekit.building.lock_files import withdraw_from_locks

    written, report = withdraw_from_locks(case, target)
    streams.end(ctx, report, texts=(f"{file}\n" for file in written))


@click.command("errata")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@options.json_option
@click.pass_context
def errata_command(ctx: click.Context, old: Path, new: Path, as_json: bool) -> None:
    """List by number what changed between two printings: texts, added, deleted and moved paragraphs.

    OLD and NEW are lock files, or the folders of two editions, whose booklets are compared one by one. If
    the edition beside a lock file still has the printed text, its words are shown.
    Exit status: 0 compared, 1 a lock file has errors, 2 misuse.

    \b
    Example:
      casekit errata 2026/corisande.lock.json examples/corisande.lock.json
      casekit errata printings/2026 examples --json
    """
    from casekit.building.lock_files import compare_printings
    from casekit.print.numbers import errata_output

    comparisons, report = compare_printings(old, new)
    booklets = [errata_output.comparison_as_json(comparison) for comparison in comparisons]
    content = {"diagnostics": report.diagnostics, "booklets": booklets}
    answer = streams.answer_as_json(content) if as_json else None
    streams.end(ctx, report, answer=answer, texts=map(errata_output.comparison_as_text, comparisons))
