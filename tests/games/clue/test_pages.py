"""What is printed of puzzles: the play as a table, notes that know the seat's hand, and the fixed words around them."""

from dataclasses import replace
from pathlib import Path

import pytest

from casekit.diagnostics import Prose, Source, Span, codes
from casekit.games.clue.document import CLASSIC, Deck, DeckCard
from casekit.games.clue.pages import PAGES, ResolvedPuzzle, worksheet
from casekit.kit.editions import EditionFinder
from casekit.kit.hand_pages import HELD, NOT_HELD
from casekit.kit.registry import game_called
from casekit.kit.transcripts import pages
from casekit.kit.transcripts.document import OPEN
from casekit.language.formula.nodes import Scope
from casekit.pipeline import checking
from casekit.print.content.booklet import AnnotatedCell
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.inspection import inspect, inspect_piece
from casekit.print.preflight.page_texts import read_pages
from casekit.print.produce import expected_layout_of, print_piece
from casekit.print.typesetting.fonts import FACES, characters
from casekit.prose.markup import visible_text
from tests.print.booklets import print_booklet

PLAY = (
    "SCARLET suggests white, pipe, study: MUSTARD passes, WHITE shows pipe",
    "MUSTARD suggests plum, rope, kitchen: WHITE passes, SCARLET shows rope",
    "WHITE suggests peacock, wrench, study: SCARLET passes, MUSTARD shows",
    "SCARLET suggests mustard, wrench, study: MUSTARD passes, WHITE passes",
    "WHITE accuses mustard, knife, study: wrong",
    "SCARLET accuses mustard, wrench, study: right",
)
GAME = game_called("clue")
CLASSIC_EDITION = GAME.language.default_edition()
ENGLISH, GERMAN, FRENCH = map(PAGES.words, ("en", "de", "fr"))
LOOK = PrintOptions("gongs", "Two Gongs", "red", "a5", "a4", Span("edition.toml"), ("gong.case",))
STORY = (Prose("The gong was struck once. " * 40), Prose("Nobody *struck* it."))


@pytest.fixture
def document(table):
    """A puzzle with its prose as a document."""

    def build(*lines, settings=CLASSIC_EDITION, title="The Gong", **changed):
        settings = replace(settings, deck=changed.get("deck", settings.deck))
        puzzle = table(*lines, title=title, presentation=STORY, solution=STORY[1:], **changed)
        return ResolvedPuzzle(puzzle, Source("gong.case", "title: The Gong\n"), settings, Scope((), ()))

    return build


def sheet_of(puzzle, language="en"):
    settings = replace(CLASSIC_EDITION, language=language)
    document = ResolvedPuzzle(puzzle, Source("gong.case", ""), settings, Scope((), ()))
    return worksheet(document, PAGES.words(language))


def lines(puzzle, language="en"):
    return sheet_of(puzzle, language).record.lines


def marks(puzzle):
    """The marks of each row of the notes, by the name of the card."""
    grid = sheet_of(puzzle).grid
    return {row.label: row.marks for group in grid.groups for row in group.rows}


# --- the play ------------------------------------------------------------------------------------


def test_a_line_names_who_asked_for_what_who_passed_and_who_showed(table):
    assert (
        ("1", "SCARLET", "White", "Pipe", "Study", "MUSTARD", AnnotatedCell("WHITE", "Pipe")),
        ("2", "MUSTARD", "Plum", "Rope", "Kitchen", "WHITE", AnnotatedCell("SCARLET", "Rope")),
        ("3", "WHITE", "Peacock", "Wrench", "Study", "SCARLET", "MUSTARD"),
        ("4", "SCARLET", "Mustard", "Wrench", "Study", "everyone", "nobody"),
        ("5", "WHITE", "Mustard", "Knife", "Study", "accuses, and is wrong"),
        ("6", "SCARLET", "Mustard", "Wrench", "Study", "accuses, and is right"),
    ) == lines(table(*PLAY))


