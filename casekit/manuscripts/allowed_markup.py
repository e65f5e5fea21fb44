r"""The markup that prose in a manuscript may have, and that of other programs.

It is data for whatever parser reads the manuscript.

Prose has emphasis and nothing else. A parser reports what it meets in the words of ``ALLOWED`` and
``STRUCTURES``; what is in neither, and what it leaves as text although another program would take it for
markup (``SIGNS``), is never printed unseen: it becomes a remark or a finding.

Sources: CommonMark 0.31, GitHub Flavored Markdown 0.29, the manual of pandoc, the help of Obsidian,
CriticMarkup.
"""

import re
from collections.abc import Mapping
from typing import Literal

from casekit.values import frozen

Allowed = Literal["text", "escape", "paragraph", "emphasis", "strong", "line break"]
ALLOWED: frozenset[Allowed] = frozenset({"text", "escape", "paragraph", "emphasis", "strong", "line break"})
"""The parts of prose. Headings that begin with § and marks in code lead to the prose and are not in it."""

Structure = Literal["block quote", "list", "heading", "block of code", "table"]
STRUCTURES: Mapping[Structure, str] = {
    "block quote": "a block quote",
    "list": "a list",
    "heading": "a heading",
    "block of code": "a block of code",
    "table": "a table",
}
"""Blocks whose words may be prose or may be a remark: only the proofreader can say. A callout, a block quote
that begins
with ``[!``, is a remark.
"""


@frozen(slots=True)
class PairedMarkup:
    """Markup around words: ``meaning`` is what a remark calls it, nothing for a comment.

    The words of a comment are the remark; other words stay in the prose. ``far`` if it may go on over several
    paragraphs.
    """

    opener: str
    closer: str
    meaning: str = ""
    far: bool = False

    @property
    def is_comment(self) -> bool:
        """Whether the words are not prose."""
        return not self.meaning


PAIRED = (
    PairedMarkup("{>>", "<<}", far=True),
    PairedMarkup("<!--", "-->", far=True),
    PairedMarkup("%%", "%%", far=True),
    PairedMarkup("{==", "==}", "highlighted", far=True),
    PairedMarkup("==", "==", "highlighted"),
    PairedMarkup("<mark>", "</mark>", "highlighted"),
    PairedMarkup("~~", "~~", "struck through"),
    PairedMarkup("<del>", "</del>", "struck through"),
    PairedMarkup("<s>", "</s>", "struck through"),
)

CHANGES: Mapping[str, str] = {"{++": "++}", "{--": "--}", "{~~": "~~}"}
"""Insertions, deletions and substitutions of CriticMarkup."""
INSTEAD = "~>"
"""Separates the two texts of a substitution."""

SpanUse = Literal["insertion", "deletion", "paragraph", "comment", "nothing"]
SPANS: Mapping[str, SpanUse] = {
    "insertion": "insertion",
    "deletion": "deletion",
    "paragraph-insertion": "paragraph",
    "paragraph-deletion": "paragraph",
    "comment-start": "comment",
    "comment-end": "nothing",
}
"""The classes of bracketed spans with which pandoc writes the tracked changes and comments of a word
processor."""

SIGNS = (
    r"\\",
    r"\*+",
    r"(?<!\w)_+|_+(?!\w)|__+",
    r"`+",
    r"%%",
    r"==+",
    r"~+",
    r"\+\++",
    r"--+",
    r":::+",
    r"\^",
    r"\|",
    r"#",
    r"<",
    r"[{}]",
    r"\[(?=[\[^!@])",
    r"\](?=[\](\[{:])",
    r"\((?=@)",
    r"\$\$|\$(?=\S)[^$]*(?<=\S)\$(?!\d)",
    r":[a-z]\w*:",
    r"^:(?=\s)",
)
"""Patterns of what some program takes for markup and another one for text; ``^`` is the beginning of a line.
A character
that is meant as it is has a backslash before it.
"""
SIGN = re.compile("|".join(SIGNS), re.MULTILINE)
