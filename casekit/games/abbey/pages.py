"""The printed parts of vigils: the play in sentences, notes by order and rank, the faces of monks."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import accumulate

from casekit.games.abbey.document import TRAITS, Deck, Deed, Vigil
from casekit.games.abbey.game import GAME, VIGIL
from casekit.kit import hand_pages
from casekit.kit.transcripts.document import ReadTranscript
from casekit.kit.transcripts.editions import TranscriptEdition
from casekit.kit.transcripts.pages import CutDeck, TranscriptPages, drawn, page_words, played
from casekit.print.content import booklet as sheets
from casekit.print.content.booklet import AnswerList
from casekit.print.content.pieces import Face
from casekit.prose.markup import typographic
from casekit.resources import Words

MARKED = ("bearded", "hooded", "fat")
"""The characteristics that have a dot in the notes; a dash says the opposite."""
SO, NOT_SO = "•", "–"

_drawn = partial(drawn, __package__)
ReadVigil = ReadTranscript[Vigil, Deck]


def _lists(document: ReadVigil, words: Words) -> tuple[AnswerList, ...]:
    """The table with its parlor, and the hand."""
    table, hand = hand_pages.table_and_hand(document, words)
    return AnswerList(table.title, (*table.labels, words["parlor"].format(document.puzzle.pile))), hand


def _worksheet(document: ReadVigil, words: Words) -> sheets.Worksheet:
    play = document.puzzle.play
    called = {**hand_pages.printed_names(GAME, document.settings), **words["looks"], **words["answers"]}
    masses = [0, *accumulate(event.form == "mass" for event in play)]
    said = {event.number: _said(event, words, called, masses[at]) for at, event in enumerate(play, 1)}
    heads = [(words["happens"],)]
    return played(document, words, heads, lambda event: [said[event.number]], _notes(document, words))


_IF_SEEN = re.compile(r"\[(.*)\]")
"""The part of a sentence that is left out where no cards are seen."""


def _said(event: Deed, words: Words, called: Mapping[str, str], masses: int = 0) -> str:
    """A line, or what one player does in it, as a sentence."""
    told: dict[str, object] = {"number": masses, **words["unseen"]}
    told["inside"] = " ".join(_said(each, words, called) for each in event.inside)
    for part, value in event.parts.items():
        several = value if isinstance(value, tuple) else (value,)
        if several not in ((), (None,), event.inside):
            told[part] = ", ".join(str(called.get(each, each)) for each in several)
    said = words["says"][event.form]
    pattern = said if isinstance(said, str) else said[VIGIL.patterns[event.form].index(event.pattern)]
    return _IF_SEEN.sub(r"\1" if event["cards"] else "", pattern).format(**told).rstrip()


def _notes(document: ReadVigil, words: Words) -> sheets.Grid:
    """All monks by order and rank, with those crossed off whom the seat was dealt."""
    puzzle = document.puzzle
    own = (*(hand_pages.HELD if name == puzzle.seat else "" for name in puzzle.names), hand_pages.NOT_HELD)
    columns = tuple(hand_pages.of_players(puzzle.names))
    marks = dict.fromkeys(puzzle.hand.cards if puzzle.hand else (), own)
    return _grid(document.settings, words, columns, marks)


def _empty_notes(edition: TranscriptEdition[Deck], words: Words) -> sheets.Grid:
    """A grid for as many players as an edition is for."""
    players = GAME.decks().most_players
    return _grid(edition, words, (sheets.GridColumn("", ""),) * (players(edition.deck) if players else 0), {})


def _grid(
    edition: TranscriptEdition[Deck],
    words: Words,
    players: tuple[sheets.GridColumn, ...],
    marks: Mapping[str, tuple[str, ...]],
) -> sheets.Grid:
    """Monks by order and rank, each with what it looks like, then the marks of those that have some."""
    looks = tuple(sheets.GridColumn(words["looks"][look], words["looks"][look][:2]) for look in MARKED)
    columns = (sheets.GridColumn(*words["rank"]), *looks, *players, sheets.GridColumn(*words["cleared"]))
    groups: dict[str, list[sheets.GridRow]] = {order: [] for order in TRAITS["order"]}
    for monk in sorted(edition.deck.monks, key=lambda monk: TRAITS["rank"].index(monk.rank)):
        shown = (SO if look in monk.traits else NOT_SO for look in MARKED)
        marked = marks.get(monk.slug, ("",) * (len(players) + 1))
        row = (words["looks"][monk.rank][0].upper(), *shown, *marked)
        groups[monk.order].append(sheets.GridRow(typographic(monk.name, edition.language), row))
    named = ((words["looks"][order], tuple(rows)) for order, rows in groups.items() if rows)
    return sheets.Grid(words["notes"], columns, tuple(sheets.GridGroup(*each) for each in named))


def _faces(edition: TranscriptEdition[Deck], accent: str, words: Words) -> Iterator[Face]:
    """The monks, each with a picture that shows all five characteristics, and with their names."""
    back = typographic(edition.title, edition.language)
    for monk in edition.deck.monks:
        looks = dict(zip(TRAITS, monk.traits, strict=True))
        told = {trait: words["looks"][value] for trait, value in looks.items()}
        lines = (told["beard"], told["hood"], told["build"])
        drawing = _drawn("monk.svg", accent, **looks)
        yield Face(
            words["card"].format(**told), typographic(monk.name, edition.language), back, lines, drawing
        )


PAGES = TranscriptPages(
    words=partial(page_words, "games/abbey/words/pages.toml"),
    lists=_lists,
    worksheet=_worksheet,
    empty_notes=_empty_notes,
    called=lambda document: hand_pages.printed_names(GAME, document.settings),
    cut={"cards": CutDeck(_faces)},
    title_drawing=lambda accent: _drawn("abbey.svg", accent),
    drawing=lambda accent, number: _drawn("cloister.svg", accent, lit=(number % 8, (number * 3 + 1) % 8)),
)
"""The pages of vigils."""
