"""The dependencies of a check of a case, and its answer as it is kept for the next time.

A case whose text, edition with all that it names and pictures are what they were, checked by the same casekit with the same options, has
the same answer.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from casekit.diagnostics import Diagnostic
from casekit.diagnostics.forms.json_ import as_json, from_json
from casekit.games import version_of_game
from casekit.games.editions import EDITION, Shelf
from casekit.language.reading import contents_here
from casekit.pipeline.stages.parsing_documents import game_named
from casekit.system.fingerprint import fingerprint
from casekit.system.sealed_answers import Keeper

_FORMAT = 1

_CHECKOUT = (".git", ".hg", ".jj", ".svn")

Opened = tuple[str, str | None, int, str]
"""A file that a check opened: its path, the folder it had to be in, how much was read, and the digest of that.

The digest is empty if it could not be read.
"""


@dataclass(frozen=True)
class CheckAnswer:
    """The findings of a check of a case, and the files that it opened beside the case and its edition."""

    diagnostics: tuple[Diagnostic, ...]
    verdict: Mapping[str, Any] | None
    told: str
    opened: tuple[Opened, ...] = ()


@dataclass
class Questions:
    """Names the questions of one run: each depends on everything that its answer does."""

    options: tuple[Any, ...]
    _shelves: dict[int, str] = field(default_factory=dict)

    @cached_property
    def _same(self) -> str:
        """The dependencies that all questions of a run share."""
        common = [_FORMAT, dict(fingerprint()), self.options, str(Path.cwd())]
        return sha256(json.dumps(common, sort_keys=True).encode()).hexdigest()

    def name(self, data: bytes, shown: str, path: Path, shelf: Shelf, titles: tuple[str, ...]) -> str:
        """The name of the question about a case; findings name files as they are seen from where the user is."""
        content = sha256(data).hexdigest()
        package = version_of_game(game_named(data.decode("utf-8", "replace")))
        question = [self._same, shown, str(path.absolute()), content, self._shelf(shelf), titles, package]
        return sha256(json.dumps(question).encode()).hexdigest()

    def _shelf(self, shelf: Shelf) -> str:
        """A digest of an edition: what was read of it, and what came of that."""
        if id(shelf) not in self._shelves:
            file = None if shelf.edition is None or shelf.edition.file is None else str(shelf.edition.file)
            said = [as_json(each) for each in shelf.diagnostics]
            read = [(each.name, each.text) for each in shelf.sources]
            content = json.dumps([shelf.game, file, said, read], sort_keys=True)
            self._shelves[id(shelf)] = sha256(content.encode()).hexdigest()
        return self._shelves[id(shelf)]


def recall(keeper: Keeper, name: str) -> CheckAnswer | None:
    """The answer to a question, if it was kept and all that it depends on is as it was."""
    kept = keeper.recall(name)
    if kept is None:
        return None
    from casekit.games.all_codes import known_codes

    try:
        content = json.loads(kept)
        opened = tuple((file, within, limit, digest) for file, within, limit, digest in content["opened"])
        found = tuple(from_json(each, known_codes()) for each in content["diagnostics"])
        answer = CheckAnswer(found, content["verdict"], content["told"], opened)
    except (KeyError, TypeError, ValueError, RecursionError):
        return None
    return answer if all(_is_same(each) for each in opened) else None


def keep(keeper: Keeper, name: str, answer: CheckAnswer) -> None:
    """Keep the answer to a question."""
    content = {
        "diagnostics": [as_json(each) for each in answer.diagnostics],
        "verdict": answer.verdict,
        "told": answer.told,
        "opened": answer.opened,
    }
    keeper.keep(name, json.dumps(content).encode())


def digest_of(file: Path, within: Path | None, limit: int) -> str:
    """The digest of a file as it is now; empty if it cannot be read."""
    try:
        return sha256(contents_here(file, within, limit)).hexdigest()
    except OSError:
        return ""


def _is_same(opened: Opened) -> bool:
    file, within, limit, digest = opened
    return digest == digest_of(Path(file), None if within is None else Path(within), limit)


def foreign_folders(places: Iterable[Path]) -> tuple[Path, ...]:
    """The folders of files or folders whose contents others may have written.

    These are their own, that of the edition and that of the checkout around them.
    """
    folders: dict[Path, None] = {}
    for here in dict.fromkeys(place if place.is_dir() else place.parent for place in places):
        folders[here] = None
        above = (here.resolve(), *here.resolve().parents)
        for marks in (_CHECKOUT, (EDITION,)):
            around = (folder for folder in above if any((folder / mark).exists() for mark in marks))
            folders |= dict.fromkeys(islice(around, 1))
    return tuple(folders)
