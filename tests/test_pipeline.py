import pytest

from casekit.diagnostics import Source, with_findings
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder, LoadedEdition, shown
from casekit.pipeline import checking, conversion
from casekit.pipeline.loading import InputFile

BASE = base_of().encode()


def test_the_nearest_edition_is_taken(boat):
    (boat / "a" / "b").mkdir(parents=True)
    assert "Midnight on a Small Boat" == EditionFinder().of(boat / "a" / "b").settings.title
    (boat / "a" / "edition.toml").write_text(
        base_of("midnight", "base.toml").replace("Small Boat", "Raft"), encoding="utf-8"
    )
    assert "Midnight on a Raft" == EditionFinder().of(boat / "a" / "b").settings.title
    assert (
        "Midnight on a Small Boat" == EditionFinder(boat / "edition.toml").of(boat / "a" / "b").settings.title
    )


def test_without_an_edition_the_built_in_one_serves(tmp_path):
    assert 60 == len(EditionFinder().of(tmp_path).settings.paths)


def test_an_edition_is_read_once(boat):
    editions = EditionFinder()
    assert editions.of(boat) is editions.of(boat)


def test_paths_are_shown_from_where_the_user_stands(boat):
    assert "base.case" == shown(boat / "base.case")
    assert boat.parent.as_posix() == shown(boat.parent)


def test_files_are_reported_in_the_order_given(boat):
    steps = []
    inputs = [InputFile("b", BASE, boat / "b.case"), InputFile("a", BASE + b"\xff", boat / "a.case")]
    report, checked = checking.check_files(inputs, EditionFinder(), steps.append)
    assert ["b", "a"] == steps == list(report.files) == [each.file for each in checked]
    assert ["CK902"] == [found.code.id for found in report.diagnostics]
    assert [True, False] == [case["verdict"] is not None for case in report.cases]


def test_an_edition_that_cannot_be_read_is_reported(boat):
    inputs = [InputFile("base.case", None, boat / "base.case")] * 2
    report, checked = checking.check_files(inputs, EditionFinder(boat / "nowhere.toml"), lambda _: None)
    assert ["CK901"] == [found.code.id for found in report.diagnostics]
    assert [None, None] == [each.document for each in checked]


def test_without_an_edition_syntax_is_still_checked():
    checked = checking.check_bytes(b"title: T\n== rules\na b\n", "x", LoadedEdition(None))
    assert ["CK101"] == [found.code.id for found in checked.diagnostics]
    assert checked.document is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (b"title: T\n== rules\na b\n", {"CK101", "CK112", "CK301", "CK309"}),
        (b"== ANNA's alibi\nprose\n", {"CK101"}),
        (b"// nothing yet\n", {"CK112", "CK301", "CK309"}),
    ],
)
def test_what_can_be_read_is_checked(text, codes, loaded_edition):
    assert codes == {found.code.id for found in checking.check_bytes(text, "x", loaded_edition).diagnostics}


@pytest.mark.parametrize("text", ["CK304", "unknown-topic"])
def test_a_comment_that_names_a_merged_code_is_answered_with_the_code_of_today(text, loaded_edition):
    data = f"// casekit: allow {text} as it was\n".encode() + BASE
    (unused,) = checking.check_bytes(data, "x", loaded_edition).diagnostics
    message = "CK306 unknown-heading is an error, which no comment can allow"
    assert ("CK129", message) == (unused.code.id, unused.message)


def test_nothing_is_proved_of_a_case_that_is_not_understood(check):
    checked = check("== 02\nA stove.\n~ stove\n")
    assert ["CK201"] == [found.code.id for found in checked.diagnostics]
    assert checked.verdict is None


def test_findings_are_put_together(boat):
    one = checking.check_bytes(BASE.replace(b"Geese", b"DORA"), "one", EditionFinder().of(boat))
    two = checking.check_bytes(b"", "two", EditionFinder().of(boat))
    report = checking.report_of([one, two])
    assert ["CK121", "CK107"] == [found.code.id for found in report.diagnostics]
    assert {"one", "two"} == set(report.sources)
    more = with_findings(report, two.diagnostics)
    assert report.diagnostics == more.diagnostics


def test_what_has_syntax_errors_is_not_formatted():
    text, source, problems = conversion.format_bytes(b"== rules\na b\n", "x")
    assert (None, Source("x", "== rules\na b\n"), 1) == (text, source, len(problems))
