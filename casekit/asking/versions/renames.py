"""Names of one version that the other one has under another name."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

_NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_ENOUGH = 0.5
"""As much of the lines of a name must be the same under its new one."""

_MOST = 200
"""Where more names than that are new, nothing was renamed: something else was written."""


def renames(
    old: Sequence[str], new: Sequence[str], old_names: Iterable[str], new_names: Iterable[str]
) -> dict[str, str]:
    """The new names of what was renamed, by the old ones.

    Args:
        old: the lines of logic of one version, with headings.
        new: those of the other.
        old_names: which names the formulas of the one may use.
        new_names: likewise of the other.
    """
    before, after = ([names_in(line) for line in lines] for lines in (old, new))
    gone = _only(before, set(old_names), set(new_names))
    come = _only(after, set(new_names), set(old_names))
    if not gone or not come or len(gone) > _MOST or len(come) > _MOST:
        return {}
    strange = {*gone, *come}
    then = {name: _masked(old, before, name, strange) for name in gone}
    now = {name: _masked(new, after, name, strange) for name in come}
    scores = sorted(
        ((-_alike(then[one], now[other]), index, place, one, other))
        for index, one in enumerate(gone)
        for place, other in enumerate(come)
    )
    found: dict[str, str] = {}
    for score, _, _, one, other in scores:
        if -score >= _ENOUGH and one not in found and other not in found.values():
            found[one] = other
    return {name: found[name] for name in gone if name in found}


def renamed(line: str, names: Mapping[str, str]) -> str:
    """A line of logic under new names; quotations stay."""
    if not names:
        return line
    pieces, at = [], 0
    for quotation in _QUOTED.finditer(line):
        pieces += [_with_names(line[at : quotation.start()], names), quotation.group()]
        at = quotation.end()
    return "".join((*pieces, _with_names(line[at:], names)))


def names_in(line: str) -> set[str]:
    """The names of a line of logic outside quotations."""
    return set(_NAME.findall(_QUOTED.sub("", line)))


def _with_names(text: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: names.get(found.group(), found.group()), text)


def _only(lines: Sequence[set[str]], own: set[str], others: set[str]) -> list[str]:
    """The names that lines use and the other version does not know, in the order of their first use."""
    unknown = own - others
    return list(dict.fromkeys(name for names in lines for name in sorted(names & unknown)))


def _masked(lines: Sequence[str], names: Sequence[set[str]], name: str, strange: set[str]) -> Counter[str]:
    """The lines that use a name, without it and without whatever else only one version has."""
    mask = {**dict.fromkeys(strange, "?"), name: "!"}
    return Counter(
        _QUOTED.sub("", renamed(line, mask)) for line, used in zip(lines, names, strict=True) if name in used
    )


def _alike(one: Counter[str], other: Counter[str]) -> float:
    return (one & other).total() / max(one.total(), other.total(), 1)
