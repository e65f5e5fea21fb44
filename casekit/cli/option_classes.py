"""Classes of options and commands: the help has sections, and an option may be given without its value."""

from collections.abc import Callable
from typing import Any

import click

ADVANCED = "Advanced"
"""The heading above what writers seldom need: clusters, profiling, gates and forms for other programs."""

OPTION_COLUMNS = 24
"""The width of the column of options in the help; an option that is wider is on a line by itself."""


class PlainOption(click.Option):
    """An option of a section of the help, without limits: its text says what it takes."""

    section = ""
    """The heading of the section; empty for the section of the options that everybody needs."""

    def get_help_extra(self, ctx: click.Context) -> Any:
        """The brackets after the text, as click has them, but for limits."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra


class AdvancedOption(PlainOption):
    """An option that writers seldom need."""

    section = ADVANCED


class OptionalValue(PlainOption):
    """An option that may be given without its value: it then has its ``flag_value``.

    The word after it is its value only if that ``fits``. In `report --tables the-last-toast.case` the word is
    a case, so `--tables` has no value of its own.
    """

    def __init__(self, *names: Any, fits: Callable[[str], bool], **settings: Any) -> None:
        """Make an option.

        Args:
            names: its names, as click takes them.
            fits: whether a word may be its value.
            settings: its other settings, as click takes them.
        """
        super().__init__(*names, **settings)
        self.fits = fits


class AdvancedOptionalValue(OptionalValue):
    """An option that may be given without its value and that writers seldom need."""

    section = ADVANCED


class CommandInSections(click.Command):
    """A command with sections of options in its help: those for everybody first, the advanced ones last."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read arguments as click does, once each ``OptionalValue`` has its value."""
        return super().parse_args(ctx, self._with_values(args))

    def _with_values(self, arguments: list[str]) -> list[str]:
        """Arguments in which each ``OptionalValue`` has its value, so that it takes no other.

        `--limits a.case` becomes `--limits=5s,500MB a.case`; `--limits 9s,100MB a.case` stays as it is.
        """
        optional_values = {}
        for parameter in self.params:
            if isinstance(parameter, OptionalValue):
                optional_values[parameter.opts[-1]] = parameter
        completed: list[str] = []
        for index, argument in enumerate(arguments):
            if argument == "--":
                return [*completed, *arguments[index:]]
            option = optional_values.get(argument)
            next_argument = arguments[index + 1] if index + 1 < len(arguments) else None
            if option is None or (next_argument is not None and option.fits(next_argument)):
                completed.append(argument)
            else:
                completed.append(f"{argument}={option.flag_value}")
        return completed

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write options below the headings of their sections."""
        rows: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is not None and isinstance(parameter, click.Option):
                section = getattr(parameter, "section", "")
                rows.setdefault(section, []).append(row)
        for section in sorted(rows, key=lambda section: (section == ADVANCED, section != "")):
            with formatter.section(section or "Options"):
                formatter.write_dl(rows[section], col_max=OPTION_COLUMNS)


def section(heading: str) -> type[PlainOption]:
    """The class of the options below a heading of the help."""
    return type("SectionOption", (PlainOption,), {"section": heading})
