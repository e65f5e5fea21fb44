"""``casekit lsp``."""

import click

from casekit.cli.streams import refuse


@click.command("lsp")
@click.option("--stdio", is_flag=True, hidden=True, help="What some editors add; there is no other way.")
@click.pass_context
def command(ctx: click.Context, stdio: bool) -> None:  # noqa: ARG001 - it says what is done anyway
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Editors start this command themselves: docs/language-server.md says what it offers, docs/editors.md how to set them up.
    It needs the extra "write". Exit status: 0 when the editor has ended it in order, 1 if not, 2 misuse.

    \b
    Example:
      pip install "casekit[write]"
      casekit lsp --help
    """
    from importlib.util import find_spec

    from casekit.diagnostics import Diagnostic, Span, codes

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
