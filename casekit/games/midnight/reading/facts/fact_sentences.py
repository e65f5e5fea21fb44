"""The sentences that a case declares its facts with, and what is wrong with them."""

import re
from collections.abc import Iterator

from casekit.diagnostics import Diagnostic, Source
from casekit.games.midnight import codes
from casekit.games.midnight.reading.case_tree import FunctionNode
from casekit.language.formula.nodes import Word
from casekit.language.sentences import PLACEHOLDER, VALUE, Sentences, placeholders

_BRACKETED = re.compile(r"\(\s*(\w{0,40})\s*\)")
"""A single word in brackets is meant as a placeholder."""


def read_sentences(node: FunctionNode, source: Source) -> tuple[Sentences | None, tuple[Diagnostic, ...]]:
    """The sentences of a declared fact, or what is wrong with them; wrong ones are left out."""
    if not node.sentences:
        return None, ()
    needed = [str(number) for number in range(1, len(node.arguments) + 1)]
    needed += [VALUE] if node.values else []
    problems = [problem for each in node.sentences for problem in _wrong(each, needed, node, source)]
    texts = [sentence.text for sentence in node.sentences]
    if not problems and len(set(texts)) < len(texts):
        problems.append(_same(node, source))
    return (None if problems else Sentences(*map(_clause, texts))), tuple(problems)


def _clause(text: str) -> str:
    """A sentence without a full stop, which would be in the middle of others."""
    return text.rstrip(" .")


def _wrong(sentence: Word, needed: list[str], node: FunctionNode, source: Source) -> Iterator[Diagnostic]:
    """Placeholders that mean nothing, or the first one that is missing."""
    place = source.span(sentence.start, sentence.end)
    if not sentence.text.strip(" ."):
        yield Diagnostic(
            codes.MISSING_PLACEHOLDER, "this sentence is empty", place, hint=_hint(needed, node.name.text)
        )
        return
    wrong = list(_unknown(sentence, needed, node, source))
    yield from wrong
    missing = [each for each in needed if each not in placeholders(sentence.text)]
    if missing and not wrong:
        named = " and ".join(f"`({each})`" for each in missing)
        yield Diagnostic(
            codes.MISSING_PLACEHOLDER,
            f"this sentence of `{node.name.text}` lacks {named}: {_meant(missing[0], node)}",
            place,
            hint=_hint(needed, node.name.text),
        )


def _unknown(sentence: Word, needed: list[str], node: FunctionNode, source: Source) -> Iterator[Diagnostic]:
    written = source.text[sentence.start : sentence.end]
    for found in _BRACKETED.finditer(written):
        if PLACEHOLDER.fullmatch(found[0]) and found[1] in needed:
            continue
        yield Diagnostic(
            codes.UNKNOWN_PLACEHOLDER,
            _why_unknown(found[0], found[1], node),
            source.span(sentence.start + found.start(), sentence.start + found.end()),
            hint=_hint(needed, node.name.text),
        )


def _why_unknown(text: str, inner: str, node: FunctionNode) -> str:
    name, count = node.name.text, len(node.arguments)
    if inner == VALUE and not node.values:
        return f"`{name}` is yes or no, so it has no `(value)` to put here"
    if inner.isdecimal() and f"({inner})" == text:
        takes = "no arguments" if count == 0 else "one argument" if count == 1 else f"{count} arguments"
        return f"`{name}` has {takes}, so `{text}` is nothing"
    return f"`{text}` is no placeholder"


def _meant(placeholder: str, node: FunctionNode) -> str:
    """The doubt that readers would have without a placeholder."""
    if placeholder == VALUE:
        return "readers would not know which value is meant"
    return f"readers would not know which {node.arguments[int(placeholder) - 1].text} is meant"


def _hint(needed: list[str], name: str) -> str:
    if not needed:
        return f'write a clause that says `{name}`, such as "the lamp was lit"'
    listed = ", ".join(f"`({each})`" for each in needed)
    return f"use {listed}; other words need no brackets"


def _same(node: FunctionNode, source: Source) -> Diagnostic:
    last = node.sentences[-1]
    return Diagnostic(
        codes.SAME_SENTENCE,
        f"both sentences of `{node.name.text}` say the same",
        source.span(last.start, last.end),
        hint="write as the second one what is said if it is not so, or leave it out",
    )
