"""The options of commands that show pages in a browser: ``--port``, ``--open`` and ``--no-browser``."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def server_options(*, opens: bool) -> Callable[[F], F]:
    """The options of a command that serves pages; ``opens`` if it opens a browser by default."""
    usual = (
        "Open the page in the usual browser (the default), or only print its address."
        if opens
        else "Open the page in the usual browser, or only print its address (the default)."
    )

    def add(command: F) -> F:
        for option in (
            click.option("--open/--no-browser", "browser", default=opens, help=usual),
            click.option(
                "--port",
                type=click.IntRange(0, 65_535),
                default=0,
                metavar="NUMBER",
                help="Listen on this port (default: any that is free).",
            ),
        ):
            command = option(command)
        return command

    return add
