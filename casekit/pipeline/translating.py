"""From an edition to what there is to translate of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.diagnostics import Diagnostic, Source, has_errors, in_order
from casekit.games.midnight.editions import EDITION, Editions, Shelf, cases_of, is_edition, shown
from casekit.language.reading import read_bytes
from casekit.language.tree import Document
from casekit.pipeline.checking import Progress, parse_bytes, resolve_parsed
from casekit.pipeline.planning import no_booklet

if TYPE_CHECKING:
    from casekit.games.midnight.translation.work import Originals, Work


def open_translation(
    target: Path, language: str, progress: Progress
) -> "tuple[Work | None, tuple[Diagnostic, ...], Mapping[str, Source]]":
    """Read a case, an edition file or the folder of one, and its catalogues in a language."""
    from casekit.games.midnight.translation.tags import canonical, own_language
    from casekit.games.midnight.translation.work import open_work

    tag, problems = canonical(language)
    if tag is None:
        return None, problems, {}
    originals, problems, sources = _originals(target, progress)
    if originals is None:
        return None, problems, sources
    own = own_language(tag, originals.edition.language, originals.toml.whole())
    if own:
        return None, own, sources
    work = open_work(originals, tag)
    return work, problems, {**sources, **work.sources}


def _originals(
    target: Path, progress: Progress
) -> "tuple[Originals | None, tuple[Diagnostic, ...], dict[str, Source]]":
    """What there is to translate; a case with errors keeps all of it from being translated."""
    from casekit.games.midnight.load import built_in_source
    from casekit.games.midnight.translation.work import Originals

    editions = Editions()
    file = target / EDITION if target.is_dir() else target
    alone = not is_edition(file)
    shelf = editions.of(file.parent) if alone else editions.read(file)
    sources = {text.name: text for text in (shelf.source, shelf.deck_source) if text is not None}
    problems = shelf.diagnostics
    if shelf.edition is None or (has_errors(problems) and not alone):
        return None, problems, sources
    root = (shelf.edition.file or file).parent
    cases = [file] if alone else [case for each in shelf.edition.booklets for case in cases_of(each, file)]
    documents = {}
    for case in cases:
        progress(shown(case))
        document, found = _original(case, shelf)
        sources[document.source.name] = document.source
        problems = (*problems, *found)
        name = (case.parent.resolve() / case.name).relative_to(root.resolve())
        documents[name.as_posix()] = document
    if not documents:
        problems = (*problems, no_booklet(file, "translate"))
    if has_errors(problems):
        return None, in_order(problems), sources
    toml = shelf.source or built_in_source()
    return Originals(root, shelf.edition, toml, shelf.deck_source, documents, alone), problems, sources


def _original(file: Path, shelf: Shelf) -> tuple[Document, tuple[Diagnostic, ...]]:
    """A case as it was written, and what keeps its texts from being told apart."""
    from casekit.games.midnight.checks import paths

    data, problems = read_bytes(file)
    if data is None:
        return Document(Source(shown(file), "")), problems
    parsed = parse_bytes(data, shown(file))
    resolution = resolve_parsed(parsed, shelf)
    if resolution is None:
        return parsed.document, parsed.diagnostics
    repeated = tuple(paths.repeated(resolution.case))
    return parsed.document, (*parsed.diagnostics, *resolution.diagnostics, *repeated)
