"""How a case is, as pages show it: found in the other process, plain values that travel.

Whoever has not asked for the solution sees of findings that give it away what they are and where. These are
found by where they are, since messages quote the text.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from casekit.analysis import source_roles, summaries
from casekit.analysis.analyzer import Analyzer, Json
from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.verbalizer.verbalizer import Verbalizer
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import Diagnostic, Source
from casekit.language.syntax.dialect import Block, ProseNode, SyntaxTree
from casekit.logic.theory import OutOfBudgetError
from casekit.pipeline.checking import BALANCE, DEDUCTION
from casekit.prose.markup import visible_text
from casekit.prose.phrasing import capital
from casekit.values.grouping import grouped
from casekit.web.case_worker import AnalysedCase


def is_withheld(studied: AnalysedCase) -> Callable[[Diagnostic], bool]:
    """Whether a finding is about something that the booklet does not print.

    That is logic, truth, solution, rules, comments.
    """
    if not studied.case.source.text.strip():
        return lambda _: False
    lines = frozenset(_open_lines(studied))

    def withheld(finding: Diagnostic) -> bool:
        span = finding.span
        own = range(span.line, max(span.line, span.end_line) + 1)
        return span.file == studied.file.name and not lines.issuperset(own)

    return withheld


def prints_its_statements(studied: AnalysedCase) -> bool:
    """Whether the statements of a case are its text, as those of a puzzle are.

    Such a case has no prose beside its logic.
    """
    document = studied.looked.document
    return document is not None and studied.looked.game.proofreading.blind_copy(document) is None


def _open_lines(studied: AnalysedCase) -> Iterator[int]:
    """The header, and of each source its heading and its prose, or all of it where statements are printed."""
    tree, document = studied.looked.tree, studied.looked.document
    line_of = tree.source.line_of
    if tree.header:
        yield from range(1, line_of(tree.header[-1].start) + 1)
    if document is None:
        return
    blocks = {block.heading.start: block for block in tree.blocks}
    whole = prints_its_statements(studied)
    for cell in cells_of(studied.looked.game.wording.source_tables(document)):
        if not cell.written:
            continue
        if whole:
            yield from _lines(line_of, [(cell.start, cell.end)])
        elif cell.start in blocks:
            block = blocks[cell.start]
            yield line_of(block.heading.start)
            yield from _prose_lines(block, line_of)


def cells_of(tables: Iterable[summaries.SourceTable]) -> Iterator[summaries.SourceCell]:
    """The sources in tables, row by row."""
    for table in tables:
        for row in table.rows:
            for cell in row.cells:
                if cell is not None:
                    yield cell


def _prose_lines(block: Block, line_of: Callable[[int], int]) -> set[int]:
    prose: set[int] = set()
    other: set[int] = set()
    for item in block.items:
        pieces = item.pieces if isinstance(item, ProseNode) and item.pieces else [(item.start, item.end)]
        (prose if isinstance(item, ProseNode) else other).update(_lines(line_of, pieces))
    return prose - other


def _lines(line_of: Callable[[int], int], pieces: Iterable[tuple[int, int]]) -> Iterator[int]:
    for start, end in pieces:
        yield from range(line_of(start), line_of(max(start, end - 1)) + 1)


MOST_EXCERPT = 300
"""At most this many characters of a line are shown with a finding."""


NO_DEPTH: Json = {"roles": {}, "remedies": (), "passages": {}}


def standing_of(studied: AnalysedCase) -> Json:
    """How a case is now, checked with deduction.

    It has its findings, how many there are of each severity (``counts``) and which in each paragraph
    (``about``).

    It is ``understood`` if there is more to say of it, and has a ``verdict`` if it was proved; ``solved`` if
    readers can answer every question as the truth does. ``elements`` are the questions of the game with what
    readers can know of each, in words: ``status``, the true ``answer``, what is ``proved``, ``rivals``, and
    the ``lines`` that this rests on: a source, what it is called, what it says, and whether that is a lie.
    """
    looked, document = studied.looked, studied.looked.document
    language, draft = "en", None
    inquiry: DocumentAnalysis | None = None
    tables: tuple[summaries.SourceTable, ...] = ()
    if document is not None:
        language = document.settings.language
        tables = tuple(looked.game.wording.source_tables(document))
        inquiry = _analysis_of(studied)
        draft = looked.game.authoring.progress(document)
    passages = paragraphs_of(looked.tree, tables, printed=prints_its_statements(studied))
    elements = tuple(_elements(inquiry)) if inquiry else ()
    findings = tuple(_findings(studied, passages))
    return {
        "game": looked.game.title,
        "language": language,
        "path": str(studied.file.path.absolute()),
        "findings": findings,
        "counts": Counter(finding["found"].code.severity for finding in findings),
        "about": grouped((finding["source"], finding) for finding in findings),
        "understood": document is not None and not studied.case.parsed.diagnostics,
        "verdict": inquiry.verdict if inquiry else None,
        "elements": elements,
        "solved": bool(elements) and all(element["status"] == "certain" for element in elements),
        "tables": tables,
        "passages": passages,
        "draft": draft,
    }


def _analysis_of(studied: AnalysedCase) -> DocumentAnalysis | None:
    """The answers of deduction about a document that it has proved or refuted."""
    checked, asked = studied.reasoned
    return asked.inquiry if asked and checked.verdict is not None else None


def depth_of(studied: AnalysedCase) -> Json:
    """The answers that take longer, as far as the case is understood.

    They are the part of each source in the proofs, cures, and lines in plain words.
    """
    if studied.looked.document is None:
        return NO_DEPTH
    asked, review = studied.reasoned[1], studied.review
    return {
        "roles": {role.source: role for role in source_roles.roles(asked)} if asked is not None else {},
        "remedies": source_roles.remedies(asked) if asked is not None else (),
        "passages": {passage.path: passage for passage in review.passages if passage.path} if review else {},
    }


def _elements(inquiry: DocumentAnalysis) -> Iterator[Json]:
    wording = inquiry.wording
    if not inquiry.verdict.consistent:
        return
    for element, lines in inquiry.elements_with_reasons:

        def words(value: str | None, name: str = element.name) -> str:
            return "" if value is None else capital(visible_text(wording.answer(name, value)))

        yield {
            "question": capital(wording.element(element.name)),
            "status": element.status,
            "answer": words(element.value),
            "proved": words(element.proved),
            "rivals": [*map(words, element.rivals)],
            "lines": [_line_of_proof(inquiry, line) for line in lines],
        }


def _line_of_proof(inquiry: DocumentAnalysis, line: str) -> tuple[str, str, str, bool]:
    """A line that a proof rests on: its source, what that is called, what it says, whether it is a lie."""
    wording, origin = inquiry.wording, inquiry.origins[line]
    words = f"“{origin.quotation}”" if origin.quotation else wording.stated(origin) or origin.text
    return origin.path, capital(wording.named(origin.path)), words, origin.mode == "lie"


# --- findings and paragraphs in their files ------------------------------------------------------


def _findings(studied: AnalysedCase, passages: Mapping[str, Json]) -> Iterator[Json]:
    """Each finding with the ``path`` of its file, its line, and in ``source`` the paragraph that it is in.

    ``deduced`` if that it is there may give the solution away, ``withheld`` if its words or its line may.
    """
    sources = studied.case.sources
    withheld = is_withheld(studied)
    for finding in studied.findings:
        span = finding.span
        source = sources.get(span.file, Source(span.file, ""))
        own = span.file == studied.file.name
        yield {
            "found": finding,
            "path": str((studied.file.path if own else Path(span.file)).absolute()),
            "excerpt": source.line(span.line)[:MOST_EXCERPT],
            # Whatever takes deduction or measures it may give something of the solution away.
            "deduced": finding.code.family in DEDUCTION + BALANCE,
            "withheld": withheld(finding),
            "source": _source_around(span.line, passages) if own else "",
        }


def _source_around(line: int, passages: Mapping[str, Json]) -> str:
    """The source of the paragraph that a line is in; empty if it is in none."""
    for passage in passages.values():
        if passage["first"] <= line <= passage["last"]:
            return str(passage["source"])
    return ""


def paragraphs_of(
    tree: SyntaxTree, tables: Iterable[summaries.SourceTable], *, printed: bool = False
) -> dict[str, Json]:
    """The paragraphs of a case in its file, by their sources; ``printed`` if readers see their whole text.

    Each has its lines ``first`` to ``last``, its text, and how many words of prose.
    """
    source, blocks = tree.source, {block.heading.start: block for block in tree.blocks}
    paragraphs: dict[str, Json] = {}
    for cell in cells_of(tables):
        if cell.written:
            block = blocks.get(cell.start)
            start, end = (cell.start, cell.end) if block is None else (block.start, block.end)
            prose = [item for item in block.items if isinstance(item, ProseNode)] if block else ()
            first, text = source.line_of(start), source.text[start:end].rstrip()
            paragraphs[cell.source] = {
                "source": cell.source,
                "name": cell.name,
                "first": first,
                "last": first + text.count("\n"),
                "text": text,
                "words": sum(len(item.text.split()) for item in prose),
                "printed": printed,
            }
    return paragraphs


MOST_CLAUSES = 60
"""At most this many clauses of a table's knowledge are listed."""

