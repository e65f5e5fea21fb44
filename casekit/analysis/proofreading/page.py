"""Pages for readers: a review that keeps ticks and remarks in its own download, and one without logic.

That one has paragraphs that open one by one, and a form for the answers. Timetables are pictures: people from
top to bottom, times from left to right. Lengths are pixels of the drawing.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from pathlib import PurePath
from typing import Any

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

_LABEL, _HEAD, _PAD = 118, 34, 7
_SIZE, _SMALL = 14, 12
_LEADING = 16
_ALLOWANCE = 1.12
_TALL = 30
_NARROW, _WIDE = 46, 240
"""How wide a column is at the least and at the most."""

_FEW = 4
"""With so few columns there is room to name the paragraphs that say where somebody was."""


Bar = dict[str, Any]
"""One or several cells of a row that are alike, as a box.

It has a ``standing`` and a ``label``; it says whether it is ``false``, and what it ``says``.
"""


def _text_at(x: float, y: float, text: str, kind: str) -> dict[str, Any]:
    """Words of a picture."""
    return {"x": x, "y": y, "text": text, "kind": kind}


def timetable_picture(table: Timetable, words: Words, number: int) -> Markup:
    """A timetable as an SVG element to be put into a page that has the font and the colours."""
    wide = _column(table, words)
    left = max([_LABEL, *(_width(row["who"], _SIZE) + 2 * _PAD for row in table["rows"])])
    bars: list[Bar] = []
    texts: list[dict[str, Any]] = []
    rules: list[float] = []
    y = float(_HEAD)
    for row in table["rows"]:
        rules.append(y)
        texts.append(_text_at(0, y + 21, row["who"], "who"))
        bottom = y + _TALL + 6
        for bar, notes in _row(row["who"], row["cells"], left, y + 4, wide, words):
            bars.append(bar)
            below = bar["y"] + bar["height"]
            for place, (note, kind) in enumerate(notes):
                texts.append(_text_at(bar["x"] + _PAD, below + 13 + place * _LEADING, note, kind))
            bottom = max(bottom, below + len(notes) * _LEADING + 5)
        y = bottom
    rules.append(y)
    for column, name in enumerate(table["columns"]):
        head = _shortened(name, wide - _PAD, _SMALL)
        if head:
            texts.append(_text_at(left + column * wide + _PAD, _HEAD - 10, head[0], "when"))
    y = _events(table["events"], left, y, wide, texts)
    columns = tuple(left + column * wide for column in range(len(table["columns"]) + 1))
    longest = max((text["x"] + _width(text["text"], _SIZE) for text in texts), default=0)
    svg = fill_in(
        "timetable.svg",
        table=table,
        words=words,
        number=number,
        width=max(columns[-1], longest) + _PAD,
        height=y + _PAD,
        bars=bars,
        texts=texts,
        rules=rules,
        columns=columns,
    )
    return Markup(svg)  # noqa: S704 - its template escapes


def _column(table: Timetable, words: Words) -> float:
    """Wide enough for the longest place, unless there are many columns."""
    columns = table["columns"]
    texts: list[str] = list(columns)
    for cell in chain.from_iterable(row["cells"] for row in table["rows"]):
        texts += [cell["place"], *_denying(cell, words)]
        if len(columns) == 1:
            texts.append(" · ".join(_telling(cell)))
    longest = max(_width(text, _SIZE) for text in texts) + 3 * _PAD
    most = _WIDE if len(columns) > 1 else 3 * _WIDE
    least = _NARROW if len(columns) > _FEW * 4 else 2 * _NARROW
    return min(max(longest, least), most if len(columns) <= _FEW * 2 else 2 * _NARROW)


def _row(
    name: str, row: Sequence[Json], left: float, y: float, wide: float, words: Words
) -> Iterator[tuple[Bar, tuple[tuple[str, str], ...]]]:
    """The boxes of a row, with notes below; neighbours with the same place and standing are one box."""
    column = 0
    for (place, standing, denying), group in groupby(
        row, key=lambda cell: (cell["place"], cell["standing"], _denying(cell, words))
    ):
        cells = tuple(group)
        width = wide * len(cells) - 4
        shown = _shortened(place, width - 2 * _PAD, _SIZE)
        bar = {
            "x": left + column * wide + 2,
            "y": y,
            "width": width,
            "height": _TALL - 4,
            "standing": standing,
            "label": shown[0] if shown else "",
            "false": bool(denying),
            "says": _says(name, cells[0], words),
        }
        notes = [(note, "false") for note in denying]
        if len(row) <= _FEW * 2:
            paths = dict.fromkeys(chain.from_iterable(map(_telling, cells)))
            by = _shortened(" · ".join(paths), width - 2 * _PAD, _SMALL)
            notes = [*((text, "by") for text in by if text), *notes]
        yield bar, tuple(notes)
        column += len(cells)


def _denying(cell: Json, words: Words) -> list[str]:
    """The false statements on a cell."""
    false = [(words["denied"] if word["denied"] else "{}", word) for word in cell["words"] if word["false"]]
    return [f"✗ {form.format(word['place'])} ({word['path']})" for form, word in false]


def _says(name: str, cell: Json, words: Words) -> str:
    """A cell in words, for a reader who points at it."""
    place = cell["place"] or words["open"]
    beside = words["untold"] if cell["standing"] == "untold" else ", ".join(_telling(cell))
    return f"{name}: {place}{f' ({beside})' if beside else ''}"


def _telling(cell: Json) -> tuple[str, ...]:
    """The paragraphs that say truly where somebody was."""
    true = (word for word in cell["words"] if not word["false"] and not word["denied"])
    return tuple(dict.fromkeys(word["path"] for word in true))


def _events(events: Sequence[Json], left: float, y: float, wide: float, texts: list[dict[str, Any]]) -> float:
    for event in sorted(events, key=lambda event: event["column"]):
        y += _LEADING + 4
        texts.append(_text_at(left + event["column"] * wide + 2, y, f"▲ {event['says']}", "event"))
    return y


def _shortened(text: str, room: float, size: float) -> list[str]:
    """A text that fits, with an ellipsis where it does not; nothing, if not even three letters do."""
    if _width(text, size) <= room:
        return [text]
    while text and _width(f"{text}…", size) > room:
        text = text[:-1]
    return [f"{text.rstrip()}…"] if len(text) > 2 else []  # noqa: PLR2004 - a letter or two say nothing


def _width(text: str, size: float) -> float:
    """The room that a text takes, in our font or in one that is a little wider."""
    return fonts.ems(text) * size * _ALLOWANCE


def review_page(review: Review) -> str:
    """The review as an HTML page that needs nothing else."""
    words = words_in("analysis/words/review.toml", review.language)
    passage_of: dict[int, ReviewPassage] = {}
    for passage in review.passages:
        for finding in passage.findings:
            passage_of[id(finding)] = passage
    findings = [(finding, passage_of.get(id(finding))) for finding in review.findings]
    return render_page(
        "review.html",
        review=review,
        words=words,
        lead=summary(review, words),
        weights=words["weights"],
        signs=SIGNS,
        tags=markup.TAGS,
        serious=[placed for placed in findings if placed[0].code.severity != "note"],
        minor=[placed for placed in findings if placed[0].code.severity == "note"],
        rules=[(rule, source_in_words(rule, words), findings) for rule, findings in review.rules],
        ids={passage.heading: passage.id for passage in review.paragraphs},
        tables=[
            (table, timetable_picture(table, words["timetable"], number))
            for number, table in enumerate(review.timetables, 1)
        ],
        saved_as=f"{PurePath(review.file).stem}.review-ticked.html",
    )


def blind_page(book: BlindReadingCopy) -> str:
    """The book as an HTML page that needs nothing else."""
    language = book.content["language"]
    words = words_in("analysis/words/review.toml", language)

    return render_page(
        "blind.html",
        book=book.content,
        tag=words["tag"],
        words=words["blind"],
        printed=partial(markup.to_html, language=language),
        saved_as=f"{PurePath(book.content['file']).stem}.answers",
    )
