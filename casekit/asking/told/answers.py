"""Verdicts, proofs and replies as a machine reads them (``docs/json.md``)."""

from typing import Any

from casekit.asking.inquiry import Inquiry
from casekit.asking.questions import Asked, Proved, Rebuttal
from casekit.asking.told.telling import ToldStep, teller
from casekit.deduce.encoding.vocabulary import YES
from casekit.model.proof import Proof
from casekit.model.theory import Rival


def proof_as_json(inquiry: Inquiry, proof: Proof, question: str = "") -> dict[str, Any]:
    """A proof as ``schemas/proof.schema.json`` has it."""
    steps = teller(inquiry, question).steps(proof)
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


def proved_as_json(inquiry: Inquiry, proved: Proved) -> dict[str, Any]:
    """An answer of ``prove`` as ``schemas/answers.schema.json`` has it."""
    content: dict[str, Any] = {"proof": proof_as_json(inquiry, proved.proof), **since_as_json(proved.since)}
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
        "world": None if rebuttal.world is None else world_as_json(inquiry, rebuttal.world),
        **since_as_json(rebuttal.since),
    }


def reply_as_json(inquiry: Inquiry, asked: Asked) -> dict[str, Any]:
    """An answer of ``ask`` as ``schemas/answers.schema.json`` has it."""
    reply = asked.reply
    return {
        "formula": asked.formula,
        "read": None if asked.read is None else list(asked.read),
        "answer": reply.answer,
        **({"reason": "no value"} if reply.void else {}),
        **since_as_json(asked.since),
        "proof": None if reply.proof is None else proof_as_json(inquiry, reply.proof, asked.formula),
        "worlds": [{"holds": world.value == YES, **world_as_json(inquiry, world)} for world in reply.worlds],
    }
