"""The command ``lsp``: casekit inside an editor."""

import click

from casekit.cli import streams
from casekit.diagnostics import Span, codes


@click.command("lsp")
@click.option("--stdio", is_flag=True, hidden=True, help="What some editors add; there is no other way.")
@click.pass_context
def lsp_command(ctx: click.Context, stdio: bool) -> None:  # noqa: ARG001 - it says what is done anyway
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Editors start this command themselves: docs/language-server.md says what it offers, docs/editors.md how to
    set them up. It needs the extra "write". Exit status: 0 when the editor has ended it in order, 1 if not, 2
    misuse.

    \b
    Example:
      pip install "casekit[write]"
      casekit lsp --help
    """
    from importlib.util import find_spec

    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        missing = codes.MISSING_EXTRA.at(
            Span("lsp"),
            "the language server needs pygls, which is not installed",
            hint='install it with `pip install "casekit[write]"`',
        )
        streams.refuse(ctx, missing)
    from casekit.editor.language_server import serve

    ctx.exit(serve())
