"""Rays are areas that every program draws alike."""

import re
from math import hypot

import pytest

from casekit.print.content.rays import COUNT, rays


def test_each_ray_goes_from_the_light_to_its_reach_and_is_as_broad_as_a_gap():
    corners = [
        tuple(map(float, pair)) for pair in re.findall(r"L(-?[\d.]+) (-?[\d.]+)", rays(60, 76, 260, 3.75))
    ]
    assert 2 * COUNT == len(corners)
    assert [260] * len(corners) == pytest.approx([hypot(x - 60, y - 76) for x, y in corners], abs=0.01)
    sides = [hypot(x - u, y - v) for (x, y), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True)]
    assert [sides[0]] * len(sides) == pytest.approx(sides, abs=0.01)
