"""Files of a revision, and which places on disk differ from it, as git says.

Nothing of a repository runs, is written or is fetched.

Objects are named by their hashes once a revision is known, so that neither a name nor a configuration in the
repository decides what is read. Filters, hooks and monitors are not asked: files are compared here, because
git would run the filters that a repository's configuration names.
"""

import hashlib
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from casekit.values import frozen

_SAFE = (
    "--no-optional-locks",
    "--no-replace-objects",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.pager=cat"),
    *("-c", "protocol.allow=never"),
    # Files of a checkout can look like a repository without a working tree, with a configuration of their
    # own.
    *("-c", "safe.bareRepository=explicit"),
)
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_FILES = frozenset(("100644", "100755", "100664"))
"""Modes of plain files; links and submodules are not files."""


_CURE = "name the cases to check, without --changed"


class GitError(Exception):
    """Git cannot give what it was asked for.

    The message says why. ``reason`` and ``hint`` are for whoever asked what has changed.
    """

    def __init__(self, message: str, reason: str = "", hint: str = _CURE) -> None:
        super().__init__(message)
        self.reason, self.hint = reason or message, hint


class NoSuchCommitError(GitError):
    """Git knows no revision of this name here."""


def ask_git(folder: Path, *arguments: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """The answer of git in a folder, asked so that nothing runs that a repository brings along.

    Raises:
        GitError: if it is not installed (a program that is where the user is, or in the folder, does not
            count), or cannot be run.
    """
    name = "git.exe" if os.name == "nt" else "git"
    places = [Path(each) / name for each in os.get_exec_path() if Path(each).is_absolute()]
    program = next(filter(None, map(shutil.which, places)), None)
    if program is None:
        raise GitError("git is not installed", hint=f"install git; or {_CURE}")
    try:
        return subprocess.run(  # noqa: S603 - no shell, and no argument that git could take for an option
            [program, *_SAFE, *arguments],
            cwd=folder,
            env={**os.environ, **_QUIET},
            input=given,
            capture_output=True,
            check=False,
        )
    except (OSError, ValueError) as error:
        raise GitError(f"git cannot be run: {error}") from error


_NO_TREE = "this is not the working tree of a git repository", _CURE
_REFUSALS = {
    "dubious ownership": (
        "git does not trust this repository, because it belongs to somebody else",
        "if you trust it, add it to git's `safe.directory`; or name the cases to check",
    ),
    "not a git repository": _NO_TREE,
    "must be run in a work tree": _NO_TREE,
}


def _ask(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """The output of git.

    Raises:
        GitError: if it fails.
    """
    done = ask_git(folder, *arguments, given=given)
    if done.returncode:
        raise _refusal(done)
    return done.stdout


def _refusal(done: "subprocess.CompletedProcess[bytes]") -> GitError:
    """The reason for which git has failed."""
    reason = done.stderr.decode("utf-8", "replace").strip()
    first = next(iter(reason.splitlines()), "")
    failed = f"git fails: {first or f'status {done.returncode}'}", f"try `git status`; or {_CURE}"
    meant = next((_REFUSALS[sign] for sign in _REFUSALS if sign in reason), failed)
    return GitError(first.removeprefix("fatal: ") or "git failed", *meant)


@frozen(slots=True)
class StoredFile:
    """An entry of a revision: its path from the root of the repository, mode, object and size.

    The size is that of a file, in bytes.
    """

    path: str
    mode: str
    hash: str
    size: int


def _entries(told: bytes) -> Iterator[StoredFile]:
    """The entries that ``git ls-tree -r -z --long`` lists."""
    for entry in filter(None, told.split(b"\0")):
        about, _, name = entry.partition(b"\t")
        mode, _, found, size = about.decode("ascii").split()
        yield StoredFile(os.fsdecode(name), mode, found, int(size) if size.isdecimal() else 0)


@frozen
class Revision:
    """The files of a commit.

    ``folder`` is one in the repository, ``name`` what the user called the revision.
    """

    folder: Path
    name: str

    @cached_property
    def commit(self) -> str:
        """The hash of the commit.

        Raises:
            NoSuchCommitError: if there is no commit of this name.
            GitError: if git cannot say.
        """
        if not self.name or self.name.startswith("-"):
            raise NoSuchCommitError(f"`{self.name}` is not the name of a revision")
        done = _verified(self.folder, self.name)
        if done.returncode and done.stderr:
            raise _refusal(done)
        commit_hash = done.stdout.decode("ascii", "replace").strip()
        if not _HASH.fullmatch(commit_hash):
            raise NoSuchCommitError(f"git knows no revision `{self.name}`")
        return commit_hash

    @cached_property
    def prefix(self) -> str:
        """The path of the folder from the root of the repository: empty, or with a slash at the end."""
        return os.fsdecode(_ask(self.folder, "rev-parse", "--show-prefix")).rstrip("\n")

    def files(self, path: str) -> Iterator[StoredFile]:
        """The plain files at a path from the root or below it, in their order.

        Raises:
            GitError: if git cannot say.
        """
        where = ["--", path] if path not in {"", "."} else []
        listing = ("--literal-pathspecs", "ls-tree", "-r", "-z", "--long", "--full-tree")
        told = _ask(self.folder, *listing, self.commit, *where)
        return (file for file in _entries(told) if file.mode in _FILES)

    def contents(self, files: Sequence[StoredFile]) -> Iterator[bytes]:
        """The bytes of files, as they were committed, in their order.

        Raises:
            GitError: if git does not have them, as in a partial clone.
        """
        hashes = "".join(f"{file.hash}\n" for file in files).encode("ascii")
        answer = _ask(self.folder, "cat-file", "--batch", given=hashes)
        at = 0
        for file in files:
            head, at = answer[at : answer.index(b"\n", at)], answer.index(b"\n", at) + 1
            if head != f"{file.hash} blob {file.size}".encode("ascii"):
                raise GitError(f"git does not have {file.path}")
            yield answer[at : at + file.size]
            at += file.size + 1


HEAD = "HEAD"
_LINK, _SUBMODULE = "120000", "160000"
_SHA1 = 40
"""Digits of the older digests."""


@frozen
class _CommittedTree:
    """The files, links and submodules of a commit in a repository, and the folders that these are in."""

    root: Path
    entries: Mapping[str, StoredFile]
    folders: frozenset[str]

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
        around = _nearest(Path.cwd())
        roots = dict.fromkeys(_nearest(folder) for folder in folders)
        if not roots or (around / ".git").exists():
            roots[around] = None
        self._revision = revision
        self._roots = tuple(roots)
        self._roots_of: dict[Path, Path] = {}
        self._trees: dict[Path, _CommittedTree] = {}
        self._ways: set[Path] = set()
        for root in self._roots:
            if not any(other in root.parents for other in self._roots):
                self._ways |= {root, *root.parents}
        for root in self._roots:
            self._trees[root] = self._committed(root)

    def kind_differs(self, step: Path) -> bool:
        """Whether there is anything else at a place: another kind, a link that leads elsewhere, or nothing.

        ``step`` is in a folder without links. A place outside all repositories does not differ: it is on
        the way to them, or its bytes matter too. Nor does a folder in another repository, on the way to
        those that were named.
        """
        if step in self._ways:
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
        if entry.mode in _FILES:
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
        if tree is None or entry is None or entry.mode not in _FILES:
            return b""
        return _ask(tree.root, "cat-file", "blob", entry.hash)

    def ignored(self, files: Iterable[Path]) -> frozenset[Path]:
        """Those of some files that git ignores and that were not added.

        A file that was added in spite of that is not ignored. In places that git says nothing of, nothing is.
        """
        by_root: dict[Path, dict[bytes, Path]] = {}
        for file in files:
            place = Path(os.path.realpath(file.parent)) / file.name
            tree = self._tree_of(place)
            if tree is not None:
                # A name that begins with a colon would say more than a name.
                by_root.setdefault(tree.root, {})[os.fsencode(f"./{tree.name(place)}")] = file
        ignored: set[Path] = set()
        for root, names in by_root.items():
            answer = ask_git(root, "check-ignore", "-z", "--stdin", given=b"\0".join([*names, b""]))
            for name in filter(None, answer.stdout.split(b"\0")):
                ignored.add(names[name])
        return frozenset(ignored)

    def _tree_of(self, place: Path) -> _CommittedTree | None:
        """The tree of the repository that a place is in; none for one outside all repositories."""
        folder = place.parent
        if folder not in self._roots_of:
            self._roots_of[folder] = _nearest(folder)
        root = self._roots_of[folder]
        if root not in self._trees:
            if not (root / ".git").exists():
                return None
            try:
                self._trees[root] = self._committed(root)
            except GitError:
                # A link may lead into a repository that nobody named: what it had is not known.
                self._trees[root] = _CommittedTree(root, {}, frozenset())
        return self._trees[root]

    def _committed(self, root: Path) -> _CommittedTree:
        is_inner = any(other in root.parents for other in self._roots)
        return _committed_tree(root, HEAD if is_inner else self._revision)


def _committed_tree(folder: Path, revision: str) -> _CommittedTree:
    """The tree of a revision in the repository around a folder.

    Raises:
        NoSuchCommitError: if git does not know the revision.
        GitError: if it cannot say.
    """
    answer = _ask(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")
    root = Path(os.path.realpath(os.fsdecode(answer)))
    base = _base(root, revision)
    listed = b"" if base is None else _ask(root, "ls-tree", "-r", "-z", "--long", "--full-tree", base)
    entries = {entry.path: entry for entry in _entries(listed)}
    folders: set[str] = set()
    for path in entries:
        above = path.rpartition("/")[0]
        while above and above not in folders:
            folders.add(above)
            above = above.rpartition("/")[0]
    return _CommittedTree(root, entries, frozenset(folders))


def _is_as_committed(file: Path, entry: StoredFile) -> bool:
    """Whether a file is what a commit has.

    git itself would run the filters that a repository's configuration names.
    """
    try:
        status = file.lstat()
        if entry.mode == _SUBMODULE:
            return not (file / ".git").exists() or commit_of(file, HEAD) == entry.hash
        if entry.mode == _LINK:
            return stat.S_ISLNK(status.st_mode) and _blob(os.fsencode(file.readlink()), entry) == entry.hash
        if not stat.S_ISREG(status.st_mode) or os.path.realpath(file.parent) != str(file.parent):
            return False
        # In a working tree lines may end otherwise than in the commit, and so have more bytes.
        if status.st_size < entry.size or status.st_size > 2 * entry.size:
            return False
        data = file.read_bytes()
    except OSError:
        return False
    return entry.hash in {_blob(data, entry), _blob(data.replace(b"\r\n", b"\n"), entry)}


def _blob(data: bytes, entry: StoredFile) -> str:
    """The name that git gives to the contents of a file."""
    algorithm = "sha1" if len(entry.hash) == _SHA1 else "sha256"
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _nearest(folder: Path) -> Path:
    """The root of the repository around a folder, as far as that can be seen; else the folder itself."""
    here = Path(os.path.realpath(folder))
    return next((each for each in (here, *here.parents) if (each / ".git").exists()), here)


def _base(root: Path, revision: str) -> str | None:
    """The commit to compare with; ``None`` if there is no commit at all."""
    commit = commit_of(root, revision)
    if commit is None:
        if revision == HEAD:
            return None
        shallow = _ask(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
        hint = "fetch more of the history" if shallow else "see `git branch --all` and `git tag`"
        message = f"git knows no revision `{revision}`"
        raise NoSuchCommitError(message, f"{message} here", hint)
    if revision == HEAD or commit_of(root, HEAD) is None:
        return commit
    # A shallow repository may not know where the branches parted; then all that differs counts.
    done = ask_git(root, "merge-base", commit, HEAD)
    return os.fsdecode(done.stdout.strip()) if done.returncode == 0 else commit


def commit_of(folder: Path, revision: str) -> str | None:
    """The hash of a revision's commit; ``None`` if git knows no revision of this name."""
    if not revision or revision.startswith("-") or "\0" in revision:
        return None
    done = _verified(folder, revision)
    return os.fsdecode(done.stdout.strip()) if done.returncode == 0 else None


def _verified(folder: Path, revision: str) -> "subprocess.CompletedProcess[bytes]":
    return ask_git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
