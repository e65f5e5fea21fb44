"""Pages for readers: a review that keeps ticks and remarks in its own download, and a copy for blind reading.

That copy has no logic: its paragraphs open one by one, and it has a form for the answers. Timetables are
pictures, with people from top to bottom and times from left to right.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from pathlib import PurePath
from typing import Any, Literal, NamedTuple

from markupsafe import Markup

from casekit.analysis.analyzer import Json
from casekit.analysis.proofreading.review import (
    SIGNS,
    BlindReadingCopy,
    Review,
    ReviewPassage,
    Timetable,
    source_in_words,
    summary,
)
from casekit.analysis.standalone_html import fill_in, render_page
from casekit.print.typesetting import fonts
from casekit.prose import markup
from casekit.resources import Words, words as words_in

# Lengths of a timetable, in pixels of the drawing.
_LEAST_NAME_WIDTH = 118
_HEADING_HEIGHT = 34
_PADDING = 7
_TEXT_SIZE = 14
_SMALL_TEXT_SIZE = 12
_LINE_HEIGHT = 16
_BOX_HEIGHT = 26
_LEAST_COLUMN_WIDTH = 46
_MOST_COLUMN_WIDTH = 240
_GAP_BETWEEN_BOXES = 4
_GAP_ABOVE_BOX = 4

# Baselines of texts, in pixels below the top of what they belong to.
_NAME_BASELINE = 21
_NOTE_BASELINE = 13
_COLUMN_NAME_ABOVE_ROWS = 10

_OTHER_FONTS = 1.12
"""How much wider a text is in a font that may be shown in place of ours."""

_FEW_COLUMNS = 4
_SOME_COLUMNS = 8
"""With so few columns there is room to name the paragraphs that say where somebody was."""

_MANY_COLUMNS = 16
"""With more columns, each may be as narrow as the least width."""

Bar = dict[str, Any]
"""One or several cells of a row that are alike, as a box.

