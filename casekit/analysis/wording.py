"""The lines that a theory comes from, the steps of its proofs, and how a game puts both into words."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from casekit.deduce.encoding.circuit import ASKED, NO, YES
from casekit.diagnostics import Place
from casekit.logic import formulas, theory
from casekit.prose.phrasing import listed, neither
from casekit.values import field, frozen
from casekit.values.grouping import grouped

FORMULA = "formula"
NAME = "name"
READ = "--read"
"""The names that findings have for the three texts that ``casekit ask`` takes on the command line."""

TRUTH = "truth"
"""The kind of the lines that only the writer knows."""


@frozen(slots=True)
class SourceLine:
    """A line of a document that the theory knows."""

    kind: str
    """The game's own word for what sort of line it is; lines of the truth are ``TRUTH``."""

    path: str
    """The name of the paragraph or block that it is in."""

    text: str
    """Its logic, as the document writes it."""

    formula: formulas.Formula
    """Its logic, typed."""

    place: Place
    """Where it is in the text of the document."""

    speakers: tuple[str, ...] = ()
    """All who vouch for it, outermost first: ``("ANNA", "BRUNO")`` if Anna says that Bruno says it."""

    mode: str = "plain"
    """``plain``, ``lie`` or ``hint``."""

    quotation: str = ""
    """The words of the prose that it rests on."""

    voices: tuple[formulas.Term, ...] = ()
    """The terms of the speakers, in the same order."""


@frozen(slots=True)
class Support:
    """How something came to be known: by lines that say it at first sight, by earlier steps, or by both."""

    lines: tuple[str, ...] = ()
    """The identifiers of the lines."""

    steps: tuple[int, ...] = ()
    """The numbers of the steps."""


@frozen(slots=True)
class Citation:
    """A line that a step rests on, as it is shown."""

    path: str
    """The name of the path or block that the line is in."""

    quotation: str
    """The words of the prose that it quotes."""

    text: str
    """Its logic."""

    lie: bool = False
    """Whether the line is marked as a lie."""

    stated: str | None = None
    """The words that people read in place of the logic, if there are any; empty if the quotation says it."""

    name: str = ""
    """The name of the path for people, if that is another one."""

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


StepKind = Literal["infer", "suppose", "contradiction", "conclude"]
"""What a step of a proof does; ``conclude`` says what a contradiction shows of the supposition."""


@frozen(slots=True)
class ProofStep:
    """One numbered step of a proof, with the steps that were joined to it (``joined_steps``)."""

    number: int
    """Its number, counted from 1."""

    depth: int
    """How many suppositions it is inside of."""

    kind: StepKind
    """What it does."""

    conclusions: tuple[theory.Assertion, ...]
    """What follows; none for a contradiction."""

    lines: tuple[str, ...] = ()
    """The identifiers of its own lines."""

    read: tuple[str, ...] = ()
    """The identifiers of lines of the steps that were joined to it."""

    premises: tuple[int, ...] = ()
    """The numbers of the other steps that it uses, those for the steps joined to it included."""

    grounds: Mapping[theory.Assertion, Support] = field(default_factory=dict)
    """For each assertion that it uses: how that came to be known."""

    cited: tuple[Citation, ...] = ()
    """All lines that it rests on; this and what follows is empty until a ``ProofWriter`` fills it in."""

    says: str = ""
    """The sentence that is printed; it ends in the numbers of the earlier steps that are used."""

    shown: tuple[Citation, ...] = ()
    """The lines that people see beside the sentence."""


def ranked(ranks: Sequence[Collection[str]], count: int) -> dict[str, int]:
    """Weights by kind of line: one line of a rank outweighs all ``count`` lines of the ranks before it.

    ``ranked([{"rule"}, {"statement", "fact"}], 9)`` is ``{"rule": 1, "statement": 10, "fact": 10}``.
    """
    weights: dict[str, int] = {}
    for rank, kinds in enumerate(ranks):
        for kind in kinds:
            weights[kind] = (count + 1) ** rank
    return weights


