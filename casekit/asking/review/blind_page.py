"""The version without logic as a web page: paragraphs that open one by one, and a form for the answers."""

from pathlib import PurePath

from markupsafe import Markup

from casekit.asking.pages.web_page import render_page
from casekit.asking.review.blind import BlindBook
from casekit.asking.review.languages.review_languages import words_in
from casekit.print.text.prose import markup


def blind_page(book: BlindBook) -> str:
    """The book as an HTML page that needs nothing else."""
    words = words_in(book.language)

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
