"""Rays around a light, for drawings.

They are areas, not the dashes of a broad line: programs that save a file again round the lengths of dashes,
and around a circle that adds up to millimetres.
"""

from math import cos, radians, sin

COUNT = 24


def rays(x: float, y: float, reach: float, first: float = 0) -> str:
    """Rays around a place as the path of an SVG, each as broad as the gaps between them.

    The first of them begins at ``first`` degrees clockwise from the right.
    """
    step = 360 / COUNT
    corners = ((first + at * step, first + (at + 0.5) * step) for at in range(COUNT))
    return " ".join(
        f"M{x:g} {y:g} L{_at(x, y, reach, one)} L{_at(x, y, reach, other)} z" for one, other in corners
    )


def _at(x: float, y: float, reach: float, angle: float) -> str:
    return f"{x + reach * cos(radians(angle)):.3f} {y + reach * sin(radians(angle)):.3f}"
