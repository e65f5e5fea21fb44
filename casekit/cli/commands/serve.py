"""The commands ``serve`` and ``play``: pages in a browser."""

import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from casekit.cli import cases, guarded_streams, option_classes, options, streams
from casekit.diagnostics import Finding, Report, Span, codes

if TYPE_CHECKING:
    from casekit.web.app import WebView
    from casekit.web.play.game_session import PlaySetup
    from casekit.web.served_cases import CaseStore

_SERVER_LIBRARIES = ("starlette", "uvicorn", "sse_starlette", "watchfiles")
"""The libraries that a server needs, as Python imports them."""


def _server_options(*, opens: bool) -> Callable[[options.Decorated], options.Decorated]:
    """The options of a command that serves pages; ``opens`` if it opens a browser by default."""
    default = "open" if opens else "no-browser"
    return options.option_group(
        click.option(
            "--port",
            cls=option_classes.PlainOption,
            type=click.IntRange(0, 65_535),
            default=0,
            metavar="NUMBER",
            help="Listen on this port.  [default: any that is free]",
        ),
        click.option(
            "--open/--no-browser",
            "browser",
            default=opens,
            help=f"Open the page, or only print its address.  [default: {default}]",
        ),
    )


def _need_server(ctx: click.Context, file: str) -> None:
    """Refuse to serve pages of a file without the libraries that this needs; does not return then."""
    from importlib.util import find_spec

    missing = next((name for name in _SERVER_LIBRARIES if find_spec(name) is None), None)
    if missing is not None:
        message = f"pages in a browser need the library `{missing.replace('_', '-')}`"
        hint = 'install what is missing with `pip install "casekit[serve]"`'
        streams.refuse(ctx, codes.MISSING_EXTRA.at(Span(file), message, hint=hint))


@click.command("serve", cls=option_classes.CommandInSections)
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path())
@_server_options(opens=False)
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
@options.edition_option
@click.pass_context
def serve_command(
    ctx: click.Context,
    paths: tuple[str, ...],
    port: int,
    browser: bool,
    editor: str | None,
    end_with_input: bool,
    edition: Path | None,
) -> None:
    """Show cases in a browser while you write them, until Ctrl-C.

    PATH is a case, an edition.toml, or a folder with cases in it or its subfolders (default: this folder).
    The page follows the files. Only this computer can open it, and only under the address that is printed; no
    solution is shown until you ask for it. This needs `pip install "casekit[serve]"`. Exit status: 0 when
    Ctrl-C (or the end of input) has ended it, 1 if the port cannot be used, 2 misuse.

    \b
    Example:
      casekit serve the-last-toast.case
      casekit serve --open --port 8765
    """
    given = paths or (".",)
    _need_server(ctx, given[0])
    cases.expand_there(ctx, given, editions=True, may_be_empty=True)

    from casekit.web.served_cases import CaseStore
    from casekit.web.server import VIEWS

    _serve(
        ctx,
        "serve",
        partial(
            CaseStore,
            lambda: cases.expand(tuple(name for name in given if Path(name).exists()), editions=True)[0],
            edition,
            editor or "",
        ),
        VIEWS,
        port,
        lambda _: guarded_streams.interrupt_at_end_of_input() if end_with_input else None,
        "Ctrl-C ends this.",
        browser=browser,
    )


def _serve(
    ctx: click.Context,
    command: str,
    opened: "Callable[[], CaseStore]",
    views: "tuple[WebView, ...]",
    port: int,
    begin: "Callable[[CaseStore], None]",
    told: str,
    *,
    view: str = "",
    browser: bool,
) -> NoReturn:
    """Open a workshop and ``begin`` with it, serve until Ctrl-C, print the address, and exit.

    With a ``view``, the address is that of this view of its only case.

    ``told`` says what ends it.
    """
    from casekit.web.server import lead_to, listen, serve

    listening = listen(port, command)
    if isinstance(listening, Finding):
        streams.refuse(ctx, listening, streams.FINDINGS)
    try:
        with closing(opened()) as workshop, ExitStack() as needed:
            begin(workshop)
            page = f"{view}/{workshop.cases[0].key}" if view else ""

            def started(address: str) -> None:
                click.echo(f"{address}{page}\nOpen this address in a browser; {told}")
                if browser:
                    lead_to(f"{address}{page}", needed)

            serve(listening, workshop, started, views, command)
    except KeyboardInterrupt:
        click.echo("", err=True)
    finally:
        listening.close()
    ctx.exit(streams.CLEAN)


