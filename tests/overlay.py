"""The catalogue's examples: what they are, and fragments of a document, laid over a whole one.

Examples are a few lines each; over the game's base document they become files that can be checked.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field, replace

from casekit.diagnostics import catalogue

_FIELD = re.compile(r"(?P<key>[A-Za-z][\w-]*)[ \t]*:")
_REMOVED = "- "


_FENCE = re.compile(r"```(?P<kind>[\w./:-]+(?: [\w./:-]+)*)\n(?P<text>.*?\n)```(?:\n\n|$)", re.DOTALL)
_INVISIBLE = re.compile("<U[+]([0-9A-F]{4})>")


@dataclass(frozen=True)
class Example:
    """A text that raises a code, or the same text corrected. ``remark`` is a sentence about it, or empty.

    ``files`` are the examples before it that it needs: kinds and texts. ``variant`` says which message of the code.
    """

    kind: str
    text: str
    remark: str = ""
    files: tuple[tuple[str, str], ...] = ()
    variant: str = ""


def entry_of(code):
    """The entry of a code, its examples taken apart."""
    entry = catalogue.entry(code)
    wrong = tuple(_example(example.text, example.variant) for example in entry.wrong)
    return replace(entry, wrong=wrong, right=_example(entry.right))


def examples_of(entry):
    """All examples of an entry, the right one last."""
    return (*entry.wrong, entry.right)


def _example(text, variant=""):
    """Take an example apart: fences, and perhaps a sentence. ``<U+200B>`` stands for a character that nobody sees."""
    fences, end = [], 0
    while match := _FENCE.match(text, end):
        fences.append((match["kind"], _INVISIBLE.sub(lambda found: chr(int(found[1], 16)), match["text"])))
        end = match.end()
    if not fences or text.startswith("```", end):
        raise ValueError(f"not in the form of an example: {text!r}")
    return Example(*fences[-1], text[end:], tuple(fences[:-1]), variant)


@dataclass
class _Outline:
    """A document's text in its parts; the key of a line or a block is what its replacement is known by."""

    header: list[tuple[str, str]] = field(default_factory=list)
    blocks: list[tuple[str, list[str]]] = field(default_factory=list)


def overlay(base: str, fragment: str) -> str:
    """Lay a fragment over a base document.

    A header field or a block takes the place of the one with the same key or heading; several of one key or
    heading all are there. Fields and blocks that the base lacks are added at the end of the header or of the file. The heading
    ``== - HEADING`` removes that block, ``== - key:`` that field.
    """
    under, over = _outline(base), _outline(fragment)
    removed = {key.removeprefix(_REMOVED) for key, _ in over.blocks if key.startswith(_REMOVED)}
    kept = [block for block in over.blocks if not block[0].startswith(_REMOVED)]
    header = _merged(under.header, over.header, removed)
    bodies = _merged(
        [(key, "\n".join(lines)) for key, lines in under.blocks],
        [(key, "\n".join(lines)) for key, lines in kept],
        removed,
    )
    return "\n".join([*header, "", *(body.rstrip() + "\n" for body in bodies)])


def _merged(under: list[tuple[str, str]], over: list[tuple[str, str]], removed: set[str]) -> list[str]:
    """The texts of ``under`` with those of ``over`` in their places or at the end."""
    new: dict[str, list[str]] = defaultdict(list)
    for key, text in over:
        new[key].append(text)
    merged: list[str] = []
    for key, text in under:
        merged += new.pop(key, [] if key in removed else [text])
    return [*merged, *(text for key, text in over if key in new)]


def _outline(text: str) -> _Outline:
    outline = _Outline()
    for line in text.splitlines():
        if line.startswith("=="):
            outline.blocks.append((" ".join(line[2:].split()), [line]))
        elif outline.blocks:
            outline.blocks[-1][1].append(line)
        elif line.strip():
            match = _FIELD.match(line)
            outline.header.append((f"{match['key']}:" if match else "", line))
    return outline
