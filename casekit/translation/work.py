"""The texts of an edition or a single case beside their catalogues.

``open_work`` reads the catalogues; then ``extracted`` gives them brought up to date, ``review`` what there is
to say of them: missing texts, texts that have drifted, and those that do not carry the clues.
``Part.figures`` say how far each is.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from casekit.diagnostics import Finding, Related, Source, Span, codes, for_comparison, normalized
from casekit.language.formula.nodes import VALUE, placeholders
from casekit.language.source_files import is_there, read_bytes
from casekit.system.file_names import as_text
from casekit.translation.matching import Match, MessageState, match, updated
from casekit.translation.po import Catalogue, CatalogueMessage, catalogue_text, read_catalogue
from casekit.translation.texts import EDITION_FILE, FOLDER, Text, Translatable, is_quotation, unit_of
from casekit.values import frozen
from casekit.values.grouping import grouped

_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHOWN = 60


def findings(part: "Part", catalogue: Catalogue, names: Collection[str]) -> tuple[Finding, ...]:
    """Everything there is to say of a catalogue in which something is translated.

    ``names`` are those of its people.
    """
    diagnostics: list[Finding] = []
    for unit, parts in units(part.matches).items():
        diagnostics += _unfinished(unit, parts, catalogue)
        if finished(parts):
            diagnostics += _lost_quotations(unit, parts, catalogue)
            diagnostics += _names(unit, parts, catalogue, names)
            diagnostics += _lost_placeholders(parts, catalogue)
    diagnostics += _gone(part.gone, catalogue)
    return tuple(diagnostics)


def units(matches: Iterable[Match]) -> dict[str, list[Match]]:
    """The matches by unit, in the order in which units begin."""
    return grouped((unit_of(match.text.context), match) for match in matches)


def finished(parts: Sequence[Match]) -> bool:
    """Whether every text of a unit is translated."""
    return all(part.state is MessageState.TRANSLATED for part in parts)


def translations(matches: Iterable[Match]) -> Mapping[str, str]:
    """The translation of each text, by context; units that are not finished keep their own texts."""
    by_context: dict[str, str] = {}
    for parts in units(matches).values():
        is_finished = finished(parts)
        for part in parts:
            text = part.entry.translation if part.entry and is_finished else part.text.source
            by_context[part.text.context] = text
    return by_context


def _unfinished(unit: str, parts: Sequence[Match], catalogue: Catalogue) -> Iterator[Finding]:
    for part in parts:
        if part.state is MessageState.DRIFTED:
            yield codes.DRIFTED_TRANSLATION.at(
                part.text.span,
                f"{part.text.context} has changed since it was translated: {_change(part.before, part.text.source)}",
                hint="extract again, update the translation and remove `fuzzy` above it",
                related=_translation(part, catalogue),
            )
    waiting = [part for part in parts if part.state in {MessageState.MISSING, MessageState.FUZZY}]
    if not waiting:
        return
    fuzzy = all(part.state is MessageState.FUZZY for part in waiting)
    what = unit if len(parts) == 1 else f"{unit}: {len(waiting)} of {len(parts)} texts"
    verb = "are" if len(parts) > 1 and len(waiting) > 1 else "is"
    yield codes.UNTRANSLATED_TEXT.at(
        waiting[0].text.span,
        f"{what} {verb} {'marked fuzzy' if fuzzy else 'not translated'}; all of it stays in the original",
        hint="check the translation and remove `fuzzy`"
        if fuzzy
        else "translate it; `extract` lists new texts",
        related=_translation(waiting[0], catalogue),
    )


def _translation(part: Match, catalogue: Catalogue) -> tuple[Related, ...]:
    return () if part.entry is None else (Related(catalogue.span(part.entry), "its entry is here"),)


def _lost_quotations(unit: str, parts: Sequence[Match], catalogue: Catalogue) -> Iterator[Finding]:
    prose = for_comparison(
        " ".join(
            part.entry.translation for part in parts if part.entry and not is_quotation(part.text.context)
        )
    )
    for part in parts:
        if part.entry is None or not is_quotation(part.text.context):
            continue
        words = part.entry.translation
        if not any(way in prose for way in (for_comparison(words), normalized(words))):
            yield codes.LOST_QUOTATION.at(
                catalogue.span(part.entry),
                f'"{words}" is not in the translation of {unit}',
                hint="copy the words from the translated paragraph: a proof cites them",
            )


def _lost_placeholders(parts: Sequence[Match], catalogue: Catalogue) -> Iterator[Finding]:
    """Sentences of facts that have lost what is put into them, or have something that nothing is put into."""
    for part in parts:
        if part.entry is None or not part.text.kept:
            continue
        there = frozenset(placeholders(part.entry.translation))
        wrong = sorted(part.text.kept - there) or sorted(there - part.text.kept)
        if wrong:
            lost = wrong[0] in part.text.kept
            yield codes.LOST_PLACEHOLDER.at(
                catalogue.span(part.entry),
                f"the translation of {part.text.context} {'lacks' if lost else 'has'} `({wrong[0]})`"
                + ("" if lost else ", which the original does not have"),
                hint=f"put `({wrong[0]})` where the {'value' if wrong[0] == VALUE else 'name'} is to be"
                if lost
                else "remove it",
            )


def _names(
    unit: str, parts: Sequence[Match], catalogue: Catalogue, names: Collection[str]
) -> Iterator[Finding]:
    """People whom the text names and its translation does not, or the other way round."""
    entries = [part.entry for part in parts if part.entry and not is_quotation(part.text.context)]
    before = _named([entry.source for entry in entries], names)
    after = _named([entry.translation for entry in entries], names)
    for name in names:
        if (name in before) != (name in after):
            missing = name in before
            yield codes.OTHER_NAMES.at(
                catalogue.span(entries[0]),
                f"{unit} names {name}, but its translation does not"
                if missing
                else f"the translation of {unit} names {name}, but the original does not",
                hint=f"name {name} there too, in capitals" if missing else f"leave {name} out",
            )


def _named(texts: Iterable[str], names: Collection[str]) -> set[str]:
    words: set[str] = set()
    for text in texts:
        words.update(_NAME.findall(text))
    return words & set(names)


def _gone(gone: Iterable[CatalogueMessage], catalogue: Catalogue) -> Iterator[Finding]:
    """Translations of texts that are not there any more, unless they are kept as obsolete already."""
    for entry in gone:
        if entry.translation and entry not in catalogue.obsolete:
            what = entry.context or _short(entry.source.split())
            yield codes.DRIFTED_TRANSLATION.at(
                catalogue.span(entry),
                f"{what} is translated here, but {catalogue.text} no longer has this text",
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


@frozen
class Part:
    """A file's texts and the catalogue that translates them, if there is one."""

    file: str
    path: Path
    catalogue: Catalogue | None
    matches: tuple[Match, ...]
    gone: tuple[CatalogueMessage, ...]

    @property
    def figures(self) -> dict[str, int]:
        """How many texts there are, and how many are in each state."""
        states = Counter(each.state for each in self.matches)
        return {"texts": len(self.matches), **{state.value: states[state] for state in MessageState}}

    @property
    def begun(self) -> bool:
        """Whether there is a catalogue with a translation; a case without any has no place in a booklet."""
        translated = (each.entry is not None and each.entry.translation for each in self.matches)
        return self.catalogue is not None and (any(translated) or not self.matches)


