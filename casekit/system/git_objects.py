"""Files of a revision, read from git as data: nothing of a repository runs, is written or is fetched.

Objects are named by their hashes once a revision is known, so that neither a name nor a configuration in the
repository decides what is read. Filters, hooks and monitors are not asked.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_SAFE = (
    "--no-optional-locks",
    "--literal-pathspecs",
    "--no-replace-objects",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.pager=cat"),
    *("-c", "protocol.allow=never"),
    # Files of a checkout can look like a repository without a working tree, with a configuration of their own.
    *("-c", "safe.bareRepository=explicit"),
)
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_FILES = frozenset(("100644", "100755", "100664"))
"""Modes of plain files; links and submodules are not files."""


class GitError(Exception):
    """Git cannot give what it was asked for; the message says why."""


class NoGitError(GitError):
    """There is no git."""


class NoSuchCommitError(GitError):
    """Git knows no revision of this name here."""


def ask_git(folder: Path, *arguments: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """The answer of git in a folder, asked so that nothing runs that a repository brings along.

    Raises:
        NoGitError: if it is not installed: a program that is where the user is, or in the folder, does not count.
        GitError: if it cannot be run.
    """
    name = "git.exe" if os.name == "nt" else "git"
    places = [Path(each) / name for each in os.get_exec_path() if Path(each).is_absolute()]
    program = next(filter(None, map(shutil.which, places)), None)
    if program is None:
        raise NoGitError("git is not installed")
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


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of a revision: its path from the root of the repository, its object and its size in bytes."""

    path: str
    hash: str
    size: int


@dataclass(frozen=True)
class Revision:
    """The files of a commit; ``folder`` is one in the repository, ``name`` what the user called the revision."""

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
        told = self._asked("rev-parse", "--verify", "--quiet", "--end-of-options", f"{self.name}^{{commit}}")
        found = told.decode("ascii", "replace").strip()
        if not _HASH.fullmatch(found):
            raise NoSuchCommitError(f"git knows no revision `{self.name}`")
        return found

    @cached_property
    def prefix(self) -> str:
        """The path of the folder from the root of the repository: empty, or with a slash at the end."""
        return os.fsdecode(self._asked("rev-parse", "--show-prefix")).rstrip("\n")

    def files(self, path: str) -> Iterator[StoredFile]:
        """The plain files at a path from the root or below it, in their order.

        Raises:
            GitError: if git cannot say.
        """
        where = ["--", path] if path not in {"", "."} else []
        told = self._asked("ls-tree", "-r", "-z", "--long", "--full-tree", self.commit, *where)
        for entry in filter(None, told.split(b"\0")):
            about, _, name = entry.partition(b"\t")
            mode, kind, found, size = about.decode("ascii").split()
            if kind == "blob" and mode in _FILES:
                yield StoredFile(os.fsdecode(name), found, int(size))

    def contents(self, files: Sequence[StoredFile]) -> Iterator[bytes]:
        """The bytes of files, as they were committed, in their order.

        Raises:
            GitError: if git does not have them, as in a partial clone.
        """
        hashes = "".join(f"{file.hash}\n" for file in files).encode("ascii")
        told = self._asked("cat-file", "--batch", given=hashes)
        at = 0
        for file in files:
            head, at = told[at : told.index(b"\n", at)], told.index(b"\n", at) + 1
            if head != f"{file.hash} blob {file.size}".encode("ascii"):
                raise GitError(f"git does not have {file.path}")
            yield told[at : at + file.size]
            at += file.size + 1

    def _asked(self, *arguments: str, given: bytes = b"") -> bytes:
        done = ask_git(self.folder, *arguments, given=given)
        if done.returncode and arguments[0] == "rev-parse" and "--verify" in arguments and not done.stderr:
            raise NoSuchCommitError(f"git knows no revision `{self.name}`")
        if done.returncode:
            lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise GitError(lines[0].removeprefix("fatal: ") if lines else "git failed")
        return done.stdout
