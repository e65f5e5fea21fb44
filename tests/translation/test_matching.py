import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from casekit.diagnostics import Span
from casekit.translation.matching import MessageState, match, updated
from casekit.translation.po import DOUBT, Catalogue, CatalogueMessage, catalogue_text
from casekit.translation.po_reading import read_catalogue
from casekit.translation.texts import Text

LONG = "The ribbon of the typewriter is worn out and I have asked for another"


def _texts(**sources):
    return tuple(
        Text(context.replace("_", " / "), source, (), Span("a")) for context, source in sources.items()
    )


def _catalogue(*entries, obsolete=()):
    return Catalogue("a.case", "fr", "", entries, obsolete)


def _states(texts, *entries, **more):
    found, _ = match(texts, _catalogue(*entries, **more))
    return [(each.state, each.entry.translation if each.entry else None) for each in found]


def test_without_a_catalogue_everything_is_missing():
    assert [MessageState.MISSING] == [each.state for each in match(_texts(a="one"), None)[0]]


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        (CatalogueMessage("a", "one", "un"), MessageState.TRANSLATED),
        (CatalogueMessage("a", "one", ""), MessageState.MISSING),
        (CatalogueMessage("a", "one", "un", fuzzy=True), MessageState.FUZZY),
        (CatalogueMessage("a", "one", "un", fuzzy=True, previous="won"), MessageState.DRIFTED),
        (CatalogueMessage("a", "won", "un"), MessageState.DRIFTED),
        (CatalogueMessage("a", "won", ""), MessageState.MISSING),
        (CatalogueMessage("a", "two", "un", fuzzy=True, previous="one"), MessageState.TRANSLATED),
        (CatalogueMessage("a", "two", "deux", previous="one"), MessageState.DRIFTED),
        (CatalogueMessage("a", "one", "un", previous="won"), MessageState.TRANSLATED),
    ],
)
def test_the_state_of_a_text(entry, state):
    assert [state] == [found for found, _ in _states(_texts(a="one"), entry)]


def test_a_paragraph_put_before_others_takes_no_translation_away():
    texts = _texts(a="new", a_2="one", a_3="two")
    entries = (CatalogueMessage("a", "one", "un"), CatalogueMessage("a / 2", "two", "deux"))
    expected = [
        (MessageState.MISSING, None),
        (MessageState.TRANSLATED, "un"),
        (MessageState.TRANSLATED, "deux"),
    ]
    assert expected == _states(texts, *entries)


def test_a_paragraph_that_moved_and_changed_is_known_by_its_words():
    texts = _texts(a="new", a_2=f"{LONG}.", a_3="two")
    entries = (CatalogueMessage("a", LONG, "un"), CatalogueMessage("a / 2", "two", "deux"))
    assert (MessageState.DRIFTED, "un") == _states(texts, *entries)[1]


def test_a_quotation_is_never_taken_for_prose():
    texts = _texts(a="changed", **{"a_quotation 1": "one"})
    entries = (
        CatalogueMessage("a / quotation 2", "changes", "z"),
        CatalogueMessage("a / quotation 1", "one", "un"),
    )
    assert [(MessageState.MISSING, None), (MessageState.TRANSLATED, "un")] == _states(texts, *entries)


def test_a_text_that_came_back_has_its_old_translation():
    old = CatalogueMessage("a", "one", "un")
    assert [(MessageState.TRANSLATED, "un")] == _states(_texts(a="one"), obsolete=(old,))


def test_a_text_under_another_heading_keeps_its_translation():
    assert [(MessageState.TRANSLATED, "un")] == _states(_texts(b="one"), CatalogueMessage("a", "one", "un"))


def test_extracting_marks_what_changed_and_keeps_what_is_gone():
    texts = _texts(a="one!", b="two")
    entries = (
        CatalogueMessage("a", "one", "un", comments=("mine",)),
        CatalogueMessage("b", "two", "deux"),
        CatalogueMessage("c", "gone", "parti"),
        CatalogueMessage("d", "never translated"),
    )
    found = updated(
        _catalogue(*entries), *match(texts, _catalogue(*entries)), text="a.case", language="fr", project="P"
    )
    assert (
        CatalogueMessage("a", "one!", "un", fuzzy=True, previous="one", comments=("mine",)),
        CatalogueMessage("b", "two", "deux"),
    ) == found.entries
    assert (CatalogueMessage("c", "gone", "parti"),) == found.obsolete


def test_a_text_that_changes_after_its_translation_was_mended_was_translated_from_the_newer_one():
    mended = CatalogueMessage("a", "two", "deux", previous="one")
    texts = _texts(a="three")
    found = updated(
        _catalogue(mended), *match(texts, _catalogue(mended)), text="a", language="fr", project=""
    )
    assert (CatalogueMessage("a", "three", "deux", fuzzy=True, previous="two"),) == found.entries


