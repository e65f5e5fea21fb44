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

RULE = "rule"
"""The kind of a line that is known from the start."""

STATEMENT = "told"
"""The kind of a line that a source says."""

RULES = "rules"
"""The path of rules of the game, which no line of a document states."""


@frozen
class TheorySpec:
    """How documents of a game are asked."""

    dialect: Dialect
    """How its formulas are written."""

    targets: tuple[formulas.Function, ...]
    """The functions that are asked for."""

    contradiction: Code
    """The code of the finding on contradictory lines."""

    source: str = "line"
    """The noun for what a reader chooses to read, in the singular."""


def line_of(
    document: PlainDocument, spec: TheorySpec, kind: str, path: str, text: str, place: Place
) -> SourceLine:
    """A line of the theory: its kind, the block or source that it is from, and what it says as a formula.

    Raises:
        ValueError: if the text is not a formula, which is a mistake of the game's.
    """
    return SourceLine(kind, path, text, blocks.read_law(text, spec.dialect, document.scope), place)


class PlainWording(Wording):
    """The words of a document. Values are called what the document calls them."""

    given = frozenset({RULES})
    nothing_to_read = "the rules alone"

    def __init__(self, spec: TheorySpec) -> None:
        self.source, self.sources = spec.source, f"{spec.source}s"
        self.elements = tuple(target.name for target in spec.targets)


class PlainAnalysis(DocumentAnalysis):
    """A document under investigation; its sources are the paths of the ``STATEMENT`` lines."""

    def __init__(self, document: PlainDocument, spec: TheorySpec, lines: Sequence[SourceLine]) -> None:
        self.document, self.spec, self.dialect = document, spec, spec.dialect
        self.source, self.title, self.scope = document.source, document.title, document.scope
        self.language = document.settings.language
        origins = {f"{line.kind}{number}": line for number, line in enumerate(lines, 1)}
        super().__init__(_theory(document.scope, spec, origins), origins)

    @cached_property
    def wording(self) -> Wording:
        """Its words."""
        return PlainWording(self.spec)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The paths with something to say, in the order of the text."""
        return tuple(dict.fromkeys(line.path for line in self.origins.values() if line.kind == STATEMENT))

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """Every value of a target, with its name."""
        names: dict[str, str] = {}
        for target in self.spec.targets:
            if target.values:
                names.update(dict.fromkeys(target.values.values, target.name))
        return names

    def no_answer(self, name: str) -> Finding:
        """The finding that no question can be answered so."""
        return _unknown("answer", name, Source(NAME, name).whole(), tuple(self.answers))

    def sources_named(self, text: str) -> tuple[tuple[str, ...], analyzer.Findings]:
        """The sources of a list with commas."""
        names = [piece.strip() for piece in text.split(",") if piece.strip()]
        place, noun = Source(READ, text).whole(), self.spec.source
        problems = [_unknown(noun, name, place, self.sources) for name in names if name not in self.sources]
        return tuple(source for source in self.sources if source in names), tuple(problems)

    def truth_heading(self) -> Span:
        """Where the truth is headed."""
        return self.document.heading_span(TRUTH)


def _unknown(kind: str, name: str, place: Span, known: Sequence[str]) -> Finding:
    hint = suggestions.did_you_mean(name, known, f"name one of {', '.join(known)}")
    return codes.UNKNOWN_NAME.at(place, f"there is no {kind} `{name}`", hint=hint)


def _theory(scope: Scope, spec: TheorySpec, origins: Mapping[str, SourceLine]) -> theory.Theory:
    weights = {RULE: 0, **ranked(((STATEMENT,), (TRUTH,)), len(origins))}
    claims: list[theory.Claim] = []
    laws: dict[str, list[theory.Law]] = {RULE: [], TRUTH: []}
    for name, line in origins.items():
        weight = 0 if line.place == Place() else weights[line.kind]
        if line.kind == STATEMENT:
            claims.append(theory.Claim(name, line.path, line.formula, weight=weight))
        elif line.kind in laws:
            laws[line.kind].append(theory.Law(name, line.formula, weight))
    return theory.Theory(scope.functions, tuple(laws[RULE]), tuple(claims), tuple(laws[TRUTH]), spec.targets)


def analyzer_of(document: PlainDocument, spec: TheorySpec, lines: Sequence[SourceLine]) -> analyzer.Analyzer:
    """A document with its questions open."""
    analysis = PlainAnalysis(document, spec, lines)
    return analyzer.Analyzer(
        analysis,
        partial(
            solver_findings.first_found,
            analysis,
            (solver_findings.refused_findings, _contradictions, _faults_of_consistent),
        ),
        lambda: (*solver_findings.refused_findings(analysis), *_contradictions(analysis)),
        partial(_open_elements, analysis),
        partial(_measure, analysis),
    )


def _measure(analysis: PlainAnalysis, budget: int) -> tuple[analyzer.MetricsReport, analyzer.Findings]:
    from casekit.kit.defaults.metrics import measure  # noqa: PLC0415 - a check measures nothing

    return measure(analysis, budget)


def _contradictions(analysis: PlainAnalysis) -> Iterator[Finding]:
    """The findings on lines that contradict each other."""
    for clash in first_conflicts(analysis.solver):
        lines = [name for name in clash.lines if analysis.origins[name].place != Place()]
        blamed = clash.blamed or (lines or [*clash.lines])[-1]
        origin = analysis.origins[blamed]
        others = [analysis.origins[name] for name in lines if name != blamed]
        yield analysis.spec.contradiction.at(
            analysis.place(origin),
            f"`{origin.text}` cannot hold together with what else is said",
            hint="correct one of the lines",
            related=tuple(
                Related(analysis.place(other), f"{other.path}: `{other.text}`") for other in others
            ),
        )


def _faults_of_consistent(analysis: PlainAnalysis) -> Iterator[Finding]:
    """The faults of a document whose lines do not contradict each other."""
    yield from _open_elements(analysis)
    yield from solver_findings.void_lines(analysis)


def _open_elements(analysis: PlainAnalysis, elements: Sequence[str] = ()) -> analyzer.Findings:
    """The findings on elements that cannot be proved.

    Args:
        analysis: the document.
        elements: the names of the elements that are asked about, if these are not all.
    """
    names = elements or analysis.wording.elements
    unproved = [element for element in analysis.verdict.elements if element.proved is None]
    return tuple(_open_element(analysis, element) for element in unproved if element.name in names)


def _open_element(analysis: PlainAnalysis, element: theory.Element) -> Finding:
    """The finding on an element that cannot be proved, with the values that are possible."""
    values = {*element.rivals}
    if element.value:
        values.add(element.value)
    possible = sorted(values)
    return codes.OPEN_ELEMENT.at(
        analysis.answer_place(element.name),
        f"the {analysis.wording.element(element.name)} is open: it may be {' or '.join(possible)}",
        hint=f"let a {analysis.wording.source} say what decides between them",
    )
