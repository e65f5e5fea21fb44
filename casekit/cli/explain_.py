"""``casekit explain``."""

import sys

import click

from casekit.cli.streams import MISUSE, unguarded


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 - click's signature
    from casekit.games.all_codes import all_codes

    return [code.id for code in all_codes() if code.id.startswith(incomplete.upper())]


@click.command("explain")
@click.argument("code", required=False, shell_complete=_complete)
@click.pass_context
def command(ctx: click.Context, code: str | None) -> None:
    """Explain a code: why it matters to readers, with a wrong and a right example.

    CODE is an identifier or a name. Without it, list all codes.

    \b
    Example:
      casekit explain CK401
      casekit explain innocent-liar
    """
    from casekit.diagnostics import catalogue, codes
    from casekit.games.all_codes import all_codes, known_codes

    if code is None:
        for each in all_codes():
            click.echo(f"{each.id}  {each.severity:<7}  {each.name}")
        return
    found = known_codes().get(code.strip().lower())
    if found is None:
        near = " or ".join(f"{each.id} ({each.name})" for each in codes.nearest_codes(code, known_codes()))
        cure = f"did you mean {near}?" if near else "`casekit explain` lists all codes"
        click.echo(f"error: there is no code `{code}`; {cure}", err=True)
        ctx.exit(MISUSE)
    text = f"# {found}\n\n{catalogue.entry(found)}"
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(file=unguarded(sys.stdout)).print(Markdown(text))
    else:
        click.echo(text)
