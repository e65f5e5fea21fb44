"""Answers about cases that were checked before, and whether they still hold.

The answer to a check is remembered with every place that it depends on: the case, its edition with what that
names, pictures, the titles of other cases, and each folder and link on the way. It holds while all of them
are as they were, and casekit, its libraries and the options too.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from casekit.diagnostics import Finding, Source, codes, has_own_fault
from casekit.kit.editions import title_in
from casekit.kit.game_detection import game_named
from casekit.kit.interface import AnyGame
from casekit.kit.registry import version_of_game
from casekit.language.places import LONGER, NotedPlaces, OpenedFile, digest_of, kind_at
from casekit.language.source_files import contents_here, note_input
from casekit.language.syntax.dialect import SyntaxTree
from casekit.pipeline.checking import CheckedDocument, is_fresh_draft
from casekit.pipeline.loading import InputFile, foreign_folders
from casekit.system import user_cache
from casekit.values import frozen

_FORMAT = 2
"""The number of the form in which answers are kept; a casekit with another number does not read them."""

_HEADER_BYTES = 5_000
"""More bytes than those in which a title is looked for."""

_UNFINISHED_CODES = (codes.LOST_WORKER, codes.TOO_MUCH_TO_CHECK)
"""The codes of findings that a check did not come to its end: another machine may come further."""


@frozen
class RememberedCheck:
    """The answer to a check of a case."""

    diagnostics: tuple[Finding, ...]
    """The findings on the case; those on its edition are not among them."""

    verdict: Mapping[str, Any] | None
    """The verdict as JSON; ``None`` if there is none."""

    verdict_text: str
    """The verdict in words; empty if there is none."""

    places: NotedPlaces
    """The places on which the answer depends."""

    is_clean: bool = False
    """Whether nothing was found, in the edition neither."""

    is_fresh_draft: bool = False
    """Whether the case is a draft that is hardly begun."""

    @classmethod
    def of_document(cls, checked: CheckedDocument, places: NotedPlaces) -> "RememberedCheck":
        """The answer that a document gives after its check, for which some places were looked at."""
        return cls(
            checked.diagnostics,
            checked.verdict,
            checked.verdict_text,
            places,
            is_fresh_draft=is_fresh_draft(checked),
        )

    @classmethod
    def of_failure(cls, findings: tuple[Finding, ...]) -> "RememberedCheck":
        """The answer about a case that could not be checked, with the findings that say why."""
        return cls(findings, None, "", NotedPlaces())

    def is_finished(self) -> bool:
        """Whether the check came to its end; otherwise the answer is about casekit or this machine."""
        if has_own_fault(self.diagnostics):
            return False
        return all(finding.code not in _UNFINISHED_CODES for finding in self.diagnostics)

    def as_document(self, game: AnyGame, source: Source, *, verdict_in_words: bool) -> CheckedDocument:
        """The case with this answer, but without the document itself: that was not read."""
        return CheckedDocument(
            game,
            SyntaxTree(source),
            self.diagnostics,
            verdict=self.verdict,
            verdict_text=self.verdict_text if verdict_in_words else "",
        )

    def note_inputs(self) -> None:
        """Note the files that the check has read: no output of the same command may replace one of them."""
        for file in self.places.files():
            note_input(file)


class CheckMemory:
    """The answers of this user, each to the question about one case with some options."""

    def __init__(self, cache: user_cache.SealedCache, balance: int | None) -> None:
        """Use a cache.

        Args:
            cache: where answers are kept.
            balance: the budget with which it is measured how hard a case is, if at all.
        """
        self._cache = cache
        self._balance = balance

    @cached_property
    def _same_for_all(self) -> list[object]:
        """The part that all questions have. It has the current folder, from which findings name files."""
        return [_FORMAT, dict(user_cache.fingerprint()), self._balance, str(Path.cwd())]

    def question(self, file: InputFile, data: bytes, edition: Path | None) -> str:
        """The name of the question about a case, in hexadecimal digits.

        Args:
            file: the case.
            data: its bytes.
            edition: the file of its edition, if that was asked for and is not simply the nearest one.
        """
        package = version_of_game(game_named(data.decode("utf-8", "replace")))
        places = [
            None if place is None else str(place.absolute()) for place in (file.path, file.within, edition)
        ]
        parts = [*self._same_for_all, file.name, places, sha256(data).hexdigest(), package]
        return sha256(json.dumps(parts).encode()).hexdigest()

    def recall(self, question: str) -> RememberedCheck | None:
        """The answer to a question, if one is kept and every place is as it was."""
        data = self._cache.recall(question)
        if data is None:
            return None
        try:
            content = json.loads(data)
            places = _places_from_json(content["places"])
            if not _are_unchanged(places):
                return None
            findings = _findings_from_json(content["diagnostics"])
            return RememberedCheck(
                findings,
                content["verdict"],
                content["verdict_text"],
                places,
                content["is_clean"],
                content["is_fresh_draft"],
            )
        except (KeyError, TypeError, ValueError, RecursionError):
            return None

    def keep(self, question: str, answer: RememberedCheck) -> None:
        """Keep the answer to a question, unless a file is longer than what was read of it."""
        if LONGER in answer.places.opened.values():
            return
        content = {
            "diagnostics": _findings_as_json(answer.diagnostics),
            "verdict": answer.verdict,
            "verdict_text": answer.verdict_text,
            "is_clean": answer.is_clean,
            "is_fresh_draft": answer.is_fresh_draft,
            "places": _places_as_json(answer.places),
        }
        self._cache.keep(question, json.dumps(content).encode())

    def close(self) -> None:
        """Forget the oldest answers, if there are too many."""
        self._cache.close()


def open_memory(inputs: Iterable[InputFile], balance: int | None) -> CheckMemory | None:
    """The memory for some inputs; ``None`` if nothing is remembered, as where ``CI`` is set.

    Args:
        inputs: cases and editions, in whose folders strangers may write.
        balance: the budget with which it is measured how hard cases are, if at all.
    """
    folders = foreign_folders([Path.cwd(), *(file.path for file in inputs)])
    cache = user_cache.open_cache("checked", folders)
    return None if cache is None else CheckMemory(cache, balance)


def _are_unchanged(places: NotedPlaces) -> bool:
    """Whether nothing has changed at any place since it was noted."""
    for step, kind in places.steps.items():
        if kind_at(step) != kind:
            return False
    for opened, digest in places.opened.items():
        if digest_of(_bytes_of(opened), opened.limit) != digest:
            return False
    for file, title in places.headers.items():
        data = _bytes_of(OpenedFile(file, None, _HEADER_BYTES))
        if title_in(data or b"") != title:
            return False
    return True


def _bytes_of(opened: OpenedFile) -> bytes | None:
    """The bytes of a file, by the rules by which it was opened; ``None`` if it cannot be read."""
    try:
        return contents_here(opened.file, opened.within, opened.limit)
    except OSError:
        return None


def _findings_as_json(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    from casekit.diagnostics.renderers.json_report import as_json

    return [as_json(finding) for finding in findings]


def _findings_from_json(content: Sequence[Mapping[str, Any]]) -> tuple[Finding, ...]:
    """The findings that ``_findings_as_json`` made this of.

    Raises:
        KeyError, TypeError: if it is not of that form, or a code is unknown.
    """
    if not content:
        return ()
    from casekit.diagnostics.renderers.json_report import from_json
    from casekit.kit.code_registry import known_codes

    codes = known_codes()
    return tuple([from_json(finding, codes) for finding in content])


def _places_as_json(places: NotedPlaces) -> dict[str, Any]:
    """The places as JSON, from which ``_places_from_json`` makes them."""
    opened: list[list[object]] = []
    for entry, digest in places.opened.items():
        folder = None if entry.within is None else str(entry.within)
        opened.append([str(entry.file), folder, entry.limit, digest])
    return {
        "steps": [[str(step), kind] for step, kind in places.steps.items()],
        "opened": opened,
        "headers": [[str(file), title] for file, title in places.headers.items()],
    }


def _places_from_json(content: Mapping[str, Any]) -> NotedPlaces:
    """The places that ``_places_as_json`` made this of.

    Raises:
        KeyError, TypeError, ValueError: if it is not of that form.
    """
    places = NotedPlaces()
    for step, kind in content["steps"]:
        places.steps[Path(step)] = kind
    for file, within, limit, digest in content["opened"]:
        folder = None if within is None else Path(within)
        places.opened[OpenedFile(Path(file), folder, limit)] = digest
    for file, title in content["headers"]:
        places.headers[Path(file)] = title
    return places
