"""Names that look alike: their skeletons, their scripts, and what is said of them in documents of any game."""

import pytest

from casekit.diagnostics import Source
from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.kit.registry import GAMES, game_called
from casekit.language.look_alikes import Shapes, difference, skeleton, strangers
from casekit.language.suggestions import NameMatcher, did_you_mean, is_strange
from casekit.pipeline import checking, loading

CYRILLIC = {
    "a": "а",
    "e": "е",
    "o": "о",
    "c": "с",
    "p": "р",
    "A": "А",
    "B": "В",
    "O": "О",
    "E": "Е",
    "T": "Т",
}
"""Latin letters with those that look like them."""


@pytest.mark.parametrize(
    ("expected", "one", "other"),
    [
        (True, "debt", "dеbt"),
        (True, "ANNA", "АNNА"),
        (True, "TOM", "ТОМ"),  # all of them are Cyrillic
        (True, "ΝΙΚΟΣ", "NIKOΣ"),
        (True, "suite", "su\u00adite"),
        (True, "ÉVA", "E\u0301VA"),
        (True, "fine", "fıne"),
        (False, "ÉVA", "EVA"),
        (False, "debt", "dept"),
    ],
)
def test_two_names_look_alike(expected, one, other):
    assert expected == (skeleton(one) == skeleton(other))
    assert (one if expected else "") == Shapes([one, other, "zone"]).meant(other)


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        ("", "ANNA"),
        ("", "АННА"),
        ("", "カナ漢字かな"),
        ("", "IT課"),
        ("", "Ǆemila-2"),
        ("А", "АNNA"),
        ("e", "дeрево"),
        ("ο", "rοοm"),
    ],
)
def test_letters_of_another_script(expected, name):
    assert expected == strangers(name)


def test_a_hint_names_the_letter():
    hint = "write `ANNA`; this has U+0410 CYRILLIC CAPITAL LETTER A"
    assert hint == did_you_mean("АNNA", ["ANNA", "HANNA"], "no")
    assert hint == did_you_mean("АNNA", NameMatcher(["ANNA", "HANNA"]), "no")
    assert "write `Х`; this has U+0058 LATIN CAPITAL LETTER X" == did_you_mean("X", ["Х"], "no")
    assert "U+00AD SOFT HYPHEN" == difference("su\u00adite", "suite")


@pytest.mark.parametrize(
    ("expected", "text"), [(False, "Café “Éclair”, d’été…"), (True, "саfé"), (True, "a\u00adb")]
)
def test_texts_in_latin_letters_need_no_table(expected, text):
    assert expected == is_strange(text)


def found_in(text):
    """The findings of a document of any game that has no edition of its own, or that of the base case."""
    parsed = loading.parse_bytes(text.encode(), "some.case")
    loaded_edition = LoadedEdition(parsed.game.language.default_edition(), game=parsed.game.name)
    return checking.check_without_deduction(loading.resolve_document(parsed, loaded_edition)).diagnostics


def names_in(game, text):
    """Names in the logic of a document with a letter that looks like another: each where it is first."""
    named = game_called(game)
    parsed = loading.parse_bytes(text.encode(), "some.case")
    loaded_edition = LoadedEdition(parsed.game.language.default_edition(), game=parsed.game.name)
    document = loading.resolve_document(parsed, loaded_edition).resolved.document
    mentions = [
        each
        for each in named.authoring.name_mentions(parsed.tree, document.scope, document.settings)
        if not each.prose and each.kind in {"value", "function"} and text[each.start : each.end] == each.name
    ]
    first = {each.name: each for each in reversed(mentions) if {*each.name} & {*CYRILLIC}}
    return sorted(first.values(), key=lambda each: each.start)[:4]


DISGUISES = [
    (game, at, disguise) for game in GAMES for at in range(4) for disguise in ("cyrillic", "soft hyphen")
]


@pytest.mark.parametrize(("game", "at", "disguise"), DISGUISES)
def test_a_disguised_name_is_named_in_every_game(game, at, disguise):
    text = base_of(game)
    assert [] == [each.code.id for each in found_in(text) if each.code.id == "CK157"]
    names = names_in(game, text)
    assert names
    mention = names[at % len(names)]
    letters = next(each for each in CYRILLIC if each in mention.name)
    name = (
        mention.name.replace(letters, CYRILLIC[letters], 1)
        if disguise == "cyrillic"
        else f"{mention.name[0]}\u00ad{mention.name[1:]}"
    )
    written = text[: mention.start] + name + text[mention.end :]
    places = [
        Source("some.case", written).part(each.span) for each in found_in(written) if each.code.id == "CK157"
    ]
    assert [(mention.start, mention.start + len(name))] == places
