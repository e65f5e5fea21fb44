"""Verdicts, proofs step by step, and worlds that are still possible, in the words of their document.

They are text for people, and JSON (``docs/json.md``).
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.wording import Citation, ProofStep, join
from casekit.deduce.encoding.circuit import QUESTION
from casekit.logic import formulas, theory
from casekit.prose.phrasing import capital, listed
from casekit.values import frozen, replace

if TYPE_CHECKING:
    from casekit.deduce import source_sets


@frozen(slots=True)
class ProofWriter:
    """Writes the steps of proofs about one document. ``question`` is the formula asked, if one was."""

    inquiry: DocumentAnalysis
    question: str = ""

    def steps(self, proof: theory.Proof) -> tuple[ProofStep, ...]:
        """All steps of a proof, those inside suppositions included, in the order of their numbers."""
        return tuple(map(self._in_words, join(proof.steps, proof.goal, self.inquiry.wording.needs_no_step)))

    def _in_words(self, step: ProofStep) -> ProofStep:
        wording = self.inquiry.wording
        if step.kind == "suppose":
            return replace(step, says=f"Suppose {wording.supposed(step.conclusions[0])}.")
        if step.kind == "conclude":
            conclusion = wording.assertion(step.conclusions[0])
            return replace(step, says=f"So that was wrong ({step.premises[0]}): {conclusion}.")
        beside = {*step.read} - {*step.lines}
        read = [line for line in self.inquiry.origins if line in beside]
        conclusions = self.assertions(step.conclusions)
        cited = tuple(self.cited(line) for line in (*step.lines, *read))
        # A sentence of the game's own says what its line says.
        sentence = wording.sentence(step)
        own = [
            self.cited(line, conclusions) for line in step.lines if sentence is None or wording.cites(line)
        ]
        shown = (*own, *self._quoted([line for line in read if wording.cites(line)]))
        says = self._sentence(step) if sentence is None else sentence
        return replace(step, cited=cited, shown=shown, says=says)

    def _quoted(self, lines: Sequence[str]) -> Iterator[Citation]:
        """Lines that are used at sight, those of one path quoted together."""
        for path in dict.fromkeys(self.inquiry.origins[line].path for line in lines):
            of_path = [line for line in lines if self.inquiry.origins[line].path == path]
            together = self.inquiry.wording.quoted(of_path)
            if together is None:
                yield from map(self.cited, of_path)
            else:
                yield replace(self.cited(of_path[0]), quotation=together)

    def cited(self, line: str, told: str = "") -> Citation:
        """A line of the document, a rule of the game or the question itself, before the clause ``told``."""
        wording = self.inquiry.wording
        if line == QUESTION:
            return Citation("question", "", self.question, stated=wording.asked(self.question))
        law = wording.law(line)
        if law is not None:
            return law
        origin = self.inquiry.origins[line]
        text, lie = origin.text.removeprefix("lie "), origin.mode == "lie"
        stated, name = wording.stated(origin, told), wording.named(origin.path)
        return Citation(origin.path, origin.quotation, text, lie=lie, stated=stated, name=name)

    def _sentence(self, step: ProofStep) -> str:
        cite = f" ({', '.join(map(str, step.premises))})" if step.premises else ""
        conclusions = self.assertions(step.conclusions)
        if not step.lines and cite:
            return f"Nothing else is left{cite}: {conclusions}."
        if not step.lines:
            return f"It can be nothing else: {conclusions}."
        if len(step.lines) > 1:
            return f"All this together leaves nothing else{cite}: {conclusions}."
        origin = self.inquiry.origins.get(step.lines[0])
        spoken = None if origin is None else self.inquiry.wording.spoken(step, origin, conclusions, cite)
        return spoken or (f"So{cite} {conclusions}." if conclusions else f"That cannot be{cite}.")

    def assertions(self, assertions: Sequence[theory.Assertion]) -> str:
        """Several assertions as one clause, empty for none."""
        return listed(self.inquiry.wording.clauses(assertions)) if assertions else ""


def goal_steps(
    steps: Sequence[ProofStep], goal: Sequence[theory.Assertion]
) -> Mapping[theory.Assertion, int]:
    """The number of the step in which each part of the goal of a proof is found."""
    number_of: dict[theory.Assertion, int] = {}
    for step in steps:
        if step.depth or step.kind == "suppose":
            continue
        for conclusion in step.conclusions:
            if conclusion in goal:
                number_of[conclusion] = step.number
    return number_of


def glosses_of(inquiry: DocumentAnalysis, steps: Iterable[ProofStep]) -> dict[str, str]:
    """The meanings of the facts that steps speak of, in the words of the writer."""
    names: dict[str, None] = {}
    for step in steps:
        names |= dict.fromkeys(conclusion.fact.function for conclusion in step.conclusions)
    functions, glosses = inquiry.scope.function_of_name, inquiry.wording.glosses
    explained = [name for name in names if name in functions and name in glosses]
    return {_declared(functions[name]): glosses[name] for name in explained}


def _declared(function: formulas.Function) -> str:
    sorts = ", ".join(sort.name for sort in function.arguments)
    return f"{function.name}({sorts})" if sorts else function.name


def proof_as_json(inquiry: DocumentAnalysis, proof: theory.Proof, question: str = "") -> dict[str, Any]:
    """A proof as ``schemas/proof.schema.json`` has it."""
    return {
        "proves": list(map(str, proof.goal)),
        "paths": list(proof.sources),
        "size": len(proof.sources),
        "minimum": proof.minimum,
        "steps": list(map(_step_as_json, ProofWriter(inquiry, question).steps(proof))),
    }


def _step_as_json(step: ProofStep) -> dict[str, Any]:
    return {
        "number": step.number,
        "kind": step.kind,
        "depth": step.depth,
        "lines": list(map(_citation_as_json, step.cited)),
        "premises": list(step.premises),
        "conclusions": list(map(str, step.conclusions)),
        "says": step.says,
    }


def _citation_as_json(cited: Citation) -> dict[str, Any]:
    row = {"path": cited.path, "quotation": cited.quotation, "text": cited.text, "lie": cited.lie}
    return {**row, "words": cited.stated} if cited.stated else row


def since_as_json(since: str | None) -> dict[str, str]:
    """Since which source something is certain, where sources are read in an order; empty from the start."""
    return {} if since is None else {"since": since}


def world_as_json(inquiry: DocumentAnalysis, world: theory.Rival) -> dict[str, Any]:
    """A world: the value of every fact, which of them differ from the truth, whether it is surely nearest.

    ``words`` are the facts that differ in plain words, one by one.
    """
    return {
        "facts": {fact.term: fact.value for fact in world.world},
        "changed": [fact.term for fact in world.changed],
        "apart": [fact.term for fact in world.apart],
        "nearest": world.nearest,
        "words": [inquiry.wording.fact(fact) for fact in (*world.apart, *world.changed)],
    }


_NAME, _PATH = 9, 14
"""Columns for an element and, at least, for a path."""


def verdict_in_words(inquiry: DocumentAnalysis) -> str:
    """The verdict with its reasons, as text for people."""
    rows = [f"{inquiry.source.name}: {inquiry.title}"]
    if not inquiry.verdict.consistent:
        return f"{rows[0]}\n  contradictory: nothing can be proved"
    if not inquiry.verdict.truth_possible:
        rows.append("  the truth is not possible: this is what readers will prove")
    if inquiry.decided_since is not None:
        rows.append(f"  solved {inquiry.wording.since(inquiry.decided_since)}")
    width = _PATH
    for _, lines in inquiry.elements_with_reasons:
        for line in lines:
            width = max(width, len(inquiry.wording.named(inquiry.origins[line].path)))
    for element, lines in inquiry.elements_with_reasons:
        rows.append(f"  {element.name:<{_NAME - 1}} {_standing(inquiry, element)}")
        rows += [f"  {'':{_NAME}}{row}" for row in _rows(inquiry, lines, width)]
    return "\n".join(rows)


def _standing(inquiry: DocumentAnalysis, element: theory.Element) -> str:
    """The true answer and how far readers get; where they get to another one, that first."""
    value = "?" if element.value is None else inquiry.wording.answer(element.name, element.value)
    since = inquiry.since(element.name)
    when = "" if since is None else f" {inquiry.wording.since(since)}"
    if element.proved is None or element.status == "certain":
        return f"{value}: {element.status}{when}"
    proved = inquiry.wording.answer(element.name, element.proved)
    if element.status == "decided":
        return f"{proved}: decided{when}; the truth does not say"
    return f"readers will prove {proved}{when}; the truth says {value}: contrary"


def _rows(inquiry: DocumentAnalysis, lines: Sequence[str], width: int) -> Iterator[str]:
    """A row for each line, or for all of one path that can be quoted together."""
    for _, adjacent in groupby(lines, key=lambda line: inquiry.origins[line].path):
        of_path = list(adjacent)
        origins = [inquiry.origins[line] for line in of_path]
        together = inquiry.wording.quoted(of_path)
        if together is not None:
            origins = [replace(origins[0], quotation=together)]
        for origin in origins:
            if origin.quotation:
                words = f'"{origin.quotation}"'
            else:
                words = inquiry.wording.stated(origin) or origin.text
            lie = " (a lie)" if origin.mode == "lie" else ""
            yield f"{inquiry.wording.named(origin.path):<{width}}  {words}{lie}"


def verdict_as_json(inquiry: DocumentAnalysis) -> dict[str, Any]:
    """The ``verdict`` object of ``schemas/diagnostics.schema.json``."""
    verdict = inquiry.verdict
    elements: dict[str, Any] = {}
    for element in verdict.elements:
        elements[element.name] = {
            "value": element.value,
            "proved": element.proved,
            "status": element.status,
            "rivals": list(element.rivals),
            **since_as_json(inquiry.since(element.name)),
        }
    return {
        "consistent": verdict.consistent,
        "truth_possible": verdict.truth_possible,
        "elements": elements,
        **since_as_json(inquiry.decided_since),
        "lies": inquiry.lies,
    }


_MOST_NAMED = 4
"""At most this many facts or lies of a world are named."""


def world_in_words(inquiry: DocumentAnalysis, rival: theory.Rival) -> str:
    """A rival's world: the answers to the questions of the game, what else is different, who lies then."""
    wording, truth = inquiry.wording, inquiry.facts
    answers = {fact.function: fact.value for fact in rival.world if not fact.arguments}
    elements = [name for name in wording.elements if name in answers]
    supposed = [f"the {wording.element(name)} is {wording.answer(name, answers[name])}" for name in elements]
    changes = [f"{wording.fact(fact)} (open in truth)" for fact in rival.apart]
    for fact in rival.changed:
        if fact.function not in wording.elements:
            true = truth.get((fact.function, fact.arguments), "")
            changes.append(wording.fact(fact, true))
    lies = list(dict.fromkeys(inquiry.origins[line].path for line in rival.lies if line in inquiry.origins))
    if not changes and all(truth.get((name, ())) == value for name, value in answers.items()):
        sentences = ["So it is in truth."]
    else:
        then = _some(changes) if changes else "all else is as in truth"
        sentences = [f"Suppose {listed(supposed)}.", f"Then {then}."]
    if lies:
        sentences.append(f"What {_some(lies)} tells would be a lie.")
    return " ".join(sentences)


