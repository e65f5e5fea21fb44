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

A code that says different things has a section ``## Wrong: VARIANT`` for each of them, VARIANT being a few
words on what is wrong there.

The words after a fence's opening mark say what the example is, and ``tests/catalogue_examples.py`` runs it as
that. ``test NODE`` names a test that raises the code where nothing else can; readers are not shown its name.
"""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from casekit.diagnostics.codes import Code
from casekit.values import frozen

_ENTRY = re.compile(
    r"# (?P<title>[^\n]+)\n\n(?P<why>.+?)\n\n(?P<wrong>## Wrong.+?)\n\n## Right\n\n(?P<right>.+?)\s*",
    re.DOTALL,
)
_WRONG = re.compile(r"## Wrong(?:: (?P<variant>[^\n]+))?\n\n(?P<text>.+?)\s*", re.DOTALL)
_NEXT_WRONG = re.compile(r"\n\n(?=## Wrong)")
_NAMED_TEST = re.compile(r"^```test \S+$", re.MULTILINE)


@frozen(slots=True)
class WrongExample:
    """An example that raises a code, as Markdown; ``variant`` says which message, or nothing."""

    variant: str
    text: str

    def __str__(self) -> str:
        return f"Wrong: {self.variant}\n\n{self.text}" if self.variant else f"Wrong:\n\n{self.text}"


@frozen(slots=True)
class CodeEntry:
    """The catalogue's entry on a code: its examples are as they are written."""

    code: Code
    why: str
    wrong: tuple[WrongExample, ...]
    right: str

    def __str__(self) -> str:
        past = f"\n\nFormerly {', '.join(self.code.was)}." if self.code.was else ""
        wrong = "\n\n".join(str(example) for example in self.wrong)
        text = f"*{self.code.severity}*: {self.why}{past}\n\n{wrong}\n\nRight:\n\n{self.right}"
        return _NAMED_TEST.sub("```text", text)


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
    wrong = []
    for section in _NEXT_WRONG.split(match["wrong"]):
        example = _WRONG.fullmatch(section)
        if example is None:
            raise ValueError(
                f"the catalogue's entry {code.id}.md has an example that is not in the form of one"
            )
        wrong.append(WrongExample(example["variant"] or "", example["text"]))
    return CodeEntry(code, match["why"], tuple(wrong), match["right"])
