import pytest
from hypothesis import given, strategies as st

from casekit.diagnostics.invisible_characters import HIDDEN
from casekit.translation.po import Catalogue, CatalogueMessage, catalogue_text
from casekit.translation.po_reading import read_catalogue

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"X-Casekit-Text: a.case\\n"\n'
ONE = '\nmsgctxt "title"\nmsgid "A Drop"\nmsgstr "Une goutte"\n'

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1)
TEXTS = WORDS.map(lambda text: " ".join(text.split())).filter(lambda text: text and not HIDDEN.search(text))
COMMENTS = st.lists(
    st.sampled_from(["", "|", ".", ":", ",", "~", "~|", " x", "=", "-"]) | TEXTS, max_size=3
).map(tuple)
FLAGS = st.lists(
    st.sampled_from(["no-wrap", "python-format", "no-python-format", "read-only", "range: 0..3"]), unique=True
).map(tuple)
ENTRIES = st.builds(
    CatalogueMessage,
    context=TEXTS,
    source=TEXTS,
    translation=st.just("") | TEXTS,
    fuzzy=st.booleans(),
    previous=st.just("") | TEXTS,
    comments=COMMENTS,
    flags=FLAGS,
)


def _read(text):
    return read_catalogue(text.encode() if isinstance(text, str) else text, "fr.po")


def _codes(text):
    _, _, problems = _read(text)
    return [(problem.code.id, problem.span.line) for problem in problems]


@given(
    st.lists(ENTRIES, unique_by=lambda entry: entry.context, max_size=4),
    st.lists(ENTRIES, max_size=3),
)
def test_what_is_written_is_read_back(entries, obsolete):
    catalogue = Catalogue(
        "a.case",
        "fr",
        "An edition",
        tuple(entries),
        tuple(obsolete),
        {"Last-Translator": "Somebody"},
        ("above",),
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
    assert (CatalogueMessage("x", "old", "alt", previous="older"),) == read.obsolete


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("title: A Drop of Midnight\n", 1),
        (HEADER + '\nmsgctxt "title"\nmsgid "A Drop"\nmsgstr "Une goutte\n', 8),
        (HEADER + '\nmsgctxt "title"\nmsgstr "Une goutte"\n', 7),
        (HEADER + ONE + 'msgstr "Une autre"\n', 9),
        (HEADER + '\nmsgctxt "title"\nmsgid "A Drop"\n\nmsgctxt "b"\nmsgid "c"\nmsgstr ""\n', 7),
        (HEADER + '\nmsgctxt "a"\nmsgid "b"\nmsgid_plural "bs"\nmsgstr[0] "c"\nmsgstr[1] "d"\n', 7),
        (HEADER + ONE + ONE.replace("A Drop", "Another"), 11),
        (HEADER + ONE + ONE, 11),
        (HEADER.replace("UTF-8", "ISO-8859-1") + ONE.replace("goutte", "goutte à boire"), 1),
        (HEADER.replace("UTF-8", "rot13") + ONE, 1),
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
        "context twice",
        "entry twice",
        "another charset",
        "no charset",
        "header twice",
        "no keyword",
    ],
)
def test_what_is_no_catalogue_is_refused_at_its_line(text, line):
    assert [("CK833", line)] == _codes(text)


def test_an_encoding_that_no_header_names_is_refused():
    assert [("CK902", 8)] == _codes((HEADER + ONE.replace("goutte", "goutt\xe9")).encode("latin-1"))


def test_the_empty_file_is_a_catalogue_of_nothing():
    read, _, problems = _read("")
    assert () == problems
    assert ("", ()) == (read.text, read.entries)


def test_long_texts_are_broken_into_lines_that_fit_on_a_screen():
    entry = CatalogueMessage("title", "word " * 60, "mot " * 80)
    gone = CatalogueMessage("gone", "word " * 60, "mot " * 80)
    text = catalogue_text(Catalogue("a.case", "fr", "", (entry,), (gone,)))
    longest = max(map(len, text.splitlines()))
    assert 90 <= longest <= 100


def test_the_words_of_an_entry_are_in_the_order_of_po():
    entry = CatalogueMessage(
        "title", "new", "neu", fuzzy=True, previous="old", comments=("mine",), notes=("a note",)
    )
    gone = CatalogueMessage("gone", "x", "y", fuzzy=True, previous="z", comments=("theirs",), notes=("none",))
    catalogue = Catalogue("a.case", "fr", "P", (entry,), (gone,), {"X-More": "1"}, ("above",))
    blocks = catalogue_text(catalogue).split("\n\n")
    assert ["# above", 'msgid ""', 'msgstr ""'] == blocks[0].splitlines()[:3]
    assert '"X-More: 1\\n"' == blocks[0].splitlines()[-1]
    assert [
        "# mine",
        "#. a note",
        "#, fuzzy",
        '#| msgid "old"',
        'msgctxt "title"',
        'msgid "new"',
        'msgstr "neu"',
    ] == blocks[1].splitlines()
    assert [
        "# theirs",
        "#, fuzzy",
        '#~| msgid "z"',
        '#~ msgctxt "gone"',
        '#~ msgid "x"',
        '#~ msgstr "y"',
    ] == blocks[2].splitlines()


