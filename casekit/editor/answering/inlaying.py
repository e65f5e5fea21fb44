"""Words that an editor shows in a text: lies, what a source does in the proofs, what its reader knows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casekit.asking.insights import Lie, Role
from casekit.editor.answering.fixing import block_name
from casekit.editor.looking import View

_MOST = 4
"""At most this many refuted answers are named at a source."""


@dataclass(frozen=True, slots=True)
class TextHint:
    """Words after a place of the source, and the text on them where the mouse rests."""

    at: int
    text: str
    told: str


@dataclass(frozen=True, slots=True)
class Lens:
    """A line above a place of the source; ``source`` is whose readers it is about."""

    start: int
    end: int
    source: str


def inlays(view: View, lies: Sequence[Lie], roles: Sequence[Role]) -> Iterator[TextHint]:
    """Words after headings on what a source does, and after lines that are false."""
    for lie in lies:
        end = _line_end(view, view.source.offset(lie.line, 1))
        text = "a lie" if lie.marked else "false, and not marked as a lie"
        yield TextHint(end, text, "The truth says otherwise.")
    for role, (start, _) in _placed(view, roles):
        at = _line_end(view, start)
        words = view.game.dialect.noun
        if role.essential:
            yield TextHint(at, "essential", f"Every proof of this {words} needs it.")
        if role.wrong:
            yield TextHint(at, "wrong", "It helps against no other answer.")
        if role.refutes:
            more = len(role.refutes) - _MOST
            named = ", ".join(role.refutes[:_MOST]) + (f" and {more} more" if more > 0 else "")
            yield TextHint(at, f"refutes {named}", "Whoever has read nothing else knows so.")


def lenses(view: View, roles: Sequence[Role]) -> Iterator[Lens]:
    """One above each source that says something."""
    for role, place in _placed(view, roles):
        if role.start >= 0:
            yield Lens(*place, role.source)


def _placed(view: View, roles: Sequence[Role]) -> Iterator[tuple[Role, tuple[int, int]]]:
    """Sources with where they begin: at their heading, if they have one of their own, otherwise at their first line."""
    named = {block_name(view, block): block for block in view.tree.blocks}
    blocks = [named.get(role.source) if role.start < 0 else view.block_at(role.start) for role in roles]
    shared = Counter(block.start for block in blocks if block is not None)
    for role, block in zip(roles, blocks, strict=True):
        if block is not None and (shared[block.start] == 1 or role.start < 0):
            yield role, (block.heading.start, block.heading.end)
        elif role.start >= 0:
            yield role, (role.start, _line_end(view, role.start))


def _line_end(view: View, offset: int) -> int:
    text = view.source.text
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    return end - text[:end].endswith("\r")
