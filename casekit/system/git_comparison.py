"""Places on disk, compared with what a revision has there.

Filters, hooks and monitors of a repository are not asked: files are compared here, because git would run the
filters that a repository's configuration names.
"""

import hashlib
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from casekit.system.git_files import (
    FILE_MODES,
    GitError,
    NoSuchCommitError,
    StoredFile,
    ask_git,
    commit_of,
    git_output,
    listed_entries,
)
from casekit.values import frozen

HEAD = "HEAD"
"""The last commit."""

_LINK_MODE = "120000"
_SUBMODULE_MODE = "160000"

_SHA1_DIGITS = 40
"""The number of hexadecimal digits of the older digests; newer ones are SHA-256."""


@frozen
class _CommittedTree:
    """The files and folders of a commit."""

    root: Path
    """The root of the repository."""

    entries: Mapping[str, StoredFile]
    """The files, links and submodules, by their paths from the root."""

    folders: frozenset[str]
    """The paths of the folders that these are in."""

    def name(self, place: Path) -> str:
        """A place as the commit calls it."""
        return place.relative_to(self.root).as_posix()


class RevisionComparison:
    """Compares single places on disk with what a revision has there.

    Nothing is listed: whatever else is in the working tree does not matter. Places outside all repositories
    are not compared; see the methods.

    Below one of these repositories, such as in a submodule, ``revision`` is not known: there it is what was
    changed since its own commit. If that commit is not the one in ``revision``, the folder of the submodule
    differs.
    """

    def __init__(self, revision: str, folders: Iterable[Path]) -> None:
        """Compare with a revision: with where this branch left that one, if both have a common commit.

        Args:
            revision: the name of a commit.
            folders: folders in the repositories that have to know the revision, beside the one around where
                the user is.

        Raises:
            NoSuchCommitError: if git does not know the revision.
            GitError: if it cannot say.
        """
        root_here = _repository_root(Path.cwd())
        roots = dict.fromkeys(_repository_root(folder) for folder in folders)
        if not roots or (root_here / ".git").exists():
            roots[root_here] = None
        self._revision = revision
        self._roots = tuple(roots)
        self._root_of_folder: dict[Path, Path] = {}
        self._trees: dict[Path, _CommittedTree] = {}
        self._folders_on_the_way: set[Path] = set()
        for root in self._roots:
            if not any(other in root.parents for other in self._roots):
                self._folders_on_the_way |= {root, *root.parents}
        for root in self._roots:
            self._trees[root] = self._tree_to_compare(root)

    def kind_differs(self, step: Path) -> bool:
        """Whether there is anything else at a place: another kind, a link that leads elsewhere, or nothing.

        ``step`` is in a folder without links. A place outside all repositories does not differ: it is on
        the way to them, or its bytes matter too. Nor does a folder in another repository, on the way to
        those that were named.
        """
        if step in self._folders_on_the_way:
            return False
        tree = self._tree_of(step)
        if tree is None:
            return False
        name = tree.name(step)
        entry = tree.entries.get(name)
        try:
            mode = step.lstat().st_mode
        except (OSError, ValueError):
            return entry is not None or name in tree.folders
        if entry is None:
            return not (stat.S_ISDIR(mode) and name in tree.folders)
        if entry.mode in FILE_MODES:
            return not stat.S_ISREG(mode)
        return not _is_as_committed(step, entry)

    def bytes_differ(self, file: Path) -> bool:
        """Whether a file has other bytes. One outside all repositories differs: nobody knows what it was."""
        place = Path(os.path.realpath(file))
        tree = self._tree_of(place)
        if tree is None:
            return True
        entry = tree.entries.get(tree.name(place))
        if entry is None:
            return os.path.lexists(place)
        return not _is_as_committed(place, entry)

    def stored_bytes(self, file: Path) -> bytes:
        """The bytes of a file as they were committed; none if it was not there.

        Raises:
            GitError: if git does not have them, as in a partial clone.
        """
        place = Path(os.path.realpath(file))
        tree = self._tree_of(place)
        entry = None if tree is None else tree.entries.get(tree.name(place))
        if tree is None or entry is None or entry.mode not in FILE_MODES:
            return b""
        return git_output(tree.root, "cat-file", "blob", entry.hash)

    def ignored(self, files: Iterable[Path]) -> frozenset[Path]:
        """Those of some files that git ignores and that were not added.

        A file that was added in spite of that is not ignored. Outside all repositories no file is.
        """
        files_by_root: dict[Path, dict[bytes, Path]] = {}
        for file in files:
            place = Path(os.path.realpath(file.parent)) / file.name
            tree = self._tree_of(place)
            if tree is not None:
                # A name that begins with a colon would say more than a name.
                files_by_root.setdefault(tree.root, {})[os.fsencode(f"./{tree.name(place)}")] = file
        ignored: set[Path] = set()
        for root, names in files_by_root.items():
            list_of_names = b"\0".join([*names, b""])
            answer = ask_git(root, "check-ignore", "-z", "--stdin", standard_input=list_of_names)
            for name in filter(None, answer.stdout.split(b"\0")):
                ignored.add(names[name])
        return frozenset(ignored)

    def _tree_of(self, place: Path) -> _CommittedTree | None:
        """The tree of the repository that a place is in; none for one outside all repositories."""
        folder = place.parent
        if folder not in self._root_of_folder:
            self._root_of_folder[folder] = _repository_root(folder)
        root = self._root_of_folder[folder]
        if root not in self._trees:
            if not (root / ".git").exists():
                return None
            try:
                self._trees[root] = self._tree_to_compare(root)
            except GitError:
                # A link may lead into a repository that nobody named: what it had is not known.
                self._trees[root] = _CommittedTree(root, {}, frozenset())
        return self._trees[root]

    def _tree_to_compare(self, root: Path) -> _CommittedTree:
        """The tree of the revision; in a repository below another one that of its own last commit.

        Raises:
            GitError: if git cannot say.
        """
        is_inner = any(other in root.parents for other in self._roots)
        return _committed_tree(root, HEAD if is_inner else self._revision)


