"""How a case is, as pages show it: found in the other process, plain values that travel."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from casekit.asking.inquiry import Inquiry
from casekit.asking.insights import Role, roles
from casekit.asking.interrogation import Interrogation, Remedy
from casekit.asking.overviews import SourceCell, SourceTable
from casekit.asking.review.reviewed import Review, ReviewedPassage
from casekit.asking.told.explanation import explain
from casekit.asking.wording import capital
from casekit.diagnostics import Diagnostic, Source
from casekit.language.document.tree import Block, ProseNode, SyntaxTree
from casekit.model.theory import OutOfBudgetError
from casekit.pipeline.checking import BALANCE, DEDUCTION
from casekit.print.text.prose import plain
from casekit.web.analyst import KnownCases, ServedFile, StudiedCase
from casekit.web.case_pages.withholding import is_withheld, prints_its_statements

MOST_EXCERPT = 300
"""At most this many characters of a line are shown with a finding."""


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding as a page shows it, ``source`` the paragraph that it is in.

    ``deduced`` if that it is there may give the solution away, ``withheld`` if its words or its line may.
    """

    code: str
    name: str
    severity: str
    message: str
    hint: str
    file: str
    path: str
    line: int
    column: int
    excerpt: str
    deduced: bool
    withheld: bool
    source: str = ""


