"""A track of spaces on a landscape page, with places for cards and tokens and what players begin with. Lengths are millimetres.

``paint_track(track)`` is the way in. The page is beside a floor plan while a game is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from casekit.diagnostics import Diagnostic, codes
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, Format, Wanted, visible_texts
from casekit.print.content.pieces import TrackPage
from casekit.print.pages.cards import HEIGHT, WIDTH
from casekit.print.text.page_templates import render_styles, render_template
from casekit.print.text.typesetter import Painted, TypesetPages, lay_out_pages

_MARGIN = 10.0
# Where the title ends, how large a space is at most and at least, and how high its mark.
_TOP, _LARGEST, _LEAST, _MARKED = 28.0, 27.0, 15.0, 6.0
# The size of the title in points.
_TITLE = 20.0
# The rows of a track at most, and what is around a card in its place.
_ROWS, _AROUND = 2, 2.0
# The height of the place for tokens, below the table and its notes.
_STORE = 26.0


@dataclass(frozen=True, slots=True)
class _Space:
    """A space of the track: its number, its mark, and the middle of it."""

    number: int
    mark: str
    x: float
    y: float


def paint_track(track: TrackPage) -> TypesetPages:
    """Draw a track on a page.

    Args:
        track: its content.

    Returns:
        The page, or ``None`` if a finding is an error; and the findings: more spaces, or longer texts, than there is room for.
    """
    pitch = _pitch(track)
    if pitch < _LEAST:
        return None, (_crowded(track, "give `port` in `[table]` a smaller number"),)
    layout = lay_out_pages(_html(track, pitch))
    if layout.boxes["begin"].height > HEIGHT + 2 * _AROUND - _STORE:
        return None, (_crowded(track, "shorten the words of `[setting]`"),)
    return Painted(layout, track), ()


def wanted_track(track: TrackPage) -> Wanted:
    """The requirements for the file of a track."""
    paper = PAPERS[track.paper]
    numbers = (str(number) for number in range(1, len(track.spaces) + 1))
    cells = (cell for row in track.rows for cell in row)
    texts = (
        track.title,
        track.subtitle,
        *numbers,
        *track.spaces,
        *track.places,
        track.store,
        *cells,
        *track.notes,
    )
    return Wanted(Format(paper.height, paper.width, track.span), (visible_texts(texts),))


def _width(track: TrackPage) -> float:
    return PAPERS[track.paper].height - 2 * _MARGIN


def _pitch(track: TrackPage) -> float:
    """How far apart spaces are: in one row if they are large there, else in as few as make them so."""
    widths = [_width(track) / -(-len(track.spaces) // rows) for rows in range(1, _ROWS + 1)]
    return min(_LARGEST, next((width for width in widths if width >= _LARGEST - 2), widths[-1]))


def _spaces(track: TrackPage, pitch: float) -> Iterator[_Space]:
    """The spaces from left to right, row by row, in the middle between the title and the places for cards."""
    across = min(int(_width(track) / pitch + 1e-9), len(track.spaces))
    left = _MARGIN + (_width(track) - across * pitch) / 2
    free = PAPERS[track.paper].width - _MARGIN - HEIGHT - 2 * _AROUND - _TOP
    top = _TOP + (free - -(-len(track.spaces) // across) * (pitch + _MARKED)) / 2
    for at, mark in enumerate(track.spaces):
        row, column = divmod(at, across)
        x, y = left + (column + 0.5) * pitch, top + (row + 0.5) * pitch + row * _MARKED
        yield _Space(at + 1, mark, round(x, 3), round(y, 3))


def _html(track: TrackPage, pitch: float) -> str:
    paper = PAPERS[track.paper]
    card = {"width": WIDTH + 2 * _AROUND, "height": HEIGHT + 2 * _AROUND}
    side = len(track.places) * (card["width"] + _MARGIN / 2)
    values = {
        "width": paper.height,
        "height": paper.width,
        "margin": _MARGIN,
        "pitch": pitch,
        "card": card,
        "side": side,
        "marked": _MARKED,
        "store": _STORE,
        "title": _TITLE,
        "palette": track.palette,
    }
    return render_template(
        "track_page.html",
        track=track,
        spaces=list(_spaces(track, pitch)),
        room=(_width(track) - 4) * POINTS_PER_MM / _TITLE,
        lefts=[_MARGIN + at * (card["width"] + _MARGIN / 2) for at in range(len(track.places))],
        styles=render_styles("track_page.css", **values),
        **{key: values[key] for key in ("width", "height", "pitch", "palette")},
    )


def _crowded(track: TrackPage, hint: str) -> Diagnostic:
    message = f"the track and what players begin with do not fit on {track.paper} paper"
    return Diagnostic(codes.CROWDED_PLAN, message, track.span, hint=hint)
