"""``casekit lock``: ``rename``."""

from pathlib import Path

import click

from casekit.cli.streams import end


@click.group("lock")
def command() -> None:
    """Change lock files on purpose, which keep the numbers of printed booklets.

    \b
    Example:
      casekit lock rename the-last-soup.case soup.case examples/
    """


@command.command("rename")
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
@click.argument("target", metavar="[EDITION|LOCK]", default=".", type=click.Path(path_type=Path))
@click.pass_context
def rename(ctx: click.Context, old: str, new: str, target: Path) -> None:
    """Keep the numbers of a case whose file has another name.

    OLD and NEW are names as edition.toml has them. Rename the file and its name in edition.toml too; numbers and
    digests stay as they are. Exit status: 0 renamed, 1 findings, 2 misuse.

    \b
    Example:
      casekit lock rename the-last-soup.case soup.case
      casekit lock rename the-last-soup.case soup.case examples/
    """
    from casekit.building.lock_files import rename_in_locks

    written, report = rename_in_locks(old, new, target)
    for file in written:
        click.echo(file)
    end(ctx, report)