@dataclass(frozen=True, slots=True)
class ShownElement:
    """A question of the game: what readers can know of it, in words, and the words that this rests on."""

    question: str
    status: str
    answer: str
    proved: str
    rivals: tuple[str, ...]
    lines: tuple[tuple[str, str, str, bool], ...] = ()
    """Source, what it is called, what it says, and whether that is a lie."""


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A paragraph in its file: lines ``first`` to ``last``, with how many words of prose; ``printed`` if readers see its text."""

    source: str
    name: str
    first: int
    last: int
    text: str
    words: int
    printed: bool = False


@dataclass(frozen=True)
class Standing:
    """A case as it is checked. ``understood`` if there is more to say of it than findings, ``reasoned`` if it was proved."""

    title: str
    game: str
    language: str
    path: str
    findings: tuple[ShownFinding, ...]
    understood: bool = False
    reasoned: bool = False
    consistent: bool = True
    truth_possible: bool = True
    elements: tuple[ShownElement, ...] = ()
    tables: tuple[SourceTable, ...] = ()
    passages: Mapping[str, ShownPassage] = field(default_factory=dict)
    written: int = 0
    total: int = 0
    next: str = ""

    @property
    def solved(self) -> bool:
        """Whether readers can answer every question as the truth does."""
        return (
            self.consistent
            and bool(self.elements)
            and all(each.status == "certain" for each in self.elements)
        )

    def count(self, severity: str) -> int:
        """How many findings have a severity."""
        return sum(each.severity == severity for each in self.findings)

    def about(self, source: str) -> tuple[ShownFinding, ...]:
        """The findings in a paragraph."""
        return tuple(each for each in self.findings if each.source == source)


@dataclass(frozen=True, slots=True)
class AskStanding:
    """Asks how a case is."""

    file: ServedFile

    def answer(self, known: KnownCases) -> Standing:
        """Check it with deduction."""
        return standing_of(known.study(self.file))


@dataclass(frozen=True)
class Depth:
    """Answers that take longer: the part of each source in the proofs, cures, and lines in plain words."""

    roles: Mapping[str, Role] = field(default_factory=dict)
    remedies: tuple[Remedy, ...] = ()
    review: Review | None = None
    passages: Mapping[str, ReviewedPassage] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskDepth:
    """Asks for what takes longer."""

    file: ServedFile

    def answer(self, known: KnownCases) -> Depth:
        """Find it out, as far as the case is understood."""
        return depth_of(known.study(self.file))


def standing_of(studied: StudiedCase) -> Standing:
    """How a case is now."""
    looked = studied.looked
    document = None if studied.unreadable else looked.document
    path = str(studied.file.path.absolute())
    if document is None:
        return Standing("", looked.game.title, "en", path, tuple(_shown(studied, {})))
    checked, asked = studied.reasoned
    tables = tuple(looked.game.source_tables(document))
    passages = paragraphs_of(looked.tree, tables, printed=prints_its_statements(studied))
    draft = looked.game.draft(document)
    inquiry = asked.inquiry if asked is not None and checked.verdict is not None else None
    return Standing(
        document.title or studied.file.path.stem,
        looked.game.title,
        document.settings.language,
        path,
        tuple(_shown(studied, passages)),
        understood=not studied.parsed.diagnostics,
        reasoned=inquiry is not None,
        consistent=inquiry is None or inquiry.verdict.consistent,
        truth_possible=inquiry is None or inquiry.verdict.truth_possible,
        elements=tuple(_elements(inquiry)) if inquiry else (),
        tables=tables,
        passages=passages,
        written=draft.written,
        total=draft.total,
        next=draft.next,
    )


def depth_of(studied: StudiedCase) -> Depth:
    """The answers that take longer."""
    document = studied.looked.document
    if document is None or studied.unreadable:
        return Depth()
    asked = studied.reasoned[1]
    answer = studied.looked.game.review(document, studied.parsed.tree, studied.findings, asked)
    review = answer.review if answer is not None else None
    return Depth(
        {role.source: role for role in roles(asked)} if asked is not None else {},
        _remedies(asked),
        review,
        {each.path: each for each in review.passages if each.path} if review else {},
    )


def _remedies(asked: Interrogation | None) -> tuple[Remedy, ...]:
    try:
        return asked.remedies() if asked is not None else ()
    except OutOfBudgetError:
        return ()


def _elements(inquiry: Inquiry) -> Iterator[ShownElement]:
    wording = inquiry.wording
    if not inquiry.verdict.consistent:
        return
    for one in explain(inquiry):
        element = one.element

        def words(value: str | None, name: str = element.name) -> str:
            return "" if value is None else capital(plain(wording.answer(name, value)))

        origins = [inquiry.origins[line] for line in one.lines]
        yield ShownElement(
            capital(wording.element(element.name)),
            element.status,
            words(element.value),
            words(element.proved),
            tuple(map(words, element.rivals)),
            tuple(
                (
                    each.path,
                    capital(wording.named(each.path)),
                    f"“{each.quotation}”" if each.quotation else wording.stated(each) or each.text,
                    each.mode == "lie",
                )
                for each in origins
            ),
        )


# --- findings and paragraphs in their files ------------------------------------------------------


def _shown(studied: StudiedCase, passages: Mapping[str, ShownPassage]) -> Iterator[ShownFinding]:
    sources = studied.sources
    withheld = is_withheld(studied)
    for found in studied.findings:
        span = found.span
        source = sources.get(span.file, Source(span.file, ""))
        own = span.file == studied.file.name
        yield ShownFinding(
            found.code.id,
            found.code.name,
            found.code.severity,
            found.message,
            found.hint,
            span.file,
            str((studied.file.path if own else Path(span.file)).absolute()),
            span.line,
            span.column,
            source.line(span.line)[:MOST_EXCERPT],
            may_tell(found),
            withheld(found),
            _source_at(span.line, passages.values()) if own else "",
        )


def may_tell(found: Diagnostic) -> bool:
    """Whether a finding may give something of the solution away: whatever takes deduction or measures it."""
    return found.code.family in DEDUCTION + BALANCE


def _source_at(line: int, passages: Iterable[ShownPassage]) -> str:
    return next((each.source for each in passages if each.first <= line <= each.last), "")


def paragraphs_of(
    tree: SyntaxTree, tables: Iterable[SourceTable], *, printed: bool = False
) -> dict[str, ShownPassage]:
    """The paragraphs of a case in its file, by their sources; ``printed`` if readers see their whole text."""
    cells = [
        cell
        for table in tables
        for row in table.rows
        for cell in row.cells
        if cell is not None and cell.written
    ]
    blocks = {block.heading.start: block for block in tree.blocks}
    return {
        cell.source: _passage(tree.source, cell, blocks.get(cell.start), printed=printed) for cell in cells
    }


def _passage(source: Source, cell: SourceCell, block: Block | None, *, printed: bool) -> ShownPassage:
    start, end = cell.start, cell.end
    words = 0
    if block is not None:
        start, end = block.start, block.end
        words = sum(len(item.text.split()) for item in block.items if isinstance(item, ProseNode))
    first = source.line_of(start)
    text = source.text[start:end].rstrip()
    return ShownPassage(cell.source, cell.name, first, first + text.count("\n"), text, words, printed)
