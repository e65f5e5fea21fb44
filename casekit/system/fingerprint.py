"""Everything that answers depend on besides the question: casekit's own files, and the libraries that it reasons with.

Work that is done elsewhere, or was done before, counts only if its fingerprint is this one.
"""

import platform
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from casekit import __version__

_PACKAGE = Path(__file__).resolve().parent.parent
_BESIDE = ("grammar", "schemas")
"""In a checkout these are beside the package, in a wheel inside it."""

_LIBRARIES = ("lark", "networkx", "numpy", "pillow", "python-sat", "rapidfuzz")
_IGNORED = {".pyc", ".md"}


@cache
def fingerprint() -> Mapping[str, str]:
    """The version of everything that an answer depends on, by name; empty for what is not installed."""
    libraries = {name: version_of(name) for name in _LIBRARIES}
    python = ".".join(platform.python_version_tuple()[:2])
    return {"casekit": __version__, "casekit's files": own_digest(), "python": python, **libraries}


def version_of(name: str) -> str:
    """The version of a package that is installed, or nothing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


@cache
def own_digest() -> str:
    """A digest of casekit's files: code, grammars, schemas, templates, words, drawings, profiles and fonts."""
    whole = sha256()
    for name, file in sorted(_own_files()):
        whole.update(name.encode() + b"\0")
        whole.update(sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def _own_files() -> Iterator[tuple[str, Path]]:
    above = _PACKAGE.parent
    beside = [(above / folder, above) for folder in _BESIDE if not (_PACKAGE / folder).exists()]
    for folder, root in ((_PACKAGE, _PACKAGE), *beside):
        for file in folder.rglob("*"):
            if file.is_file() and file.suffix not in _IGNORED:
                yield file.relative_to(root).as_posix(), file