def test_a_text_that_changes_twice_keeps_the_one_that_was_translated():
    once = CatalogueMessage("a", "two", "un", fuzzy=True, previous="one")
    texts = _texts(a="three")
    found = updated(_catalogue(once), *match(texts, _catalogue(once)), text="a", language="fr", project="")
    assert (CatalogueMessage("a", "three", "un", fuzzy=True, previous="one"),) == found.entries


def _new(texts, catalogue=None):
    return updated(catalogue, *match(texts, catalogue), text="a.case", language="fr", project="P")


def test_translators_are_told_of_quotations_where_there_are_some():
    without, with_some = (_new(_texts(a="one", **more)).comments for more in ({}, {"a_quotation 1": "one"}))
    assert 2 == len(without)
    assert not any("quotation from" in line for line in without)
    assert without[0] == with_some[0]
    assert with_some[1].startswith(without[1])
    assert "Copy each quotation from the translation of its paragraph" in " ".join(with_some)


def test_what_a_translator_wrote_above_the_entries_stays():
    catalogue = Catalogue("a.case", "fr", "", fields={"Last-Translator": "Somebody"}, comments=("mine",))
    found = _new(_texts(a="one"), catalogue)
    assert (("mine",), {"Last-Translator": "Somebody"}) == (found.comments, found.fields)
    assert ("a.case", "fr", "P") == (found.text, found.language, found.project)


def test_notes_are_those_of_the_texts():
    texts = (
        Text("a", "one", ("new note",), Span("a")),
        Text("b", "two", ("for b",), Span("a")),
    )
    catalogue = _catalogue(CatalogueMessage("a", "one", "un", notes=("old note",)))
    assert [("new note",), ("for b",)] == [entry.notes for entry in _new(texts, catalogue).entries]


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("aaaaaa----", MessageState.DRIFTED),  # six of ten letters are the same
        ("aaaaa-----", MessageState.MISSING),
    ],
)
def test_a_new_version_has_more_than_half_of_the_text(words, state):
    texts = _texts(a="other", a_2="aaaaaaaaaa")
    assert state == _states(texts, CatalogueMessage("a / 3", words, "un"))[1][0]


def test_of_several_versions_the_most_like_it_is_taken():
    texts = _texts(a_9=f"{LONG}.")
    entries = (
        CatalogueMessage("a", LONG.replace("ribbon", "cover"), "c"),
        CatalogueMessage("a / 2", LONG, "un"),
        CatalogueMessage("b", f"{LONG}!", "z"),
    )
    assert [(MessageState.DRIFTED, "un")] == _states(texts, *entries)


def test_a_new_version_is_looked_for_in_its_own_paragraph():
    texts = _texts(a_9=f"{LONG}.")
    assert [(MessageState.MISSING, None)] == _states(texts, CatalogueMessage("b", LONG, "un"))


def test_a_quotation_is_a_new_version_of_a_quotation():
    texts = _texts(**{"a_quotation 2": f"{LONG}."})
    entries = (CatalogueMessage("a", LONG, "z"), CatalogueMessage("a / quotation 1", LONG[:-5], "un"))
    assert [(MessageState.DRIFTED, "un")] == _states(texts, *entries)


def test_of_the_same_words_in_two_places_each_keeps_its_own():
    texts = _texts(a="one", b="one")
    entries = (CatalogueMessage("b", "one", "B"), CatalogueMessage("a", "one", "A"))
    assert [(MessageState.TRANSLATED, "A"), (MessageState.TRANSLATED, "B")] == _states(texts, *entries)


@pytest.mark.parametrize(
    ("more", "state"),
    [({}, MessageState.TRANSLATED), ({"fuzzy": True, "previous": "won"}, MessageState.DRIFTED)],
)
def test_words_that_moved_within_a_paragraph_go_before_those_of_others(more, state):
    texts = _texts(a_5="one")
    entries = (CatalogueMessage("b", "one", "B", **more), CatalogueMessage("a", "one", "A", **more))
    assert [(state, "A")] == _states(texts, *entries)


def test_an_entry_elsewhere_without_translation_is_of_no_use():
    entries = (CatalogueMessage("b", "one", ""), CatalogueMessage("c", "one", "C"))
    assert [(MessageState.TRANSLATED, "C")] == _states(_texts(a="one"), *entries)


def test_only_translations_are_kept_of_texts_that_are_gone():
    _, gone = match((), _catalogue(CatalogueMessage("a", "one", "un"), CatalogueMessage("b", "two")))
    assert ["a"] == [entry.context for entry in gone]


# --- texts that go and come back -----------------------------------------------------------------


def _extracted(texts, catalogue):
    """The catalogue as the next extraction finds it in its file."""
    new = updated(catalogue, *match(texts, catalogue), text="a.case", language="fr", project="P")
    read, _, problems = read_catalogue(catalogue_text(new).encode(), "a.po")
    assert () == problems
    return read


DOUBTED = CatalogueMessage("a", "one", "un", fuzzy=True)


