"""What viewers and screen readers say beside the pages is compared with what casekit would make them say."""

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, OutlineItem, Stream, String

from bench.resaving import OURSELVES
from casekit.diagnostics import Span, codes
from casekit.print.comparison.accessible_text_diff import said_otherwise
from casekit.print.comparison.compare_files import FilePair, find_differences
from casekit.print.comparison.differences import findings_on
from casekit.print.comparison.landmarks import Landmarks

SPOILER = "DORIAN did it"
BESIDE = "which casekit did not put there"
UNREADABLE = "what viewers and screen readers say beside the pages cannot be read"
EACH = ("booklet", "booklet-print-shop", "booklet-accessible")
TAGGED = ("booklet-accessible",)
UNTAGGED = ("booklet", "booklet-print-shop")


def saved(pdf, change, *ways):
    """The bytes of a file that was changed, and saved in some way."""
    for way in ways or (lambda file, out: file.save(out),):
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(pdf)) as file:
            change(file)
            way(file, out)
        pdf, change = out.getvalue(), lambda _: None
    return pdf


def heard(ours, theirs):
    found = findings_on(said_otherwise(ours, theirs, moved=False), Span("x.pdf"))
    assert {each.code for each in found} <= {codes.UNLIKE_TEXT}
    return [each.message for each in found]


def tags(file, kind):
    """The tags of a kind, in reading order."""
    waiting = list(file.Root.StructTreeRoot.K)
    while waiting:
        tag = waiting.pop(0)
        if isinstance(tag, Dictionary) and "/S" in tag:
            waiting[:0] = list(tag.get("/K", ()))
            if tag.S == kind:
                yield tag


def bookmarks(file):
    waiting = [file.Root.Outlines.First]
    while waiting:
        entry = waiting.pop()
        yield entry
        waiting += [entry[key] for key in ("/Next", "/First") if key in entry]


# Changes


def told_as(key):
    def change(file):
        file.docinfo[key] = String(SPOILER)

    return change


def metadata(key, words=SPOILER):
    def change(file):
        with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as held:
            held[key] = words

    return change


def both_titles(file):
    told_as("/Title")(file)
    metadata("dc:title")(file)


def labels(file):
    file.Root.PageLabels = Dictionary(
        Nums=Array([0, Dictionary(S=Name.D), 4, Dictionary(P=String(SPOILER)), 5, Dictionary(S=Name.D, St=6)])
    )


def bookmarks_exchanged(*places):
    def change(file):
        one, other = (list(bookmarks(file))[place] for place in places)
        one.Dest, other.Dest = other.Dest, one.Dest

    return change


def bookmark_renamed(file):
    list(bookmarks(file))[1].Title = String(SPOILER)


def bookmark_added(file):
    with file.open_outline() as outline:
        outline.root.append(OutlineItem(SPOILER, 0))


def bookmark_out_of_the_file(file):
    entry = list(bookmarks(file))[1]
    del entry.Dest
    entry.A = Dictionary(S=Name.URI, URI=String("https://example.org"))


def bookmark_removed(file):
    with file.open_outline() as outline:
        del outline.root[-1]


def bookmarks_without_end(file):
    list(bookmarks(file))[1].Next = list(bookmarks(file))[1]


def place_named(file):
    file.Root.Names.Dests.Names.append(String(SPOILER))
    file.Root.Names.Dests.Names.append(Array([file.pages[3].obj, Name.Fit]))


def places_exchanged(file):
    names = file.Root.Names.Dests.Names
    names[1], names[7] = names[7], names[1]


def in_content(text):
    def change(file):
        file.pages[3].contents_add(text)

    return change


def in_resources(file):
    file.pages[3].obj.Resources.Properties = Dictionary(Odd=Dictionary(Alt=String(SPOILER)))
    in_content(b"/Span /Odd BDC 0 0 1 1 re n EMC")(file)


