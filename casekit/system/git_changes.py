"""Which files git says have changed.

git lists what a commit has and what is there; files are compared here, because git would run the filters that a
repository's configuration names.
"""

import hashlib
import os
import stat
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from casekit.system.git_objects import GitError, NoGitError, ask_git

HEAD = "HEAD"
_LINK, _SUBMODULE = "120000", "160000"
_SHA1 = 40
"""Digits of the older digests."""


class NoRepositoryError(Exception):
    """git cannot be asked: why, and the cure."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class UnknownRevisionError(Exception):
    """There is no such revision here. ``shallow`` if the history is not all there."""

    def __init__(self, revision: str, *, shallow: bool) -> None:
        super().__init__(revision)
        self.shallow = shallow


@dataclass(frozen=True)
class Changes:
    """Files that were changed, added or removed, without links in their folders; of a submodule only its folder."""

    paths: frozenset[Path]

    def concern(self, file: Path) -> bool:
        """Whether a file has changed, or all that is in a folder around it."""
        place = Path(os.path.realpath(file.parent)) / file.name
        return any(each in self.paths for each in (place, *place.parents, Path(os.path.realpath(file))))


def changes_since(revision: str, folder: Path) -> Changes:
    """The changes in the working tree around a folder, with files that git does not know yet and does not ignore.

    Args:
        revision: what it is compared with: where this branch left that one, if both have a common commit.
        folder: a folder of the repository. In a submodule, the submodule alone is looked at.

    Raises:
        NoRepositoryError: if git cannot say.
        UnknownRevisionError: if it does not know the revision.
    """
    root = root_of(folder)
    base = _base(root, revision)
    tree = {} if base is None else dict(_tree(root, base))
    listed = _ask(root, "ls-files", "-z", "--cached") + _ask(
        root, "ls-files", "-z", "--others", "--exclude-standard"
    )
    there = {name.removesuffix(b"/") for name in listed.split(b"\0") if name}
    changed = {name for name, entry in tree.items() if not _is_as_committed(root / os.fsdecode(name), entry)}
    return Changes(frozenset(root / os.fsdecode(name) for name in changed | (there - tree.keys())))


@dataclass(frozen=True)
class _Entry:
    """An entry of a commit at a path: its mode, its digest, and the size of a file."""

    mode: str
    digest: str
    size: int


def _tree(root: Path, commit: str) -> Iterator[tuple[bytes, _Entry]]:
    for line in _ask(root, "ls-tree", "-r", "-z", "-l", "--full-tree", commit).split(b"\0"):
        about, _, name = line.partition(b"\t")
        if name:
            mode, _, digest, size = about.decode().split()
            yield name, _Entry(mode, digest, int(size) if size.isdecimal() else 0)


def _is_as_committed(file: Path, entry: _Entry) -> bool:
    """Whether a file is what a commit has. git itself would run the filters that a repository's configuration names."""
    try:
        status = file.lstat()
        if entry.mode == _SUBMODULE:
            return not (file / ".git").exists() or _commit(file, HEAD) == entry.digest
        if entry.mode == _LINK:
            return stat.S_ISLNK(status.st_mode) and _blob(os.fsencode(file.readlink()), entry) == entry.digest
        if not stat.S_ISREG(status.st_mode) or os.path.realpath(file.parent) != str(file.parent):
            return False
        # In a working tree lines may end otherwise than in the commit, and so have more bytes.
        if status.st_size < entry.size or status.st_size > 2 * entry.size:
            return False
        data = file.read_bytes()
    except OSError:
        return False
    return entry.digest in {_blob(data, entry), _blob(data.replace(b"\r\n", b"\n"), entry)}


def _blob(data: bytes, entry: _Entry) -> str:
    """The name that git gives to the contents of a file."""
    algorithm = "sha1" if len(entry.digest) == _SHA1 else "sha256"
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def changes_of(folders: Iterable[Path], revision: str) -> Changes:
    """The changes in the repositories around folders and around where the user is.

    Below another one of these repositories, such as in a submodule, ``revision`` is not known: there it is what was
    changed since its own commit. If that commit is not the one in ``revision``, all of the submodule has changed.

    Raises:
        NoRepositoryError: if git cannot say.
        UnknownRevisionError: if it does not know the revision.
    """
    around = _nearest(Path.cwd())
    roots = dict.fromkeys(_nearest(each) for each in folders)
    if not roots or (around / ".git").exists():
        roots[around] = None
    paths: set[Path] = set()
    for root in roots:
        inner = any(other in root.parents for other in roots)
        paths |= changes_since(HEAD if inner else revision, root).paths
    return Changes(frozenset(paths))


def _nearest(folder: Path) -> Path:
    """The root of the repository around a folder, as far as that can be seen; else the folder itself."""
    here = Path(os.path.realpath(folder))
    return next((each for each in (here, *here.parents) if (each / ".git").exists()), here)


def root_of(folder: Path) -> Path:
    """The folder of the working tree around a folder, without links.

    Raises:
        NoRepositoryError: if there is none, or git cannot say.
    """
    told = _ask(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")
    return Path(os.path.realpath(os.fsdecode(told)))


def is_revision(text: str, folder: Path) -> bool:
    """Whether git knows a revision of this name."""
    return _commit(folder, text) is not None


def _base(root: Path, revision: str) -> str | None:
    """The commit to compare with; ``None`` if there is no commit at all."""
    commit = _commit(root, revision)
    if commit is None:
        if revision == HEAD:
            return None
        shallow = _ask(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
        raise UnknownRevisionError(revision, shallow=shallow)
    if revision == HEAD or _commit(root, HEAD) is None:
        return commit
    # A shallow repository may not know where the branches parted; then all that differs counts.
    done = _run(root, "merge-base", commit, HEAD)
    return os.fsdecode(done.stdout.strip()) if done.returncode == 0 else commit


def _commit(folder: Path, revision: str) -> str | None:
    if not revision or revision.startswith("-") or "\0" in revision:
        return None
    done = _run(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return os.fsdecode(done.stdout.strip()) if done.returncode == 0 else None


def _ask(folder: Path, *arguments: str) -> bytes:
    done = _run(folder, *arguments)
    if done.returncode == 0:
        return done.stdout
    told = done.stderr.decode(errors="replace")
    if "dubious ownership" in told:
        raise NoRepositoryError(
            "git does not trust this repository, because it belongs to somebody else",
            "if you trust it, add it to git's `safe.directory`; or name the cases to check",
        )
    if "not a git repository" in told or "must be run in a work tree" in told:
        raise NoRepositoryError(
            "this is not the working tree of a git repository", "name the cases to check, without --changed"
        )
    said = next(iter(told.strip().splitlines()), f"status {done.returncode}")
    raise NoRepositoryError(
        f"git fails: {said}", "try `git status`; or name the cases to check, without --changed"
    )


def _run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    try:
        return ask_git(folder, *arguments)
    except GitError as error:
        cure = "install git; or " if isinstance(error, NoGitError) else ""
        raise NoRepositoryError(str(error), f"{cure}name the cases to check, without --changed") from error
