"""Findings on the logic of any document.

They are on lines that cost the solver too much, on answers that readers refute, on brackets that seem to be
missing, and on lines that say nothing in a world that is still possible (``docs/language.md``, "Terms without
a value").
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import partial
from itertools import chain, islice
from math import prod
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from casekit.analysis.document_analysis import DocumentAnalysis, atoms
from casekit.analysis.wording import TRUTH, SourceLine
from casekit.deduce.encoding.circuit import FALSE
from casekit.deduce.encoding.encoded_theory import GroundingTooLargeError, LineCost
from casekit.deduce.verdicts import hardest_line
from casekit.diagnostics import Finding, Place, Related, Source, Span, codes, found_by, has_own_fault
from casekit.language.formula import formatter, nodes, typecheck
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic import formulas
from casekit.logic.theory import Claim, Element, OutOfBudgetError
from casekit.prose.phrasing import listed
from casekit.values import frozen, replace

_MOST_NAMED = 4
"""At most this many of the largest lines are named."""

_MOST_LISTED = 20
"""At most this many lines are listed in words."""

_COSTLY_PART = 10
"""A line that takes one part in this many of the instances that all lines may have is worth a hint."""

_SOLVING_UNITS = ("questions", "propagations", "conflicts")
"""What is counted of the work of the solver."""

Analysis = TypeVar("Analysis", bound=DocumentAnalysis)

RuledOutValues = Mapping[str, AbstractSet[str]]
"""Values that functions without arguments do not have, by the name of the function."""


class _LineWithCost(NamedTuple):
    """A line of the document, and what it costs."""

    line: str
    """Its identifier."""

    cost: LineCost
    """How many instances and clauses it makes."""


def _lines_by_cost(analysis: DocumentAnalysis) -> list[_LineWithCost]:
    """The lines of the document, those first that cost most."""
    costs = analysis.solver.meter.lines
    lines = [_LineWithCost(line, costs[line]) for line in analysis.origins if line in costs]
    return sorted(lines, key=lambda entry: (-entry.cost.instances, -entry.cost.clauses))


def refused_findings(analysis: DocumentAnalysis) -> Iterator[Finding]:
    """The finding that one line, or all together, would take too long, at the line that costs most."""
    if not analysis.solver.refused:
        return
    noun, limits = analysis.dialect.noun, analysis.solver.limits
    lines = _lines_by_cost(analysis)
    largest, *others = lines[:_MOST_NAMED]
    size = largest.cost.instances
    place = analysis.place(analysis.origins[largest.line])
    if size > limits.line:
        finding = too_large_finding(analysis, size, place)
        others = [entry for entry in others if entry.cost.instances > limits.line]
    else:
        total = sum(entry.cost.instances for entry in lines)
        finding = codes.TOO_MUCH_TO_GROUND.at(
            place,
            f"the lines of this {noun} stand for {total:,} instances together; casekit reasons about at most "
            f"{limits.total:,} per {noun}; {size:,} of them are in this line, the largest",
            hint=analysis.wording.to_ground_less,
        )
    related: list[Related] = []
    for line, cost in others:
        label = f"{cost.instances:,} are in this line"
        related.append(Related(analysis.place(analysis.origins[line]), label))
    yield replace(finding, related=tuple(related))


def too_large_finding(analysis: DocumentAnalysis, size: int, place: Span) -> Finding:
    """The finding that a formula stands for more instances than one line may."""
    limits = analysis.solver.limits
    return codes.TOO_MUCH_TO_GROUND.at(
        place,
        f"this stands for {size:,} instances; casekit reasons about at most {limits.line:,} per line "
        f"and {limits.total:,} per {analysis.dialect.noun}",
        hint=analysis.wording.to_ground_less,
    )


def too_long_finding(place: Span, excess: str) -> Finding:
    """The finding that a play is longer than casekit reasons about.

    ``excess`` is the message: what there is too much of, and how much of it there may be.
    """
    hint = "begin the story later, or end it earlier: fewer lines of play"
    return codes.TOO_MUCH_TO_GROUND.at(place, excess, hint=hint)


def costly_findings(analysis: DocumentAnalysis) -> Iterator[Finding]:
    """Findings on lines that have a large part of the instances which all lines may have."""
    limits = analysis.solver.limits
    for line, cost in islice(_lines_by_cost(analysis), _MOST_NAMED):
        if cost.clauses and _COSTLY_PART * cost.instances >= limits.total:
            yield codes.COSTLY_LINE.at(
                analysis.place(analysis.origins[line]),
                f"this stands for {cost.instances:,} instances, in {cost.clauses:,} clauses; "
                f"casekit reasons about at most {limits.total:,} per {analysis.dialect.noun}",
                hint=analysis.wording.to_ground_less,
            )


def costs_as_json(analysis: DocumentAnalysis) -> dict[str, Any]:
    """The lines by cost, and what the solver did, as ``schemas/diagnostics.schema.json`` has it."""
    solving = analysis.solver.meter.solving
    lines: list[dict[str, Any]] = []
    for line, cost in _lines_by_cost(analysis):
        origin = analysis.origins[line]
        row = {
            "line": analysis.place(origin).line,
            "path": origin.path,
            "text": origin.text,
            "instances": cost.instances,
            "clauses": cost.clauses,
        }
        lines.append(row)
    return {"lines": lines, **{unit: solving[unit] for unit in _SOLVING_UNITS}}


def costs_in_words(costs: dict[str, Any]) -> str:
    """The costs of ``costs_as_json``, as a table; of many lines only the first."""
    rows = [f"{'instances':>10} {'clauses':>8}  line"]
    listed_lines = costs["lines"][:_MOST_LISTED]
    rows += [
        f"{row['instances']:>10,} {row['clauses']:>8,}  {row['line']}: {row['text']}" for row in listed_lines
    ]
    others = len(costs["lines"]) - _MOST_LISTED
    if others > 0:
        rows.append(f"{'':19}  and {others:,} more")
    solving = ", ".join(f"{costs[unit]:,} {unit}" for unit in _SOLVING_UNITS)
    return "\n".join([*rows, f"solver: {solving}"])


def out_of_budget_finding(analysis: DocumentAnalysis, error: OutOfBudgetError) -> Finding:
    """The finding that a question was too hard, at the first line with which it is, if there is one."""
    line = hardest_line(analysis.solver)
    about_line = ""
    if line is not None:
        cost = analysis.solver.meter.lines[line]
        size = f"{cost.instances:,} instances in {cost.clauses:,} clauses"
        about_line = f"; this is the first line that is too hard together with those before it ({size})"
    return codes.UNFINISHED_WORK.at(
        analysis.source.whole() if line is None else analysis.place(analysis.origins[line]),
        f"this {analysis.dialect.noun} is too hard to decide: {error}; some checks did not run{about_line}",
        hint=analysis.wording.to_be_easier,
    )


def first_found(
    analysis: Analysis, questions: Iterable[Callable[[Analysis], Iterable[Finding]]]
) -> tuple[tuple[Finding, ...], bool]:
    """The findings of the first question that has any, and whether the solver could answer each.

    A question that fails by a fault of ours is reported, and the next one is asked.
    """
    own_faults: list[Finding] = []
    for question in questions:
        try:
            findings = found_by((partial(question, analysis),), analysis.source.whole())
        except OutOfBudgetError as error:
            return (*own_faults, out_of_budget_finding(analysis, error)), False
        if has_own_fault(findings):
            own_faults += findings
        elif findings:
            return (*own_faults, *findings), analysis.finished
    return tuple(own_faults), analysis.finished


class _RefutedAnswer(NamedTuple):
    """An element of which readers will prove a value other than the true one."""

    element: Element
    """The element."""

    lines: list[SourceLine]
    """The lines from which the other value follows."""

    proved: str
    """What readers will prove, in words."""

    true: str
    """What is true, in words."""

    paths: list[str]
    """The names of the paths that these lines are in, without what everybody knows."""


def contrary_element_findings(analysis: DocumentAnalysis) -> Iterator[Finding]:
    """Findings on answers of the truth that readers refute, because they prove another."""
    for element, lines, proved, true, paths in _refuted_answers(analysis):
        if paths:
            who_states_it = f"{listed(paths)} state{'s' if len(paths) == 1 else ''}"
        else:
            who_states_it = "the presentation or a rule says"
        related: list[Related] = []
        for line in lines:
            if line.place != Place():
                label = f"{analysis.wording.named(line.path)}: {line.text}"
                related.append(Related(analysis.place(line), label))
        yield codes.CONTRARY_ELEMENT.at(
            analysis.answer_place(element.name),
            f"readers will prove {proved}, but the truth says that the {element.name} is {true}\n"
            f"{_what_it_follows_from(analysis, paths)}",
            hint=f"write `{element.name} = {element.proved}`, or correct what {who_states_it}",
            related=tuple(related),
        )


def sentences(analysis: DocumentAnalysis) -> Iterator[str]:
    """Sentences on answers that readers refute, for a finding about lines that are to blame for it."""
    for _, _, proved, true, paths in _refuted_answers(analysis):
        yield f"Readers will prove {proved}, not {true}. {_what_it_follows_from(analysis, paths)}"


def _refuted_answers(analysis: DocumentAnalysis) -> Iterator[_RefutedAnswer]:
    """The elements of which readers will prove a value other than the true one."""
    wording, contrary_elements = analysis.wording, analysis.contrary_elements
    if not contrary_elements:
        return
    for element, lines in analysis.elements_with_reasons:
        if element not in contrary_elements:
            continue
        origins = [analysis.origins[line] for line in lines]
        paths = [wording.named(origin.path) for origin in origins if origin.path not in wording.given]
        yield _RefutedAnswer(
            element,
            origins,
            proved=wording.answer(element.name, element.proved or ""),
            true=wording.answer(element.name, element.value or ""),
            paths=list(dict.fromkeys(paths)),
        )


def _what_it_follows_from(analysis: DocumentAnalysis, paths: Sequence[str]) -> str:
    """A sentence on the paths from which an answer follows."""
    grounds = listed(paths) if paths else analysis.wording.nothing_to_read.partition(",")[0]
    return f"This follows from {grounds}."


def bracketings(analysis: DocumentAnalysis, line: SourceLine) -> tuple[str, str] | None:
    """How a line is read, all brackets written, and its words with a pair of brackets that lets them hold.

    ``None`` if no such pair does, or if somebody is said to have said it.
    """
    if line.speakers or line.mode != "plain":
        return None
    node, _ = parse_lone_formula(Source("", line.text), analysis.dialect)
    if node is None:
        return None
    for other_node in formatter.with_other_brackets(node):
        if _can_hold(analysis, other_node):
            return formatter.spelt_out(node), formatter.format_formula(other_node)
    return None


def _can_hold(analysis: DocumentAnalysis, node: nodes.FormulaNode) -> bool:
    """Whether a formula is well typed and true in some world of the game."""
    formula, _ = typecheck.Typer(analysis.scope, Source("", formatter.format_formula(node))).type_formula(
        node
    )
    if formula is None:
        return False
    try:
        meaning = analysis.solver.meaning(formula)
    except GroundingTooLargeError:
        return False
    return analysis.solver.solve([meaning.true])


# --- lines that say nothing in a world ---------------------------------------------------------------------


def void_lines(
    analysis: DocumentAnalysis, ruled_out: RuledOutValues = MappingProxyType({})
) -> Iterator[Finding]:
    """Findings on lines that say nothing in a world which a reader of everything holds possible.

    They do not rule that world out, as their words seem to.

    Worlds in which a function has a value that is ``ruled_out`` are left aside, and so are lines that say
    nothing in truth either. The solver is asked only if a line has a term that may have no value; a question
    that is too hard for it is left open.
    """
    node_of_line = dict(_void_nodes(analysis, ruled_out))
    if not node_of_line:
        return
    solver = analysis.solver
    assumed = solver.assume(solver.everything)
    for name, values in ruled_out.items():
        assumed += [-solver.vocabulary.node((name, ()), value) for value in sorted(values)]
    void_somewhere: set[str] = set()
    # Each world that the solver finds shows some of the lines to be void there.
    while nodes_left := {line: node for line, node in node_of_line.items() if line not in void_somewhere}:
        if not solver.solve_within([*assumed, solver.circuit.any_of(nodes_left.values())]):
            break
        model = solver.model(nodes_left.values())
        void_somewhere |= {line for line, node in nodes_left.items() if node in model}
    truth = solver.assume(solver.truth_told)
    for line, node in node_of_line.items():
        if line not in void_somewhere:
            continue
        meaning = solver.meaning(analysis.origins[line].formula)
        if solver.theory.truth and not solver.solve_within([*truth, solver.circuit.any_of(meaning)]):
            continue
        term = _term_without_value(analysis, line, [*assumed, node])
        yield _void_line_finding(analysis, line, term)


def _void_nodes(analysis: DocumentAnalysis, ruled_out: RuledOutValues) -> Iterator[tuple[str, int]]:
    """The lines that readers believe and that may be void, each with the node that is true if it is void."""
    solver = analysis.solver
    claims = {claim.id: claim for claim in solver.theory.claims}
    for name, origin in analysis.origins.items():
        is_told = origin.kind != TRUTH and origin.mode == "plain" and origin.place != Place()
        if not is_told or name not in solver.lines or not may_be_void(origin.formula, ruled_out):
            continue
        line, claim = solver.lines[name], claims.get(name)
        true, false = solver.meaning(origin.formula)
        node = solver.circuit.all_of((-true, -false, -line.exempt, -_inverted(analysis, claim)))
        if node != FALSE:
            yield name, node


def _inverted(analysis: DocumentAnalysis, claim: Claim | None) -> int:
    """The node that is true where somebody who must lie says a line, so that nobody believes it."""
    if claim is None or claim.inverted == formulas.FALSE:
        return FALSE
    return analysis.solver.meaning(claim.inverted).true


def _term_without_value(
    analysis: DocumentAnalysis, line: str, assumed: Sequence[int]
) -> formulas.Term | None:
    """The innermost term of a line that has no value in a world of some assumptions; else a fact.

    Nothing says whether the fact is so in that world. ``None`` if there is neither.
    """
    solver = analysis.solver
    for atom in atoms(analysis.origins[line].formula):
        void = [-node for node in solver.meaning(atom)]
        innermost_first = [formulas.all_terms(outer)[::-1] for outer in formulas.terms(atom)]
        for term in chain.from_iterable(innermost_first):
            if isinstance(term, formulas.Apply) and term.function.values is not None:
                lacks = solver.meaning(formulas.Equal(term, formulas.Nothing())).true
                if solver.solve_within([*assumed, *void, lacks]):
                    return term
        if isinstance(atom, formulas.Holds) and solver.solve_within([*assumed, *void]):
            return atom.term
    return None


def _void_line_finding(analysis: DocumentAnalysis, line: str, term: formulas.Term | None) -> Finding:
    """The finding on a void line; ``term`` is what has no value in it."""
    origin = analysis.origins[line]
    if term is None:
        reason, hint = "its terms have no value there", "say elsewhere that they have one"
    else:
        text = formatter.format_typed(term)
        reason = f"`{text}` has no value there"
        if isinstance(term, formulas.Apply) and term.function.values is None:
            hint = "say elsewhere what rules that story out"
        else:
            other_ways = "".join(_as_just_before(origin.formula))
            hint = f"say elsewhere that it has one, as in `{text} != none`{other_ways}"
    return codes.VOID_LINE.at(
        analysis.place(origin),
        f"this rules nothing out in a story that is still possible: {reason}",
        hint=hint,
    )


def _as_just_before(formula: formulas.Formula) -> Iterator[str]:
    """Another way to write that a value is one step of a clock after another: it is false beyond the ends.

    For ``time(BRUNO) = time(ANNA) + 5`` this is ``just_before(time(ANNA), time(BRUNO))``.
    """
    for atom in atoms(formula):
        match atom:
            case formulas.Equal(formulas.Apply(function, (inner,)), other) | formulas.Equal(
                other, formulas.Apply(function, (inner,))
            ) if function.values is not None and function.values.step:
                names = [formatter.format_typed(term) for term in (inner, other)]
                if function == formulas.shift(function.values, function.values.step):
                    yield f", or write `just_before({', '.join(names)})`, which is false there"
                elif function == formulas.shift(function.values, -function.values.step):
                    yield f", or write `just_before({', '.join(names[::-1])})`, which is false there"


# --- what may have no value -------------------------------------------------------------------------------


def may_be_void(formula: formulas.Formula, ruled_out: RuledOutValues) -> bool:
    """Whether a term of a formula, outside its quantifiers, may have no value by the declarations."""
    declarations = _Declarations(ruled_out)
    return any(map(declarations.allow_void, atoms(formula)))


@frozen(slots=True)
class _Declarations:
    """The terms that may have no value, as far as the declarations of functions and types show."""

    ruled_out: RuledOutValues
    """Values that functions without arguments do not have all the same."""

    def allow_void(self, atom: formulas.Formula) -> bool:
        """Whether an atom may be void."""
        match atom:
            case formulas.Holds(term):
                return self._may_be_undefined(term)
            case formulas.Equal(left, right):
                asks_for_value = formulas.Nothing() in (left, right)
                return not asks_for_value and (self._may_be_undefined(left) or self._may_be_undefined(right))
            case formulas.Order(left, right, sort) | formulas.JustBefore(left, right, sort):
                return self._may_be_outside(left, sort) or self._may_be_outside(right, sort)
        return False

    def _may_be_undefined(self, term: formulas.Term) -> bool:
        """Whether an argument of a term may be outside its type, or a table have no value for it."""
        if not isinstance(term, formulas.Apply):
            return False
        function = term.function
        argument_rows = prod(len(sort.values) for sort in function.arguments)
        if function.table is not None and not function.optional and len(function.table) < argument_rows:
            return True
        return any(map(self._may_be_outside, term.arguments, function.arguments))

    def _may_be_outside(self, term: formulas.Term, sort: formulas.Sort) -> bool:
        """Whether a term may have no value of a type."""
        match term:
            case formulas.Constant(value):
                return value not in sort.members
            case formulas.Variable(sort=own):
                return not own.members <= sort.members
            case formulas.Apply(function):
                values = frozenset() if function.values is None else function.values.members
                outside = values - sort.members - self.ruled_out.get(function.name, frozenset())
                return function.optional or bool(outside) or self._may_be_undefined(term)
        return True