def test_a_catalogue_without_header_has_no_comments_of_its_own():
    read, _, problems = _read(ONE)
    assert () == problems
    assert ((), "", "", {}) == (read.comments, read.text, read.language, read.fields)
    assert [("title", "A Drop", "Une goutte")] == [
        (each.context, each.source, each.translation) for each in read.entries
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('msgstr "lost"\n', "this `msgstr` has no `msgid` of its own above it"),
        ("title: x\n", "this is not a line of a PO file"),
        (
            HEADER + '\nmsgctxt "a"\nmsgid "b"\nmsgid_plural "bs"\nmsgstr[0] "c"\nmsgstr[1] "d"\n',
            "has a plural",
        ),
        (HEADER + ONE + ONE, "the context `title` occurs here a second time"),
        (HEADER + HEADER, "the header occurs here a second time"),
        (HEADER.replace("UTF-8", "ISO-8859-1") + ONE + "# \u00e9\n", "says that this file is ISO-8859-1"),
        (HEADER + '\nmsgctxt "title"\nmsgid "A"\n\nmsgctxt "b"\nmsgid "c"\nmsgstr ""\n', "this is not PO: "),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_said(text, words):
    _, _, (problem,) = _read(text)
    assert words in problem.message
    assert not problem.message.endswith((": ", "on "))


def test_of_two_entries_of_one_context_the_first_is_shown():
    _, source, (problem,) = _read(HEADER + ONE + ONE)
    (related,) = problem.related
    assert related.span.line < problem.span.line
    assert "title" in "".join(source.line(related.span.line + at) for at in (-1, 0, 1))
    _, _, (alone,) = _read(
        HEADER + '\nmsgctxt "a"\nmsgid "b"\nmsgid_plural "bs"\nmsgstr[0] "c"\nmsgstr[1] "d"\n'
    )
    assert () == alone.related


@pytest.mark.parametrize("charset", ["UTF-8", "utf8", "Utf-8"])
def test_utf_8_has_several_names(charset):
    assert [] == _codes(HEADER.replace("UTF-8", charset) + ONE)
    assert [] == _codes(HEADER.replace("; charset=UTF-8", "") + ONE)


def test_only_so_many_entries_are_reported():
    twice = "".join(f'\nmsgctxt "c"\nmsgid "x{number}"\nmsgstr "y"\n' for number in range(70))
    assert 50 == len(_codes(HEADER + twice))


def test_catalogues_are_the_same_wherever_they_were_read():
    assert Catalogue("a", "fr", "") == Catalogue("a", "fr", "", source=_read(HEADER)[1])
    assert CatalogueMessage("a", "b", line=3) == CatalogueMessage("a", "b")


def test_the_place_of_an_entry_is_its_line():
    read, source, _ = _read(HEADER + ONE + '\nmsgctxt "b"\nmsgid "c"\nmsgstr "d"\n')
    first, second = (read.span(entry) for entry in read.entries)
    assert (7, 11) == (first.line, second.line)
    assert ('msgid "A Drop"', 'msgid "c"') == (source.line(first.line), source.line(second.line))


# --- what other programs write -------------------------------------------------------------------

GOUTTE = CatalogueMessage("title", "A Drop", "Une goutte")


@pytest.mark.parametrize(
    "text",
    [
        ONE.replace("msgstr ", "msgstr\t"),
        ONE.replace("msgid ", "msgid  \t "),
        ONE.replace("msgctxt ", "msgctxt"),
        ONE.replace("\n", "\r"),
        ONE.replace("\n", "\r\n"),
        ONE.replace("\nmsg", "\n  msg"),
    ],
)
def test_white_space_of_other_programs_makes_no_difference(text):
    ends = "\r" if text.count("\r") and not text.count("\n") else "\n"
    read, _, problems = _read(HEADER.replace("\n", ends) + text)
    assert () == problems
    assert ("a.case", (GOUTTE,)) == (read.text, read.entries)


@pytest.mark.parametrize(
    ("charset", "words"),
    [
        ("ISO-8859-1", "Un café, une goutte"),
        ("ISO-8859-2", "Żółty, kropla"),
        ("windows-1252", "“Une” goutte…"),
        ("KOI8-R", "Капля"),
        ("Shift_JIS", "しずく表"),
        ("GB18030", "一滴"),
        ("utf-8", "Une goutte d’eau"),
        ("CHARSET", "Une goutte"),
        ("ASCII", "Une goutte"),
    ],
)
def test_a_file_is_read_in_the_encoding_that_its_header_names_and_written_in_utf_8(charset, words):
    text = (HEADER.replace("UTF-8", charset) + ONE).replace("Une goutte", words)
    read, _, problems = _read(text.encode("utf-8" if charset == "CHARSET" else charset))
    assert () == problems
    assert words == read.entries[0].translation
    again, _, _ = _read(catalogue_text(read).encode())
    assert read == again


def test_bytes_that_are_not_in_the_encoding_of_the_header_are_refused():
    assert [("CK833", 1)] == _codes((HEADER.replace("UTF-8", "EUC-JP") + ONE).encode() + b"# \xff\n")


def test_entries_without_a_context_are_read():
    text = HEADER + '\nmsgid "A Drop"\nmsgstr "Une goutte"\n\nmsgid "A Drop"\nmsgstr "Goutte"\n'
    read, _, problems = _read(text + '\n#~ msgid "old"\n#~ msgstr "vieux"\n')
    assert () == problems
    assert ["Une goutte", "Goutte"] == [entry.translation for entry in read.entries]
    assert (CatalogueMessage("", "old", "vieux"),) == read.obsolete
    assert read == _read(catalogue_text(read))[0]


def test_what_a_translator_writes_above_an_entry_is_kept_line_by_line():
    lines = "# | is this so?\n#\n# twice\n# twice\n#  two spaces\n#, no-wrap,fuzzy\n#,python-format\n"
    read, _, _ = _read(HEADER + "\n" + lines + '#| msgid ""\n#| "older"\n' + ONE.lstrip())
    (entry,) = read.entries
    assert ("| is this so?", "", "twice", "twice", " two spaces") == entry.comments
    assert (True, ("no-wrap", "python-format"), "older") == (entry.fuzzy, entry.flags, entry.previous)