@pytest.mark.parametrize(
    "steps",
    [[_texts(a="another")], [()], [_texts(a="another"), ()], [(), _texts(a="another"), _texts(a="x")]],
)
def test_a_doubt_comes_back_with_its_text(steps):
    catalogue = _catalogue(DOUBTED)
    for texts in steps:
        catalogue = _extracted(texts, catalogue)
    assert (DOUBTED,) == _extracted(_texts(a="one"), catalogue).entries
    assert [MessageState.FUZZY] == [each.state for each in match(_texts(a="one"), catalogue)[0]]


def test_a_doubt_ends_when_the_translator_removes_the_mark():
    drifted = _extracted(_texts(a="two"), _catalogue(DOUBTED)).entries[0]
    assert (True, "one", (DOUBT,)) == (drifted.fuzzy, drifted.previous, drifted.flags)
    reviewed = CatalogueMessage("a", "two", "deux", flags=drifted.flags)
    assert (CatalogueMessage("a", "two", "deux"),) == _extracted(
        _texts(a="two"), _catalogue(reviewed)
    ).entries


def test_a_text_that_comes_back_takes_its_translation_from_the_one_that_has_it_now():
    drifted = CatalogueMessage("a / 2", f"{LONG}!", "un", fuzzy=True, previous=LONG)
    texts = _texts(a=LONG, a_2=f"{LONG}!")
    assert [(MessageState.TRANSLATED, "un"), (MessageState.MISSING, None)] == _states(texts, drifted)


ORIGINAL = ("One day it rained.", "One day it rained!", "The ship sailed on.", "x", "Nobody knew why.")
OTHERS = ("One day it snowed.", "Something else.", "The ship sailed off.", "y")


@st.composite
def histories(draw):
    """The texts of an edition, a catalogue of them, and what the edition was in between: some removed, some replaced."""
    first = draw(st.integers(1, len(ORIGINAL)))

    def edition(kept, replaced):
        texts = []
        for unit, indices in (("a", range(first)), ("b", range(first, len(ORIGINAL)))):
            there = [replaced.get(index, ORIGINAL[index]) for index in indices if index in kept]
            texts += [
                Text(unit if number == 1 else f"{unit} / {number}", source, (), Span("a"))
                for number, source in enumerate(there, 1)
            ]
        return tuple(texts)

    whole = edition(range(len(ORIGINAL)), {})
    entries = tuple(
        CatalogueMessage(
            text.context,
            text.source,
            translation,
            fuzzy=bool(translation) and draw(st.booleans()),
            comments=draw(st.sampled_from([(), ("| mine",)])),
            flags=draw(st.sampled_from([(), ("no-wrap",)])),
        )
        for text in whole
        for translation in [draw(st.sampled_from(["", f"z {text.source}"]))]
    )
    steps = []
    for _ in range(draw(st.integers(0, 4))):
        kept = draw(st.sets(st.integers(0, len(ORIGINAL) - 1)))
        steps.append(edition(kept, {}))
    one = draw(st.integers(0, len(ORIGINAL) - 1))
    replaced = {one: draw(st.sampled_from(OTHERS))}
    if draw(st.booleans()):
        steps.append(edition(range(len(ORIGINAL)), replaced))
    return whole, entries, steps


@given(histories())
def test_texts_that_go_and_come_back_have_the_same_entries(history):
    whole, entries, steps = history
    catalogue = _extracted(whole, _catalogue(*entries))
    assert entries == catalogue.entries
    for texts in steps:
        catalogue = _extracted(texts, catalogue)
    assert entries == _extracted(whole, catalogue).entries


# --- entries of other programs -------------------------------------------------------------------


def test_an_entry_without_a_context_is_known_by_its_text_and_serves_all_that_are_the_same():
    texts = _texts(a="one", b="two", c="one")
    entries = (CatalogueMessage("", "two", "deux"), CatalogueMessage("", "one", "un"))
    assert [(MessageState.TRANSLATED, words) for words in ("un", "deux", "un")] == _states(texts, *entries)


def test_a_context_goes_before_a_text():
    texts = _texts(a="one", b="one")
    entries = (CatalogueMessage("", "one", "?"), CatalogueMessage("b", "one", "un"))
    assert [(MessageState.TRANSLATED, "?"), (MessageState.TRANSLATED, "un")] == _states(texts, *entries)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("other", ["NFC", "NFD"])
def test_accents_that_another_program_composed_or_took_apart_are_no_change(form, other):
    context, source, before = (
        unicodedata.normalize(form, words) for words in ("\u00c9VA", "caf\u00e9", "th\u00e9")
    )
    entry = CatalogueMessage(*(unicodedata.normalize(other, words) for words in (context, source)), "bistro")
    doubted = replace(entry, previous=unicodedata.normalize(other, before), fuzzy=True)
    texts = _texts(**{context: source})
    assert [(MessageState.TRANSLATED, "bistro")] == _states(texts, entry)
    assert [(MessageState.DRIFTED, "bistro")] == _states(texts, doubted)
    assert [source] == [match.entry.source for match in match(texts, _catalogue(entry))[0]]
