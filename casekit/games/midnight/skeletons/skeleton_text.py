"""A plot and its clues as the text of a case, with a sentence for each paragraph that is still to be written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from casekit.games.midnight.edition import AnswerPath, CasePath, Edition
from casekit.games.midnight.skeletons.clue_stock import Telling
from casekit.games.midnight.skeletons.plotting import ACCIDENTAL, DESPAIR, VICTIM, Plot
from casekit.games.midnight.skeletons.situations import sentences_in
from casekit.resources import Words

_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Written:
    """A text, and the clue that each of its lines (from 1) says."""

    text: str
    clues: Mapping[int, Telling]


def written(
    title: str, plot: Plot, clues: Iterable[Telling], edition: Edition, shown: Sequence[str] = ()
) -> Written:
    """The text of a case. ``shown`` are lines of its solution."""
    by_path: dict[CasePath, list[Telling]] = {path: [] for path in edition.paths}
    for clue in clues:
        by_path[clue.path].append(clue)
    own = sentences_in(edition.language)
    lines = [
        *_head(title, plot, own),
        "== facts",
        *facts_of(plot),
        "",
        "== rules",
        *rules_of(plot),
        "",
        "== truth",
        f"culprit = {plot.culprit}",
        f"motive = {plot.motive}",
        f"method = {plot.method}",
        *truth_of(plot),
        "",
    ]
    said: dict[int, Telling] = {}
    for path, told in by_path.items():
        lines += [f"== {path}", *prose_for(path, told, edition)]
        hints: dict[str, None] = {}
        for clue in told:
            mark = "~ lie " if clue.mode == "lie" else "~ "
            lines.append(f"{mark}{clue.line}")
            said[len(lines)] = clue
            if clue.hint:
                hints[f"~ hint {clue.hint}"] = None
        lines += [*hints, ""]
    lines += ["== solution", *story(plot.culprit, own), "", *shown, ""]
    return Written("\n".join(lines), said)


def _head(title: str, plot: Plot, own: Words) -> Iterator[str]:
    yield f"title: {' '.join(title.split())}"
    yield f"level: {plot.level}"
    yield "author: TODO"
    yield "victim: TODO"
    yield ""
    yield "== presentation"
    yield from to_do(own["opening"])
    yield ""
    yield from known_from_the_start(plot)
    yield "== terms"
    yield from terms_of(plot, own)
    yield ""


def known_from_the_start(plot: Plot) -> Iterator[str]:
    """The presentation's words on whoever did it, each with a blank line after it."""
    for situation in (plot.where, *plot.traits):
        if situation.needs:
            yield from to_do(situation.presentation)
            yield f"~ {situation.needs.replace('$suite', plot.suite)}"
            yield ""


def terms_of(plot: Plot, own: Words) -> Iterator[str]:
    """The answers of a plot: motives, if it has any, then methods."""
    for situation in plot.motives:
        yield f'motive {situation.slug} "{situation.label}"'
    if plot.motives:
        yield f'motive {DESPAIR} "{own["tired_of_life"]}"'
        yield f'motive {ACCIDENTAL} "{own["accident"]}"'
    for situation in plot.methods:
        yield f'method {situation.slug} "{situation.label}"'


def facts_of(plot: Plot) -> Iterator[str]:
    """The facts of a plot."""
    for situation in plot.situations:
        for fact in situation.facts:
            yield from fact.splitlines()


def rules_of(plot: Plot) -> Iterator[str]:
    """The rules that tie facts to answers."""
    for situation in (*plot.motives, *plot.methods, *plot.ends):
        yield f"common {situation.law}"
    if plot.motives:
        yield f"common motive = {DESPAIR} iff culprit = {VICTIM}"


def truth_of(plot: Plot) -> Iterator[str]:
    """The facts of a plot that are so."""
    for name, room in plot.rooms.items():
        yield f"room({name}) = {room}"
    for situation in (*plot.traits, *plot.motives):
        holders = plot.holders[situation.slug]
        yield (
            f"every suspect A: {situation.shared}(A) iff A in {{ {', '.join(holders)} }}"
            if holders
            else f"no suspect A: {situation.shared}(A)"
        )
    for situation in plot.methods:
        yield f"not {situation.fact}" if situation.slug == plot.method else situation.fact
    for situation in plot.ends:
        yield situation.fact


def prose_for(path: CasePath, told: Sequence[Telling], edition: Edition) -> Iterator[str]:
    """The content that the paragraph of a path must carry; no two are alike, so that none passes for finished twice."""
    own = sentences_in(edition.language)
    at = edition.paths.index(path)
    if isinstance(path, AnswerPath):
        sentences = [clue.sentence for clue in told] or [
            f"{own['wrong_path']} {own['voices'][at % len(own['voices'])].format(who=path.suspect)}"
        ]
    else:
        called = edition.locations_by_number[path.location].called
        place = called[:1].upper() + called[1:]
        sentences = [
            own["at_place"].format(Place=place, found=f"{clue.sentence[:1].lower()}{clue.sentence[1:]}")
            for clue in told
        ] or [f"{own['wrong_path']} {own['places'][at % len(own['places'])].format(Place=place)}"]
    for number, sentence in enumerate(sentences):
        yield from ([""] if number else [])
        yield from to_do(sentence)


def story(culprit: str, own: Words) -> Iterator[str]:
    """The story of the solution, to be written."""
    yield from to_do(own.get(f"story_{culprit}", own["story"]).format(who=culprit))


def to_do(sentence: str) -> Iterator[str]:
    """A sentence for the writer, broken into lines."""
    line = "TODO"
    for word in sentence.split():
        if len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}"
    yield line
