"""The verdict on a case as a machine reads it (``deduction.md``, "Machine-readable answers")."""

from typing import Any

from casekit.deduce.vocabulary import YES
from casekit.games.midnight.inquiry import Inquiry
from casekit.games.midnight.proofs import Teller, ToldStep
from casekit.games.midnight.questions import Asked, Proved, Rebuttal
from casekit.model.proof import Proof
from casekit.model.theory import Rival


def verdict_as_json(inquiry: Inquiry) -> dict[str, Any]:
    """The ``verdict`` object of ``schemas/diagnostics.schema.json``.

    ``lies`` holds the culprit's statements but those that are true and not marked, which nobody would call lies.
    """
    verdict = inquiry.verdict
    return {
        "consistent": verdict.consistent,
        "truth_possible": verdict.truth_possible,
        "elements": {
            element.name: {"value": element.value, "status": element.status, "rivals": list(element.rivals)}
            for element in verdict.elements
        },
        "lies": [
            {
                "path": line.origin.path,
                "line": inquiry.place(line.origin).line,
                "marked": line.origin.mode == "lie",
                "status": line.status,
            }
            for line in inquiry.told
            if line.by_culprit and (line.origin.mode == "lie" or line.status != "true")
        ],
    }


def proof_as_json(inquiry: Inquiry, proof: Proof, question: str = "") -> dict[str, Any]:
    """A proof as ``schemas/proof.schema.json`` has it."""
    steps = Teller(inquiry.case, inquiry.origins, question).steps(proof)
    return {
        "proves": [str(assertion) for assertion in proof.goal],
        "paths": list(proof.sources),
        "size": len(proof.sources),
        "minimum": proof.minimum,
        "steps": [_step_as_json(step) for step in steps],
    }


def _step_as_json(step: ToldStep) -> dict[str, Any]:
    return {
        "number": step.number,
        "kind": step.kind,
        "depth": step.depth,
        "lines": [
            {"path": cited.path, "quotation": cited.quotation, "text": cited.text, "lie": cited.lie}
            for cited in step.cited
        ],
        "premises": list(step.premises),
        "conclusions": [str(assertion) for assertion in step.conclusions],
        "says": step.says,
    }


def world_as_json(world: Rival) -> dict[str, Any]:
    """A world: the value of every fact in it, which of them differ from the truth, whether it is surely nearest."""
    return {
        "facts": {fact.term: fact.value for fact in world.world},
        "changed": [fact.term for fact in world.changed],
        "nearest": world.nearest,
    }


def proved_as_json(inquiry: Inquiry, proved: Proved) -> dict[str, Any]:
    """An answer of ``prove`` as ``schemas/answers.schema.json`` has it."""
    content: dict[str, Any] = {"proof": proof_as_json(inquiry, proved.proof)}
    if proved.every is not None:
        content["proofs"] = [list(paths) for paths in proved.every.sets]
        content["complete"] = proved.every.complete
    return content


def rebuttal_as_json(inquiry: Inquiry, rebuttal: Rebuttal) -> dict[str, Any]:
    """An answer of ``why-not`` as ``schemas/answers.schema.json`` has it."""
    return {
        "element": rebuttal.element,
        "value": rebuttal.value,
        "possible": rebuttal.proof is None,
        "proof": None if rebuttal.proof is None else proof_as_json(inquiry, rebuttal.proof),
        "world": None if rebuttal.world is None else world_as_json(rebuttal.world),
    }


def reply_as_json(inquiry: Inquiry, asked: Asked) -> dict[str, Any]:
    """An answer of ``ask`` as ``schemas/answers.schema.json`` has it."""
    reply = asked.reply
    return {
        "formula": asked.formula,
        "read": None if asked.read is None else list(asked.read),
        "answer": reply.answer,
        "proof": None if reply.proof is None else proof_as_json(inquiry, reply.proof, asked.formula),
        "worlds": [{"holds": world.value == YES, **world_as_json(world)} for world in reply.worlds],
    }