It has a ``standing`` and a ``label``; it says whether it is ``false``, and what it ``says``.
"""

DrawnText = dict[str, Any]
"""Words of a picture: ``x``, ``y`` and ``text``, and their ``kind``, a class of the style sheet."""


class _Note(NamedTuple):
    """A line of text below a box."""

    text: str
    """The line."""

    kind: Literal["false", "by"]
    """Whether it is a false statement, or names the paragraphs that say where somebody was."""


class _BoxWithNotes(NamedTuple):
    """A box of a row, and what is below it."""

    bar: Bar
    notes: tuple[_Note, ...]


def _text_at(x: float, y: float, text: str, kind: str) -> DrawnText:
    """Words of a picture, by where their baseline begins."""
    return {"x": x, "y": y, "text": text, "kind": kind}


def timetable_picture(table: Timetable, words: Words, number: int) -> Markup:
    """A timetable as an SVG element to be put into a page that has the font and the colours."""
    column_width = _column_width(table, words)
    name_widths = [_width(row["who"], _TEXT_SIZE) + 2 * _PADDING for row in table["rows"]]
    left = max([_LEAST_NAME_WIDTH, *name_widths])
    bars: list[Bar] = []
    texts: list[DrawnText] = []
    rules: list[float] = []
    y = float(_HEADING_HEIGHT)
    for row in table["rows"]:
        rules.append(y)
        texts.append(_text_at(0, y + _NAME_BASELINE, row["who"], "who"))
        row_bottom = y + _BOX_HEIGHT + 10
        for bar, notes in _boxes(row["who"], row["cells"], left, y + _GAP_ABOVE_BOX, column_width, words):
            bars.append(bar)
            box_bottom = bar["y"] + bar["height"]
            for index, note in enumerate(notes):
                baseline = box_bottom + _NOTE_BASELINE + index * _LINE_HEIGHT
                texts.append(_text_at(bar["x"] + _PADDING, baseline, note.text, note.kind))
            row_bottom = max(row_bottom, box_bottom + len(notes) * _LINE_HEIGHT + 5)
        y = row_bottom
    rules.append(y)
    for index, name in enumerate(table["columns"]):
        heading = _shortened(name, column_width - _PADDING, _SMALL_TEXT_SIZE)
        if heading is not None:
            x = left + index * column_width + _PADDING
            texts.append(_text_at(x, _HEADING_HEIGHT - _COLUMN_NAME_ABOVE_ROWS, heading, "when"))
    y = _add_events(table["events"], left, y, column_width, texts)
    columns = tuple(left + index * column_width for index in range(len(table["columns"]) + 1))
    right_end = max((text["x"] + _width(text["text"], _TEXT_SIZE) for text in texts), default=0)
    svg = fill_in(
        "timetable.svg",
        table=table,
        words=words,
        number=number,
        width=max(columns[-1], right_end) + _PADDING,
        height=y + _PADDING,
        bars=bars,
        texts=texts,
        rules=rules,
        columns=columns,
    )
    return Markup(svg)  # noqa: S704 - its template escapes


def _column_width(table: Timetable, words: Words) -> float:
    """The width of a column: enough for the longest place, unless there are many columns."""
    columns = len(table["columns"])
    texts: list[str] = list(table["columns"])
    for cell in chain.from_iterable(row["cells"] for row in table["rows"]):
        texts += [cell["place"], *_false_statements(cell, words)]
        if columns == 1:
            texts.append(" · ".join(_true_paths(cell)))
    longest = max(_width(text, _TEXT_SIZE) for text in texts) + 3 * _PADDING
    least = _LEAST_COLUMN_WIDTH if columns > _MANY_COLUMNS else 2 * _LEAST_COLUMN_WIDTH
    if columns == 1:
        most = 3 * _MOST_COLUMN_WIDTH
    elif columns <= _SOME_COLUMNS:
        most = _MOST_COLUMN_WIDTH
    else:
        most = 2 * _LEAST_COLUMN_WIDTH
    return min(max(longest, least), most)


def _boxes(
    name: str, cells: Sequence[Json], left: float, y: float, column_width: float, words: Words
) -> Iterator[_BoxWithNotes]:
    """The boxes of a row; neighbours with the same place and standing are one box."""

    def kind_of(cell: Json) -> tuple[str, str, list[str]]:
        return cell["place"], cell["standing"], _false_statements(cell, words)

    column = 0
    for (place, standing, false_statements), group in groupby(cells, key=kind_of):
        alike = tuple(group)
        width = column_width * len(alike) - _GAP_BETWEEN_BOXES
        bar = {
            "x": left + column * column_width + _GAP_BETWEEN_BOXES // 2,
            "y": y,
            "width": width,
            "height": _BOX_HEIGHT,
            "standing": standing,
            "label": _shortened(place, width - 2 * _PADDING, _TEXT_SIZE) or "",
            "false": bool(false_statements),
            "says": _cell_in_words(name, alike[0], words),
        }
        notes: list[_Note] = []
        if len(cells) <= _SOME_COLUMNS:
            paths = dict.fromkeys(chain.from_iterable(map(_true_paths, alike)))
            names = _shortened(" · ".join(paths), width - 2 * _PADDING, _SMALL_TEXT_SIZE)
            if names:
                notes.append(_Note(names, "by"))
        notes += [_Note(statement, "false") for statement in false_statements]
        yield _BoxWithNotes(bar, tuple(notes))
        column += len(alike)


def _false_statements(cell: Json, words: Words) -> list[str]:
    """The false statements on a cell: the place, or that somebody was not there, and who says so."""
    statements: list[str] = []
    for statement in cell["words"]:
        if statement["false"]:
            form = words["denied"] if statement["denied"] else "{}"
            statements.append(f"✗ {form.format(statement['place'])} ({statement['path']})")
    return statements


def _cell_in_words(name: str, cell: Json, words: Words) -> str:
    """A cell in words, for a reader who points at it."""
    place = cell["place"] or words["open"]
    aside = words["untold"] if cell["standing"] == "untold" else ", ".join(_true_paths(cell))
    return f"{name}: {place} ({aside})" if aside else f"{name}: {place}"


def _true_paths(cell: Json) -> tuple[str, ...]:
    """The paragraphs that say truly where somebody was."""
    paths: dict[str, None] = {}
    for statement in cell["words"]:
        if not statement["false"] and not statement["denied"]:
            paths[statement["path"]] = None
    return tuple(paths)


def _add_events(
    events: Sequence[Json], left: float, y: float, column_width: float, texts: list[DrawnText]
) -> float:
    """Add a line for each event below a timetable that ends at ``y``; return where the picture ends."""
    for event in sorted(events, key=lambda event: event["column"]):
        y += _LINE_HEIGHT + 4
        texts.append(_text_at(left + event["column"] * column_width + 2, y, f"▲ {event['says']}", "event"))
    return y


def _shortened(text: str, room: float, size: float) -> str | None:
    """A text that fits into a width, with an ellipsis if it is cut; ``None`` if three letters do not fit."""
    if _width(text, size) <= room:
        return text
    while text and _width(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…" if len(text) > 2 else None  # noqa: PLR2004 - a letter or two say nothing


def _width(text: str, size: float) -> float:
    """The width of a text, in our font or in one that is a little wider."""
    return fonts.ems(text) * size * _OTHER_FONTS


def review_page(review: Review) -> str:
    """The review as an HTML page that needs nothing else."""
    words = words_in("analysis/words/review.toml", review.language)
    passage_of: dict[int, ReviewPassage] = {}
    for passage in review.passages:
        for finding in passage.findings:
            passage_of[id(finding)] = passage
    findings = [(finding, passage_of.get(id(finding))) for finding in review.findings]
    pictures: list[tuple[Timetable, Markup]] = []
    for number, table in enumerate(review.timetables, 1):
        pictures.append((table, timetable_picture(table, words["timetable"], number)))
    return render_page(
        "review.html",
        review=review,
        words=words,
        lead=summary(review, words),
        weights=words["weights"],
        signs=SIGNS,
        tags=markup.TAGS,
        serious=[entry for entry in findings if entry[0].code.severity != "note"],
        minor=[entry for entry in findings if entry[0].code.severity == "note"],
        rules=[(rule, source_in_words(rule, words), findings) for rule, findings in review.rules],
        ids={passage.heading: passage.id for passage in review.paragraphs},
        tables=pictures,
        saved_as=f"{PurePath(review.file).stem}.review-ticked.html",
    )


def blind_page(copy: BlindReadingCopy) -> str:
    """The copy for blind reading as an HTML page that needs nothing else."""
    language = copy.content["language"]
    words = words_in("analysis/words/review.toml", language)
    return render_page(
        "blind.html",
        book=copy.content,
        tag=words["tag"],
        words=words["blind"],
        printed=partial(markup.to_html, language=language),
        saved_as=f"{PurePath(copy.content['file']).stem}.answers",
    )
