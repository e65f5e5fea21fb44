"""The lines of a puzzle in the one canonical form, but for what every document has."""

from collections.abc import Iterable, Sequence

from casekit.games.clue.reading.puzzle_tree import (
    SEAT,
    UNKNOWN,
    AccusationNode,
    HandNode,
    HoldingNode,
    PlayerNode,
    ReplyNode,
    SuggestionNode,
)
from casekit.language.document.canonical import wrapped
from casekit.language.document.tree import Heading, Item
from casekit.language.formula.nodes import Word


def puzzle_heading(heading: Heading) -> str:
    """A heading without its mark."""
    words = " ".join(word.text for word in heading.words)
    if heading.kind == UNKNOWN:
        return words
    return f"{SEAT} {words}" if heading.kind == SEAT else heading.kind


def puzzle_lines(item: Item) -> Iterable[str]:
    """The lines of an item."""
    match item:
        case PlayerNode(name, size):
            return [f"{name.text} {size.text}"]
        case HandNode(cards):
            return wrapped(_listed(cards))
        case SuggestionNode(player, cards, replies):
            colon = ": " if replies else ""
            answers = ", ".join(map(_reply, replies))
            return wrapped(f"{player.text} suggests {_listed(cards)}{colon}{answers}")
        case AccusationNode(player, cards, outcome):
            return wrapped(f"{player.text} accuses {_listed(cards)}: {outcome.text}")
        case HoldingNode(holder, cards):
            return wrapped(f"{holder.text}: {_listed(cards)}".rstrip())
    raise TypeError(f"no item of a puzzle: {item!r}")


def _reply(reply: ReplyNode) -> str:
    if not reply.shows:
        return f"{reply.player.text} passes"
    return f"{reply.player.text} shows" + (f" {reply.card.text}" if reply.card else "")


def _listed(words: Sequence[Word]) -> str:
    return ", ".join(word.text for word in words)
