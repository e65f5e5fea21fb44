"""Proofs, rebuttals and replies as text for people at a terminal."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace

from casekit.deduce.enumeration import Enumeration
from casekit.games.midnight.inquiry import Inquiry
from casekit.games.midnight.proofs import Cited, Teller, ToldStep, glosses_of
from casekit.games.midnight.questions import Asked, Proved, Rebuttal
from casekit.games.midnight.story import element_in_words, listed, world_in_words
from casekit.model.proof import Assertion, Proof
from casekit.model.theory import Rival

_INDENT = 4
_LEAST = 40
"""Columns that a sentence has at least, however deep its step stands."""


def proved_in_words(inquiry: Inquiry, proved: Proved, width: int) -> str:
    """The smallest proof, and the others if they were asked for."""
    told = proof_in_words(inquiry, proved.proof, width)
    return told if proved.every is None else f"{told}\n\n{proofs_in_words(proved.every, width)}"


def proof_in_words(inquiry: Inquiry, proof: Proof, width: int) -> str:
    """A proof of answers as numbered steps."""
    steps = teller(inquiry).steps(proof)
    answers = [
        f"{element_in_words(inquiry.case, one.fact.function, one.fact.value)} is the {one.fact.function}"
        for one in proof.goal
    ]
    head = [
        f"{inquiry.case.source.name}: {inquiry.case.title}",
        *_wrapped(f"{capital(listed(answers))}: {how_many(inquiry, proof)}.", width),
    ]
    end = _wrapped(_end(inquiry, proof, steps), width)
    return "\n".join([*head, "", *steps_in_words(steps, width), *_glossary(inquiry, steps, width), "", *end])


def _glossary(inquiry: Inquiry, steps: Sequence[ToldStep], width: int) -> Iterator[str]:
    """What the facts in a proof mean, where the writer has said so."""
    glosses = glosses_of(inquiry.case, steps)
    longest = max(map(len, glosses), default=0)
    if glosses:
        yield ""
    for term, gloss in glosses.items():
        yield from _hanging(f"     {term:<{longest}}  ", gloss, width)


def how_many(inquiry: Inquiry, proof: Proof) -> str:
    """How many paths a proof takes, and whether fewer would do."""
    paths = len(inquiry.case.edition.paths)
    count = len(proof.sources)
    if not count:
        return "this follows from the presentation and the rules alone, so nobody has to read anything"
    fewest = "no fewer will do" if proof.minimum else "whether fewer would do was not decided"
    if count == 1:
        fewest = "one is enough"
    return f"this follows from {count} of {paths} paths, and {fewest}"


def _end(inquiry: Inquiry, proof: Proof, steps: Sequence[ToldStep]) -> str:
    """What has been proved, and in which steps."""
    where = {
        conclusion: step.number
        for step in steps
        if not step.depth and step.kind != "suppose"
        for conclusion in step.conclusions
    }
    told = [f"{teller(inquiry).assertion(one)} ({where[one]})" for one in proof.goal]
    return f"{capital(listed(told))}. Each step has been checked by itself."


def teller(inquiry: Inquiry, question: str = "") -> Teller:
    """What tells the proofs of a case."""
    return Teller(inquiry.case, inquiry.origins, question)


def steps_in_words(steps: Sequence[ToldStep], width: int) -> Iterator[str]:
    """Steps as lines of text: number, path and words, then what follows; suppositions are indented."""
    longest = max((len(cited.path) for step in steps for cited in step.cited), default=0)
    for step in steps:
        margin = " " * (_INDENT * step.depth)
        number = f"{margin}{step.number:>3}  "
        for cited in step.cited:
            start = f"{number}{cited.path:<{longest}}  "
            yield from _hanging(start, _words(cited), width)
            number = " " * len(number)
        start = " " * (len(number) + longest + 2) if step.cited else number
        yield from _hanging(start, step.says, width)


def _words(cited: Cited) -> str:
    mark = "" if cited.path in {"rules", "general rules", "question"} else "~ "
    return f'"{cited.quotation}"  {mark}{cited.text}' if cited.quotation else f"{mark}{cited.text}"


def _hanging(start: str, text: str, width: int) -> list[str]:
    room = max(width - len(start), _LEAST)
    first, *rest = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    return [start + first, *(" " * len(start) + line for line in rest)]


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, _LEAST), break_long_words=False, break_on_hyphens=False)


def capital(text: str) -> str:
    """A text that begins with a capital."""
    return text[:1].upper() + text[1:]


def proofs_in_words(enumeration: Enumeration, width: int) -> str:
    """All proofs as sets of paths, the smallest first."""
    sets = enumeration.sets
    count = f"{len(sets)} proof{'' if len(sets) == 1 else 's'}"
    told = (
        f"There {'is' if len(sets) == 1 else 'are'} {count}."
        if enumeration.complete
        else f"{count} found; the budget ended before all were: raise it with --budget."
    )
    rows = [
        row
        for paths in sets
        for row in _hanging(f"  {len(paths):>3}  ", ", ".join(paths) or "nothing needs to be read", width)
    ]
    return "\n".join([told, *rows])


def rebuttal_in_words(inquiry: Inquiry, rebuttal: Rebuttal, width: int) -> str:
    """Why a value is impossible, or how it could be."""
    case = inquiry.case
    head = f"{case.source.name}: {case.title}"
    value = element_in_words(case, rebuttal.element, rebuttal.value)
    if rebuttal.proof is not None:
        refuted = Assertion(rebuttal.proof.goal[0].fact, holds=False)
        told = f"{capital(teller(inquiry).assertion(refuted))}: {how_many(inquiry, rebuttal.proof)}."
        steps = steps_in_words(teller(inquiry).steps(rebuttal.proof), width)
        return "\n".join([head, *_wrapped(told, width), "", *steps])
    if rebuttal.value == inquiry.value(rebuttal.element):
        return "\n".join(
            [head, *_wrapped(f"{value} is the true {rebuttal.element}: nothing can speak against it.", width)]
        )
    told = f"Nothing rules out that {value} is the {rebuttal.element}."
    world = "" if rebuttal.world is None else _world(inquiry, rebuttal.world)
    return "\n".join([head, *_wrapped(told, width), *_wrapped(world, width)])


def reply_in_words(inquiry: Inquiry, asked: Asked, width: int) -> str:
    """The answer to a formula, with its proof or two worlds."""
    reply = asked.reply
    read = (
        "a reader of everything"
        if asked.read is None
        else f"a reader of {listed(asked.read)}"
        if asked.read
        else "somebody who has read nothing"
    )
    rows = _wrapped(f"{reply.answer}: {asked.formula}", width)
    if reply.proof is not None:
        count = len(reply.proof.sources)
        needs = f"needs {count} path{'' if count == 1 else 's'}" if count else "needs no path: it is given"
        told = teller(inquiry, asked.formula)
        return "\n".join(
            [
                *rows,
                *_wrapped(f"For {read}; the proof {needs}.", width),
                "",
                *steps_in_words(told.steps(reply.proof), width),
            ]
        )
    if not reply.worlds:
        return "\n".join(
            [
                *rows,
                *_wrapped(
                    f"For {read} the terms of this formula have no value in any possible world.", width
                ),
            ]
        )
    rows += _wrapped(f"For {read} it may be so or otherwise:", width)
    for world in reply.worlds:
        so = "true:  " if world.value == "yes" else "false: "
        rows += _hanging(f"  {so}", _world(inquiry, world, asked.read), width)
    return "\n".join(rows)


def _world(inquiry: Inquiry, world: Rival, read: tuple[str, ...] | None = None) -> str:
    """A world as a story; of its lies those that are none in truth, and that the reader has read."""
    lies = tuple(
        line
        for line in world.lies
        if line not in inquiry.false_in_truth and (read is None or inquiry.origins[line].path in read)
    )
    return world_in_words(inquiry.case, replace(world, lies=lies), inquiry.facts, inquiry.origins)
