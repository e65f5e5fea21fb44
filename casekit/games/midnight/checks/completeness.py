"""The blocks, answers and pictures that every case needs, and a paragraph for each path.

A reader who looks up a path and finds nothing, or finds two paragraphs, has lost an action of the game.
"""

from collections.abc import Iterator

from casekit.analysis.analyzer import Findings
from casekit.diagnostics import Finding, Related
from casekit.diagnostics.codes import MISSING_PATH
from casekit.games.midnight import codes
from casekit.games.midnight.document import Case, CaseParagraph, CasePassage, CasePath
from casekit.language.blocks import missing_from
from casekit.values.grouping import grouped

_NEEDED = {
    "presentation": "what is read aloud at the start",
    "terms": "the motives and methods the deduction sheet allows",
    "truth": "what happened: culprit, motive, method",
    "solution": "the story of what happened",
}


def missing_blocks(case: Case, unplaced: int) -> Iterator[Finding]:
    """Blocks that are not there, unless misspelt headings explain them."""
    yield from missing_from(case.blocks, _NEEDED, unplaced, case.source)


def no_answers(case: Case) -> Iterator[Finding]:
    """Terms without a motive or without a method leave a question of the game without an answer."""
    asked = (("motive", case.motives), ("method", case.methods)) if "terms" in case.blocks else ()
    for kind, answers in asked:
        if not answers:
            yield codes.NO_ANSWERS.at(
                case.heading_span("terms"),
                f"the terms name no {kind}",
                hint=f'add one, as in `{kind} slug "label"`, to `== terms`',
            )


def gaps(case: Case) -> Findings:
    """Blocks and answers without which nothing can be proved; what readers know needs no truth."""
    return () if case.motives and case.methods else (*missing_blocks(case, 0), *no_answers(case))


def pictures(case: Case) -> Iterator[Finding]:
    """The faults of the pictures that a case names, before anything is printed."""
    if not case.pictures:
        return
    from casekit.games.midnight.pages.edition_look import picture_of  # noqa: PLC0415 - few cases have one

    for key in ("illustration", "emblem"):
        yield from picture_of(case, key)[1]


PAGE = 2_600
"""Characters that an A5 page holds in the text face: paragraphs do not break across pages."""


def _pages_for(passage: CasePassage) -> int:
    """How many pages a passage may fill."""
    return 1 if isinstance(passage, CaseParagraph) else 2


def _length(passage: CasePassage) -> int:
    """The characters of a passage's prose."""
    return sum(len(prose.text) for prose in passage.prose)


def _is_too_long(passage: CasePassage) -> bool:
    return _length(passage) > _pages_for(passage) * PAGE


def readable(case: Case) -> Case:
    """The case without the passages that are too long to be read sentence by sentence.

    Each of them gets CK125. Words of prose take 200 times their size while they are read, and a text of
    2 MB is not prose, whatever it consists of.
    """
    # Nearly all passages fit on a page, whatever they are.
    longest = max(map(_length, case.passages), default=0)
    if longest <= PAGE:
        return case
    kept = [not _is_too_long(passage) for passage in case.passages]
    return case if all(kept) else case.keeping(kept)


def missing_paths(case: Case) -> Iterator[Finding]:
    """Paths without a paragraph, unless misspelt headings explain them, or headings that occur twice."""
    paths = [path for path in case.edition.paths if path not in case.paragraph_of]
    twice = sum(len(paragraph.paths) for paragraph in case.paragraphs) - len(case.paragraph_of)
    if len(paths) > case.unplaced + twice:
        verb = "is" if len(paths) == 1 else "are"
        yield MISSING_PATH.at(
            case.source.whole(),
            f"{len(paths)} of {len(case.edition.paths)} paths {verb} missing: {'; '.join(map(str, paths))}",
            hint=f"write a paragraph under `== {paths[0]}`" + (" and so on" if len(paths) > 1 else ""),
        )


def repeated(case: Case) -> Iterator[Finding]:
    """Paths with more than one paragraph."""
    pairs: list[tuple[CasePath, CaseParagraph]] = []
    for paragraph in case.paragraphs:
        pairs += [(path, paragraph) for path in paragraph.paths]
    by_path = grouped(pairs)
    for path, (first, *others) in by_path.items():
        for paragraph in others:
            yield codes.DUPLICATE_PATH.at(
                case.span(paragraph.place),
                f"the path {path} has a second paragraph here",
                hint="keep one of them; several locations may share one, as in `== 05, 07`",
                related=(Related(case.span(first.place), "the first is here"),),
            )


def empty(case: Case) -> Iterator[Finding]:
    """Paragraphs without prose; a presentation or solution without any counts as well."""
    ends = (("presentation", case.presentation), ("solution", case.solution))
    passages: list[tuple[str, CasePassage]] = [(paragraph.name, paragraph) for paragraph in case.paragraphs]
    passages += [(name, passage) for name, passage in ends if name in case.blocks]
    for name, passage in passages:
        if not passage.prose:
            yield codes.EMPTY_PARAGRAPH.at(
                case.span(passage.place),
                f"{name} has no prose, so there is nothing to print",
                hint="write what the reader finds; one sentence will do",
            )


def shared(case: Case) -> Iterator[Finding]:
    """Paragraphs that several paths share: allowed, but the table shows one number twice."""
    for paragraph in case.paragraphs:
        count = len(paragraph.paths)
        if count > 1:
            yield codes.SHARED_PARAGRAPH.at(
                case.span(paragraph.place),
                f"{paragraph.name} share a paragraph; the table will show its number {count} times",
            )


def long(case: Case) -> Iterator[Finding]:
    """Paragraphs that are longer than a page; the presentation and the solution may fill two."""
    for passage, name in (
        (case.presentation, "the presentation"),
        *((paragraph, paragraph.name) for paragraph in case.paragraphs),
        (case.solution, "the solution"),
    ):
        if _is_too_long(passage):
            pages = _pages_for(passage)
            room = "a page holds" if pages == 1 else f"{pages} pages hold"
            yield codes.LONG_PARAGRAPH.at(
                case.span(passage.place),
                f"{name} has {_length(passage):,} characters; {room} about {pages * PAGE:,}",
                hint="shorten it; 40 to 110 words are usual" if pages == 1 else "shorten it",
            )
