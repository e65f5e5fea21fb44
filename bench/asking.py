"""Questions to a case that is at hand: with proofs and worlds, and the entailments alone beside other solvers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bench.agreement import agree
from bench.example import FILE, SHELF, analysis_of
from bench.measure import Row, Scale
from bench.peers import Z3, Clingo, Peer
from casekit.analysis import queries
from casekit.analysis.wording import FORMULA
from casekit.deduce.solving.theory_solver import TheorySolver, TruthValue
from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.language.formula.typecheck import Typer
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.formulas import Formula
from casekit.pipeline import loading

ASKED: tuple[tuple[str, str | None], ...] = (
    ("culprit = DORIAN", None),
    ("motive = secret", None),
    ("method = smother", None),
    ("room(DORIAN) = suite", None),
    ("not nose(DORIAN)", None),
    ("came(DORIAN) >= after_midnight", None),
    ("bearer = culprit", None),
    ("room(culprit) = suite", None),
    ("exactly 2 suspect X: courted(X)", None),
    ("some suspect X: praised_four(X) and not nose(X)", None),
    ("every suspect X except DORIAN: boiled(X) implies kept(X)", None),
    ("culprit = HUGO", None),
    ("culprit in { victim, nobody }", None),
    ("motive = revenge", None),
    ("lilies_scented", None),
    ("room(INGRID) = room(CELESTE)", None),
    ("every suspect X: kept(X)", None),
    ("nose(HUGO)", None),
    ("room(HUGO) = room(DORIAN)", None),
    ("at least 3 suspect X: kept(X)", None),
    ("came(LOUIS) = at_dinner", None),
    ("culprit = DORIAN", "22, 23, 24"),
    ("culprit != FELIX", "22, FELIX alibi, 24"),
    ("method != poison", "22"),
    ("method = smother", "23"),
    ("boiled(culprit)", "13, 24"),
    ("room(BRUNO) = pool", "INGRID alibi"),
    ("room(BRUNO) = pool", "INGRID alibi, BRUNO alibi"),
    ("culprit = BRUNO", ""),
    ("exactly 7 suspect X: boiled(X)", ""),
)
"""Formulas, each with the paths that were read (``None`` for all)."""


Literals = Sequence[int]


@dataclass(frozen=True)
class Question:
    """A formula as text and typed, what was read of the case, the lines that come of it, and casekit's answer."""

    text: str
    read: str | None
    formula: Formula
    lines: tuple[str, ...]
    answer: TruthValue


def rows(scale: Scale) -> Iterator[Row]:
    """Whole answers first, then what follows alone."""
    analysis = analysis_of(loading.load_bytes_for_analysis(FILE.read_bytes(), FILE.name, SHELF))
    asked = [_question(analysis, text, read) for text, read in ASKED]
    # A solver of its own, so that the peers get its clauses before it takes them.
    solver = TheorySolver(analysis.solver.theory)
    doubts = [_doubts(solver, question) for question in asked]
    clauses = tuple(map(tuple, solver.circuit.pending))
    clingo, z3 = _Entailments(Clingo(clauses), doubts), _Entailments(Z3(clauses), doubts)

    def ours() -> list[TruthValue]:
        return [solver.ask(question.lines, question.formula) for question in asked]

    for name, answers in (("entailments alone", ours), ("clingo", clingo.answers), ("z3", z3.answers)):
        for question, answer in zip(asked, answers(), strict=True):
            agree(f"{question.text} --read {question.read}", question.answer, name, answer)
    yield from _whole(analysis, scale.of(asked, asked[:1]), clingo, scale)
    work = f"{len(asked)} questions, what follows alone"
    yield scale.compare(work, ours, "clingo, same clauses, warm", clingo.answers, rounds=25)
    yield scale.compare(work, ours, "z3, same clauses, warm", z3.answers, rounds=25)


def _question(analysis: CaseAnalysis, text: str, read: str | None) -> Question:
    asked, problems = queries.ask(analysis, text, read)
    source = Source(FORMULA, text)
    node, _ = parse_lone_formula(source, CASE)
    formula = Typer(analysis.case.scope, source).type_formula(node)[0] if node else None
    if asked is None or formula is None:
        raise ValueError(f"{text} cannot be asked: {problems}")
    sources = analysis.sources if asked.read is None else asked.read
    return Question(text, read, formula, analysis.solver.reading(sources), asked.reply.answer)


def _doubts(solver: TheorySolver, question: Question) -> tuple[Literals, Literals]:
    """What has to be possible for a formula to be true, and to be false, for its reader."""
    meaning = solver.meaning(question.formula)
    known = solver.assume(question.lines)
    return [*known, meaning.true], [*known, meaning.false]


class _Entailments:
    """All questions, ready for a peer."""

    def __init__(self, peer: Peer, doubts: Sequence[tuple[Literals, Literals]]) -> None:
        self._peer = peer
        self._ready = [(peer.ready(true), peer.ready(false)) for true, false in doubts]

    def answers(self) -> list[TruthValue]:
        return [self.answer(number) for number in range(len(self._ready))]

    def answer(self, number: int) -> TruthValue:
        can_be_true, can_be_false = map(self._peer.possible, self._ready[number])
        if can_be_true == can_be_false:
            return "open"
        return "true" if can_be_true else "false"


def _whole(
    analysis: CaseAnalysis, asked: Sequence[Question], peer: _Entailments, scale: Scale
) -> Iterator[Row]:
    """The median and the slowest question, from its text to its proof or its worlds."""
    found = sorted(
        (_one(analysis, number, question, peer, scale) for number, question in enumerate(asked)),
        key=lambda row: row.ours,
    )
    yield replace(found[len(found) // 2], work=f"ask with proof, warm: median of {len(asked)}")
    yield replace(found[-1], work=f"ask with proof, warm: slowest ({found[-1].work})")


def _one(analysis: CaseAnalysis, number: int, question: Question, peer: _Entailments, scale: Scale) -> Row:
    return scale.compare(
        question.text,
        lambda: queries.ask(analysis, question.text, question.read),
        "clingo, answer alone",
        lambda: peer.answer(number),
        rounds=1,
    )