def tags_added(file):
    tag = Dictionary(S=Name.P, Pg=file.pages[3].obj, ActualText=String(SPOILER))
    file.Root.StructTreeRoot = Dictionary(K=Array([file.make_indirect(tag)]))


def on_heading(key, value=None):
    def change(file):
        next(tags(file, Name.H2))[key] = value or String(SPOILER)

    return change


def other_role(file):
    file.Root.StructTreeRoot.RoleMap = Dictionary(H1=Name.Odd, Odd=Name.P)


def heads_exchanged(file):
    one, other = [cell for cell in tags(file, Name.TD) if "/A" in cell][:2]
    one.A, other.A = other.A, one.A


def parts_exchanged(file):
    kids = next(tag for tag in tags(file, Name.P) if len(list(tag.K)) > 2).K
    kids[0], kids[2] = kids[2], kids[0]


def pages_exchanged(file):
    parts = file.Root.StructTreeRoot.K[0].K
    parts[1], parts[2] = parts[2], parts[1]


def marks(*pairs):
    """Gives marks of page 6 other numbers."""

    def change(file):
        page = file.pages[5]
        content = list(pikepdf.parse_content_stream(page))
        numbers = dict(pairs)
        for operands, operator in content:
            if str(operator) == "BDC" and int(operands[1].MCID) in numbers:
                operands[1].MCID = numbers[int(operands[1].MCID)]
        page.Contents = file.make_stream(pikepdf.unparse_content_stream(content))

    return change


