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

_STRANGE_LETTER = re.compile(f"[^{PLAIN_LETTERS}]")

_DOTTED_I = re.compile("i\u0307|ı")
"""An `i` with a dot as a character of its own, or a Turkish one without a dot."""

_GREEK_ACCENTS = re.compile(f"(?<=[α-ω])[{MARKS}]+")

_KEY_PIECE = re.compile("ss+|եւ|.", re.DOTALL)
"""A letter of a key, or letters that a single small letter may be for: ß, և."""

_LEAST_LIKENESS = 65
"""How alike two names must be, in percent (rapidfuzz's ratio): ``kitchin`` and ``kitchen`` are 86, ``greed``
and ``greta`` 60."""

_LEAST_LIKENESS_OF_WORDS = 80
"""How alike a name and one word of a printed name must be, in percent: ``kitchen`` is meant for "Restaurant
and kitchens"."""

_FEWEST_LETTERS_OF_WORD = 3
"""A shorter word of a printed name is not taken for the name."""

_MOST_SUGGESTIONS = 3
"""The number of names that are offered for an unknown one."""


def is_strange(text: str) -> bool:
    """Whether a text has letters that may look like those of the names around it.

    These are letters other than Latin ones and their accents, and ones without a shape.
    """
    return not text.isascii() and _STRANGE_LETTER.search(text) is not None


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
    """The key of a text with letters other than those of ASCII."""
    import unicodedata  # noqa: PLC0415 - most texts are in plain letters

    decomposed = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    plain = _DOTTED_I.sub("i", _GREEK_ACCENTS.sub("", decomposed))
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
    return "".join(map(_spellings_of, _KEY_PIECE.findall(name_key(name))))


def _spellings_of(piece: str) -> str:
    """A pattern for the spellings of a piece of a key."""
    if piece.startswith("ss"):
        return f"[sß]{{{(len(piece) + 1) // 2},{len(piece)}}}"
    if piece == "եւ":
        return "(?:եւ|և)"
    if piece == "i":
        return "i\u0307?"
    if "α" <= piece <= "ω":
        return f"[{_greek_letters()[piece]}][{MARKS}]*"
    if piece.isascii():
        return re.escape(piece)
    import unicodedata  # noqa: PLC0415 - most names are in plain letters

    decomposed = unicodedata.normalize("NFD", piece)
    return re.escape(piece) if decomposed == piece else f"(?:{re.escape(piece)}|{re.escape(decomposed)})"


@cache
def _greek_letters() -> dict[str, str]:
    """The Greek letters with accents and without, by their keys."""
    letters: dict[str, str] = {}
    for number in (*range(0x370, 0x400), *range(0x1F00, 0x2000)):
        key = name_key(chr(number))
        letters[key] = letters.get(key, "") + chr(number)
    return letters


# --- the nearest names -------------------------------------------------------------------------------

Titles = Mapping[str, str]
"""The printed names of things, by their names in logic."""


class NameMatcher:
    """Known names, made ready to be compared with many unknown ones.

    A name with a title is like another also if its title is, or one of its words that no other title has.
    """

    def __init__(self, known: Iterable[str], titles: Titles | None = None) -> None:
        """Prepare some names, which may have ``titles``."""
        self.names = names = sorted(set(known), reverse=True)
        title_of_name = {name: _for_likeness(titles[name]) for name in names if titles and name in titles}
        self._name_of_key = {name_key(name): name for name in names}
        self._names_by_text = (
            ({_for_likeness(name): name for name in names}, _LEAST_LIKENESS),
            ({title: name for name, title in title_of_name.items()}, _LEAST_LIKENESS),
            (_names_by_own_word(title_of_name), _LEAST_LIKENESS_OF_WORDS),
        )
        """The names by texts that a misspelt one may be like, each with the least likeness in percent."""

        self._texts = tuple(list(names_by_text) for names_by_text, _ in self._names_by_text)

    def nearest(self, name: str) -> tuple[str, ...]:
        """At most three names like ``name``, the likeliest first; one that differs in case alone is it."""
        same_name = self._name_of_key.get(name_key(name))
        if same_name is not None:
            return (same_name,)
        from rapidfuzz import fuzz, process  # noqa: PLC0415 -- loaded when something is misspelt

        candidates: list[tuple[float, str]] = []
        for (names_by_text, least_likeness), texts in zip(self._names_by_text, self._texts, strict=True):
            matches = process.extract(
                _for_likeness(name),
                texts,
                scorer=fuzz.ratio,
                score_cutoff=least_likeness,
                limit=_MOST_SUGGESTIONS,
            )
            candidates += [(likeness, names_by_text[text]) for text, likeness, _ in matches]
        likeliest_first = sorted(candidates, key=lambda candidate: -candidate[0])
        return tuple(dict.fromkeys(candidate for _, candidate in likeliest_first))[:_MOST_SUGGESTIONS]


def nearest(name: str, known: Iterable[str] | NameMatcher, titles: Titles | None = None) -> tuple[str, ...]:
    """At most three known names like ``name``, the likeliest first; one that differs in case alone is it."""
    matcher = known if isinstance(known, NameMatcher) else NameMatcher(known, titles)
    return matcher.nearest(name)


def _names_by_own_word(title_of_name: Mapping[str, str]) -> dict[str, str]:
    """The name whose title has a word that no other title has, by that word."""
    names_of_word: dict[str, list[str]] = {}
    for name, title in title_of_name.items():
        for word in title.split():
            names_of_word.setdefault(word, []).append(name)
    name_of_word: dict[str, str] = {}
    for word, names in names_of_word.items():
        if len(word) >= _FEWEST_LETTERS_OF_WORD and len({*names}) == 1:
            name_of_word[word] = names[0]
    return name_of_word


def _for_likeness(text: str) -> str:
    """A text as it is compared with a misspelt one: neither case nor hyphens count."""
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

    meant_name = look_alikes.Shapes(known).meant(name)
    if not meant_name:
        return ""
    return f"write `{meant_name}`; this has {look_alikes.difference(name, meant_name)}"


def named(name: str, titles: Titles | None = None) -> str:
    """A name as hints have it, with its title where that says more."""
    title = (titles or {}).get(name, name)
    return f"`{name}`" if _for_likeness(title) == _for_likeness(name) else f"`{name}` ({title})"
