from dataclasses import replace

import pytest

from casekit.diagnostics import Source, Span
from casekit.games.midnight.document import (
    AnswerPath,
    Case,
    Edition,
    GeneralRule,
    Location,
    PlacePath,
    Suspect,
    Topic,
    Zone,
)
from casekit.games.midnight.language.edition_file import built_in
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.language.resolver import resolve
from casekit.games.midnight.pages import booklet as pages, drawings
from casekit.kit.edition_settings import accent_of, shades
from casekit.language.syntax.parser import parse
from casekit.print.content import booklet as content
from casekit.print.content.pieces import PrintOptions
from casekit.print.typesetting.fonts import missing_glyphs

LOOK = PrintOptions("ferry", "A Ferry", "#1d4d3f", "a5", "a4", Span("edition.toml"))
HEAD = """title: The Last Toast
level: expert
victim: Leopold Strand

== presentation
Somebody *proposed* a toast.

Nobody drank it.

== terms
motive greed "To inherit"
motive none "Bad luck"
method poison "Poison"

"""


def case_of(edition: Edition, shared: str = "") -> Case:
    """A case with a text for every path; the locations in ``shared`` have one together."""
    headings = [str(path) for path in edition.paths if str(path) not in shared]
    blocks = [f"== {heading}\nThe text of {heading}.\n" for heading in (*headings, shared) if heading]
    text = HEAD + "\n".join(blocks) + "\n== truth\nculprit = nobody\n\n== solution\nIt was the glass.\n"
    document, problems = parse(Source("toast.case", text), CASE)
    assert problems == ()
    return resolve(document, edition).document


@pytest.fixture(scope="module")
def case() -> Case:
    return case_of(built_in())


@pytest.fixture(scope="module")
def booklet(case) -> content.Booklet:
    return pages.booklet(
        [case, case], PrintOptions("green", "Two Toasts", "green", "a4", "a4", Span("edition.toml"))
    )


@pytest.fixture
def tiny() -> Edition:
    return Edition(
        title="A Ferry",
        suspects=tuple(Suspect(name[0], name, at) for at, name in enumerate(("ADA", "BEN", "CLEO"), 1)),
        zones=(Zone(2, "Saloon"), Zone(1, "Cabins")),
        locations=(
            Location(1, "left", "Left", 1),
            Location(3, "bar", "Bar", 2),
            Location(2, "right", "Right", 1),
        ),
        topics=(Topic("alibi", "Alibi"),),
    )


def test_every_path_leads_to_its_own_text(case, booklet):
    for number, pages_of_case in enumerate(booklet.cases, 1):
        texts = {paragraph.key: paragraph.text.prose for paragraph in pages_of_case.paragraphs}
        suspects, *decks = pages_of_case.groups
        assert [f"{number}/{path}" for path in case.edition.paths] == list(texts)
        for row in suspects.rows:
            for topic, key in zip(case.edition.topics, row.keys, strict=True):
                assert (f"The text of {row.label} {topic.slug}.",) == texts[key]
        for deck in decks:
            for row in deck.rows:
                assert (f"The text of {row.code}.",) == texts[row.keys[0]]


def test_the_table_follows_the_ship(booklet):
    suspects, *decks = booklet.cases[0].groups
    assert ("Suspects", ("Alibi", "Witness", "Motive")) == (suspects.title, suspects.columns)
    assert ["Upper deck", "Main deck", "Lower deck", "Hold"] == [deck.title for deck in decks]
    assert [14, 6, 3, 1] == [len(deck.rows) for deck in decks]
    assert ["4", "4", "5", "5", "6", "6"] == [row.division for row in decks[1].rows]
    assert ("15", "Swimming pool") == (decks[1].rows[0].code, decks[1].rows[0].label)


def test_the_name_of_a_deck_keeps_its_capitals(tiny):
    zones = tuple(replace(zone, deck="oberes Deck") for zone in tiny.zones)
    _, deck = pages.sheet(replace(tiny, zones=zones), LOOK).groups
    assert "Oberes Deck" == deck.title


def test_a_suspects_topics_are_a_group_of_their_case(booklet):
    groups = {paragraph.key: paragraph.group for paragraph in booklet.paragraphs()}
    assert {"1/KATRINA"} == {groups[f"1/KATRINA {topic}"] for topic in ("alibi", "witness", "motive")}
    assert ("2/KATRINA", "") == (groups["2/KATRINA alibi"], groups["2/13"])


def test_a_shared_paragraph_has_one_key_for_all_its_paths():
    shared = pages.booklet([case_of(built_in(), "05, 07")], LOOK).cases[0]
    keys = {row.code: row.keys[0] for deck in shared.groups[1:] for row in deck.rows}
    assert ("1/05", "1/05") == (keys["05"], keys["07"])
    assert [*dict.fromkeys(keys.values())] == [p.key for p in shared.paragraphs if not p.group]


