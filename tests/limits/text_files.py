"""Texts that nobody writes and somebody may send: each is far larger in one way than any case."""

from random import Random

from casekit.kit.code_registry import base_of

BASE = base_of()
PUZZLE = base_of("clue")
PROSE = "The ship was quiet and the sea was calm and nobody said a word.\n" * 2_000


def _facts(lines: str) -> str:
    return BASE.replace("== facts\n", f"== facts\n{lines}")


def _terms(lines: str) -> str:
    return BASE.replace("== terms\n", f"== terms\n{lines}")


def _truth(lines: str) -> str:
    return BASE.replace("== truth\n", f"== truth\n{lines}")


def _solution(text: str) -> str:
    return BASE.replace("== solution\n", f"== solution\n{text}\n")


def _paragraph(text: str) -> str:
    return BASE.replace("Geese", text)


def _play(lines: str) -> str:
    return PUZZLE.replace("== play\n", f"== play\n{lines}")


def _players(lines: str) -> str:
    return PUZZLE.replace("== players\n", f"== players\n{lines}")


def _rules(lines: str, facts: str = "") -> str:
    return _facts(facts).replace("== rules\n", f"== rules\n{lines}\n")


def _counted(few: int, many: int) -> str:
    facts = f"type thing: {', '.join(f't{at}' for at in range(many))}\nred(thing)\n"
    return _rules(f"exactly {few} thing T: red(T)", facts)


def _pigeons(count: int, *, told: bool = False) -> str:
    pigeons, holes = (", ".join(f"{kind}{at}" for at in range(count)) for kind in "ph")
    facts = f"type pigeon: {pigeons}\ntype hole: {holes.rpartition(', ')[0]}\nsits(pigeon, hole)\n"
    lines = [f"some hole H: sits(p{at}, H)\n" for at in range(count)]
    lines.append("every hole H: at most 1 pigeon P: sits(P, H)\n")
    if not told:
        return _rules("".join(lines), facts)
    return _facts(facts).replace("damp aprons.\n", "damp aprons.\n" + "".join(f"~ {line}" for line in lines))


def _parity(nodes: int) -> str:
    """Every node of a random graph has as many sides that are so, and one node as many too few."""
    ends = [node for node in range(nodes) for _ in range(3)]
    Random(1).shuffle(ends)  # noqa: S311 -- the same graph each time
    edges = list(zip(ends[::2], ends[1::2], strict=True))
    rules = (" iff ".join(f"e{at}" for at, edge in enumerate(edges) if node in edge) for node in range(nodes))
    return _rules(f"not ({next(rules)})\n" + "\n".join(rules), _of(len(edges), "e#\n"))


def _quantified(kind: str, depth: int) -> str:
    return _rules(_of(depth, f"{kind} suspect X#: ") + "owes(X0)")


def _nested(depth: int, call: str) -> str:
    """A call in each argument of a call, so many deep."""
    inner = "ANNA"
    for _ in range(depth):
        inner = call.replace("#", inner)
    return inner


def _of(count: int, line: str) -> str:
    return "".join(line.replace("#", str(number)) for number in range(count))


DEPTHS = {6: "CK508", 12: "CK904", 26: "CK904"}
COUNTS = ((50, 100, "CK508"), (150, 300, "CK508"), (500, 1_000, "CK904"))