def world_for(inquiry: DocumentAnalysis, world: theory.Rival, read: tuple[str, ...] | None = None) -> str:
    """The same for a reader of some sources, of all by default.

    It shows the lies that are not also false in truth, and that the reader has read.
    """
    lies = [line for line in world.lies if line not in inquiry.false_in_truth]
    if read is not None:
        lies = [line for line in lies if inquiry.origins[line].path in read]
    return world_in_words(inquiry, replace(world, lies=tuple(lies)))


def _some(items: Sequence[str]) -> str:
    more = len(items) - _MOST_NAMED
    return f"{', '.join(items[:_MOST_NAMED])} and {more} more" if more > 0 else listed(items)


_INDENT = 4
_LEAST = 40
"""Columns that a sentence has at least, however deep its step is."""


def proof_in_words(
    inquiry: DocumentAnalysis, proof: theory.Proof, width: int, since: str | None = None
) -> str:
    """A proof of answers as numbered steps."""
    steps = ProofWriter(inquiry).steps(proof)
    facts = [assertion.fact for assertion in proof.goal]
    answers = listed([inquiry.wording.answers(fact.function, fact.value) for fact in facts])
    lead = f"{capital(answers)}: {how_many(inquiry, proof)}.{since_in_words(inquiry, since)}"
    head = [f"{inquiry.source.name}: {inquiry.title}", *wrapped(lead, width)]
    where = goal_steps(steps, proof.goal)
    proved = [f"{inquiry.wording.assertion(goal)} ({where[goal]})" for goal in proof.goal]
    end = wrapped(f"{capital(listed(proved))}. Each step is verified separately.", width)
    return "\n".join([*head, "", *steps_in_words(steps, width), *_glossary(inquiry, steps, width), "", *end])


