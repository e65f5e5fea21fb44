"""Texts are the same whatever a program made of their ligatures, hyphens and spaces, and no others are."""

import numpy as np
import pytest

from casekit.print.comparison.rendering import Letters, same_text, unlike


@pytest.mark.parametrize(
    "written",
    [
        "officer",
        "o\ufb03cer",
        "of\ufb01 cer",
        # Ghostscript 10 exchanges the bytes of ligatures, and of three letters it adds up the last two.
        "o\u6600\u6600\u6900cer",
        "o\u6600\ucf00cer",
        "offi-\ncer",
    ],
)
def test_the_same_letters_are_the_same_text(written):
    assert same_text("officer", written)


@pytest.mark.parametrize("written", ["offcer", "ofifcer", "o\u6600\ud200cer", "o\u6600\u6600cer"])
def test_other_letters_are_not(written):
    assert not same_text("officer", written)


def test_letters_of_a_ligature_are_found_where_it_is():
    def letters(text):
        boxes = np.array([[10.0, 10.0, 20.0, 20.0]] * len(text))
        return Letters(tuple(text), boxes, (False,) * len(text))

    lost, added = unlike(letters("ffi"), letters("\u6600\ucf00"))
    assert ((), ()) == (lost.characters, added.characters)
