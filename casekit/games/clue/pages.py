"""The printed parts of puzzles: the table, the hand, the play, detective notes, and drawings.

The play is a table, the notes are a grid of cards, and the drawings show a house at night.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from casekit.games.clue.document import ENVELOPE, KINDS, Deck, Event, Puzzle, Suggestion
from casekit.games.clue.game import GAME
from casekit.kit.hand_pages import by_kind, notes_of_seat, printed_names, table_and_hand
from casekit.kit.transcripts import document as transcripts_document, editions
from casekit.kit.transcripts.pages import (
    CutDeck,
    TranscriptPages,
    answer,
    drawn,
    escaped,
    page_words,
    played,
    with_article,
)
from casekit.print.content import booklet as sheets, pieces
from casekit.resources import Words

_WINDOWS = 9
_drawn = partial(drawn, __package__)

MOST_PLAYERS = 6
"""The number of an empty grid's columns for players."""

ResolvedPuzzle = transcripts_document.ReadTranscript[Puzzle, Deck]


def worksheet(document: ResolvedPuzzle, words: Words) -> sheets.Worksheet:
    """The play, and notes in which the seat's own cards are crossed off."""
    puzzle, edition = document.puzzle, document.settings
    names = printed_names(GAME, edition)
    kinds = ((words["kinds"][kind][0],) for kind in KINDS)
    heads = ((words["asks"], "name"), *kinds, (words["passes"], "name"), (words["shows"], "name"))
    places = {ENVELOPE: words["envelope"]}
    notes = notes_of_seat(words["notes"], puzzle.names, places, by_kind(GAME, edition, words), puzzle.hand)
    return played(document, words, heads, lambda event: _line(puzzle, event, names, words), notes)


def _line(
    puzzle: Puzzle, event: Event, names: Mapping[str, str], words: Words
) -> Iterator[sheets.RecordCell]:
    yield from (event.player, *(names[card] for card in event.cards))
    if not isinstance(event, Suggestion):
        if event.right:
            yield words["right"]
        elif event.found:
            yield words["looked"].format(", ".join(names[card] for card in event.found))
        else:
            yield words["wrong"]
        return
    passing = [answer.player for answer in event.answers if not answer.shows]
    others = len(puzzle.players) - 1
    yield words["everyone"] if len(passing) == others > 1 else ", ".join(passing) or "–"
    showing = next((answer for answer in event.answers if answer.shows), None)
    if showing is None:
        yield words["nobody"]
    else:
        yield sheets.AnnotatedCell(showing.player, names[showing.card]) if showing.card else showing.player


def empty_notes(edition: editions.TranscriptEdition[Deck], words: Words) -> sheets.Grid:
    """A grid for as many players as an edition is for."""
    players = max(2, min(MOST_PLAYERS, len(edition.deck.of_kind(KINDS[0]))))
    cards = by_kind(GAME, edition, words)
    return notes_of_seat(words["notes"], ("",) * players, {ENVELOPE: words["envelope"]}, cards, None)


def _answer(document: ResolvedPuzzle, words: Words) -> str:
    """The cards in the envelope."""
    told = escaped(", ".join(answer(document)))
    return str(words["in_envelope"]).format(f"**{told}**") if told else ""


def _called(document: ResolvedPuzzle) -> dict[str, str]:
    """The name of each card in an English sentence, by slug: things and rooms have "the", people do not."""
    people = document.settings.deck.of_kind("suspect")
    names = printed_names(GAME, document.settings)
    return {slug: name if slug in people else with_article(name) for slug, name in names.items()}


def _faces(edition: editions.TranscriptEdition[Deck], accent: str, words: Words) -> Iterator[pieces.Face]:
    """The cards, each with the emblem of its kind."""
    for card in edition.deck.cards:
        yield pieces.Face(
            words["kinds"][card.kind][0], card.name, drawing=_drawn("emblems.svg", accent, kind=card.kind)
        )


PAGES = TranscriptPages(
    words=partial(page_words, "games/clue/words/pages.toml"),
    lists=table_and_hand,
    worksheet=worksheet,
    empty_notes=empty_notes,
    cut={"cards": CutDeck(_faces)},
    answer=_answer,
    called=_called,
    title_drawing=partial(_drawn, "house.svg", lit=(1, 4, 6)),
    drawing=lambda accent, number: _drawn(
        "windows.svg", accent, lit=tuple(number * step % _WINDOWS for step in (1, 4, 7))
    ),
)
"""The pages of puzzles."""