@frozen
class TranslationProject:
    """Originals, a language and all catalogues of it.

    ``sources`` are their texts, ``problems`` what is wrong with them.
    """

    originals: Translatable
    language: str
    parts: tuple[Part, ...]
    sources: Mapping[str, Source]
    problems: tuple[Finding, ...] = ()


def open_work(originals: Translatable, language: str) -> TranslationProject:
    """Read the catalogues of a language, as far as they are there."""
    parts: list[Part] = []
    problems: list[Finding] = []
    sources: dict[str, Source] = {}
    for file, texts in originals.texts().items():
        path = originals.catalogue(file, language)
        catalogue = None
        if is_there(path):
            catalogue, source, found = _read(path, originals.root, file, texts, language)
            sources[source.name] = source
            problems += found
        parts.append(Part(file, path, catalogue, *match(texts, catalogue)))
    return TranslationProject(originals, language, tuple(parts), sources, tuple(problems))


def _read(
    path: Path, root: Path, file: str, texts: Sequence[Text], language: str
) -> tuple[Catalogue | None, Source, tuple[Finding, ...]]:
    name = path.as_posix()
    data, problems = read_bytes(path, root)
    if data is None:
        return None, Source(name, ""), problems
    catalogue, source, problems = read_catalogue(data, name)
    if catalogue is None:
        return None, source, problems
    foreign = tuple(_foreign(catalogue, file, texts, language))
    return (None if foreign else catalogue), source, foreign