MOST_HELP = 6
"""At most this many sources that would help it are named."""

_WIDTH = 60

MOST_TRIED = 400
"""At most this many sources are tried: each costs a question for every answer."""


NOTHING_KNOWN: Json = {
    "tables": (),
    "passages": {},
    "obstacle": "",
    "read": (),
    "questions": (),
    "known": (),
    "more": 0,
    "help": (),
    "reply": "",
}


def from_here(
    studied: AnalysedCase, read: Sequence[str], formula: str = "", *, revealed: bool = False
) -> Json:
    """The knowledge of a table that has ``read`` some sources.

    With its ``reply`` to a formula, if that is not empty; or why nothing can be said (``obstacle``).

    ``questions`` are those of the game, with the answers that are still ``possible``, ``of`` how many, and
    whether that is ``certain``. ``help`` are sources that were not read: how many answers each would have
    ``ruled_out``, and which questions it ``decides``. Unless it is ``revealed``, the reply is the answer
    alone: proofs and worlds name the truth.
    """
    document, asked = studied.looked.document, studied.examined.analyzer
    if document is None:
        return {**NOTHING_KNOWN, "obstacle": "the case could not be read"}
    tables = tuple(studied.looked.game.wording.source_tables(document))
    passages = paragraphs_of(studied.looked.tree, tables)
    found = {**NOTHING_KNOWN, "tables": tables, "passages": passages}
    if asked is None:
        return {**found, "obstacle": studied.examined.why_not_analysable}
    inquiry = asked.inquiry
    known = tuple(source for source in inquiry.sources if source in read)
    found["read"] = known
    try:
        reply = _reply(asked, formula, known, bare=not revealed) if formula.strip() else ""
        facts = _known(studied.looked.game.wording.verbalizer(document), inquiry, known)
        return {
            **found,
            "questions": _questions(inquiry, known),
            "known": facts[:MOST_CLAUSES],
            "more": max(0, len(facts) - MOST_CLAUSES),
            "help": _help(inquiry, known, passages),
            "reply": reply,
        }
    except OutOfBudgetError as error:
        return {**found, "obstacle": asked.too_hard(error).message}