def test_the_spread_holds_what_players_may_know(case, booklet):
    first = booklet.cases[0]
    assert ("Case 1", "The Last Toast", "Expert") == (first.heading, first.title, first.level)
    assert ("Somebody *proposed* a toast.", "Nobody drank it.") == first.presentation.prose
    assert [("To inherit", "Bad luck"), ("Poison",)] == [answers.labels for answers in first.answers]
    assert ("Solution of case 1", ("*Culprit* nobody", "It was the glass.")) == (
        first.solution_heading,
        first.solution.prose,
    )
    assert case.source.text.startswith("== solution", first.solution.span.start)


def test_a_booklet_carries_its_settings(booklet):
    assert ("green", "Two Toasts", "a4", "#1d4d3f") == (
        booklet.slug,
        booklet.title,
        booklet.paper,
        booklet.accent,
    )
    assert "2 cases for detectives at sea" == booklet.subtitle
    assert "toast.case" == booklet.span.file


def test_a_tiny_edition_without_decks(tiny):
    groups = pages.sheet(tiny, LOOK).groups
    assert ["Suspects", "Locations"] == [group.title for group in groups]
    assert [("01", "1"), ("02", "1"), ("03", "2")] == [(row.code, row.division) for row in groups[1].rows]
    assert [(str(AnswerPath("ADA", "alibi")),), (str(PlacePath(1)),)] == [
        group.rows[0].keys for group in groups
    ]


def test_the_sheet_asks_the_three_questions_of_the_game():
    sheet = pages.sheet(built_in(), LOOK)
    assert [("Culprit", (50, 30)), ("Motive", (30, 20)), ("Modus operandi", (20, 10))] == [
        (question.name, question.points) for question in sheet.questions
    ]
    assert tuple("ABCDEFGHIJKL") == sheet.marks
    assert 5 == sheet.readers


@pytest.mark.parametrize(
    ("colour", "accent"),
    [
        ("red", "#7a1f2b"),
        ("Red", "#7a1f2b"),
        ("#AbCdEf", "#abcdef"),
        ("", "#1f3a5f"),
        ("#12345", "#1f3a5f"),
        ("}x{", "#1f3a5f"),
    ],
)
def test_colours_are_names_or_codes(colour, accent):
    assert accent == accent_of(colour)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_all_fixed_words_can_be_printed(case, language):
    edition = replace(built_in(), language=language)
    abroad = replace(case, edition=edition)
    assert () == missing_glyphs(pages.booklet([abroad], LOOK))
    assert () == missing_glyphs(pages.sheet(edition, LOOK))


def test_drawings_keep_to_shades_of_one_colour():
    assert {"deep", "night", "dusk", "mist", "glow"} == set(shades("#1d4d3f"))
    assert drawings.scene("#1d4d3f", 1) != drawings.scene("#1d4d3f", 2)
    assert drawings.cover(built_in(), "#1d4d3f") == drawings.cover(built_in(), "#1d4d3f")


@pytest.mark.parametrize(
    ("truth", "line"),
    [
        ("culprit = nobody\nmotive = none", "*Culprit* nobody · *Motive* Bad luck"),
        ("culprit = victim\nmotive = greed", "*Culprit* the victim · *Motive* To inherit"),
        ("culprit = ANNA\nculprit = BRUNO\nmethod = poison", "*Modus operandi* Poison"),
    ],
)
def test_a_solution_begins_with_the_answers(truth, line):
    case = case_of(built_in())
    text = case.source.text.replace("culprit = nobody", truth)
    tree, _ = parse(Source("toast.case", text), CASE)
    told = pages.booklet([resolve(tree, built_in()).document], LOOK).cases[0].solution
    assert (line, "It was the glass.") == told.prose


def test_general_rules_are_told_in_front():
    rule = GeneralRule("culprit != victim", "Nobody dies *for show*.")
    edition = replace(built_in(), rules=(rule,))
    told = pages.booklet([case_of(edition)], LOOK).notice
    assert "**What holds in every case:** The body was found in the suite." in told
    assert told.endswith("Nobody dies *for show*.")


MAY, NEVER = "**Only the culprit may lie**; everybody else", "**Nobody lies**; all tell"


@pytest.mark.parametrize(
    ("liars", "told", "untold"),
    [
        (("may",), (MAY,), ("Nobody lies", "Case 1")),
        (("never",), (NEVER,), ("Only the culprit", "Case 1")),
        (("may", "never", "may"), (MAY, f"Case 2: {NEVER}"), ("Case 1", "Case 3")),
        (("must", "never", "never"), (NEVER, "Case 1: **The culprit lies in every answer**"), ("Case 2",)),
    ],
)
def test_a_booklet_says_in_front_who_may_lie(case, liars, told, untold):
    cases = [replace(case, liar=liar) for liar in liars]
    notice = pages.booklet(cases, LOOK).notice
    assert [] == [each for each in told if each not in notice]
    assert [] == [each for each in untold if each in notice]


def test_without_a_suite_no_body_is_found_there():
    edition = replace(built_in(), table=replace(built_in().table, suite=0))
    told = pages.booklet([case_of(edition)], LOOK).notice
    assert ("The body was found" in told, "Death came" in told) == (False, True)
