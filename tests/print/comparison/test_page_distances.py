"""Where a page lies is found by its letters, whatever else differs, and by its picture if it has none."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from casekit.print.comparison.page_distances import letter_pairs, registered, registered_pictures
from casekit.print.comparison.placing import Affine, Placing
from casekit.print.comparison.rendering import Letters

SIZE = (420.0, 595.0)
CHANCE = np.random.default_rng(1)
TEXT = tuple(chr(97 + each) for each in CHANCE.integers(0, 26, 400))
LEFT_TOP = CHANCE.uniform((40, 40), (380, 550), (400, 2))
LETTERS = Letters(TEXT, np.concatenate([LEFT_TOP, LEFT_TOP + np.array([4, 6])], axis=1), (False,) * 400)


def _lying(turn, across, down, right, lower):
    """A map that turns a page by degrees around its middle, scales and shifts it."""
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    linear = np.array([[cos, -sin], [sin, cos]]) @ np.diag([across, down])
    middle = np.array(SIZE) / 2
    return Affine(linear, middle - linear @ middle + (right, lower))


@settings(max_examples=30)
@given(
    turn=st.floats(-3, 3),
    across=st.floats(0.5, 2),
    down=st.floats(0.5, 2),
    right=st.floats(-50, 50),
    lower=st.floats(-50, 50),
    spoilt=st.integers(0, 150),
)
def test_the_map_is_found_though_letters_are_elsewhere(turn, across, down, right, lower, spoilt):
    wanted = _lying(turn, across, down, right, lower)
    boxes = wanted.of_boxes(LETTERS.boxes)
    boxes[:spoilt] += np.random.default_rng(spoilt).uniform(5, 90, (spoilt, 1))

    found = registered(letter_pairs(LETTERS, Letters(TEXT, boxes, LETTERS.spaced)))

    assert found is not None
    assert found.after(wanted.inverse()).moves(SIZE) < 0.01
    placing = Placing.of(found, SIZE, SIZE)
    expected = (across, down, right, lower)
    assert expected == pytest.approx((placing.across, placing.down, placing.right, placing.lower), abs=0.001)


def test_letters_that_are_everywhere_tell_nothing():
    boxes = LETTERS.boxes[np.random.default_rng(2).permutation(400)]

    assert registered(letter_pairs(LETTERS, Letters(TEXT, boxes, LETTERS.spaced))) is None


def test_a_letter_in_its_place_is_paired_with_itself_in_whatever_order_the_page_is_read():
    # A small 1 in the margin, and a large one over a text.
    marks = np.array([(5, 40, 8, 46), (50, 40, 56, 52)], dtype=float)
    ours, theirs = (
        Letters(("1", "1", *TEXT), np.concatenate([each, LETTERS.boxes]), (False,) * 402)
        for each in (marks, marks[::-1])
    )

    one, other = letter_pairs(ours, theirs)

    assert 402 == len(one)
    assert np.array_equal(one, other)


def test_letters_that_are_nowhere_tell_nothing():
    boxes = np.full((400, 4), np.inf)

    assert registered(letter_pairs(LETTERS, Letters(TEXT, boxes, LETTERS.spaced))) is None


def test_letters_in_another_order_are_found():
    """A program may write the second half of a page first."""
    order = [*range(200, 400), *range(200)]
    theirs = Letters(tuple(TEXT[at] for at in order), LETTERS.boxes[order] + 2, LETTERS.spaced)

    found = registered(letter_pairs(LETTERS, theirs))

    assert found is not None
    assert (2.0, 2.0) == pytest.approx(tuple(found.shift), abs=0.001)


def test_a_single_line_is_turned_scaled_and_shifted_alike():
    boxes = LETTERS.boxes[:40].copy()
    boxes[:, 1], boxes[:, 3] = 100, 106
    ours = Letters(TEXT[:40], boxes, LETTERS.spaced[:40])
    theirs = Letters(TEXT[:40], _lying(0, 0.97, 0.97, 0, 3).of_boxes(boxes), LETTERS.spaced[:40])

    placing = Placing.of(registered(letter_pairs(ours, theirs)), SIZE, SIZE)

    assert (0.97, 0.97, 3.0) == pytest.approx((placing.across, placing.down, placing.lower), abs=0.001)


def test_a_picture_without_letters_is_laid_over_another():
    down, across = np.indices((600, 420)) / 1.0

    def page(scale, right):
        x, y = (across - 210 - right) / scale, (down - 300) / scale
        shade = (
            128 + 60 * np.sin(x / 23) * np.cos(y / 31) + 60 * np.exp(-((x - 40) ** 2 + (y + 90) ** 2) / 900)
        )
        return np.repeat(shade.astype(np.uint8)[:, :, None], 3, axis=2)

    dots = 150 / 72
    size = (420 / dots, 600 / dots)

    placing = Placing.of(registered_pictures(page(1, 0), page(0.98, 3)), size, size)

    assert (0.98, 0.98) == pytest.approx((placing.across, placing.down), abs=0.001)
    assert pytest.approx(3 / dots, abs=0.1) == placing.right
    assert registered_pictures(page(1, 0), page(1, 0)[:500]) is None
    assert registered_pictures(np.full((600, 420, 3), 255, np.uint8), page(1, 0)) is None


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_quarter_turn_is_no_small_one(quarters):
    ours, theirs = SIZE, SIZE if quarters % 2 == 0 else SIZE[::-1]
    turned = Affine.turned(quarters, SIZE).after(_lying(0.5, 1, 1, 0, 0))

    placing = Placing.of(turned, ours, theirs)

    assert 90 * quarters == placing.quarters
    assert (0.5, 0.0, 0.0) == pytest.approx((placing.angle, placing.right, placing.lower), abs=0.001)


@pytest.mark.parametrize(
    ("placing", "resized", "words"),
    [
        (Placing(), False, ""),
        (Placing(across=1.0013, down=1.0013, right=0.4), False, ""),
        (Placing(across=0.97, down=0.97), False, "scaled to 97 %"),
        (Placing(across=0.97), False, "scaled to 97 % of its width and 100 % of its height"),
        (Placing(right=-1.417), False, "moved as a whole by 0.5 mm to the left"),
        (Placing(right=34.02, lower=-17.01), False, "moved as a whole by 12 mm to the right and 6 mm up"),
        (Placing(right=34.02), True, ""),
        (Placing(angle=-0.5, slant=0.2), False, "turned by 0.5 degrees counterclockwise and slanted by 0.2 degrees"),
    ],
)  # fmt: skip
def test_how_a_page_lies_is_told(placing, resized, words):
    assert words == placing.words(resized=resized)


def test_a_few_lines_do_not_tell_how_high_a_page_is():
    # As Poppler rounds the lines of a title.
    lines = np.array([0.12, -0.05, 0.0, 0.05, -0.12])
    across, down = np.meshgrid(np.arange(60, 360, 6.0), np.arange(200, 290, 18.0))
    left_top = np.stack([across.ravel(), down.ravel()], axis=1)
    boxes = np.concatenate([left_top, left_top + np.array([4, 6])], axis=1)
    rounded = boxes * 0.9988
    rounded[:, (1, 3)] += np.repeat(lines, across.shape[1])[:, None]
    text = TEXT[: len(boxes)]
    spaced = (False,) * len(boxes)

    found = registered(letter_pairs(Letters(text, boxes, spaced), Letters(text, rounded, spaced)))

    assert found is not None
    assert not Placing.of(found, SIZE, SIZE).is_scaled
