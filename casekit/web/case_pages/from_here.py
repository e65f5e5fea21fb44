"""A table that has read some sources of a case: what it knows, and what would help it most, found in the other process."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from casekit.asking.inquiry import Inquiry
from casekit.asking.insights import clauses
from casekit.asking.interrogation import Interrogation, Json
from casekit.asking.overviews import SourceTable
from casekit.asking.plain.plain_words import PlainWords
from casekit.asking.wording import capital
from casekit.deduce.solving.knowledge import Knowledge
from casekit.model.theory import OutOfBudgetError
from casekit.print.text.prose import plain
from casekit.web.analyst import StudiedCase
from casekit.web.case_pages.standing import paragraphs_of

MOST_CLAUSES = 60
"""At most this many clauses of a table's knowledge are listed."""

MOST_HELP = 6
"""At most this many sources that would help it are named."""

_WIDTH = 60

MOST_TRIED = 400
"""At most this many sources are tried: each costs a question for every answer."""


@dataclass(frozen=True)
class FromHere:
    """A table's knowledge. ``obstacle`` says why nothing can be said; ``reply`` is the answer to a formula, if one was asked.

    ``questions`` are those of the game, with the answers that are still ``possible``, ``of`` how many, and whether that is
    ``certain``. ``help`` are sources that were not read: how many answers each would have ``ruled_out``, and which questions it ``decides``.
    """

    tables: tuple[SourceTable, ...] = ()
    passages: Mapping[str, Json] = field(default_factory=dict)
    obstacle: str = ""
    read: tuple[str, ...] = ()
    questions: tuple[Json, ...] = ()
    known: tuple[str, ...] = ()
    more: int = 0
    help: tuple[Json, ...] = ()
    reply: str = ""


def from_here(
    studied: StudiedCase, read: Sequence[str], formula: str = "", *, revealed: bool = False
) -> FromHere:
    """The knowledge of a table that has read some sources, and whether it knows a formula, if that is not empty.

    Unless it is ``revealed``, the reply is the answer alone: proofs and worlds name the truth.
    """
    document = studied.looked.document
    if document is None or studied.unreadable:
        return FromHere(obstacle="the case could not be read")
    tables = tuple(studied.looked.game.source_tables(document))
    passages = paragraphs_of(studied.looked.tree, tables)
    asked = studied.examined.interrogation
    if asked is None:
        return FromHere(tables, passages, obstacle=studied.examined.obstacle)
    inquiry = asked.inquiry
    known = tuple(source for source in inquiry.sources if source in read)
    try:
        reply = _reply(asked, formula, known, bare=not revealed) if formula.strip() else ""
        facts = _known(studied.looked.game.plain_words(document), inquiry, known)
        return FromHere(
            tables,
            passages,
            "",
            known,
            _questions(inquiry, known),
            facts[:MOST_CLAUSES],
            max(0, len(facts) - MOST_CLAUSES),
            _help(inquiry, known, passages),
            reply,
        )
    except OutOfBudgetError as error:
        return FromHere(tables, passages, asked.too_hard(error).message, known)


def _reply(asked: Interrogation, formula: str, read: Sequence[str], *, bare: bool) -> str:
    answer, problems = asked.ask(formula, ", ".join(read), bare=bare)
    if answer is not None:
        return answer.in_words(_WIDTH)
    return "\n".join(f"{each.message}. {capital(each.hint)}".rstrip() for each in problems)


def _left(knowledge: Knowledge, inquiry: Inquiry, read: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The answers to each question that a reader of some sources cannot rule out."""
    lines = knowledge.reading(read)
    functions = inquiry.scope.function_of_name
    return {name: knowledge.values(lines, functions[name], ()) for name in inquiry.wording.elements}


def _questions(inquiry: Inquiry, read: Sequence[str]) -> tuple[Json, ...]:
    wording, knowledge = inquiry.wording, inquiry.knowledge
    before = _left(knowledge, inquiry, ())
    return tuple(
        {
            "question": capital(wording.element(name)),
            "possible": [capital(plain(wording.answer(name, value))) for value in values],
            "of": len(before[name]),
            "certain": len(values) == 1,
        }
        for name, values in _left(knowledge, inquiry, read).items()
    )


def _help(inquiry: Inquiry, read: Sequence[str], passages: Mapping[str, Json]) -> tuple[Json, ...]:
    """The sources that would rule out most answers, the first in the document first among equals."""
    knowledge, wording = inquiry.knowledge, inquiry.wording
    before = _left(knowledge, inquiry, read)
    found: list[Json] = []
    for source in [each for each in inquiry.sources if each not in read][:MOST_TRIED]:
        after = _left(knowledge, inquiry, (*read, source))
        ruled_out = sum(len(before[name]) - len(after[name]) for name in before)
        decided = [
            capital(wording.element(name)) for name in before if len(after[name]) == 1 < len(before[name])
        ]
        if ruled_out:
            name = passages[source]["name"] if source in passages else wording.named(source)
            found.append({"name": name, "ruled_out": ruled_out, "decides": decided})
    return tuple(sorted(found, key=lambda each: (-len(each["decides"]), -each["ruled_out"]))[:MOST_HELP])


def _known(words: PlainWords | None, inquiry: Inquiry, read: Sequence[str]) -> tuple[str, ...]:
    """The knowledge of a reader of some sources beyond everybody's, as clauses."""
    knowledge = inquiry.knowledge
    before = knowledge.fixed(knowledge.reading(()))
    now = knowledge.fixed(knowledge.reading(read))
    new = {key: value for key, value in now.items() if key not in before}
    return tuple(capital(plain(clause)) for clause in clauses(words, inquiry, new))