def _glossary(inquiry: DocumentAnalysis, steps: Sequence[ProofStep], width: int) -> Iterator[str]:
    """The meanings of the facts in a proof, where the writer has given them."""
    glosses = glosses_of(inquiry, steps)
    longest = max(map(len, glosses), default=0)
    if glosses:
        yield ""
    for term, gloss in glosses.items():
        yield from hanging(f"     {term:<{longest}}  ", gloss, width)


def how_many(inquiry: DocumentAnalysis, proof: theory.Proof) -> str:
    """How many sources a proof takes, and whether fewer would do."""
    wording, count = inquiry.wording, len(proof.sources)
    if not count:
        return f"this follows from {wording.nothing_to_read}"
    fewest = "no fewer will do" if proof.minimum else "whether fewer would do was not decided"
    if count == 1:
        fewest = "one is enough"
    return f"this follows from {count} of {inquiry.choice_count} {wording.sources}, and {fewest}"


def steps_in_words(steps: Sequence[ProofStep], width: int) -> Iterator[str]:
    """Steps as lines of text: number, source and words, then what follows; suppositions are indented."""
    longest = 0
    for step in steps:
        longest = max([longest, *(len(cited.label) for cited in step.shown)])
    for step in steps:
        number = f"{'':{_INDENT * step.depth}}{step.number:>3}  "
        for cited in step.shown:
            start = f"{number}{cited.label:<{longest}}  "
            quoted = f'"{cited.quotation}"' if cited.quotation else ""
            yield from hanging(start, "  ".join(filter(None, (quoted, cited.shown))), width)
            number = " " * len(number)
        start = " " * (len(number) + longest + 2) if step.shown else number
        yield from hanging(start, step.says, width)


def since_in_words(inquiry: DocumentAnalysis, since: str | None) -> str:
    """Since when it can be known, as a sentence after others; nothing, where sources are in no order."""
    return "" if since is None else f" It is certain {inquiry.wording.since(since)}."


def hanging(start: str, text: str, width: int) -> list[str]:
    """A text after a start, below which its further lines begin."""
    room = max(width - len(start), _LEAST)
    first, *rest = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    return [start + first, *(" " * len(start) + line for line in rest)]


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines."""
    return textwrap.wrap(text, max(width, _LEAST), break_long_words=False, break_on_hyphens=False)


def proofs_in_words(enumeration: "source_sets.Enumeration", width: int) -> str:
    """All proofs as sets of sources, the smallest first."""
    sets = enumeration.sets
    count = f"{len(sets)} proof{'' if len(sets) == 1 else 's'}"
    if enumeration.complete:
        rows = [f"There {'is' if len(sets) == 1 else 'are'} {count}."]
    else:
        rows = [f"{count} found; the budget ended before all were: raise it with --budget."]
    for paths in sets:
        names = ", ".join(paths) or "nothing needs to be read"
        rows += hanging(f"  {len(paths):>3}  ", names, width)
    return "\n".join(rows)
