"""The nearest names to one that is unknown, for hints."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """At most three known names like ``name``, the likeliest first; one that differs in case alone is it."""
    names = sorted(set(known))
    same = tuple(candidate for candidate in names if candidate.casefold() == name.casefold())
    if same:
        return same[:1]
    folded: dict[str, str] = {}
    for candidate in names:
        folded.setdefault(candidate.casefold(), candidate)
    return tuple(folded[match] for match in get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.6))


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """The hint that offers the nearest names, or says something else if none is near."""
    candidates = nearest(name, known)
    if not candidates:
        return otherwise
    quoted = [f"`{candidate}`" for candidate in candidates]
    return f"write {' or '.join(quoted)}"
