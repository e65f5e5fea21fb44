"""Questions to git, and the files of a revision. Nothing of a repository runs, is written or is fetched.

Objects are named by their hashes once a revision is known, so that neither a name nor a configuration in the
repository decides what is read.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from casekit.values import frozen

_SAFE_OPTIONS = (
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
"""Options of git with which nothing runs that a repository's configuration names."""

_SAFE_VARIABLES = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}
"""Variables with which git asks nobody and fetches nothing, and its messages are in English."""

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
"""The name of an object: SHA-1, or SHA-256 in newer repositories."""

FILE_MODES = frozenset(("100644", "100755", "100664"))
"""Modes of plain files; links and submodules are not files."""

_HINT = "name the cases to check, without --changed"

_NO_WORKING_TREE = "this is not the working tree of a git repository"

_REFUSALS = {
    "dubious ownership": (
        "git does not trust this repository, because it belongs to somebody else",
        "if you trust it, add it to git's `safe.directory`; or name the cases to check",
    ),
    "not a git repository": (_NO_WORKING_TREE, _HINT),
    "must be run in a work tree": (_NO_WORKING_TREE, _HINT),
}
"""The reason and the hint for a refusal of git, by words that are in its message."""


class GitError(Exception):
    """Git cannot give what it was asked for, and the message says why."""

    def __init__(self, message: str, reason: str = "", hint: str = _HINT) -> None:
        """Say why.

        Args:
            message: for a user who named a revision.
            reason: for a user who asked what has changed, if that is to be said in other words.
            hint: what such a user can do.
        """
        super().__init__(message)
        self.reason = reason or message
        self.hint = hint


class NoSuchCommitError(GitError):
    """Git knows no revision of this name here."""


def ask_git(
    folder: Path, *arguments: str, standard_input: bytes = b""
) -> "subprocess.CompletedProcess[bytes]":
    """The answer of git in a folder, asked so that nothing runs that a repository brings along.

    Raises:
        GitError: if it is not installed (a program that is where the user is, or in the folder, does not
            count), or cannot be run.
    """
    name = "git.exe" if os.name == "nt" else "git"
    candidates = [Path(path) / name for path in os.get_exec_path() if Path(path).is_absolute()]
    program = next(filter(None, map(shutil.which, candidates)), None)
    if program is None:
        raise GitError("git is not installed", hint=f"install git; or {_HINT}")
    try:
        return subprocess.run(  # noqa: S603 - no shell, and no argument that git could take for an option
            [program, *_SAFE_OPTIONS, *arguments],
            cwd=folder,
            env={**os.environ, **_SAFE_VARIABLES},
            input=standard_input,
            capture_output=True,
            check=False,
        )
    except (OSError, ValueError) as error:
        raise GitError(f"git cannot be run: {error}") from error


def git_output(folder: Path, *arguments: str, standard_input: bytes = b"") -> bytes:
    """The output of git.

    Raises:
        GitError: if it fails.
    """
    answer = ask_git(folder, *arguments, standard_input=standard_input)
    if answer.returncode:
        raise _refusal(answer)
    return answer.stdout


def _refusal(answer: "subprocess.CompletedProcess[bytes]") -> GitError:
    """The error with the reason for which git has failed."""
    stderr = answer.stderr.decode("utf-8", "replace").strip()
    first_line = next(iter(stderr.splitlines()), "")
    message = first_line.removeprefix("fatal: ") or "git failed"
    for words, (reason, hint) in _REFUSALS.items():
        if words in stderr:
            return GitError(message, reason, hint)
    reason = f"git fails: {first_line or f'status {answer.returncode}'}"
    return GitError(message, reason, f"try `git status`; or {_HINT}")


@frozen(slots=True)
class StoredFile:
    """An entry of a revision: a file, a link or a submodule."""

    path: str
    """The path from the root of the repository."""

    mode: str
    """The kind and the rights, as git writes them, such as `100644` for a file."""

    hash: str
    """The name of its object."""

    size: int
    """The number of bytes of a file or a link; 0 for a submodule."""


def listed_entries(listing: bytes) -> Iterator[StoredFile]:
    """The entries in the output of ``git ls-tree -r -z --long``, as `100644 blob 3b18e... 12<tab>a.case`."""
    for line in filter(None, listing.split(b"\0")):
        details, _, name = line.partition(b"\t")
        mode, _kind, object_name, size = details.decode("ascii").split()
        yield StoredFile(os.fsdecode(name), mode, object_name, int(size) if size.isdecimal() else 0)


@frozen
class Revision:
    """The files of a commit."""

    folder: Path
    """A folder in the repository."""

    name: str
    """The revision as the user called it."""

    @cached_property
    def commit(self) -> str:
        """The hash of the commit.

        Raises:
            NoSuchCommitError: if there is no commit of this name.
            GitError: if git cannot say.
        """
        if not self.name or self.name.startswith("-"):
            raise NoSuchCommitError(f"`{self.name}` is not the name of a revision")
        answer = _verified_commit(self.folder, self.name)
        if answer.returncode and answer.stderr:
            raise _refusal(answer)
        commit_hash = answer.stdout.decode("ascii", "replace").strip()
        if not _HASH.fullmatch(commit_hash):
            raise NoSuchCommitError(f"git knows no revision `{self.name}`")
        return commit_hash

    @cached_property
    def prefix(self) -> str:
        """The path of the folder from the root of the repository: empty, or with a slash at the end."""
        return os.fsdecode(git_output(self.folder, "rev-parse", "--show-prefix")).rstrip("\n")

    def files(self, path: str) -> Iterator[StoredFile]:
        """The plain files at a path from the root or below it, in their order.

        Raises:
            GitError: if git cannot say.
        """
        limit_to_path = ["--", path] if path not in {"", "."} else []
        arguments = ("--literal-pathspecs", "ls-tree", "-r", "-z", "--long", "--full-tree", self.commit)
        listing = git_output(self.folder, *arguments, *limit_to_path)
        return (entry for entry in listed_entries(listing) if entry.mode in FILE_MODES)

    def contents(self, files: Sequence[StoredFile]) -> Iterator[bytes]:
        """The bytes of files, as they were committed, in their order.

        Raises:
            GitError: if git does not have them, as in a partial clone.
        """
        hashes = "".join(f"{file.hash}\n" for file in files).encode("ascii")
        output = git_output(self.folder, "cat-file", "--batch", standard_input=hashes)
        # For each file a line `HASH blob SIZE`, its bytes and a line break.
        start = 0
        for file in files:
            end_of_line = output.index(b"\n", start)
            if output[start:end_of_line] != f"{file.hash} blob {file.size}".encode("ascii"):
                raise GitError(f"git does not have {file.path}")
            start = end_of_line + 1
            yield output[start : start + file.size]
            start += file.size + 1


def commit_of(folder: Path, revision: str) -> str | None:
    """The hash of a revision's commit; ``None`` if git knows no revision of this name."""
    if not revision or revision.startswith("-") or "\0" in revision:
        return None
    answer = _verified_commit(folder, revision)
    return os.fsdecode(answer.stdout.strip()) if answer.returncode == 0 else None


def _verified_commit(folder: Path, revision: str) -> "subprocess.CompletedProcess[bytes]":
    """The answer of git with the hash of a revision's commit; without output if there is none."""
    return ask_git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