FILES = {
    **{
        f"{count:,} times {word}": ("CK913", _solution(f"{word} " * count))
        for word, counts in {
            "TODO": (10_000, 300_000),
            "KATRINA": (12_000, 200_000),
            "anna": (12_000, 200_000),
        }.items()
        for count in counts
    },
    "300,000 times a place": ("CK120", _solution("TODO " + "the galley " * 170_000)),
    "400 paragraphs of places": (
        "CK120",
        BASE.replace("damp aprons.\n", "TODO" + f"\n\n{'the galley ' * 430}" * 400 + "\n"),
    ),
    "misspelt facts": ("CK201", _truth(_of(1_000, "room#(ANNA) = galley\n"))),
    **{
        f"{count:,} misspelt facts beside facts": (
            code,
            _facts(_of(count, "number-#(suspect)\n")).replace(
                "== truth\n", "== truth\n" + _of(count - 1, "numbr-#(ANNA)\n")
            ),
        )
        for count, code in ((1_000, "CK201"), (3_000, "CK201"), (12_000, "CK912"))
    },
    "bad lines": ("CK101", _solution(f"{PROSE}\n== rules\n" + "a b\n" * 20_000)),
    "statements": ("CK912", _solution("~ a\n" * 470_000)),
    "places in a heading": ("CK912", f"{BASE}\n== {'01, ' * 300_000}01\nProse.\n"),
    **{
        f"{count:,} headings": (code, BASE + "\n== 01\nProse.\n" * count)
        for count, code in ((5_000, "CK302"), (30_000, "CK912"))
    },
    "speakers": ("CK912", _solution("~ " + "ANNA says " * 100_000 + "owes(BRUNO)")),
    "values": (
        "CK120",
        _facts(f"type big: {_of(2_000, 'v#, ')}last\nbig-one(suspect): big\n").replace("Geese", "TODO"),
    ),
    "more values": ("CK912", _facts(f"type big: {_of(150_000, 'v#, ')}last\n")),
    "blank lines": ("CK120", _solution("TODO\n" + "\n" * 1_900_000)),
    "comments": ("CK120", _solution("TODO\n" + "// why\n" * 100_000 + "x")),
    "comments between lines": ("CK120", _solution("TODO\n// why\n" * 15_000)),
    "silences": ("CK129", _solution("// casekit: allow CK505 x\n" * 20_000 + "x")),
    "silenced findings": ("CK913", _solution("TODO\n// casekit: allow CK120 x\n\n" * 15_000)),
    "brackets": ("CK912", _truth("(" * 900_000 + "\n")),
    "arguments": (
        "CK202",
        _facts(f"seen({'suspect, ' * 9_000}suspect)\n").replace("== truth\n", "== truth\nseen(ANNA)\n"),
    ),
    "a name": ("CK101", _truth("x" * 1_900_000 + "\n")),
    "a word": ("CK120", _solution("TODO " + "w" * 1_900_000)),
    "spaces in the header": ("CK113", f"title: x{' ' * 1_900_000}y\n{BASE}"),
    "header fields": ("CK111", "title: x\n" * 20_000 + BASE),
    "a quotation": ("CK126", _solution('x\n\n== 02\n~ owes(ANNA) "' + "word " * 300_000 + '"')),
    "terms": ("CK207", _terms('motive m "label"\n' * 20_000)),
    "quantifiers": ("CK904", _truth("".join(f"every suspect X{n}: " for n in range(90)) + "owes(X0)\n")),
    "escapes": ("CK120", _solution("TODO\n" + "\\\n" * 900_000)),
    "quotations": (
        "CK126",
        _solution(
            f"x\n\n== 02\n{_of(8_000, 'The sea is calm number # and the ship is quiet. ')}\n"
            + _of(8_000, '~ owes(ANNA) "The sea is calm and never # and the ship is quiet."\n')
        ),
    ),
    "lines of play": ("CK860", _play("MUSTARD suggests green, rope, hall: SCARLET shows\n" * 3_000)),
    "legal lines of play": (
        "CK870",
        _play("MUSTARD suggests green, revolver, dining: WHITE passes, SCARLET passes\n" * 1_000),
    ),
    "bad lines of play": ("CK101", _play("MUSTARD sugests green\n" * 20_000)),
    "unknown cards": ("CK201", _play(_of(3_000, "MUSTARD suggests grene-#, rope, hall: WHITE passes\n"))),
    "unknown players": ("CK201", _play(_of(3_000, "MUSTARD-# suggests green, rope, hall: WHITE passes\n"))),
    "cards in a suggestion": ("CK859", _play(f"MUSTARD suggests {'rope, ' * 9_000}hall: WHITE passes\n")),
    "answers": (
        "CK860",
        _play(f"MUSTARD suggests green, rope, hall: {'WHITE passes, ' * 9_000}SCARLET passes\n"),
    ),
    "players": ("CK850", _players(_of(9_000, "PLAYER-# 0\n"))),
    "one player": ("CK851", _players("WHITE 6\n" * 9_000)),
    "cards in a hand": ("CK852", _players("BLACK 999999999\n")),
    "a long hand": ("CK855", PUZZLE.replace("envelope: ", f"envelope: {'green, ' * 9_000}")),
    "holders": (
        "CK856",
        PUZZLE.replace("envelope: ", "envelope: green, rope, hall\n" * 9_000 + "envelope: "),
    ),
    "headings of no block": ("CK306", PUZZLE + "\n== plays\nx\n" * 5_000),
    **{
        f"{depth} quantifiers in rules": (code, _quantified("every", depth)) for depth, code in DEPTHS.items()
    },
    "8 counts in each other": ("CK501", _quantified("exactly 2", 8)),
    **{f"{few} of {many}": (code, _counted(few, many)) for few, many, code in COUNTS},
    "999999999 of three": ("CK501", _rules("exactly 999999999 suspect X: owes(X)")),
    "a number of 100,000 digits": ("CK101", _rules(f"exactly {'9' * 100_000} suspect X: owes(X)")),
    **{f"{count} pigeons": ("CK501", _pigeons(count)) for count in (8, 12, 20)},
    **{f"{count} pigeons that are told": ("CK501", _pigeons(count, told=True)) for count in (8, 12, 20)},
    **{f"{nodes} nodes": ("CK508", _parity(nodes)) for nodes in (40, 100, 300)},
    "statements alike": ("CK913", _solution("x\n\n== 02\n" + "~ owes(ANNA)\n" * 5_000)),
    "motives and methods": (
        "CK120",
        _terms(_of(2_000, 'motive m# "label #"\nmethod k# "with #"\n')).replace("Geese", "TODO"),
    ),
    "unknown members": ("CK201", _rules(_of(5_000, "X# in women\n"))),
    "20,000 values": (
        "CK120",
        _facts(f"type big: {_of(20_000, 'v#, ')}last\nbig-one(suspect): big\n").replace("Geese", "TODO"),
    ),
    **{
        f"an order of {count} under two quantifiers": (
            "CK904",
            _rules(
                "every thing X: every thing Y: when(X) < when(Y) implies owes(ANNA)",
                f"type thing: {_of(count, 'v#, ')}last\ntype hour: {_of(count, 'w#, ')}end\nwhen(thing): hour\n",
            ),
        )
        for count in (1_000, 2_000)
    },
    **{
        f"a function of {count} arguments": (
            code,
            _rules(
                f"every suspect X: seen({'X, ' * (count - 1)}X)",
                f"seen({'suspect, ' * (count - 1)}suspect)\n",
            ),
        )
        for count, code in ((8, "CK508"), (26, "CK508"))
    },
    "8 calls of three arguments in each other": (
        "CK904",
        _rules(f"{_nested(8, 'heir(#, #, #)')} = ANNA", "heir(suspect, suspect, suspect): suspect\n"),
    ),
    "nested calls": ("CK202", _truth(f"room({'room(ANNA), ' * 3}ANNA) = {'room(' * 8}ANNA{')' * 8}\n")),
    "distinct statements": (
        "CK913",
        _facts("type v: " + _of(5_000, "v#, ") + "last\nodd(v)\n").replace(
            "== truth\n", "== truth\nevery v X: odd(X)\n"
        )
        + "\n== 03\nx\n"
        + _of(5_000, "~ odd(v#)\n"),
    ),
    "chained rules": ("CK912", _rules(_of(5_000, "v# implies v#0\n"), _of(50_000, "v#\n"))),
    "12,000 misspelt facts": ("CK201", _truth(_of(12_000, "room#(ANNA) = galley\n"))),
    "20,000 unknown members": ("CK201", _rules(_of(20_000, "X# in women\n"))),
    "10 MB": ("CK903", _solution("x" * 10_000_000)),
    **{
        f"1.9 MB of {what}": (code, _solution(f"TODO {mark * (1_900_000 // len(mark.encode()))}"))
        for what, code, mark in (
            ("lines", "CK120", "x\n"),
            ("quotes", "CK120", '"'),
            ("backslashes", "CK120", "\\"),
            ("apostrophes", "CK120", "'"),
            ("stars", "CK120", "*"),
            ("newlines", "CK120", "\n"),
            ("tabs", "CK120", "\t"),
            ("dashes", "CK120", "–"),
            ("combining marks", "CK120", "\u0301"),
            ("joined lines", "CK135", "x\u2028"),
        )
    },
    **{
        f"a paragraph of {what}": ("CK125", _paragraph(mark * (1_800_000 // len(mark.encode()))))
        for what, mark in (
            ("escapes", "\\*"),
            ("apostrophes", "'"),
            ("letters with accents", "e\u0301"),
            ("stars", "* "),
            ("words", "a "),
            ("sentences", "The sea. "),
            ("signs that are not printed", "漢"),
            ("spaces without a width", "\u200b"),
            ("letters and many accents", "e" + "\u0301" * 90_000),
            ("Cyrillic letters", "ж"),
        )
    },
    "spaces before a colon": ("CK111", f"title{' ' * 1_900_000}: x\n{BASE}"),
    "a key": ("CK101", f"{'k' * 1_900_000}: x\n{BASE}"),
    "a title": ("CK113", BASE.replace("title: ", f"title: {'t' * 1_900_000} TODO ", 1)),
    "a name of dashes": ("CK101", _truth("a-" * 900_000 + "b\n")),
    "a comment": ("CK120", _solution("TODO\n// " + "c" * 1_900_000)),
    "a quotation that matches": (
        "CK120",
        _solution(f'TODO\n\n== 02\n{"word " * 180_000}\n~ owes(ANNA) "{("word " * 180_000).rstrip()}"'),
    ),
    "a quotation that nearly matches": (
        "CK126",
        _solution(f'x\n\n== 02\n{"word " * 180_000}end\n~ owes(ANNA) "{"word " * 180_000}and"'),
    ),
    "a quotation without an end": ("CK104", _solution('x\n\n== 02\n~ owes(ANNA) "' + "word " * 380_000)),
    **{
        f"{count} mistakes at the end of {size:,} bytes": (
            "CK101",
            _solution("word " * (size // 5)) + "\n== rules\n" + _of(count, "a b#\n"),
        )
        for count, size in ((100, 300_000), (300, 1_900_000))
    },
    **{
        f"900 {name} in each other": (
            code,
            _truth(f"{begin * 900}owes(ANNA){end * 900}\n").replace("Geese", "TODO"),
        )
        for name, code, begin, end in (
            ("brackets", "CK120", "(", ")"),
            ("nots", "CK101", "not (", ")"),
            ("calls", "CK101", "owes(", ")"),
            ("ands", "CK101", "(owes(ANNA) and ", ")"),
        )
    },
    "nots": ("CK101", _truth("not " * 50_000 + "owes(ANNA)\n")),
    "ands": ("CK912", _truth("owes(ANNA) and " * 50_000 + "owes(ANNA)\n")),
    "calls in calls": ("CK912", _truth("owes(" * 50_000 + "ANNA" + ")" * 50_000 + "\n")),
    "other letters": ("CK913", _solution("TODO é " * 20_000)),
}
"""Name: a code that the file gets, and its text."""
