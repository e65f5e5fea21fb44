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

_MILLISECONDS_OF_CHANGES = 300
"""The time in which changes are gathered: an editor writes a file in several steps."""

_MILLISECONDS_BETWEEN_LOOKS = 50

_MOST_MILLISECONDS_WITHOUT_CHANGE = 500
"""The time after which the watcher comes back without a change, so that Ctrl-C is noticed."""


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
    watch_of_cases = _Watch(paths, edition, strict=strict)
    folders = tuple(dict.fromkeys(_folders(paths, inputs, edition)))
    try:
        # Watched from the beginning, so that no change is lost while the cases are checked.
        changes = watchfiles.watch(
            *folders,
            debounce=_MILLISECONDS_OF_CHANGES,
            step=_MILLISECONDS_BETWEEN_LOOKS,
            raise_interrupt=True,
            rust_timeout=_MOST_MILLISECONDS_WITHOUT_CHANGE,
            yield_on_timeout=True,
        )
        next(changes)
        watch_of_cases.check(inputs)
        click.echo("waiting for changes; Ctrl-C ends this", err=True)
        for batch in changes:
            watch_of_cases.check_affected([Path(name) for _, name in batch])
    except KeyboardInterrupt:
        click.echo("", err=True)
    ctx.exit(max(watch_of_cases.status_of_faulty.values(), default=streams.CLEAN))


class _Watch:
    """The findings of each case when it was last checked."""

    def __init__(self, paths: tuple[str, ...], edition: Path | None, *, strict: bool) -> None:
        """Watch some files and folders, with the edition that the command line names."""
        self._paths = paths
        self._edition = edition
        self._strict = strict
        self.status_of_faulty: dict[Path, int] = {}
        """The exit status that each case asks for which was not clean when it was last checked."""

        self._known_places: KnownPlaces = {}
        """The places that each case looked at when it was last checked."""

    def check_affected(self, files: list[Path]) -> None:
        """Check the cases that a change of files concerns; those that are gone are forgotten."""
        if not files:
            return
        inputs, _ = cases.expand(tuple(path for path in self._paths if Path(path).exists()), editions=True)
        editions = EditionFinder(self._edition)
        affected = inputs_affected_by(inputs, editions, ReportedChanges(files), self._known_places)
        for file in sorted(file for file in self.status_of_faulty if not file.exists()):
            del self.status_of_faulty[file]
            click.echo(f"{file.name} is gone", err=True)
        if affected:
            self.check(affected)

    def check(self, inputs: tuple[InputFile, ...]) -> None:
        """Check cases, each by itself, so that the state of each is known."""
        editions = EditionFinder(self._edition)
        for file in inputs:
            with noting_places() as places:
                report = _report_on(file, editions)
            if not is_edition(file.path):
                self._known_places[file.path] = places
            streams.show(report, "text", strict=self._strict)
            path = real(file.path)
            status = streams.status(report, strict=self._strict)
            self.status_of_faulty.pop(path, None)
            if status == streams.FAULT:
                self.status_of_faulty[path] = streams.FAULT
            elif status:
                self.status_of_faulty[path] = streams.FINDINGS


def _report_on(file: InputFile, editions: EditionFinder) -> Report:
    """The report on one input, whatever becomes of its check: the next change is checked all the same."""
    options = CheckOptions(verdict_in_words=True)
    result, failure = caught(partial(check_files, [file], editions, lambda _: None, options), Span(file.name))
    return Report(failure, files=(file.name,)) if result is None else result.report


def _folders(paths: tuple[str, ...], inputs: tuple[InputFile, ...], edition: Path | None) -> Iterator[Path]:
    """The folders of the files that count: an editor may put a new file in the place of an old one."""
    editions = EditionFinder(edition)
    for path in map(Path, paths):
        yield path if path.is_dir() else path.absolute().parent
    for file in inputs:
        loaded_edition = editions.read(file.path) if is_edition(file.path) else editions.of(file.path.parent)
        for source in loaded_edition.sources:
            yield Path(source.name).absolute().parent