def _reply(asked: Analyzer, formula: str, read: Sequence[str], *, bare: bool) -> str:
    answer, problems = asked.ask(formula, ", ".join(read), bare=bare)
    if answer is not None:
        return answer.in_words(_WIDTH)
    return "\n".join(f"{problem.message}. {capital(problem.hint)}".rstrip() for problem in problems)


def _left(
    knowledge: TheorySolver, inquiry: DocumentAnalysis, read: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """The answers to each question that a reader of some sources cannot rule out."""
    lines = knowledge.reading(read)
    functions = inquiry.scope.function_of_name
    return {name: knowledge.values(lines, functions[name], ()) for name in inquiry.wording.elements}


def _questions(inquiry: DocumentAnalysis, read: Sequence[str]) -> tuple[Json, ...]:
    wording, knowledge = inquiry.wording, inquiry.knowledge
    before = _left(knowledge, inquiry, ())
    questions = []
    for name, values in _left(knowledge, inquiry, read).items():
        question = {
            "question": capital(wording.element(name)),
            "possible": [capital(visible_text(wording.answer(name, value))) for value in values],
            "of": len(before[name]),
            "certain": len(values) == 1,
        }
        questions.append(question)
    return tuple(questions)


def _help(inquiry: DocumentAnalysis, read: Sequence[str], passages: Mapping[str, Json]) -> tuple[Json, ...]:
    """The sources that would rule out most answers, the first in the document first among equals."""
    knowledge, wording = inquiry.knowledge, inquiry.wording
    before = _left(knowledge, inquiry, read)
    helpful: list[Json] = []
    unread = [source for source in inquiry.sources if source not in read]
    for source in unread[:MOST_TRIED]:
        after = _left(knowledge, inquiry, (*read, source))
        ruled_out = sum(len(before[name]) - len(after[name]) for name in before)
        decided = [
            capital(wording.element(name)) for name in before if len(after[name]) == 1 < len(before[name])
        ]
        if ruled_out:
            name = passages[source]["name"] if source in passages else wording.named(source)
            helpful.append({"name": name, "ruled_out": ruled_out, "decides": decided})
    helpful.sort(key=lambda source: (-len(source["decides"]), -source["ruled_out"]))
    return tuple(helpful[:MOST_HELP])


def _known(words: Verbalizer | None, inquiry: DocumentAnalysis, read: Sequence[str]) -> tuple[str, ...]:
    """The knowledge of a reader of some sources beyond everybody's, as clauses."""
    knowledge = inquiry.knowledge
    before = knowledge.fixed(knowledge.reading(()))
    new = {key: value for key, value in knowledge.fixed(knowledge.reading(read)).items() if key not in before}
    return tuple(capital(visible_text(clause)) for clause in source_roles.clauses(words, inquiry, new))
