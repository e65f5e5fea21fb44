"""Worlds, facts and lines told in the words of a case."""

from collections.abc import Iterable, Mapping, Sequence

from casekit.games.midnight.case import Case
from casekit.games.midnight.scope import NOBODY, VICTIM
from casekit.games.midnight.theory import TARGETS, Origin
from casekit.model.theory import Fact, Rival

_MOST_CHANGES = 4
_MOST_LIES = 4


def value_in_words(case: Case, value: str) -> str:
    """A value as the case names it: a location's name, an answer's label, a suspect's name."""
    labels = {answer.slug: f'"{answer.label}"' for answer in (*case.motives, *case.methods)}
    if value in labels:
        return labels[value]
    if value in case.edition.locations_by_slug:
        return case.edition.locations_by_slug[value].name
    return value


def element_in_words(case: Case, element: str, value: str) -> str:
    """An answer to one of the three questions."""
    if element == "culprit":
        return {NOBODY: "nobody (an accident)", VICTIM: "the victim (a suicide)"}.get(value, value)
    if (element, value) == ("motive", "none"):
        return f'"{case.accident}"'
    return value_in_words(case, value)


def fact_in_words(case: Case, fact: Fact, truth: str = "") -> str:
    """A fact, and what it is in truth if that is told."""
    if fact.value in {"yes", "no"}:
        return str(fact)
    aside = f" (in truth {value_in_words(case, truth)})" if truth else ""
    return f"{fact.term} = {value_in_words(case, fact.value)}{aside}"


def world_in_words(
    case: Case, rival: Rival, truth: Mapping[tuple[str, tuple[str, ...]], str], origins: Mapping[str, Origin]
) -> str:
    """A rival's world as a short story: the three answers, what else is different, who lies then."""
    answers = {
        fact.function: fact.value for fact in rival.world if fact.function in TARGETS and not fact.arguments
    }
    told = [
        f"the {name} is {element_in_words(case, name, answers[name])}" for name in TARGETS if name in answers
    ]
    changes = [
        fact_in_words(case, fact, truth.get((fact.function, fact.arguments), ""))
        for fact in rival.changed
        if fact.function not in TARGETS
    ]
    lies = list(dict.fromkeys(origins[line].path for line in rival.lies if line in origins))
    sentences = [f"Suppose {listed(told)}."]
    sentences.append(f"Then {_some(changes, _MOST_CHANGES)}." if changes else "Then all else is as in truth.")
    if lies:
        sentences.append(f"What {_some(lies, _MOST_LIES)} tells would be a lie.")
    return " ".join(sentences)


def _some(items: Sequence[str], most: int) -> str:
    if len(items) <= most:
        return listed(items)
    return f"{', '.join(items[:most])} and {len(items) - most} more"


def listed(items: Iterable[str]) -> str:
    """Items as a list in a sentence; there must be one at least."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
