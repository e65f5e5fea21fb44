"""The tags of languages."""

from collections.abc import Collection

from casekit.diagnostics import Diagnostic, Span, codes


def canonical(tag: str) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """A language's tag in its usual form (``fr``, ``pt-BR``), or what is wrong with it."""
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 -- loaded only where languages are named

    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-", resolve_likely_subtags=False)
    except (ValueError, UnknownLocaleError):
        problem = Diagnostic(
            codes.UNKNOWN_LANGUAGE,
            f"`{tag}` is not a known language",
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
        f"the edition is already in `{original}`",
        place,
        hint="name the language to translate it into",
    )
    return (problem,)


def unspoken(tag: str, known: Collection[str], place: Span) -> tuple[Diagnostic, ...]:
    """The finding that a language is not one of those that the fixed words of the pages are ``known`` in."""
    if tag.partition("-")[0] in known:
        return ()
    problem = Diagnostic(
        codes.UNSPOKEN_LANGUAGE,
        f"casekit has no headings and other fixed words in `{tag}` and will print them in English",
        place,
        hint=f"use one of {', '.join(known)}, or accept the English words",
    )
    return (problem,)