@click.command("play", cls=option_classes.CommandInSections)
@click.argument("case", metavar="CASE", type=click.Path())
@click.option(
    "--players",
    cls=option_classes.PlainOption,
    type=click.IntRange(1),
    metavar="N",
    help="How many sit at the table.  [default: as many as the game says]",
)
@click.option(
    "--seats",
    default="1",
    show_default=True,
    metavar="N,N...",
    help="Where people sit, in the order of turns; the others are simulated.",
)
@click.option(
    "--readers",
    metavar="MIX",
    default="",
    help="The simulated players: a skill that the page offers, or kinds as for `report --tables`.  [default: the game's usual ones]",
)
@click.option(
    "--seed",
    cls=option_classes.PlainOption,
    type=click.IntRange(0, options.LARGEST_SEED),
    metavar="N",
    help="The same seed gives the same cards.  [default: others each time]",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Go on with a saved game, and keep it in its file.",
)
@_server_options(opens=True)
@options.edition_option
@click.pass_context
def play_command(
    ctx: click.Context,
    case: str,
    players: int | None,
    seats: str,
    readers: str,
    seed: int | None,
    resume: Path | None,
    port: int,
    browser: bool,
    edition: Path | None,
) -> None:
    """Play a case in a browser, against simulated players or by turns at one screen, until Ctrl-C.

    The page offers what the rules allow, and shows each player only what that player has read. The game is
    kept after each action, and can be gone on with later; at the end its log is one that `playtest read`
    takes. This needs `pip install "casekit[serve]"`. Exit status: 0 when Ctrl-C has ended it, 1 if the case
    cannot be played or a game not be resumed, 2 misuse.

    \b
    Example:
      casekit play the-last-toast.case
      casekit play the-last-toast.case --players 3 --seats 1,2 --readers hard
      casekit play the-last-toast.case --resume my.game.json
    """
    _need_server(ctx, case)

    from casekit.web.play.game_session import PlaySetup
    from casekit.web.play.game_views import NAME, play_view
    from casekit.web.served_cases import CaseStore

    inputs = cases.expand_there(ctx, (case,))
    if len(inputs) != 1:
        raise click.UsageError(f"there are {len(inputs)} cases in {case}; name one")
    setup = PlaySetup(players, _seats(seats), readers, seed, resume)
    opened = partial(CaseStore, lambda: inputs, edition)
    begin = partial(_sit_down, ctx, setup)
    told = "Ctrl-C ends this, and the game is kept."
    _serve(ctx, "play", opened, (play_view(setup),), port, begin, told, view=NAME, browser=browser)


def _seats(text: str) -> tuple[int, ...]:
    """The seats of people, from 0.

    Raises:
        click.UsageError: if the text does not name any.
    """
    numbers = [part.strip() for part in text.split(",")]
    if all(number.isascii() and number.isdecimal() and int(number) for number in numbers):
        return tuple(sorted({int(number) - 1 for number in numbers}))
    raise click.UsageError(f"--seats are numbers from 1 on, such as 1 or 1,3, not {text!r}")


def _sit_down(ctx: click.Context, setup: "PlaySetup", workshop: "CaseStore") -> None:
    """See that the case can be played, in the process where it will be.

    Raises:
        click.UsageError: if the options mean nothing to the game.
    """
    import asyncio

    from casekit.system.executors import LostProcessError
    from casekit.web.play.game_views import NAME, obstacle

    case = workshop.cases[0]
    if sys.stderr.isatty():
        click.echo("The case is being prepared ...", err=True)

    async def prepared() -> Any:
        try:
            return await workshop.ask(case.file, partial(obstacle, setup=setup), of=NAME, lasting=True)
        except asyncio.CancelledError:
            # Ctrl-C. The thread that waits for the other process would go on waiting.
            workshop.close()
            raise

    try:
        found: Report | str | None = asyncio.run(prepared())
    except LostProcessError:
        message = "the process that prepares this case has ended, probably because there is too little memory"
        hint = "close other programs, or play the case on a machine with more memory"
        streams.refuse(ctx, codes.LOST_PROCESS.at(Span(case.file.name), message, hint=hint), streams.FINDINGS)
    if isinstance(found, str):
        raise click.UsageError(found)
    if found is not None:
        streams.show(found, "text", strict=False, err=True)
        ctx.exit(streams.status(found, strict=False) or streams.FINDINGS)
