import pytest

from casekit.diagnostics import Source
from casekit.kit.edition_settings import BookletSettings, check_file_names, unmakeable


def messages(*booklets, deck=""):
    """The messages on booklets and a deck."""
    text = '[[booklets]]\nslug = "a"\n' * len(booklets)
    found = check_file_names(booklets, Source("edition.toml", text), deck)
    return [(each.code.id, each.message) for each in found]


@pytest.mark.parametrize("slug", ["con", "NUL", "Aux", "prn", "com1", "LPT9", "com²"])
def test_a_slug_that_is_a_device_is_found(slug):
    assert [("CK816", f"the slug `{slug}` is the name of a device on Windows")] == messages(
        BookletSettings(slug)
    )


@pytest.mark.parametrize("case", ["con.case", "nul .tar.case", "deep/Aux/a.case", "conout$"])
def test_so_is_a_case(case):
    assert [("CK816", f"the case `{case}` is the name of a device on Windows")] == messages(
        BookletSettings("red", cases=(case,))
    )


@pytest.mark.parametrize("case", ["a.case.", "a.case ", "deep./a.case", "deep /a.case"])
def test_what_windows_leaves_out_ends_no_name(case):
    (found,) = messages(BookletSettings("red", cases=(case,)))
    assert f"the case `{case}` ends in a dot or a space, which Windows leaves out" == found[1]


@pytest.mark.parametrize("other", ["Ä.case", "a\u0308.case", "A\u0308.case"])
def test_names_that_many_disks_take_for_one_are_found_over_all_booklets(other):
    booklets = (BookletSettings("red", cases=("ä.case",)), BookletSettings("blue", cases=("./ä.case", other)))
    (found,) = messages(*booklets)
    assert f"the case `{other}` differs from `ä.case` only in capitals or in forms of Unicode" in found[1]


def test_a_deck_has_a_name_too():
    assert ["CK816"] == [code for code, _ in messages(deck="nul.toml")]


def test_names_that_only_look_like_it_are_fine():
    booklets = (
        BookletSettings("console"),
        BookletSettings("com10", cases=("../con-man.case", "./com/nullity.case")),
    )
    assert [] == messages(*booklets, deck="deck.toml")


@pytest.mark.parametrize("other", ["a.case", "./a.case", "deep/../a.case", ".//a.case"])
def test_a_case_is_in_a_booklet_once_however_its_path_is_written(other):
    (fault,) = unmakeable([BookletSettings("red", cases=("a.case", "b.case", other))])
    assert (("booklets", 0), "the booklet `red` names a.case more than once") == fault[:2]


@pytest.mark.parametrize("other", ["A.case", "./A.case", "deep/../A.case"])
def test_names_are_held_against_each_other_however_their_paths_are_written(other):
    booklets = (BookletSettings("red", cases=("./a.case",)), BookletSettings("blue", cases=(other,)))
    assert [
        (
            "CK816",
            "the case `A.case` differs from `a.case` only in capitals or in forms of Unicode: on many disks they are one file",
        )
    ] == messages(*booklets)
    assert [] == messages(booklets[0], BookletSettings("blue", cases=("deep/../a.case",)))
