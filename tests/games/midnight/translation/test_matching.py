import pytest

from casekit.diagnostics import Span
from casekit.games.midnight.translation.catalogue import Catalogue, Entry
from casekit.games.midnight.translation.extract import updated
from casekit.games.midnight.translation.matching import State, match
from casekit.games.midnight.translation.texts import Text

LONG = "The ribbon of the typewriter is worn out and I have asked for another"


def _texts(**sources):
    return tuple(
        Text(context.replace("_", " / "), source, (), Span("a")) for context, source in sources.items()
    )


def _catalogue(*entries, obsolete=()):
    return Catalogue("a.case", "fr", "", entries, obsolete)


def _states(texts, *entries, **more):
    found = match(texts, _catalogue(*entries, **more))
    return [(each.state, each.entry.translation if each.entry else None) for each in found.matches]


def test_without_a_catalogue_everything_is_missing():
    assert [State.MISSING] == [each.state for each in match(_texts(a="one"), None).matches]


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        (Entry("a", "one", "un"), State.TRANSLATED),
        (Entry("a", "one", ""), State.MISSING),
        (Entry("a", "one", "un", fuzzy=True), State.FUZZY),
        (Entry("a", "one", "un", fuzzy=True, previous="won"), State.DRIFTED),
        (Entry("a", "won", "un"), State.DRIFTED),
        (Entry("a", "won", ""), State.MISSING),
        (Entry("a", "two", "un", fuzzy=True, previous="one"), State.TRANSLATED),
        (Entry("a", "two", "deux", previous="one"), State.DRIFTED),
        (Entry("a", "one", "un", previous="won"), State.TRANSLATED),
    ],
)
def test_the_state_of_a_text(entry, state):
    assert [state] == [found for found, _ in _states(_texts(a="one"), entry)]


def test_a_paragraph_put_before_others_takes_no_translation_away():
    texts = _texts(a="new", a_2="one", a_3="two")
    entries = (Entry("a", "one", "un"), Entry("a / 2", "two", "deux"))
    expected = [(State.MISSING, None), (State.TRANSLATED, "un"), (State.TRANSLATED, "deux")]
    assert expected == _states(texts, *entries)


def test_a_paragraph_that_moved_and_changed_is_known_by_its_words():
    texts = _texts(a="new", a_2=f"{LONG}.", a_3="two")
    entries = (Entry("a", LONG, "un"), Entry("a / 2", "two", "deux"))
    assert (State.DRIFTED, "un") == _states(texts, *entries)[1]


def test_a_quotation_is_never_taken_for_prose():
    texts = _texts(a="changed", **{"a_quotation 1": "one"})
    entries = (Entry("a / quotation 2", "changes", "z"), Entry("a / quotation 1", "one", "un"))
    assert [(State.MISSING, None), (State.TRANSLATED, "un")] == _states(texts, *entries)


def test_a_text_that_came_back_has_its_old_translation():
    old = Entry("a", "one", "un")
    assert [(State.TRANSLATED, "un")] == _states(_texts(a="one"), obsolete=(old,))


def test_a_text_under_another_heading_keeps_its_translation():
    assert [(State.TRANSLATED, "un")] == _states(_texts(b="one"), Entry("a", "one", "un"))


def test_extracting_marks_what_changed_and_keeps_what_is_gone():
    texts = _texts(a="one!", b="two")
    entries = (
        Entry("a", "one", "un", comments=("mine",)),
        Entry("b", "two", "deux"),
        Entry("c", "gone", "parti"),
        Entry("d", "never translated"),
    )
    found = updated(
        _catalogue(*entries), match(texts, _catalogue(*entries)), text="a.case", language="fr", project="P"
    )
    assert (
        Entry("a", "one!", "un", fuzzy=True, previous="one", comments=("mine",)),
        Entry("b", "two", "deux"),
    ) == found.entries
    assert (Entry("c", "gone", "parti"),) == found.obsolete


def test_a_text_that_changes_after_its_translation_was_mended_was_translated_from_the_newer_one():
    mended = Entry("a", "two", "deux", previous="one")
    texts = _texts(a="three")
    found = updated(_catalogue(mended), match(texts, _catalogue(mended)), text="a", language="fr", project="")
    assert (Entry("a", "three", "deux", fuzzy=True, previous="two"),) == found.entries


def test_a_text_that_changes_twice_keeps_the_one_that_was_translated():
    once = Entry("a", "two", "un", fuzzy=True, previous="one")
    texts = _texts(a="three")
    found = updated(_catalogue(once), match(texts, _catalogue(once)), text="a", language="fr", project="")
    assert (Entry("a", "three", "un", fuzzy=True, previous="one"),) == found.entries
