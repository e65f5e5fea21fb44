import pytest

from casekit.diagnostics import Source
from casekit.kit.defaults.pages import imprint_of
from casekit.kit.edition_settings import BookletSettings, Imprint, check_bar_codes

FULL = Imprint(
    "Lantern", "Quiet Press", 2027, "Second printing", "© Lantern", ("Drawings: Ada", "Tests: Ben")
)


def test_an_imprint_in_its_order():
    assert (
        "Drawings: Ada",
        "Tests: Ben",
        "Published by Lantern, 2027",
        "Second printing",
        "Printed by Quiet Press",
        "© Lantern",
        "ISBN 978-0-306-40615-7",
    ) == imprint_of(FULL, "978-0-306-40615-7", "en-GB")
    assert "Édité par Lantern, 2027" in imprint_of(FULL, "", "fr")
    assert "Druck: Quiet Press" in imprint_of(FULL, "", "de")


@pytest.mark.parametrize(("imprint", "expected"), [
    (Imprint(), ()),
    (Imprint(year=2027), ("2027",)),
    (Imprint(publisher="Lantern"), ("Published by Lantern",)),
    (Imprint(rights=" "), ()),
])  # fmt: skip
def test_what_is_empty_is_left_out(imprint, expected):
    assert expected == imprint_of(imprint, "", "en")


@pytest.mark.parametrize(("booklet", "expected"), [
    (BookletSettings("a", isbn="978-0-306-40615-7"), []),
    (BookletSettings("a", ean="4006381333931"), []),
    (BookletSettings("a", isbn="978-0-306-40615-8"), ["`978-0-306-40615-8` is not an ISBN: its last digit would have to be 7"]),
    (BookletSettings("a", ean="12"), ["`12` is not an EAN: it has not 13 digits"]),
    (
        BookletSettings("a", isbn="978-0-306-40615-7", ean="4006381333931"),
        ["the booklet `a` has both an ISBN and another EAN, but a cover has one bar code"],
    ),
])  # fmt: skip
def test_numbers_for_bar_codes(booklet, expected):
    source = Source(
        "edition.toml", f'[[booklets]]\nslug = "a"\nisbn = "{booklet.isbn}"\nean = "{booklet.ean}"\n'
    )
    found = list(check_bar_codes((booklet,), source))
    assert expected == [each.message for each in found]
    assert all(each.hint for each in found)
