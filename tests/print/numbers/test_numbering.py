import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import islice, pairwise, permutations

import pytest
from hypothesis import given, settings, strategies as st

from casekit.print.numbers.distances import Distances, NumberedItem, correlated, distances, looser, spearman
from casekit.print.numbers.numbering import items_of, number_again, seed_of
from casekit.print.numbers.page_filling import PageRoom, pages_of
from casekit.print.numbers.shuffling import shuffle
from casekit.print.numbers.spreads import count_spreads, paragraph_spread
from tests.print.booklets import number_booklet


def edition(cases: int, suspects: int, topics: int, locations: int) -> list[NumberedItem]:
    return [
        item
        for case in map(str, range(cases))
        for item in (
            *(
                NumberedItem(f"{case}/{who}/{what}", case, f"{case}/{who}")
                for who in range(suspects)
                for what in range(topics)
            ),
            *(NumberedItem(f"{case}/at/{where}", case) for where in range(locations)),
        )
    ]


def nearest(items: list[NumberedItem], numbers: dict[str, int], of: str) -> int:
    """The least distance between two numbers of one case or group."""
    together: dict[str, list[int]] = {}
    for item in items:
        if getattr(item, of):
            together.setdefault(getattr(item, of), []).append(numbers[item.key])
    gaps = [b - a for own in map(sorted, together.values()) for a, b in pairwise(own)]
    return min(gaps, default=len(items))


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((1, 12, 3, 24), Distances(1, 12)),
        ((2, 12, 3, 24), Distances(1, 12)),
        ((3, 12, 3, 24), Distances(1, 12)),
        ((4, 12, 3, 24), Distances(2, 12)),
        ((10, 12, 3, 24), Distances(7, 12)),
        ((1, 3, 3, 3), Distances(1, 3)),
        ((1, 0, 0, 1), Distances(1, 1)),
    ],
)
def test_distances_grow_with_the_booklet(shape, expected):
    assert expected == distances(edition(*shape))


@pytest.mark.parametrize(
    "shape", [(1, 12, 3, 24), (2, 12, 3, 24), (10, 12, 3, 24), (1, 3, 3, 3), (3, 3, 3, 3), (1, 0, 0, 1)]
)
@pytest.mark.parametrize("seed", range(3))
def test_numbers_keep_the_rules(shape, seed):
    items = edition(*shape)
    numbers = shuffle(items, seed)
    wanted = distances(items)
    assert list(range(1, len(items) + 1)) == sorted(numbers.values())
    assert [item.key for item in items] == list(numbers)
    assert nearest(items, numbers, "case") >= min(wanted.gap, len(items))
    assert nearest(items, numbers, "group") >= min(wanted.spread, len(items))
    assert not correlated(items, list(numbers.values()))


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=40), st.integers(0, 2**64)
)
def test_every_mix_of_cases_and_groups_gets_its_numbers(shape, seed):
    items = [
        NumberedItem(str(n), str(case), f"{case}/{group}" if group else "")
        for n, (case, group) in enumerate(shape)
    ]
    assert list(range(1, len(items) + 1)) == sorted(shuffle(items, seed).values())


def test_every_number_is_as_likely_for_every_paragraph():
    items = edition(1, 3, 3, 3)
    runs = 1200
    counts = Counter(
        (item.key, n)
        for seed in range(runs)
        for item, n in zip(items, shuffle(items, seed).values(), strict=True)
    )
    # By symmetry all locations have one distribution; without the spread rule all were 100 +- 10.
    places = [sum(counts[f"0/at/{at}", n] for at in range(3)) / 3 for n in range(1, 13)]
    assert 60 < min(places)
    assert max(places) < 150
    alike = [counts["0/0/0", n] - counts["0/2/2", n] for n in range(1, 13)]
    assert max(map(abs, alike)) < 70


def test_where_distances_do_not_fit_the_greater_one_is_lessened():
    expected = [(3, 4), (3, 3), (2, 3), (2, 2), (1, 2), (1, 1)]
    assert [Distances(*each) for each in expected] == list(islice(looser(Distances(3, 4)), 9))


