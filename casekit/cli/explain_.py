"""Commands about casekit itself: ``explain``, ``completion`` and ``lsp``."""

import sys

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from casekit.cli.streams import MISUSE, refuse, unguarded
from casekit.diagnostics import Diagnostic, Span, codes


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 - click's signature
    from casekit.games.all_codes import all_codes

    return [code.id for code in all_codes() if code.id.startswith(incomplete.upper())]


@click.command("explain")
@click.argument("code", required=False, shell_complete=_complete)
@click.pass_context
def explain_command(ctx: click.Context, code: str | None) -> None:
    """Explain a code: why it matters to readers, with a wrong and a right example.

    CODE is an identifier or a name. Without it, list all codes.

    \b
    Example:
      casekit explain CK401
      casekit explain innocent-liar
    """
    from casekit.diagnostics import catalogue
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


_SHELLS = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command("completion")
@click.argument("shell", type=click.Choice([*_SHELLS]))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    \b
    Example:
      casekit completion bash > ~/.local/share/bash-completion/completions/casekit
    """
    click.echo(_SHELLS[shell](ctx.find_root().command, {}, "casekit", "_CASEKIT_COMPLETE").source())


@click.command("lsp")
@click.option("--stdio", is_flag=True, hidden=True, help="What some editors add; there is no other way.")
@click.pass_context
def lsp_command(ctx: click.Context, stdio: bool) -> None:  # noqa: ARG001 - it says what is done anyway
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Editors start this command themselves: docs/language-server.md says what it offers, docs/editors.md how to set them up.
    It needs the extra "write". Exit status: 0 when the editor has ended it in order, 1 if not, 2 misuse.

    \b
    Example:
      pip install "casekit[write]"
      casekit lsp --help
    """
    from importlib.util import find_spec

    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        missing = Diagnostic(
            codes.MISSING_EXTRA,
            "the language server needs pygls, which is not installed",
            Span("lsp"),
            hint='install it with `pip install "casekit[write]"`',
        )
        refuse(ctx, missing)
    from casekit.editor.language_server import serve

    ctx.exit(serve())
