import pytest

from casekit.print.content.bar_code import bars, digits_of, flaw


def test_a_number_without_a_flaw():
    assert flaw("978-0-306-40615-7", books=True) is None
    assert flaw("4 006381 333931") is None
    assert "9780306406157" == digits_of("978-0-306-40615-7")


@pytest.mark.parametrize(("number", "reason"), [
    ("978-0-306-40615-8", "its last digit would have to be 7"),
    ("978030640615", "it has not 13 digits"),
    ("978-0-306-4O615-7", "it has not 13 digits"),
    ("4006381333931", "it begins with neither 978 nor 979"),
    ("", "it has not 13 digits"),
])  # fmt: skip
def test_flaws(number, reason):
    assert reason == flaw(number, books=True)[0]


def test_the_bars_are_those_of_the_standard():
    """The code of 9780306406157, from the tables of GS1: 9 chooses the parities, 101 guards the ends, 01010 the middle."""
    odd = [
        "0001101",
        "0011001",
        "0010011",
        "0111101",
        "0100011",
        "0110001",
        "0101111",
        "0111011",
        "0110111",
        "0001011",
    ]
    right = ["".join("10"[int(bit)] for bit in code) for code in odd]
    even = [code[::-1] for code in right]
    parities, digits = "OEEOEO", "780306406157"
    left = "".join((odd if p == "O" else even)[int(d)] for p, d in zip(parities, digits, strict=False))
    expected = f"101{left}01010{''.join(right[int(d)] for d in digits[6:])}101"
    modules = ["0"] * 95
    for bar in bars("978-0-306-40615-7"):
        modules[bar["start"] : bar["start"] + bar["width"]] = "1" * bar["width"]
    assert expected == "".join(modules)
    assert 6 == sum(bar["guards"] for bar in bars("9780306406157"))
