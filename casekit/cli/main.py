"""The group of commands, and what happens when one of them fails."""

import errno
import gc
import os
import signal
import sys
from importlib import import_module

import click

from casekit import __version__

CLEAN, FINDINGS, MISUSE, FAULT = 0, 1, 2, 3
"""Exit statuses (``diagnostics.md``)."""

_COMMANDS = {
    "ask": "Ask whether a formula follows from what was read.",
    "build": "Print a case or an edition as PDF.",
    "check": "Prove cases and report what is wrong with them.",
    "completion": "Print the completion script for a shell.",
    "errata": "List what changed between two printings, by number.",
    "explain": "Explain a code, with a wrong and a right example.",
    "export": "Write a case as JSON.",
    "fmt": "Bring cases into their canonical form.",
    "import": "Write the case that a JSON file holds as text.",
    "new": "Start a case: a complete skeleton with all its paths.",
    "preflight": "Read a finished PDF back and report what is wrong with it.",
    "prove": "Prove the solution from the fewest paths, step by step.",
    "report": "Measure how hard cases are and where readers get stuck.",
    "translate": "Take an edition's texts out for translation, and back in.",
    "why-not": "Say why it was not somebody else, or how it could be.",
}


class _Commands(click.Group):
    """Imports a command when it is called: start-up is part of the product."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - likewise
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"casekit.cli.{cmd_name.replace('-', '_')}_").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - likewise
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="casekit")
def main() -> None:
    """Write, prove and print detective cases for Midnight Murder Mysteries.

    \b
    Example:
      casekit new "The Last Toast"
      casekit check the-last-toast.case
      casekit build the-last-toast.case
    """


_EXHAUSTED = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM}
"""What a machine answers that has no more to give."""


def run() -> None:
    """Run the command line and exit; our own faults end in status 3 and a word on what to report."""
    _stop_in_order()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that knows no Unicode shows a question mark, not a traceback.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        # Outside its standalone mode click returns the status that a command exits with.
        sys.exit(main.main(standalone_mode=False) or CLEAN)
    except click.ClickException as error:
        error.show()
        sys.exit(MISUSE)
    except (click.Abort, KeyboardInterrupt):
        click.echo("error[CK908 interrupted]: stopped; nothing half-written was left behind", err=True)
        sys.exit(FINDINGS)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(FINDINGS)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is our fault
        import traceback

        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            click.echo("error[CK901 no-such-file]: no file can have so long a name", err=True)
            sys.exit(MISUSE)
        if isinstance(error, OSError) and error.errno in _EXHAUSTED:
            click.echo(_exhausted(error), err=True)
            sys.exit(FINDINGS)
        where = traceback.extract_tb(error.__traceback__)[-1]
        click.echo(
            f"casekit {__version__} has made a mistake of its own: {type(error).__name__}: {error}\n"
            f"  at {where.filename}:{where.lineno}, in {where.name}\n"
            "Please report this with the file it happened on and the command you gave.",
            err=True,
        )
        sys.exit(FAULT)
    finally:
        # The machine takes all memory back at once; Python need not look through millions of objects before.
        gc.freeze()


def _stop_in_order() -> None:
    """Let whoever ends this process from outside, or closes its terminal, end it like Ctrl-C: with nothing left behind."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _exhausted(error: OSError) -> str:
    """What to say when there is no room for a file that is needed only for a moment."""
    reason = (error.strerror or str(error)).lower()
    folder = os.environ.get("TMPDIR", "the folder for temporary files")
    return (
        f"error[CK905 cannot-write]: a temporary file cannot be written: {reason}\n"
        f"  = help: free some space in {folder}, or set TMPDIR to a folder on another disk"
    )
