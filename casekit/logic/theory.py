"""A case as the deduction core sees it, and the core's answers and proofs; neither knows a game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from casekit.diagnostics import ExpectedError
from casekit.logic.formulas import FALSE, Formula, Function
from casekit.values import frozen, replace


@frozen(slots=True)
class Law:
    """A formula that holds in every world, or a line of the truth.

    ``id`` is unique in its theory. ``weight`` says how far the line is to be believed when lines contradict
    each other: of a conflicting set the lines of least weight are to blame. A law says nothing about worlds
    in which its terms have no value, unless it is ``total``: then there are no such worlds.
    """

    id: str
    formula: Formula
    weight: int = 0
    total: bool = False


@frozen(slots=True)
class Claim:
    """The statement of one line of one source.

    In worlds where ``exempt`` holds nothing follows from it; elsewhere, where ``inverted`` holds the formula
    is false; in all others it holds. ``source`` names the path that has to be read; several claims share it.
    A ``hint`` has no force in a proof.
    """

    id: str
    source: str
    formula: Formula
    exempt: Formula = FALSE
    inverted: Formula = FALSE
    hint: bool = False
    weight: int = 0


@frozen
class Theory:
    """A deduction problem.

    ``targets`` are functions without arguments whose values are asked for. ``laws`` are known from the start,
    ``truth`` is known to the writer alone. A built-in law (one that no line of the case states) has weight 0
    and is never blamed. Where ``struck`` names a target, proofs go over its values: lines strike them off.
    """

    functions: tuple[Function, ...]
    laws: tuple[Law, ...] = ()
    claims: tuple[Claim, ...] = ()
    truth: tuple[Law, ...] = ()
    targets: tuple[Function, ...] = ()
    struck: str = ""

    def only(self, lines: Iterable[str]) -> "Theory":
        """Some of its laws and claims by themselves, without the truth."""
        kept = set(lines)
        return replace(
            self,
            laws=tuple(law for law in self.laws if law.id in kept),
            claims=tuple(claim for claim in self.claims if claim.id in kept),
            truth=(),
        )

    @property
    def weights(self) -> dict[str, int]:
        """How far each line is to be believed, by its identifier."""
        laws = {line.id: line.weight for line in (*self.laws, *self.truth)}
        return laws | {claim.id: claim.weight for claim in self.claims}


@frozen(slots=True, order=True)
class Fact:
    """One function at definite arguments and the value it has.

    Predicates have the value ``yes`` or ``no``; an optional function without a value has ``none``.
    """

    function: str
    arguments: tuple[str, ...]
    value: str

    @property
    def term(self) -> str:
        """The function at its arguments, as it is written."""
        return f"{self.function}({', '.join(self.arguments)})" if self.arguments else self.function

    def __str__(self) -> str:
        term = self.term
        return {"yes": term, "no": f"not {term}"}.get(self.value, f"{term} = {self.value}")


World = tuple[Fact, ...]

Status = Literal["certain", "contrary", "decided", "supported", "open"]


@frozen(slots=True)
class Rival:
    """A value an element may have though the truth is another, with the nearest world in which it has it.

    ``world`` holds every fact known in that world, ``changed`` those that differ from the truth (as they are
    in the rival world), ``lies`` the identifiers of claims that are false there. ``apart`` are facts that
    distinguish the world from another one it is put beside, though the truth leaves them open. Where only the
    value matters the other fields are empty.
    """

    value: str
    world: World = ()
    changed: World = ()
    lies: tuple[str, ...] = ()
    nearest: bool = True
    apart: World = ()


@frozen(slots=True)
class Element:
    """The paragraphs' word on one target.

    ``value`` is the true one, ``None`` if the truth leaves it open; ``proved`` the one that a reader of
    everything is certain of, if there is one. Where something is proved it is the true value (``certain``) or
    another one (``contrary``), or the truth does not say (``decided``). ``rivals`` are the other values that
    are possible, sorted.
    """

    name: str
    value: str | None
    status: Status
    rivals: tuple[str, ...] = ()
    proved: str | None = None


@frozen(slots=True)
class Verdict:
    """The answer to the first questions of every check."""

    consistent: bool
    truth_possible: bool
    elements: tuple[Element, ...]


@frozen(slots=True)
class Conflict:
    """A smallest set of lines (identifiers of laws and claims) that cannot hold together, and whom to blame.

    ``minimum`` is false if the set is minimal (no line can go) but it, or the choice of whom to blame, was
    not proved smallest within the budget; ``minimal`` is false if it was too hard to say whether a line can
    go. ``blamed`` is empty if no line of the set may be blamed.
    """

    lines: tuple[str, ...]
    blamed: str
    minimum: bool = True
    minimal: bool = True


@frozen(slots=True)
class Cure:
    """A true fact that would rule out rivals, if a paragraph stated it; ``sources`` could carry it."""

    fact: Fact
    removes: tuple[tuple[str, str], ...]
    sources: tuple[str, ...]


class OutOfBudgetError(ExpectedError):
    """A question was too hard; the message says what was given up after how much."""

    @classmethod
    def after(cls, conflicts: int) -> "OutOfBudgetError":
        """The exception of a solver that met this many conflicts."""
        return cls(f"the solver gave up after {conflicts:,} conflicts")


@frozen(slots=True, order=True)
class Assertion:
    """That a fact is so or, unless it ``holds``, that it is not."""

    fact: Fact
    holds: bool = True

    def __str__(self) -> str:
        return str(self.fact) if self.holds else f"{self.fact.term} != {self.fact.value}"


@frozen(slots=True)
class Inference:
    """A step that follows from ``lines`` and from the steps numbered in ``premises``.

    There is one line as a rule. Without any, earlier steps have excluded all values of a term but one, or the
    term has no other and there are no ``premises`` either. Several are together where the search for single
    steps was given up. ``used`` are the assertions of the earlier steps it rests on, sorted. No
    ``conclusions`` mean a contradiction.
    """

    number: int
    lines: tuple[str, ...]
    premises: tuple[int, ...]
    used: tuple[Assertion, ...]
    conclusions: tuple[Assertion, ...]


@frozen(slots=True)
class Supposition:
    """A supposition that ends in a contradiction, so that its opposite, the ``conclusion``, holds.

    Steps inside cite the supposition by ``number``, later ones its conclusion by ``closing``.
    """

    number: int
    supposed: Assertion
    steps: tuple["Step", ...]
    closing: int
    conclusion: Assertion


Step = Inference | Supposition


def every_step(steps: tuple[Step, ...]) -> Iterator[Step]:
    """Steps and those inside their suppositions, in the order of their numbers."""
    for step in steps:
        yield step
        if isinstance(step, Supposition):
            yield from every_step(step.steps)


def nesting(steps: Sequence[Step]) -> int:
    """The most suppositions inside each other."""
    return max((1 + nesting(step.steps) if isinstance(step, Supposition) else 0 for step in steps), default=0)


def last_number(steps: Sequence[Step]) -> int:
    """The number of the last of some steps, 0 if there is none."""
    if not steps:
        return 0
    last = steps[-1]
    return last.closing if isinstance(last, Supposition) else last.number


@frozen(slots=True)
class Proof:
    """Why some assertions hold for a reader of ``sources``: the fewest that suffice, if ``minimum``.

    ``goal`` are the assertions proved, ``lines`` the laws and claims that the steps use. A proof has been
    verified by means other than those that found it. Unless it is ``minimal``, a source may be one that can
    go: that was too hard to say, or the steps are easier to follow with it.
    """

    goal: tuple[Assertion, ...]
    sources: tuple[str, ...]
    minimum: bool
    lines: tuple[str, ...]
    steps: tuple[Step, ...]
    minimal: bool = True
