import pytest

from casekit.diagnostics.source import for_comparison


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("a plain word", "a  *plain* **word**"),
        (r"2 * 3 \ 4", r"2 \* 3 \\ 4"),
        ('"so", he said', "“so”, he said"),
    ],
)
def test_prose_is_compared_without_marks_and_escapes(expected, text):
    assert expected == for_comparison(text)
