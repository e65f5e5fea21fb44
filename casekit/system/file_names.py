"""Names that files can have on every machine (Windows, "Naming Files, Paths, and Namespaces")."""

from itertools import product
from unicodedata import normalize

_PORTS = frozenset(map("".join, product(("com", "lpt"), "123456789¹²³")))
_RESERVED = frozenset('<>:"|?*\\')
"""No name can have these on Windows; a colon opens another stream of a file, a backslash a folder."""

_DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$")) | _PORTS
"""With any ending, in capitals or not, these are devices on Windows: what is written there is lost."""


def folded(name: str) -> str:
    """A name as disks compare it that ignore capitals and forms of Unicode."""
    return normalize("NFC", name).casefold()


def flaw(name: str) -> str:
    """The flaw that keeps a path from being one on every machine; empty if there is none."""
    for part in name.split("/"):
        if part.partition(".")[0].rstrip(" ").casefold() in _DEVICES:
            return "is the name of a device on Windows"
        if found := next((char for char in part if char in _RESERVED or char < " "), ""):
            shown = found if found >= " " else "a control character"
            return f"has `{shown}`, which no file can have in its name on Windows"
        if part not in {".", ".."} and part.endswith((".", " ")):
            return "ends in a dot or a space, which Windows leaves out"
    return ""


def as_text(text: str) -> str:
    """A name of a file, or a text with one in it, as it can be written.

    What is not UTF-8 in a name is shown as unknown.
    """
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
