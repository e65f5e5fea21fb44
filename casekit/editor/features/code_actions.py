"""Quick fixes for the findings at a place, as edits of the text."""

import re
from collections.abc import Iterable, Iterator, Sequence

from rapidfuzz import fuzz

from casekit.analysis.analyzer import SuggestedStatement
from casekit.diagnostics import Finding, Severity, Span, codes, composed
from casekit.editor.document_state import DocumentState
from casekit.language.completions import CompletionItem
from casekit.language.formula.nodes import NAME
from casekit.language.suggestions import name_key
from casekit.language.syntax.canonical_form import quoted
from casekit.language.syntax.dialect import Block, Item, ProseNode
from casekit.values import frozen

_WRITE = re.compile(r"write (`[^`]+`(?: \([^()]*\))?(?: or `[^`]+`(?: \([^()]*\))?)*)")
_NAMED = re.compile(r"`([^`]+)`")
_MISSING = frozenset((codes.MISSING_PATH, codes.MISSING_BLOCK))
_OPEN = frozenset((codes.OPEN_ELEMENT, codes.SUPPORTED_ELEMENT))
_LAST = frozenset(("solution", "notes"))
"""Blocks that paragraphs go before."""

_MOST = 5
"""At most this many missing headings, and places for a fact, are offered."""

_ALIKE = 60
"""How much alike, of 100, words are that may have been meant."""

_SENTENCE = re.compile(r"[^.!?…]+[.!?…]*[\"”’')]*")


@frozen(slots=True)
class TextEdit:
    """A part of the source and what it becomes."""

    start: int
    end: int
    text: str


@frozen(slots=True)
class Fix:
    """Something to do: what it is called, its edits, and the finding it is about, if any.

    ``best`` if there is hardly a doubt about it.
    """

    title: str
    edits: tuple[TextEdit, ...]
    diagnostic: Finding | None = None
    best: bool = False


def fixes(
    state: DocumentState,
    findings: Iterable[Finding],
    remedies: Sequence[SuggestedStatement],
    start: int,
    end: int,
) -> tuple[Fix, ...]:
    """The fixes for some findings, and at a part of the source."""
    of_findings: list[Fix] = []
    for diagnostic in findings:
        of_findings += _of(state, diagnostic, remedies)
    return (*of_findings, *_here(state, remedies, start, end))


def _of(state: DocumentState, diagnostic: Finding, remedies: Sequence[SuggestedStatement]) -> Iterator[Fix]:
    if diagnostic.fix:
        best = diagnostic.severity is not Severity.NOTE
        yield Fix(_title(diagnostic), fix_edits(state, diagnostic), diagnostic, best)
    if diagnostic.code.name.startswith("unknown-"):
        # A misspelt name becomes one of those that are offered.
        offered = _WRITE.match(diagnostic.hint)
        start, _ = _place(state, diagnostic.span)
        written = NAME.match(state.source.text, start) or re.compile(r"\w+").match(state.source.text, start)
        names = _NAMED.findall(offered[1]) if offered else []
        for name in names:
            if written is not None and NAME.fullmatch(name):
                edit = TextEdit(written.start(), written.end(), name)
                yield Fix(f"Write `{name}`", (edit,), diagnostic, best=len(names) == 1)
    if diagnostic.code in _MISSING:
        yield from _headings(state, diagnostic)
    if diagnostic.code in _OPEN:
        yield from _cures(state, diagnostic, remedies)
    if diagnostic.code in {codes.QUOTATION_NOT_IN_PROSE, codes.MISSING_QUOTATION}:
        yield from _quoted(state, diagnostic)


def _title(diagnostic: Finding) -> str:
    hint = re.split(r"[;,]", diagnostic.hint)[0].strip()
    return f"{hint[:1].upper()}{hint[1:]}" if hint else f"Fix {diagnostic.code}"


def fix_edits(state: DocumentState, diagnostic: Finding) -> tuple[TextEdit, ...]:
    """The edits that a finding brings."""
    return tuple(TextEdit(*_place(state, edit.span), edit.replacement) for edit in diagnostic.fix)


def _place(state: DocumentState, span: Span) -> tuple[int, int]:
    start, end = state.part(span)
    return start - state.shift, end - state.shift


# --- what is missing ---------------------------------------------------------------------------------


def _headings(state: DocumentState, diagnostic: Finding) -> Iterator[Fix]:
    """A block for a heading that is missing, or for all of them."""
    game, settings = state.game, state.settings
    there: set[str] = set()
    for block in state.tree.blocks:
        there.update(game.authoring.heading_keys(block.heading, settings))
    headings = game.authoring.headings(settings)
    missing = [heading for heading in headings if heading.wanted and heading.text not in there]
    chosen = _meant_by(diagnostic, missing)
    texts = [_empty_block(heading) for heading in chosen]
    for heading, text in list(zip(chosen, texts, strict=True))[:_MOST]:
        edit = _new_block(state, text, heading.text)
        yield Fix(f"Add `== {heading.text}`", (edit,), diagnostic)
    if len(chosen) > 1:
        edit = _new_block(state, "\n".join(texts), chosen[-1].text)
        yield Fix(f"Add all {len(chosen)} that are missing", (edit,), diagnostic)


def _meant_by(diagnostic: Finding, missing: Sequence[CompletionItem]) -> list[CompletionItem]:
    """The missing headings that a finding is about: all paths, or the blocks that it names."""
    if diagnostic.code is codes.MISSING_PATH:
        return [heading for heading in missing if heading.detail != "block"]
    blocks = [heading for heading in missing if heading.detail == "block"]
    return [heading for heading in blocks if f"`{heading.text}`" in diagnostic.message] or blocks


