"""From one text of a case to another: the canonical one, and to JSON and back."""

from typing import Any, cast

from casekit import resources
from casekit.analysis.analyzer import Findings
from casekit.diagnostics import (
    Source,
    Span,
    caught,
    codes,
    gravest,
    has_errors,
    invisible_characters,
)
from casekit.kit.game_detection import find_game
from casekit.kit.registry import DEFAULT, game_called
from casekit.language.syntax import canonical_form, parser
from casekit.pipeline.loading import TypedDocument, parse_bytes


def format_bytes(data: bytes, name: str) -> tuple[str | None, Source, Findings]:
    """The canonical text of a case, or what keeps it from being read."""
    parsed = parse_bytes(data, name)
    if parsed.diagnostics:
        return None, parsed.source, parsed.diagnostics
    text, failed = caught(
        lambda: canonical_form.format_document(parsed.tree, parsed.game.dialect), parsed.source.whole()
    )
    return text, parsed.source, failed


def difference(before: str, after: str, name: str, now: str) -> str:
    """A text before and ``now``, as a unified diff."""
    from difflib import unified_diff

    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), name, f"{name} ({now})"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def export_json(case: TypedDocument) -> tuple[dict[str, Any] | None, Findings]:
    """A case as JSON, or what keeps it from being read or typed."""
    parsed, resolved = case.parsed, case.resolved
    if resolved is None or has_errors(case.diagnostics):
        return None, gravest(case.diagnostics)
    return canonical_form.export_document(
        parsed.tree, parsed.game.dialect, resolved.document.scope, parsed.game.name
    ), ()


def import_bytes(data: bytes, name: str) -> tuple[str | None, Findings]:
    """The text of the case that JSON describes, or what is wrong with the JSON."""
    from casekit.language.data.schema import load_json

    content, problems = load_json(data, name, _schema_of)
    if content is None:
        return None, problems
    game = game_called(content["game"])
    tree = canonical_form.import_document(content, name, game.dialect)
    text = canonical_form.format_document(tree, game.dialect)
    if unseen := invisible_characters.HIDDEN.search(text):
        message, hint = invisible_characters.described(unseen.group())
        return None, (codes.HIDDEN_CHARACTER.at(Span(name), f"in a text of this file: {message}", hint=hint),)
    again, problems = parser.parse(Source(name, text), game.dialect)
    if problems or again != tree:
        lost = codes.INVALID_JSON.at(
            Span(name),
            "this cannot be written as text: one of its texts would not be read back as the same line, paragraph or name",
            hint="remove line breaks and blank lines from prose, and marks at the start of a line from notes",
        )
        return None, (lost,)
    return text, ()


def _schema_of(content: Any) -> str:
    """The schema of what JSON holds: that of the game it names, which says so if there is none."""
    game = content.get("game") if isinstance(content, dict) else None
    known = isinstance(game, str) and find_game(game)[0] is not None
    called = game_called(cast("str", game) if known else DEFAULT)
    dialect = called.dialect
    if not dialect.is_made:
        return resources.text(f"schemas/{dialect.noun}.schema.json")
    from casekit.language.syntax.grammar_files import schema_of_game

    return schema_of_game(dialect, called.name, resources.text("schemas/case.schema.json"))