DAMAGES = {
    "Info title": (
        told_as("/Title"),
        EACH,
        [f"the document information gives “{SPOILER}” as title instead of “Two Bells”"],
    ),
    "XMP title": (
        metadata("dc:title"),
        EACH,
        [f"the metadata (XMP) gives “{SPOILER}” as title instead of “Two Bells”"],
    ),
    "both titles": (
        both_titles,
        EACH,
        [f"the document information and the metadata (XMP) give “{SPOILER}” as title instead of “Two Bells”"],
    ),
    "author": (told_as("/Author"), EACH, [f"the document information gives “{SPOILER}” as author, {BESIDE}"]),
    "subject": (
        told_as("/Subject"),
        EACH,
        [f"the document information gives “{SPOILER}” as subject, {BESIDE}"],
    ),
    "keywords": (
        metadata("pdf:Keywords"),
        EACH,
        [f"the metadata (XMP) gives “{SPOILER}” as keywords, {BESIDE}"],
    ),
    "another key": (
        told_as("/Hint"),
        EACH,
        [f"the document information gives “{SPOILER}” as Hint, {BESIDE}"],
    ),
    "rights": (metadata("dc:rights"), EACH, [f"the metadata (XMP) gives “{SPOILER}” as rights, {BESIDE}"]),
    "XMP author": (
        metadata("dc:creator", [SPOILER]),
        EACH,
        [f"the metadata (XMP) gives “{SPOILER}” as author, {BESIDE}"],
    ),
    "page labels": (labels, EACH, [f"page 5: viewers call it “{SPOILER}” instead of “5”"]),
    "two bookmarks exchanged": (
        bookmarks_exchanged(1, 2),
        EACH,
        [
            "the bookmark “The Last Toast” leads to page 4 instead of to page 2",
            "the bookmark “Eleven Bells” leads to page 2 instead of to page 4",
        ],
    ),
    "two bookmarks of a page exchanged": (
        bookmarks_exchanged(3, 4),
        EACH,
        [f"the bookmark “{number}” leads to another place on page 6" for number in "12"],
    ),
    "a bookmark renamed": (
        bookmark_renamed,
        EACH,
        [f"there is a bookmark “{SPOILER}” instead of “The Last Toast”"],
    ),
    "a bookmark added": (bookmark_added, EACH, [f"there is a bookmark “{SPOILER}”, {BESIDE}"]),
    "a bookmark out of the file": (
        bookmark_out_of_the_file,
        EACH,
        ["the bookmark “The Last Toast” leads out of the file (URI) instead of to page 2"],
    ),
    "a bookmark removed": (bookmark_removed, TAGGED, ["the bookmark “Solutions” is missing"]),
    "a named place": (place_named, EACH, [f"there is a named place “{SPOILER}”, {BESIDE}"]),
    "two named places exchanged": (
        places_exchanged,
        ("booklet",),
        [
            "the named place “paragraphs” leads to page 10 instead of to page 6",
            "the named place “solutions” leads to page 6 instead of to page 10",
        ],
    ),
    "ActualText of nothing": (
        in_content(f"/Span <</ActualText ({SPOILER})>> BDC EMC".encode()),
        EACH,
        [f"page 4: what is read aloud instead of letters is “{SPOILER}”, {BESIDE}"],
    ),
    "E of a point": (
        in_content(f"/Span <</E ({SPOILER})>> DP".encode()),
        EACH,
        [f"page 4: what is read aloud for a short form is “{SPOILER}”, {BESIDE}"],
    ),
    "Alt in resources": (
        in_resources,
        EACH,
        [f"page 4: the description of a picture is “{SPOILER}”, {BESIDE}"],
    ),
    "tags in a file without": (
        tags_added,
        UNTAGGED,
        [
            f"the file has tags, {BESIDE}, so that a screen reader may read its pages in another order",
            f"page 4: what is read aloud instead of letters is “{SPOILER}”, {BESIDE}",
        ],
    ),
    "Alt": (on_heading("/Alt"), TAGGED, [f"page 2: the description of a picture is “{SPOILER}”, {BESIDE}"]),
    "ActualText": (
        on_heading("/ActualText"),
        TAGGED,
        [f"page 2: what is read aloud instead of letters is “{SPOILER}”, {BESIDE}"],
    ),
    "E": (
        on_heading("/E"),
        TAGGED,
        [f"page 2: what is read aloud for a short form is “{SPOILER}”, {BESIDE}"],
    ),
    "Lang": (on_heading("/Lang"), TAGGED, [f"page 2: the language of a part is “{SPOILER}”, {BESIDE}"]),
    "title of a tag": (on_heading("/T"), TAGGED, [f"page 2: the title of a part is “{SPOILER}”, {BESIDE}"]),
    "tag": (on_heading("/S", Name.P), TAGGED, ["page 2: the tag of a part is “P” instead of “H2”"]),
    "role map": (other_role, TAGGED, ["pages 1 and 14: the tag of a part is “P” instead of “H1”"]),
    "heads of cells exchanged": (
        heads_exchanged,
        TAGGED,
        ["page 3: its parts are read aloud in another order"],
    ),
    "structure exchanged": (parts_exchanged, TAGGED, ["page 2: its parts are read aloud in another order"]),
    "marks exchanged": (marks((3, 7), (7, 3)), TAGGED, ["page 6: its parts are read aloud in another order"]),
    "a mark lost": (marks((3, 999)), TAGGED, ["page 6: a text is not read aloud"]),
    "pages of the structure exchanged": (
        pages_exchanged,
        TAGGED,
        ["page 3 is read aloud where page 2 should be"],
    ),
    "bookmarks without end": (
        bookmarks_without_end,
        EACH,
        [
            f"{UNREADABLE}: the file is damaged or incomplete (its bookmarks have no end)",
        ],
    ),
}
SAVING = {way.__name__.removeprefix("_"): way for way in OURSELVES}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", DAMAGES)
def test_what_speaks_is_told_once(product, kind):
    change, variants, messages = DAMAGES[kind]
    assert dict.fromkeys(variants, messages) == {
        each: heard(product(each), saved(product(each), change)) for each in variants
    }


