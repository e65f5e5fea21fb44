"""Texts of an earlier casekit: what is read otherwise is found, rewritten, and told; what was frozen with a release stays as it was."""

import json
import tarfile
from pathlib import Path

import pytest

from casekit.kit.code_registry import base_of, known_codes
from casekit.kit.editions import EditionFinder
from casekit.pipeline.authoring.upgrades import CHANGES, upgrade
from casekit.pipeline.checking import CheckOptions, check_bytes
from casekit.pipeline.loading import InputFile
from tests.conftest import ROOT
from tests.overlay import entry_of, overlay

BUDGET = 2_000
FROZEN = Path(__file__).parent / "frozen"
UNSTATED = base_of("midnight", "base.toml").replace("format = 1\n", "")


@pytest.fixture
def upgraded(tmp_path):
    """The upgrades of a folder with an edition and a case, by the names of their files."""

    def run(case, edition=UNSTATED):
        (tmp_path / "edition.toml").write_bytes(edition.encode())
        (tmp_path / "some.case").write_bytes(case if isinstance(case, bytes) else case.encode())
        found, report = upgrade(
            [InputFile.of(tmp_path / "some.case")], [tmp_path], EditionFinder(), BUDGET, lambda _: None
        )
        return {each.path.name: each for each in found}, [each.code.id for each in report.diagnostics]

    return run


def wrong(code):
    return overlay(base_of(), entry_of(known_codes()[code.lower()]).wrong[0].text)


REWRITTEN = {
    "CK508": ("common motive = debt iff owes(culprit)\n", []),
    "CK503": ("certainty: supported\nlevel:  amateur\n", ["certainty"]),
    "CK601": ("level:  amateur\n", ["level"]),
}


@pytest.mark.parametrize("code", REWRITTEN)
def test_what_is_read_otherwise_is_rewritten_and_told(code, upgraded):
    line, fields = REWRITTEN[code]
    found, problems = upgraded(wrong(code))
    assert ([], {"some.case", "edition.toml"}) == (problems, set(found))
    case = found["some.case"]
    assert code in case.rewritten_codes
    assert line in case.after.decode()
    assert line not in case.before.decode()
    assert code in {each.code.id for each in case.document_diff.fixed}
    assert fields == [
        key for key in (each["key"] for each in case.document_diff.text["header"]) if key in fields
    ]
    assert () == case.document_diff.answers
    # Nothing is left to do then.
    again, _ = upgraded(case.after)
    assert {"edition.toml"} == {name for name, each in again.items() if each.rewritten_codes}


def test_what_only_the_writer_can_settle_is_told_and_left_as_it_is(upgraded):
    found, _ = upgraded(wrong("CK412"))
    case = found["some.case"]
    assert (case.before, None) == (case.after, case.document_diff)
    assert "CK412" in {each.code.id for each in case.unsettled}


def test_every_change_has_an_example_and_is_of_a_code():
    assert {*REWRITTEN, "CK412", "CK806"} == CHANGES.keys() <= {code.id for code in known_codes().values()}


def test_an_edition_says_its_format_after_its_first_comment_and_keeps_its_bytes(upgraded):
    for start, between in (("", "\n"), ("# Ours.\n\n", "\n"), ("\ufeff# Ours.\r\n", "\r\n")):
        text = start + UNSTATED.replace("\n", between)
        found, _ = upgraded(base_of(), text)
        edition = found["edition.toml"]
        assert f"{start}format = 1{between}" + text.removeprefix(start) == edition.after.decode()
        assert ("CK806",) == edition.rewritten_codes


@pytest.mark.parametrize("code", REWRITTEN)
def test_nothing_is_rewritten_beside_an_edition_that_says_its_format(code, upgraded):
    assert ({}, []) == upgraded(wrong(code), base_of("midnight", "base.toml"))


def test_a_text_that_cannot_be_read_keeps_all_from_being_written(upgraded):
    found, problems = upgraded("title: T\n\n== rules\nculprit = = ANNA\n")
    assert {"edition.toml"} == set(found)
    assert problems


def test_lines_end_as_they_did(upgraded):
    found, _ = upgraded(wrong("CK503").replace("\n", "\r\n"))
    after = found["some.case"].after
    assert after.count(b"\n") == after.count(b"\r\n")


def test_a_puzzle_that_claims_another_level_says_the_measured_one(upgraded):
    puzzle = (ROOT / "examples/clue/the-swan.case").read_text(encoding="utf-8")
    edition = (ROOT / "examples/clue/edition.toml").read_text(encoding="utf-8").partition("[[booklets]]")[0]
    found, _ = upgraded(puzzle.replace("apprentice", "expert"), edition.replace("format = 1\n", ""))
    case = found["some.case"]
    assert (("CK601",), puzzle) == (case.rewritten_codes, case.after.decode())
    assert [{"key": "level", "before": "expert", "now": "apprentice"}] == case.document_diff.text["header"]


# --- what was frozen -----------------------------------------------------------------------------


def record(file):
    """What casekit says of a case: each answer, the level, and the codes of its findings."""
    loaded_edition = EditionFinder().of(file.parent, _game(file))
    checked = check_bytes(file.read_bytes(), file.name, loaded_edition, CheckOptions(balance=BUDGET))
    elements = {} if checked.verdict is None else checked.verdict["elements"]
    return {
        "answers": {
            name: f"{each['status']} {each['proved'] or each['value']}" for name, each in elements.items()
        },
        "findings": sorted({each.code.id for each in checked.diagnostics}),
    }


def _game(file):
    return next(
        (
            line.split()[1]
            for line in file.read_text(encoding="utf-8").splitlines()
            if line.startswith("game:")
        ),
        "midnight",
    )


RECORDS = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(FROZEN.glob("*.json"))}


@pytest.fixture(scope="session")
def frozen(tmp_path_factory):
    """The folder of each version with its examples as they were released."""
    folders = {}
    for version in RECORDS:
        folders[version] = tmp_path_factory.mktemp("frozen")
        with tarfile.open(FROZEN / f"{version}.tar.xz") as archive:
            archive.extractall(folders[version], filter="data")
    return folders


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("version", "case"), [(version, case) for version, cases in RECORDS.items() for case in cases]
)
def test_what_was_released_is_still_the_same_case(version, case, frozen):
    assert RECORDS[version][case] == record(frozen[version] / case)


@pytest.mark.parametrize("version", RECORDS)
def test_what_was_released_is_not_rewritten(version, frozen, casekit):
    assert set(RECORDS[version]) == {
        each.relative_to(frozen[version]).as_posix() for each in frozen[version].rglob("*.case")
    }
    done = casekit("fmt", "--upgrade", "--check", ".", cwd=frozen[version])
    assert (0, b"") == (done.returncode, done.stdout)
