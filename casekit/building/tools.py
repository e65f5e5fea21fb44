"""What pages are made with: if any of it changes, so may the bytes of a PDF."""

import ctypes
import platform
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from casekit import __version__

_PACKAGE = Path(__file__).resolve().parent.parent
_LIBRARIES = (
    "jinja2",
    "weasyprint",
    "pydyf",
    "tinycss2",
    "tinyhtml5",
    "cssselect2",
    "pyphen",
    "uharfbuzz",
    "pikepdf",
    "pillow",
)
# The names under which WeasyPrint looks for them too.
_SHARED = {
    "pango": (("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"), "pango_version_string"),
    "harfbuzz": (("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"), "hb_version_string"),
}


def tools() -> Mapping[str, str]:
    """The versions of everything that pages are made with, and a digest of casekit's own files and fonts.

    WeasyPrint is not imported for it, so it takes a few hundredths of a second. What is not there has no version.
    """
    found = {name: _version(name) for name in _LIBRARIES}
    found |= {name: _shared_version(*where) for name, where in _SHARED.items()}
    return {"casekit": f"{__version__} {_own_digest()}", "python": platform.python_version(), **found}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _shared_version(files: tuple[str, ...], function: str) -> str:
    for file in files:
        try:
            call = getattr(ctypes.CDLL(file), function)
        except (OSError, AttributeError):
            continue
        call.restype = ctypes.c_char_p
        told: bytes = call()
        return told.decode()
    return ""


def _own_digest() -> str:
    """A digest of the package's files: code, templates, words, drawings, profiles and fonts."""
    whole = sha256()
    for file in sorted(_PACKAGE.rglob("*")):
        if file.is_file() and file.suffix not in {".pyc", ".md"}:
            whole.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            whole.update(sha256(file.read_bytes()).digest())
    return whole.hexdigest()
