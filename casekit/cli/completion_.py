"""``casekit completion``."""

import click
from click.shell_completion import get_completion_class

from casekit.cli.streams import MISUSE


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    \b
    Example:
      casekit completion bash > ~/.local/share/bash-completion/completions/casekit
    """
    kind = get_completion_class(shell)
    if kind is None:
        click.echo(f"error: click cannot complete for {shell}", err=True)
        ctx.exit(MISUSE)
    click.echo(kind(ctx.find_root().command, {}, "casekit", "_CASEKIT_COMPLETE").source())
