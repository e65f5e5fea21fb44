from casekit.print.content.booklet import Group, TableRow
from casekit.print.pages.grids import halves, height


def group(title: str, *divisions: str) -> Group:
    return Group(
        title,
        tuple(TableRow(str(at), f"{title} {at}", ("k",), division) for at, division in enumerate(divisions)),
    )


def test_whole_groups_go_to_either_side():
    groups = (group("a", *"1111"), group("b", *"22"), group("c", "3"))
    assert ((groups[0],), groups[1:]) == halves(groups)


def test_a_long_group_is_cut_between_divisions():
    left, right = halves([group("a", *"11122233")])
    assert [4, 6] == [height(left), height(right)]
    assert ["a", "a"] == [left[0].title, right[0].title]
    assert {"1"} == {row.division for row in left[0].rows}


def test_rows_may_take_several_lines():
    groups = (group("a", "1"), group("b", "2"), group("c", "3"))
    left, _ = halves(groups, lambda row: 9 if row.label == "a 0" else 1)
    assert groups[:1] == left


def test_nothing_gives_empty_columns():
    assert ((), ()) == halves([])