def _committed_tree(folder: Path, revision: str) -> _CommittedTree:
    """The tree of a revision in the repository around a folder.

    Raises:
        NoSuchCommitError: if git does not know the revision.
        GitError: if it cannot say.
    """
    top_level = git_output(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")
    root = Path(os.path.realpath(os.fsdecode(top_level)))
    commit = _commit_to_compare(root, revision)
    listing = b""
    if commit is not None:
        listing = git_output(root, "ls-tree", "-r", "-z", "--long", "--full-tree", commit)
    entries = {entry.path: entry for entry in listed_entries(listing)}
    folders: set[str] = set()
    for path in entries:
        folder_path = path.rpartition("/")[0]
        while folder_path and folder_path not in folders:
            folders.add(folder_path)
            folder_path = folder_path.rpartition("/")[0]
    return _CommittedTree(root, entries, frozenset(folders))


def _is_as_committed(file: Path, entry: StoredFile) -> bool:
    """Whether a file is what a commit has.

    git itself would run the filters that a repository's configuration names.
    """
    try:
        status = file.lstat()
        if entry.mode == _SUBMODULE_MODE:
            return not (file / ".git").exists() or commit_of(file, HEAD) == entry.hash
        if entry.mode == _LINK_MODE:
            if not stat.S_ISLNK(status.st_mode):
                return False
            return _blob_hash(os.fsencode(file.readlink()), entry) == entry.hash
        if not stat.S_ISREG(status.st_mode) or os.path.realpath(file.parent) != str(file.parent):
            return False
        # In a working tree lines may end otherwise than in the commit, and so have more bytes.
        if status.st_size < entry.size or status.st_size > 2 * entry.size:
            return False
        data = file.read_bytes()
    except OSError:
        return False
    return entry.hash in {_blob_hash(data, entry), _blob_hash(data.replace(b"\r\n", b"\n"), entry)}


def _blob_hash(data: bytes, entry: StoredFile) -> str:
    """The hash that git gives to the contents of a file, by the algorithm of the hash of its entry."""
    algorithm = "sha1" if len(entry.hash) == _SHA1_DIGITS else "sha256"
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _repository_root(folder: Path) -> Path:
    """The root of the repository around a folder, as far as that can be seen; else the folder itself."""
    here = Path(os.path.realpath(folder))
    return next((candidate for candidate in (here, *here.parents) if (candidate / ".git").exists()), here)


def _commit_to_compare(root: Path, revision: str) -> str | None:
    """The commit where this branch left a revision; ``None`` if there is no commit at all.

    Raises:
        NoSuchCommitError: if git does not know the revision.
        GitError: if it cannot say.
    """
    commit = commit_of(root, revision)
    if commit is None:
        if revision == HEAD:
            return None
        is_shallow = git_output(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
        hint = "fetch more of the history" if is_shallow else "see `git branch --all` and `git tag`"
        message = f"git knows no revision `{revision}`"
        raise NoSuchCommitError(message, f"{message} here", hint)
    if revision == HEAD or commit_of(root, HEAD) is None:
        return commit
    # A shallow repository may not know where the branches parted; then all that differs counts.
    answer = ask_git(root, "merge-base", commit, HEAD)
    return os.fsdecode(answer.stdout.strip()) if answer.returncode == 0 else commit
