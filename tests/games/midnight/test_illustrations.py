"""Which file a case's illustration is, and what may not be one. What is in such files is tested with the print package."""

import os
from dataclasses import replace

import pytest

from casekit.diagnostics import Span
from casekit.games.midnight.language.edition_file import built_in
from casekit.games.midnight.pages import booklet as pages
from casekit.games.midnight.pages.edition_look import picture_of
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, conversion, loading
from casekit.print.content.pieces import PrintOptions

LOOK = PrintOptions("ferry", "A Ferry", "#1d4d3f", "a5", "a4", Span("edition.toml"))
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3z"/></svg>'


@pytest.fixture
def checked(boat):
    """The base case with an illustration, checked."""

    def run(name):
        text = f"illustration: {name}\n{base_of('midnight')}"
        loaded_edition = EditionFinder().of(boat)
        return checking.check_bytes(text.encode(), "base.case", loaded_edition)

    return run


def problems(found):
    return [problem.code.id for problem in found.diagnostics]


@pytest.fixture
def drawing(boat):
    (boat / "pictures").mkdir()
    path = boat / "pictures" / "moon.svg"
    path.write_text(DRAWING, encoding="utf-8")
    return path


@pytest.mark.usefixtures("drawing")
@pytest.mark.parametrize("name", ["pictures/moon.svg", "./pictures/../pictures/moon.svg"])
def test_a_picture_in_the_editions_folder_is_printed(name, checked):
    found = checked(name)
    assert [] == problems(found)
    picture, _ = picture_of(found.document, "illustration")
    assert (DRAWING.encode(), 0.75) == (picture.data, picture.shape)
    (case,) = pages.booklet([found.document], LOOK).cases
    assert case.drawing.startswith('<img alt="" src="data:image/svg+xml;base64,')
    assert 0.75 == case.shape


def test_a_case_without_one_keeps_the_liner(checked):
    found = checked("")
    (case,) = pages.booklet([found.document], LOOK).cases
    assert "<svg" in case.drawing
    assert 0 == case.shape


@pytest.mark.usefixtures("drawing")
def test_a_case_below_its_edition_names_pictures_from_the_editions_folder(boat):
    (boat / "cases").mkdir()
    file = boat / "cases" / "base.case"
    file.write_text(f"illustration: pictures/moon.svg\n{base_of('midnight')}", encoding="utf-8")
    report, (found,) = checking.check_files([loading.InputFile.of(file)], EditionFinder(), lambda _: None)
    assert () == report.diagnostics
    assert picture_of(found.document, "illustration")[0] is not None


@pytest.mark.usefixtures("drawing")
def test_without_an_edition_file_pictures_are_beside_the_case(checked):
    found = checked("pictures/moon.svg")
    lone = replace(found.document, edition=built_in())
    assert picture_of(lone, "illustration")[0] is not None


def test_findings_stand_at_the_field(checked):
    (problem,) = checked("nowhere.png").diagnostics
    assert "CK720" == problem.code.id
    assert (1, 1) == (problem.span.line, problem.span.column)
    assert "no such file" in problem.message


@pytest.mark.parametrize(("make", "code"), [(os.mkdir, "CK720"), (os.mkfifo, "CK918")])
def test_what_is_no_file_is_not_read(make, code, boat, checked):
    make(boat / "moon.png")
    assert [code] == problems(checked("moon.png"))


def test_what_lies_outside_is_not_read(boat, drawing, checked):
    outside = boat.parent / "outside.svg"
    outside.write_text(DRAWING, encoding="utf-8")
    (boat / "link.svg").symlink_to(outside)
    (boat / "loop.svg").symlink_to(boat / "loop.svg")
    names = ("../outside.svg", str(outside), "link.svg", "loop.svg", "https://example.org/moon.svg")
    assert [["CK721"]] * 5 == [problems(checked(name)) for name in names]
    (boat / "inside.svg").symlink_to(drawing)
    assert [] == problems(checked("inside.svg"))


def test_what_is_too_large_is_not_read(boat, checked):
    with (boat / "moon.png").open("wb") as file:
        file.truncate(200_000_000)
    (problem,) = checked("moon.png").diagnostics
    assert "CK722" == problem.code.id
    assert "200,000,000 bytes" in problem.message


def test_what_is_in_a_file_is_looked_at(boat, checked):
    (boat / "moon.png").write_text("moon", encoding="utf-8")
    (boat / "moon.svg").write_text(DRAWING.replace("<path", "<script/><path"), encoding="utf-8")
    assert [["CK722"], ["CK723"]] == [problems(checked(name)) for name in ("moon.png", "moon.svg")]


def test_the_field_survives_formatting_and_export():
    text = f"illustration: pictures/moon.svg // not ready\n{base_of('midnight')}"
    formatted, _, found = conversion.format_bytes(text.encode(), "base.case")
    assert () == found
    assert "illustration: pictures/moon.svg" in formatted
    assert formatted == conversion.format_bytes(formatted.encode(), "base.case")[0]
