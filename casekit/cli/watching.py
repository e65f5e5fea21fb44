"""Cases that are checked whenever their files change: ``check --watch``."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NoReturn

import click

from casekit.cli import cases, streams
from casekit.diagnostics import Report, Span, caught, codes
from casekit.kit.editions import EditionFinder, is_edition
from casekit.language.places import noting_places
from casekit.language.source_files import real
from casekit.pipeline.changed_inputs import KnownPlaces, ReportedChanges, inputs_affected_by
from casekit.pipeline.checking import CheckOptions, check_files
from casekit.pipeline.loading import InputFile

_PAUSE = 300
"""Milliseconds in which changes are gathered: an editor writes a file in several steps."""


def watch(ctx: click.Context, paths: tuple[str, ...], edition: Path | None, *, strict: bool) -> NoReturn:
    """Check cases whenever their files change, until Ctrl-C.

    A change of an edition or of a picture checks the cases that use it. The exit status is 0 if the last
    check of each case was clean, 1 if not, 3 if casekit has failed with one.
    """
    try:
        import watchfiles
    except ImportError:
        missing = codes.MISSING_EXTRA.at(
            Span(paths[0]),
            "watching files needs the library `watchfiles`",
            hint='install it with `pip install "casekit[write]"`',
        )
        streams.show(Report((missing,)), "text", strict=strict)
        ctx.exit(streams.FINDINGS)
    inputs = cases.expand_there(ctx, paths, editions=True, err=False)
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
    ctx.exit(max(watching.faulty.values(), default=streams.CLEAN))


class _Watch:
    """The findings of each case when it was last checked."""

    def __init__(self, paths: tuple[str, ...], edition: Path | None, *, strict: bool) -> None:
        self._paths, self._edition, self._strict = paths, edition, strict
        self.faulty: dict[Path, int] = {}
        self._known: KnownPlaces = {}

    def changed(self, files: list[Path]) -> None:
        """Check the cases that a change of files concerns; those that are gone are forgotten."""
        if not files:
            return
        inputs, _ = cases.expand(tuple(path for path in self._paths if Path(path).exists()), editions=True)
        editions = EditionFinder(self._edition)
        concerned = inputs_affected_by(inputs, editions, ReportedChanges(files), self._known)
        for file in sorted(file for file in self.faulty if not file.exists()):
            del self.faulty[file]
            click.echo(f"{file.name} is gone", err=True)
        if concerned:
            self.check(concerned)

    def check(self, inputs: tuple[InputFile, ...]) -> None:
        """Check cases, each by itself, so that the state of each is known."""
        editions = EditionFinder(self._edition)
        for given in inputs:
            with noting_places() as places:
                report = _report_on(given, editions)
            if not is_edition(given.path):
                self._known[given.path] = places
            streams.show(report, "text", strict=self._strict)
            file, status = real(given.path), streams.status(report, strict=self._strict)
            self.faulty.pop(file, None)
            if status:
                self.faulty[file] = min(status, streams.FINDINGS) if status != streams.FAULT else status


def _report_on(file: InputFile, editions: EditionFinder) -> Report:
    """The report on one input, whatever becomes of its check: the next change is checked all the same."""
    options = CheckOptions(verdict_in_words=True)
    result, failure = caught(partial(check_files, [file], editions, lambda _: None, options), Span(file.name))
    return Report(failure, files=(file.name,)) if result is None else result.report


def _folders(paths: tuple[str, ...], inputs: tuple[InputFile, ...], edition: Path | None) -> Iterator[Path]:
    """The folders of the files that count: an editor may put a new file in the place of an old one."""
    editions = EditionFinder(edition)
    for given in paths:
        yield Path(given) if Path(given).is_dir() else Path(given).absolute().parent
    for file in inputs:
        loaded_edition = editions.read(file.path) if is_edition(file.path) else editions.of(file.path.parent)
        for source in loaded_edition.sources:
            yield Path(source.name).absolute().parent
