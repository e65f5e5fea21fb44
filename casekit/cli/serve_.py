"""``casekit serve``."""

from contextlib import ExitStack
from pathlib import Path

import click

from casekit.cli.cases import expand, expand_there
from casekit.cli.options import edition_option, need_server, server_options
from casekit.cli.streams import CLEAN, FINDINGS, MISUSE, interrupt_at_end_of_input, refuse, show, status
from casekit.diagnostics import Diagnostic, codes
from casekit.diagnostics.forms import Report
from casekit.pipeline.given_documents import Input


@click.command("serve")
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path())
@server_options(opens=False)
@click.option(
    "--editor",
    type=click.Choice(["vscode", "vscodium"]),
    help="Let the page open lines in this editor.",
)
@click.option(
    "--end-with-input",
    is_flag=True,
    help="End when standard input ends: for a program that starts this and may be killed.",
)
@edition_option
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    port: int,
    browser: bool,
    editor: str | None,
    end_with_input: bool,
    edition: Path | None,
) -> None:
    """Show cases in a browser while you write them, until Ctrl-C.

    PATH is a case, an edition.toml, or a folder with cases in it or its subfolders (default: this folder). The page follows
    the files. Only this computer can open it, and only under the address that is printed; no solution is shown until you
    ask for it. This needs `pip install "casekit[serve]"`.
    Exit status: 0 when Ctrl-C (or the end of input) has ended it, 1 if the port cannot be used, 2 misuse.

    \b
    Example:
      casekit serve the-last-toast.case
      casekit serve --open --port 8765
    """
    given = paths or (".",)
    need_server(ctx, given[0])
    _, found = expand_there(given, editions=True)
    problems = Report(tuple(each for each in found if each.code is not codes.NO_CASES))
    if status(problems, strict=False):
        show(problems, "text", strict=False, err=True)
        ctx.exit(MISUSE)

    from casekit.web.serving import VIEWS, lead_to, listen, serve
    from casekit.web.workshop import Workshop

    listening = listen(port)
    if isinstance(listening, Diagnostic):
        refuse(ctx, listening, FINDINGS)

    def find() -> "tuple[Input, ...]":
        return expand(tuple(name for name in given if Path(name).exists()), editions=True)[0]

    def started(address: str) -> None:
        click.echo(f"{address}\nOpen this address in a browser; Ctrl-C ends this.")
        if browser:
            lead_to(address, needed)

    try:
        if end_with_input:
            interrupt_at_end_of_input()
        with ExitStack() as needed:
            serve(listening, Workshop(find, edition, editor or ""), started, VIEWS)
    except KeyboardInterrupt:
        click.echo("", err=True)
    ctx.exit(CLEAN)