def test_between_two_players_who_passes_has_a_name(table):
    puzzle = table(
        "SCARLET suggests mustard, wrench, study: MUSTARD passes", sizes={"SCARLET": 9, "MUSTARD": 9}
    )
    assert ("MUSTARD", "nobody") == lines(puzzle)[0][-2:]


def test_who_shows_at_once_leaves_nobody_to_pass(table):
    assert ("–", "MUSTARD") == lines(table("SCARLET suggests peacock, rope, hall: MUSTARD shows"))[0][-2:]


@pytest.mark.parametrize(("language", "told"), [("de", ("alle", "niemand")), ("fr-CA", ("tous", "personne"))])
def test_the_play_is_told_in_the_language_of_the_edition(table, language, told):
    assert told == lines(table(*PLAY), language)[3][-2:]


# --- the notes -----------------------------------------------------------------------------------


def test_the_cards_of_the_seat_are_crossed_off(table):
    noted = marks(table(*PLAY))
    assert (HELD, NOT_HELD, NOT_HELD, NOT_HELD) == noted["Rope"]
    assert (NOT_HELD, "", "", "") == noted["Wrench"]
    assert len(CLASSIC.cards) == len(noted)


@pytest.mark.parametrize("seat", [None, OPEN])
def test_the_notes_of_an_onlooker_are_empty(table, seat):
    assert {("", "", "", "")} == set(marks(table(*PLAY, seat=seat)).values())


def test_columns_are_the_players_in_the_order_of_turns_and_the_envelope(table):
    grid = sheet_of(table(sizes={"PLUM": 9, "PLUMMER": 5, "A": 4}, seat=None)).grid
    names = [(column.name, column.short) for column in grid.columns]
    assert [("PLUM", "PLUM"), ("PLUMMER", "PLUMM"), ("A", "A"), ("Envelope", "Env")] == names


# --- booklets and sheets -------------------------------------------------------------------------


@pytest.fixture
def proved(monkeypatch):
    """Proofs of these lines, and of steps that say something of each."""

    def prove(*steps, lines=()):
        proof = pages.PrintedProof(lines, [*enumerate(steps, 1)])
        monkeypatch.setattr(pages, "proof_of", lambda _: proof)

    prove("WHITE showed pipe, so wrench is in the envelope.", lines=("1", "4"))
    return prove


@pytest.mark.usefixtures("proved")
def test_a_solution_names_the_cards_the_lines_and_the_steps(document):
    made = GAME.pages.booklet([document(*PLAY)], LOOK)
    assert [
        "In the envelope: Mustard, Wrench, Study.",
        "Nobody struck it.",
        "These lines of play suffice: 1, 4.",
        "1 WHITE showed the pipe, so the wrench is in the envelope.",
    ] == [visible_text(text) for text in made.cases[0].solution.prose]


@pytest.mark.usefixtures("proved")
def test_the_texts_of_a_lock_are_those_that_are_printed(document):
    one = document(*PLAY)
    case = GAME.pages.booklet([one], LOOK).cases[0]
    texts = {name: passage.prose for name, passage in GAME.pages.lock_texts(one)}
    assert {
        "title": (case.title,),
        "presentation": case.presentation.prose,
        "solution": case.solution.prose,
    } == texts


@pytest.mark.usefixtures("proved")
def test_marks_of_emphasis_in_the_name_of_a_card_are_printed_as_they_are(document):
    cards = tuple(replace(card, name=f"*{card.name}\\") for card in CLASSIC.cards)
    made = GAME.pages.booklet([document(*PLAY, deck=Deck(cards))], LOOK)
    assert "In the envelope: *Mustard\\, *Wrench\\, *Study\\." == visible_text(
        made.cases[0].solution.prose[0]
    )


