import numpy as np
import pytest
from PIL import Image, ImageFilter

from casekit.print.comparison.image_diff import everywhere_around


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (25, 18), (60, 61)])
@pytest.mark.parametrize("reach", [1, 3])
def test_a_square_around_a_dot_is_that_of_a_filter_of_pillow(size, reach):
    dots = np.random.default_rng(7).random(size) > 0.02
    filtered = Image.fromarray(dots.astype(np.uint8)).filter(ImageFilter.MinFilter(2 * reach + 1))
    assert np.asarray(filtered).astype(bool).tolist() == everywhere_around(dots, reach).tolist()
