"""WeasyPrint alone: ``python -m bench.alone HTML`` makes a PDF of an HTML file, with casekit's fonts and nothing else."""

import sys
from pathlib import Path

from weasyprint import HTML
from weasyprint.urls import URLFetcher, URLFetcherResponse

_FONTS = Path(__file__).resolve().parent.parent / "casekit" / "print" / "fonts"


class _Fonts(URLFetcher):  # type: ignore[misc]
    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        del headers
        return URLFetcherResponse(url, (_FONTS / url.rpartition(":")[2]).read_bytes())


def typeset(html: str) -> bytes:
    """The PDF."""
    data: bytes = HTML(string=html, url_fetcher=_Fonts()).write_pdf()
    return data


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.with_suffix(".pdf").write_bytes(typeset(page.read_text(encoding="utf-8")))
