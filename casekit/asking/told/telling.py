"""A proof in the words of its document, step by step, and proofs and worlds as a machine reads them (``docs/json.md``)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from casekit.asking.inquiry import Inquiry
from casekit.asking.wording import Cited, JoinedStep, join, listed
from casekit.deduce.encoding.vocabulary import QUESTION
from casekit.frozen import frozen
from casekit.model.logic import Function
from casekit.model.theory import Assertion, Proof, Rival


@frozen(slots=True)
class Teller:
    """Writes the steps of proofs about one document. ``question`` is the formula asked, if one was."""

    inquiry: Inquiry
    question: str = ""

    def steps(self, proof: Proof) -> tuple[JoinedStep, ...]:
        """All steps of a proof, those inside suppositions included, in the order of their numbers."""
        return tuple(map(self._told, join(proof.steps, proof.goal, self.inquiry.wording.at_sight)))

    def _told(self, step: JoinedStep) -> JoinedStep:
        wording = self.inquiry.wording
        if step.kind == "suppose":
            return replace(step, says=f"Suppose {wording.supposed(step.conclusions[0])}.")
        if step.kind == "conclude":
            found = wording.assertion(step.conclusions[0])
            return replace(step, says=f"So that was wrong ({step.premises[0]}): {found}.")
        read = [line for line in self.inquiry.origins if line in {*step.read} - {*step.lines}]
        told = self.assertions(step.conclusions)
        cited = tuple(self.cited(line) for line in (*step.lines, *read))
        # A sentence of the game's own says what its line says.
        sentence = wording.sentence(step)
        own = [self.cited(line, told) for line in step.lines if sentence is None or wording.cites(line)]
        shown = (*own, *self._shown([line for line in read if wording.cites(line)]))
        return replace(
            step, cited=cited, shown=shown, says=self._sentence(step) if sentence is None else sentence
        )

    def _shown(self, lines: Sequence[str]) -> Iterator[Cited]:
        """Lines that are used at sight, those of one path quoted together."""
        for path in dict.fromkeys(self.inquiry.origins[line].path for line in lines):
            of_path = [line for line in lines if self.inquiry.origins[line].path == path]
            together = self.inquiry.wording.quoted(of_path)
            if together is None:
                yield from map(self.cited, of_path)
            else:
                yield replace(self.cited(of_path[0]), quotation=together)

    def cited(self, line: str, told: str = "") -> Cited:
        """A line of the document, a rule of the game or the question itself, before the clause ``told``."""
        wording = self.inquiry.wording
        if line == QUESTION:
            return Cited("question", "", self.question, stated=wording.asked(self.question))
        law = wording.law(line)
        if law is not None:
            return law
        origin = self.inquiry.origins[line]
        text, lie = origin.text.removeprefix("lie "), origin.mode == "lie"
        stated, name = wording.stated(origin, told), wording.named(origin.path)
        return Cited(origin.path, origin.quotation, text, lie=lie, stated=stated, name=name)

    def _sentence(self, step: JoinedStep) -> str:
        cite = f" ({', '.join(map(str, step.premises))})" if step.premises else ""
        told = self.assertions(step.conclusions)
        if not step.lines:
            return f"Nothing else is left{cite}: {told}." if cite else f"It can be nothing else: {told}."
        if len(step.lines) > 1:
            return f"All this together leaves nothing else{cite}: {told}."
        origin = self.inquiry.origins.get(step.lines[0])
        spoken = None if origin is None else self.inquiry.wording.spoken(step, origin, told, cite)
        return spoken or (f"So{cite} {told}." if told else f"That cannot be{cite}.")

    def assertions(self, assertions: Sequence[Assertion]) -> str:
        """Several assertions as one clause, empty for none."""
        return listed(self.inquiry.wording.clauses(assertions)) if assertions else ""


def steps_found(steps: Sequence[JoinedStep], goal: Sequence[Assertion]) -> Mapping[Assertion, int]:
    """The number of the step in which each part of the goal of a proof is found."""
    return {
        one: step.number
        for step in steps
        if not step.depth and step.kind != "suppose"
        for one in step.conclusions
        if one in goal
    }


def glosses_of(inquiry: Inquiry, steps: Iterable[JoinedStep]) -> dict[str, str]:
    """The meanings of the facts that steps speak of, in the words of the writer."""
    used = dict.fromkeys(one.fact.function for step in steps for one in step.conclusions)
    functions, glosses = inquiry.scope.function_of_name, inquiry.wording.glosses
    return {
        _declared(functions[name]): glosses[name] for name in used if name in functions and name in glosses
    }


def _declared(function: Function) -> str:
    sorts = ", ".join(sort.name for sort in function.arguments)
    return f"{function.name}({sorts})" if sorts else function.name


def proof_as_json(inquiry: Inquiry, proof: Proof, question: str = "") -> dict[str, Any]:
    """A proof as ``schemas/proof.schema.json`` has it."""
    steps = Teller(inquiry, question).steps(proof)
    return {
        "proves": [str(assertion) for assertion in proof.goal],
        "paths": list(proof.sources),
        "size": len(proof.sources),
        "minimum": proof.minimum,
        "steps": [
            {
                "number": step.number,
                "kind": step.kind,
                "depth": step.depth,
                "lines": [
                    {
                        "path": cited.path,
                        "quotation": cited.quotation,
                        "text": cited.text,
                        "lie": cited.lie,
                        **({"words": cited.stated} if cited.stated else {}),
                    }
                    for cited in step.cited
                ],
                "premises": list(step.premises),
                "conclusions": [str(assertion) for assertion in step.conclusions],
                "says": step.says,
            }
            for step in steps
        ],
    }


def since_as_json(since: str | None) -> dict[str, str]:
    """Since which source something is certain, where sources are read in an order; empty from the start."""
    return {} if since is None else {"since": since}


def world_as_json(inquiry: Inquiry, world: Rival) -> dict[str, Any]:
    """A world: the value of every fact in it, which of them differ from the truth, whether it is surely nearest.

    ``words`` are the facts that differ in plain words, one by one.
    """
    return {
        "facts": {fact.term: fact.value for fact in world.world},
        "changed": [fact.term for fact in world.changed],
        "apart": [fact.term for fact in world.apart],
        "nearest": world.nearest,
        "words": [inquiry.wording.fact(fact) for fact in (*world.apart, *world.changed)],
    }
