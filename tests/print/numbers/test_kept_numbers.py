"""Adding, deleting and editing paragraphs moves no other number."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings, strategies as st

from casekit.diagnostics import Span
from casekit.print.content.booklet import Booklet, CasePages, Paragraph, Passage
from casekit.print.numbers.distances import distances
from casekit.print.numbers.errata import errata
from casekit.print.numbers.kept_numbers import keep
from casekit.print.numbers.lock import Lock, lock_of
from casekit.print.numbers.numbering import items_of, number_again

NOWHERE = Passage((), Span("x"))


def booklet_of(cases):
    """A booklet of the texts under each path of each case file; a tuple of paths shares one paragraph."""
    return Booklet(
        slug="green",
        title="",
        subtitle="",
        notice="",
        solutions_title="",
        solutions_notice="",
        language="en",
        paper="a5",
        accent="#000000",
        cases=tuple(
            CasePages(
                heading=f"Case {at}",
                title="",
                level="",
                presentation=NOWHERE,
                answers=(),
                groups=(),
                paragraphs=tuple(
                    Paragraph(
                        f"{at}/{paths[0]}",
                        Passage((text,), Span("x")),
                        f"{at}/{paths[0][0]}" if paths[0][0].isalpha() else "",
                        paths,
                    )
                    for paths, text in texts.items()
                ),
                solution_heading="",
                solution=NOWHERE,
                file=file,
            )
            for at, (file, texts) in enumerate(cases.items(), 1)
        ),
        span=Span("x"),
    )


def case(name, suspects=4, places=8):
    paths = [f"{who} {what}" for who in "ABCDEFGHIJKL"[:suspects] for what in ("alibi", "motive", "witness")]
    paths += [f"{at:02}" for at in range(1, places + 1)]
    return {(path,): f"{name} {path}" for path in paths}


def numbers_by_path(booklet, numbering):
    return {
        (each.file, path): numbering.numbers[paragraph.key]
        for each in booklet.cases
        for paragraph in each.paragraphs
        for path in paragraph.paths
    }


def printed(cases):
    booklet = booklet_of(cases)
    return lock_of(booklet, number_again(booklet, 0))


CASES = {"one.case": case("one"), "two.case": case("two"), "three.case": case("three")}
LOCK = printed(CASES)
ALL = [(file, paths) for file, texts in CASES.items() for paths in texts]


def edited(deleted=(), changed=(), added=(), order=None):
    cases = {
        file: {
            paths: f"{text}, mended" if (file, paths) in changed else text
            for paths, text in texts.items()
            if (file, paths) not in deleted
        }
        for file, texts in CASES.items()
    }
    for file, path in added:
        cases[file][path,] = f"new {file} {path}"
    return {file: cases[file] for file in order or cases}


EDITS = st.fixed_dictionaries(
    {
        "deleted": st.lists(st.sampled_from(ALL), max_size=9, unique=True),
        "changed": st.lists(st.sampled_from(ALL), max_size=9, unique=True),
        "added": st.lists(
            st.tuples(
                st.sampled_from(list(CASES)), st.sampled_from(["31", "32", "33", "Z alibi", "Z motive"])
            ),
            max_size=9,
            unique=True,
        ),
        "order": st.permutations(list(CASES)),
    }
)


@settings(max_examples=60)
@given(EDITS)
def test_no_number_moves(edit):
    booklet = booklet_of(edited(**edit))
    numbering = keep(LOCK, booklet)
    before = {(file, path): entry.number for file, path, entry in LOCK.entries()}
    after = numbers_by_path(booklet, numbering)
    assert {place: before[place] for place in after if place in before} == {
        place: number for place, number in after.items() if place in before
    }
    # Every number up to the last is given once or a gap, and the end grows only when no gap is left.
    given_numbers = [*numbering.numbers.values(), *numbering.gaps]
    last = max(LOCK.last, len(after))
    assert list(range(1, last + 1)) == sorted(given_numbers)
    assert numbering.added == tuple(sorted(after[place] for place in after if place not in before))
    again = lock_of(booklet, numbering)
    assert numbering.numbers == keep(again, booklet).numbers
    assert () == keep(again, booklet).added
    assert again == lock_of(booklet, keep(again, booklet))


@settings(max_examples=60)
@given(EDITS)
def test_errata_tell_exactly_what_was_edited(edit):
    booklet = booklet_of(edited(**edit))
    changes = errata(LOCK, lock_of(booklet, keep(LOCK, booklet)))
    told = {
        kind: {(change.case, path) for change in changes if kind in change.kinds for path in change.paths}
        for kind in ("added", "deleted", "text", "moved")
    }
    deleted = {(file, path) for file, paths in edit["deleted"] for path in paths}
    assert {
        "added": set(edit["added"]),
        "deleted": deleted,
        "text": {(file, path) for file, paths in edit["changed"] for path in paths} - deleted,
        "moved": set(),
    } == told
    assert () == errata(LOCK, LOCK)


def test_what_was_deleted_can_come_back_under_its_number():
    file, paths = ALL[5]
    without = booklet_of(edited(deleted=[ALL[5]]))
    gap = keep(LOCK, without)
    assert (LOCK.cases[file][paths[0]].number,) == gap.gaps
    assert keep(LOCK, booklet_of(CASES)).numbers == keep(lock_of(without, gap), booklet_of(CASES)).numbers


def test_a_path_with_another_name_is_known_by_its_text():
    renamed = {
        **CASES,
        "one.case": {(paths[0].replace("A ", "AA "),): text for paths, text in CASES["one.case"].items()},
    }
    booklet = booklet_of(renamed)
    numbering = keep(LOCK, booklet)
    assert () == numbering.gaps
    after = numbers_by_path(booklet, numbering)
    assert LOCK.cases["one.case"]["A motive"].number == after["one.case", "AA motive"]


def test_paths_that_come_to_share_a_paragraph_leave_one_gap():
    texts = CASES["two.case"].copy()
    del texts["02",]
    shared = {paths if paths != ("01",) else ("01", "02"): text for paths, text in texts.items()}
    booklet = booklet_of({**CASES, "two.case": shared})
    numbering = keep(LOCK, booklet)
    assert (LOCK.cases["two.case"]["02"].number,) == numbering.gaps
    assert LOCK.cases["two.case"]["01"].number == numbering.numbers["2/01"]


def test_of_paths_that_part_the_one_with_the_old_text_keeps_the_number():
    shared = {**CASES, "two.case": {("01", "02"): "both", ("03",): "other"}}
    lock = printed(shared)
    parted = booklet_of({**CASES, "two.case": {("01",): "mine", ("02",): "both", ("03",): "other"}})
    numbering = keep(lock, parted)
    assert lock.cases["two.case"]["02"].number == numbering.numbers["2/02"]
    assert (numbering.numbers["2/01"],) == numbering.added == (lock.last + 1,)


def nearest(booklet, numbering, of):
    numbers = {}
    for item in items_of(booklet):
        if getattr(item, of):
            numbers.setdefault(getattr(item, of), []).append(numbering.numbers[item.key])
    return min(abs(a - b) for own in numbers.values() for a in own for b in own if a != b)


def test_new_paragraphs_keep_the_distances_where_gaps_allow_it():
    cases = {f"{at}.case": case(str(at), 12, 24) for at in range(10)}
    lock = printed(cases)
    deleted = [(f"{at}.case", (path,)) for at in range(10) for path in ("C alibi", "07", "19")]
    fewer = booklet_of(
        {file: {p: t for p, t in texts.items() if (file, p) not in deleted} for file, texts in cases.items()}
    )
    before = keep(lock, fewer)
    assert 30 == len(before.gaps)
    more = {
        file: {p: t for p, t in texts.items() if (file, p) not in deleted} for file, texts in cases.items()
    }
    for at in range(4):
        more[f"{at}.case"] |= {(f"A {what}",): what for what in ("colour", "taste")}
    booklet = booklet_of(more)
    numbering = keep(lock_of(fewer, before), booklet)
    wanted = distances(items_of(booklet))
    assert 22 == len(numbering.gaps)
    assert wanted.gap == 7
    assert nearest(booklet, numbering, "case") >= 4
    assert wanted.spread <= nearest(booklet, numbering, "group")


def test_new_cases_are_mixed_at_the_end():
    booklet = booklet_of({**CASES, **{f"{at}.case": case(str(at), 12, 24) for at in range(4)}})
    numbering = keep(LOCK, booklet)
    added = [item for item in items_of(booklet) if int(item.case) >= len(CASES)]
    assert list(range(LOCK.last + 1, LOCK.last + 241)) == sorted(
        numbering.numbers[item.key] for item in added
    )
    wanted = distances(items_of(booklet))
    assert wanted.spread <= nearest(booklet, numbering, "group")
    by_number = sorted(added, key=lambda item: numbering.numbers[item.key])
    near = [a for a, b in pairwise(by_number) if a.case == b.case]
    assert len(near) < 5


def test_which_free_number_is_taken_depends_on_the_seed_alone():
    added = booklet_of(edited(added=[("one.case", "31"), ("two.case", "31"), ("one.case", "32")]))
    assert keep(LOCK, added) == keep(LOCK, added)
    numbers = {tuple(keep(replace(LOCK, seed=seed), added).numbers.values()) for seed in range(8)}
    assert len(numbers) > 1


def test_an_empty_lock_numbers_everything():
    numbering = keep(Lock("green", 1, (), {}), booklet_of(CASES))
    assert list(range(1, len(ALL) + 1)) == sorted(numbering.numbers.values()) == list(numbering.added)
