"""Follows the files of the cases that are served, so that pages show what an editor has just saved.

``follow_files`` runs one round after the other. A round follows the folders that count at its beginning, with
a task for each kind of folder, and ends when other folders count: a case has come in another folder, or a
folder was made or removed. What happens between two rounds is noticed at the beginning of the next.
"""

import asyncio
from pathlib import Path

from casekit.web.case_finding import FollowedFolders
from casekit.web.served_cases import CaseStore

GATHERED_MILLISECONDS = 150
"""Changes within this time are gathered: an editor writes a file in several steps."""

STEP_MILLISECONDS = 50
"""How often changes that were reported are looked at."""

QUIET_MILLISECONDS = 500
"""A round hears this often that nothing has changed."""

SECONDS_AFTER_FAILURE = 2.0
"""The time between a round that failed and the next."""

SECONDS_BETWEEN_LOOKS = 1.0
"""How often it is looked whether the folders are still there."""


async def follow_files(store: CaseStore) -> None:
    """Report changes of its files to a store until this is cancelled.

    If files cannot be followed, the store gets the reason, and it is tried again.
    """
    while True:
        try:
            await _follow_round(store)
        except* Exception as errors:  # noqa: BLE001 - shown on the pages, and tried again
            first = errors.exceptions[0]
            store.report_trouble(f"{type(first).__name__}: {first}")
            await asyncio.sleep(SECONDS_AFTER_FAILURE)


async def _follow_round(store: CaseStore) -> None:
    """Follow the folders that count now, until others count."""
    folders = await store.folders_to_follow()
    # Cases may have come or gone while nothing was followed.
    await store.changed_in_thread(())
    is_anything_followed = bool(folders.deep or folders.flat)
    if store.trouble and not is_anything_followed:
        store.end_trouble()
    round_end = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        if folders.deep:
            tasks.create_task(_follow_folders(store, folders, round_end, recursive=True))
        if folders.flat:
            tasks.create_task(_follow_folders(store, folders, round_end, recursive=False))
        tasks.create_task(_wait_for_folder_changes(store, folders, round_end))


async def _follow_folders(
    store: CaseStore, folders: FollowedFolders, round_end: asyncio.Event, *, recursive: bool
) -> None:
    """Follow the deep folders, or the flat ones, and end the round when other folders count."""
    from watchfiles import awatch  # noqa: PLC0415 - tests of pages follow no files

    is_first_batch = True
    async for changes in awatch(
        *(folders.deep if recursive else folders.flat),
        debounce=GATHERED_MILLISECONDS,
        step=STEP_MILLISECONDS,
        rust_timeout=QUIET_MILLISECONDS,
        yield_on_timeout=True,
        recursive=recursive,
        stop_event=round_end,
    ):
        if store.trouble:
            store.end_trouble()
        files = [Path(name) for _, name in changes]
        if is_first_batch:
            # Nobody reports what came, went or changed after it was read and before it was followed.
            files += [case.file.path for case in store.cases if case.answers]
        if changes or is_first_batch:
            is_first_batch = False
            await store.changed_in_thread(files)
            if await store.folders_to_follow() != folders:
                round_end.set()


async def _wait_for_folder_changes(
    store: CaseStore, folders: FollowedFolders, round_end: asyncio.Event
) -> None:
    """End the round when a folder comes or goes, which is not reported to those who follow its files.

    If nothing is followed, the round ends after one look.
    """
    all_folders = (*folders.deep, *folders.flat, *store.folders)
    is_there_at_first = [folder.is_dir() for folder in all_folders]
    is_anything_followed = bool(folders.deep or folders.flat)
    while not round_end.is_set():
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        if not is_anything_followed or is_there_at_first != [folder.is_dir() for folder in all_folders]:
            round_end.set()
