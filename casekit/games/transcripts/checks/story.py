"""Whether the story keeps the secret, and the truth states it."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, codes
from casekit.games.prose.prose_document import matches
from casekit.games.transcripts.read_transcript import AnyRead


def story(document: AnyRead) -> Iterator[Diagnostic]:
    """The faults of the story, and of the truth of a transcript that was understood."""
    rules = document.puzzle.game.rules()
    answer = rules.answer(document.puzzle)
    yield from named_solution(document, answer)
    if document.understood and not answer and "truth" in document.puzzle.headings:
        dialect = document.puzzle.game.dialect
        (truth,) = (block for block in dialect.outline if block.kind == "truth")
        yield Diagnostic(
            codes.INCOMPLETE_TRUTH,
            f"the truth does not say {rules.words.asked}",
            document.heading_span("truth"),
            hint=f"add a line, as in `{dialect.form_of[truth.lines[0]].example}`",
        )


def named_solution(document: AnyRead, answer: tuple[str, ...]) -> Iterator[Diagnostic]:
    """A paragraph of the presentation that names the whole answer gives it away."""
    titles = {each.slug: each.name for each in document.puzzle.game.decks().names(document.settings.deck)}
    names = [
        _names(slug, titles.get(slug, slug)) for slug in answer if document.puzzle.game.rules().words.whole
    ]
    for prose in document.puzzle.presentation if names else ():
        if all(next(matches(document.source, prose, name.finditer), None) for name in names):
            yield Diagnostic(
                codes.SPOILING_PARAGRAPH,
                f"this paragraph names {document.puzzle.game.rules().words.whole}: {', '.join(answer)}",
                document.span(prose.place),
                hint="leave one of them out, or name others too",
            )


def _names(*names: str) -> re.Pattern[str]:
    """A slug or its printed name, as whole words."""
    spoken = "|".join(map(re.escape, names))
    return re.compile(rf"(?<!\w)(?:{spoken})(?!\w)", re.IGNORECASE)
