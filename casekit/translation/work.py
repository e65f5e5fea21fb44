"""The texts of an edition or a single case beside their catalogues.

``open_work`` reads the catalogues. Then ``extracted`` gives them brought up to date, and ``review`` the
findings: missing texts, texts that have changed since they were translated, and those that do not carry the
clues. ``Part.figures`` say how much of each is translated.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from casekit.diagnostics import Finding, Related, Source, Span, codes, for_comparison, normalized
from casekit.language.formula.nodes import VALUE, placeholders
from casekit.language.source_files import is_there, read_bytes
from casekit.system.file_names import as_text
from casekit.translation import matching
from casekit.translation.matching import Match, MessageState
from casekit.translation.po import Catalogue, CatalogueMessage, catalogue_text
from casekit.translation.po_reading import read_catalogue
from casekit.translation.texts import EDITION_FILE, FOLDER, Text, Translatable, is_quotation, unit_of
from casekit.values import frozen
from casekit.values.grouping import grouped

_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
"""A word that may be a name, as in ``ANNA-MARIA``."""

_EXCERPT_LETTERS = 60
"""The most letters of an excerpt in a message."""


@frozen
class Part:
    """The texts of a file, and the catalogue that translates them, if there is one."""

    file: str
    """The file, as seen from the folder of the edition."""

    path: Path
    """The place of its catalogue."""

    catalogue: Catalogue | None
    """Its catalogue, if it is there and can be used."""

    matches: tuple[Match, ...]
    """The texts, each with its entry in the catalogue."""

    gone: tuple[CatalogueMessage, ...]
    """The entries of texts that are no longer there."""

    @property
    def figures(self) -> dict[str, int]:
        """The number of texts (``texts``), and the number in each state, by the name of the state."""
        states = Counter(match.state for match in self.matches)
        return {"texts": len(self.matches), **{state.value: states[state] for state in MessageState}}

    @property
    def begun(self) -> bool:
        """Whether there is a catalogue with a translation; a case without any has no place in a booklet."""
        if self.catalogue is None:
            return False
        has_translation = any(match.entry is not None and match.entry.translation for match in self.matches)
        return has_translation or not self.matches


@frozen
class TranslationProject:
    """Originals, a language and all its catalogues."""

    originals: Translatable
    """What is translated."""

    language: str
    """The language, as a tag of IETF BCP 47."""

    parts: tuple[Part, ...]
    """The files that have texts."""

    sources: Mapping[str, Source]
    """The texts of the catalogues, by the names of their files."""

    problems: tuple[Finding, ...] = ()
    """What is wrong with the catalogues."""


# --- a catalogue beside its texts ----------------------------------------------------------------


def findings(part: Part, catalogue: Catalogue, names: Collection[str]) -> tuple[Finding, ...]:
    """The findings on a catalogue in which something is translated.

    Args:
        part: the texts, and their entries.
        catalogue: the catalogue.
        names: the names of people, which are the same in each language.
    """
    all_findings: list[Finding] = []
    for unit, matches in units(part.matches).items():
        all_findings += _unfinished(unit, matches, catalogue)
        if finished(matches):
            all_findings += _lost_quotations(unit, matches, catalogue)
            all_findings += _other_names(unit, matches, catalogue, names)
            all_findings += _lost_placeholders(matches, catalogue)
    all_findings += _translations_of_gone_texts(part.gone, catalogue)
    return tuple(all_findings)


def units(matches: Iterable[Match]) -> dict[str, list[Match]]:
    """The matches by unit, in the order in which units begin."""
    return grouped((unit_of(match.text.context), match) for match in matches)


def finished(matches: Sequence[Match]) -> bool:
    """Whether every text of a unit is translated."""
    return all(match.state is MessageState.TRANSLATED for match in matches)


def translations(matches: Iterable[Match]) -> Mapping[str, str]:
    """The translation of each text, by context; units that are not finished keep their own texts."""
    texts_by_context: dict[str, str] = {}
    for matches_of_unit in units(matches).values():
        is_finished = finished(matches_of_unit)
        for match in matches_of_unit:
            text = match.entry.translation if match.entry and is_finished else match.text.source
            texts_by_context[match.text.context] = text
    return texts_by_context


def _unfinished(unit: str, matches: Sequence[Match], catalogue: Catalogue) -> Iterator[Finding]:
    """Texts of a unit that have changed since they were translated, and those that are not translated."""
    for match in matches:
        if match.state is MessageState.DRIFTED:
            change = _change_in_words(match.before, match.text.source)
            yield codes.DRIFTED_TRANSLATION.at(
                match.text.span,
                f"{match.text.context} has changed since it was translated: {change}",
                hint="extract again, update the translation and remove `fuzzy` above it",
                related=_place_of_entry(match, catalogue),
            )
    untranslated = [match for match in matches if match.state in {MessageState.MISSING, MessageState.FUZZY}]
    if not untranslated:
        return
    subject = unit if len(matches) == 1 else f"{unit}: {len(untranslated)} of {len(matches)} texts"
    verb = "is" if len(untranslated) == 1 else "are"
    if all(match.state is MessageState.FUZZY for match in untranslated):
        state, hint = "marked fuzzy", "check the translation and remove `fuzzy`"
    else:
        state, hint = "not translated", "translate it; `extract` lists new texts"
    yield codes.UNTRANSLATED_TEXT.at(
        untranslated[0].text.span,
        f"{subject} {verb} {state}; all of it stays in the original",
        hint=hint,
        related=_place_of_entry(untranslated[0], catalogue),
    )


def _place_of_entry(match: Match, catalogue: Catalogue) -> tuple[Related, ...]:
    """The place of the entry of a text, if it has one."""
    return () if match.entry is None else (Related(catalogue.span(match.entry), "its entry is here"),)


def _lost_quotations(unit: str, matches: Sequence[Match], catalogue: Catalogue) -> Iterator[Finding]:
    """Quotations of a unit whose translation is not in the translation of its prose."""
    translations_of_prose = [
        match.entry.translation for match in matches if match.entry and not is_quotation(match.text.context)
    ]
    prose = for_comparison(" ".join(translations_of_prose))
    for match in matches:
        if match.entry is None or not is_quotation(match.text.context):
            continue
        words = match.entry.translation
        if for_comparison(words) not in prose and normalized(words) not in prose:
            yield codes.LOST_QUOTATION.at(
                catalogue.span(match.entry),
                f'"{words}" is not in the translation of {unit}',
                hint="copy the words from the translated paragraph: a proof cites them",
            )


def _lost_placeholders(matches: Sequence[Match], catalogue: Catalogue) -> Iterator[Finding]:
    """Sentences of facts that have lost what is put into them, or have something that nothing is put into."""
    for match in matches:
        if match.entry is None or not match.text.kept:
            continue
        of_original = match.text.kept
        of_translation = frozenset(placeholders(match.entry.translation))
        missing = sorted(of_original - of_translation)
        added = sorted(of_translation - of_original)
        if missing:
            noun = "value" if missing[0] == VALUE else "name"
            fault = f"lacks `({missing[0]})`"
            hint = f"put `({missing[0]})` where the {noun} is to be"
        elif added:
            fault = f"has `({added[0]})`, which the original does not have"
            hint = "remove it"
        else:
            continue
        yield codes.LOST_PLACEHOLDER.at(
            catalogue.span(match.entry), f"the translation of {match.text.context} {fault}", hint=hint
        )


def _other_names(
    unit: str, matches: Sequence[Match], catalogue: Catalogue, names: Collection[str]
) -> Iterator[Finding]:
    """People whom a unit names and its translation does not, or the other way round."""
    entries = [match.entry for match in matches if match.entry and not is_quotation(match.text.context)]
    names_in_original = _names_in([entry.source for entry in entries], names)
    names_in_translation = _names_in([entry.translation for entry in entries], names)
    for name in names:
        if name in names_in_original and name not in names_in_translation:
            message = f"{unit} names {name}, but its translation does not"
            hint = f"name {name} there too, in capitals"
        elif name in names_in_translation and name not in names_in_original:
            message = f"the translation of {unit} names {name}, but the original does not"
            hint = f"leave {name} out"
        else:
            continue
        yield codes.OTHER_NAMES.at(catalogue.span(entries[0]), message, hint=hint)


def _names_in(texts: Iterable[str], names: Collection[str]) -> set[str]:
    """Those of some names that texts have."""
    words: set[str] = set()
    for text in texts:
        words.update(_NAME.findall(text))
    return words & set(names)


def _translations_of_gone_texts(gone: Iterable[CatalogueMessage], catalogue: Catalogue) -> Iterator[Finding]:
    """Translations of texts that are not there any more, unless they are kept as obsolete already."""
    for entry in gone:
        if entry.translation and entry not in catalogue.obsolete:
            name = entry.context or _quoted_excerpt(entry.source.split())
            yield codes.DRIFTED_TRANSLATION.at(
                catalogue.span(entry),
                f"{name} is translated here, but {catalogue.text} no longer has this text",
                hint="extract again to move it to the end of the catalogue",
            )


def _change_in_words(before: str, after: str) -> str:
    """The words that changed, with one word on each side of them."""
    old_words, new_words = before.split(), after.split()
    shorter = min(len(old_words), len(new_words))
    same_at_start = 0
    while same_at_start < shorter and old_words[same_at_start] == new_words[same_at_start]:
        same_at_start += 1
    same_at_end = 0
    while (
        same_at_end < shorter - same_at_start and old_words[-1 - same_at_end] == new_words[-1 - same_at_end]
    ):
        same_at_end += 1
    start = max(0, same_at_start - 1)
    words_left_out = max(0, same_at_end - 1)
    old_excerpt = _quoted_excerpt(old_words[start : len(old_words) - words_left_out])
    new_excerpt = _quoted_excerpt(new_words[start : len(new_words) - words_left_out])
    return f"{old_excerpt} is now {new_excerpt}"


def _quoted_excerpt(words: Sequence[str]) -> str:
    """The beginning of some words, in quotation marks."""
    text = " ".join(words)
    if len(text) > _EXCERPT_LETTERS:
        text = text[:_EXCERPT_LETTERS].rstrip() + "…"
    return f"“{text}”"


# --- all catalogues of a language ----------------------------------------------------------------


def open_work(originals: Translatable, language: str) -> TranslationProject:
    """Read the catalogues of a language, as far as they are there."""
    parts: list[Part] = []
    problems: list[Finding] = []
    sources: dict[str, Source] = {}
    for file, texts in originals.texts().items():
        path = originals.catalogue(file, language)
        catalogue = None
        if is_there(path):
            catalogue, source, problems_of_catalogue = _read_own_catalogue(
                path, originals.root, file, texts, language
            )
            sources[source.name] = source
            problems += problems_of_catalogue
        parts.append(Part(file, path, catalogue, *matching.match(texts, catalogue)))
    return TranslationProject(originals, language, tuple(parts), sources, tuple(problems))


def _read_own_catalogue(
    path: Path, root: Path, file: str, texts: Sequence[Text], language: str
) -> tuple[Catalogue | None, Source, tuple[Finding, ...]]:
    """The catalogue at a place, if it is the one of a file and its texts in a language.

    Returns:
        The catalogue, if it can be used; its text; and what is wrong with it.
    """
    name = path.as_posix()
    data, problems = read_bytes(path, root)
    if data is None:
        return None, Source(name, ""), problems
    catalogue, source, problems = read_catalogue(data, name)
    if catalogue is None:
        return None, source, problems
    foreign_findings = tuple(_foreign_catalogue(catalogue, file, texts, language))
    return (None if foreign_findings else catalogue), source, foreign_findings


def _foreign_catalogue(
    catalogue: Catalogue, file: str, texts: Sequence[Text], language: str
) -> Iterator[Finding]:
    """The finding on a catalogue that is of another file or in another language."""
    # Other programs lose fields of the header: then the entries say whose catalogue it is, and its place the
    # language.
    has_lost_header = not catalogue.text and _has_entries_of(catalogue, texts)
    if catalogue.text != as_text(file) and not has_lost_header:
        claim = f"belongs to {catalogue.text}" if catalogue.text else "does not say whose texts it translates"
        yield codes.FOREIGN_CATALOGUE.at(
            catalogue.source.whole(),
            f"this catalogue {claim}, but it is in the place of that of {file}",
            hint="put each catalogue in its own place; `X-Casekit-Text` in its header names the file",
        )
    elif catalogue.language and catalogue.language.replace("_", "-").lower() != language.lower():
        yield codes.FOREIGN_CATALOGUE.at(
            catalogue.source.whole(),
            f"this catalogue is in `{catalogue.language}`, but it is among those in `{language}`",
            hint="move it to the folder of its language, or correct `Language` in its header",
        )


def _has_entries_of(catalogue: Catalogue, texts: Sequence[Text]) -> bool:
    """Whether at least half of the entries are those of some texts, by context or by text."""
    contexts = {text.context for text in texts}
    sources = {text.source for text in texts}
    count = sum(entry.context in contexts or entry.source in sources for entry in catalogue.entries)
    return 2 * count >= len(catalogue.entries) > 0


def extracted(work: TranslationProject) -> dict[Path, bytes]:
    """Every catalogue brought up to date, by file."""
    project = work.originals.title
    catalogues: dict[Path, bytes] = {}
    for part in work.parts:
        catalogue = matching.updated(
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
        finding = codes.NO_TRANSLATION.at(
            Span((work.originals.root / FOLDER / work.language).as_posix()),
            f"there is no catalogue in `{work.language}`",
            hint=f"run `casekit translate extract {work.language}` and fill in the catalogues that it writes",
        )
        return (finding,)
    all_findings = list(work.problems)
    for part in work.parts:
        is_taken_along = part.file == EDITION_FILE or work.originals.alone
        consequence = "the case is left out, and its booklet has different numbers from the original"
        if is_taken_along:
            consequence = "its texts stay as they are"
        if part.begun and part.catalogue:
            all_findings += findings(part, part.catalogue, work.originals.names)
        elif part.catalogue:
            message = f"no text of {part.file} is translated yet: {consequence}"
            hint = "write each translation after its `msgstr`"
            place = part.catalogue.source.whole()
            all_findings.append(codes.UNTRANSLATED_TEXT.at(place, message, hint=hint))
        elif not is_there(part.path):
            message = f"{part.file} has no catalogue in `{work.language}`: {consequence}"
            hint = f"run `casekit translate extract {work.language}` and fill in the one that it writes"
            all_findings.append(codes.MISSING_CATALOGUE.at(Span(part.path.as_posix()), message, hint=hint))
    return tuple(all_findings)
