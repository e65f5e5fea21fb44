"""From an edition to the work of translating it; and the tags of languages."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from casekit.analysis.analyzer import Findings
from casekit.diagnostics import (
    Finding,
    Report,
    Source,
    Span,
    caught,
    codes,
    found_by,
    has_errors,
    in_order,
)
from casekit.kit.editions import EditionFinder, LoadedEdition, cases_of, is_edition, shown
from casekit.kit.interface import AnyGame, Document
from casekit.kit.registry import game_called
from casekit.language.places import note_seen, noting_places
from casekit.pipeline import checking, loading
from casekit.pipeline.changed_inputs import Changes, any_differs
from casekit.translation.texts import FOLDER, Originals, Translatable
from casekit.translation.work import TranslationProject, open_work, review

_STALE_CODES = frozenset((codes.DRIFTED_TRANSLATION, codes.UNTRANSLATED_TEXT))
"""The codes of findings that a translation does not keep up with its text."""

_MOST_LANGUAGES = 50
"""The number of languages of an edition that are looked at."""


def canonical(tag: str) -> tuple[str | None, tuple[Finding, ...]]:
    """A language's tag in its usual form (``fr``, ``pt-BR``), or what is wrong with it."""
    from babel import Locale, UnknownLocaleError

    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-", resolve_likely_subtags=False)
    except (ValueError, UnknownLocaleError):
        unknown = codes.UNKNOWN_LANGUAGE.at(
            Span(tag),
            f"`{tag}` is not a known language",
            hint="give the tag of a language, such as `fr`, `de` or `pt-BR`",
        )
        return None, (unknown,)
    parts = (locale.language, locale.script, locale.territory)
    return "-".join(filter(None, parts)), ()


def unspoken(tag: str, languages: Collection[str], place: Span) -> Iterator[Finding]:
    """The finding that the fixed words of the pages are not in a language, if they are not.

    Args:
        tag: the tag of the language.
        languages: the languages that they are in.
        place: where the finding is.
    """
    if tag.partition("-")[0] not in languages:
        yield codes.UNSPOKEN_LANGUAGE.at(
            place,
            f"casekit has no headings and other fixed words in `{tag}` and will print them in English",
            hint=f"use one of {', '.join(languages)}, or accept the English words",
        )


def open_translation(
    target: Path, language: str, progress: checking.OnFile
) -> tuple[TranslationProject | None, Findings, Mapping[str, Source]]:
    """Read a case, an edition file or the folder of one, and its catalogues in a language."""
    file, within = loading.file_of_target(target)
    edition = _edition_of(file, within)
    # A tag that is not a language's is reported before anything is read.
    place = edition.sources[0].whole() if edition.sources else Source(shown(file), "").whole()
    original = edition.settings.language if edition.settings else ""
    tag, problems = canonical(language)
    if tag is not None and tag.lower() == original.lower():
        message, hint = f"the edition is already in `{original}`", "name the language to translate it into"
        problems = (codes.UNKNOWN_LANGUAGE.at(place, message, hint=hint),)
    if tag is None or problems:
        return None, problems, {text.name: text for text in edition.sources}
    texts, problems, sources = _texts(file, edition, progress)
    if texts is None:
        return None, problems, sources
    work = open_work(texts, tag)
    return work, problems, {**sources, **work.sources}


def stale(
    inputs: Sequence[loading.InputFile], progress: checking.OnFile, changes: Changes | None = None
) -> Report:
    """Report translations that do not keep up with the texts of cases and editions.

    All other findings on a translation are for its translator, so they are not reported.

    Args:
        inputs: cases and editions, whose translations are looked at in every language that was begun.
        progress: called with the name of each file before it is read.
        changes: what has changed; only what a change of a text or of a translation concerns is reported.
    """
    findings: dict[Finding, None] = {}
    sources: dict[str, Source] = {}
    for file in inputs:
        with noting_places() as places:
            result, failure = caught(partial(_stale_translations, file, progress), Span(file.name))
        if result is None:
            findings |= dict.fromkeys(failure)
        elif changes is None or any_differs(places, changes):
            stale_findings, texts = result
            findings |= dict.fromkeys(stale_findings)
            sources |= texts
    return Report(in_order(findings), sources, ())


