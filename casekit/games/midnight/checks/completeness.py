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

_NEEDED_BLOCKS = {
    "presentation": "what is read aloud at the start",
    "terms": "the motives and methods the deduction sheet allows",
    "truth": "what happened: culprit, motive, method",
    "solution": "the story of what happened",
}
"""What each of these blocks has."""

CHARACTERS_OF_A_PAGE = 2_600
"""Characters that an A5 page holds in the text face: paragraphs do not break across pages."""


def missing_blocks(case: Case, unplaced: int) -> Iterator[Finding]:
    """Blocks that are not there, unless misspelt headings explain them."""
    yield from missing_from(case.blocks, _NEEDED_BLOCKS, unplaced, case.source)


def no_answers(case: Case) -> Iterator[Finding]:
    """Terms without a motive or without a method leave a question of the game without an answer."""
    if "terms" not in case.blocks:
        return
    for kind, answers in (("motive", case.motives), ("method", case.methods)):
        if not answers:
            yield codes.NO_ANSWERS.at(
                case.heading_span("terms"),
                f"the terms name no {kind}",
                hint=f'add one, as in `{kind} slug "label"`, to `== terms`',
            )


def gaps_in_blocks(case: Case) -> Findings:
    """Blocks and answers without which nothing can be proved; what readers know needs no truth."""
    return () if case.motives and case.methods else (*missing_blocks(case, 0), *no_answers(case))


def faulty_pictures(case: Case) -> Iterator[Finding]:
    """The faults of the pictures that a case names, before anything is printed."""
    if not case.pictures:
        return
    from casekit.games.midnight.pages.edition_look import picture_of  # noqa: PLC0415 - few cases have one

    for key in ("illustration", "emblem"):
        yield from picture_of(case, key)[1]


def _pages_for(passage: CasePassage) -> int:
    """How many pages a passage may fill."""
    return 1 if isinstance(passage, CaseParagraph) else 2


def _length(passage: CasePassage) -> int:
    """The characters of a passage's prose."""
    return sum(len(prose.text) for prose in passage.prose)


def _is_too_long(passage: CasePassage) -> bool:
    return _length(passage) > _pages_for(passage) * CHARACTERS_OF_A_PAGE


def without_long_passages(case: Case) -> Case:
    """The case without the passages that are too long to be read sentence by sentence.

    Each of them gets CK125. Words of prose take 200 times their size while they are read, and a text of
    2 MB is not prose, whatever it consists of.
    """
    # Nearly all passages fit on a page, whatever they are.
    longest = max(map(_length, case.passages), default=0)
    if longest <= CHARACTERS_OF_A_PAGE:
        return case
    are_readable = [not _is_too_long(passage) for passage in case.passages]
    return case if all(are_readable) else case.keeping(are_readable)


def missing_paths(case: Case) -> Iterator[Finding]:
    """Paths without a paragraph, unless misspelt headings explain them, or headings that occur twice."""
    missing = [path for path in case.edition.paths if path not in case.paragraph_of]
    headings_too_many = sum(len(paragraph.paths) for paragraph in case.paragraphs) - len(case.paragraph_of)
    if len(missing) > case.unplaced + headings_too_many:
        verb = "is" if len(missing) == 1 else "are"
        names = "; ".join(map(str, missing))
        and_so_on = " and so on" if len(missing) > 1 else ""
        yield MISSING_PATH.at(
            case.source.whole(),
            f"{len(missing)} of {len(case.edition.paths)} paths {verb} missing: {names}",
            hint=f"write a paragraph under `== {missing[0]}`{and_so_on}",
        )


def repeated_paths(case: Case) -> Iterator[Finding]:
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


def empty_paragraphs(case: Case) -> Iterator[Finding]:
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


def shared_paragraphs(case: Case) -> Iterator[Finding]:
    """Paragraphs that several paths share: allowed, but the table shows one number twice."""
    for paragraph in case.paragraphs:
        count = len(paragraph.paths)
        if count > 1:
            yield codes.SHARED_PARAGRAPH.at(
                case.span(paragraph.place),
                f"{paragraph.name} share a paragraph; the table will show its number {count} times",
            )


def long_paragraphs(case: Case) -> Iterator[Finding]:
    """Paragraphs that are longer than a page; the presentation and the solution may fill two."""
    named_passages: list[tuple[str, CasePassage]] = [("the presentation", case.presentation)]
    named_passages += [(paragraph.name, paragraph) for paragraph in case.paragraphs]
    named_passages.append(("the solution", case.solution))
    for name, passage in named_passages:
        if _is_too_long(passage):
            pages = _pages_for(passage)
            room = "a page holds" if pages == 1 else f"{pages} pages hold"
            yield codes.LONG_PARAGRAPH.at(
                case.span(passage.place),
                f"{name} has {_length(passage):,} characters; {room} about {pages * CHARACTERS_OF_A_PAGE:,}",
                hint="shorten it; 40 to 110 words are usual" if pages == 1 else "shorten it",
            )
