"""The files of games that people have begun: a file each, in a folder of the user or where the user said.

The name of a file in the folder begins with that of its document and a digest of its text, as in
``some-case-0123456789ab-0123456789abcdef.game.json``. So the games of a document as it is now are found by
their names.
"""

import json
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

from casekit.building.atomic_writes import write_bytes
from casekit.diagnostics.invisible_characters import visible
from casekit.language.source_files import LIMIT, read_bytes
from casekit.system import disk
from casekit.tabletop import game_json
from casekit.tabletop.playtests.playbook import Identity, Json, Playbook

MOST_BYTES = 450_000
"""A longer game is not kept: the page could not send it back, where each quotation mark is two bytes."""

MOST_LISTED = 8
"""At most this many games of a document are listed."""

DIGEST_LETTERS = 12
"""The number of hexadecimal digits of the digest of a document in the names of its games."""

FILE_MODE = 0o600
"""For the owner alone: the cards, and everybody's notes, are nobody else's business."""

FOLDER_MODE = 0o700
"""For the owner alone."""


def games_folder() -> Path:
    """Where games are kept if nobody named a file."""
    return user_state_path("casekit", appauthor=False).absolute() / "games"


def file_of(playbook: Playbook, game_id: str) -> Path:
    """The file of a game in that folder."""
    return games_folder() / f"{_name_beginning(playbook)}-{game_id}{game_json.SUFFIX}"


def games_of(playbook: Playbook) -> tuple[Json, ...]:
    """The games of a document as it is now, the latest first, by what their files say.

    Each is an object with the ``name`` of its file, when it ``began``, the ``names`` of its players, and how
    many ``steps`` it has. Only playing one again shows whether that is so.
    """
    pattern = f"{_name_beginning(playbook)}-*{game_json.SUFFIX}"
    try:
        files = [file for file in games_folder().glob(pattern) if file.is_file()]
        files.sort(key=lambda file: (-file.stat().st_mtime_ns, file.name))
    except OSError:
        return ()
    return tuple(_listed_games(files[:MOST_LISTED]))


def file_named(playbook: Playbook, name: str) -> Path | None:
    """The file that a page has named; ``None`` if it is not one of a game of this document."""
    pattern = re.escape(_name_beginning(playbook)) + r"-[0-9a-f]{16}" + re.escape(game_json.SUFFIX)
    return games_folder() / name if re.fullmatch(pattern, name) else None


def keep_game(file: Path, content: str) -> str:
    """Write a game to its file; the result says why that was not done, and is empty if it was.

    In the folder of games only this user may read it. A file that the user named stays readable for
    everybody who could read it.
    """
    data = content.encode("utf-8", "replace")
    if len(data) > MOST_BYTES:
        return f"it has more than {MOST_BYTES:,} bytes. Shorten notes and remarks"
    mode = FILE_MODE
    # A failure here comes again when the file is written, and is reported there.
    with suppress(OSError):
        if file.parent == games_folder():
            for folder in (file.parent.parent, file.parent):
                disk.make_folders(folder, FOLDER_MODE)
            disk.change_mode(file.parent, FOLDER_MODE)
        else:
            mode = stat.S_IMODE(file.stat().st_mode) & 0o666
    problems = write_bytes(file, data, mode, rewrites=True)
    return problems[0].message if problems else ""


def _name_beginning(playbook: Playbook) -> str:
    """The beginning of the names of a document's games: its own name, and a digest of its text."""
    stem = re.sub(r"[^a-z0-9]+", "-", Path(playbook.file).stem.lower()).strip("-") or "game"
    return f"{stem}-{Identity(playbook).whole[:DIGEST_LETTERS]}"


def _listed_games(files: list[Path]) -> Iterator[Json]:
    """The games of files; files that say nothing sensible are left out."""
    for file in files:
        data, _ = read_bytes(file)
        try:
            content = json.loads((data or b"")[:LIMIT])
            names = tuple(visible(str(seat["name"])) for seat in content["seats"])
            began, steps = visible(str(content["began"])), len(content["steps"])
            yield {"name": file.name, "began": began, "names": names, "steps": steps}
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
