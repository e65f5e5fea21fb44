"""The catalogue: for each code why it matters, and an example that is wrong beside one that is right.

Entries are Markdown files under ``catalogue/``, read when asked for:

    # CK401 innocent-liar

    Why a reader of the booklet should care.

    ## Wrong

    ~~~case
    == BRUNO alibi
    ...
    ~~~

    ## Right

    (another example, and perhaps a sentence about it)

The word after the fence's opening mark says what the example is: ``case`` is laid over the base case
(``overlay``), ``puzzle`` over the base puzzle, ``case whole`` is a file as it is, ``toml edition`` an edition file beside the base case, ``console``
lines of ``$ casekit ...`` run in the base case's folder, ``text`` nothing that can be run.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast, get_args

from casekit.diagnostics import codes
from casekit.diagnostics.codes import Code

FOLDER = Path(__file__).resolve().parent / "catalogue"

ExampleKind = Literal["case", "puzzle", "case whole", "toml edition", "console", "text"]

FAMILIES = {
    "CK1": "Text and syntax",
    "CK2": "Names and types",
    "CK3": "Paths and completeness",
    "CK4": "Truth and lies",
    "CK5": "Deduction",
    "CK6": "Balance and style",
    "CK7": "Print",
    "CK8": "Edition, deck and deal",
    "CK9": "Files and limits",
}

_ENTRY = re.compile(
    r"# (?P<title>[^\n]+)\n\n(?P<why>.+?)\n\n## Wrong\n\n(?P<wrong>.+?)\n\n## Right\n\n(?P<right>.+?)\s*",
    re.DOTALL,
)
_EXAMPLE = re.compile(r"```(?P<kind>[a-z ]+)\n(?P<text>.*?\n)```(?:\n\n(?P<remark>.+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """A text that raises a code, or the same text corrected. ``remark`` is a sentence about it, or empty."""

    kind: ExampleKind
    text: str
    remark: str = ""

    def __str__(self) -> str:
        fenced = f"```{self.kind}\n{self.text}```"
        return f"{fenced}\n\n{self.remark}" if self.remark else fenced


@dataclass(frozen=True, slots=True)
class Entry:
    """What the catalogue says of a code."""

    code: Code
    why: str
    wrong: Example
    right: Example

    @property
    def severity(self) -> str:
        """The weight of the code: ``error``, ``warning`` or ``note``."""
        return self.code.severity

    def __str__(self) -> str:
        return f"*{self.severity}*: {self.why}\n\nWrong:\n\n{self.wrong}\n\nRight:\n\n{self.right}"


@cache
def entry(code: Code) -> Entry:
    """Read the entry of a code.

    Raises:
        ValueError: if the entry is not in the form described above: a mistake of ours.
    """
    match = _ENTRY.fullmatch((FOLDER / f"{code.id}.md").read_text(encoding="utf-8"))
    if match is None or match["title"] != str(code):
        raise ValueError(f"the catalogue's entry {code.id}.md is not in the form of an entry")
    return Entry(code, match["why"], _example(match["wrong"]), _example(match["right"]))


def entries() -> Iterator[Entry]:
    """Every entry, in the order of the codes."""
    return map(entry, codes.ALL)


def base(name: Literal["base.case", "base.toml", "base-puzzle.case"] = "base.case") -> str:
    """The text of the case or the puzzle that fragments are laid over, or of the case's edition."""
    return (FOLDER / name).read_text(encoding="utf-8")


def markdown() -> str:
    """The whole catalogue as one page: a table of the codes, the entries by family, and the base case."""
    families: dict[str, list[Entry]] = defaultdict(list)
    for each in entries():
        families[each.code.id[:3]].append(each)
    parts = [
        "# Diagnostics\n\nEvery finding has a permanent code. `casekit explain CODE` prints its entry.\n"
        "Most examples are blocks of one small case or of one small puzzle, which are at the end of this page.\n\n"
        "| code | name | severity |\n|---|---|---|\n"
        + "\n".join(
            f"| [{code.id}](#{_anchor(code)}) | {code.name} | {code.severity} |" for code in codes.ALL
        )
    ]
    for family, members in families.items():
        parts += [f"## {FAMILIES[family]} ({family}xx)", *(f"### {each.code}\n\n{each}" for each in members)]
    parts.append(f"## The case behind the examples\n\n{Example('case whole', base())}")
    parts.append(f"## The puzzle behind the examples\n\n{Example('case whole', base('base-puzzle.case'))}")
    return "\n\n".join(parts) + "\n"


def _anchor(code: Code) -> str:
    return f"{code.id}-{code.name}".lower()


def _example(text: str) -> Example:
    match = _EXAMPLE.fullmatch(text)
    if match is None or match["kind"] not in get_args(ExampleKind):
        raise ValueError(f"not in the form of an example: {text!r}")
    return Example(cast(ExampleKind, match["kind"]), match["text"], (match["remark"] or ""))
