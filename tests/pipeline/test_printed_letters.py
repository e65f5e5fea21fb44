"""Where `check` finds nothing, no letter keeps a build from printing the text and reading it back."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from casekit.diagnostics import Span, codes
from casekit.diagnostics.invisible_characters import UNSEEN, UNUSUAL
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.kit.registry import GAMES, game_called
from casekit.pipeline import checking, loading
from casekit.print.content.booklet import Passage, texts_in
from casekit.print.content.papers import PAPERS
from casekit.print.content.pieces import PrintOptions
from casekit.print.preflight.page_texts import read_pages
from casekit.print.preflight.printed_text import normalise, text_of
from casekit.print.typesetting import fonts
from casekit.print.typesetting.typesetter import lay_out_pages
from casekit.prose import markup

LOOK = PrintOptions("soup", "Soup", "green", "a5", "a4", Span("edition.toml"), ("soup.case",))
ODD_CODES = {codes.MISSING_GLYPH, codes.IDLE_CHARACTER, codes.REPLACED_CHARACTER, codes.LOOSE_MARK}
SPACES = "\u00a0\u2002\u2003\u2009\u202f\u3000"


def _edition(game):
    if game != "midnight":
        return LoadedEdition(game_called(game).language.default_edition(), game=game)
    edition = (
        game_called(game)
        .language.load_edition(base_of(game, "base.toml").encode(), Path("edition.toml"))
        .settings
    )
    return LoadedEdition(edition, game=game)


def _looked(game, text):
    parsed = loading.parse_bytes(text.encode(), "soup.case")
    return checking.check_without_deduction(loading.resolve_document(parsed, _edition(game)))


def _places(game):
    """The lines of a game's document that are printed, with their numbers from 0, and room for a text in each.

    They are header fields, the first lines of paragraphs, and quotations that are not those of statements.
    """
    dialect = game_called(game).dialect
    blocks = {block.kind: block.lines for block in dialect.outline}
    lines: tuple[str, ...] = ()
    in_paragraph = False
    for at, line in enumerate(base_of(game).split("\n")):
        in_paragraph = in_paragraph and bool(line)
        if line.startswith("=="):
            lines = blocks.get(line.split()[1], ("prose",))
        elif not line or line.startswith(("~", "//")) or (lines and dialect.unprinted >= {*lines}):
            continue
        elif '"' in line:
            front, mark, back = line.rpartition('"')
            yield at, f"{front} x{{}}x{mark}{back}"
        elif line.startswith(("title", "author")) or ("prose" in lines and not in_paragraph):
            in_paragraph = "prose" in lines
            yield at, f"{line} x{{}}x"


def _filled(game, odd, places):
    """The document of a game with an odd text in some places."""
    lines = base_of(game).split("\n")
    for at, room in places:
        lines[at] = room.format(odd)
    return "\n".join(lines)


PLACES = {game: [*_places(game)] for game in sorted(GAMES)}


def _read_back(texts):
    """Each of some texts as it is read in a file: each has pages of its own, so that no other is in the way."""
    html = fonts.render_template(
        "paragraph_run.html",
        texts=[Passage((text,), Span("")) for text in texts],
        language="en",
        paper=PAPERS["a5"],
        height=400,
        leading=1.3,
    ).replace("</style>", ".prose { break-after: page }</style>")
    return [normalise(text_of(page.upright)) for page in read_pages(lay_out_pages(html).pdf())]


LETTERS = sorted(
    {chr(code) for face in fonts.FACES.values() for code in fonts.characters(face) if code > 0x7E}
)
MARKS = [letter for letter in LETTERS if unicodedata.category(letter)[0] == "M"]
odd_texts = st.lists(
    st.one_of(
        st.sampled_from("aefino f"),
        st.sampled_from(UNSEEN + SPACES),
        st.sampled_from(LETTERS),
        st.sampled_from(MARKS),
        st.characters(exclude_categories=("Cs", "Cc"), exclude_characters='"\\*'),
    ),
    min_size=1,
    max_size=6,
).map("".join)


@settings(max_examples=5, deadline=None, suppress_health_check=[*HealthCheck])
@given(
    st.lists(st.tuples(st.sampled_from([*PLACES]), st.integers(0, 99), odd_texts), min_size=15, max_size=20)
)
def test_what_check_finds_nothing_wrong_with_is_printed_and_read_back(drawn):
    printed = {}
    for game, at, odd in drawn:
        looked = _looked(game, _filled(game, odd, [PLACES[game][at % len(PLACES[game])]]))
        if looked.diagnostics:
            continue
        booklet = looked.game.pages.booklet([looked.document], LOOK)
        assert () == fonts.missing_glyphs(booklet), ascii(odd)
        texts = (text for text, _ in texts_in(booklet, booklet.span, fonts.UNPRINTED))
        printed |= {text: None for text in texts if UNUSUAL.search(text)}
    read = _read_back(printed) if printed else []
    assert [normalise(markup.visible_text(text)) for text in printed] == read


@pytest.mark.parametrize("char", UNSEEN)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_character_that_writing_needs_is_printed_in_every_block(game, char):
    looked = _looked(game, _filled(game, f"{char}a{char}", PLACES[game]))
    assert () == looked.diagnostics
    booklet = looked.game.pages.booklet([looked.document], LOOK)
    assert () == fonts.missing_glyphs(booklet)
    texts = texts_in(booklet, booklet.span, fonts.UNPRINTED)
    printed = dict.fromkeys(text for text, _ in texts if char in text)
    assert printed
    assert [normalise(markup.visible_text(text)) for text in printed] == _read_back(printed)


@pytest.mark.parametrize(
    ("odd", "code"),
    [
        ("船", codes.MISSING_GLYPH),
        ("\ufe0f", codes.MISSING_GLYPH),
        ("\u0600", codes.MISSING_GLYPH),
        ("\ufffd", codes.REPLACED_CHARACTER),
        (" \u200b ", codes.IDLE_CHARACTER),
        ("q\u0301", codes.LOOSE_MARK),
    ],
)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_cannot_be_printed_is_found_where_it_is_in_every_block(game, odd, code):
    looked = _looked(game, _filled(game, odd, PLACES[game]))
    found = [each for each in looked.diagnostics if each.code in ODD_CODES]
    assert {(code, at + 1) for at, _ in PLACES[game]} == {(each.code, each.span.line) for each in found}
    assert (code is codes.IDLE_CHARACTER or odd == "\ufe0f") == any(each.fix for each in found)
    for edit in (edit for each in found for edit in each.fix):
        assert ("", 1) == (edit.replacement, edit.span.end_column - edit.span.column)


def test_comments_notes_and_what_is_on_no_page_may_hold_any_letter():
    text = base_of().replace("title:", "// 船 \ufffd\ntitle:").replace("== ANNA", "// \u200b\n== ANNA", 1)
    assert () == _looked("midnight", f"{text}\n== notes\n船 \ufffd q\u0301\n").diagnostics


def test_a_player_whose_name_has_no_letters_in_the_fonts_is_found():
    found = _looked("clue", base_of("clue").replace("SCARLET", "船")).diagnostics
    assert {codes.MISSING_GLYPH} == {each.code for each in found}


@pytest.mark.parametrize("written", ["船", r"\u8239", r"\U00008239"])
@pytest.mark.parametrize("game", ["clue", "midnight"])
def test_an_edition_is_looked_at_too(game, written, tmp_path):
    text = (
        base_of("midnight", "base.toml")
        if game == "midnight"
        else game_called(game).language.edition_template().text
    )
    title = next(line for line in text.splitlines() if line.startswith("title"))
    file = tmp_path / "edition.toml"
    file.write_text(text.replace(title, f'title = "Soup {written}" # 船'), encoding="utf-8")
    (problem,) = EditionFinder().read(file).diagnostics
    line = text.splitlines().index(title) + 1
    assert (codes.MISSING_GLYPH, line) == (problem.code, problem.span.line)
