"""Skeletons for ``casekit new``: the text of one that fits its level, or why there is none and how near it came."""

from collections.abc import Callable

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.midnight.case import Level
from casekit.games.midnight.edition import GAUGES, Edition
from casekit.games.midnight.skeletons.generating import NoSkeletonError, generate
from casekit.games.midnight.skeletons.plotting import Ending, SmallEditionError
from casekit.games.midnight.skeletons.situations import library_of

Drafted = tuple[str | None, tuple[Diagnostic, ...]]


def draft(
    title: str,
    edition: Edition,
    level: Level,
    ending: Ending,
    seed: int,
    players: int,
    step: Callable[[str], None],
) -> Drafted:
    """The text of a skeleton that fits a level of an edition, or why there is none; the same seed gives the same text.

    If no plot of the seed fits, the text is the one that lacked least, and the finding says what it lacks.
    """
    library, problems, _ = library_of(edition.file)
    if library is None:
        return None, problems
    contradiction = _contradiction(edition, level)
    if contradiction is not None:
        return None, (contradiction,)
    try:
        return generate(title, level, ending, seed, edition, library, players, step).text, ()
    except SmallEditionError as error:
        message = f"there is no skeleton for this edition: {error}"
        hint = "choose another edition, or add situations to its folder `situations`"
        return None, (_finding(codes.SMALL_FOR_SKELETON, message, "--level", level, hint),)
    except NoSkeletonError as refusal:
        return refusal.nearest, (_refused(refusal, seed, level),)


def _contradiction(edition: Edition, level: Level) -> Diagnostic | None:
    limits = edition.levels.get(level, {})
    for gauge in GAUGES:
        least, most = limits.get(f"{gauge}_min"), limits.get(f"{gauge}_max")
        if least is not None and most is not None and least > most:
            message = (
                f"nothing fits the level {level}: `{gauge}_min` is {least:g} and `{gauge}_max` is {most:g}"
            )
            hint = f"correct `[levels.{level}]` in edition.toml"
            return _finding(codes.NO_SKELETON, message, "--level", level, hint)
    return None


def _refused(refusal: NoSkeletonError, seed: int, level: Level) -> Diagnostic:
    counted = sorted(refusal.rejected.items(), key=lambda item: (-item[1], item[0]))
    told = ", ".join(f"{name} ({count})" for name, count in counted)
    lacks = f"; the nearest one misses: {', '.join(refusal.lacks)}" if refusal.lacks else ""
    hint = f"take another seed, such as --seed {seed + 1}, or widen `[levels.{level}]` in edition.toml"
    message = f"no plot of this seed fits the level {level}: {told}{lacks}"
    return _finding(codes.NO_SKELETON, message, "--seed", str(seed), hint)


def _finding(code: codes.Code, message: str, option: str, value: str, hint: str) -> Diagnostic:
    return Diagnostic(code, message, Source(option, value).whole(), hint=hint)
