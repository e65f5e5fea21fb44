"""A track of spaces on a page that is on its side, with places for cards and tokens. Lengths are millimetres.

The track is below the title, in as few rows as let its spaces be large. Below it are the places for cards
from the left, then a table of what is needed to begin, and the place for tokens.
"""

from collections.abc import Iterator
from math import ceil

from casekit.diagnostics import Finding, codes
from casekit.print.content.booklet import printed_in
from casekit.print.content.papers import PAPERS, POINTS_PER_MM, ExpectedLayout, Format
from casekit.print.content.pieces import TrackPage
from casekit.print.pages.accessories.cards import CARD_HEIGHT, CARD_WIDTH
from casekit.print.typesetting import fonts, typesetter
from casekit.values import frozen

_MARGIN = 10.0
# Where the title ends.
_TITLE_BOTTOM = 28.0
_TITLE_POINTS = 20.0
# What the title has on its sides, together.
_TITLE_SIDES = 4.0

_MOST_ROWS = 2
# The size of a space, at most and at least. One that is at most this much smaller is large enough.
_MOST_SPACE = 27.0
_LEAST_SPACE = 15.0
_SMALLER_BY = 2
# The height of the mark below a space.
_MARK_HEIGHT = 6.0

# The place for a card has this on each side of it.
_AROUND_CARD = 2.0
_PLACE_WIDTH = CARD_WIDTH + 2 * _AROUND_CARD
_PLACE_HEIGHT = CARD_HEIGHT + 2 * _AROUND_CARD
_PLACE_PITCH = _PLACE_WIDTH + _MARGIN / 2
# The height of the place for tokens, below the table and its notes.
_STORE_HEIGHT = 26.0


@frozen(slots=True)
class _Space:
    """A space of the track; its place is its middle."""

    number: int
    mark: str
    x: float
    y: float


def paint_track(track: TrackPage) -> typesetter.TypesetPages:
    """Draw a track on a page; the findings: more spaces, or longer texts, than there is room for."""
    space_size = _space_size(track)
    if space_size < _LEAST_SPACE:
        return None, (_crowded_track(track, "give `port` in `[table]` a smaller number"),)
    paper = PAPERS[track.paper]
    html = fonts.render_template(
        "track_page.html",
        track=track,
        spaces=list(_spaces(track, space_size)),
        room=(_track_width(track) - _TITLE_SIDES) * POINTS_PER_MM / _TITLE_POINTS,
        lefts=[_MARGIN + index * _PLACE_PITCH for index in range(len(track.places))],
        width=paper.height,
        height=paper.width,
        margin=_MARGIN,
        pitch=space_size,
        card={"width": _PLACE_WIDTH, "height": _PLACE_HEIGHT},
        side=len(track.places) * _PLACE_PITCH,
        marked=_MARK_HEIGHT,
        store=_STORE_HEIGHT,
        title=_TITLE_POINTS,
        palette=track.palette,
    )
    layout = typesetter.lay_out_pages(html)
    if layout.boxes["begin"].height > _PLACE_HEIGHT - _STORE_HEIGHT:
        return None, (_crowded_track(track, "shorten the words of `[setting]`"),)
    return layout, ()


def expected_layout_of_track(track: TrackPage) -> ExpectedLayout:
    """The requirements for the file of a track."""
    paper = PAPERS[track.paper]
    texts = (*map(str, range(1, len(track.spaces) + 1)), *printed_in(track, "language", "paper", "palette"))
    return ExpectedLayout(Format(paper.height, paper.width, track.span), ((texts,),))


def _track_width(track: TrackPage) -> float:
    return PAPERS[track.paper].height - 2 * _MARGIN


def _space_size(track: TrackPage) -> float:
    """The size of spaces in as few rows as make them large, or in as many as there may be."""
    size = 0.0
    for rows in range(1, _MOST_ROWS + 1):
        size = _track_width(track) / ceil(len(track.spaces) / rows)
        if size >= _MOST_SPACE - _SMALLER_BY:
            break
    return min(_MOST_SPACE, size)


def _spaces(track: TrackPage, space_size: float) -> Iterator[_Space]:
    """Spaces from left to right, row by row, between the title and the places for cards."""
    across = min(int(_track_width(track) / space_size + 1e-9), len(track.spaces))
    rows = ceil(len(track.spaces) / across)
    left = _MARGIN + (_track_width(track) - across * space_size) / 2
    free_height = PAPERS[track.paper].width - _MARGIN - _PLACE_HEIGHT - _TITLE_BOTTOM
    top = _TITLE_BOTTOM + (free_height - rows * (space_size + _MARK_HEIGHT)) / 2
    for number, mark in enumerate(track.spaces, 1):
        row, column = divmod(number - 1, across)
        x = left + (column + 0.5) * space_size
        y = top + (row + 0.5) * space_size + row * _MARK_HEIGHT
        yield _Space(number, mark, round(x, 3), round(y, 3))


def _crowded_track(track: TrackPage, hint: str) -> Finding:
    message = f"the track and what players begin with do not fit on {track.paper} paper"
    return codes.CROWDED_PLAN.at(track.span, message, hint=hint)
