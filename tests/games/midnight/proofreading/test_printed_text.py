"""Prose as it is printed, in which quotations are found again."""

import pytest

from casekit.analysis.proofreading.marked_text import MarkedText, Note, TextRange


def quoted(prose, words, language="en"):
    printed = MarkedText(prose, language)
    stretch = printed.find(words)
    return None if stretch is None else printed.text[stretch.start : stretch.end]


@pytest.mark.parametrize(
    ("expected", "prose", "words", "language"),
    [
        ("a *b* c".replace("*", ""), ["x a *b* c y"], "a *b* c", "en"),
        ("a b c", ["x a *b* c y"], "a b c", "en"),
        ("“Go,” he said", ['"Go," he said.'], '"Go," he said', "en"),
        ("can’t", ["I can't."], "can't", "en"),
        ("«\u00a0Oui\u00a0», dit-il", ['"Oui", dit-il.'], '"Oui", dit-il', "fr"),
        ("vraiment\u202f?", ["Oui, vraiment ?"], "vraiment ?", "fr"),
        ("«\u00a0Oui, “moi”\u00a0»", ["\"Oui, 'moi'\" y"], "\"Oui, 'moi'\"", "fr"),
        ("one.\ntwo", ["Here one.", "two there"], "one. two", "en"),
        ("a * b", ["x a \\* b"], "a * b", "en"),
        (None, ["x y"], "y x", "en"),
        (None, ["x"], "", "en"),
    ],
)
def test_a_quotation_is_found_however_it_is_set(expected, prose, words, language):
    assert expected == quoted(prose, words, language)


def test_whole_words_are_found_in_order():
    printed = MarkedText(["Often ten of ten."], "en")
    first = printed.find_words("ten", 0)
    assert "Often ".index(" ") + 1 == first.start
    assert printed.text.rindex("ten") == printed.find_words("ten", first.end).start
    assert printed.find_words("fte", 0) is None


def test_pieces_are_the_text_and_know_their_notes():
    printed = MarkedText(["One *two* three", "four"], "en")
    notes = [
        Note(TextRange(0, 7), line=1),
        Note(TextRange(4, 13), line=2),
        Note(TextRange(8, 13), weight="quiet"),
    ]
    first, second = printed.pieces(notes, printed.whole)
    assert "One two three" == "".join(piece["text"] for piece in first)
    assert [
        ("One ", (), [1], [], None),
        ("two", ("*",), [1, 2], [1], None),
        (" ", (), [2], [], None),
        ("three", (), [2], [2], "quiet"),
    ] == [tuple(piece.values()) for piece in first]
    assert ["four"] == [piece["text"] for piece in second]


def test_a_stretch_of_it_can_be_had_alone():
    printed = MarkedText(["One two.", "Three."], "en")
    assert [["two."]] == [[piece["text"] for piece in part] for part in printed.pieces([], TextRange(4, 8))]
