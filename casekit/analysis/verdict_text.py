"""Verdicts, and worlds that are still possible, as text for people and as JSON (``docs/json.md``)."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.wording import SourceLine, Wording
from casekit.logic import theory
from casekit.prose.phrasing import listed
from casekit.values import replace

_ELEMENT_COLUMNS = 8
"""The width of the names of elements, after which there is a space."""

_LEAST_PATH_COLUMNS = 14
"""The least width of the names of paths."""

_MOST_NAMED = 4
"""At most this many facts or lies of a world are named."""


def verdict_in_words(analysis: DocumentAnalysis) -> str:
    """The verdict with its reasons, as text for people."""
    wording, verdict = analysis.wording, analysis.verdict
    rows = [f"{analysis.source.name}: {analysis.title}"]
    if not verdict.consistent:
        return f"{rows[0]}\n  contradictory: nothing can be proved"
    if not verdict.truth_possible:
        rows.append("  the truth is not possible: this is what readers will prove")
    if analysis.decided_since is not None:
        rows.append(f"  solved {wording.since(analysis.decided_since)}")
    path_columns = _LEAST_PATH_COLUMNS
    for _, lines in analysis.elements_with_reasons:
        for line in lines:
            path_columns = max(path_columns, len(wording.named(analysis.origins[line].path)))
    for element, lines in analysis.elements_with_reasons:
        rows.append(f"  {element.name:<{_ELEMENT_COLUMNS}} {_status_in_words(analysis, element)}")
        reasons = _reasons_in_words(analysis, lines, path_columns)
        rows += [f"  {'':{_ELEMENT_COLUMNS}} {row}" for row in reasons]
    return "\n".join(rows)


def _status_in_words(analysis: DocumentAnalysis, element: theory.Element) -> str:
    """The true answer to a question and what readers can prove; another one that they prove comes first."""
    wording = analysis.wording
    true_answer = "?" if element.value is None else wording.answer(element.name, element.value)
    source = analysis.since(element.name)
    since = "" if source is None else f" {wording.since(source)}"
    if element.proved is None or element.status == "certain":
        return f"{true_answer}: {element.status}{since}"
    proved_answer = wording.answer(element.name, element.proved)
    if element.status == "decided":
        return f"{proved_answer}: decided{since}; the truth does not say"
    return f"readers will prove {proved_answer}{since}; the truth says {true_answer}: contrary"


def _reasons_in_words(analysis: DocumentAnalysis, lines: Sequence[str], path_columns: int) -> Iterator[str]:
    """A row for each line that an answer follows from, or for all of one path that can be quoted together."""
    wording = analysis.wording
    for path, adjacent_lines in groupby(lines, key=lambda line: analysis.origins[line].path):
        lines_of_path = list(adjacent_lines)
        origins = [analysis.origins[line] for line in lines_of_path]
        quotation = wording.quoted(lines_of_path)
        if quotation is not None:
            origins = [replace(origins[0], quotation=quotation)]
        for origin in origins:
            words = f'"{origin.quotation}"' if origin.quotation else _without_quotation(wording, origin)
            lie = " (a lie)" if origin.mode == "lie" else ""
            yield f"{wording.named(path):<{path_columns}}  {words}{lie}"


def _without_quotation(wording: Wording, origin: SourceLine) -> str:
    """A line that quotes nothing: in words for people if the game has any, else its logic."""
    return wording.stated(origin) or origin.text


def verdict_as_json(analysis: DocumentAnalysis) -> dict[str, Any]:
    """The ``verdict`` object of ``schemas/diagnostics.schema.json``."""
    verdict = analysis.verdict
    elements: dict[str, Any] = {}
    for element in verdict.elements:
        elements[element.name] = {
            "value": element.value,
            "proved": element.proved,
            "status": element.status,
            "rivals": list(element.rivals),
            **since_as_json(analysis.since(element.name)),
        }
    return {
        "consistent": verdict.consistent,
        "truth_possible": verdict.truth_possible,
        "elements": elements,
        **since_as_json(analysis.decided_since),
        "lies": analysis.lies,
    }


def since_as_json(since: str | None) -> dict[str, str]:
    """Since which source something is certain, as a part of an object; empty if sources are in no order."""
    return {} if since is None else {"since": since}


def world_as_json(analysis: DocumentAnalysis, world: theory.Rival) -> dict[str, Any]:
    """A world: the value of every fact, which of them differ from the truth, whether it is surely nearest.

    ``words`` are the facts that differ in plain words, one by one.
    """
    return {
        "facts": {fact.term: fact.value for fact in world.world},
        "changed": [fact.term for fact in world.changed],
        "apart": [fact.term for fact in world.apart],
        "nearest": world.nearest,
        "words": [analysis.wording.fact(fact) for fact in (*world.apart, *world.changed)],
    }


def world_in_words(analysis: DocumentAnalysis, world: theory.Rival) -> str:
    """A world as sentences: its answers to the game's questions, what else is different, and who lies."""
    sentences = _facts_of_world(analysis, world)
    lying_paths = [analysis.origins[line].path for line in world.lies if line in analysis.origins]
    if lying_paths:
        sentences.append(f"What {_at_most_named(list(dict.fromkeys(lying_paths)))} tells would be a lie.")
    return " ".join(sentences)


def _facts_of_world(analysis: DocumentAnalysis, world: theory.Rival) -> list[str]:
    """The answers of a world and what else is different from the truth, in sentences."""
    wording, true_values = analysis.wording, analysis.facts
    answers = {fact.function: fact.value for fact in world.world if not fact.arguments}
    changes = [f"{wording.fact(fact)} (open in truth)" for fact in world.apart]
    for fact in world.changed:
        if fact.function not in wording.elements:
            true_value = true_values.get((fact.function, fact.arguments), "")
            changes.append(wording.fact(fact, true_value))
    if not changes and all(true_values.get((name, ())) == value for name, value in answers.items()):
        return ["So it is in truth."]
    elements = [name for name in wording.elements if name in answers]
    supposed = [f"the {wording.element(name)} is {wording.answer(name, answers[name])}" for name in elements]
    differences = _at_most_named(changes) if changes else "all else is as in truth"
    return [f"Suppose {listed(supposed)}.", f"Then {differences}."]


def world_for_reader(
    analysis: DocumentAnalysis, world: theory.Rival, read: tuple[str, ...] | None = None
) -> str:
    """A world as sentences for somebody who has read some sources; for ``None``, all of them.

    Of its lies it names those that the reader has read, without those that are false in truth too.
    """
    lies = [line for line in world.lies if line not in analysis.false_in_truth]
    if read is not None:
        lies = [line for line in lies if analysis.origins[line].path in read]
    return world_in_words(analysis, replace(world, lies=tuple(lies)))


def _at_most_named(items: Sequence[str]) -> str:
    """A list whose first items are named: ``a, b, c, d and 3 more``."""
    others = len(items) - _MOST_NAMED
    return f"{', '.join(items[:_MOST_NAMED])} and {others} more" if others > 0 else listed(items)
