"""The group of commands, failures of commands, and ``explain`` and ``completion``."""

import _thread
import errno
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import chain
from threading import main_thread
from typing import Any

import click

from casekit import __version__
from casekit.cli import stop_at_once
from casekit.cli.guarded_streams import OutputError, discard, guard_streams, open_streams, unguarded
from casekit.cli.streams import CLEAN, FAULT, FINDINGS, MISUSE, READER_GONE
from casekit.diagnostics import EXHAUSTED, is_interruption
from casekit.language.source_files import noting_inputs
from casekit.system.interruptions import listen

_COMMANDS = {
    "new": "commands.new",
    "check": "commands.check",
    "ask": "commands.ask",
    "fmt": "commands.fmt",
    "diff": "commands.diff",
    "report": "commands.report",
    "review": "commands.review",
    "read": "commands.read",
    "serve": "commands.serve",
    "play": "commands.serve",
    "playtest": "commands.playtest",
    "build": "commands.build",
    "proofread": "commands.proofread",
    "translate": "commands.translate",
    "preflight": "commands.build",
    "errata": "commands.lock",
    "lock": "commands.lock",
    "export": "commands.for_programs",
    "import": "commands.for_programs",
    "explain": "main",
    "lsp": "commands.for_programs",
    "completion": "main",
}
"""Each command, and the module that holds it."""

GROUPS = {
    "Write:": {
        "new TITLE": "Start a case, empty or made up for you.",
        "check CASE": "Find what is wrong. Can readers solve it?",
        "check --watch CASE": "The same again whenever you save.",
        "check --words CASE": "List the names, types and facts that you may write.",
        "ask CASE": "Show how the solution follows, step by step.",
        'ask CASE "FORMULA"': "Is this true, false or open for readers?",
        "ask CASE --not NAME": "Why was it not NAME? Or could it have been?",
        "fmt CASE": "Tidy it. Of an older casekit: fmt --upgrade --write.",
        "diff OLD NEW": "Show what changed, and what it touches elsewhere.",
    },
    "Is it fair?": {
        "report CASE": "How hard is it, and where do readers get stuck?",
        "report --tables CASE": "How many groups of players solve it in time?",
        "review CASE": "Does the book say what the logic says?",
        "read ask CASE": "Have the prose read: do readers take what lines say?",
    },
    "Show and play:": {
        "serve": "Show cases in a browser while you write.",
        "play CASE": "Play a case in a browser, alone or together.",
        "playtest page CASE": "Write a page for testers; `read` shows their logs.",
    },
    "Make it:": {
        "build CASE": "Print PDFs: booklet, sheets, cards.",
        "proofread out CASE": "Write the prose for a proofreader; `in` merges it.",
        "translate": "Write the texts for a translator, and merge them back.",
    },
    "Publish:": {
        "preflight PDF": "Check a finished file against its case.",
        "errata OLD NEW": "List what changed between two printings.",
        "lock": "Keep numbers when a case is renamed or withdrawn.",
    },
    "For programs:": {
        "export, import": "Write a case as JSON, and back as text.",
        "explain CODE": "Explain a finding, as in CK401.",
        "lsp, completion": "Serve an editor; complete commands in a shell.",
    },
}
"""Ways to write a command, with what they are for, below each heading of the help."""


_WIDEST = max(map(len, chain.from_iterable(GROUPS.values())))