def test_the_seed_alone_decides():
    items = edition(1, 12, 3, 24)
    assert shuffle(items, 1) == shuffle(items, 1)
    assert shuffle(items, 1) != shuffle(items, 2)


def test_a_booklets_seed_comes_from_its_slug_and_files(booklet):
    renamed = replace(booklet, slug="red")
    moved = replace(booklet, cases=tuple(replace(case, file=f"x/{case.file}") for case in booklet.cases))
    translated = tuple(replace(case, title=f"Le {case.title}") for case in booklet.cases)
    assert number_booklet(booklet) == number_booklet(replace(booklet, accent="#000000", cases=translated))
    assert number_booklet(booklet) != number_booklet(moved)
    assert number_booklet(booklet) != number_booklet(renamed)
    assert shuffle(items_of(booklet), 5) == shuffle(items_of(renamed), 5)


def test_the_seed_is_the_same_under_any_hash_seed():
    command = "from casekit.print.numbers.numbering import seed_of; print(seed_of('green', 'The Last Toast'))"
    seeds = {
        subprocess.run(
            [sys.executable, "-c", command], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in "12"
    }
    assert {f"{seed_of('green', 'The Last Toast')}\n".encode()} == {
        seed.replace(b"\r", b"") for seed in seeds
    }


def test_spearman():
    assert spearman([1, 5, 9]) == 1
    assert spearman([9, 5, 1]) == -1
    assert spearman([2, 4, 1, 3]) == pytest.approx(0)


def test_path_order_in_number_order_is_seen():
    items = edition(2, 2, 2, 2)
    assert correlated(items, range(len(items)))


@pytest.mark.parametrize(("cases", "orders"), [("111222", 480), ("112233", 480), ("112344", 336)])
def test_orders_are_as_likely_as_each_other(cases, orders):
    """Against all orders that keep the rules, counted out: two to four cases, one with a group of two."""
    items = [
        NumberedItem(key, case, "1/x" * (key in "ab")) for key, case in zip("abcdef", cases, strict=True)
    ]
    wanted = distances(items)
    valid = [
        order
        for order in permutations(range(1, len(items) + 1))
        if nearest(items, dict(zip("abcdef", order, strict=True)), "case") >= wanted.gap
        and nearest(items, dict(zip("abcdef", order, strict=True)), "group") >= wanted.spread
        and not correlated(items, order)
    ]
    each = 10
    counts = Counter(tuple(shuffle(items, seed).values()) for seed in range(each * len(valid)))
    assert orders == len(valid)
    assert set(valid) == set(counts)
    squares = sum((count - each) ** 2 / each for count in counts.values())
    # The chi-squared statistic has the mean n - 1 and the standard deviation sqrt(2 (n - 1)).
    assert squares < len(valid) - 1 + 4 * (2 * (len(valid) - 1)) ** 0.5


@pytest.mark.parametrize("cases", [2, 3])
@pytest.mark.parametrize("pages", [False, True])
def test_below_four_cases_no_remainder_of_a_number_betrays_its_case(cases, pages):
    """With two cases, all numbers of one were even once."""
    items = edition(cases, 6, 3, 6)
    room = roomy(items) if pages else None
    seen: dict[int, Counter] = {divisor: Counter() for divisor in (2, 3)}
    runs = 40
    for seed in range(runs):
        numbers = shuffle(items, seed, room=room)
        order = sorted(items, key=lambda item: numbers[item.key])
        for divisor, squares in seen.items():
            met = Counter((at % divisor, item.case) for at, item in enumerate(order))
            each = len(items) / divisor / cases
            squares[seed] = sum(
                (met[rest, str(case)] - each) ** 2 / each for rest in range(divisor) for case in range(cases)
            )
    for divisor, squares in seen.items():
        # The chi-squared statistic of one booklet, which is as large as it has paragraphs if remainders tell the case.
        freedom = (divisor - 1) * (cases - 1)
        assert squares.total() / runs < freedom + 4 * (2 * freedom / runs) ** 0.5
        assert max(squares.values()) < len(items) / 2


def test_later_attempts_take_other_seeds_and_greater_distances(booklet):
    attempts = [number_again(booklet, attempt) for attempt in range(3)]
    assert 3 == len({tuple(attempt.numbers.values()) for attempt in attempts})
    assert [0, 1, 2] == [(attempt.seed - attempts[0].seed) % 2**64 for attempt in attempts]
    items = edition(2, 12, 3, 24)
    assert nearest(items, shuffle(items, 1, 20), "group") >= 20


def roomy(items: list[NumberedItem], least: int = 5, most: int = 11) -> PageRoom:
    """Paragraphs of some lines each on pages of 36, with a title over the first."""
    heights = {item.key: float(least + seed_of(item.key) % (most - least + 1)) for item in items}
    return PageRoom(heights, depth=36, above=2)


def spreads_of(numbers: dict[str, int], room: PageRoom) -> dict[str, int]:
    order = sorted(numbers, key=numbers.__getitem__)
    pages = pages_of([room.heights[key] for key in order], room)
    return dict(zip(order, map(paragraph_spread, pages), strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_no_spread_shows_two_paragraphs_of_one_of_ten_cases(seed):
    items = edition(10, 12, 3, 24)
    room = roomy(items)
    numbers = shuffle(items, seed, room=room)
    counts = count_spreads(spreads_of(numbers, room), {item.key: item.case for item in items})
    assert counts.spreads > 60
    assert 0 == counts.shared
    assert nearest(items, numbers, "case") >= 7
    assert nearest(items, numbers, "group") >= 12
    assert not correlated(items, list(numbers.values()))


def test_with_too_few_cases_each_comes_once_before_any_comes_again():
    items = edition(3, 12, 3, 24)
    room = roomy(items)
    numbers = shuffle(items, 1, room=room)
    cases = {item.key: item.case for item in items}
    on_spread: dict[int, Counter] = defaultdict(Counter)
    for key, spread in spreads_of(numbers, room).items():
        on_spread[spread][cases[key]] += 1
    assert all(max(seen.values()) <= -(-seen.total() // 3) for seen in list(on_spread.values())[:-1])


def test_what_fills_more_than_a_page_is_numbered_too():
    items = edition(3, 2, 2, 4)
    room = roomy(items, 5, 60)
    assert list(range(1, len(items) + 1)) == sorted(shuffle(items, 1, room=room).values())


def test_neighbours_say_nothing_of_a_case_but_that_it_is_far():
    """Counts against chance: what follows a paragraph at a distance of more than a gap is of any case as often as of another."""
    items = edition(10, 12, 3, 24)
    room = roomy(items)
    same: Counter = Counter()
    runs = 12
    for seed in range(runs):
        numbers = shuffle(items, seed, room=room)
        order = [item.case for item in sorted(items, key=lambda item: numbers[item.key])]
        for distance in range(1, 41):
            same[distance] += sum(a == b for a, b in zip(order, order[distance:], strict=False))
    chance = runs * 600 * (60 - 1) / 599
    assert all(not same[distance] for distance in range(1, 7))
    # The cases that were kept away come back soon after, but never so surely that a reader could count on it.
    assert max(same.values()) < 2.5 * chance
    far = [same[distance] for distance in range(25, 41)]
    assert max(far) < 1.25 * chance
    assert min(far) > 0.75 * chance


def test_cases_follow_each_other_in_no_pattern():
    items = edition(10, 12, 3, 24)
    room = roomy(items)
    follows: Counter = Counter()
    runs = 12
    for seed in range(runs):
        numbers = shuffle(items, seed, room=room)
        order = [item.case for item in sorted(items, key=lambda item: numbers[item.key])]
        follows.update(pairwise(order))
    each = runs * 599 / 90
    squares = sum((count - each) ** 2 / each for count in follows.values())
    assert 90 == len(follows)
    assert squares < 90 + 4 * (2 * 90) ** 0.5
