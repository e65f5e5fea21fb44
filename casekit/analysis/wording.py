"""The lines of a document that its theory knows, and how a game puts into words what its theories say.

That is: values, facts, and what follows from somebody's word.

The steps of a proof are joined: what a line says at first sight is given where it is used, not in a step of
its own.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, count

from casekit.deduce.encoding.circuit import ASKED, NO, YES
from casekit.diagnostics import Place
from casekit.logic import formulas, theory
from casekit.prose.phrasing import listed, neither
from casekit.values import field, frozen, replace
from casekit.values.grouping import grouped


@frozen(slots=True)
class Support:
    """How something came to be known: by ``lines`` that say it at first sight, earlier ``steps``, or both."""

    lines: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()


@frozen(slots=True)
class Citation:
    """A line that a step rests on: its path or block, the words it quotes, what it says in logic.

    ``stated`` is what people read instead of the logic, if the game has words for it; empty if the quotation
    says it.
    """

    path: str
    quotation: str
    text: str
    lie: bool = False
    stated: str | None = None
    name: str = ""

    @property
    def label(self) -> str:
        """The name of the path or block for people."""
        return self.name or self.path

    @property
    def shown(self) -> str:
        """The text that people read beside the quotation."""
        if self.stated is None:
            return self.text
        return f"that is, {self.stated}" if self.quotation and self.stated else self.stated


@frozen(slots=True)
class ProofStep:
    """One numbered step of a proof, with those that were joined to it; ``depth`` counts its suppositions.

    ``kind`` is ``infer``, ``suppose``, ``contradiction`` or ``conclude`` (what a contradiction shows).
    ``lines`` are its own, ``read`` those of what was joined to it; ``premises`` are the numbers of other
    steps that all this uses, ``grounds`` of what it uses. As it is printed, ``says`` is a sentence that ends
    in the numbers of the earlier steps it uses, ``cited`` are the lines it rests on, and ``shown`` what
    people see of them; all three are empty until a ``Teller`` writes them.
    """

    number: int
    depth: int
    kind: str
    conclusions: tuple[theory.Assertion, ...]
    lines: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    premises: tuple[int, ...] = ()
    grounds: Mapping[theory.Assertion, Support] = field(default_factory=dict)
    cited: tuple[Citation, ...] = ()
    says: str = ""
    shown: tuple[Citation, ...] = ()


def join(
    steps: Sequence[theory.Step], goal: Collection[theory.Assertion], needs_no_step: Callable[[str], bool]
) -> tuple[ProofStep, ...]:
    """The steps of a proof, numbered again, without those that only read a line ``needs_no_step``.

    Steps inside suppositions are among them.

    Such a line needs no step of its own for what follows from it and at most one thing more. A step that
    finds a part of the goal stays, but is one with the step before it that it rests on, if there is one.
    """
    joining = _Joining(goal, needs_no_step)
    joining.join(steps, {}, 0)
    return tuple(joining.joined)


class _Joining:
    """The steps of one proof; ``at`` is what the old numbers have become."""

    def __init__(self, goal: Collection[theory.Assertion], needs_no_step: Callable[[str], bool]) -> None:
        self.goal, self.needs_no_step = goal, needs_no_step
        self.numbers, self.at = count(1), dict[int, Support]()
        self.joined: list[ProofStep] = []

    def join(self, steps: Sequence[theory.Step], known: dict[theory.Assertion, Support], depth: int) -> None:
        """Join the steps of one level; ``known`` is what is known there."""
        for step in steps:
            if isinstance(step, theory.Supposition):
                inside = dict(known)
                supposition = ProofStep(next(self.numbers), depth, "suppose", (step.supposed,))
                self._add(step.number, supposition, inside)
                self.join(step.steps, inside, depth + 1)
                end, closing = self.joined[-1].number, next(self.numbers)
                conclusion = ProofStep(closing, depth, "conclude", (step.conclusion,), premises=(end,))
                self._add(step.closing, conclusion, known)
            else:
                self._infer(step, known, depth)

    def _infer(self, step: theory.Inference, known: dict[theory.Assertion, Support], depth: int) -> None:
        earlier = [self.at[premise] for premise in step.premises]
        lines = tuple(dict.fromkeys(chain.from_iterable(support.lines for support in earlier)))
        premises = tuple(sorted(set(chain.from_iterable(support.steps for support in earlier))))
        ground = Support(tuple(dict.fromkeys((*lines, *step.lines))), premises)
        few = len(step.used) <= 1 and len(step.lines) == 1
        read = bool(step.conclusions) and few and self.needs_no_step(step.lines[0])
        place = self._place_before(ground, depth) if read else None
        if read and not any(conclusion in self.goal for conclusion in step.conclusions):
            self._know(step.number, ground, step.conclusions, known)
        elif place is not None:
            before = self.joined[place]
            conclusions = (*before.conclusions, *step.conclusions)
            self.joined[place] = replace(before, read=(*before.read, *step.lines), conclusions=conclusions)
            self._know(step.number, Support(steps=(before.number,)), step.conclusions, known)
        else:
            number, used = next(self.numbers), {assertion: known[assertion] for assertion in step.used}
            kind = "infer" if step.conclusions else "contradiction"
            joined = ProofStep(number, depth, kind, step.conclusions, step.lines, lines, premises, used)
            self._add(step.number, joined, known)

    def _place_before(self, ground: Support, depth: int) -> int | None:
        """Where the only step is that something rests on, if it is an inference of the same level."""
        if len(ground.lines) > 1 or len(ground.steps) != 1:
            return None
        (number,) = ground.steps
        for place, step in enumerate(self.joined):
            if step.number == number and step.depth == depth and step.kind == "infer":
                return place
        return None

    def _add(self, was: int, step: ProofStep, known: dict[theory.Assertion, Support]) -> None:
        self.joined.append(step)
        self._know(was, Support(steps=(step.number,)), step.conclusions, known)

    def _know(
        self,
        was: int,
        ground: Support,
        assertions: Sequence[theory.Assertion],
        known: dict[theory.Assertion, Support],
    ) -> None:
        self.at[was] = ground
        known.update(dict.fromkeys(assertions, ground))


FORMULA, NAME, READ = "formula", "name", "--read"
"""The names in findings of texts that were given on the command line."""

TRUTH = "truth"
"""The kind of the lines that only the writer knows."""


@frozen(slots=True)
class SourceLine:
    """A line of a document that the theory knows.

    ``kind`` is the game's own word for what sort of line it is; lines of the truth are ``TRUTH``. ``path``
    names the paragraph or block it is in, and ``text`` is its logic. ``speakers`` are all who vouch for it,
    outermost first, and ``voices`` are their terms. ``mode`` is ``plain``, ``lie`` or ``hint``. ``quotation``
    are the words of the prose that it rests on.
    """

    kind: str
    path: str
    text: str
    formula: formulas.Formula
    place: Place
    speakers: tuple[str, ...] = ()
    mode: str = "plain"
    quotation: str = ""
    voices: tuple[formulas.Term, ...] = ()


def ranked(ranks: Sequence[Collection[str]], count: int) -> dict[str, int]:
    """Weights by kind of line: one line of a rank outweighs all ``count`` lines of the ranks before it."""
    weights: dict[str, int] = {}
    for rank, kinds in enumerate(ranks):
        weights |= dict.fromkeys(kinds, (count + 1) ** rank)
    return weights


class Wording:
    """The words of one document's game. Words that all games share are written here."""

    source = "path"
    """The unit that a reader chooses to read, in the singular."""

    sources = "paths"
    """The same in the plural."""

    given: frozenset[str]
    """The paths of lines that are known before anything is read."""

    nothing_to_read: str
    """The words on a proof that takes no source."""

    elements: tuple[str, ...]
    """The questions of the game, by the names of their functions."""

    to_ground_less = "name those it is about, nest fewer quantifiers, or give the fact fewer arguments"
    """The hint on a line that comes to too much."""

    to_be_easier = "use fewer counts and quantifiers in the rules, or state more as single facts"
    """The hint on a document that is too hard for the solver."""

    def value(self, value: str) -> str:
        """A value as the document names it."""
        return value

    def answer(self, _element: str, value: str) -> str:
        """A value as the answer to a question of the game."""
        return self.value(value)

    def element(self, element: str) -> str:
        """A question of the game as a noun."""
        return element

    def answers(self, element: str, value: str) -> str:
        """The clause that a value answers a question."""
        return f"{self.answer(element, value)} is the {self.element(element)}"

    def fact(self, fact: theory.Fact, truth: str = "") -> str:
        """A fact as a clause, and what it is in truth if that is said."""
        if fact.value in {YES, NO}:
            return str(fact)
        aside = f" (in truth {self.value(truth)})" if truth else ""
        return f"{fact.term} = {self.value(fact.value)}{aside}"

    def assertion(self, assertion: theory.Assertion) -> str:
        """The conclusion of a step, as a clause."""
        fact = assertion.fact
        if fact.function == ASKED:
            return f"the answer is {'true' if (fact.value == YES) == assertion.holds else 'false'}"
        if fact.function in self.elements:
            answer = self.answer(fact.function, fact.value)
            return f"the {self.element(fact.function)} is {'' if assertion.holds else 'not '}{answer}"
        return self.fact(fact) if assertion.holds else f"{fact.term} != {self.value(fact.value)}"

    def supposed(self, assertion: theory.Assertion) -> str:
        """The supposition, after "Suppose"."""
        return self.assertion(assertion)

    def clauses(self, assertions: Sequence[theory.Assertion]) -> Iterator[str]:
        """The conclusions of a step, as few clauses; the values that a term has not are put together."""
        by_term = grouped(((assertion.fact.term, assertion.holds), assertion) for assertion in assertions)
        for group in by_term.values():
            if len(group) == 1:
                yield self.assertion(group[0])
            else:
                yield self.none_of([assertion.fact for assertion in group])

    def none_of(self, facts: Sequence[theory.Fact]) -> str:
        """That one term has none of several values."""
        first = facts[0]
        if first.function in self.elements:
            answers = [self.answer(fact.function, fact.value) for fact in facts]
            return f"the {self.element(first.function)} is {neither(answers)}"
        return f"{first.term} is {neither([self.value(fact.value) for fact in facts])}"

    def needs_no_step(self, _line: str) -> bool:
        """Whether what a line says is given where it is used, not in a step of its own."""
        return False

    def quoted(self, _lines: Sequence[str]) -> str | None:
        """Lines of one path as one quotation; ``None`` if each is quoted by itself."""
        return None

    def cites(self, _line: str) -> bool:
        """Whether a line is shown where it is used at sight, or where ``sentence`` gives the step."""
        return True

    def sentence(self, _step: ProofStep) -> str | None:
        """A step in a sentence of the game's own; ``None`` if it is written as in other games."""
        return None

    def named(self, path: str) -> str:
        """The path or block of a line, where it is cited."""
        return path

    def spoken(self, _step: ProofStep, _origin: SourceLine, _told: str, _cite: str) -> str | None:
        """The conclusion from a line that somebody vouches for; ``None`` if it follows as from other lines.

        ``told`` is the clause that follows, empty for a contradiction, ``cite`` the numbers of the steps
        used.
        """
        return None

    def since(self, source: str) -> str:
        """Since when something is certain, in games with an order of sources; no source is the start."""
        return f"since {self.source} {source}" if source else "from the start"

    def read(self, sources: Sequence[str]) -> str:
        """The sources that somebody has read; there is at least one."""
        return listed(sources)

    def stated(self, _origin: SourceLine, _told: str = "") -> str | None:
        """A line in words for people, beside what it quotes; ``None`` for its logic.

        ``told`` is the clause that comes next, which need not be said twice.
        """
        return None

    def asked(self, _text: str) -> str | None:
        """A formula that was asked, by its canonical text, as a clause; ``None`` for its logic."""
        return None

    def law(self, _line: str) -> Citation | None:
        """A rule of the game that no line of the document states, if the identifier is that of one."""
        return None

    @property
    def glosses(self) -> Mapping[str, str]:
        """The meanings of facts in the writer's words, by the names of their functions."""
        return {}
