"""The text of a transcript that was made to measure; its story and its solution are still to be written."""

from collections.abc import Iterable

from casekit.diagnostics import Diagnostic, Source
from casekit.games.transcripts.codes import REFUSED_SEED
from casekit.games.transcripts.making.fitting import RefusedError
from casekit.games.transcripts.transcript import AnyTranscript, Level
from casekit.language.document.canonical import format_document
from casekit.language.document.parsing import parse

_DRAFT = """\
game: {game}
title: {title}
level: {level}
author: TODO

== players
{players}

== seat {seat}
{hand}

== presentation
TODO

== play
{play}

== truth
{truth}

== solution
TODO
"""

_REASONS = {
    "lines": "too few or too many lines of play",
    "needed": "a proof of too few or too many of them",
    "steps": "too easy or too hard a proof",
    "depth": "too few or too many suppositions",
    "together": "conclusions that put several lines together",
    "techniques": "a proof by one technique alone",
    "after": "too few lines after the solution is certain",
    "easier": "a puzzle that fits the easier level too",
}
"""The words for transcripts that do not fit, by the figure that is outside."""


def text_of(
    title: str, transcript: AnyTranscript, players: Iterable[str], hand: str, truth: Iterable[str]
) -> str:
    """The canonical text of a transcript without prose, from the lines of its blocks."""
    game = transcript.game
    text = _DRAFT.format(
        game=game.name,
        title=" ".join(title.split()),
        level=transcript.level,
        players="\n".join(players),
        seat=transcript.seat,
        hand=hand,
        play="\n".join(event.text for event in transcript.play),
        truth="\n".join(truth),
    )
    tree, problems = parse(Source("draft", text), game.dialect())
    # A title that cannot be one, such as a comment, is for the writer to find.
    return text if problems else format_document(tree, game.dialect())


def refused_seed(refusal: RefusedError, seed: int, level: Level) -> Diagnostic:
    """The finding that a seed makes no transcript of a level, and why."""
    counted = sorted(refusal.rejected.items(), key=lambda item: (-item[1], item[0]))
    told = ", ".join(f"{_REASONS[name]} ({count})" for name, count in counted)
    why = f": {told}" if told else ""
    return Diagnostic(
        REFUSED_SEED,
        f"no game of this seed makes a puzzle of the level {level}{why}",
        Source("--seed", str(seed)).whole(),
        hint=f"take another seed, such as --seed {seed + 1}, or other players; or widen the level in edition.toml",
    )
