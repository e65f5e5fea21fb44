"""The game's own drawings: a liner from ahead for the title page, one under the moon for each presentation."""

from math import pi

from casekit.games.midnight.templating import fill_in

COLOURS = {
    "": "#1f3a5f",
    "blue": "#1f3a5f",
    "green": "#1d4d3f",
    "red": "#7a1f2b",
    "violet": "#47305f",
    "brown": "#5a3d22",
    "grey": "#3c434b",
    "black": "#1c1c1c",
}

# A circle of radius 130 drawn with a line twice as broad is a disc; dashes of this length make it 24 rays.
_RAY = round(2 * pi * 130 / 48, 4)
_WHITE, _BLACK = (255, 255, 255), (8, 10, 16)


def cover(accent: str) -> str:
    """A liner seen from ahead, as SVG, in shades of a colour."""
    return _render("cover.svg", accent=accent, shades=shades(accent))


def scene(accent: str, number: int) -> str:
    """A liner under the moon, as SVG. The moon wanders with the case's number."""
    return _render("scene.svg", accent=accent, shades=shades(accent), moon=60 + number * 47 % 120)


def shades(accent: str) -> dict[str, str]:
    """Lighter and darker shades of a colour, all as ``#rrggbb``."""
    red, green, blue = (int(accent[at : at + 2], 16) for at in (1, 3, 5))
    colour = (red, green, blue)
    return {
        "deep": _mix(colour, _BLACK, 0.6),
        "night": _mix(colour, _BLACK, 0.25),
        "dusk": _mix(colour, _WHITE, 0.12),
        "mist": _mix(colour, _WHITE, 0.62),
        "glow": _mix(colour, _WHITE, 0.9),
    }


def _mix(colour: tuple[int, int, int], other: tuple[int, int, int], part: float) -> str:
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(colour, other, strict=True))


def _render(template: str, **values: object) -> str:
    return fill_in(template, ray=_RAY, **values)
