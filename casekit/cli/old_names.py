"""Names that commands had: they go on working as ``docs/formats.md`` promises, and are shown nowhere."""

from collections.abc import Callable, Sequence

import click

from casekit.values import frozen


@frozen
class OldName:
    """A name that a command had.

    ``now`` is how it is written now, ``command`` the command that does it, and ``arguments`` makes those of
    this command from those of the old one.
    """

    now: str
    command: str
    arguments: Callable[[Sequence[str]], list[str]]


def _after(*options: str) -> Callable[[Sequence[str]], list[str]]:
    """Arguments after options that say which use of a command is meant."""
    return lambda arguments: [*options, *arguments]


def _with_not(arguments: Sequence[str]) -> list[str]:
    """Arguments of ``ask`` for those of ``why-not [CASE] NAME``, whose last argument is the name."""
    last = None
    is_value = False
    for at, argument in enumerate(arguments):
        is_option = argument.startswith("-") and argument != "-"
        if not is_value and not is_option:
            last = at
        is_value = argument == "--edition"
    if last is None:
        return [*arguments, "--not"]
    return [*arguments[:last], f"--not={arguments[last]}", *arguments[last + 1 :]]


OLD_NAMES = {
    "prove": OldName("ask CASE", "ask", _after()),
    "simulate": OldName("report --tables", "report", _after("--tables=2000")),
    "upgrade": OldName("fmt --upgrade", "fmt", _after("--upgrade")),
    "watch": OldName("check --watch", "check", _after("--watch")),
    "why-not": OldName("ask --not NAME", "ask", _with_not),
    "words": OldName("check --words", "check", _after("--words")),
}


def in_new_words(name: str, arguments: Sequence[str]) -> list[str]:
    """A command line that begins with an old name as it is written now; says so on standard error."""
    old = OLD_NAMES[name]
    click.echo(f"`casekit {name}` is `casekit {old.now}` now; the old name goes on working", err=True)
    return [old.command, *old.arguments(arguments)]
