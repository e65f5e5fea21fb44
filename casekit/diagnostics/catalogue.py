"""The catalogue: for each code why it matters, and an example that is wrong beside one that is right.

Entries are Markdown files in the folder ``catalogue/`` beside the table of the code, read when asked for:

    # CK401 innocent-liar

    Why a reader of the booklet should care.

    ## Wrong

    ~~~case
    == BRUNO alibi
    ...
    ~~~

    ## Right

    (another example, and perhaps a sentence about it)

The word after the fence's opening mark says what the example is: what a game calls its documents stands for a
fragment that is laid over the game's base, with ``whole`` after it for a file as it is. ``toml edition`` is
an edition file beside the base, ``console`` lines of ``$ casekit ...`` run in the folder of the base,
``text`` nothing that can be run.
"""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from casekit.diagnostics.codes import Code
from casekit.values import frozen

_ENTRY = re.compile(
    r"# (?P<title>[^\n]+)\n\n(?P<why>.+?)\n\n## Wrong\n\n(?P<wrong>.+?)\n\n## Right\n\n(?P<right>.+?)\s*",
    re.DOTALL,
)


@frozen(slots=True)
class CodeEntry:
    """The catalogue's entry on a code: its examples are as they are written."""

    code: Code
    why: str
    wrong: str
    right: str

    def __str__(self) -> str:
        past = f"\n\nFormerly {', '.join(self.code.was)}." if self.code.was else ""
        return f"*{self.code.severity}*: {self.why}{past}\n\nWrong:\n\n{self.wrong}\n\nRight:\n\n{self.right}"


def page(code: Code) -> Traversable:
    """The file of a code's entry."""
    return files(code.home) / "catalogue" / f"{code.id}.md"


@cache
def entry(code: Code) -> CodeEntry:
    """Read the entry of a code.

    Raises:
        ValueError: if the entry is not in the form described above: a mistake of ours.
    """
    match = _ENTRY.fullmatch(page(code).read_text(encoding="utf-8"))
    if match is None or match["title"] != str(code):
        raise ValueError(f"the catalogue's entry {code.id}.md is not in the form of an entry")
    return CodeEntry(code, match["why"], match["wrong"], match["right"])
