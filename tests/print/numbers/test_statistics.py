from dataclasses import replace

import pytest

from casekit.print.numbers.numbering import Numbering, number_again
from casekit.print.numbers.statistics import shuffle_in_words, shuffle_of


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