@pytest.mark.usefixtures("proved")
def test_the_seat_and_its_hand_are_below_the_story(document):
    at_table, hand = GAME.pages.booklet([document(*PLAY)], LOOK).cases[0].answers
    assert ("SCARLET (you), 6 cards", "MUSTARD, 6 cards", "WHITE, 6 cards") == at_table.labels
    assert "Your hand, SCARLET" == hand.title
    assert ("Green", "Plum", "Knife", "Rope", "Hall", "Lounge") == hand.labels


@pytest.mark.usefixtures("proved")
@pytest.mark.parametrize(
    ("seat", "told"), [(None, ENGLISH["no_card_seen"]), (OPEN, ENGLISH["every_card_seen"])]
)
def test_an_onlooker_is_told_what_can_be_seen(document, seat, told):
    one = document(*PLAY, seat=seat, hand=None)
    assert (told,) == GAME.pages.booklet([one], LOOK).cases[0].answers[1].labels


@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("product", ["sheet", "notes", "cards"])
def test_every_piece_is_printed_in_every_language(document, product, language):
    settings = replace(CLASSIC_EDITION, language=language)
    piece = GAME.pages.piece(product, [document(*PLAY, settings=settings)], LOOK)
    pdf, findings = print_piece(piece)
    assert () == findings
    assert () == inspect_piece(pdf, expected_layout_of(piece))


@pytest.mark.usefixtures("proved")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_booklet_is_printed_in_every_language(document, language):
    settings = replace(CLASSIC_EDITION, language=language)
    puzzles = [
        document(*PLAY * 4, settings=settings),
        document(*PLAY, settings=settings),
    ]
    made = GAME.pages.booklet(puzzles, replace(LOOK, files=("one.case", "two.case")))
    pdf, findings = print_booklet(made, {})
    assert () == findings
    assert () == inspect(pdf, made, {})
    heading, *paragraphs = PAGES.words(language)["guide"]
    told = page_text(read_pages(pdf)[1])
    assert told.startswith(heading)
    assert all(visible_text(text).split()[-1] in told for text in paragraphs)


def test_forty_lines_of_six_players_go_on_on_the_back(document):
    names = ("SCARLET", "MUSTARD", "WHITE", "GREEN", "PEACOCK", "PLUM")
    play = [
        f"{names[at % 6]} suggests mustard, candlestick, conservatory: "
        + ", ".join(f"{names[(at + 1 + step) % 6]} passes" for step in range(at % 5 + 1))
        for at in range(40)
    ]
    piece = GAME.pages.piece(
        "sheet", [document(*play, sizes=dict.fromkeys(names, 3), hand="rope, hall, plum")], LOOK
    )
    pdf, findings = print_piece(piece)
    assert () == findings
    assert () == inspect_piece(pdf, expected_layout_of(piece))


@pytest.mark.parametrize(
    ("product", "solution"),
    [("sheet", "back"), ("sheet", "foot"), ("sheet", "none"), ("notes", "back"), ("cards", "back")],
)
def test_long_names_are_printed(document, product, solution):
    cards = tuple(
        DeckCard(card.slug, f"The late {card.name} of Winterbourne", card.kind) for card in CLASSIC.cards
    )
    deck = Deck(cards)
    one = document(*PLAY, settings=replace(CLASSIC_EDITION, title="Long", deck=deck), deck=deck)
    pdf, findings = print_piece(GAME.pages.piece(product, [one], replace(LOOK, solution=solution)))
    assert () == findings
    assert pdf


def test_a_card_that_no_font_can_print_is_a_finding(document):
    cards = tuple(replace(card, name=f"梨 {card.name}") for card in CLASSIC.cards)
    pdf, findings = print_piece(GAME.pages.piece("sheet", [document(*PLAY, deck=Deck(cards))], LOOK))
    assert pdf is None
    assert {codes.MISSING_GLYPH} == {each.code for each in findings}


# --- the press -----------------------------------------------------------------------------------

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "clue"


