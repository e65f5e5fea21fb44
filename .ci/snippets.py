"""Snippets of editors, as far as they follow from the forms of lines in all games: lines and blocks without formulas.

``python .ci/snippets.py`` writes the file again. What is typed over is what the example of a form has in the place of each part.
Snippets with formulas, and whole documents, are written by hand in the file beside it.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from casekit.kit.interface import AnyGame
from casekit.kit.registry import GAMES, game_called
from casekit.language.syntax.line_forms import (
    BlockForm,
    CanonicalSpace,
    Form,
    LinePart,
    Literal,
    OptionalPart,
    Pattern,
    compiled,
)

ROOT = Path(__file__).resolve().parents[1]
SNIPPETS = "editors/vscode/snippets/lines.json"

_QUOTATION = re.compile(r'"([^"]+)"')
_PART = "\0"
"""What is around a text that is typed over, until all of them are numbered."""


def snippets() -> str:
    """The content of the file. Games that share a snippet are named together."""
    found: dict[tuple[str, ...], list[str]] = {}
    for game in (game_called(name) for name in sorted(GAMES)):
        for snippet in _snippets_of(game):
            found.setdefault(snippet, []).append(game.title)
    made = {}
    alike = Counter((prefix, about) for _, prefix, about, _ in found)
    for (name, prefix, about, text), games in found.items():
        of = ", ".join(games)
        body = _numbered(text).split("\n")
        # Lines that begin alike are distinguished by the names of their forms.
        more = f" ({name.partition(',')[0]})" if alike[prefix, about] > 1 else ""
        made[f"{name}: {of}"] = {"prefix": prefix, "body": body, "description": f"{of}: {about}{more}"}
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def _snippets_of(game: AnyGame) -> Iterator[tuple[str, str, str, str]]:
    """The snippets of a game: their names, what is typed for them, what they are, and their texts."""
    dialect = game.dialect
    forms = {form.name: form for form in dialect.forms}
    for block in dialect.outline:
        lines = [(forms[name], _lines(game, forms[name])) for name in block.lines if name in forms]
        if all(several for _, several in lines):
            text = "\n".join(
                (
                    _heading(game, block),
                    *_inside(block, [line for _, several in lines for line in several.values()]),
                )
            )
            yield f"== {block.kind}", block.kind, block.about or f"the block `{block.kind}`", text
        for form, several in lines:
            for word, line in several.items():
                yield f"{form.name}, {word}", word, form.about or f"a line of `{block.kind}`", line


def _heading(game: AnyGame, block: BlockForm) -> str:
    pattern = compiled(block.pattern, game.dialect.kinds, {})
    return f"== {_filled(pattern, block.example or block.kind)}"


def _inside(block: BlockForm, lines: list[str]) -> list[str]:
    prose = [f"{_PART}Write here {block.about}.{_PART}"] if "prose" in block.lines else []
    return [*prose, *lines, ""]


def _lines(game: AnyGame, form: Form) -> dict[str, str]:
    """The lines of a form, by what is typed for them: one for each word that it may begin with."""
    pattern = game.dialect.patterns[form.name][0]
    if any(part.is_formula for part in pattern.parts):
        return {}
    line, first = _filled(pattern, form.example), pattern[0]
    if isinstance(first, LinePart) and _is_choice(first):
        _, _, rest = line.split(_PART, 2)
        return {word: word + rest for word in first.values}
    own = [each.text for each in pattern if isinstance(each, Literal) and each.text.isalpha()]
    return {own[0] if own else form.name: line}


def _is_choice(part: LinePart) -> bool:
    return bool(part.values) and not part.kinds and part.between is None


def _filled(pattern: Pattern, example: str) -> str:
    """An example with marks around what is typed over in it."""
    fitting = re.fullmatch(_expression(pattern), example)
    if fitting is None:
        raise ValueError(f"this example does not have its form: {example}")
    text = example
    for number, part in reversed([*enumerate(pattern.parts, 1)]):
        start, end = fitting.span(number)
        if start >= 0:
            text = text[:start] + _typed_over(part, fitting[number]) + text[end:]
    return text


def _typed_over(part: LinePart, given: str) -> str:
    if _is_choice(part):
        return f"{_PART}|{','.join(part.values)}|{_PART}"
    inside = _QUOTATION.sub(rf'"{_PART}\1{_PART}"', given)
    return f"{_PART}{given}{_PART}" if inside == given else inside


def _expression(pattern: Pattern) -> str:
    found = ""
    for each in pattern:
        match each:
            case Literal(text):
                found += re.escape(text)
            case CanonicalSpace():
                found += r"\s+"
            case LinePart(values=values):
                found += f"({'|'.join(map(re.escape, values))})" if _is_choice(each) else "(.+?)"
            case OptionalPart(elements):
                found += f"(?:{_expression(elements)})?"
    return found


def _numbered(text: str) -> str:
    """A text with the places where a writer types, in the notation of snippets."""
    numbers = count(1)

    def place(found: re.Match[str]) -> str:
        return f"${{{next(numbers)}{found[1] if found[1].startswith('|') else f':{found[1]}'}}}"

    return re.sub(f"{_PART}([^{_PART}]*){_PART}", place, text) + "$0"


if __name__ == "__main__":
    (ROOT / SNIPPETS).write_text(snippets(), encoding="utf-8")
