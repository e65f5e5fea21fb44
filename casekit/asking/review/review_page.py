"""Pages for readers: a review that keeps ticks and remarks in its own download, and the version without logic.

That one has paragraphs that open one by one, and a form for the answers.
"""

from collections.abc import Iterator
from pathlib import PurePath

from markupsafe import Markup

from casekit.asking.pages.web_page import render_page
from casekit.asking.review.blind import BlindBook
from casekit.asking.review.review_text import SIGNS, source_in_words, summary
from casekit.asking.review.reviewed import Review, ReviewedPassage
from casekit.asking.review.timetable_picture import timetable_picture
from casekit.diagnostics import Diagnostic
from casekit.print.text.prose import TAGS, markup
from casekit.resources import words as words_in


def review_page(review: Review) -> str:
    """The review as an HTML page that needs nothing else."""
    words = words_in("asking/words/review.toml", review.language)
    return render_page(
        "review.html",
        review=review,
        words=words,
        lead=summary(review, words),
        weights=words["weights"],
        signs=SIGNS,
        tags=TAGS,
        serious=[(found, where) for found, where in _placed(review) if found.code.severity != "note"],
        minor=[(found, where) for found, where in _placed(review) if found.code.severity == "note"],
        rules=[(rule, source_in_words(rule.source, rule.words, words)) for rule in review.rules],
        tables=[
            (table, timetable_picture(table, words["timetable"], number))
            for number, table in enumerate(review.timetables, 1)
        ],
        saved_as=f"{PurePath(review.file).stem}.review-ticked.html",
    )


def _placed(review: Review) -> Iterator[tuple[Diagnostic, ReviewedPassage | None]]:
    """Each finding with the paragraph that it is about, if it is about one."""
    where = {id(found): passage for passage in review.passages for found in passage.findings}
    yield from ((found, where.get(id(found))) for found in review.findings)


def blind_page(book: BlindBook) -> str:
    """The book as an HTML page that needs nothing else."""
    words = words_in("asking/words/review.toml", book.language)

    def printed(text: str) -> Markup:
        return markup(text, book.language)

    return render_page(
        "blind.html",
        book=book,
        tag=words["tag"],
        words=words["blind"],
        printed=printed,
        saved_as=f"{PurePath(book.file).stem}.answers",
    )
