"""Text as it can be compared, whoever has typeset it."""

import re
import unicodedata

_DROPPED = re.compile(r"[\s\-\N{SOFT HYPHEN}\N{HYPHEN}\N{NON-BREAKING HYPHEN}]+")


def normalise(text: str) -> str:
    """Text without what typesetting changes: spaces, hyphens, ligatures."""
    return _DROPPED.sub("", unicodedata.normalize("NFKC", text))
