"""A case made ready for simulated tables (``casekit.tabletop.table_rules.Subject``)."""

from collections.abc import Iterator, Sequence
from functools import partial

from casekit.asking.interrogation import Answered
from casekit.diagnostics import Diagnostic, Span
from casekit.games.midnight import codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.table.batch.batches import player
from casekit.games.midnight.table.batch.board_charts import fits
from casekit.games.midnight.table.board import ELEMENTS, board_of
from casekit.games.midnight.table.card_deck import PlayedDeck, cards_of
from casekit.games.midnight.table.playable import too_large, unplayable
from casekit.games.midnight.table.readers.collecting_evidence import gather
from casekit.tabletop.simulation.remarks_on_tables import open_elements
from casekit.tabletop.table_rules import Subject


def case_subject(inquiry: CaseInquiry, players: Sequence[int]) -> Answered[Subject]:
    """The case for some numbers of detectives and what a reader of its figures has to know, or why it is not played.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    case, source = inquiry.case, inquiry.source
    obstacles = unplayable(case.edition, players, source)
    if obstacles:
        return None, obstacles
    deck = cards_of(case.edition)
    evidence = gather(inquiry, board_of(case.edition, deck.events))
    if not fits(evidence):
        return None, (too_large(source),)
    subject = Subject(
        title=case.title,
        level=case.level,
        source=source,
        paths=tuple(map(str, evidence.board.paths)),
        elements=ELEMENTS,
        options=evidence.mystery.options,
        answers=evidence.mystery.answers,
        same=evidence.canonical,
        told=evidence.told,
        proof=evidence.proofs["perfect"],
        alone={
            path: [ELEMENTS[element] for element in elements]
            for path, elements in evidence.decided_alone().items()
        },
        decides=evidence.decides,
        tables=partial(player, evidence),
        heading=partial(_heading, inquiry),
    )
    return subject, (*open_elements(inquiry.verdict, source), *_plain_sea(inquiry, deck))


def _plain_sea(inquiry: CaseInquiry, deck: PlayedDeck) -> Iterator[Diagnostic]:
    if deck.plain or deck.silent:
        what = "no card has rules" if deck.plain else f"these cards have no rules: {', '.join(deck.silent)}"
        yield Diagnostic(
            codes.PLAIN_SEA,
            f"{what}, so that only the ship and the purser move",
            inquiry.source.whole(),
            hint="give the cards of the edition's deck their `rules`",
        )


def _heading(inquiry: CaseInquiry, path: str) -> Span:
    for paragraph in inquiry.case.paragraphs:
        if path in map(str, paragraph.paths):
            return inquiry.case.span(paragraph.place)
    return inquiry.source.whole()
