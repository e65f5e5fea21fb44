"""Colours of editors, as far as they follow from the forms of lines in all games and from the table of quantifiers.

That is blocks, values of the header, lines of play and quantifiers. ``python .ci/colours.py`` writes the files again. Whatever else
is in them is written by hand: the rest of formulas, prose, and each line that has a rule called like its form.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from casekit.kit.registry import GAMES, game_called
from casekit.language.syntax.line_forms import CanonicalSpace, LinePart, Literal, OptionalPart, Pattern
from casekit.logic.formulas import QUANTIFIERS

ROOT = Path(__file__).resolve().parents[1]
TEXTMATE, VIM = "grammar/case.tmLanguage.json", "editors/nvim/syntax/case.vim"

_DIALECTS = tuple(game_called(name).dialect for name in sorted(GAMES, reverse=True))
_NAME = r"\p{L}\w*(?:-\w+)*"
_HEADING = "markup.heading.case"
_GOES_ON = r"^(?=\1[ \t]+\S)(?![ \t]*(?:~|==[ \t]))"
_COMMENT = {"include": "#comment"}
_PROSE = {"prose", "note"}
_OTHER_BLOCKS = {"meta.block.path.case", "meta.block.unfinished.case"}
"""Blocks that a game names otherwise, and headings without a name."""


def coloured(file: str, text: str) -> str:
    """The text of one of the files with what follows from the forms as it is now."""
    return _textmate(text) if file == TEXTMATE else _vim(text)


def _textmate(text: str) -> str:
    grammar = json.loads(text)
    rules = {name: rule for name, rule in grammar["repository"].items() if not name.startswith("line-of-")}
    values = [value for each in _DIALECTS for several in each.fields.values() for value in several]
    listed = "|".join(dict.fromkeys((*values, *sorted(GAMES))))
    rules["field"]["patterns"][0]["match"] = rf"(?<=[: \t])(?:{listed})(?=[ \t]*(?:$|[ \t]//))"
    kinds = _lines_by_block()
    for kind, forms in kinds.items():
        if own := [form for form in forms - _PROSE if form not in rules]:
            rules[f"line-of-{kind}"] = _line(own)
    without_number, with_number, *_ = rules["quantifiers"]["patterns"]
    _name_quantifiers(without_number, has_number=False)
    _name_quantifiers(with_number, has_number=True)
    kept = [each for each in rules["blocks"]["patterns"] if each["name"] in _OTHER_BLOCKS]
    rules["blocks"]["patterns"] = [*(_block(kind, forms, rules) for kind, forms in kinds.items()), *kept]
    grammar["repository"] = rules
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"


def _name_quantifiers(rule: dict[str, Any], *, has_number: bool) -> None:
    """Put the quantifiers into the group that a rule begins with; what follows it is written by hand."""
    names = [
        name.replace(" ", r"[ \t]+") for name, form in QUANTIFIERS.items() if form.has_number is has_number
    ]
    start = r"(?<![\w-])("
    _, _, rest = rule["match"].removeprefix(start).partition(")")
    rule["match"] = f"{start}{'|'.join(names)}){rest}"


def _lines_by_block() -> dict[str, set[str]]:
    """The forms of each block whose heading begins with its name, in any game."""
    found: dict[str, set[str]] = {}
    for dialect in _DIALECTS:
        for block in dialect.outline:
            if block.kind in dialect.blocks:
                found.setdefault(block.kind, set()).update(block.lines)
    return found


def _block(kind: str, forms: set[str], rules: dict[str, Any]) -> dict[str, Any]:
    parts = max(sum(isinstance(each, LinePart) for each in d.headings.get(kind, ())) for d in _DIALECTS)
    captures = {"1": {"name": f"{_HEADING} punctuation.definition.heading.case"}}
    captures["2"] = {"name": f"{_HEADING} entity.name.section.case keyword.other.heading.case"}
    captures |= {str(at): {"name": f"{_HEADING} entity.name.section.case"} for at in range(3, 3 + parts)}
    lines = [rule for rule in rules if rule in forms or rule == f"line-of-{kind}"]
    own = ["statement", "prose"] if "prose" in forms else [] if "note" in forms else [*lines, "stray"]
    return {
        "name": f"meta.block.{kind}.case",
        "begin": rf"^[ \t]*(==)[ \t]+({kind})" + rf"[ \t]+({_NAME})" * parts + r"[ \t]*(//.*)?$",
        "beginCaptures": {**captures, str(3 + parts): {"patterns": [_COMMENT]}},
        "end": r"(?=^[ \t]*==(?=[ \t]|$))",
        **({"contentName": "meta.prose.case"} if forms & _PROSE else {}),
        "patterns": [{"include": f"#{rule}"} for rule in ("comment-line", *own)],
    }


def _line(forms: list[str]) -> dict[str, Any]:
    """A rule for lines that have none by hand: somebody, a word that says what happened, and what goes with it."""
    moves, replies, outcomes = _words(forms)
    found = [
        {
            "match": rf"(?:({_NAME})[ \t]+)({'|'.join(replies)})(?![\w-])",
            "captures": {
                "1": {"name": "variable.other.constant.name.case"},
                "2": {"name": "keyword.control.reply.case"},
            },
        },
        {
            "match": rf"(?<=[: \t])({'|'.join(outcomes)})(?![\w-])",
            "captures": {"1": {"name": "constant.language.outcome.case"}},
        },
    ]
    return {
        "name": "meta.move.case",
        "begin": rf"^([ \t]*)(?:({_NAME})[ \t]+)??({'|'.join(moves)})(?![\w-])",
        "beginCaptures": {
            "2": {"name": "variable.other.constant.name.case"},
            "3": {"name": "keyword.control.move.case"},
        },
        "while": _GOES_ON,
        "patterns": [
            _COMMENT,
            {"include": "#string"},
            {"include": "#slips"},
            *(each for each, words in zip(found, (replies, outcomes), strict=True) if words),
            {"name": "variable.other.enummember.case", "match": rf"(?<![\w-]){_NAME}"},
            {"include": "#numbers"},
            {"name": "punctuation.separator.case", "match": "[,:]"},
        ],
    }


def _words(forms: list[str]) -> tuple[list[str], list[str], list[str]]:
    """The words that lines of some forms begin with, those that parts of these have after a name, and all others."""
    moves: dict[str, None] = {}
    rest: dict[str, bool] = {}
    for dialect in _DIALECTS:
        patterns = [each for name in dialect.patterns if name in forms for each in dialect.patterns[name]]
        inner = [name for each in patterns for name in _forms_in(each)]
        for pattern in (*patterns, *(each for name in inner for each in dialect.patterns[name])):
            words = list(_placed(pattern))
            if pattern in patterns and words:
                moves[words.pop(0)[0]] = None
            rest |= {word: after for word, after in words if word not in rest}
    return (
        list(moves),
        [word for word, after in rest.items() if after],
        [w for w, after in rest.items() if not after],
    )


def _forms_in(pattern: Pattern) -> Iterator[str]:
    for each in pattern:
        if isinstance(each, OptionalPart):
            yield from _forms_in(each.elements)
        elif isinstance(each, LinePart):
            yield from (option for option in each.options if isinstance(option, str))


def _placed(pattern: Pattern) -> Iterator[tuple[str, bool]]:
    """The words of a pattern, each with whether a name and nothing else is right before it."""
    before = False
    for each in pattern:
        match each:
            case OptionalPart(elements):
                yield from _placed(elements)
            case Literal(text):
                yield from [(text, before)] if text.isalpha() else []
                before = False
            case LinePart():
                yield from ((word, before) for word in each.values)
                before = bool(each.kinds) and each.between is None
            case CanonicalSpace():
                pass


def _vim(text: str) -> str:
    kinds = _lines_by_block()
    by_hand = {"facts", "rules", "terms", "truth"}
    forms = {kind: found - _PROSE for kind, found in kinds.items() if kind not in by_hand and found - _PROSE}
    plays = [kind for kind in forms if not kinds[kind] & _PROSE]
    of_play = [form for kind in (*plays, "rules") for form in kinds[kind] - {"statement", "rule"}]
    moves, replies, outcomes = _words(of_play)
    quantifiers = [name.replace(" ", r"\s\+") for name in (*QUANTIFIERS, "all different", "for")]
    lists = {
        r"(match caseQuantifier /\\<\\%\()[^)]*?(\\\)\\>)": quantifiers,
        r"(region casePlay start=/\^\\s\*==\\s\\\+\\%\()[^)]*?(\\\)\\>)": plays,
        r"(match caseMove /\\<\\%\()[^)]*?(\\\)\\>)": [*moves, *replies],
        r"(match caseOutcome /\\%\(:\\s\*\\\)\\@<=\\%\()[^)]*?(\\\)\\>)": outcomes,
    }
    for place, words in lists.items():
        text = re.sub(place, lambda found, words=words: found[1] + r"\|".join(words) + found[2], text)
    return text


if __name__ == "__main__":
    for name in (TEXTMATE, VIM):
        file = ROOT / name
        file.write_text(coloured(name, file.read_text(encoding="utf-8")), encoding="utf-8")
