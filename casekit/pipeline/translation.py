"""From an edition to the work of translating it; and the tags of languages."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import cast

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
    return "-".join(filter(None, (locale.language, locale.script, locale.territory))), ()


def unspoken(tag: str, known: Collection[str], place: Span) -> Iterator[Finding]:
    """The finding that a language is not one of those that the fixed words of the pages are ``known`` in."""
    if tag.partition("-")[0] not in known:
        yield codes.UNSPOKEN_LANGUAGE.at(
            place,
            f"casekit has no headings and other fixed words in `{tag}` and will print them in English",
            hint=f"use one of {', '.join(known)}, or accept the English words",
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

    They are in every language that was begun. If it is known what has changed, they are those that a change
    of a text or of a translation concerns.

    All else that a check of the translation finds is for whoever translates.
    """
    findings: dict[Finding, None] = {}
    sources: dict[str, Source] = {}
    for file in inputs:
        with noting_places() as places:
            behind, failed = caught(partial(_stale, file, progress), Span(file.name))
        if changes is not None and behind is not None and not any_differs(places, changes):
            continue
        problems, read = behind or (failed, {})
        findings |= dict.fromkeys(problems)
        sources |= read
    return Report(in_order(findings), sources, ())


def _stale(file: loading.InputFile, progress: checking.OnFile) -> tuple[Findings, Mapping[str, Source]]:
    """The same of one case or edition, and the texts that it is about."""
    edition = _edition_of(file.path, file.within)
    languages, problems = _languages(file.path, edition)
    findings, sources = [*problems], dict[str, Source]()
    texts, _, read = _texts(file.path, edition, progress) if languages else (None, (), {})
    for language in languages if texts is not None else ():
        work = open_work(cast("Translatable", texts), language)
        behind = [one for one in review(work) if one.code in _BEHIND]
        findings += behind
        sources |= {**read, **work.sources} if behind else {}
    return tuple(findings), sources


_BEHIND = frozenset((codes.DRIFTED_TRANSLATION, codes.UNTRANSLATED_TEXT))
_MOST_LANGUAGES = 50


def _languages(file: Path, edition: LoadedEdition) -> tuple[list[str], Findings]:
    """The languages into which a case or an edition is translated.

    If these are far too many, there are none, and a finding.
    """
    root = ((edition.settings.file if edition.settings else None) or file).parent / FOLDER
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
    editions = EditionFinder()
    return (
        editions.read(file, within)
        if is_edition(file)
        else editions.of(file.parent, loading.game_in(file).name)
    )


def _repeated_blocks(game: AnyGame, document: Document) -> Iterable[Finding]:
    return game.checks.repeated_blocks(document)


def _problems_of(case: loading.TypedDocument) -> Findings:
    """Findings about the lines of a case, or what makes its texts ambiguous."""
    if case.reading is None:
        return case.parsed.diagnostics
    ambiguous = partial(_repeated_blocks, case.parsed.game, case.reading.document)
    repeated = found_by((ambiguous,), case.source.whole())
    return (*case.parsed.diagnostics, *case.reading.diagnostics, *repeated)


def _texts(
    file: Path, edition: LoadedEdition, progress: checking.OnFile
) -> tuple[Translatable | None, Findings, Mapping[str, Source]]:
    """The texts of a case or an edition to translate, if nothing is wrong with them.

    One case with errors keeps all from it.
    """
    alone, settings = not is_edition(file), edition.settings
    sources = {text.name: text for text in edition.sources}
    problems = [*edition.diagnostics]
    if settings is None or (has_errors(problems) and not alone):
        return None, edition.diagnostics, sources
    root = (settings.file or file).parent
    within = None if alone else file.parent
    cases = [file]
    if not alone:
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
    originals = Originals(root, settings, edition.sources, trees, alone)
    return game_called(edition.game).translation.translatable(originals), tuple(problems), sources
