"""The tools that pages are made with: if any of them changes, so may the bytes of a PDF."""

import ctypes
import platform
from collections.abc import Mapping

from casekit import __version__
from casekit.system.fingerprint import own_digest, version_of

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
    """The versions of all tools that pages are made with, and a digest of casekit's own files and fonts.

    WeasyPrint is not imported for it, so it takes a few hundredths of a second. A missing tool has no version.
    """
    found = {name: version_of(name) for name in _LIBRARIES}
    found |= {name: _shared_version(*where) for name, where in _SHARED.items()}
    return {"casekit": f"{__version__} {own_digest()}", "python": platform.python_version(), **found}


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
