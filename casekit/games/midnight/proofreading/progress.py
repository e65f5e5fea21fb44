"""How far a case is written, and what its writer does next."""

from casekit.analysis.summaries import TODO, ProgressPart, WritingProgress, is_waiting, is_written
from casekit.diagnostics import codes
from casekit.games.midnight.codes import BARE_SOLUTION, EMPTY_PARAGRAPH, NO_ANSWERS, UNNAMED_CULPRIT
from casekit.games.midnight.document import AnswerPath, Case, CasePath, PlacePath
from casekit.games.midnight.theory.wording import TARGETS

_EXPLAINED = frozenset(
    (
        codes.TODO,
        codes.MISSING_FIELD,
        codes.MISSING_PATH,
        codes.MISSING_BLOCK,
        EMPTY_PARAGRAPH,
        NO_ANSWERS,
        codes.INCOMPLETE_TRUTH,
        codes.OPEN_ELEMENT,
        UNNAMED_CULPRIT,
        BARE_SOLUTION,
    )
)
_FIELDS = ("title", "author", "victim")


def draft_of_case(case: Case) -> WritingProgress:
    """Its blocks in the order in which they are best written."""
    written = {path for path, paragraph in case.paragraph_of.items() if is_written(paragraph.prose)}
    unwritten = [path for path in case.edition.paths if path not in written]
    answers = [path for path in case.edition.paths if isinstance(path, AnswerPath)]
    places = [path for path in case.edition.paths if isinstance(path, PlacePath)]
    suspects = dict.fromkeys(path.suspect for path in unwritten if isinstance(path, AnswerPath))
    numbers = tuple(str(path) for path in unwritten if isinstance(path, PlacePath))
    fields = tuple(name for name in _FIELDS if getattr(case, name) in {"", TODO})
    terms = ((len(case.motives), "motive", "motives"), (len(case.methods), "method", "methods"))
    rules = sum(not rule.is_general for rule in case.rules)
    truth = [f"{key} = {value}" for key, value in case.answers.items()]
    answers_written = len(answers) - len(unwritten) + len(numbers)
    parts = (
        ProgressPart("header", left=fields, about=f"to write: {', '.join(fields)}" if fields else ""),
        ProgressPart("presentation", int(is_written(case.presentation.prose)), 1),
        ProgressPart("terms", about=_counts_in_words(*terms)),
        ProgressPart(
            "facts", about=_counts_in_words((_own_facts(case), "fact of its own", "facts of its own"))
        ),
        ProgressPart("rules", about=_counts_in_words((rules, "rule", "rules"))),
        ProgressPart("truth", about=", ".join(truth)),
        ProgressPart("answers", answers_written, len(answers), tuple(suspects)),
        ProgressPart("locations", len(places) - len(numbers), len(places), numbers),
        ProgressPart("solution", int(is_written(case.solution.prose)), 1),
    )
    passages = (case.presentation, *case.paragraphs, case.solution)
    waiting = sum(is_waiting(passage.prose) for passage in passages)
    return WritingProgress(case.title, parts, waiting, _next(case, fields, unwritten), _EXPLAINED)


def _own_facts(case: Case) -> int:
    """How many facts the case declares."""
    return sum(function.table is None and function.name not in TARGETS for function in case.scope.functions)


def _counts_in_words(*counts: tuple[int, str, str]) -> str:
    """Numbers of things, each with what one is called and what several are."""
    return ", ".join(f"{count} {one if count == 1 else several}" for count, one, several in counts)


def _next(case: Case, fields: tuple[str, ...], unwritten: list[CasePath]) -> str:
    """The next thing to do, in the order of a writer who knows the end of the story."""
    if not case.answers.keys() >= {"culprit", "method"}:
        return "state in `== truth` what happened: `culprit = NAME`, the motive and the method."
    if not is_written(case.presentation.prose):
        steps = (
            f"then write `== presentation`{_line(case, 'presentation')}, which is read aloud at the start."
        )
        change = (
            f"the draft has {case.answers.get('culprit', '')} as its culprit{_line(case, 'truth')}: change"
        )
        return f"{change} `== truth`, `== terms` and `== facts` to your story, {steps}"
    if unwritten:
        first = unwritten[0]
        return (
            f'write what readers find under `== {first}`. A line `~ FORMULA "words"` below a text says what it'
            " tells them; `casekit check --words` lists what a formula may name."
        )
    if not is_written(case.solution.prose):
        return f"write `== solution`{_line(case, 'solution')}: what happened, and what gave the culprit away."
    return f"fill in {', '.join(fields)} at the top of the file." if fields else "check it without TODO."


def _line(case: Case, block: str) -> str:
    place = case.headings.get(block)
    return f" (line {case.source.line_of(place.start)})" if place else ""
