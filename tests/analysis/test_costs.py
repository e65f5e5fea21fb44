"""The costs of lines: one finding for those that are too much, the same wherever it is asked, and a table of all."""

import pytest

from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, loading


def _deep(letters):
    return (
        "".join(f"some suspect {letter}: " for letter in letters)
        + f"owes({letters[0]}) or owes({letters[-1]})"
    )


@pytest.fixture
def written(tmp_path):
    """The small case with some more rules, and its edition."""
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")

    def write(*rules):
        lines = "".join(f"common {rule}\n" for rule in rules)
        text = base_of().replace("== truth\n", f"{lines}\n== truth\n")
        return text.encode(), "some.case", EditionFinder().of(tmp_path, "midnight")

    return write


def test_of_lines_that_are_too_much_one_is_named_wherever_it_is_asked(written):
    case = written(_deep("ABCDEFGHIJK"), _deep("ABCDEFGHIJKLMN"))
    (found,) = [each for each in checking.check_bytes(*case).diagnostics if each.code.id == "CK904"]
    assert f"this stands for {2 * 3**14:,} instances" in found.message
    assert [f"{2 * 3**11:,} are in this line"] == [each.label for each in found.related]
    examined = loading.load_bytes_for_analysis(*case)
    assert [found] == [each for each in examined.diagnostics if each.code.id == "CK904"]


def test_lines_are_listed_by_cost_with_what_the_solver_did(written):
    checked = checking.check_document(
        loading.resolve_document(loading.parse_bytes(*written(_deep("ABC"))[:2]), written()[2]),
        checking.CheckOptions(profile=True),
    )
    first = checked.costs["lines"][0]
    assert (_deep("ABC"), 2 * 3**3) == (first["text"], first["instances"])
    assert checked.source.line(first["line"]).endswith(_deep("ABC"))
    assert sorted(checked.costs["lines"], key=lambda each: -each["instances"]) == checked.costs["lines"]
    assert all(checked.costs[unit] > 0 for unit in ("questions", "propagations"))
    assert f"        54 {first['clauses']:>8}  {first['line']}: {_deep('ABC')}" in checked.verdict_text