class Wording:
    """How the game of one document puts its theory into words.

    Methods with a body are for games that do not say it in words of their own.
    """

    source = "path"
    """The unit that a reader chooses to read, in the singular."""

    sources = "paths"
    """That unit in the plural."""

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
        """A fact as a clause; ``truth`` is the value that it has in truth, if that is to be said too."""
        if fact.value in {YES, NO}:
            return str(fact)
        in_truth = f" (in truth {self.value(truth)})" if truth else ""
        return f"{fact.term} = {self.value(fact.value)}{in_truth}"

    def assertion(self, assertion: theory.Assertion) -> str:
        """The conclusion of a step, as a clause."""
        fact = assertion.fact
        if fact.function == ASKED:
            is_true = (fact.value == YES) == assertion.holds
            return f"the answer is {'true' if is_true else 'false'}"
        if fact.function in self.elements:
            answer = self.answer(fact.function, fact.value)
            negation = "" if assertion.holds else "not "
            return f"the {self.element(fact.function)} is {negation}{answer}"
        return self.fact(fact) if assertion.holds else f"{fact.term} != {self.value(fact.value)}"

    def supposed(self, assertion: theory.Assertion) -> str:
        """The supposition, after "Suppose"."""
        return self.assertion(assertion)

    def clauses(self, assertions: Sequence[theory.Assertion]) -> Iterator[str]:
        """The conclusions of a step in as few clauses as possible; values that a term has not share one."""
        by_term = grouped(((assertion.fact.term, assertion.holds), assertion) for assertion in assertions)
        for group in by_term.values():
            if len(group) == 1:
                yield self.assertion(group[0])
            else:
                yield self.none_of([assertion.fact for assertion in group])

    def none_of(self, facts: Sequence[theory.Fact]) -> str:
        """The clause that one term, which all facts are about, has none of their values."""
        first = facts[0]
        if first.function in self.elements:
            answers = [self.answer(fact.function, fact.value) for fact in facts]
            return f"the {self.element(first.function)} is {neither(answers)}"
        return f"{first.term} is {neither([self.value(fact.value) for fact in facts])}"

    def needs_no_step(self, _line: str) -> bool:
        """Whether what a line says is cited where it is used, so that reading it is not a step of its own."""
        return False

    def quoted(self, _lines: Sequence[str]) -> str | None:
        """Lines of one path as one quotation; ``None`` if each is quoted by itself."""
        return None

    def cites(self, _line: str) -> bool:
        """Whether a line is shown beside a step that was joined to it, or that ``sentence`` words."""
        return True

    def sentence(self, _step: ProofStep) -> str | None:
        """A step in a sentence of the game's own; ``None`` if it is written as in other games."""
        return None

    def named(self, path: str) -> str:
        """The path or block of a line, where it is cited."""
        return path

    def spoken(
        self, _step: ProofStep, _origin: SourceLine, _conclusions: str, _step_numbers: str
    ) -> str | None:
        """A step from a line that somebody vouches for; ``None`` if it is written as for any other line.

        Args:
            _step: the step, which has one line.
            _origin: that line.
            _conclusions: what follows, as a clause; empty for a contradiction.
            _step_numbers: the earlier steps that are used, as they are cited: `` (2, 3)``.
        """
        return None

    def since(self, source: str) -> str:
        """Since when something is certain, in games with an order of sources; no source is the start."""
        return f"since {self.source} {source}" if source else "from the start"

    def read(self, sources: Sequence[str]) -> str:
        """The sources that somebody has read; there is at least one."""
        return listed(sources)

    def stated(self, _origin: SourceLine, _conclusions: str = "") -> str | None:
        """A line in words for people, beside what it quotes; ``None`` for its logic.

        ``_conclusions`` is the clause that comes next, which need not be said twice.
        """
        return None

    def asked(self, _text: str) -> str | None:
        """A formula that the user asked, as a clause, given its canonical text; ``None`` for its logic."""
        return None

    def law(self, _line: str) -> Citation | None:
        """A rule of the game that no line of the document states; ``None`` if no rule has this identifier."""
        return None

    @property
    def glosses(self) -> Mapping[str, str]:
        """The meanings of facts in the writer's words, by the names of their functions."""
        return {}
