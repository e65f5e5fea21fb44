"""Versions of documents, found on disk or in git, with the edition that each had then."""

import os
import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import accumulate
from pathlib import Path, PurePosixPath
from tempfile import gettempdir

from casekit.diagnostics import Code, Finding, Span, codes
from casekit.kit.editions import EDITION, EditionFinder, LoadedEdition
from casekit.kit.registry import game_called
from casekit.language.source_files import LIMIT, inside, read_bytes
from casekit.pipeline import loading
from casekit.system import disk, git_files, temporary
from casekit.values import field, frozen

_ENDINGS_IN_EDITIONS = (".toml", ".svg", ".png", ".jpg", ".jpeg")
"""The endings of the files that an edition may name, and its own."""

_HINT_ON_NAME = "name a case, or a folder with cases, as it was called in that revision"

_MOST_BYTES_OF_EDITION = 64_000_000
"""How much of the files beside an edition is taken out of git."""


@frozen
class DocumentRevision:
    """A document as it is or was."""

    name: str
    """The name to show."""

    data: bytes
    """Its bytes."""

    edition_for: Callable[[str], LoadedEdition]
    """The edition that it belongs or belonged to, by the name of its game."""


class UnreadableError(Exception):
    """A version cannot be read; the findings say why."""

    def __init__(self, *problems: Finding) -> None:
        super().__init__(*(problem.message for problem in problems))
        self.problems = problems


def versions_at(name: str, stack: ExitStack) -> Mapping[str, DocumentRevision]:
    """The documents at the place that a user names, by their paths from it; that of a file is empty.

    Args:
        name: a file, a folder, or ``REVISION:PATH``.
        stack: removes the files that are taken out of git when it is closed.

    Raises:
        UnreadableError: if there is nothing to read.
    """
    revision, colon, path = name.partition(":")
    # One letter before a colon is a drive of Windows.
    if colon and len(revision) > 1 and not os.path.lexists(name):
        folder = stack.enter_context(temporary.folder_in(Path(gettempdir())))
        return GitRevisionFiles(git_files.Revision(Path.cwd(), revision), path, folder).versions()
    place = Path(name)
    editions = EditionFinder()
    if not place.is_dir():
        return {"": _version_on_disk(place, None, editions)}
    files: dict[str, Path] = {}
    for file in sorted(place.rglob(f"*{loading.CASE}")):
        path_from_place = file.relative_to(place).as_posix()
        if not _is_hidden(path_from_place) and file.is_file():
            files[path_from_place] = file
    return {path: _version_on_disk(file, place, editions) for path, file in files.items()}


def _version_on_disk(file: Path, within: Path | None, editions: EditionFinder) -> DocumentRevision:
    data, problems = read_bytes(file, within)
    if data is None:
        raise UnreadableError(*problems)
    return DocumentRevision(file.as_posix(), data, lambda game: editions.of(file.parent, game))


@frozen
class GitRevisionFiles:
    """A file or a folder of a revision in git."""

    revision: git_files.Revision
    """The revision."""

    path: str
    """The path of the file or the folder, as the user wrote it."""

    folder: Path
    """A folder for nobody else, into which editions are taken out."""

    loaded_editions: dict[PurePosixPath, LoadedEdition | None] = field(default_factory=dict)
    """The editions that were taken out so far, by their folders; ``None`` where there is none."""

    def versions(self) -> dict[str, DocumentRevision]:
        """The document in the file, or all below the folder, as they were committed."""
        missing = partial(self._unreadable, codes.NOT_IN_REVISION, _HINT_ON_NAME)
        try:
            for path in dict.fromkeys(self._paths()):
                files = [file for file in self.revision.files(path) if file.path.endswith(loading.CASE)]
                if files:
                    return dict(self._versions_of(path, files))
        except git_files.NoSuchCommitError as error:
            hint = "see `git branch --all` and `git tag`; in a shallow clone, fetch more of the history"
            raise self._unreadable(codes.UNKNOWN_REVISION, hint, str(error)) from error
        except git_files.GitError as error:
            raise missing(str(error)) from error
        raise missing(f"there is no case `{self.path}` in this revision")

    def _paths(self) -> Iterator[str]:
        """The path from the root, as git has it, and else from the current folder, as a user may mean it."""
        path = self.path.replace(os.sep, "/")
        if not path.startswith(("./", "../")):
            root = posixpath.normpath(path) if path else ""
            if not root.startswith(".."):
                yield root
        here = os.path.normpath(f"{self.revision.prefix}{path}").replace(os.sep, "/")
        if not here.startswith(".."):
            yield here

    def _versions_of(
        self, path: str, files: Sequence[git_files.StoredFile]
    ) -> Iterator[tuple[str, DocumentRevision]]:
        """The documents in some files, by their paths from the one that was named."""
        names: dict[git_files.StoredFile, str] = {}
        for file in files:
            is_named_file = file.path == path
            name = "" if is_named_file else PurePosixPath(file.path).relative_to(path or ".").as_posix()
            if not _is_hidden(name):
                names[file] = name
        readable = [file for file in names if file.size <= LIMIT]
        contents = dict(zip(readable, self.revision.contents(readable), strict=True))
        for file, name in names.items():
            # One that is too large is refused like any other that is.
            data = contents.get(file, b"\0" * (LIMIT + 1))
            edition_for = partial(self._edition, PurePosixPath(file.path).parent)
            yield name, DocumentRevision(f"{self.revision.name}:{file.path}", data, edition_for)

    def _edition(self, case_folder: PurePosixPath, game: str) -> LoadedEdition:
        """The nearest edition of a game in the revision, in a folder or above it."""
        for folder in (case_folder, *case_folder.parents):
            if folder not in self.loaded_editions:
                file = self._take_out(folder)
                self.loaded_editions[folder] = (
                    None if file is None else EditionFinder().read(file, file.parent)
                )
            edition = self.loaded_editions[folder]
            if edition is not None and edition.may_serve(game):
                return edition
        return LoadedEdition(game_called(game).language.default_edition(), game=game)

    def _take_out(self, folder: PurePosixPath) -> Path | None:
        """The file of the edition in a folder of the revision, once it is on disk with what it may name.

        ``None`` if there is no edition in this folder.
        """
        edition_file = folder / EDITION
        path = "" if folder == PurePosixPath() else folder.as_posix()
        files = [file for file in self.revision.files(path) if file.path.endswith(_ENDINGS_IN_EDITIONS)]
        if not any(PurePosixPath(file.path) == edition_file for file in files):
            return None
        # The edition comes first, so that it is not left out for what it names.
        files.sort(key=lambda file: PurePosixPath(file.path) != edition_file)
        sizes = accumulate(file.size for file in files)
        fitting = [file for file, size in zip(files, sizes, strict=True) if size <= _MOST_BYTES_OF_EDITION]
        root = self.folder / "tree"
        for file, data in zip(fitting, self.revision.contents(fitting), strict=True):
            if inside(root, file.path):
                place = root / file.path
                disk.make_folders(place.parent)
                disk.fill(place, data)
        return root / edition_file if fitting else None

    def _unreadable(self, code: Code, hint: str, message: str) -> UnreadableError:
        return UnreadableError(code.at(Span(f"{self.revision.name}:{self.path}"), message, hint=hint))


def _is_hidden(path: str) -> bool:
    """Whether a path leads through a folder, or to a file, that begins with a dot."""
    return any(part.startswith(".") for part in PurePosixPath(path).parts)
