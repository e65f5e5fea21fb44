"""Paragraphs that stand too near, told from the pages of the finished file."""

from dataclasses import replace

import pytest

from casekit.diagnostics import codes
from casekit.print.numbers.numbering import distances, items_of, number_again
from casekit.print.numbers.statistics import check_distances
from casekit.print.preflight.inspection import inspect
from tests.print.booklets import print_booklet


@pytest.fixture(scope="session")
def long(booklet):
    """The small booklet with paragraphs so long that a spread holds few of them."""
    cases = tuple(
        replace(
            case,
            paragraphs=tuple(
                replace(each, text=replace(each.text, prose=each.text.prose * 6)) for each in case.paragraphs
            ),
        )
        for case in booklet.cases
    )
    return replace(booklet, cases=cases)


def found(booklet, numbers, pages):
    return [(problem.code, problem.message) for problem in check_distances(booklet, numbers, pages)]


def side_by_side(booklet, per_page):
    """Pages (from 4) that hold so many numbers each."""
    count = len(list(booklet.paragraphs()))
    return {number: ((number - 1) // per_page + 4,) * 2 for number in range(1, count + 1)}


def exchange(numbers, key, number):
    """The numbers after giving ``key`` a number that another has."""
    other = next(each for each in numbers if numbers[each] == number)
    return {**numbers, key: number, other: numbers[key]}


def test_numbers_as_they_are_given_are_far_enough_apart(booklet):
    assert [] == found(booklet, number_again(booklet, 0).numbers, side_by_side(booklet, 2))


@pytest.mark.parametrize(
    ("pages", "together"), [((5, 5), True), ((5, 6), True), ((4, 5), False), ((6, 7), False)]
)
def test_two_answers_of_one_suspect_on_facing_pages(pages, together, booklet):
    """Pages 5 and 6 of the file, counted from 0, face each other: they are printed as 6 and 7."""
    numbers = number_again(booklet, 0).numbers
    low, high = sorted((numbers["1/ANNA Alibi"], numbers["1/ANNA Witness"]))
    moved = side_by_side(booklet, 2) | {low: (pages[0],) * 2, high: (pages[1],) * 2}
    expected = (
        codes.CROWDED_SPREAD,
        f"{low} and {high} of Case 1 (ANNA Alibi, ANNA Witness) are on one spread, pages 6 and 7",
    )
    assert together == (expected in found(booklet, numbers, moved))


def test_a_paragraph_that_runs_over_the_page_is_on_both_spreads(booklet):
    numbers = number_again(booklet, 0).numbers
    pages = {number: (at * 2 + 5,) * 2 for at, number in enumerate(sorted(numbers.values()))}
    assert [] == found(booklet, numbers, pages)
    a, b = sorted((numbers["2/BRUNO Alibi"], numbers["2/BRUNO Witness"]))
    pages[a] = (pages[b][0] - 2, pages[b][0])
    assert [codes.CROWDED_SPREAD] == [code for code, _ in found(booklet, numbers, pages)]


def test_a_booklet_with_too_few_pages_is_let_off(booklet):
    assert [] == found(booklet, number_again(booklet, 0).numbers, side_by_side(booklet, 20))


def follow_each_other(booklet) -> tuple[list[int], list[str]]:
    """The numbers of the first case, the last of which is put behind the first, and what is said of that."""
    numbers = number_again(booklet, 0).numbers
    mine = sorted(numbers[each.key] for each in booklet.cases[0].paragraphs)
    key = next(each.key for each in booklet.cases[0].paragraphs if numbers[each.key] == mine[-1])
    near = exchange(numbers, key, mine[0] + 1)
    return mine, [text for code, text in found(booklet, near, {}) if code is codes.CLOSE_NUMBERS]


def test_numbers_of_one_case_that_follow_each_other(booklet):
    further = [
        replace(
            case,
            heading=f"Case {number}",
            paragraphs=tuple(replace(each, key=f"{number}/{each.key}", group="") for each in case.paragraphs),
        )
        for number, case in enumerate(booklet.cases, 3)
    ]
    four = replace(booklet, cases=(*booklet.cases, *further))
    assert 2 == distances(items_of(four)).gap
    mine, messages = follow_each_other(four)
    assert f"paragraphs of Case 1 are closer than 2 numbers: {mine[0]} and {mine[0] + 1}" in messages[0]


def test_below_four_cases_numbers_of_one_may_follow_each_other(booklet):
    assert 1 == distances(items_of(booklet)).gap
    assert [] == follow_each_other(booklet)[1]


def test_the_pages_are_those_of_the_finished_file(long):
    numbers = number_again(long, 0).numbers
    pdf, problems = print_booklet(long, numbers)
    assert () == problems
    assert () == inspect(pdf, long, numbers)
    beside = numbers["1/ANNA Witness"] + 1 if numbers["1/ANNA Witness"] < len(numbers) else len(numbers) - 1
    close = exchange(numbers, "1/ANNA Alibi", beside)
    pdf, _ = print_booklet(long, close)
    found_in_file = inspect(pdf, long, close)
    assert codes.CROWDED_SPREAD in {problem.code for problem in found_in_file}
