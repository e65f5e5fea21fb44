"""A page on which people play a document: one file that needs nothing else and sends nothing anywhere.

Each text is sealed by itself, and opened when a reader opens it, so that nobody reads it by accident: neither
in the source of the page nor by searching it for a name. A text is combined with a stream of SHA-256 digests
that depends on the document and on what the text is called, and written in base64; ``playtest_sealing.js``
does the same the other way round. This keeps a secret from readers, not from somebody who takes the page
apart. The policy of the page allows its own script and style by their digests, and nothing from elsewhere.
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from itertools import chain
from math import ceil

from markupsafe import Markup

from casekit.analysis.standalone_html import fill_in
from casekit.print.content.booklet import Passage
from casekit.print.typesetting.fonts import FAMILY, embedded_faces
from casekit.resources import words as words_in
from casekit.tabletop.playtests.playbook import (
    Identity,
    Json,
    Playbook,
    PlayPath,
    Runs,
    book_content,
    prose_runs,
)
from casekit.tabletop.playtests.playtest_logs import FORMAT, VERSION

_TYPABLE_CHARACTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180))))
"""The characters that testers may type, which need the page's face too."""

_STYLE_ELEMENT = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_SCRIPT_ELEMENT = re.compile(r"<script>(.*?)</script>", re.DOTALL)

_DIGEST_BYTES = 32
"""The length of a block of the stream that texts are combined with."""


def playtest_page(book: Playbook, numbers: Mapping[str, int]) -> str:
    """The page; ``numbers`` are those of the paragraphs by their keys."""
    identity = Identity(book)
    words = words_in("tabletop/words/playtest.toml", book.language)

    def cell(path: PlayPath) -> Json:
        return {
            "name": path.name,
            "label": path.label,
            "number": numbers[path.key],
            "place": path.place,
            "entry": path.entry,
        }

    content = json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            **book_content(book, cell),
            "file": book.file,
            "givenDigest": identity.given,
            "digests": identity.paths,
            "pace": book.pace,
            "words": {**words, **book.words},
        },
        ensure_ascii=False,
    )
    passages = {key: _passage_runs(passage, book.language) for key, passage in book.texts.items()}
    prose = _passage_runs(book.solution, book.language)
    letters = {*_TYPABLE_CHARACTERS, *content}
    for passage in (*passages.values(), prose):
        for text, _ in chain.from_iterable(passage):
            letters.update(text)
    solution = {"prose": prose, "answers": {question.key: question.answer for question in book.questions}}
    texts: dict[str, str] = {}
    for key in sorted(passages, key=lambda key: numbers[key]):
        number = str(numbers[key])
        texts[number] = sealed(json.dumps(passages[key], ensure_ascii=False), identity.whole, number)
    data = {
        "id": identity.whole,
        "book": sealed(content, identity.whole, "book"),
        "texts": texts,
        "solution": sealed(json.dumps(solution, ensure_ascii=False), identity.whole, "solution"),
    }
    page = fill_in(
        "playtest.html",
        __package__,
        title=book.title,
        words=words,
        data=Markup(json.dumps(data)),  # noqa: S704 - digits, letters and base64
        language=book.language,
        family=FAMILY,
        faces=embedded_faces("".join(sorted(letters))),
        policy="POLICY",
    )
    scripts, styles = _digests(_SCRIPT_ELEMENT, page), _digests(_STYLE_ELEMENT, page)
    return page.replace(
        "POLICY",
        f"default-src 'none'; script-src {scripts}; style-src {styles}; font-src data:; img-src data:;"
        " base-uri 'none'; form-action 'none'",
        1,
    )


def _passage_runs(passage: Passage, language: str) -> list[Runs]:
    """The paragraphs of a passage, each as texts with their marks."""
    return [prose_runs(paragraph, language) for paragraph in passage.prose]


def _digests(element: re.Pattern[str], page: str) -> str:
    """The digests of the contents of all elements of a kind, as a policy names them."""
    digests = [sha256(content.encode()).digest() for content in element.findall(page)]
    return " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)


def sealed(text: str, document: str, name: str) -> str:
    """A text in a form that is opened with the digest of its document and its own name."""
    data = text.encode("utf-8", "replace")
    key = sha256(f"{document}:{name}".encode()).digest()
    block_numbers = range(ceil(len(data) / _DIGEST_BYTES))
    stream = b"".join([sha256(key + number.to_bytes(4, "big")).digest() for number in block_numbers])
    combined = bytes(byte ^ stream_byte for byte, stream_byte in zip(data, stream, strict=False))
    return b64encode(combined).decode("ascii")
