"""The colours of booklets, apart from what draws with them: an edition is checked without drawing anything."""

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
"""Colours that an edition may call by name, as ``#rrggbb``; the empty name is that of the night."""

_WHITE, _BLACK = (255, 255, 255), (8, 10, 16)


def accent_of(colour: str) -> str:
    """The colour of headings and drawings as ``#rrggbb``; that of the night for what is not a colour."""
    named = COLOURS.get(colour.lower(), colour.lower())
    digits = named.removeprefix("#")
    is_colour = (
        named.startswith("#") and len(digits) == len("rrggbb") and set(digits) <= set("0123456789abcdef")
    )
    return named if is_colour else COLOURS[""]


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
