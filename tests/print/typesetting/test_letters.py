"""The table of letters agrees with the fonts, and tells what of a text cannot be printed."""

import json
import unicodedata

import pytest

from casekit.diagnostics.invisible_characters import HIDDEN, UNSEEN, UNUSUAL
from casekit.print.typesetting.fonts import FACES, characters
from casekit.print.typesetting.letters import TABLE, OddLetter, has_letter, is_blank, odd_letters


def _table():
    """The stretches of code points of each face, from its font."""
    table = {}
    for face, font in FACES.items():
        stretches = []
        for code in sorted(characters(font)):
            if stretches and code == stretches[-1][1] + 1:
                stretches[-1][1] = code
            else:
                stretches.append([code, code])
        table[" ".join(face)] = stretches
    return table


def test_the_table_is_that_of_the_fonts(golden):
    """As ``--rewrite`` makes it."""
    lines = (f"  {json.dumps(face)}: {json.dumps(stretches)}" for face, stretches in _table().items())
    golden(TABLE, "{\n" + ",\n".join(lines) + "\n}\n")


@pytest.mark.parametrize("face", FACES, ids=" ".join)
def test_each_face_has_the_letters_of_its_font(face):
    codes = (*range(0x3100), *range(0xA600, 0xB000), *range(0xF900, 0x10010), 0x1F6A2)
    letters = {code for code in codes if has_letter(chr(code), face)}
    assert letters == {code for code in codes if code in characters(FACES[face])}


def test_what_is_usual_is_in_every_face():
    usual = {chr(code) for code in range(0x110000) if not UNUSUAL.match(chr(code))}
    assert len(usual) > 300
    assert [] == [
        char for char in sorted(usual) for face in FACES if not is_blank(char) and not has_letter(char, face)
    ]
    assert not any(char in usual for char in UNSEEN)
    assert {"\r"} == {char for char in usual if HIDDEN.match(char)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A jar of 船 and 🚢.", [(9, "missing"), (15, "missing")]),
        ("Жук *Жук*", []),
        ("Жук **Жук** and Жук", [(6, "missing"), (7, "missing"), (8, "missing")]),
        ("\\船", [(1, "missing")]),
        ("a\ufe0fb and c\u034fd", [(1, "shapeless"), (9, "shapeless")]),
        ("a \ufffd", [(2, "replaced")]),
        ("ste\u00adward\u200b, a\u200bb, c\u2060d", []),
        (
            "\u200ba b\u2060 c\u00ad\u00adf g\u200b",
            [(0, "idle"), (4, "idle"), (7, "idle"), (8, "idle"), (12, "idle")],
        ),
        ("Auf\u200clage, a\u200d b", []),
        ("a \u200cb \u200d", [(2, "idle"), (5, "idle")]),
        ("e\u0301 o\u0323\u0302 o\u0302\u0323", []),
        ("q\u0301", [(1, "loose")]),
        (" \u0301 e\u0301\u0301", [(1, "loose"), (5, "loose")]),
        ("\u0600 \u06dd", [(0, "missing"), (2, "missing")]),
        ("«\u00a0Où\u202f?\u00a0»\u2003€ ½ ff", []),
    ],
)
def test_what_cannot_be_printed_is_found_in_its_place(text, expected):
    assert expected == [(odd.at, odd.fault) for odd in odd_letters(text)]


def test_joiners_that_a_script_needs_are_left_alone():
    """The letters themselves are missing from the faces, but nobody is told to take the joiners away."""
    persian, sinhala = "می\u200cخواهم", "ශ්\u200dරී"
    faults = [odd for text in (persian, sinhala) for odd in odd_letters(text)]
    assert {"missing"} == {odd.fault for odd in faults}


def test_every_letter_is_in_order_or_has_a_fault():
    for code in (*range(0x20, 0xD800), *range(0xE000, 0x11000)):
        text = f"a{chr(code)}b".replace("*", "")
        for odd in odd_letters(text):
            assert OddLetter(1, chr(code), odd.fault) == odd
        if unicodedata.category(chr(code)) in {"Lo", "Co"} and not has_letter(chr(code), ()):
            assert [*odd_letters(text)] or HIDDEN.match(chr(code)) or code < 0x7F
