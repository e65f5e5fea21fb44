"""The files that follow from forms: grammars and JSON schemas.

People read them, and a test says when one is stale.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from casekit.language.data.schema import FORMAT
from casekit.language.syntax.dialect import Dialect
from casekit.language.syntax.line_forms import (
    LINE,
    NAME_PATTERN,
    BlockForm,
    CanonicalSpace,
    Element,
    Form,
    LinePart,
    Literal,
    OptionalPart,
    PartKind,
    Pattern,
    terminal,
    texts_of,
)
from casekit.logic.formulas import QUANTIFIERS

_GRAMMAR = """\
// {about} This file is made from the forms of lines in casekit: do not change it here.
//
// The layout pass has joined continuation lines (a vertical tab stands for their line ends), so a line of logic is a
// line. A line end includes the blank lines and comments after it; comments are put back in their places
// afterwards. Each rule names its own line end: were they shared, the contextual lexer could not tell from the
// parser's state whether prose or logic comes next.

%import .formula ({imported})

document: [_NL] field* block*

field: KEY ":" [VALUE] _NL

{blocks}

{lines}

prose: PROSE _NL
note: NOTE _NL
{stray}
// What is parsed on its own: formulas asked on the command line.
lone_formula: [_NL] formula _NL

KEY: /[^\\W\\d_][\\w-]*(?=[ \\t]*:)/
VALUE.-1: /(?!\\/\\/)\\S++(?:[^\\S\\n]++(?!(?<=[ \\t])\\/\\/)\\S++)*+/
MARK: /==(?=[ \\t])/
{words}
PROSE.-1: /(?!==|~|\\/\\/)\\S[^\\n]*+(?:\\n[ \\t]*+(?!==|~|\\/\\/)\\S[^\\n]*+)*+/
NOTE.-1: /(?!==|\\/\\/)\\S[^\\n]*+/
{stray_terminal}
_NL: /(?:[ \\t\\v]*+(?:\\/\\/[^\\n\\v]*+)?\\n)++/
COMMENT: /\\/\\/[^\\n\\v]*+/
BLANK: /[ \\t\\v]++/

%ignore COMMENT
%ignore BLANK
"""
_UNKNOWN = """

