"""Answers of a reader, taken with care: what is not in the prose, or is not understood, is refused.

Nothing that an answer says runs, and none changes a line.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from casekit.diagnostics import for_comparison
from casekit.language.data.schema import schema_of_ours, violations
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.dialect import Dialect
from casekit.prose.passages import quoted_in
from casekit.readings.formulas import read_formula
from casekit.readings.reading import WHOLE, ClashingWords, PassageReading, ReadClaim, Reading
from casekit.readings.reading_copy import ReadingCopy, ReadingPassage, digest_of
from casekit.readings.reading_file import SCHEMA, claim_of
from casekit.readings.requests import ReadingRequest, passage_request, whole_digest, whole_request
from casekit.values import frozen, replace

MOST_CLAIMS = 40
"""The most claims that are taken from one passage."""

MOST_CLASHES = 100
"""The most pairs of places that are taken from one reader."""

_MOST_REASONS = 20
_LONGEST_QUOTED = 80


@frozen(slots=True)
class Refusal:
    """An answer, or a part of one, that was not taken."""

    key: str
    """The passage that it is about; empty if it names none."""

    reason: str
    """What is wrong with it, as a sentence without a full stop."""


@frozen
class TakenAnswers:
    """The effect of some answers on a reading."""

    reading: Reading
    """The reading with all that was taken."""

    taken: tuple[str, ...]
    """The keys of the passages whose answers were taken, at least in part."""

    claim_count: int
    """How many claims and pairs of places were taken."""

    refusals: tuple[Refusal, ...]
    """What was refused, in the order of the answers."""

    again: tuple[ReadingRequest, ...]
    """The requests for passages of whose answers something was refused, with the reasons."""


def take_answers(
    text: str,
    reading: Reading,
    copy: ReadingCopy,
    scope: Scope,
    dialect: Dialect,
    reader: str,
    only: str = "",
) -> TakenAnswers:
    """Take answers into a reading. An answer about a passage replaces that of the same reader.

    Args:
        text: the answers, JSON objects one after the other; other text between them is ignored.
        reading: what is known so far.
        copy: the document as its readers get it.
        scope: the names that formulas may use.
        dialect: how formulas are written.
        reader: the name of the reader.
        only: the key of the one passage that was asked about, if it was one.
    """
    taker = _AnswerTaker(reading, copy, scope, dialect, reader)
    for number, answer in enumerate(_objects_in(text), 1):
        if only and isinstance(answer, dict) and answer.get("id") != only:
            taker.refuse(only, "the answer names another passage; this one was asked about")
        else:
            taker.take(answer, number)
    return taker.result()


def _objects_in(text: str) -> Iterator[object]:
    """The JSON objects in a text, each beginning a line; ``None`` for a text that only begins like one.

    Models of language put fences and a friendly word around their answers.
    """
    decoder = json.JSONDecoder()
    at = 0
    while True:
        match = _START.search(text, at)
        if match is None:
            return
        start = match.end() - 1
        try:
            content, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            content, at = None, match.end()
        yield content


_START = re.compile(r"^[ \t]*\{", re.MULTILINE)
"""The beginning of an answer."""


class _AnswerTaker:
    """Takes one answer after the other."""

    def __init__(
        self, reading: Reading, copy: ReadingCopy, scope: Scope, dialect: Dialect, reader: str
    ) -> None:
        self._copy, self._scope, self._dialect, self._reader = copy, scope, dialect, reader
        self._passages = dict(reading.passages)
        self._clashes = list(reading.clashes)
        self._accepted = reading.accepted
        self._taken: dict[str, None] = {}
        self._claim_count = 0
        self._refusals: list[Refusal] = []

    def take(self, content: object, number: int) -> None:
        """Take an answer, the one with this number; ``None`` for what begins like one."""
        if content is None:
            self.refuse("", f"answer {number} is not a JSON object, or ends before its end")
            return
        if not isinstance(content, dict) or not isinstance(content.get("id"), str):
            self.refuse("", f'answer {number} has no "id"')
            return
        key = content["id"]
        passage = self._copy.by_key.get(key)
        if key == WHOLE:
            self._take_clashes(content)
        elif passage is None:
            self.refuse("", f"answer {number}: there is no passage {_shown(key)}")
        else:
            self._take_claims(passage, content)

    def _take_claims(self, passage: ReadingPassage, content: Mapping[str, Any]) -> None:
        """Take the claims of an answer about a passage."""
        if content.get("digest") != digest_of(passage):
            self.refuse(passage.key, "the prose has changed since it was asked about: ask again")
            return
        given = content.get("claims")
        if not isinstance(given, list):
            self.refuse(passage.key, 'the answer has no list "claims"')
            return
        if len(given) > MOST_CLAIMS:
            self.refuse(passage.key, f"{len(given):,} claims; the first {MOST_CLAIMS} are read")
        claims: list[ReadClaim] = []
        for number, row in enumerate(given[:MOST_CLAIMS], 1):
            claim = self._claim(passage, row, number)
            if claim is not None and claim not in claims:
                claims.append(claim)
        taken = PassageReading(self._reader, digest_of(passage), self._copy.context, tuple(claims))
        others = [known for known in self._passages.get(passage.key, ()) if known.reader != self._reader]
        self._passages[passage.key] = (*others, taken)
        self._taken[passage.key] = None
        self._claim_count += len(claims)

    def _claim(self, passage: ReadingPassage, row: object, number: int) -> ReadClaim | None:
        """One claim, if nothing is wrong with it."""
        where = f"claim {number}"
        schema = schema_of_ours(SCHEMA)
        claim_schema = {"$defs": schema["$defs"], **schema["$defs"]["claim"]}
        violated = violations(claim_schema, row, 1)
        if violated or not isinstance(row, dict):
            path = "".join(f".{step}" for step in violated[0].path) if violated else ""
            self.refuse(passage.key, f"{where}{path}: {violated[0].message if violated else 'not an object'}")
            return None
        claim = claim_of(row)
        reason = self._fault(passage, claim)
        if reason:
            self.refuse(passage.key, f"{where}: {reason}")
            return None
        if not claim.formula:
            return claim
        formula = read_formula(claim.formula, self._scope, self._dialect)
        if isinstance(formula, str):
            self.refuse(passage.key, f"{where}: the formula {_shown(claim.formula)}: {formula}")
            return None
        return replace(claim, formula=formula.text)

    def _fault(self, passage: ReadingPassage, claim: ReadClaim) -> str:
        """The fault of a claim beside its formula; empty if it has none."""
        if not quoted_in(for_comparison(passage.text), claim.quote):
            return f"the words {_shown(claim.quote)} are not in the passage: copy them letter by letter"
        if not (claim.formula or claim.free or claim.accuses):
            return 'it has neither "formula" nor "free"'
        if claim.formula and claim.free:
            return 'it has both "formula" and "free": make two claims of it'
        for name in (*claim.said_by, *filter(None, (claim.accuses,))):
            if name not in self._copy.speakers:
                return f"there is nobody called {_shown(name)}"
        return ""

    def _take_clashes(self, content: Mapping[str, Any]) -> None:
        """Take the pairs of places of an answer about all prose."""
        if content.get("digest") != whole_digest(self._copy):
            self.refuse(WHOLE, "the prose has changed since it was asked about: ask again")
            return
        given = content.get("clashes")
        if not isinstance(given, list):
            self.refuse(WHOLE, 'the answer has no list "clashes"')
            return
        if len(given) > MOST_CLASHES:
            self.refuse(WHOLE, f"{len(given):,} pairs of places; the first {MOST_CLASHES} are read")
        clashes: list[ClashingWords] = []
        for number, row in enumerate(given[:MOST_CLASHES], 1):
            clash = self._clash(row, number)
            if clash is not None:
                clashes.append(clash)
        self._clashes = [clash for clash in self._clashes if clash.reader != self._reader]
        self._clashes += clashes
        self._taken[WHOLE] = None
        self._claim_count += len(clashes)

    def _clash(self, row: object, number: int) -> ClashingWords | None:
        """One pair of places, if nothing is wrong with it."""
        schema = schema_of_ours(SCHEMA)
        pair_schema = {"$defs": schema["$defs"], **schema["properties"]["clashes"]["items"]}
        whole_row = {"reader": self._reader, **row} if isinstance(row, dict) else row
        violated = violations(pair_schema, whole_row, 1)
        if violated or not isinstance(whole_row, dict):
            self.refuse(WHOLE, f"pair {number}: {violated[0].message if violated else 'not an object'}")
            return None
        places: list[tuple[str, str]] = []
        for key, words in whole_row["quotes"]:
            passage = self._copy.by_key.get(key)
            if passage is None or not quoted_in(for_comparison(passage.text), words):
                self.refuse(WHOLE, f"pair {number}: the words {_shown(words)} are not in {_shown(key)}")
                return None
            places.append((key, words))
        return ClashingWords(self._reader, (places[0], places[1]), whole_row["why"])

    def refuse(self, key: str, reason: str) -> None:
        """Note that something was not taken."""
        self._refusals.append(Refusal(key, reason))

    def result(self) -> TakenAnswers:
        """The reading with all that was taken, and the refusals."""
        order = [passage.key for passage in self._copy.passages]
        known = [key for key in order if key in self._passages]
        others = [key for key in self._passages if key not in known]
        passages = {key: self._passages[key] for key in (*known, *others)}
        return TakenAnswers(
            Reading(passages, tuple(self._clashes), self._accepted),
            tuple(self._taken),
            self._claim_count,
            tuple(self._refusals),
            tuple(self._requests_again()),
        )

    def _requests_again(self) -> Iterator[ReadingRequest]:
        reasons: dict[str, list[str]] = {}
        for refusal in self._refusals:
            if refusal.key:
                reasons.setdefault(refusal.key, []).append(refusal.reason)
        for key, refused in reasons.items():
            if key == WHOLE:
                yield whole_request(self._copy, refused[:_MOST_REASONS])
            else:
                yield passage_request(self._copy, self._copy.by_key[key], refused[:_MOST_REASONS])


def _shown(text: str) -> str:
    """A text of an answer as messages show it, shortened."""
    short = text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}…"
    return f'"{short}"'
