"""A plot and its clues as the text of a case, with a sentence for each paragraph that is still to be written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from casekit.games.midnight.edition import AnswerPath, CasePath, Edition
from casekit.games.midnight.skeletons.clue_stock import Telling
from casekit.games.midnight.skeletons.plotting import ACCIDENTAL, DESPAIR, NOBODY, VICTIM, Plot

_VOICES = (
    "Let {who} talk of everything else: a ruined dress, a card debt of tuppence, the soup.",
    "{who} has something to hide, and it has nothing to do with this. What is it?",
    "{who} defends somebody whom nobody has accused.",
    "Give {who} a theory, well argued and wrong, and no fact to go with it.",
    "{who} remembers the victim fondly, or the reverse. Make one of those hours visible.",
    "{who} answers a question that nobody asked.",
    "{who} is frightened, and says so in a roundabout way.",
)
_PLACES = (
    "{Place}: nothing to be found. Let it be worth the walk all the same.",
    "{Place}: somebody of the crew who wants to be asked, and knows nothing.",
    "{Place}: a find that looks like much and is explained at once.",
    "{Place}: how it looks on the morning after, and one thing that makes a detective smile.",
    "{Place}: a door that opens on something private, and harmless.",
)
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
    lines = [*_head(title, plot), *_facts(plot), *_truth(plot)]
    said: dict[int, Telling] = {}
    for path, told in by_path.items():
        lines += [f"== {path}", *_prose(path, told, edition)]
        hints: dict[str, None] = {}
        for clue in told:
            mark = "~ lie " if clue.mode == "lie" else "~ "
            lines.append(f"{mark}{clue.line}")
            said[len(lines)] = clue
            if clue.hint:
                hints[f"~ hint {clue.hint}"] = None
        lines += [*hints, ""]
    lines += ["== solution", *_solution(plot), *shown, ""]
    return Written("\n".join(lines), said)


def _head(title: str, plot: Plot) -> Iterator[str]:
    yield f"title: {' '.join(title.split())}"
    yield f"level: {plot.level}"
    yield "author: TODO"
    yield "victim: TODO"
    yield ""
    yield "== presentation"
    yield from _to_do("Who died, how was it found out, and what sort of people are aboard?")
    yield ""
    for situation in (plot.where, *plot.traits):
        if situation.needs:
            yield from _to_do(situation.presentation)
            yield f"~ {situation.needs.replace('$suite', plot.suite)}"
            yield ""
    yield "== terms"
    for situation in plot.motives:
        yield f'motive {situation.slug} "{situation.label}"'
    yield f'motive {DESPAIR} "The victim was tired of life"'
    yield f'motive {ACCIDENTAL} "None: it was an accident"'
    for situation in plot.methods:
        yield f'method {situation.slug} "{situation.label}"'
    yield ""


def _facts(plot: Plot) -> Iterator[str]:
    yield "== facts"
    for situation in plot.situations:
        for fact in situation.facts:
            yield from fact.splitlines()
    yield ""
    yield "== rules"
    for situation in (*plot.motives, *plot.methods, *plot.ends):
        yield f"common {situation.law}"
    yield f"common motive = {DESPAIR} iff culprit = {VICTIM}"
    yield ""


def _truth(plot: Plot) -> Iterator[str]:
    yield "== truth"
    yield f"culprit = {plot.culprit}"
    yield f"motive = {plot.motive}"
    yield f"method = {plot.method}"
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
    yield ""


def _prose(path: CasePath, told: Sequence[Telling], edition: Edition) -> Iterator[str]:
    """What the paragraph of a path must carry; no two are alike, so that none passes for finished twice."""
    at = edition.paths.index(path)
    if isinstance(path, AnswerPath):
        sentences = [clue.sentence for clue in told] or [
            f"A wrong path. {_VOICES[at % len(_VOICES)].format(who=path.suspect)}"
        ]
    else:
        called = edition.locations_by_number[path.location].called
        place = called[:1].upper() + called[1:]
        sentences = [f"{place}: {clue.sentence[:1].lower()}{clue.sentence[1:]}" for clue in told] or [
            f"A wrong path. {_PLACES[at % len(_PLACES)].format(Place=place)}"
        ]
    for number, sentence in enumerate(sentences):
        yield from ([""] if number else [])
        yield from _to_do(sentence)


def _solution(plot: Plot) -> Iterator[str]:
    who = {NOBODY: "nobody did it", VICTIM: "the victim did it"}.get(plot.culprit, f"{plot.culprit} did it")
    yield from _to_do(f"The story: {who}. Which paragraphs let a reader know?")
    yield ""


def _to_do(sentence: str) -> Iterator[str]:
    """A sentence for the writer, broken into lines."""
    line = "TODO"
    for word in sentence.split():
        if len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}"
    yield line
