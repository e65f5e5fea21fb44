"""Texts in the colours of a TextMate grammar, as far as `grammar/case.tmLanguage.json` goes.

A line is read as editors read it: the rules that are open, innermost last, are held against the line; what matches
first opens or closes one, or names some words (https://macromates.com/manual/en/language_grammars). Known are `match`, `begin`
with `end` or `while`, `captures` with patterns of their own, `contentName`, and `include` of `#names`. A grammar with
anything else is refused, so that none is half read.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

Scopes = tuple[str, ...]
Token = tuple[str, Scopes]
"""Some words of a line, and the names that they have, the widest first."""

_KEYS = frozenset(
    (
        "begin",
        "beginCaptures",
        "captures",
        "contentName",
        "end",
        "include",
        "match",
        "name",
        "patterns",
        "while",
    )
)

_LETTERS_END = 0x33480
"""No letter has a greater number; what follows in Unicode is for private use, or nothing yet."""


class UnknownRuleError(Exception):
    """A grammar has a rule that is not understood here."""


@dataclass(frozen=True)
class Rule:
    """A rule of a grammar; without `begin` and `match` it only holds `patterns`."""

    name: Scopes = ()
    content: Scopes = ()
    match: re.Pattern[str] | None = None
    begin: re.Pattern[str] | None = None
    end: re.Pattern[str] | None = None
    goes_on: str = ""
    captures: dict[int, "Rule"] = field(default_factory=dict)
    patterns: tuple[Any, ...] = ()


@dataclass(frozen=True)
class _Open:
    """A rule that is open, the scopes inside of it, and what its next lines have to begin with."""

    rule: Rule
    scopes: Scopes
    goes_on: re.Pattern[str] | None = None


class Grammar:
    """The rules of a grammar, compiled."""

    def __init__(self, text: str) -> None:
        """Read a grammar from its JSON.

        Raises:
            UnknownRuleError: for a rule that is not understood here.
        """
        written = json.loads(text)
        self._repository = written.get("repository", {})
        self._rules: dict[int, Rule] = {}
        self._alternatives: dict[int, tuple[Rule, ...]] = {}
        self._written = {"patterns": written["patterns"]}
        self._root = self._rule(self._written)

    @classmethod
    def of(cls, file: Path) -> "Grammar":
        """The grammar in a file."""
        return cls(file.read_text(encoding="utf-8"))

    def lines(self, text: str) -> Iterator[list[Token]]:
        """The tokens of each line of a text, without the line break."""
        stack = (_Open(self._root, ()),)
        for line in text.split("\n"):
            tokens: list[Token] = []
            stack = self._line(line, stack, tokens)
            yield tokens

    def _line(self, line: str, stack: tuple[_Open, ...], tokens: list[Token]) -> tuple[_Open, ...]:
        at = 0
        for depth, one in enumerate(stack):
            if one.goes_on is None:
                continue
            found = one.goes_on.match(line, at)
            if not found:
                stack = stack[:depth]
                break
            at = found.end()
        return self._read(line, at, stack, tokens)

    def _read(self, line: str, at: int, stack: tuple[_Open, ...], tokens: list[Token]) -> tuple[_Open, ...]:
        """Read a line from a place on; what is open at its end."""
        done: dict[int, re.Match[str] | None] = {}
        opened_here = {(at, id(one.rule)) for one in stack[1:]}
        while True:
            top = stack[-1]
            rule, found = self._nearest(line, at, top, done)
            if found is None:
                _tell(tokens, line[at:], top.scopes)
                return stack
            _tell(tokens, line[at : found.start()], top.scopes)
            at = found.end()
            if rule is None:
                _tell(tokens, found[0], stack[-2].scopes + top.rule.name)
                stack = stack[:-1]
            elif rule.match:
                self._captured(found, rule.captures, top.scopes + rule.name, tokens)
            else:
                scopes = top.scopes + rule.name
                if found.start() == at and (at, id(rule)) in opened_here:
                    # It would open again for ever.
                    _tell(tokens, line[at : at + 1], top.scopes)
                    at += 1
                    continue
                opened_here.add((at, id(rule)))
                self._captured(found, rule.captures, scopes, tokens)
                stack = (*stack, _Open(rule, scopes + rule.content, _next_lines(rule, found)))

    def _nearest(
        self, line: str, at: int, top: _Open, done: dict[int, re.Match[str] | None]
    ) -> tuple[Rule | None, re.Match[str] | None]:
        """The rule that matches first, and how: none for the end of the innermost open one."""
        best: re.Match[str] | None = top.rule.end.search(line, at) if top.rule.end else None
        chosen: Rule | None = None
        for rule in self._within(top.rule):
            pattern = rule.match or rule.begin
            known = id(rule)
            if known not in done or ((old := done[known]) and old.start() < at):
                done[known] = pattern.search(line, at) if pattern else None
            found = done[known]
            if found and (best is None or found.start() < best.start()):
                if rule.match and found.start() == found.end():
                    continue
                best, chosen = found, rule
        return chosen, best

    def _captured(
        self, found: re.Match[str], captures: dict[int, Rule], scopes: Scopes, tokens: list[Token]
    ) -> None:
        """Tell the words of a match, with the names of its groups."""
        at = found.start()
        whole = captures.get(0)
        if whole:
            self._inside(found.string, found.start(), found.end(), whole, scopes, tokens)
            return
        for number in sorted(number for number in captures if found.start(number) >= at):
            start, end = found.span(number)
            if start < at or start == end:
                continue
            _tell(tokens, found.string[at:start], scopes)
            self._inside(found.string, start, end, captures[number], scopes, tokens)
            at = end
        _tell(tokens, found.string[at : found.end()], scopes)

    def _inside(
        self, line: str, start: int, end: int, rule: Rule, scopes: Scopes, tokens: list[Token]
    ) -> None:
        scopes += rule.name
        if rule.patterns:
            self._read(line[:end], start, (_Open(rule, scopes),), tokens)
        else:
            _tell(tokens, line[start:end], scopes)

    def _within(self, rule: Rule) -> tuple[Rule, ...]:
        """What may match inside of a rule, in order, with includes and mere lists laid out."""
        if id(rule) not in self._alternatives:
            self._alternatives[id(rule)] = tuple(self._laid_out(rule.patterns, frozenset()))
        return self._alternatives[id(rule)]

    def _laid_out(self, patterns: tuple[dict[str, Any], ...], seen: frozenset[str]) -> Iterator[Rule]:
        for written in patterns:
            name = written.get("include", "")
            if name:
                if not name.startswith("#"):
                    raise UnknownRuleError(f"another grammar is not included: {name}")
                if name not in seen:
                    yield from self._laid_out((self._repository[name.removeprefix("#")],), seen | {name})
            elif "match" in written or "begin" in written:
                yield self._rule(written)
            else:
                yield from self._laid_out(tuple(written.get("patterns", ())), seen)

    def _rule(self, written: dict[str, Any]) -> Rule:
        known = self._rules.get(id(written))
        if known:
            return known
        # The names of groups that count for `begin` and `end` alike would need other code than ours.
        if not written.keys() <= _KEYS or {"begin", "captures"} <= written.keys():
            raise UnknownRuleError(f"this rule is not understood: {written}")
        captures = written.get("captures", written.get("beginCaptures", {}))
        made = Rule(
            name=tuple(written.get("name", "").split()),
            content=tuple(written.get("contentName", "").split()),
            match=_compiled(written.get("match")),
            begin=_compiled(written.get("begin")),
            end=_compiled(written.get("end")),
            goes_on=written.get("while", ""),
            captures={int(number): self._rule(one) for number, one in captures.items()},
            patterns=tuple(written.get("patterns", ())),
        )
        # Kept by its place in the grammar, which outlives it.
        self._rules[id(written)] = made
        return made


def _tell(tokens: list[Token], words: str, scopes: Scopes) -> None:
    if words:
        tokens.append((words, scopes))


def _next_lines(rule: Rule, found: re.Match[str]) -> re.Pattern[str] | None:
    """What the lines after the first have to begin with, with the groups of the first put in."""
    if not rule.goes_on:
        return None
    return _compiled(re.sub(r"\\(\d)", lambda group: re.escape(found[int(group[1])] or ""), rule.goes_on))


@cache
def _compiled(pattern: str | None) -> re.Pattern[str] | None:
    """A pattern of Oniguruma, which knows properties of letters that Python's does not."""
    if pattern is None:
        return None
    return re.compile(re.sub(r"\[[^\]]*\]|\\p\{\w+\}", _with_letters, pattern))


def _with_letters(part: re.Match[str]) -> str:
    inside = part[0].startswith("[")
    return re.sub(
        r"\\p\{(\w+)\}",
        lambda named: _letters(named[1]) if inside else f"[{_letters(named[1])}]",
        part[0],
    )


@cache
def _letters(category: str) -> str:
    """The characters of a category of Unicode, as ranges for a set."""
    ranges: list[list[int]] = []
    for number in range(_LETTERS_END):
        if unicodedata.category(chr(number)).startswith(category):
            if ranges and ranges[-1][1] == number - 1:
                ranges[-1][1] = number
            else:
                ranges.append([number, number])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)