def _stale_translations(
    file: loading.InputFile, progress: checking.OnFile
) -> tuple[Findings, Mapping[str, Source]]:
    """The findings on stale translations of one case or edition, and the texts that they are about."""
    edition = _edition_of(file.path, file.within)
    languages, problems = _languages(file.path, edition)
    if not languages:
        return problems, {}
    texts, _, original_sources = _texts(file.path, edition, progress)
    if texts is None:
        return problems, {}
    findings = [*problems]
    sources: dict[str, Source] = {}
    for language in languages:
        work = open_work(texts, language)
        stale_findings = [finding for finding in review(work) if finding.code in _STALE_CODES]
        if stale_findings:
            findings += stale_findings
            sources |= {**original_sources, **work.sources}
    return tuple(findings), sources


def _languages(file: Path, edition: LoadedEdition) -> tuple[list[str], Findings]:
    """The languages into which a case or an edition is translated; if they are too many, only a finding."""
    edition_file = edition.settings.file if edition.settings else None
    root = (edition_file or file).parent / FOLDER
    names = sorted(folder.name for folder in root.glob("*") if folder.is_dir())
    for name in names:
        note_seen(root / name)
    if len(names) > _MOST_LANGUAGES:
        message = (
            f"there are {len(names):,} folders of languages, and at most {_MOST_LANGUAGES} are looked at"
        )
        hint = "leave those that are translated, or look at one with `casekit translate check`"
        return [], (codes.TOO_MUCH_TO_READ.at(Span(shown(root)), message, hint=hint),)
    original = edition.settings.language.lower() if edition.settings else ""
    tags = (tag for tag, _ in map(canonical, names) if tag and tag.lower() != original)
    return [*dict.fromkeys(tags)], ()


def _edition_of(file: Path, within: Path | None) -> LoadedEdition:
    """The edition in a file, or that of the case in a file."""
    editions = EditionFinder()
    if is_edition(file):
        return editions.read(file, within)
    return editions.of(file.parent, loading.game_in(file).name)


def _repeated_blocks(game: AnyGame, document: Document) -> Iterable[Finding]:
    return game.checks.repeated_blocks(document)


def _problems_of(case: loading.TypedDocument) -> Findings:
    """Findings about the lines of a case, or what makes its texts ambiguous."""
    if case.resolved is None:
        return case.parsed.diagnostics
    finding_repeated_blocks = partial(_repeated_blocks, case.parsed.game, case.resolved.document)
    repeated_blocks = found_by((finding_repeated_blocks,), case.source.whole())
    return (*case.parsed.diagnostics, *case.resolved.diagnostics, *repeated_blocks)


def _texts(
    file: Path, edition: LoadedEdition, progress: checking.OnFile
) -> tuple[Translatable | None, Findings, Mapping[str, Source]]:
    """The texts of a case or an edition to translate, if no case has errors.

    Returns:
        The texts, the findings on them, and the sources of these by name.
    """
    is_one_case = not is_edition(file)
    settings = edition.settings
    sources = {text.name: text for text in edition.sources}
    problems = [*edition.diagnostics]
    if settings is None or (has_errors(problems) and not is_one_case):
        return None, edition.diagnostics, sources
    root = (settings.file or file).parent
    within = None if is_one_case else file.parent
    cases = [file]
    if not is_one_case:
        cases = list(chain.from_iterable(cases_of(booklet, file) for booklet in settings.booklets))
    trees = {}
    for path in cases:
        progress(shown(path))
        case = loading.open_document(
            loading.InputFile(shown(path), None, path, within), EditionFinder(), edition
        )
        problems += _problems_of(case)
        name = (path.parent.resolve() / path.name).relative_to(root.resolve())
        trees[name.as_posix()] = case.parsed.tree
        sources[case.source.name] = case.source
    if not trees:
        problems.append(loading.no_booklet(file, "translate"))
    if has_errors(problems):
        return None, in_order(problems), sources
    originals = Originals(root, settings, edition.sources, trees, is_one_case)
    return game_called(edition.game).translation.translatable(originals), tuple(problems), sources
