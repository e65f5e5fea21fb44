"""``casekit serve``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casekit.cli.cases.inputs import expand
from casekit.cli.options.common_options import edition_option
from casekit.cli.options.server_options import server_options
from casekit.cli.streams.exit_statuses import CLEAN, FINDINGS, MISUSE, status
from casekit.cli.streams.shown_findings import show
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.forms import Report
from casekit.language.reading import read_bytes

if TYPE_CHECKING:
    from casekit.pipeline.given_documents import Input

_LIBRARIES = ("starlette", "uvicorn", "sse_starlette", "watchfiles")


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
    from importlib.util import find_spec

    lacking = next((name for name in _LIBRARIES if find_spec(name) is None), None)
    if lacking is not None:
        _refuse(
            ctx,
            Diagnostic(
                codes.MISSING_EXTRA,
                f"pages in a browser need the library `{lacking.replace('_', '-')}`",
                Span(paths[0] if paths else "."),
                hint='install what is missing with `pip install "casekit[serve]"`',
            ),
            MISUSE,
        )
    given = paths or (".",)
    _, problems = expand(given, editions=True)
    for name in given:
        problems += () if Path(name).exists() else read_bytes(Path(name))[1]
    problems = tuple(each for each in problems if each.code is not codes.NO_CASES)
    if status(Report(problems, {}, ()), strict=False):
        show(Report(problems, {}, ()), "text", strict=False, err=True)
        ctx.exit(MISUSE)

    from casekit.web.serving import VIEWS, listen, serve
    from casekit.web.way_in import WayIn
    from casekit.web.workshop import Workshop

    listening, problem = listen(port)
    if listening is None or problem is not None:
        _refuse(ctx, problem, FINDINGS)
        return

    def find() -> "tuple[Input, ...]":
        return expand(tuple(name for name in given if Path(name).exists()), editions=True)[0]

    def started(address: str) -> None:
        click.echo(f"{address}\nOpen this address in a browser; Ctrl-C ends this.")
        if browser:
            way_in.lead(address)

    try:
        if end_with_input:
            from casekit.cli.streams.end_of_input import interrupt_at_end_of_input

            interrupt_at_end_of_input()
        with WayIn() as way_in:
            serve(listening, Workshop(find, edition, editor or ""), started, VIEWS)
    except KeyboardInterrupt:
        click.echo("", err=True)
    ctx.exit(CLEAN)


def _refuse(ctx: click.Context, problem: Diagnostic | None, code: int) -> None:
    show(Report((problem,) if problem else (), {}, ()), "text", strict=False, err=True)
    ctx.exit(code)
