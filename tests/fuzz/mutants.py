"""Inputs made of others: cut, doubled, put together, and sown with what has made readers stumble before."""

import re
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

WORDS: tuple[bytes, ...] = (
    *tuple(
        word.encode("utf-8", "surrogatepass")
        for word in [
            "== ",
            " ~ ",
            "~ lie ",
            "~ hint ",
            " says ",
            " // ",
            '" ',
            "\\ ",
            "( ",
            ") ",
            "{ ",
            "} ",
            ", ",
            ": ",
            " = ",
            " != ",
            " not ",
            " and ",
            " or ",
            " implies ",
            " iff ",
            " in { }",
            " in 23:40 to ",
            " + 5 min",
            " all different ",
            " for suspect X",
            " in women",
            "steps(",
            "just_before(",
            "\ngroup women: ",
            "clock 22:00 to 01:00 every 5 min",
            " every suspect X: ",
            " some ",
            " exactly 2 ",
            " at most 0 ",
            "culprit",
            "nobody",
            "victim",
            "ANNA",
            "TODO ",
            "*",
            "**",
            "// casekit: allow CK101 x",
            "[[booklets]]",
            "[a.b.c]",
            '= "',
            '"""',
            "'''",
            "1e999",
            "-1",
            "0",
            "00",
            "99999999999999999999",
            "0x7f",
            "1979-05-27T07:32:00Z",
            "inf",
            "nan",
            "true",
            "null",
            '{"a":',
            "[[",
            "]]",
            "\\ud800",
            "\\u0000",
            'msgid ""',
            'msgstr "',
            'msgctxt "',
            "#~ ",
            "#",
            " ",
            "#, fuzzy",
            'msgid_plural "',
            'msgstr[0] "',
            "charset=utf-7",
            "&#x1b;",
            '<!ENTITY a "&a;">',
            "<!DOCTYPE svg [",
            '<use href="#p"/>',
            "<g>",
            "</g>",
            "url(#m)",
            "url(file:///etc/passwd)",
            'viewBox="0 0 0 0"',
            'viewBox="0 0 1e30 -1"',
            'transform="scale(1e30)"',
            "<style>*{}</style>",
            "<![CDATA[",
            "%",
            "obj",
            "endobj",
            "stream",
            "endstream",
            "/Kids [1 0 R]",
            "/Parent",
            "/Length -1",
            "/Filter /FlateDecode",
            "/W [0 0 0]",
            "/Font",
            "BT",
            "ET",
            "Tj",
            "cm",
            "q",
            "1 0 R",
            "xref",
            "trailer",
            "startxref",
            "<<",
            ">>",
        ]
    ),
    *(
        char.encode("utf-8", "surrogatepass")
        for char in "\x00\x07\x08\x1b\r\x0b\x0c\t\x7f\x85\xa0\u200b\u200d\u202e\u2028\ufeff"
    ),
    *(char.encode() for char in "“”’—é探👩́ǅßİㅤ\uffff\U000e0041\U0010ffff"),
    b"\xff\xfe",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\n\n",
    b"\r\n",
)

_TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_NUMBERS = (
    b"0",
    b"-1",
    b"1e30",
    b"-1e308",
    b"0.00000001",
    b"2147483648",
    b"99999999999999999999",
    b"NaN",
    b"9" * 5000,
)

Draw = Callable[[st.SearchStrategy], object]


def mutants(seeds: Sequence[bytes], most: int) -> st.SearchStrategy[bytes]:
    """Seeds changed in one to six ways, of ``most`` bytes more than the longest seed at most."""
    limit = most + max(map(len, seeds))

    @st.composite
    def mutant(draw) -> bytes:
        data = draw(st.sampled_from(seeds))
        for change in draw(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=6)):
            data = change(draw, data, seeds)[:limit]
        return data

    return mutant()


def _slice(draw, data: bytes, separator: bytes | None = None) -> tuple[int, int]:
    """A stretch of bytes, or of lines."""
    start = draw(st.integers(0, len(data)))
    end = min(len(data), start + draw(st.integers(0, 80)))
    if separator is not None:
        start = data.rfind(separator, 0, start) + 1
        end = data.find(separator, end) + 1 or len(data)
    return start, end


def _bytes(draw, data, _):
    start, end = _slice(draw, data)
    return data[:start] + draw(st.binary(max_size=8)) + data[end if draw(st.booleans()) else start :]


def _sow(draw, data, _):
    """A word of the dictionary at a place where a token begins, perhaps many times."""
    at = draw(st.integers(0, len(data)))
    token = _TOKEN.search(data, at)
    at = token.start() if token else at
    end = token.end() if token and draw(st.booleans()) else at
    word = draw(st.sampled_from(WORDS)) * draw(st.sampled_from((1, 1, 1, 1, 2, 30, 1000)))
    return data[:at] + word + data[end:]


def _cut(draw, data, _):
    start, end = _slice(draw, data, draw(st.sampled_from((None, b"\n"))))
    return data[:start] + data[end:]


def _double(draw, data, _):
    """A stretch several times, or very often."""
    start, end = _slice(draw, data, draw(st.sampled_from((None, b"\n"))))
    return data[:start] + data[start:end] * draw(st.sampled_from((2, 3, 20, 500, 5000))) + data[end:]


def _move(draw, data, _):
    start, end = _slice(draw, data, b"\n")
    rest = data[:start] + data[end:]
    at = rest.find(b"\n", draw(st.integers(0, len(rest)))) + 1
    return rest[:at] + data[start:end] + rest[at:]


def _cross(draw, data, seeds):
    """The beginning of one and the end of another, joined between lines."""
    other = draw(st.sampled_from(seeds))
    cut = data.find(b"\n", draw(st.integers(0, len(data)))) + 1
    on = other.find(b"\n", draw(st.integers(0, len(other)))) + 1
    return data[:cut] + other[on:]


def _number(draw, data, _):
    number = _NUMBER.search(data, draw(st.integers(0, len(data))))
    if number is None:
        return data
    return data[: number.start()] + draw(st.sampled_from(_NUMBERS)) + data[number.end() :]


def _truncate(draw, data, _):
    return data[: draw(st.integers(0, len(data)))]


CHANGES = (_bytes, _sow, _sow, _cut, _double, _move, _cross, _number, _truncate)