@pytest.fixture(scope="module")
def example():
    """A puzzle that was read from its file."""
    loaded_edition = EditionFinder().of(EXAMPLES, "clue")
    file = EXAMPLES / "the-swan.case"
    return checking.check_bytes(file.read_bytes(), file.name, loaded_edition).document


def test_a_booklet_ends_with_proofs_in_words(example):
    case = GAME.pages.booklet([example], replace(LOOK, files=("the-swan.case",))).cases[0]
    proof = [visible_text(text) for text in case.solution.prose if text.startswith("**")]
    assert [f"{number} " for number in range(1, len(proof) + 1)] == [step[:2] for step in proof]
    assert any("and TEMPLE in line 13" in step and "passed on the winter garden" in step for step in proof)
    assert not any("wintergarden" in step for step in proof)


@pytest.mark.usefixtures("proved")
def test_a_booklet_of_several_puzzles_lists_them_with_level_and_author(document):
    puzzles = [document(*PLAY, author="A. Fell"), document(*PLAY, title="The Bell")]
    made = GAME.pages.booklet(puzzles, replace(LOOK, files=("one.case", "two.case")))
    pdf, findings = print_booklet(made, {})
    assert () == findings
    assert () == inspect(pdf, made, {})
    (listed,) = [text for text in map(page_text, read_pages(pdf)) if "Contents" in text]
    assert all(each in listed for each in ("The Gong", "by A. Fell", "The Bell", "Puzzle 1", "Puzzle 2"))
    assert 1 == listed.count("by ")
    assert "".join(listed.split()).casefold().count("amateur") == 2


@pytest.mark.usefixtures("proved")
def test_a_booklet_of_one_puzzle_lists_nothing(document):
    made = GAME.pages.booklet([document(*PLAY)], LOOK)
    pdf, _ = print_booklet(made, {})
    assert not any("Contents" in page_text(page) for page in read_pages(pdf))


def page_text(page):
    return "".join(fragment.text for line in page.upright for fragment in line)


def test_cards_have_names_that_fit_into_a_sentence(example, proved):
    deck = Deck(
        (
            *CLASSIC.cards,
            DeckCard("surgery", "Dr Black's surgery", "room"),
            DeckCard("attic", "The attic", "room"),
        )
    )
    settings = replace(example.settings, deck=deck)
    puzzle = replace(example.puzzle, deck=deck, truth=())
    proved("Billiard is not surgery, plum passed on attic, and BRIAR holds wrench.")
    *_, step = dict(GAME.pages.lock_texts(replace(example, puzzle=puzzle, settings=settings)))[
        "solution"
    ].prose
    assert (
        "1 The billiard room is not Dr Black’s surgery, Plum passed on the attic, and BRIAR holds the wrench."
        == visible_text(step)
    )


def test_a_proof_is_told_in_english_alone_and_its_lines_in_any_language(example):
    other = replace(example, settings=replace(example.settings, language="de"))
    case = GAME.pages.booklet([other], LOOK).cases[0]
    assert any(text.startswith("Diese Züge genügen: ") for text in case.solution.prose)
    assert not any(text.startswith("**1**") for text in case.solution.prose)


# --- fixed words ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [GERMAN, FRENCH])
def test_languages_have_the_same_words_and_places(words):
    assert ENGLISH.keys() == words.keys()
    for name, ours in ENGLISH.items():
        theirs = words[name]
        assert type(ours) is type(theirs)
        if isinstance(ours, str):
            assert theirs.strip()
            assert ours.count("{}") == theirs.count("{}")
    assert len(ENGLISH["guide"]) == len(words["guide"])


@pytest.mark.parametrize("words", [ENGLISH, GERMAN, FRENCH])
def test_fixed_words_can_be_printed_and_heads_of_columns_begin_alike(words):
    texts = [text for text in words.values() if isinstance(text, str)]
    assert set("".join(texts)) <= set(map(chr, characters(FACES[()])))
    name, short = words["envelope"]
    assert name.startswith(short)