def _empty_block(heading: CompletionItem) -> str:
    comment = f"  // {heading.detail}" if heading.detail != "block" else ""
    return f"== {heading.text}{comment}\nTODO\n"


def _new_block(state: DocumentState, text: str, heading: str) -> TextEdit:
    """A block where it belongs: before those that come last, otherwise at the end."""
    last = [block for block in state.tree.blocks if block.heading.kind in _LAST and heading not in _LAST]
    if last:
        first = last[0].lead[0].start if last[0].lead else last[0].start
        return TextEdit(first, first, f"{text}\n")
    end = len(state.source.text)
    ends = "" if state.source.text.endswith("\n") or not end else "\n"
    return TextEdit(end, end, f"{ends}\n{text}")


# --- cures -------------------------------------------------------------------------------------------


def _cures(
    state: DocumentState, diagnostic: Finding, remedies: Sequence[SuggestedStatement]
) -> Iterator[Fix]:
    """State a fact that would rule out rivals, where it makes sense in the story."""
    named = blocks_by_name(state)
    for remedy in remedies:
        for source in remedy.sources[:_MOST]:
            if source in named:
                line = state.game.dialect.mark + remedy.formula
                yield Fix(f"State `{line}` in {source}", (_new_line(state, named[source], line),), diagnostic)


def _here(
    state: DocumentState, remedies: Sequence[SuggestedStatement], start: int, end: int
) -> Iterator[Fix]:
    """The same at a place, if that is one where it makes sense."""
    block = state.block_at(start)
    if block is None or block is not state.block_at(end):
        return
    name = block_name(state, block)
    for remedy in remedies:
        if name in remedy.sources:
            line = state.game.dialect.mark + remedy.formula
            yield Fix(f"State `{line}` here", (_new_line(state, block, line),))


def block_name(state: DocumentState, block: Block) -> str:
    """The name of a block in sources."""
    return ", ".join(state.game.authoring.heading_keys(block.heading, state.settings))


def blocks_by_name(state: DocumentState) -> dict[str, Block]:
    """The blocks by their names in sources."""
    return {block_name(state, block): block for block in state.tree.blocks}


def _new_line(state: DocumentState, block: Block, line: str) -> TextEdit:
    """A line at the end of a block."""
    at = line_end(state, block.end)
    return TextEdit(at, at, f"\n{line}")


def line_end(state: DocumentState, offset: int) -> int:
    """Where the line of a place of the source ends."""
    text = state.source.text
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    return end - text[:end].endswith("\r")


# --- quotations --------------------------------------------------------------------------------------


def _quoted(state: DocumentState, diagnostic: Finding) -> Iterator[Fix]:
    """Quote words of the paragraph.

    They are those most like the ones that are quoted, or the sentences that may say it.
    """
    start, _ = _place(state, diagnostic.span)
    block = state.block_at(start)
    items = block.items if block else ()
    item = next((item for item in items if item.start <= start < item.end), None)
    if block is None or item is None:
        return
    quotation = getattr(item, "quotation", None)
    if quotation is None:
        for words in _telling(state, block, item):
            yield Fix(f'Quote "{_short(words)}"', (TextEdit(item.end, item.end, f' "{words}"'),), diagnostic)
        return
    meant = _nearest(block, quotation.text)
    if meant:
        edit = TextEdit(quotation.start, quotation.end, quoted(meant))
        yield Fix(f'Quote "{_short(meant)}"', (edit,), diagnostic, best=True)


def _prose(block: Block) -> Iterator[str]:
    for item in block.items:
        if isinstance(item, ProseNode):
            yield item.text


def _nearest(block: Block, words: str) -> str:
    """The words of a block's prose that are most like some others; nothing, if none are."""
    best, nearest = float(_ALIKE), ""
    for prose in map(composed, _prose(block)):
        aligned = fuzz.partial_ratio_alignment(name_key(words), name_key(prose), score_cutoff=best)
        if aligned is not None and aligned.score >= best and len(prose) == len(name_key(prose)):
            start, end = aligned.dest_start, aligned.dest_end
            while start > 0 and prose[start - 1].isalnum() and prose[start : start + 1].isalnum():
                start -= 1
            while end < len(prose) and prose[end].isalnum() and prose[end - 1 : end].isalnum():
                end += 1
            best, nearest = aligned.score, prose[start:end].strip()
    return nearest


def _telling(state: DocumentState, block: Block, item: Item) -> list[str]:
    """The sentences of a block that share most words with a line, first the one right before it."""
    words: set[str] = set()
    for mention in state.mentions:
        if item.start <= mention.start < item.end:
            words.update(re.split(r"[-_]", name_key(mention.name)))
    sentences: list[str] = []
    for prose in _prose(block):
        sentences += [match.group().strip() for match in _SENTENCE.finditer(prose)]
    ranked = sorted(
        filter(None, sentences),
        key=lambda sentence: -len(words & {*re.findall(r"\w+", name_key(sentence))}),
    )
    # What is put into quotation marks ends at a mark of its own.
    return [max(sentence.split('"'), key=len).strip() for sentence in ranked[:3]]


def _short(words: str) -> str:
    most = 50
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def fix_all(state: DocumentState, findings: Iterable[Finding]) -> tuple[TextEdit, ...]:
    """All edits that findings bring, but those of notes.

    An edit of the same words as one before is left out.
    """
    edits: list[TextEdit] = []
    for finding in findings:
        if finding.severity is not Severity.NOTE:
            edits += fix_edits(state, finding)
    kept: list[TextEdit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not kept or (edit.start >= kept[-1].end and edit != kept[-1]):
            kept.append(edit)
    return tuple(kept)
