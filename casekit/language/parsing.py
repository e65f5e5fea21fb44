"""From text to a syntax tree and everything that is wrong with its syntax.

Recovery: where the parser stops, the line (with its continuations) is set aside and the rest is parsed again, so
that one run reports all independent mistakes. A heading that cannot be read takes its block along.
"""

import re
from dataclasses import replace

from lark import UnexpectedInput

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.language.builder import DEEPEST, TooDeep
from casekit.language.grammar import parse_case, parse_formula
from casekit.language.layout import lay_out
from casekit.language.scope import NAME
from casekit.language.slips import recognise
from casekit.language.tree import Document, FormulaNode
from casekit.language.weave import weave

MOST_MISTAKES = 100
"""After so many syntax errors in one file the rest is not looked at: it is probably no case."""

_NEXT_HEADING = re.compile(r"^[ \t]*==(?=[ \t])", re.MULTILINE)
_HEADING_LINE = re.compile(r"[ \t]*==")
_VISIBLE = re.compile(r"[^\n]")
_WORD = re.compile(r"[^\W\d_][\w-]*|\d+|\S")


def parse(source: Source) -> tuple[Document, tuple[Diagnostic, ...]]:
    """Parse a case as far as it can be read."""
    text = lay_out(source.text)
    if not text.strip():
        problem = Diagnostic(
            codes.EMPTY_CASE,
            "this case is empty",
            source.whole(),
            hint="start one with `casekit new NAME`",
        )
        return Document(source), (problem,)
    problems: list[Diagnostic] = []
    broken: set[str] = set()
    lost = 0
    while len(problems) < MOST_MISTAKES:
        try:
            nodes = parse_case(text)
        except UnexpectedInput as mistake:
            at = _position(mistake, text)
            problems.append(_diagnose(mistake, source, text, at))
            start, end = _unreadable(text, at)
            lost += _HEADING_LINE.match(text, start) is not None
            broken |= set(NAME.findall(text, start, end))
            text = text[:start] + _VISIBLE.sub(" ", text[start:end]) + text[end:]
        else:
            return replace(weave(source, text, nodes), lost=lost, broken=frozenset(broken)), tuple(problems)
    return Document(source), (*problems, _too_many(problems[-1]))


def _too_many(last: Diagnostic) -> Diagnostic:
    return replace(
        last,
        message=f"{MOST_MISTAKES} lines could not be read; what follows was not looked at",
        hint="mend those above first, or check that this is a case",
    )


def parse_lone_formula(source: Source) -> tuple[FormulaNode | None, tuple[Diagnostic, ...]]:
    """Parse a text that is one formula."""
    text = lay_out(source.text)
    try:
        return parse_formula(text), ()
    except UnexpectedInput as mistake:
        return None, (_diagnose(mistake, source, text, _position(mistake, text)),)


def _position(mistake: UnexpectedInput, text: str) -> int:
    # At the end of the text lark gives no position or a negative one.
    at: int | None = mistake.pos_in_stream
    return len(text) - 1 if at is None or at < 0 else min(at, len(text) - 1)


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _unreadable(text: str, at: int) -> tuple[int, int]:
    """What has to be set aside for a mistake: its line, or the whole block if the line is a heading."""
    start, end = _line(text, at)
    if _HEADING_LINE.match(text, start):
        following = _NEXT_HEADING.search(text, end)
        end = following.start() if following else len(text) - 1
    return start, end


def _diagnose(mistake: UnexpectedInput, source: Source, text: str, at: int) -> Diagnostic:
    found = _WORD.match(text, at)
    place = source.span(at, found.end() if found else at)
    if isinstance(mistake, TooDeep):
        message = f"this formula nests more than {DEEPEST} levels deep"
        return Diagnostic(codes.SYNTAX_ERROR, message, place, hint="say it on several lines")
    slip = recognise(mistake)
    if slip is None:
        return Diagnostic(codes.SYNTAX_ERROR, _unexpected(text, at), place, hint=_expected(mistake))
    if slip.code is codes.HEADING_WITHOUT_SPACE:
        place = source.span(*_line(text, at))
    return Diagnostic(slip.code, slip.message, place, hint=slip.hint)


def _unexpected(text: str, at: int) -> str:
    found = _WORD.match(text, at)
    if found is None:
        return "the line ends too early"
    return f"`{found.group()}` cannot stand here"


_SPOKEN = {
    "NAME": "a name",
    "NUMBER": "a number",
    "_NL": "the end of the line",
    "QUOTATION": "a quotation",
    "COMPARATOR": "a comparison",
    "PROSE": "prose",
    "VALUE": "a value",
}


def _expected(mistake: UnexpectedInput) -> str:
    accepted = getattr(mistake, "accepts", None) or getattr(mistake, "expected", None) or ()
    names = sorted(name.rpartition("__")[2] or name for name in accepted)
    spoken = [_SPOKEN[name] for name in names if name in _SPOKEN]
    return f"expected here: {', '.join(spoken)}" if spoken else "see the language reference"
