"""A proof told in the words of its case: what each path says, and what follows from it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from casekit.deduce.question import ASKED, QUESTION
from casekit.deduce.vocabulary import YES
from casekit.games.midnight.case import Case
from casekit.games.midnight.scope import NOBODY, VICTIM
from casekit.games.midnight.story import element_in_words, fact_in_words, listed, value_in_words
from casekit.games.midnight.theory import ACCIDENT, TARGETS, Origin
from casekit.model.logic import Function
from casekit.model.proof import Assertion, Inference, Proof, Step


@dataclass(frozen=True, slots=True)
class Cited:
    """A line that a step rests on: its path or block, the words it quotes, what it says in logic."""

    path: str
    quotation: str
    text: str
    lie: bool = False


@dataclass(frozen=True, slots=True)
class ToldStep:
    """One numbered step as it is printed. ``depth`` counts the suppositions it stands in.

    ``says`` is a sentence that ends in the numbers of the earlier steps it uses. ``kind`` is ``infer``,
    ``suppose``, ``contradiction`` or ``conclude`` (what a contradiction shows).
    """

    number: int
    depth: int
    kind: str
    cited: tuple[Cited, ...]
    says: str
    premises: tuple[int, ...]
    conclusions: tuple[Assertion, ...]


class Teller:
    """Tells the steps of proofs of one case. ``question`` is the formula asked, if one was."""

    def __init__(self, case: Case, origins: Mapping[str, Origin], question: str = "") -> None:
        self._case = case
        self._origins = origins
        self._question = question

    def steps(self, proof: Proof) -> tuple[ToldStep, ...]:
        """All steps of a proof, those inside suppositions included, in the order of their numbers."""
        return tuple(self._told(proof.steps, 0))

    def _told(self, steps: Sequence[Step], depth: int) -> Iterator[ToldStep]:
        for step in steps:
            if isinstance(step, Inference):
                yield self._inference(step, depth)
                continue
            supposed = self._supposed(step.supposed)
            yield ToldStep(step.number, depth, "suppose", (), f"Suppose {supposed}.", (), (step.supposed,))
            yield from self._told(step.steps, depth + 1)
            end = step.steps[-1].number
            says = f"So that was wrong ({end}): {self.assertion(step.conclusion)}."
            yield ToldStep(step.closing, depth, "conclude", (), says, (end,), (step.conclusion,))

    def _inference(self, step: Inference, depth: int) -> ToldStep:
        kind = "infer" if step.conclusions else "contradiction"
        cited = tuple(self.cited(line) for line in step.lines)
        return ToldStep(
            step.number, depth, kind, cited, self._sentence(step), step.premises, step.conclusions
        )

    def cited(self, line: str) -> Cited:
        """A line of the case, a rule of the game or the question itself."""
        if line == ACCIDENT:
            return Cited("general rules", "", "motive = none iff culprit = nobody")
        if line == QUESTION:
            return Cited("question", "", self._question)
        origin = self._origins[line]
        text = origin.text.removeprefix("lie ")
        return Cited(origin.path, origin.quotation, text, lie=origin.mode == "lie")

    # --- sentences -------------------------------------------------------------------------------

    def _sentence(self, step: Inference) -> str:
        cite = f" ({', '.join(map(str, step.premises))})" if step.premises else ""
        told = self.assertions(step.conclusions)
        if not step.lines:
            return f"Nothing else is left{cite}: {told}."
        if len(step.lines) > 1:
            return f"All this together leaves nothing else{cite}: {told}."
        origin = self._origins.get(step.lines[0])
        speakers = origin.speakers if origin else ()
        if not speakers:
            return f"That cannot be{cite}." if not told else f"So{cite} {told}."
        return self._spoken(step, speakers, told, cite)

    def _spoken(self, step: Inference, speakers: Sequence[str], told: str, cite: str) -> str:
        """What follows from somebody's word: who is innocent tells the truth (rulebook, general rule 3)."""
        if self._case.liar == "never":
            return (
                f"Nobody lies in this case. So{cite} {told}."
                if told
                else f"Nobody lies, but that cannot be{cite}."
            )
        if all(_innocent(step, speaker) for speaker in speakers):
            if not told:
                return f"{_cleared(speakers)}, so these words would be true; but they cannot be{cite}."
            return f"{_cleared(speakers)}, so these words are true{cite}: {told}."
        about = {one.fact.value: one.holds for one in step.conclusions if one.fact.function == "culprit"}
        caught = next((speaker for speaker in speakers if about.get(speaker)), None)
        if caught is not None:
            return f"If {caught} were innocent, these words would be true. They cannot be{cite}, so {told}."
        if self._case.liar == "must" and _guilty(step, speakers[-1]):
            told = f": {told}" if told else ", but it is true"
            return f"{speakers[-1]} did it and must lie, so what is said here is false{cite}{told}."
        if self._case.liar == "must" and about.get(speakers[-1]) is False:
            return f"These words are true{cite}, and the culprit never tells the truth: {told}."
        return f"Either this is so or {' or '.join(dict.fromkeys(speakers))} lies; either way{cite} {told or 'it cannot be'}."

    # --- assertions ------------------------------------------------------------------------------

    def assertions(self, assertions: Sequence[Assertion]) -> str:
        """Several assertions as one clause, empty for none; what a term is not is told together."""
        grouped: dict[tuple[str, bool], list[Assertion]] = {}
        for one in assertions:
            grouped.setdefault((one.fact.term, one.holds), []).append(one)
        return listed(self._clause(group) for group in grouped.values()) if grouped else ""

    def _clause(self, group: Sequence[Assertion]) -> str:
        if len(group) == 1:
            return self.assertion(group[0])
        fact = group[0].fact
        values = [self._value(one) for one in group]
        subject = f"the {fact.term}" if fact.function in TARGETS else fact.term
        return f"{subject} is none of {listed(values)}"

    def assertion(self, assertion: Assertion) -> str:
        """One assertion as a clause."""
        fact = assertion.fact
        if fact.function == ASKED:
            so = (fact.value == YES) == assertion.holds
            return f"the answer is {'true' if so else 'false'}"
        if fact.function == "culprit":
            return _culprit(fact.value, so=assertion.holds)
        if fact.function in TARGETS:
            return f"the {fact.function} is {'' if assertion.holds else 'not '}{self._value(assertion)}"
        if assertion.holds:
            return fact_in_words(self._case, fact)
        return f"{fact.term} != {value_in_words(self._case, fact.value)}"

    def _supposed(self, assertion: Assertion) -> str:
        fact = assertion.fact
        if fact.function == "culprit" and not assertion.holds and fact.value not in {NOBODY, VICTIM}:
            return f"{fact.value} were innocent"
        return self.assertion(assertion)

    def _value(self, assertion: Assertion) -> str:
        fact = assertion.fact
        if fact.function in TARGETS:
            return element_in_words(self._case, fact.function, fact.value)
        return value_in_words(self._case, fact.value)


