"""A word in place of another is told as that, though all words behind it are moved."""

import pytest

from casekit.print.comparison.compare_files import FilePair, find_differences
from casekit.print.comparison.differences import DifferenceKind
from casekit.print.comparison.landmarks import Landmarks
from casekit.print.typesetting.fonts import render_template
from casekit.print.typesetting.typesetter import typeset

PAGE = f"""<style>{render_template("fonts.css")}
@page {{ size: 148mm 210mm }}
html {{ font: 10.5pt/1.3 "casekit text"; text-align: justify }}
</style>"""
TEXT = """The boxer in the tenth seat has a nose that was broken eleven times, and he told me of each of them: of the
one in Trieste, which his wife had paid for, and of the one before breakfast. Was it before breakfast? He said so twice."""


def printed(text: str) -> bytes:
    return typeset(f"{PAGE}<p>{text}</p>")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("seat", "boat", "“boat” instead of “seat”"),
        ("his wife", "her wife", "“her” instead of “his”"),
        ("breakfast?", "breakfast.", "“breakfast.” instead of “breakfast?”"),
    ],
)
def test_another_word_is_named(before, after, told):
    (found,) = find_differences(FilePair(printed(TEXT), printed(TEXT.replace(before, after)), Landmarks()))
    assert (DifferenceKind.LETTERS, f"shows {told}") == (found.kind, found.words)


@pytest.mark.parametrize("space", ["2pt", "3pt", "5pt"])
def test_words_that_are_only_moved_are_not_said_to_be_hidden(space):
    wider = TEXT.replace("has a nose", f'<span style="word-spacing: {space}">has a nose</span>')
    (found,) = find_differences(FilePair(printed(TEXT), printed(wider), Landmarks()))
    assert (DifferenceKind.MOVED, "spaced otherwise") == (found.kind, found.words)
