"""Words that deny something: "never", "nobody", "hadn't", "ne ... pas"."""

from collections.abc import Mapping

from casekit.language.spoken.readings import compiled

_ENGLISH = (
    r"(?<![\w-])(?:not|never|no\sone|nobody|nothing|none|neither|nor|nowhere|without|no|cannot|only|except|but\sfor"
    r"|(?:is|are|was|were|has|have|had|do|does|did|ca|wo|sha|would|could|should|might|must|need|ought|dare|ai)n['’]t)(?!\w)"
)
_FRENCH = r"(?<!\w)(?:ne|n['’](?=\w)|pas|jamais|personne|rien|aucune?|nul(?:le)?|sans|ni|sauf|non|seule?s?|seulement)(?!\w)|(?<!\w)n['’]"
_PATTERNS: Mapping[str, str] = {"en": _ENGLISH, "fr": _FRENCH}


def spoken_negations(text: str, language: str) -> tuple[tuple[int, int], ...] | None:
    """Where a text denies or excepts something, from character to character; ``None`` in a language that is not known."""
    pattern = _PATTERNS.get(language.partition("-")[0].casefold())
    return None if pattern is None else tuple(match.span() for match in compiled(pattern).finditer(text))
