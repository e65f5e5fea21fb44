"""Words that an editor shows in a text: lies, what a source does in the proofs, what its reader knows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casekit.editor.insights import Lie, Role
from casekit.editor.looking import View

_MOST = 4
"""So many refuted answers are named at a source."""


@dataclass(frozen=True, slots=True)
class Inlay:
    """Words behind a place of the source, and what is told of them where the mouse rests."""

    at: int
    text: str
    told: str


@dataclass(frozen=True, slots=True)
class Lens:
    """A line above a place of the source; ``source`` is whose readers it is about."""

    start: int
    end: int
    source: str


def inlays(view: View, lies: Sequence[Lie], roles: Sequence[Role]) -> Iterator[Inlay]:
    """Behind headings what a source does, behind lines that they are false."""
    for lie in lies:
        end = _line_end(view, view.source.offset(lie.line, 1))
        text = "a lie" if lie.marked else "false, and not marked as a lie"
        yield Inlay(end, text, "The truth says otherwise.")
    for role in roles:
        at = _line_end(view, place_of(view, role, roles)[0])
        words = view.game.dialect.noun
        if role.essential:
            yield Inlay(at, "essential", f"Every proof of this {words} needs it.")
        if role.wrong:
            yield Inlay(at, "wrong", "It helps against no other answer.")
        if role.refutes:
            more = len(role.refutes) - _MOST
            named = ", ".join(role.refutes[:_MOST]) + (f" and {more} more" if more > 0 else "")
            yield Inlay(at, f"refutes {named}", "Whoever has read nothing else knows so.")


def lenses(view: View, roles: Sequence[Role]) -> Iterator[Lens]:
    """One above each source."""
    for role in roles:
        yield Lens(*place_of(view, role, roles), role.source)


def place_of(view: View, role: Role, roles: Sequence[Role]) -> tuple[int, int]:
    """Where a source begins: at its heading, if it has one of its own, otherwise at its first line."""
    block = view.block_at(role.start)
    if block is None or any(
        other is not role and block.start <= other.start < max(block.end, role.end) for other in roles
    ):
        return role.start, _line_end(view, role.start)
    return block.heading.start, block.heading.end


def _line_end(view: View, offset: int) -> int:
    text = view.source.text
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    return end - text[:end].endswith("\r")
