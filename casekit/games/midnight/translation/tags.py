"""The tags of languages."""

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.midnight.words import LANGUAGES


def canonical(tag: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """A language's tag in its usual form (``fr``, ``pt-BR``), or what is wrong with it."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 -- loaded only where languages are named

    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-", resolve_likely_subtags=False)
    except (ValueError, UnknownLocaleError):
        problem = Diagnostic(
            codes.UNKNOWN_LANGUAGE,
            f"`{tag}` is no language that is known",
            Span(tag),
            hint="give the tag of a language, such as `fr`, `de` or `pt-BR`",
        )
        return None, (problem,)
    return "-".join(filter(None, (locale.language, locale.script, locale.territory))), ()


def own_language(tag: str, original: str, place: Span) -> tuple[Diagnostic, ...]:
    """The finding that an edition is in a language already."""
    if tag.lower() != original.lower():
        return ()
    problem = Diagnostic(
        codes.UNKNOWN_LANGUAGE,
        f"the edition is in `{original}` already",
        place,
        hint="name the language that it is to be translated into",
    )
    return (problem,)


def unspoken(tag: str, place: Span) -> tuple[Diagnostic, ...]:
    """The finding that the fixed words of the pages are not known in a language."""
    if tag.partition("-")[0] in LANGUAGES:
        return ()
    problem = Diagnostic(
        codes.UNSPOKEN_LANGUAGE,
        f"headings and other fixed words are not known in `{tag}` and will be printed in English",
        place,
        hint=f"they are known in {', '.join(LANGUAGES)}",
    )
    return (problem,)
