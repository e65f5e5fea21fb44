import pytest
from hypothesis import given, strategies as st

from casekit.diagnostics.hidden import HIDDEN
from casekit.translation.po import Catalogue, CatalogueMessage, catalogue_text, read_catalogue

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"X-Casekit-Text: a.case\\n"\n'
ONE = '\nmsgctxt "title"\nmsgid "A Drop"\nmsgstr "Une goutte"\n'

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)
TEXTS = WORDS.map(lambda text: " ".join(text.split())).filter(lambda text: text and not HIDDEN.search(text))
COMMENTS = st.lists(TEXTS.filter(lambda text: text[0] not in "|.:,~"), max_size=2).map(tuple)
ENTRIES = st.builds(
    CatalogueMessage,
    context=TEXTS,
    source=TEXTS,
    translation=st.just("") | TEXTS,
    fuzzy=st.booleans(),
    previous=st.just("") | TEXTS,
    comments=COMMENTS,
)


def _read(text):
    return read_catalogue(text.encode() if isinstance(text, str) else text, "fr.po")


def _codes(text):
    _, _, problems = _read(text)
    return [(problem.code.id, problem.span.line) for problem in problems]


@given(
    st.lists(ENTRIES, unique_by=lambda entry: entry.context, max_size=4),
    st.lists(ENTRIES, unique_by=lambda entry: (entry.context, entry.source), max_size=2),
)
def test_what_is_written_is_read_back(entries, obsolete):
    kept = tuple(
        CatalogueMessage(each.context, each.source, each.translation, comments=each.comments)
        for each in obsolete
    )
    catalogue = Catalogue(
        "a.case", "fr", "An edition", tuple(entries), kept, {"Last-Translator": "Somebody"}, ("above",)
    )
    read, _, problems = _read(catalogue_text(catalogue))
    assert () == problems
    assert catalogue == read


def test_a_long_previous_text_is_quoted_line_by_line():
    entry = CatalogueMessage("title", "new", "neu", fuzzy=True, previous="word " * 40)
    text = catalogue_text(Catalogue("a.case", "fr", "", (entry,)))
    lines = [line for line in text.splitlines() if line.startswith("#|")]
    assert len(lines) > 2
    assert all(line.endswith('"') for line in lines)
    assert _read(text)[0].entries == (entry,)


def test_what_other_programs_add_to_a_header_is_kept_but_no_date_of_extraction():
    more = '"POT-Creation-Date: 2026-01-01 00:00+0000\\n"\n"X-Generator: An editor\\n"\n"Plural-Forms: nplurals=2;\\n"\n'
    read, _, _ = _read(HEADER + more + ONE)
    assert {"X-Generator": "An editor", "Plural-Forms": "nplurals=2;"} == read.fields
    assert "POT-Creation-Date" not in catalogue_text(read)


def test_line_ends_in_a_translation_are_spaces_and_no_break_spaces_stay():
    read, _, _ = _read(
        HEADER
        + '\nmsgctxt "a"\nmsgid "b"\nmsgstr ""\n"un\\n"\n"  deux\\u00a0!"\n'.replace("\\u00a0", "\u00a0")
    )
    assert "un deux\u00a0!" == read.entries[0].translation


def test_obsolete_entries_with_a_previous_text_of_other_programs_are_read():
    read, _, problems = _read(
        HEADER + ONE + '\n#~| msgid "older"\n#~ msgctxt "x"\n#~ msgid "old"\n#~ msgstr "alt"\n'
    )
    assert () == problems
    assert (CatalogueMessage("x", "old", "alt"),) == read.obsolete


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("title: A Drop of Midnight\n", 1),
        (HEADER + '\nmsgctxt "title"\nmsgid "A Drop"\nmsgstr "Une goutte\n', 8),
        (HEADER + '\nmsgctxt "title"\nmsgstr "Une goutte"\n', 7),
        (HEADER + ONE + 'msgstr "Une autre"\n', 9),
        (HEADER + '\nmsgctxt "title"\nmsgid "A Drop"\n\nmsgctxt "b"\nmsgid "c"\nmsgstr ""\n', 7),
        (HEADER + '\nmsgctxt "a"\nmsgid "b"\nmsgid_plural "bs"\nmsgstr[0] "c"\nmsgstr[1] "d"\n', 7),
        (HEADER + '\nmsgid "A Drop"\nmsgstr "Une goutte"\n', 6),
        (HEADER + ONE + ONE.replace("A Drop", "Another"), 11),
        (HEADER + ONE + ONE, 11),
        (HEADER.replace("UTF-8", "ISO-8859-1") + ONE, 1),
        (HEADER + HEADER, 5),
        ('"lost"\n', 1),
    ],
    ids=[
        "no PO",
        "unclosed",
        "no msgid",
        "two msgstr",
        "no msgstr",
        "plural",
        "no context",
        "context twice",
        "entry twice",
        "charset",
        "header twice",
        "no keyword",
    ],
)
def test_what_is_no_catalogue_is_refused_at_its_line(text, line):
    assert [("CK833", line)] == _codes(text)


def test_another_encoding_is_refused():
    assert [("CK902", 8)] == _codes((HEADER + ONE.replace("goutte", "goutt\xe9")).encode("latin-1"))


def test_the_empty_file_is_a_catalogue_of_nothing():
    read, _, problems = _read("")
    assert () == problems
    assert ("", ()) == (read.text, read.entries)
