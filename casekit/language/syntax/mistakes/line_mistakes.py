"""Mistakes in lines: what the forms of a line expect where it stops."""

from lark import UnexpectedInput

from casekit.diagnostics import codes
from casekit.language.suggestions import nearest
from casekit.language.syntax.dialect import Dialect, KnownMistake
from casekit.language.syntax.line_expectations import TOKEN, Atom, Expectation, block_at, in_block, in_heading
from casekit.language.syntax.line_forms import Literal, PartKind
from casekit.language.syntax.mistakes import formula_errors
from casekit.language.syntax.mistakes.known_mistakes import recognise
from casekit.language.syntax.mistakes.sentences_as_formulas import formula_meant
from casekit.values import replace

_HEADING_WITHOUT_SPACE = KnownMistake(
    codes.HEADING_WITHOUT_SPACE, "a heading needs a space after `==`", "write `== ` and then the heading"
)
_IN_HEADER = KnownMistake(
    codes.SYNTAX_ERROR,
    "before the first block every line is `key: value`",
    "write, for example, `title: The Last Toast`; everything else belongs below a heading",
)


def recognise_line(mistake: UnexpectedInput, dialect: Dialect, text: str, at: int) -> KnownMistake | None:
    """The fault where a line of a laid-out text stops.

    It is a slip with a name, or the parts that may follow by the forms of the line.
    """
    known = recognise(mistake, dialect)
    begin = text.rfind("\n", 0, at) + 1
    line = text[begin:at].lstrip()
    if known is not None and known.message == formula_errors.FORMULA_SLIPS["missing operator"].message:
        meant = formula_meant(text, text[begin:at] + text[at:].partition("\n")[0])
        if meant:
            return _sentence_for(known, meant)
    next_token = TOKEN.match(text, at)
    token = next_token[0] if next_token else ""
    if f"{line}{text[at : at + 2]}".startswith("=="):
        return _in_heading(dialect, line[2:], token) if line else _HEADING_WITHOUT_SPACE
    block, headed = block_at(dialect, text, begin)
    if text[at] == "~" and not line:
        return _misplaced(dialect)
    if not headed:
        return _IN_HEADER
    place = in_block(dialect, block, line) if block else None
    if known or block is None or place is None or place.is_logic:
        return known
    return _unexpected(place, token, f"a line of `{block.kind}`")


def _sentence_for(slip: KnownMistake, formula: str) -> KnownMistake:
    """A slip that is a sentence for a formula."""
    message = "this is a sentence where a formula belongs"
    hint = (
        f"write `{formula}`, if that is what the sentence says; "
        "in logic a fact has the form of its declaration"
    )
    return replace(slip, message=message, hint=hint, examples=(), formulas=())


def _in_heading(dialect: Dialect, line: str, token: str) -> KnownMistake:
    place = in_heading(dialect, line)
    hint = f"write one of {', '.join(f'`{block.example or block.kind}`' for block in dialect.outline)}"
    if place is None or place.before is None or place.atoms == (None,):
        return KnownMistake(codes.SYNTAX_ERROR, "no block has such a heading", hint)
    return _unexpected(place, token, "a heading")


def _misplaced(dialect: Dialect) -> KnownMistake:
    stating = {form.name for form in dialect.forms if form.patterns[0].startswith("~")}
    if not stating:
        message = f"a {dialect.noun} has no statements with `~`"
        hint = "write prose alone; what is known follows from the lines of its blocks"
    elif any(stating & {*block.lines} and "prose" in block.lines for block in dialect.outline):
        message = "a statement with `~` belongs among prose"
        hint = "in blocks of logic write the formula alone; a statement belongs in a paragraph"
    else:
        message = "a statement with `~` belongs below what somebody says"
        hint = "move it below the line that it quotes"
    return KnownMistake(codes.MISPLACED_LOGIC, message, hint)


def _unexpected(place: Expectation, token: str, line: str) -> KnownMistake:
    """A mistake as what is expected in its place."""
    words = [atom.text for atom in place.atoms if isinstance(atom, Literal) and atom.text.isalpha()]
    *several, last = dict.fromkeys(map(_spoken, place.atoms))
    expected = f"{', '.join(several)} or {last}" if several else last
    if place.before is None:
        message = f"{line} begins with {expected}"
    elif place.atoms == (None,):
        message = f"nothing comes after {_spoken(place.before)} in its line"
    elif all(isinstance(atom, PartKind) for atom in place.atoms):
        message = f"{expected} is missing here"
    else:
        message = f"after {_spoken(place.before)} comes {expected}"
    return KnownMistake(codes.SYNTAX_ERROR, message, _cure(place, token, words))


def _cure(place: Expectation, token: str, words: list[str]) -> str:
    if place.before == Literal(","):
        return "name it, or remove the comma; a line goes on in the next one if that is indented further"
    is_word = token[:1].isalpha()
    if is_word and (near := nearest(token, words)):
        return f"write `{near[0]}`"
    quoted = [f"`{form.example}`" for form, _ in place.expected if form.example]
    cure = f"write, for example, {' or '.join(dict.fromkeys(quoted))}"
    if is_word and isinstance(place.before, PartKind) and place.before.symbols == ("NAME",):
        cure += "; a name is one word"
    return cure


def _spoken(atom: Atom) -> str:
    if atom is None:
        return "the end of the line"
    return f"`{atom.text}`" if isinstance(atom, Literal) else atom.spoken