def _foreign(catalogue: Catalogue, file: str, texts: Sequence[Text], language: str) -> Iterator[Finding]:
    # Other programs lose fields of the header: then the entries say whose catalogue it is, and its place the
    # language.
    lost = not catalogue.text and _knows(catalogue, texts)
    if catalogue.text != as_text(file) and not lost:
        whose = f"belongs to {catalogue.text}" if catalogue.text else "does not say whose texts it translates"
        yield codes.FOREIGN_CATALOGUE.at(
            catalogue.source.whole(),
            f"this catalogue {whose}, but it is in the place of that of {file}",
            hint="put each catalogue in its own place; `X-Casekit-Text` in its header names the file",
        )
    elif catalogue.language and catalogue.language.replace("_", "-").lower() != language.lower():
        yield codes.FOREIGN_CATALOGUE.at(
            catalogue.source.whole(),
            f"this catalogue is in `{catalogue.language}`, but it is among those in `{language}`",
            hint="move it to the folder of its language, or correct `Language` in its header",
        )


def _knows(catalogue: Catalogue, texts: Sequence[Text]) -> bool:
    """Whether at least half of the entries are those of some texts, by context or by text."""
    contexts = {text.context for text in texts}
    sources = {text.source for text in texts}
    known = [entry for entry in catalogue.entries if entry.context in contexts or entry.source in sources]
    return 2 * len(known) >= len(catalogue.entries) > 0


def extracted(work: TranslationProject) -> dict[Path, bytes]:
    """Every catalogue brought up to date, by file."""
    project = work.originals.title
    catalogues: dict[Path, bytes] = {}
    for part in work.parts:
        catalogue = updated(
            part.catalogue,
            part.matches,
            part.gone,
            text=as_text(part.file),
            language=work.language,
            project=project,
        )
        catalogues[part.path] = catalogue_text(catalogue).encode()
    return catalogues


def review(work: TranslationProject) -> tuple[Finding, ...]:
    """The findings on the translation: what is missing, has drifted or does not fit."""
    if not work.sources:
        missing = codes.NO_TRANSLATION.at(
            Span((work.originals.root / FOLDER / work.language).as_posix()),
            f"there is no catalogue in `{work.language}`",
            hint=f"run `casekit translate extract {work.language}` and fill in the catalogues that it writes",
        )
        return (missing,)
    diagnostics = list(work.problems)
    for part in work.parts:
        stays = part.file == EDITION_FILE or work.originals.alone
        fate = (
            "its texts stay as they are"
            if stays
            else "the case is left out, and its booklet has different numbers from the original"
        )
        if part.begun and part.catalogue:
            diagnostics += findings(part, part.catalogue, work.originals.names)
        elif part.catalogue:
            message = f"no text of {part.file} is translated yet: {fate}"
            hint = "write each translation after its `msgstr`"
            place = part.catalogue.source.whole()
            diagnostics.append(codes.UNTRANSLATED_TEXT.at(place, message, hint=hint))
        elif not is_there(part.path):
            message = f"{part.file} has no catalogue in `{work.language}`: {fate}"
            hint = f"run `casekit translate extract {work.language}` and fill in the one that it writes"
            diagnostics.append(codes.MISSING_CATALOGUE.at(Span(part.path.as_posix()), message, hint=hint))
    return tuple(diagnostics)
