"""Games that are kept, a file each, and what a page may enter, within bounds: seeds, names, notes."""

import json
import re
import secrets
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from casekit.building.atomic_writes import write_bytes
from casekit.diagnostics.invisible_characters import visible
from casekit.language.source_files import LIMIT, read_bytes
from casekit.system import disk
from casekit.tabletop import game_json, match
from casekit.tabletop.playtest_logs import Identity, Json, Playbook

MOST_BYTES = 450_000
"""A longer game is not kept: the page could not send it back, where each quotation mark is two bytes."""

_SHORT = 12
_MOST_LISTED = 8
_OWN_FILE, _OWN_FOLDER = 0o600, 0o700
"""For the owner alone: the cards, and everybody's notes, are nobody else's business."""


def games_folder() -> Path:
    """Where games are kept if nobody named a file."""
    return user_state_path("casekit", appauthor=False).absolute() / "games"


def file_of(book: Playbook, game: str) -> Path:
    """The file of a game in that folder."""
    return games_folder() / f"{_beginning(book)}-{game}{game_json.SUFFIX}"


def kept_games(book: Playbook) -> tuple[Json, ...]:
    """The games of a document as it is now, the latest first, by what their files say.

    Only playing one again shows whether that is so.
    """
    try:
        files = [
            file for file in games_folder().glob(f"{_beginning(book)}-*{game_json.SUFFIX}") if file.is_file()
        ]
        files.sort(key=lambda file: (-file.stat().st_mtime_ns, file.name))
    except OSError:
        return ()
    return tuple(_listed(files[:_MOST_LISTED]))


def kept_file(book: Playbook, name: str) -> Path | None:
    """The file that a page named; ``None`` if it is not one of a game of this document."""
    fits = re.fullmatch(re.escape(_beginning(book)) + r"-[0-9a-f]{16}" + re.escape(game_json.SUFFIX), name)
    return games_folder() / name if fits else None


def keep_game(file: Path, content: str) -> str:
    """Write a game to its file, or say why that is not done.

    In the folder of games only this user may read it. A file that the user named stays readable by whom it
    was.
    """
    data = content.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        return f"it has more than {MOST_BYTES:,} bytes. Shorten notes and remarks"
    mode = _OWN_FILE
    # A failure here comes again when the file is written, and is reported there.
    with suppress(OSError):
        if file.parent == games_folder():
            for folder in (file.parent.parent, file.parent):
                disk.make_folders(folder, _OWN_FOLDER)
            disk.change_mode(file.parent, _OWN_FOLDER)
        else:
            mode = stat.S_IMODE(file.stat().st_mode) & 0o666
    problems = write_bytes(file, data, mode, rewrites=True)
    return problems[0].message if problems else ""


def _beginning(book: Playbook) -> str:
    stem = re.sub(r"[^a-z0-9]+", "-", Path(book.file).stem.lower()).strip("-") or "game"
    return f"{stem}-{Identity(book).whole[:_SHORT]}"


def _listed(files: list[Path]) -> Iterator[Json]:
    for file in files:
        data, _ = read_bytes(file)
        try:
            content = json.loads((data or b"")[:LIMIT])
            names = tuple(visible(str(seat["name"])) for seat in content["seats"])
            began, steps = visible(str(content["began"])), len(content["steps"])
            yield {"name": file.name, "began": began, "names": names, "steps": steps}
        except (ValueError, KeyError, TypeError, RecursionError):
            continue


MOST_SEED = 2**63 - 1
MOST_REMARKS = 200
MOST_NOTES, MOST_REMARK = 20_000, 4_000
"""Characters of somebody's notes, and of a remark."""
_LONGEST_NAME, _LONGEST_KEY = 40, 200


class ActionRefusedError(Exception):
    """A wish that cannot be granted; ``status`` is that of HTTP."""

    def __init__(self, problem: str, status: int = 400) -> None:
        super().__init__(problem)
        self.status = status


def seed_of(wanted: Any) -> int:
    """The seed of the chance of a game: a number, also as a text, or any if none is wanted."""
    if wanted is None:
        return secrets.randbelow(MOST_SEED)
    if (
        isinstance(wanted, str)
        and wanted.isascii()
        and wanted.isdecimal()
        and len(wanted) <= len(str(MOST_SEED))
    ):
        wanted = int(wanted)
    if not isinstance(wanted, int) or not 0 <= wanted <= MOST_SEED:
        raise ActionRefusedError(f"a seed is a number from 0 to {MOST_SEED}")
    return wanted


def name_at(names: Any, seat: int) -> str:
    """The name that a page gives a seat, as it may be shown; empty if it gives none."""
    found = names[seat] if seat < len(names) else ""
    return visible(_whole(" ".join(found.split())))[:_LONGEST_NAME] if isinstance(found, str) else ""


def desk_of(content: Mapping[str, Any]) -> match.PlayerNotes:
    """All notes of a person.

    Raises:
        WishRefusedError: if something is too long, or there is too much, to be kept.
    """

    def text(name: str, most: int) -> str:
        entered = content.get(name)
        return _bounded(entered, most) if isinstance(entered, str) else ""

    def texts(name: str, allowed: Callable[[str], bool]) -> dict[str, str]:
        entered = content.get(name)
        kept = {}
        for key, value in entered.items() if isinstance(entered, dict) else ():
            if isinstance(value, str) and value and allowed(value):
                place = _bounded(str(key), _LONGEST_KEY)
                kept[place] = _bounded(value, MOST_REMARK)
        if len(kept) > MOST_REMARKS:
            raise ActionRefusedError(f"{MOST_REMARKS} {name} are kept, and no more", 413)
        return kept

    return match.PlayerNotes(
        text("notes", MOST_NOTES),
        texts("marks", {"out", "likely"}.__contains__),
        texts("remarks", bool),
        text("general", MOST_REMARK),
    )


def _bounded(found: str, most: int) -> str:
    if len(found) > most:
        raise ActionRefusedError(
            f"a text of {len(found)} characters is not kept: it may have at most {most}", 413
        )
    return visible(_whole(found))


def _whole(text: str) -> str:
    """A text without halves of characters, which no file can hold."""
    return text.encode("utf-8", "replace").decode()
