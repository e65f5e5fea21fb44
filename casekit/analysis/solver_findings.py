"""Findings on the logic of any document: what is too hard for the solver, and answers that readers refute.

Beside these: what lines cost, one by one.

Beside these are missing brackets, and lines that say nothing in a world that is still possible
(``docs/language.md``, "Terms without a value").
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import partial
from itertools import chain, islice
from math import prod
from types import MappingProxyType
from typing import Any, TypeVar

from casekit.analysis.document_analysis import DocumentAnalysis, atoms
from casekit.analysis.wording import TRUTH, SourceLine
from casekit.deduce.encoding.circuit import FALSE
from casekit.deduce.encoding.encoded_theory import GroundingTooLargeError, LineCost
from casekit.deduce.verdicts import hardest_line
from casekit.diagnostics import Diagnostic, Place, Related, Source, Span, codes, found_by, has_own_fault
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

_MUCH = 10
"""A line that takes one part in this many of what all lines may come to is worth a hint."""


def _by_cost(inquiry: DocumentAnalysis) -> list[tuple[str, LineCost]]:
    """The lines of the document, those first that cost most."""
    costs = inquiry.knowledge.meter.lines
    return sorted(
        ((line, costs[line]) for line in inquiry.origins if line in costs),
        key=lambda each: (-each[1].instances, -each[1].clauses),
    )


def refused_findings(inquiry: DocumentAnalysis) -> Iterator[Diagnostic]:
    """That one line, or all together, would take too long to reason about, at the one that costs most."""
    if not inquiry.knowledge.refused:
        return
    noun, limits = inquiry.dialect.noun, inquiry.knowledge.limits
    costs = _by_cost(inquiry)
    (largest, (size, _)), *others = costs[:_MOST_NAMED]
    if size > limits.line:
        finding = too_large_finding(inquiry, size, inquiry.place(inquiry.origins[largest]))
        others = [each for each in others if each[1].instances > limits.line]
    else:
        together = sum(cost.instances for _, cost in costs)
        finding = codes.TOO_MUCH_TO_GROUND.at(
            inquiry.place(inquiry.origins[largest]),
            f"the lines of this {noun} stand for {together:,} instances together; casekit reasons about at most "
            f"{limits.total:,} per {noun}; {size:,} of them are in this line, the largest",
            hint=inquiry.wording.to_ground_less,
        )
    yield replace(
        finding,
        related=tuple(
            Related(inquiry.place(inquiry.origins[line]), f"{cost.instances:,} are in this line")
            for line, cost in others
        ),
    )


def too_large_finding(inquiry: DocumentAnalysis, size: int, place: Span) -> Diagnostic:
    """That a formula stands for more instances than one line may."""
    limits = inquiry.knowledge.limits
    return codes.TOO_MUCH_TO_GROUND.at(
        place,
        f"this stands for {size:,} instances; casekit reasons about at most {limits.line:,} per line "
        f"and {limits.total:,} per {inquiry.dialect.noun}",
        hint=inquiry.wording.to_ground_less,
    )


def too_long_finding(place: Span, excess: str) -> Diagnostic:
    """That a play is longer than casekit reasons about.

    ``excess`` says of what there is too much, and how much of it there may be.
    """
    hint = "begin the story later, or end it earlier: fewer lines of play"
    return codes.TOO_MUCH_TO_GROUND.at(place, excess, hint=hint)


def costly_findings(inquiry: DocumentAnalysis) -> Iterator[Diagnostic]:
    """The lines that take much of what all may come to, but not too much."""
    limits = inquiry.knowledge.limits
    for line, cost in islice(_by_cost(inquiry), _MOST_NAMED):
        if cost.clauses and _MUCH * cost.instances >= limits.total:
            yield codes.COSTLY_LINE.at(
                inquiry.place(inquiry.origins[line]),
                f"this stands for {cost.instances:,} instances, in {cost.clauses:,} clauses; "
                f"casekit reasons about at most {limits.total:,} per {inquiry.dialect.noun}",
                hint=inquiry.wording.to_ground_less,
            )


def costs_as_json(inquiry: DocumentAnalysis) -> dict[str, Any]:
    """The lines by cost, and what the solver did, as ``schemas/diagnostics.schema.json`` has it."""
    solving = inquiry.knowledge.meter.solving
    lines: list[dict[str, Any]] = []
    for line, cost in _by_cost(inquiry):
        origin = inquiry.origins[line]
        row = {
            "line": inquiry.place(origin).line,
            "path": origin.path,
            "text": origin.text,
            "instances": cost.instances,
            "clauses": cost.clauses,
        }
        lines.append(row)
    return {"lines": lines, **{unit: solving[unit] for unit in ("questions", "propagations", "conflicts")}}


def costs_in_words(costs: dict[str, Any]) -> str:
    """The same as a table; of many lines only the first."""
    rows = [
        f"{each['instances']:>10,} {each['clauses']:>8,}  {each['line']}: {each['text']}"
        for each in costs["lines"][:_MOST_LISTED]
    ]
    more = len(costs["lines"]) - len(rows)
    rows += [f"{'':19}  and {more:,} more"] if more else []
    solved = ", ".join(f"{costs[unit]:,} {unit}" for unit in ("questions", "propagations", "conflicts"))
    return "\n".join([f"{'instances':>10} {'clauses':>8}  line", *rows, f"solver: {solved}"])


def out_of_budget_finding(inquiry: DocumentAnalysis, error: OutOfBudgetError) -> Diagnostic:
    """The finding that a question was too hard, at the line that makes it so, if that was asked."""
    line = hardest_line(inquiry.knowledge)
    where = ""
    if line is not None:
        cost = inquiry.knowledge.meter.lines[line]
        made = f"{cost.instances:,} instances in {cost.clauses:,} clauses"
        where = f"; this is the first line that is too hard together with those before it ({made})"
    return codes.UNFINISHED_WORK.at(
        inquiry.source.whole() if line is None else inquiry.place(inquiry.origins[line]),
        f"this {inquiry.dialect.noun} is too hard to decide: {error}; some checks did not run{where}",
        hint=inquiry.wording.to_be_easier,
    )


I = TypeVar("I", bound=DocumentAnalysis)  # noqa: E741 - an inquiry


def first_found(
    inquiry: I, questions: Iterable[Callable[[I], Iterable[Diagnostic]]]
) -> tuple[tuple[Diagnostic, ...], bool]:
    """The findings of the first question that has any, and whether the solver could answer each."""
    faults: list[Diagnostic] = []
    for question in questions:
        try:
            found = found_by((partial(question, inquiry),), inquiry.source.whole())
        except OutOfBudgetError as error:
            return (*faults, out_of_budget_finding(inquiry, error)), False
        if has_own_fault(found):
            faults += found
        elif found:
            return (*faults, *found), inquiry.finished
    return tuple(faults), inquiry.finished


def contrary_element_findings(inquiry: DocumentAnalysis) -> Iterator[Diagnostic]:
    """Answers of the truth that readers refute, because they prove another."""
    for element, lines, proved, true, paths in _refuted(inquiry):
        says = "the presentation or a rule says"
        if paths:
            says = f"{listed(paths)} state{'s' if len(paths) == 1 else ''}"
        related: list[Related] = []
        for line in lines:
            if line.place != Place():
                label = f"{inquiry.wording.named(line.path)}: {line.text}"
                related.append(Related(inquiry.place(line), label))
        yield codes.CONTRARY_ELEMENT.at(
            inquiry.answer_place(element.name),
            f"readers will prove {proved}, but the truth says that the {element.name} is {true}\n"
            f"{_rests_on(inquiry, paths)}",
            hint=f"write `{element.name} = {element.proved}`, or correct what {says}",
            related=tuple(related),
        )


def sentences(inquiry: DocumentAnalysis) -> Iterator[str]:
    """The same in a sentence each, for a finding about lines that are to blame for it."""
    for _, _, proved, true, paths in _refuted(inquiry):
        yield f"Readers will prove {proved}, not {true}. {_rests_on(inquiry, paths)}"


def _refuted(inquiry: DocumentAnalysis) -> Iterator[tuple[Element, list[SourceLine], str, str, list[str]]]:
    """The elements of which readers prove the contrary, with the lines it follows from.

    Then come what readers prove, what is true, and the names of sources.
    """
    wording, contrary = inquiry.wording, inquiry.contrary
    if not contrary:
        return
    for element, lines in inquiry.elements_with_reasons:
        if element not in contrary:
            continue
        origins = [inquiry.origins[line] for line in lines]
        proved = wording.answer(element.name, element.proved or "")
        true = wording.answer(element.name, element.value or "")
        named = [wording.named(line.path) for line in origins if line.path not in wording.given]
        yield element, origins, proved, true, list(dict.fromkeys(named))


def _rests_on(inquiry: DocumentAnalysis, paths: Sequence[str]) -> str:
    rest = listed(paths) if paths else inquiry.wording.nothing_to_read.partition(",")[0]
    return f"This follows from {rest}."


def bracketings(inquiry: DocumentAnalysis, line: SourceLine) -> tuple[str, str] | None:
    """How a line is read, all brackets written, and its words with a pair of brackets that lets them hold.

    ``None`` if no such pair does, or if somebody is said to have said it.
    """
    if line.speakers or line.mode != "plain":
        return None
    node, _ = parse_lone_formula(Source("", line.text), inquiry.dialect)
    if node is None:
        return None
    others = formatter.with_other_brackets(node)
    held = next((formatter.format_formula(other) for other in others if _can_hold(inquiry, other)), None)
    return None if held is None else (formatter.spelt_out(node), held)


def _can_hold(inquiry: DocumentAnalysis, node: nodes.FormulaNode) -> bool:
    """Whether a formula is well typed and true in some world of the game."""
    formula, _ = typecheck.Typer(inquiry.scope, Source("", formatter.format_formula(node))).type_formula(node)
    if formula is None:
        return False
    try:
        meaning = inquiry.knowledge.meaning(formula)
    except GroundingTooLargeError:
        return False
    return inquiry.knowledge.solve([meaning.true])


# --- lines that say nothing in a world ---------------------------------------------------------------------


RuledOut = Mapping[str, AbstractSet[str]]
"""Values that functions without arguments do not have, by name."""


def void_lines(inquiry: DocumentAnalysis, ruled_out: RuledOut = MappingProxyType({})) -> Iterator[Diagnostic]:
    """The lines that say nothing in a world which a reader of everything holds possible.

    They do not rule that world out, as their words seem to.

    Worlds in which a function has a value that is ``ruled_out`` are left aside, and so are lines that say
    nothing in truth either. The solver is asked only if a line has a term that may have no value; a question
    that is too hard for it is left open.
    """
    void = dict(_void_nodes(inquiry, ruled_out))
    knowledge = inquiry.knowledge
    assumed = knowledge.assume(knowledge.everything) if void else []
    for name, values in ruled_out.items() if void else ():
        assumed += [-knowledge.vocabulary.node((name, ()), value) for value in sorted(values)]
    void_somewhere: set[str] = set()
    while left := {line: node for line, node in void.items() if line not in void_somewhere}:
        if not knowledge.solve_within([*assumed, knowledge.circuit.any_of(left.values())]):
            break
        model = knowledge.model(left.values())
        void_somewhere |= {line for line, node in left.items() if node in model}
    truth = knowledge.assume(knowledge.truth_told)
    for line, node in void.items():
        if line not in void_somewhere:
            continue
        meaning = knowledge.meaning(inquiry.origins[line].formula)
        if knowledge.theory.truth and not knowledge.solve_within([*truth, knowledge.circuit.any_of(meaning)]):
            continue
        yield _void_line(inquiry, line, _lacking(inquiry, line, [*assumed, node]))


def _void_nodes(inquiry: DocumentAnalysis, ruled_out: RuledOut) -> Iterator[tuple[str, int]]:
    """The lines that readers believe and that may be void, each with the node that is true where it is."""
    knowledge = inquiry.knowledge
    claims = {claim.id: claim for claim in knowledge.theory.claims}
    for name, origin in inquiry.origins.items():
        is_told = origin.kind != TRUTH and origin.mode == "plain" and origin.place != Place()
        if not is_told or name not in knowledge.lines or not may_be_void(origin.formula, ruled_out):
            continue
        line, claim = knowledge.lines[name], claims.get(name)
        true, false = knowledge.meaning(origin.formula)
        node = knowledge.circuit.all_of((-true, -false, -line.exempt, -_inverted(inquiry, claim)))
        if node != FALSE:
            yield name, node


def _inverted(inquiry: DocumentAnalysis, claim: Claim | None) -> int:
    """The node that is true where somebody who must lie says a line, so that nobody believes it."""
    if claim is None or claim.inverted == formulas.FALSE:
        return FALSE
    return inquiry.knowledge.meaning(claim.inverted).true


def _lacking(inquiry: DocumentAnalysis, line: str, assumed: Sequence[int]) -> formulas.Term | None:
    """The innermost term of a line that has no value in a world of some assumptions.

    Or a fact that nothing is said of there.
    """
    knowledge = inquiry.knowledge
    for atom in atoms(inquiry.origins[line].formula):
        void = [-node for node in knowledge.meaning(atom)]
        innermost_first = [formulas.all_terms(outer)[::-1] for outer in formulas.terms(atom)]
        for term in chain.from_iterable(innermost_first):
            if isinstance(term, formulas.Apply) and term.function.values is not None:
                lacks = knowledge.meaning(formulas.Equal(term, formulas.Nothing())).true
                if knowledge.solve_within([*assumed, *void, lacks]):
                    return term
        if isinstance(atom, formulas.Holds) and knowledge.solve_within([*assumed, *void]):
            return atom.term
    return None


def _void_line(inquiry: DocumentAnalysis, line: str, term: formulas.Term | None) -> Diagnostic:
    origin = inquiry.origins[line]
    if term is None:
        reason, hint = "its terms have no value there", "say elsewhere that they have one"
    else:
        text = formatter.format_typed(term)
        reason = f"`{text}` has no value there"
        if isinstance(term, formulas.Apply) and term.function.values is None:
            hint = "say elsewhere what rules that story out"
        else:
            hint = (
                f"say elsewhere that it has one, as in `{text} != none`{''.join(_succession(origin.formula))}"
            )
    return codes.VOID_LINE.at(
        inquiry.place(origin),
        f"this rules nothing out in a story that is still possible: {reason}",
        hint=hint,
    )


def _succession(formula: formulas.Formula) -> Iterator[str]:
    """The formula for a value that is one step of a clock after another, which is false beyond the ends."""
    for atom in atoms(formula):
        match atom:
            case formulas.Equal(formulas.Apply(function, (inner,)), other) | formulas.Equal(
                other, formulas.Apply(function, (inner,))
            ) if function.values is not None and function.values.step:
                names = [formatter.format_typed(each) for each in (inner, other)]
                if function == formulas.shift(function.values, function.values.step):
                    yield f", or write `just_before({', '.join(names)})`, which is false there"
                elif function == formulas.shift(function.values, -function.values.step):
                    yield f", or write `just_before({', '.join(names[::-1])})`, which is false there"


# --- what may have no value -------------------------------------------------------------------------------


def may_be_void(formula: formulas.Formula, ruled_out: RuledOut) -> bool:
    """Whether a term of a formula, outside its quantifiers, may have no value by the declarations."""
    doubt = _Doubt(ruled_out)
    return any(map(doubt.of_atom, atoms(formula)))


@frozen(slots=True)
class _Doubt:
    """Whether something may have no value.

    Functions without arguments have none of the values that are ``ruled_out``.
    """

    ruled_out: RuledOut

    def of_atom(self, atom: formulas.Formula) -> bool:
        """Whether an atom may be void."""
        match atom:
            case formulas.Holds(term):
                return self._beyond(term)
            case formulas.Equal(left, right):
                plain = formulas.Nothing() not in (left, right)
                return plain and (self._beyond(left) or self._beyond(right))
            case formulas.Order(left, right, sort) | formulas.JustBefore(left, right, sort):
                return self._misses(left, sort) or self._misses(right, sort)
        return False

    def _beyond(self, term: formulas.Term) -> bool:
        """Whether an argument of a term may be outside its type, or a table have no value for it."""
        if not isinstance(term, formulas.Apply):
            return False
        function = term.function
        size = prod(len(sort.values) for sort in function.arguments)
        if function.table is not None and not function.optional and len(function.table) < size:
            return True
        return any(map(self._misses, term.arguments, function.arguments))

    def _misses(self, term: formulas.Term, sort: formulas.Sort) -> bool:
        """Whether a term may have no value of a type."""
        match term:
            case formulas.Constant(value):
                return value not in sort.members
            case formulas.Variable(sort=own):
                return not own.members <= sort.members
            case formulas.Apply(function):
                values = frozenset() if function.values is None else function.values.members
                beyond = values - sort.members - self.ruled_out.get(function.name, frozenset())
                return function.optional or bool(beyond) or self._beyond(term)
        return True
