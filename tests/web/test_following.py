"""Which files are followed for the pages, which changes concern a case, and what is said when none are noticed."""

import asyncio
import threading
import time

import pytest
import watchfiles

from casekit.kit.code_registry import base_of
from casekit.pipeline.loading import InputFile
from casekit.system import cursor_channel
from casekit.web import file_following
from casekit.web.app import follow_cursors
from casekit.web.case_finding import CaseFinder
from casekit.web.file_following import follow_files
from casekit.web.served_cases import CaseStore
from tests.web.served import LocalClient


@pytest.fixture
def file(tmp_path):
    made = tmp_path.resolve() / "cases" / "base.case"
    made.parent.mkdir()
    made.write_text(base_of(), encoding="utf-8")
    return made


def folders(workshop):
    return asyncio.run(workshop.folders_to_follow())


def test_of_a_case_that_was_named_its_folder_alone_is_followed(file):
    here = file.parent
    (here / "below").mkdir()
    named = CaseStore(lambda: [InputFile.of(file)])
    assert ((), (here,)) == folders(named)
    found = CaseStore(lambda: [InputFile(str(file), None, file, here.parent)])
    assert ((here.parent,), ()) == folders(found)
    # Pictures may be anywhere below an edition.
    (here / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    assert ((here,), ()) == folders(named)


@pytest.mark.parametrize(
    ("name", "is_affected"),
    [
        ("base.case", True),
        ("pictures/moon.svg", True),
        ("pictures", True),
        ("edition.toml", True),
        ("../edition.toml", True),
        ("moon.svg", False),
        ("pictures/oon.svg", False),
        ("1", False),
        ("was", False),
    ],
)
def test_only_a_place_that_a_case_looks_at_makes_it_new(file, name, is_affected):
    text = "illustration: pictures/moon.svg\n" + file.read_text(encoding="utf-8") + "\n1 was here\n"
    file.write_text(text, encoding="utf-8")
    served = CaseStore(lambda: [InputFile.of(file)])
    served.changed([file.parent / name])
    assert is_affected == (served.case("base").file.version == 1)


def test_that_changes_are_not_noticed_is_told_until_they_are_again(file, monkeypatch):
    monkeypatch.setattr(file_following, "SECONDS_AFTER_FAILURE", 0.02)
    broken = False

    def find():
        if broken:
            raise RecursionError("too deep")
        return [InputFile.of(file)]

    async def until(done):
        async with asyncio.timeout(600):
            while not done():  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0.02)

    with LocalClient(CaseStore(find)) as client:
        served = client.workshop

        async def fail():
            nonlocal broken
            broken = True
            following = asyncio.create_task(follow_files(served))
            await until(lambda: served.trouble)
            return following

        following = client.run(fail())
        page = client.page("/")
        assert "Changes of files are not noticed now" in page
        assert "too deep" in page
        assert "not noticed now" in client.page("/overview/base")

        async def recover():
            nonlocal broken
            broken = False
            before = served.case("base").file.version
            await until(lambda: not served.trouble)
            assert before < served.case("base").file.version
            following.cancel()
            await asyncio.wait([following])

        client.run(recover())
        assert "not noticed" not in client.page("/")


def test_what_happens_before_files_are_followed_is_noticed(file, monkeypatch):
    seen = asyncio.Event()

    async def begin_late(*_folders, stop_event, **_options):
        file.rename(file.with_name("renamed.case"))
        yield set()  # as when nothing has changed for a while
        seen.set()
        await stop_event.wait()

    monkeypatch.setattr(watchfiles, "awatch", begin_late)
    with LocalClient(CaseStore(lambda: [InputFile.of(each) for each in file.parent.iterdir()])) as client:

        async def follow():
            following = asyncio.create_task(follow_files(client.workshop))
            await seen.wait()
            following.cancel()
            await asyncio.wait([following])

        client.run(follow())
        assert {"base": True, "renamed": False} == {each.key: each.gone for each in client.workshop.cases}


def test_what_was_seen_last_counts_whoever_saw_it(file, monkeypatch):
    served = CaseStore(lambda: [InputFile.of(each) for each in file.parent.iterdir()])
    seen, going_on, seeing = threading.Event(), threading.Event(), CaseFinder.scan

    def seen_slowly(self, files):
        found = seeing(self, files)
        if not seen.is_set():
            seen.set()
            going_on.wait(1)
        return found

    monkeypatch.setattr(CaseFinder, "scan", seen_slowly)

    async def two():
        first = asyncio.create_task(served.changed_in_thread((file,)))
        await asyncio.to_thread(seen.wait)
        file.unlink()
        second = asyncio.create_task(served.changed_in_thread((file,)))
        await asyncio.wait([second], timeout=0.5)
        going_on.set()
        await asyncio.gather(first, second)

    asyncio.run(two())
    assert served.case("base").gone


def test_no_slot_is_left_for_the_cursor_when_the_end_comes_while_one_is_offered(file, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    served = CaseStore(lambda: [InputFile.of(file)])
    monkeypatch.setattr(served.events, "follows", lambda _: True)
    offer = cursor_channel._offer

    async def ended():
        following = asyncio.create_task(follow_cursors(served))
        loop = asyncio.get_running_loop()

        def offer_slowly(*given):
            loop.call_soon_threadsafe(following.cancel)
            time.sleep(0.2)
            offer(*given)

        monkeypatch.setattr(cursor_channel, "_offer", offer_slowly)
        await asyncio.wait([following])

    asyncio.run(ended())
    assert [] == [each for each in (tmp_path / "state").rglob("*") if each.is_file()]
