"""Paragraphs that stand too near, told from the pages of the finished file."""

from dataclasses import replace

import pytest

from casekit.diagnostics import codes
from casekit.print.numbers.distances import distances
from casekit.print.numbers.numbering import Numbering, items_of, number_again, runs_in_words
from casekit.print.numbers.shuffle_checks import check_added, check_distances
from casekit.print.numbers.shuffle_figures import shuffle_in_words, shuffle_of
from casekit.print.preflight.inspection import inspect
from tests.print.booklets import print_booklet


@pytest.fixture
def in_order(booklet):
    """The booklet numbered in the order of its paths, which no shuffle would do."""
    return Numbering({each.key: at for at, each in enumerate(booklet.paragraphs(), 1)}, 0)


def test_figures_of_numbers_in_path_order(booklet, in_order):
    shuffle = shuffle_of(booklet, in_order)
    assert ("green", 20, 2) == (shuffle.booklet, shuffle.paragraphs, shuffle.cases)
    assert (1, 1, 1.0) == (shuffle.nearest, shuffle.nearest_group, shuffle.correlation)


def test_figures_of_a_shuffle(booklet):
    shuffle = shuffle_of(booklet, number_again(booklet, 0))
    assert shuffle.nearest == 1
    assert shuffle.nearest_group > 2
    # Two standard deviations of ten paragraphs in a random order: 2 / 3.
    assert 0 <= shuffle.correlation <= 0.667


def test_the_correlation_is_that_of_the_case_where_it_is_largest(booklet, in_order):
    numbers = dict(in_order.numbers)
    keys = [each.key for each in booklet.cases[0].paragraphs]
    backwards = dict(zip(keys, reversed([numbers[key] for key in keys]), strict=True))
    assert 1.0 == shuffle_of(booklet, replace(in_order, numbers=numbers | backwards)).correlation


def test_a_case_of_one_paragraph_has_no_distances(booklet):
    case = replace(booklet.cases[0], paragraphs=booklet.cases[0].paragraphs[-1:])
    small = replace(booklet, cases=(case,))
    shuffle = shuffle_of(small, number_again(small, 0))
    assert (None, None, 0.0) == (shuffle.nearest, shuffle.nearest_group, shuffle.correlation)
    assert (
        "green: 1 paragraph of 1 case; paths and numbers correlate by at most 0.00; no gaps"
        == shuffle_in_words(shuffle, "answers of one suspect")
    )


def test_two_paragraphs_are_no_order_to_be_guessed(booklet):
    case = replace(booklet.cases[0], paragraphs=booklet.cases[0].paragraphs[-2:])
    small = replace(booklet, cases=(case,))
    assert 0.0 == shuffle_of(small, number_again(small, 0)).correlation


def test_the_line_names_gaps_and_new_numbers(booklet, in_order):
    numbering = replace(in_order, gaps=tuple(range(21, 31)), added=(4,))
    assert (
        "green: 20 paragraphs of 2 cases; in one case at least 1 apart; answers of one suspect at least 1;"
        " paths and numbers correlate by at most 1.00; 10 gaps (21, 22, 23, 24, 25, 26, 27, 28, …); 1 new number (4)"
    ) == shuffle_in_words(shuffle_of(booklet, numbering), "answers of one suspect")


def test_paragraphs_of_one_case_in_a_row_are_told(booklet):
    cases = []
    for number in range(5):
        for case in booklet.cases:
            paragraphs = tuple(replace(each, key=f"{number}/{each.key}") for each in case.paragraphs)
            cases.append(replace(case, paragraphs=paragraphs))
    many = replace(booklet, cases=tuple(cases))
    numbers = {each.key: at for at, each in enumerate(many.paragraphs(), 1)}
    close = [each for each in check_distances(many, numbers, {}) if each.code is codes.CLOSE_NUMBERS]
    assert len(cases) == len(close)
    assert close[0].message.endswith(": 1 and 2, and 8 more such pairs")


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


def test_an_added_case_is_named_with_its_spreads(booklet, in_order):
    first, second = booklet.cases
    alone = {each.key: 1 if each in first.paragraphs else 2 for each in booklet.paragraphs()}
    (finding,) = check_added(booklet, in_order.numbers, alone, {first.file})
    assert (codes.ADDED_CASE, second.presentation.span) == (finding.code, finding.span)
    assert "its 10 paragraphs have the numbers 11 to 20, and 1 of the 1 spread that show" in finding.message
    mixed = dict.fromkeys(alone, 1)
    assert [] == [*check_added(booklet, in_order.numbers, mixed, {first.file})]
    assert [] == [*check_added(booklet, in_order.numbers, alone, {first.file, second.file})]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((), ""),
        ((4,), "4"),
        ((1, 2, 3, 7, 9, 10), "1 to 3, 7, 9 to 10"),
        (tuple(range(1, 41, 2)), "1, 3, 5, 7, 9, 11, 13, 15, …"),
    ],
)
def test_runs_of_numbers_in_words(numbers, words):
    assert words == runs_in_words(numbers)