class _Commands(click.Group):
    """Imports a command when it is called: start-up is part of the product."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - likewise
        cmd_name: str,
    ) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"casekit.cli.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command

    def invoke(self, ctx: click.Context) -> object:
        from casekit.system.executors import do_first

        # What is printed in the processes that a command starts comes to the same terminal.
        do_first(guard_streams)
        # So that no output of the command takes the place of what it has read.
        with noting_inputs():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in _COMMANDS or name.startswith("-") or ctx.resilient_parsing:
            resolved = super().resolve_command(ctx, args)
            _heed_interrupts()
            return resolved
        from casekit.cli.old_names import OLD_NAMES, in_new_words

        if name in OLD_NAMES:
            return self.resolve_command(ctx, in_new_words(name, args[1:]))
        from casekit.language.suggestions import nearest

        written_now = {command: command for command in _COMMANDS}
        written_now |= {command: old.now for command, old in OLD_NAMES.items()}
        meant = " or ".join(f"`{written_now[command]}`" for command in nearest(name, written_now))
        raise click.UsageError(f"there is no command `{name}`{meant and f'; write {meant}'}", ctx)

    def format_options(
        self,
        ctx: click.Context,  # noqa: ARG002 - likewise
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the commands in groups; what the group itself takes is in the line of its usage."""
        for heading, uses in GROUPS.items():
            formatter.write_paragraph()
            formatter.write(f"{heading}\n")
            with formatter.indentation():
                formatter.write_dl([(f"{use:<{_WIDEST}}", purpose) for use, purpose in uses.items()])


@click.group(
    cls=_Commands,
    # click takes no colours out of a text that goes to a pipe: the guarded streams show every escape, so that
    # a name of a file is printed whole, and what casekit styles is styled for terminals alone.
    options_metavar="[--help] [--version]",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "color": True},
)
@click.version_option(__version__, prog_name="casekit")
def main() -> None:
    """Write, prove and print detective cases. `casekit COMMAND --help` says more."""


def _complete(
    ctx: click.Context,  # noqa: ARG001 - click's signature
    param: click.Parameter,  # noqa: ARG001 - likewise
    incomplete: str,
) -> list[str]:
    from casekit.kit.code_registry import all_codes

    return [code.id for code in all_codes() if code.id.startswith(incomplete.upper())]


