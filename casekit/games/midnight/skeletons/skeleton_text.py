"""A plot and its clues as the text of a case, with a sentence for each paragraph that is still to be written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from casekit.games.midnight.edition import AnswerPath, CasePath, Edition
from casekit.games.midnight.skeletons.clue_stock import Telling
from casekit.games.midnight.skeletons.plotting import ACCIDENTAL, DESPAIR, NOBODY, VICTIM, Plot
from casekit.games.midnight.skeletons.situations import Say, say_in

VOICES = (
    "Let {who} talk of everything else: a ruined dress, a card debt of tuppence, the soup.",
    "{who} has something to hide, and it has nothing to do with this. What is it?",
    "{who} defends somebody whom nobody has accused.",
    "Give {who} a theory, well argued and wrong, and no fact to go with it.",
    "{who} remembers the victim fondly, or the reverse. Make one of those hours visible.",
    "{who} answers a question that nobody asked.",
    "{who} is frightened, and says so in a roundabout way.",
)
PLACES = (
    "{Place}: nothing to be found. Let it be worth the walk all the same.",
    "{Place}: somebody of the crew who wants to be asked, and knows nothing.",
    "{Place}: a find that looks like much and is explained at once.",
    "{Place}: how it looks on the morning after, and one thing that makes a detective smile.",
    "{Place}: a door that opens on something private, and harmless.",
)
OPENING = "Who died, how was it found out, and what sort of people are aboard?"
TIRED_OF_LIFE = "The victim was tired of life"
IT_WAS_AN_ACCIDENT = "None: it was an accident"
WRONG_PATH = "A wrong path."
AT_PLACE = "{Place}: {found}"
STORY = "The story: {who} did it. Which paragraphs let a reader know?"
STORIES = {
    NOBODY: "The story: nobody did it. Which paragraphs let a reader know?",
    VICTIM: "The story: the victim did it. Which paragraphs let a reader know?",
}
OWN_WORDS = (
    *VOICES,
    *PLACES,
    *(OPENING, TIRED_OF_LIFE, IT_WAS_AN_ACCIDENT, WRONG_PATH, AT_PLACE, STORY),
    *STORIES.values(),
)
"""All sentences of skeletons that no situation brings."""

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
    say = say_in(edition.language)
    lines = [
        *_head(title, plot, say),
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
    lines += ["== solution", *story(plot.culprit, say), "", *shown, ""]
    return Written("\n".join(lines), said)


def _head(title: str, plot: Plot, say: Say) -> Iterator[str]:
    yield f"title: {' '.join(title.split())}"
    yield f"level: {plot.level}"
    yield "author: TODO"
    yield "victim: TODO"
    yield ""
    yield "== presentation"
    yield from to_do(say(OPENING))
    yield ""
    yield from known_from_the_start(plot)
    yield "== terms"
    yield from terms_of(plot, say)
    yield ""


def known_from_the_start(plot: Plot) -> Iterator[str]:
    """The presentation's words on whoever did it, each with a blank line after it."""
    for situation in (plot.where, *plot.traits):
        if situation.needs:
            yield from to_do(situation.presentation)
            yield f"~ {situation.needs.replace('$suite', plot.suite)}"
            yield ""


def terms_of(plot: Plot, say: Say) -> Iterator[str]:
    """The answers of a plot: motives, if it has any, then methods."""
    for situation in plot.motives:
        yield f'motive {situation.slug} "{situation.label}"'
    if plot.motives:
        yield f'motive {DESPAIR} "{say(TIRED_OF_LIFE)}"'
        yield f'motive {ACCIDENTAL} "{say(IT_WAS_AN_ACCIDENT)}"'
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
    say = say_in(edition.language)
    at = edition.paths.index(path)
    if isinstance(path, AnswerPath):
        sentences = [clue.sentence for clue in told] or [
            f"{say(WRONG_PATH)} {say(VOICES[at % len(VOICES)]).format(who=path.suspect)}"
        ]
    else:
        called = edition.locations_by_number[path.location].called
        place = called[:1].upper() + called[1:]
        sentences = [
            say(AT_PLACE).format(Place=place, found=f"{clue.sentence[:1].lower()}{clue.sentence[1:]}")
            for clue in told
        ] or [f"{say(WRONG_PATH)} {say(PLACES[at % len(PLACES)]).format(Place=place)}"]
    for number, sentence in enumerate(sentences):
        yield from ([""] if number else [])
        yield from to_do(sentence)


def story(culprit: str, say: Say) -> Iterator[str]:
    """The story of the solution, to be written."""
    yield from to_do(say(STORIES.get(culprit, STORY)).format(who=culprit))


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
