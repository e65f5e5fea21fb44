"""How messages join words: lists with a last word, denied lists, a text that begins with a capital."""

from collections.abc import Iterable, Sequence


def listed(items: Iterable[str], word: str = "and") -> str:
    """Items as a list in a sentence, with a word before the last one; there must be at least one."""
    *first, last = items
    return f"{', '.join(first)} {word} {last}" if first else last


def neither(items: Sequence[str]) -> str:
    """Items, at least two, all of which are denied after "is"."""
    *others, last = items
    return f"neither {others[0]} nor {last}" if len(others) == 1 else f"not {', '.join(others)} or {last}"


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]