@click.command("explain")
@click.argument("code", required=False, shell_complete=_complete)
@click.pass_context
def explain_command(ctx: click.Context, code: str | None) -> None:
    """Explain a code: why it matters to readers, with a wrong and a right example.

    CODE is an identifier or a name, or one that a code once had. Without it, list all codes.

    \b
    Example:
      casekit explain CK401
      casekit explain innocent-liar
    """
    from casekit.diagnostics import catalogue
    from casekit.diagnostics.codes import nearest_codes
    from casekit.kit.code_registry import all_codes, meant_codes

    if code is None:
        for each in all_codes():
            click.echo(f"{each.id}  {each.severity:<7}  {each.name}")
        return
    meant = meant_codes().get(code.strip().lower(), ())
    if not meant:
        near = " or ".join(f"{each.id} ({each.name})" for each in nearest_codes(code, meant_codes()))
        cure = f"did you mean {near}?" if near else "`casekit explain` lists all codes"
        click.echo(f"error: there is no code `{code}`; {cure}", err=True)
        ctx.exit(MISUSE)
    text = "\n\n".join(f"# {each}\n\n{catalogue.entry(each)}" for each in meant)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(file=unguarded(sys.stdout)).print(Markdown(text))
    else:
        click.echo(text)


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    \b
    Example:
      casekit completion bash > ~/.local/share/bash-completion/completions/casekit
    """
    from click.shell_completion import BashComplete, FishComplete, ZshComplete

    complete = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}[shell]
    click.echo(complete(ctx.find_root().command, {}, "casekit", "_CASEKIT_COMPLETE").source())


_STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")
"""The names of signals that end a command; Windows lacks the last."""

_INTERRUPTED = "error[CK908 interrupted]: stopped; no half-written file is left"


def run() -> None:
    """Run the command line and exit; our own faults end in status 3 and a word on what to report."""
    _stop_in_order()
    open_streams()
    guard_streams()
    try:
        status = _status_of(_outcome)
    except KeyboardInterrupt:
        status = _status_of(_interrupted)
    finally:
        _end_in_order()
        # The machine takes all memory back at once; Python need not look through millions of objects before.
        gc.freeze()
    sys.exit(status)


def _status_of(work: Callable[[], int]) -> int:
    """The exit status of some work that prints; where that cannot be printed, the one that says so."""
    try:
        status = work()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except OutputError as error:
        # What is still to be written would fail again, in Python's own words, when this process ends.
        for stream in (sys.stdout, sys.stderr):
            discard(stream, only=error.stream)
        if isinstance(error.reason, BrokenPipeError):
            return READER_GONE
        return FINDINGS if error.stream == _ERRORS else _status_of(partial(_unwritten, error))
    return status


_ERRORS = "standard error"


def _outcome() -> int:
    """The exit status of the command, after saying what went wrong."""
    try:
        # Outside its standalone mode click returns the status that a command exits with.
        return int(main.main(standalone_mode=False) or CLEAN)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else CLEAN
    except click.ClickException as error:
        error.show()
        return MISUSE
    except (click.Abort, KeyboardInterrupt):
        return _interrupted()
    except OutputError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is our fault
        return _interrupted() if is_interruption(error) else _failed(error)


def _interrupted() -> int:
    click.echo(_INTERRUPTED, err=True)
    return FINDINGS


def _unwritten(error: OutputError) -> int:
    reason = (error.reason.strerror or str(error.reason)).lower()
    click.echo(
        f"error[CK905 cannot-write]: {error.stream} cannot be written: {reason}\n"
        "  = help: send it to a file on a disk with room, or to a program that reads it",
        err=True,
    )
    return FINDINGS


_OUT_OF_MEMORY = (
    "error[CK915 too-much-to-check]: the memory of this machine is used up\n"
    "  = help: check fewer cases at a time, or give each a limit, as in `casekit check --limits 5s,500MB`"
)


def _failed(error: Exception) -> int:
    """Say what has failed: the machine, or casekit itself."""
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        click.echo("error[CK901 no-such-file]: this name is too long for a file", err=True)
        return MISUSE
    if isinstance(error, OSError) and error.errno in EXHAUSTED:
        click.echo(_exhausted(error), err=True)
        return FINDINGS
    if isinstance(error, MemoryError):
        click.echo(_OUT_OF_MEMORY, err=True)
        return FINDINGS
    from casekit.system.executors import fault_in_words

    click.echo(
        f"casekit {__version__} has failed through a fault of its own: {fault_in_words(error)}\n"
        "Please report this to whoever gave you casekit: this message, the file that caused it and the command you gave.",
        err=True,
    )
    return FAULT


def _heed_interrupts() -> None:
    """From here on Ctrl-C unwinds what was begun.

    One that comes in a callback, where Python loses it, comes again.
    """
    if signal.getsignal(signal.SIGINT) is stop_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.unraisablehook is sys.__unraisablehook__:
        sys.unraisablehook = _interrupt_again


def _interrupt_again(lost: Any) -> None:
    if isinstance(lost.exc_value, KeyboardInterrupt):
        # Not before this function is left: it would be lost once more.
        _thread.start_new_thread(_interrupt_soon, ())
    else:
        sys.__unraisablehook__(lost)


def _interrupt_soon() -> None:
    time.sleep(0.01)
    number = _heard_signal()
    if hasattr(signal, "pthread_kill"):
        # One of the system's own, which ends a wait too, such as that for another process.
        signal.pthread_kill(main_thread().ident or 0, number)
    else:
        _thread.interrupt_main(number)


def _heard_signal() -> signal.Signals:
    """A signal that unwinds what was begun: not Ctrl-C, where a shell has it ignored in the background."""
    for name in _STOPPING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.default_int_handler:
            return signal.Signals(number)
    return signal.SIGINT


def _end_in_order() -> None:
    """While Python ends, Ctrl-C finds nothing left to stop, and would only be shown as a traceback."""
    for name in _STOPPING:
        what = signal.SIG_IGN if name == "SIGINT" else signal.SIG_DFL
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) in {signal.default_int_handler, stop_at_once}:
            signal.signal(number, what)


def _stop_in_order() -> None:
    """Let a signal from outside, or the end of its terminal, end this process like Ctrl-C."""
    for name in _STOPPING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    listen()


def _exhausted(error: OSError) -> str:
    """The message when there is no room for a temporary file."""
    reason = (error.strerror or str(error)).lower()
    folder = os.environ.get("TMPDIR", "the folder for temporary files")
    return (
        f"error[CK905 cannot-write]: a temporary file cannot be written: {reason}\n"
        f"  = help: free some space in {folder}, or set TMPDIR to a folder on another disk"
    )
