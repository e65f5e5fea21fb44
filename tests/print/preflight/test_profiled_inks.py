"""Inks that a profile describes are taken for what they are, and nothing else about a page is passed over."""

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Stream

from casekit.print.comparison.compare_files import FilePair, find_differences
from casekit.print.comparison.landmarks import Landmarks
from casekit.print.preflight.ink_checks import without_profiles


def _profiled(file, count=4):
    return file.make_indirect(Array([Name.ICCBased, file.make_indirect(Stream(file, b"", N=count))]))


def _saved(file):
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def _page(paint="", **resources):
    """A file of two pages that can use the same things."""
    file = pikepdf.new()
    made = Dictionary({f"/{kind}": Dictionary({"/Own": make(file)}) for kind, make in resources.items()})
    for _ in range(2):
        file.add_blank_page(page_size=(200, 200))
        page = file.pages[-1]
        page.Contents, page.Resources = Stream(file, paint.encode()), made
    return _saved(file)


def _form(file):
    group = Dictionary(S=Name.Transparency, CS=_profiled(file))
    return Stream(file, b"", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9], Group=group)


def _picture(file):
    indexed = Array([Name.Indexed, _profiled(file), 0, pikepdf.String(bytes(4))])
    made = Stream(file, b"\0", Type=Name.XObject, Subtype=Name.Image, ColorSpace=indexed, BitsPerComponent=8)
    made.Width = made.Height = 1
    return made


def _gradient(file):
    shading = Dictionary(ShadingType=2, ColorSpace=_profiled(file), Coords=[0, 0, 1, 0])
    shading.Function = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[0] * 4, C1=[1] * 4)
    return Dictionary(Type=Name.Pattern, PatternType=2, Shading=shading)


@pytest.mark.parametrize(
    "resources",
    [{"ColorSpace": _profiled}, {"XObject": _form}, {"XObject": _picture}, {"Pattern": _gradient}],
    ids=["colours", "group", "picture", "gradient"],
)
def test_profiles_of_inks_are_left_out_wherever_a_page_has_them(resources):
    profiled = _page(**resources)
    bare = without_profiles(profiled)

    assert bare != profiled
    with pikepdf.open(io.BytesIO(bare)) as file:
        assert 2 == len(file.pages)
        assert "/ICCBased" not in "".join(
            page.Resources.unparse(resolved=True).decode() for page in file.pages
        )
    assert bare is without_profiles(bare)


@pytest.mark.parametrize("count", [1, 3])
def test_profiles_of_other_colours_stay(count):
    other = _page(ColorSpace=lambda file: _profiled(file, count))
    assert other is without_profiles(other)


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7 nothing", _page()[:-40]])
def test_what_cannot_be_opened_stays(data):
    assert data is without_profiles(data)


def test_what_covers_a_page_in_such_inks_is_seen():
    ours = _page("0 0 0 1 k 50 50 90 9 re f")
    covered = _page("0 0 0 1 k 50 50 90 9 re f /Own cs 0 1 1 0 scn 40 40 50 50 re f", ColorSpace=_profiled)
    found = find_differences(FilePair(ours, without_profiles(covered), Landmarks()))

    assert {1, 2} == {each.page for each in found}
