"""Texts that nobody reads by accident: not in the source of a page, nor by searching it for a name.

A text is combined with a stream of SHA-256 digests that depends on the document and on what the text is called, and
written in base64. This keeps a secret from readers, not from somebody who takes the page apart: the page itself must be
able to open every text. ``playtest_sealing.js`` does the same the other way round.
"""

from base64 import b64encode
from hashlib import sha256
from itertools import count, islice


def sealed(text: str, document: str, name: str) -> str:
    """A text in a form that is opened with the digest of its document and its own name."""
    data = text.encode("utf-8", "replace")
    key = sha256(f"{document}:{name}".encode()).digest()
    blocks = (sha256(key + number.to_bytes(4, "big")).digest() for number in count())
    stream = b"".join(islice(blocks, -(-len(data) // 32)))
    return b64encode(bytes(one ^ other for one, other in zip(data, stream, strict=False))).decode("ascii")