// Any other heading. The lines below it are kept as written; the resolver reports the heading.
unknown_block: MARK NAME NAME* _NL stray*"""
_SPACE = r"(?:[ \t\v]|\/\/[^\n\v]*+\v)+"
_ALWAYS = ("formula", "slip", "NAME", "NUMBER", "QUOTATION", "OPEN", "CLOSE")
_OF_FORMULAS = ("TIME", "term")


# --- the grammar -------------------------------------------------------------------------------------


def grammar_text(dialect: Dialect, about: str) -> str:
    """The grammar of a dialect, with what it is ``about`` at its head."""
    unknown = all(block.pattern.startswith(block.kind) for block in dialect.outline)
    rules = [f"{block.kind}_block" for block in dialect.outline] + ["unknown_block"] * unknown
    used: set[str] = set()
    for part in _all_parts(dialect):
        used.update(part.symbols)
    for kind in dialect.kinds.values():
        used.update(kind.rule.split())
    imported = [*_ALWAYS, *(symbol for symbol in _OF_FORMULAS if symbol in used)]
    words = "\n".join(_words(dialect))
    return _GRAMMAR.format(
        about=about,
        imported=", ".join(imported),
        blocks="?block: "
        + "\n    | ".join(rules)
        + "\n\n"
        + "\n".join(_blocks(dialect))
        + _UNKNOWN * unknown,
        lines="\n".join(_lines(dialect)),
        stray="stray: STRAY _NL\n" * unknown,
        words=words,
        stray_terminal="STRAY.-1: /(?!==|~|\\/\\/)\\S[^\\n]*+/\n" * unknown,
    )


def _all_parts(dialect: Dialect) -> Iterator[LinePart]:
    for pattern in dialect.all_patterns():
        yield from pattern.parts


def _forms_in_blocks(dialect: Dialect) -> set[str]:
    """The names of the forms whose lines are in blocks, not only parts of lines."""
    return set(chain.from_iterable(block.lines for block in dialect.outline))


def _blocks(dialect: Dialect) -> Iterator[str]:
    for block in dialect.outline:
        lines = " | ".join(block.lines)
        several = f" ({lines})*" if len(block.lines) > 1 else f" {lines}*" if lines else ""
        yield f"{block.kind}_block: MARK {_production(dialect.headings[block.kind])} _NL{several}"


def _lines(dialect: Dialect) -> Iterator[str]:
    in_blocks = _forms_in_blocks(dialect)
    for form in dialect.forms:
        end = " _NL" if form.name in in_blocks else ""
        productions = [f"{_production(pattern)}{end}" for pattern in dialect.patterns[form.name]]
        if len(productions) > 1:
            productions = [
                f"{production} -> {form.name}_{at}" for at, production in enumerate(productions, 1)
            ]
        yield f"{form.name}: " + "\n    | ".join(productions)
    lists: dict[str, LinePart] = {}
    for part in _all_parts(dialect):
        if part.between is not None and not part.is_spread:
            lists[part.list_rule] = part
    for name, part in lists.items():
        yield f"{name}: {_several(part)}"
    for kind in dialect.kinds.values():
        if kind.rule:
            yield f"{kind.symbols[0]}: {kind.rule}"


def _several(part: LinePart) -> str:
    one = _one(part)
    if part.most:
        return one + f" [{one}" * (part.most - 1) + "]" * (part.most - 1)
    between = terminal(part.between) if part.between else ""
    if between.isupper():
        between = f'"{part.between}"'
    return f"{one} ({between} {one})*".replace("( ", "(")


def _one(part: LinePart) -> str:
    symbols = part.symbols
    return symbols[0] if len(symbols) == 1 else f"({' | '.join(symbols)})"


def _production(pattern: Pattern) -> str:
    return " ".join(_symbol(element) for element in pattern if not isinstance(element, CanonicalSpace))


def _symbol(element: Element) -> str:
    match element:
        case Literal(text):
            return terminal(text)
        case LinePart():
            one = _one(element)
            return one if element.between is None else f"{one}*" if element.is_spread else element.list_rule
        case OptionalPart((LinePart(is_spread=True) as part,)):
            return _symbol(part)
        case OptionalPart(elements):
            return f"[{_production(elements)}]"
    return ""


def _words(dialect: Dialect) -> Iterator[str]:
    """The terminals of words, the shorter of two alike after the longer."""
    texts = chain.from_iterable(map(texts_of, dialect.all_patterns()))
    for text in dict.fromkeys(texts):
        name = terminal(text)
        if text in dialect.terminals:
            yield f"{name}.1: /{dialect.terminals[text]}/"
        elif text[0].isalpha():
            yield f"{name}.1: /{text.replace(' ', _SPACE)}(?![\\w-])/"
        elif name.isupper() and name not in _ALWAYS:
            yield f'{name}: "{text}"'


# --- the schema --------------------------------------------------------------------------------------


def schema_text(dialect: Dialect, text: str) -> str:
    """The schema of a game's documents with its blocks and lines as they are declared.

    All else is as in ``text``.
    """
    schema = json.loads(text)
    in_blocks = _forms_in_blocks(dialect)
    items = [_item(form, dialect) for form in dialect.forms if form.name in in_blocks]
    parts = {form.name: _body(form, dialect) for form in dialect.forms if form.name not in in_blocks}
    schema["$defs"] |= {
        "name": {"type": "string", "pattern": f"^{NAME_PATTERN}$"},
        "block": {"oneOf": list(_block_schemas(dialect))},
        "item": {"oneOf": [*_SHARED, *items]},
        **parts,
    }
    # A game whose documents have no formulas has no schema of them.
    _name_quantifiers(schema["$defs"].get("formula", {}).get("oneOf", ()))
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def schema_of_game(dialect: Dialect, game: str, text: str) -> str:
    """The schema of documents of a game from another package, by the schema of any other game, ``text``."""
    schema = json.loads(text)
    schema["$id"] = f"urn:casekit:schema:{game}:{FORMAT}"
    schema["title"] = f"A {dialect.noun} as casekit export writes it and casekit import reads it"
    schema["properties"]["game"] = {"const": game}
    schema["properties"]["header"] |= {"required": ["game"], "properties": {"game": {"const": game}}}
    return schema_text(dialect, json.dumps(schema))


def _name_quantifiers(formulas: Iterable[dict[str, Any]]) -> None:
    """Name all quantifiers in the schemas of those with a number and of those without."""
    for formula in formulas:
        operators = formula.get("properties", {}).get("op", {}).get("enum", ())
        if QUANTIFIERS.keys().isdisjoint(operators):
            continue
        has_number = formula["properties"]["count"] != {"const": 0}
        operators[:] = [name for name, form in QUANTIFIERS.items() if form.has_number is has_number]


def _object(required: Iterable[str], properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": properties,
    }


_SHARED = (
    _object(("prose",), {"prose": {"type": "string", "minLength": 1}}),
    _object(("comment",), {"comment": LINE, "trailing": {"type": "boolean"}}),
    _object(("note",), {"note": LINE}),
)


def _block_schemas(dialect: Dialect) -> Iterator[dict[str, Any]]:
    yield _block({"enum": [block.kind for block in dialect.outline if not _members(block, dialect)]}, {})
    for block in dialect.outline:
        if members := _members(block, dialect):
            yield _block({"const": block.kind}, members)


def _members(block: BlockForm, dialect: Dialect) -> dict[str, Any]:
    return {part.name: _value(part) for part in dialect.headings[block.kind].parts}


def _block(kind: dict[str, Any], members: dict[str, Any]) -> dict[str, Any]:
    items = {
        "lead": {"type": "array", "items": LINE},
        "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
    }
    return _object(("block", *members, "items"), {"block": kind, **members, **items})


def _item(form: Form, dialect: Dialect) -> dict[str, Any]:
    body = _body(form, dialect)
    if form.name in body.get("properties", {}):
        return body
    return _object((form.name,), {form.name: body})


def _body(form: Form, dialect: Dialect) -> dict[str, Any]:
    several = [_of_pattern(form, pattern) for pattern in dialect.patterns[form.name]]
    return several[0] if len(several) == 1 else {"oneOf": several}


def _of_pattern(form: Form, pattern: Pattern) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    always = {part.name for part in pattern if isinstance(part, LinePart)}
    for part in pattern.parts:
        note = {"description": form.notes[part.name]} if part.name in form.notes else {}
        properties[part.name] = _value(part, optional=part.name not in always) | note
        if part.is_formula:
            properties["text"] = {"type": "string", "description": "The formula as text; not read back."}
    # A part without which the form would be another one cannot be missing.
    return _object([name for name in properties if name in always or name == form.name], properties)


def _value(part: LinePart, *, optional: bool = False) -> dict[str, Any]:
    schemas = _choices(part, can_be_missing=optional and part.between is None)
    one = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    if part.between is None:
        return one
    array: dict[str, Any] = {"type": "array", "items": one}
    if part.sparse or not optional:
        array["minItems"] = 1
    if part.most:
        array["maxItems"] = part.most
    return array


def _choices(part: LinePart, *, can_be_missing: bool) -> list[dict[str, Any]]:
    """The schemas of what a part may be."""
    schemas: list[dict[str, Any]] = []
    for option in part.options:
        if isinstance(option, str):
            schemas.append({"$ref": f"#/$defs/{option}"})
        elif isinstance(option, PartKind):
            schemas.append(dict(option.schema))
    values = list(part.values.values())
    if values:
        if can_be_missing and part.missing not in {None, *values}:
            values.append(part.missing)
        schemas.append(_one_of(values))
    if can_be_missing and part.missing is None:
        schemas.append({"type": "null"})
    return schemas


def _one_of(values: Sequence[Any]) -> dict[str, Any]:
    """The schema of something that is one of some values."""
    if {*values} == {True, False}:
        return {"type": "boolean"}
    return {"const": values[0]} if len(values) == 1 else {"enum": values}