@pytest.mark.parametrize("variant", EACH)
def test_what_was_saved_again_and_speaks_as_before_is_no_damage(product, variant):
    """Each of these can be part of what is set; it says the same when another program has saved it."""

    def everything(file):
        for kind, (change, variants, _) in DAMAGES.items():
            if variant in variants and kind not in {"bookmarks without end", "tag"}:
                change(file)

    ours = saved(product(variant), everything)
    again = {name: heard(ours, saved(ours, lambda _: None, way)) for name, way in SAVING.items()}
    assert {name: [] for name in SAVING} == again


def lost(file):
    for key in ("/Outlines", "/Names", "/Metadata", "/Lang", "/StructTreeRoot"):
        if key in file.Root:
            del file.Root[key]
    del file.docinfo["/Title"]


@pytest.mark.parametrize("variant", EACH)
def test_what_is_only_lost_is_no_damage(product, variant):
    """What an accessible file must not lose, the check of its tags tells."""
    assert [] == heard(product(variant), saved(product(variant), lost))


def test_equal_tags_that_a_program_keeps_once_are_no_damage(product):
    def share(file):
        places = [
            (tag.K, at)
            for tag in tags(file, Name.Art)
            for at, kid in enumerate(tag.K)
            if kid.S == Name.Div and not list(kid.get("/K", ()))
        ]
        (kids, at), *others = places
        alike = [(more, to) for more, to in others if more[to].get("/Pg") == kids[at].get("/Pg")]
        assert alike
        for more, to in alike:
            more[to] = kids[at]

    assert [] == heard(product(TAGGED[0]), saved(product(TAGGED[0]), share))


def looked_at(printed, ours, theirs):
    posts = Landmarks.of(printed.booklet, printed.numbers.values())
    return [
        each.message for each in findings_on(find_differences(FilePair(ours, theirs, posts)), Span("x.pdf"))
    ]


def test_it_is_told_beside_what_is_seen(printed):
    def change(file):
        told_as("/Title")(file)
        labels(file)
        file.pages[5].rotate(180, relative=True)

    assert [
        "page 6: turned by 180 degrees",
        f"the document information gives “{SPOILER}” as title instead of “Two Bells”",
        f"page 5: viewers call it “{SPOILER}” instead of “5”",
    ] == [each.split(" (")[0] for each in looked_at(printed, printed.pdf, saved(printed.pdf, change))]


def test_if_pages_are_moved_only_what_is_new_is_told(printed, product):
    def change(file):
        on_heading("/Alt")(file)
        labels(file)
        del file.pages[6]

    assert ["page 7 is missing", f"the description of a picture is “{SPOILER}”, {BESIDE}"] == looked_at(
        printed, product(TAGGED[0]), saved(product(TAGGED[0]), change)
    )


def test_letters_that_a_program_explains_are_compared_with_the_page(printed):
    """Cairo says so of ligatures; PDFium reads it, as voices do."""

    def explain(words):
        def change(file):
            page = file.pages[5]
            content = list(pikepdf.parse_content_stream(page))
            at = next(at for at, (_, operator) in enumerate(content) if str(operator) == "TJ")
            begin = pikepdf.parse_content_stream(
                Stream(file, f"/Span <</ActualText ({words})>> BDC".encode())
            )[0]
            end = pikepdf.parse_content_stream(Stream(file, b"EMC"))[0]
            content[at : at + 1] = [begin, content[at], end]
            page.Contents = file.make_stream(pikepdf.unparse_content_stream(content))

        return change

    (found,) = looked_at(printed, printed.pdf, saved(printed.pdf, explain(SPOILER)))
    assert found.startswith("page 6, ")
    assert SPOILER in found


def test_many_differences_of_a_kind_are_counted(product):
    def rename(file):
        for entry in bookmarks(file):
            entry.Title = String(f"No {entry.Title}")

    found = heard(product("booklet"), saved(product("booklet"), rename))
    assert 6 == len(found)
    assert [found[-1]] == [each for each in found if each.endswith("; 20 more differ")]