def _culprit(value: str, *, so: bool) -> str:
    if value == NOBODY:
        return "it was an accident" if so else "it was no accident"
    if value == VICTIM:
        return "it was suicide" if so else "it was no suicide"
    return f"{value} {'did it' if so else 'did not do it'}"


def _innocent(step: Inference, suspect: str) -> bool:
    """Whether a step uses that somebody is not the culprit."""
    return any(
        one.fact.function == "culprit" and one.holds == (one.fact.value != suspect)
        for one in step.used
        if one.holds or one.fact.value == suspect
    )


def _guilty(step: Inference, suspect: str) -> bool:
    """Whether a step uses that somebody is the culprit."""
    return any(
        one.fact.function == "culprit" and one.holds and one.fact.value == suspect for one in step.used
    )


def _cleared(speakers: Sequence[str]) -> str:
    names = ["the victim" if name == VICTIM else name for name in dict.fromkeys(speakers)]
    return (
        f"{names[0][:1].upper()}{names[0][1:]} did not do it"
        if len(names) == 1
        else f"Neither {' nor '.join(names)} did it"
    )


def glosses_of(case: Case, steps: Iterable[ToldStep]) -> dict[str, str]:
    """What the facts that steps speak of mean, in the words of the comments behind their declarations."""
    used = dict.fromkeys(one.fact.function for step in steps for one in step.conclusions)
    functions = case.scope.function_of_name
    return {
        _declared(functions[name]): case.glosses[name]
        for name in used
        if name in functions and name in case.glosses
    }


def _declared(function: Function) -> str:
    sorts = ", ".join(sort.name for sort in function.arguments)
    return f"{function.name}({sorts})" if sorts else function.name
