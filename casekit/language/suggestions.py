"""When two names are the same, how one may be spelt, and the nearest names to one that is unknown, for hints.

Nothing else compares names without case: ``casefold`` and ``re.IGNORECASE`` disagree about some letters, and
neither knows that Greek capitals have no accents. Source: section 3.13 of the Unicode Standard (canonical
caseless matching).
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache

from casekit.diagnostics import composed

# --- the same name -----------------------------------------------------------------------------------

MARKS = "\u0300-\u036f"
"""The accents of decomposed letters, as a range in a class of patterns."""

SOFT_HYPHEN = "\u00ad"
"""It is seen only where a line ends at it, and no name has one."""

PLAIN_LETTERS = "\\x00-\\xac\\xae-\u0130\u0132-\u017e\u2010-\u201f\u2026"
"""Latin letters with their accents, and signs of texts, as ranges in a class of patterns."""
_STRANGE = re.compile(f"[^{PLAIN_LETTERS}]")


def is_strange(text: str) -> bool:
    """Whether a text has letters that may look like those of the names around it.

    These are letters other than Latin ones and their accents, and ones without a shape.
    """
    return not text.isascii() and _STRANGE.search(text) is not None


_DOTTED = re.compile("i\u0307|ı")
_GREEK = re.compile(f"(?<=[α-ω])[{MARKS}]+")
_PIECE = re.compile("ss+|եւ|.", re.DOTALL)
"""A letter of a key, or letters that a single small letter may be for: ß, և."""


@lru_cache(maxsize=4_096)
def name_key(text: str) -> str:
    """The form that all spellings of a name share: DENİZ, Deniz and DENIZ, ΝΙΚΟΣ and Νίκος, WEISS and Weiß.

    Turkish letters with a dot and without one count as one, as they do for ``re.IGNORECASE``: whoever writes
    Turkish names in English prose mixes them. The words of a text's key are the keys of its words.
    """
    # A case asks for the keys of the same few words again and again: at each keystroke, in an editor.
    return text.lower() if text.isascii() else _key(text)


def word_keys(words: Sequence[str]) -> list[str]:
    """The keys of words that have no white space, in order.

    A paragraph has a hundred words: one call for all takes two thirds of the time of a call for each.
    """
    return name_key(" ".join(words)).split()


def _key(text: str) -> str:
    import unicodedata  # noqa: PLC0415 - most texts are in plain letters

    decomposed = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    plain = _DOTTED.sub("i", _GREEK.sub("", decomposed))
    return unicodedata.normalize("NFC", plain)


def in_title_form(name: str) -> str:
    """A name in small letters after the first.

    DENİZ is Deniz; Python makes an ``i`` and a dot as a character of its own.
    """
    return composed(name).title().replace("i\u0307", "i")


def in_capitals(word: str) -> bool:
    """Whether a word is in capitals.

    Never one of a script that has none, such as Arabic, Chinese, Hebrew or Thai.
    """
    return word.isupper()


@lru_cache(maxsize=500)
def spelling(name: str) -> str:
    """A pattern for all spellings of a name, to be compiled with ``re.IGNORECASE``.

    It may match other names too: ask ``name_key`` which name it is.
    """
    return "".join(map(_spelt, _PIECE.findall(name_key(name))))


def _spelt(piece: str) -> str:
    """A pattern for the spellings of a piece of a key."""
    if piece.startswith("ss"):
        return f"[sß]{{{(len(piece) + 1) // 2},{len(piece)}}}"
    if piece == "եւ":
        return "(?:եւ|և)"
    if piece == "i":
        return "i\u0307?"
    if "α" <= piece <= "ω":
        return f"[{_greek()[piece]}][{MARKS}]*"
    if piece.isascii():
        return re.escape(piece)
    import unicodedata  # noqa: PLC0415 - most names are in plain letters

    decomposed = unicodedata.normalize("NFD", piece)
    return re.escape(piece) if decomposed == piece else f"(?:{re.escape(piece)}|{re.escape(decomposed)})"


@cache
def _greek() -> dict[str, str]:
    """The Greek letters with accents and without, by their keys."""
    letters: dict[str, str] = {}
    for number in (*range(0x370, 0x400), *range(0x1F00, 0x2000)):
        key = name_key(chr(number))
        letters[key] = letters.get(key, "") + chr(number)
    return letters


# --- the nearest names -------------------------------------------------------------------------------

_LIKE = 65
"""How alike two names must be, in percent (rapidfuzz's ratio): ``kitchin`` and ``kitchen`` are 86, ``greed``
and ``greta`` 60."""

_WORD_LIKE = 80
"""The same where only one word of a printed name is meant: ``kitchen`` for "Restaurant and kitchens"."""

_SHORTEST_WORD = 3
_MOST = 3

Titles = Mapping[str, str]
"""The printed names of things, by their names in logic."""


class NameMatcher:
    """Known names, made ready to be compared with many unknown ones.

    A name with a title is like another also if its title is, or one of its words that no other title has.
    """

    def __init__(self, known: Iterable[str], titles: Titles | None = None) -> None:
        self.names = names = sorted(set(known), reverse=True)
        titled = {name: _folded(titles[name]) for name in names if titles and name in titles}
        self._same = {name_key(name): name for name in names}
        self._kinds = (
            ({_folded(name): name for name in names}, _LIKE),
            ({title: name for name, title in titled.items()}, _LIKE),
            (_words(titled), _WORD_LIKE),
        )
        self._texts = tuple(list(known) for known, _ in self._kinds)

    def nearest(self, name: str) -> tuple[str, ...]:
        """At most three names like ``name``, the likeliest first; one that differs in case alone is it."""
        same = self._same.get(name_key(name))
        if same is not None:
            return (same,)
        from rapidfuzz import fuzz, process  # noqa: PLC0415 -- loaded when something is misspelt

        alike: list[tuple[float, str]] = []
        for (known, least), texts in zip(self._kinds, self._texts, strict=True):
            matches = process.extract(
                _folded(name), texts, scorer=fuzz.ratio, score_cutoff=least, limit=_MOST
            )
            alike += [(score, known[text]) for text, score, _ in matches]
        likeliest = sorted(alike, key=lambda match: -match[0])
        return tuple(dict.fromkeys(candidate for _, candidate in likeliest))[:_MOST]


def nearest(name: str, known: Iterable[str] | NameMatcher, titles: Titles | None = None) -> tuple[str, ...]:
    """At most three known names like ``name``, the likeliest first; one that differs in case alone is it."""
    return (known if isinstance(known, NameMatcher) else NameMatcher(known, titles)).nearest(name)


def _words(titled: Mapping[str, str]) -> dict[str, str]:
    """Each word that occurs in one title alone, with the name of that title."""
    owners: dict[str, list[str]] = {}
    for name, title in titled.items():
        for word in title.split():
            owners.setdefault(word, []).append(name)
    words: dict[str, str] = {}
    for word, names in owners.items():
        if len(word) >= _SHORTEST_WORD and len({*names}) == 1:
            words[word] = names[0]
    return words


def _folded(text: str) -> str:
    return name_key(text).replace("-", " ").replace("_", " ")


def did_you_mean(
    name: str, known: Collection[str] | NameMatcher, otherwise: str, titles: Titles | None = None
) -> str:
    """The hint that offers the nearest names, or says something else if none is near.

    A title that says more than its name is given: ``salon`` is the beauty salon, which may not be what was
    meant.
    """
    names = known.names if isinstance(known, NameMatcher) else known
    if (is_strange(name) or any(map(is_strange, names))) and (hint := _look_alike(name, names)):
        return hint
    candidates = nearest(name, known, titles)
    if not candidates:
        return otherwise
    return f"write {' or '.join(named(candidate, titles) for candidate in candidates)}"


def _look_alike(name: str, known: Iterable[str]) -> str:
    """The hint that names the letters by which a name is not the known one that it looks like.

    It is empty if the name is like none.
    """
    from casekit.language import look_alikes  # noqa: PLC0415 -- few names have such letters

    meant = look_alikes.Shapes(known).meant(name)
    return f"write `{meant}`; this has {look_alikes.difference(name, meant)}" if meant else ""


def named(name: str, titles: Titles | None = None) -> str:
    """A name as hints have it, with its title where that says more."""
    title = (titles or {}).get(name, name)
    return f"`{name}`" if _folded(title) == _folded(name) else f"`{name}` ({title})"
