"""Findings on a translation: missing texts, texts that have drifted, and those that do not carry the clues."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from casekit.diagnostics import Diagnostic, Related, codes
from casekit.language.sentences import VALUE, placeholders
from casekit.model.passages import even, folded
from casekit.translation.matching import Match, Matches, MessageState
from casekit.translation.po import Catalogue

_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHOWN = 60


def findings(matches: Matches, catalogue: Catalogue, names: Collection[str]) -> tuple[Diagnostic, ...]:
    """Everything there is to say of a catalogue in which something is translated; ``names`` are those of its people."""
    found: list[Diagnostic] = []
    for unit, parts in units(matches).items():
        found += _unfinished(unit, parts, catalogue)
        if finished(parts):
            found += _lost_quotations(unit, parts, catalogue)
            found += _names(unit, parts, catalogue, names)
            found += _lost_placeholders(parts, catalogue)
    found += _gone(matches, catalogue)
    return tuple(found)


def units(matches: Matches) -> dict[str, tuple[Match, ...]]:
    """The matches by unit, in the order in which units begin."""
    gathered: dict[str, list[Match]] = {}
    for match in matches.matches:
        gathered.setdefault(match.text.unit, []).append(match)
    return {unit: tuple(parts) for unit, parts in gathered.items()}


def finished(parts: Sequence[Match]) -> bool:
    """Whether every text of a unit is translated."""
    return all(part.state is MessageState.TRANSLATED for part in parts)


def translations(matches: Matches) -> Mapping[str, str]:
    """The translation of each text, by context; units that are not finished keep their own texts."""
    return {
        part.text.context: part.entry.translation if part.entry and finished(parts) else part.text.source
        for parts in units(matches).values()
        for part in parts
    }


def _unfinished(unit: str, parts: Sequence[Match], catalogue: Catalogue) -> Iterator[Diagnostic]:
    for part in parts:
        if part.state is MessageState.DRIFTED:
            yield Diagnostic(
                codes.DRIFTED_TRANSLATION,
                f"{part.text.context} has changed since it was translated: {_change(part.before, part.text.source)}",
                part.text.span,
                hint="extract again, update the translation and remove `fuzzy` above it",
                related=_translation(part, catalogue),
            )
    waiting = [part for part in parts if part.state in {MessageState.MISSING, MessageState.FUZZY}]
    if not waiting:
        return
    fuzzy = all(part.state is MessageState.FUZZY for part in waiting)
    what = unit if len(parts) == 1 else f"{unit}: {len(waiting)} of {len(parts)} texts"
    verb = "are" if len(parts) > 1 and len(waiting) > 1 else "is"
    yield Diagnostic(
        codes.UNTRANSLATED_TEXT,
        f"{what} {verb} {'marked fuzzy' if fuzzy else 'not translated'}; all of it stays in the original",
        waiting[0].text.span,
        hint="check the translation and remove `fuzzy`"
        if fuzzy
        else "translate it; `extract` lists new texts",
        related=_translation(waiting[0], catalogue),
    )


def _translation(part: Match, catalogue: Catalogue) -> tuple[Related, ...]:
    return () if part.entry is None else (Related(catalogue.span(part.entry), "its entry is here"),)


def _lost_quotations(unit: str, parts: Sequence[Match], catalogue: Catalogue) -> Iterator[Diagnostic]:
    prose = folded(" ".join(part.entry.translation for part in parts if part.entry and not part.text.quoted))
    for part in parts:
        if part.entry is None or not part.text.quoted:
            continue
        words = part.entry.translation
        if not any(way in prose for way in (folded(words), even(words))):
            yield Diagnostic(
                codes.LOST_QUOTATION,
                f'"{words}" is not in the translation of {unit}',
                catalogue.span(part.entry),
                hint="copy the words from the translated paragraph: a proof cites them",
            )


def _lost_placeholders(parts: Sequence[Match], catalogue: Catalogue) -> Iterator[Diagnostic]:
    """Sentences of facts that have lost what is put into them, or have something that nothing is put into."""
    for part in parts:
        if part.entry is None or not part.text.kept:
            continue
        there = frozenset(placeholders(part.entry.translation))
        wrong = sorted(part.text.kept - there) or sorted(there - part.text.kept)
        if wrong:
            lost = wrong[0] in part.text.kept
            yield Diagnostic(
                codes.LOST_PLACEHOLDER,
                f"the translation of {part.text.context} {'lacks' if lost else 'has'} `({wrong[0]})`"
                + ("" if lost else ", which the original does not have"),
                catalogue.span(part.entry),
                hint=f"put `({wrong[0]})` where the {_MEANT.get(wrong[0], 'name')} is to be"
                if lost
                else "remove it",
            )


_MEANT = {VALUE: "value"}


def _names(
    unit: str, parts: Sequence[Match], catalogue: Catalogue, names: Collection[str]
) -> Iterator[Diagnostic]:
    """People whom the text names and its translation does not, or the other way round."""
    entries = [part.entry for part in parts if part.entry and not part.text.quoted]
    before = _named((entry.source for entry in entries), names)
    after = _named((entry.translation for entry in entries), names)
    for name in names:
        if (name in before) != (name in after):
            missing = name in before
            yield Diagnostic(
                codes.OTHER_NAMES,
                f"{unit} names {name}, but its translation does not"
                if missing
                else f"the translation of {unit} names {name}, but the original does not",
                catalogue.span(entries[0]),
                hint=f"name {name} there too, in capitals" if missing else f"leave {name} out",
            )


def _named(texts: Iterator[str], names: Collection[str]) -> set[str]:
    words = {word for text in texts for word in _NAME.findall(text)}
    return words & set(names)


def _gone(matches: Matches, catalogue: Catalogue) -> Iterator[Diagnostic]:
    """Translations of texts that are not there any more, unless they are kept as obsolete already."""
    for entry in matches.gone:
        if entry not in catalogue.obsolete:
            yield Diagnostic(
                codes.DRIFTED_TRANSLATION,
                f"{entry.context} is translated here, but {catalogue.text} no longer has this text",
                catalogue.span(entry),
                hint="extract again to move it to the end of the catalogue",
            )


def _change(before: str, after: str) -> str:
    """The change, with a word on each side of it."""
    old, new = before.split(), after.split()
    pairs = zip(old, new, strict=False)
    start = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(old), len(new)))
    ends = zip(reversed(old[start:]), reversed(new[start:]), strict=False)
    same = next((at for at, (one, other) in enumerate(ends) if one != other), None)
    end = max(0, (min(len(old), len(new)) - start if same is None else same) - 1)
    start = max(0, start - 1)
    return f"{_short(old[start : len(old) - end])} is now {_short(new[start : len(new) - end])}"


def _short(words: Sequence[str]) -> str:
    text = " ".join(words)
    return f"“{text if len(text) <= _SHOWN else text[:_SHOWN].rstrip() + '…'}”"
