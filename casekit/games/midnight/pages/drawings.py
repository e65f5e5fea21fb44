"""The drawings of booklets and pieces, as SVG in shades of a colour.

A drawing is the edition's own, that of a ship if the edition is set aboard one, or plain shapes.
"""

import math

from casekit.games.midnight.document import Edition
from casekit.games.midnight.pages.edition_look import drawing_of
from casekit.kit import edition_settings
from casekit.print.content import artwork, pieces, rays

_FIRST_PLACE_OF_MOON = 60
"""The leftmost place of the moon in a scene, in units of ``scene.svg``."""

_RANGE_OF_MOON = 120
_STEP_OF_MOON = 47
"""How far the moon wanders from a case to the next, within its range."""

_FEWEST_SIDES_OF_EMBLEM = 3
_EMBLEM_SHAPES = 12
"""The number of polygons, each with one side more than the last, before they come again."""


def palette(look: pieces.PrintOptions) -> pieces.Palette:
    """The shades in which everything in the colour of an edition is printed."""
    accent = edition_settings.accent_of(look.colour)
    return pieces.Palette(accent, **edition_settings.shades(accent))


def cover(edition: Edition, accent: str) -> str:
    """The drawing on the title page, as SVG in shades of a colour.

    It is the edition's own, a liner seen from ahead, or plain shapes.
    """
    template = _template_for("cover.svg", is_aboard=edition.is_aboard)
    return _own_drawing_or_template(edition, edition.drawings.cover, template, accent)


def scene(accent: str, number: int, *, is_aboard: bool = True) -> str:
    """A liner under the moon, as SVG, or plain shapes. The moon wanders with the case's number."""
    template = _template_for("scene.svg", is_aboard=is_aboard)
    moon = _FIRST_PLACE_OF_MOON + number * _STEP_OF_MOON % _RANGE_OF_MOON
    return _render(template, accent=accent, shades=edition_settings.shades(accent), moon=moon)


def emblem(accent: str, number: int, *, is_aboard: bool = True) -> str:
    """A small drawing for the case of a number, as SVG; all differ in a booklet of up to 24 cases."""
    template = _template_for("emblem.svg", is_aboard=is_aboard)
    sides = _FEWEST_SIDES_OF_EMBLEM + (number - 1) % _EMBLEM_SHAPES
    return _render(template, accent=accent, number=number, corners=_polygon(sides))


def _template_for(template: str, *, is_aboard: bool) -> str:
    """The file of a template of a ship, or of the plain one in its place."""
    return template if is_aboard else f"plain_{template}"


def _polygon(sides: int, radius: float = 11.0) -> str:
    """The corners of a regular polygon around the origin, the first at the top, as SVG has them."""
    angles = (2 * math.pi * side / sides for side in range(sides))
    return " ".join(f"{radius * math.sin(angle):.2f},{-radius * math.cos(angle):.2f}" for angle in angles)


def token_drawing(edition: Edition, name: str, accent: str) -> str:
    """The picture on a piece, as SVG.

    It is the edition's own drawing, or that of a ship, a purser, a buoy or a disc (``moved``). A piece that
    the edition has its own word for is a plain shape.
    """
    template = _template_for(f"{name}_piece.svg", is_aboard=name not in edition.setting)
    return _own_drawing_or_template(edition, getattr(edition.drawings, name, ""), template, accent)


def _own_drawing_or_template(edition: Edition, name: str, template: str, accent: str) -> str:
    """The drawing of a name that the edition has, or else the template in shades of a colour."""
    own = drawing_of(edition, name)
    if own is not None:
        return artwork.picture_markup(own)
    return _render(template, accent=accent, shades=edition_settings.shades(accent))


def _render(template: str, **values: object) -> str:
    from casekit.analysis.standalone_html import fill_in  # noqa: PLC0415 - reviews have words and no drawings

    return fill_in(template, "casekit.games.midnight", rays=rays.rays, **values)
