"""``casekit watch``."""

from collections.abc import Iterator
from pathlib import Path

import click

from casekit.cli.cases import expand, expand_there
from casekit.cli.options import edition_option
from casekit.cli.streams import FINDINGS, MISUSE, show, status
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.diagnostics.forms import Report
from casekit.games.editions import Editions, is_edition
from casekit.language.reading import real
from casekit.pipeline.given_documents import Input

_PAUSE = 300
"""Milliseconds in which changes are gathered: an editor writes a file in several steps."""


@click.command("watch")
@click.argument("paths", nargs=-1, metavar="[PATH...]", type=click.Path())
@click.option("--strict", is_flag=True, help="Count warnings as findings too.")
@edition_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], strict: bool, edition: Path | None) -> None:
    """Check cases whenever their files change, until Ctrl-C.

    PATH is a case, an edition.toml, or a folder with cases in it or its subfolders (default: this folder). A change of an
    edition or of a picture checks the cases that use it. This needs `pip install "casekit[write]"`.
    Exit status: 0 if the last check of each case was clean, 1 if not, 2 misuse.

    \b
    Example:
      casekit watch
      casekit watch examples/the-last-toast.case
    """
    try:
        import watchfiles
    except ImportError:
        missing = Diagnostic(
            codes.MISSING_EXTRA,
            "watching files needs the library `watchfiles`",
            Span(paths[0] if paths else "."),
            hint='install it with `pip install "casekit[write]"`',
        )
        show(Report((missing,)), "text", strict=strict)
        ctx.exit(FINDINGS)
    paths = paths or (".",)
    inputs, problems = expand_there(paths, editions=True)
    if status(Report(problems), strict=strict):
        show(Report(problems), "text", strict=strict)
        ctx.exit(MISUSE)
    watching = _Watch(paths, edition, strict=strict)
    folders = tuple(dict.fromkeys(_folders(paths, inputs, edition)))
    try:
        # Watched from the beginning, so that no change is lost while the cases are checked.
        changes = watchfiles.watch(
            *folders, debounce=_PAUSE, step=50, raise_interrupt=True, rust_timeout=500, yield_on_timeout=True
        )
        next(changes)
        watching.check(inputs)
        click.echo("waiting for changes; Ctrl-C ends this", err=True)
        for batch in changes:
            watching.changed([Path(name) for _, name in batch])
    except KeyboardInterrupt:
        click.echo("", err=True)
    ctx.exit(1 if watching.faulty else 0)


class _Watch:
    """The findings of each case when it was last checked."""

    def __init__(self, paths: tuple[str, ...], edition: Path | None, *, strict: bool) -> None:
        self._paths, self._edition, self._strict = paths, edition, strict
        self.faulty: set[Path] = set()

    def changed(self, files: list[Path]) -> None:
        """Check the cases that a change of files concerns; those that are gone are forgotten."""
        from casekit.pipeline.affected import affected

        if not files:
            return
        inputs, _ = expand(tuple(path for path in self._paths if Path(path).exists()), editions=True)
        places = {real(file) for file in files}
        concerned = affected(
            inputs, Editions(self._edition), lambda file: real(file) in places, [file.name for file in files]
        )
        gone = {file for file in self.faulty if not file.exists()}
        self.faulty -= gone
        for file in sorted(gone):
            click.echo(f"{file.name} is gone", err=True)
        if concerned:
            self.check(concerned)

    def check(self, inputs: "tuple[Input, ...]") -> None:
        """Check cases, each by itself, so that the state of each is known."""
        from casekit.pipeline import checking

        editions = Editions(self._edition)
        for each in inputs:
            report, _ = checking.check_files([each], editions, lambda _: None, tell=True)
            show(report, "text", strict=self._strict)
            place = real(each.path)
            self.faulty.discard(place)
            self.faulty |= {place} if status(report, strict=self._strict) else set()


def _folders(paths: tuple[str, ...], inputs: "tuple[Input, ...]", edition: Path | None) -> Iterator[Path]:
    """The folders of the files that count: an editor may put a new file in the place of an old one."""
    editions = Editions(edition)
    for given in paths:
        yield Path(given) if Path(given).is_dir() else Path(given).absolute().parent
    for each in inputs:
        shelf = editions.read(each.path) if is_edition(each.path) else editions.of(each.path.parent)
        for source in shelf.sources:
            yield Path(source.name).absolute().parent
