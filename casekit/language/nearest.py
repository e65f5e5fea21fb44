"""The nearest names to one that is unknown, for hints."""

from collections.abc import Iterable, Mapping

from casekit.values import grouped

_LIKE = 65
"""How alike two names must be, in percent (rapidfuzz's ratio): ``kitchin`` and ``kitchen`` are 86, ``greed`` and ``greta`` 60."""

_WORD_LIKE = 80
"""The same where only one word of a printed name is meant: ``kitchen`` for "Restaurant and kitchens"."""

_SHORTEST_WORD = 3
_MOST = 3

Titles = Mapping[str, str]
"""The printed names of things, by their names in logic."""


class Names:
    """Known names, made ready to be compared with many unknown ones.

    A name with a title is like another also if its title is, or one of its words that no other title has.
    """

    def __init__(self, known: Iterable[str], titles: Titles | None = None) -> None:
        names = sorted(set(known), reverse=True)
        titled = {name: _folded(titles[name]) for name in names if titles and name in titles}
        self._same = {name.casefold(): name for name in names}
        self._kinds = (
            ({_folded(name): name for name in names}, _LIKE),
            ({title: name for name, title in titled.items()}, _LIKE),
            (_words(titled), _WORD_LIKE),
        )
        self._texts = tuple(list(known) for known, _ in self._kinds)

    def nearest(self, name: str) -> tuple[str, ...]:
        """At most three names like ``name``, the likeliest first; one that differs in case alone is it."""
        same = self._same.get(name.casefold())
        if same is not None:
            return (same,)
        from rapidfuzz import fuzz, process  # noqa: PLC0415 -- loaded when something is misspelt

        alike: list[tuple[float, str]] = []
        for (known, least), texts in zip(self._kinds, self._texts, strict=True):
            found = process.extract(_folded(name), texts, scorer=fuzz.ratio, score_cutoff=least, limit=_MOST)
            alike += [(score, known[text]) for text, score, _ in found]
        likeliest = sorted(alike, key=lambda found: -found[0])
        return tuple(dict.fromkeys(candidate for _, candidate in likeliest))[:_MOST]


def nearest(name: str, known: Iterable[str] | Names, titles: Titles | None = None) -> tuple[str, ...]:
    """At most three known names like ``name``, the likeliest first; one that differs in case alone is it."""
    return (known if isinstance(known, Names) else Names(known, titles)).nearest(name)


def _words(titled: Mapping[str, str]) -> dict[str, str]:
    """Each word that occurs in one title alone, with the name of that title."""
    owners = grouped((word, candidate) for candidate, title in titled.items() for word in title.split())
    return {
        word: names[0] for word, names in owners.items() if len(word) >= _SHORTEST_WORD and len({*names}) == 1
    }


def _folded(text: str) -> str:
    return text.casefold().replace("-", " ").replace("_", " ")


def did_you_mean(
    name: str, known: Iterable[str] | Names, otherwise: str, titles: Titles | None = None
) -> str:
    """The hint that offers the nearest names, or says something else if none is near.

    A title that says more than its name is given: ``salon`` is the beauty salon, which may not be what was meant.
    """
    candidates = nearest(name, known, titles)
    if not candidates:
        return otherwise
    return f"write {' or '.join(named(candidate, titles) for candidate in candidates)}"


def named(name: str, titles: Titles | None = None) -> str:
    """A name as hints have it, with its title where that says more."""
    title = (titles or {}).get(name, name)
    return f"`{name}`" if _folded(title) == _folded(name) else f"`{name}` ({title})"
