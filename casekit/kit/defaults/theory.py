"""A document of prose and lines as a theory that questions are asked of."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial

from casekit.analysis import analyzer, solver_findings
from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.wording import NAME, READ, TRUTH, SourceLine, Wording, ranked
from casekit.deduce.conflicts import first_conflicts
from casekit.diagnostics import Code, Finding, Place, Related, Source, Span, codes
from casekit.kit.defaults.document import PlainDocument
from casekit.language import blocks, suggestions
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.dialect import Dialect
from casekit.logic import formulas, theory
from casekit.values import frozen

RULE, STATEMENT = "rule", "told"
"""The kinds of lines beside those of the truth: what is known from the start, what a source says."""

RULES = "rules"
"""Where rules of the game come from, which no line of a document states."""


@frozen
class TheorySpec:
    """How documents of a game are asked: dialect, ``targets``, and the code of contradictory lines.

    ``source`` is the noun for what a reader chooses to read, in the singular.
    """

    dialect: Dialect
    targets: tuple[formulas.Function, ...]
    contradiction: Code
    source: str = "line"


def line_of(
    document: PlainDocument, asked: TheorySpec, kind: str, path: str, text: str, place: Place
) -> SourceLine:
    """A line of the theory: its kind, the block or source that it is from, and what it says as a formula.

    Raises:
        ValueError: if the text is not a formula, which is a mistake of the game's.
    """
    return SourceLine(kind, path, text, blocks.read_law(text, asked.dialect, document.scope), place)


class PlainWording(Wording):
    """The words of a document. Values are called what the document calls them."""

    given = frozenset({RULES})
    nothing_to_read = "the rules alone"

    def __init__(self, asked: TheorySpec) -> None:
        self.source, self.sources = asked.source, f"{asked.source}s"
        self.elements = tuple(target.name for target in asked.targets)


class PlainAnalysis(DocumentAnalysis):
    """A document under investigation; its sources are the paths of the ``STATEMENT`` lines."""

    def __init__(self, document: PlainDocument, asked: TheorySpec, lines: Sequence[SourceLine]) -> None:
        self.document, self.asked, self.dialect = document, asked, asked.dialect
        self.source, self.title, self.scope = document.source, document.title, document.scope
        self.language = document.settings.language
        origins = {f"{line.kind}{number}": line for number, line in enumerate(lines, 1)}
        super().__init__(_theory(document.scope, asked, origins), origins)

    @cached_property
    def wording(self) -> Wording:
        """Its words."""
        return PlainWording(self.asked)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The paths with something to say, in the order of the text."""
        return tuple(dict.fromkeys(line.path for line in self.origins.values() if line.kind == STATEMENT))

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """Every value of a target, with its name."""
        names: dict[str, str] = {}
        for target in self.asked.targets:
            if target.values:
                names.update(dict.fromkeys(target.values.values, target.name))
        return names

    def no_answer(self, name: str) -> Finding:
        """The finding that no question can be answered so."""
        return _unknown("answer", name, Source(NAME, name).whole(), tuple(self.answers))

    def sources_named(self, text: str) -> tuple[tuple[str, ...], analyzer.Findings]:
        """The sources of a list with commas."""
        names = [piece.strip() for piece in text.split(",") if piece.strip()]
        place, noun = Source(READ, text).whole(), self.asked.source
        problems = [_unknown(noun, name, place, self.sources) for name in names if name not in self.sources]
        return tuple(source for source in self.sources if source in names), tuple(problems)

    def truth_heading(self) -> Span:
        """Where the truth is headed."""
        return self.document.heading_span(TRUTH)


def _unknown(kind: str, name: str, place: Span, known: Sequence[str]) -> Finding:
    hint = suggestions.did_you_mean(name, known, f"name one of {', '.join(known)}")
    return codes.UNKNOWN_NAME.at(place, f"there is no {kind} `{name}`", hint=hint)


def _theory(scope: Scope, asked: TheorySpec, origins: Mapping[str, SourceLine]) -> theory.Theory:
    weights = {RULE: 0, **ranked(((STATEMENT,), (TRUTH,)), len(origins))}
    claims: list[theory.Claim] = []
    laws: dict[str, list[theory.Law]] = {RULE: [], TRUTH: []}
    for name, line in origins.items():
        weight = 0 if line.place == Place() else weights[line.kind]
        if line.kind == STATEMENT:
            claims.append(theory.Claim(name, line.path, line.formula, weight=weight))
        elif line.kind in laws:
            laws[line.kind].append(theory.Law(name, line.formula, weight))
    return theory.Theory(scope.functions, tuple(laws[RULE]), tuple(claims), tuple(laws[TRUTH]), asked.targets)


def analyzer_of(document: PlainDocument, asked: TheorySpec, lines: Sequence[SourceLine]) -> analyzer.Analyzer:
    """A document with its questions open."""
    analysis = PlainAnalysis(document, asked, lines)
    return analyzer.Analyzer(
        analysis,
        partial(
            solver_findings.first_found, analysis, (solver_findings.refused_findings, _contradictions, _loose)
        ),
        lambda: (*solver_findings.refused_findings(analysis), *_contradictions(analysis)),
        partial(_open_elements, analysis),
        partial(_measure, analysis),
    )


def _measure(analysis: PlainAnalysis, budget: int) -> tuple[analyzer.MetricsReport, analyzer.Findings]:
    from casekit.kit.defaults.metrics import measure  # noqa: PLC0415 - a check measures nothing

    return measure(analysis, budget)


def _contradictions(analysis: PlainAnalysis) -> Iterator[Finding]:
    """Lines that cannot hold together."""
    for clash in first_conflicts(analysis.solver):
        lines = [name for name in clash.lines if analysis.origins[name].place != Place()]
        blamed = clash.blamed or (lines or [*clash.lines])[-1]
        origin = analysis.origins[blamed]
        others = [analysis.origins[name] for name in lines if name != blamed]
        yield analysis.asked.contradiction.at(
            analysis.place(origin),
            f"`{origin.text}` cannot hold together with what else is said",
            hint="correct one of the lines",
            related=tuple(
                Related(analysis.place(other), f"{other.path}: `{other.text}`") for other in others
            ),
        )


def _loose(analysis: PlainAnalysis) -> Iterator[Finding]:
    """The faults of a document whose lines can hold together."""
    yield from _open_elements(analysis)
    yield from solver_findings.void_lines(analysis)


def _open_elements(analysis: PlainAnalysis, elements: Sequence[str] = ()) -> analyzer.Findings:
    """The elements that cannot be proved, each with the values that are possible."""
    wanted = elements or analysis.wording.elements
    unproved = [element for element in analysis.verdict.elements if element.proved is None]
    return tuple(_open_element(analysis, element) for element in unproved if element.name in wanted)


def _open_element(analysis: PlainAnalysis, element: theory.Element) -> Finding:
    possible = sorted({*element.rivals, *([element.value] if element.value else [])})
    return codes.OPEN_ELEMENT.at(
        analysis.answer_place(element.name),
        f"the {analysis.wording.element(element.name)} is open: it may be {' or '.join(possible)}",
        hint=f"let a {analysis.wording.source} say what decides between them",
    )
