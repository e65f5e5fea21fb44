"""A review as short text: for each paragraph its lines in words, and its marks."""

import textwrap
from collections.abc import Iterable, Iterator

from casekit.asking.review.reviewed import Mark, Review, ReviewedLine, ReviewedPassage, Weight
from casekit.resources import Words, words as words_in

SIGNS: dict[Weight, str] = {"loud": "!", "look": "?", "quiet": "·"}
"""The sign before a mark, in text and on a page."""


def review_in_words(review: Review, width: int) -> str:
    """The whole review as text that is ``width`` columns wide."""
    words = words_in("asking/words/review.toml", review.language)
    parts = [
        "\n".join([f"{review.file}: {review.title}", *textwrap.wrap(summary(review, words), width)]),
        *(_passage(each, words, width) for each in review.passages),
        "\n".join([words["rules"], *_rules(review, words, width)]) if review.rules else "",
    ]
    return "\n\n".join(part for part in parts if part)


def summary(review: Review, words: Words) -> str:
    """How many paragraphs there are, and how many have to be looked at."""
    weights = [each.weight for each in review.paragraphs]
    lines = sum(len(each.lines) for each in review.paragraphs)
    grave = sum(weight in {"loud", "look"} for weight in weights)
    said: str = words["lead"].format(len(weights), lines, grave, weights.count("loud"))
    return said if review.understood else f"{said} {words['not_understood']}"


def source_in_words(rule_source: str, told: str, words: Words) -> str:
    """Where readers learn a rule."""
    source: str = words["rule_sources"][rule_source]
    return source.format(told)


def _passage(passage: ReviewedPassage, words: Words, width: int) -> str:
    heading = passage.heading or f"{words['solution']} {passage.id.removeprefix('s')}"
    if (
        not passage.lines
        and not any(mark.weight != "quiet" for mark in passage.marks)
        and not passage.heading
    ):
        return ""
    rows = [heading]
    for line in passage.lines:
        rows += _line(line, words, width)
    rows += _marks(passage.marks, width)
    for found in passage.findings:
        message = found.message.partition("\n")[0]
        rows += _hanging(f"  {found.code.id} ", message, width)
    return "\n".join(rows)


def _line(line: ReviewedLine, words: Words, width: int) -> Iterator[str]:
    yield from _hanging(f"{line.number:>3} ", line.says, width)
    if line.quotation:
        yield from _hanging("    ", words["quoted"].format(line.quotation), width)
    if line.by:
        yield from _hanging(
            "    ", words["follows_from"].format(", ".join(link.name for link in line.by)), width
        )
    if line.truth:
        yield from _hanging("    ", words["in_truth"].format(line.truth), width)
    yield from _marks(line.marks, width)


def _marks(marks: Iterable[Mark], width: int) -> Iterator[str]:
    """Those that somebody should look at; the others are on the page and in the JSON."""
    for mark in marks:
        if mark.weight != "quiet":
            yield from _hanging(f"  {SIGNS[mark.weight]} ", mark.says, width)


def _rules(review: Review, words: Words, width: int) -> Iterator[str]:
    for rule in review.rules:
        yield from _hanging("  ", rule.says, width)
        yield from _hanging("    ", source_in_words(rule.source, rule.words, words), width)


def _hanging(start: str, text: str, width: int) -> Iterator[str]:
    yield from textwrap.wrap(
        text, max(width, 40), initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False
    )
