"""A world that is still possible, as a short story."""

from collections.abc import Sequence
from dataclasses import replace

from casekit.asking.inquiry import Inquiry
from casekit.asking.wording import listed
from casekit.model.theory import Rival

_MOST_CHANGES = 4
_MOST_LIES = 4


def world_in_words(inquiry: Inquiry, rival: Rival) -> str:
    """A rival's world: the answers to the questions of the game, what else is different, who lies then."""
    wording, truth = inquiry.wording, inquiry.facts
    answers = {fact.function: fact.value for fact in rival.world if not fact.arguments}
    told = [
        f"the {wording.element(name)} is {wording.answer(name, answers[name])}"
        for name in wording.elements
        if name in answers
    ]
    changes = [f"{wording.fact(fact)} (open in truth)" for fact in rival.apart]
    changes += [
        wording.fact(fact, truth.get((fact.function, fact.arguments), ""))
        for fact in rival.changed
        if fact.function not in wording.elements
    ]
    lies = list(dict.fromkeys(inquiry.origins[line].path for line in rival.lies if line in inquiry.origins))
    if not changes and all(truth.get((name, ())) == value for name, value in answers.items()):
        sentences = ["So it is in truth."]
    else:
        sentences = [f"Suppose {listed(told)}."]
        sentences.append(
            f"Then {_some(changes, _MOST_CHANGES)}." if changes else "Then all else is as in truth."
        )
    if lies:
        sentences.append(f"What {_some(lies, _MOST_LIES)} tells would be a lie.")
    return " ".join(sentences)


def world_for(inquiry: Inquiry, world: Rival, read: tuple[str, ...] | None = None) -> str:
    """The same for a reader of some sources, of all by default.

    It shows the lies that are not also false in truth, and that the reader has read.
    """
    lies = tuple(
        line
        for line in world.lies
        if line not in inquiry.false_in_truth and (read is None or inquiry.origins[line].path in read)
    )
    return world_in_words(inquiry, replace(world, lies=lies))


def _some(items: Sequence[str], most: int) -> str:
    if len(items) <= most:
        return listed(items)
    return f"{', '.join(items[:most])} and {len(items) - most} more"
