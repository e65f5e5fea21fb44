"""Common slips in puzzles, in the order in which they are tried: the first that fits is reported."""

from casekit.diagnostics import codes
from casekit.games.clue.reading.puzzle_tree import BLOCKS_IN_ORDER, SEAT
from casekit.language.document.dialect import Slip
from casekit.language.document.formula_slips import CURLY_QUOTATION, FORMULA_SLIPS, NAME_WITH_DIGIT_FIRST

_PROSE = ("== presentation\n", "== presentation\np\n", "== solution\n", "== solution\np\n")
_NOTES = ("== notes\n", "== notes\nn\n", "== other\n", "== other\nn\n")
_PLAY = ("== play\n", "== play\nA suggests a: B passes\n", "== play\nA accuses a: right\n")
_LOGIC = (
    "",
    "title: t\n",
    "== players\n",
    "== players\nA 6\n",
    "== seat A\n",
    "== seat A\na\n",
    *_PLAY,
    "== truth\n",
    "== truth\nA: a\n",
)


def _after(starts: tuple[str, ...], *lines: str) -> tuple[str, ...]:
    """Lines at each of the places where a line of their kind may begin."""
    return tuple(f"{start}{line}\n" for start in starts for line in lines)


PUZZLE_SLIPS = (
    Slip(
        codes.HEADING_WITHOUT_SPACE,
        "a heading needs a space after `==`",
        "write `== ` and then the heading",
        _after((*_PROSE, *_NOTES, *_LOGIC), "==play"),
    ),
    NAME_WITH_DIGIT_FIRST.with_hint("put a letter or a word first, as in `room-2` for `2nd-room`").also(
        "== seat A\n2nd\n", "== play\nA suggests 2nd\n", "== truth\nA: 2nd\n"
    ),
    CURLY_QUOTATION.with_hint("write names without quotation marks; in prose any will do").also(
        "== seat A\n“a”\n", "== play\nA suggests “a”\n"
    ),
    Slip(
        codes.MISPLACED_LOGIC,
        "a puzzle has no statements with `~`",
        "write prose alone; what is known of the cards follows from `== play`",
        _after((*_PROSE, *_LOGIC), "~ a"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a line of play says who `suggests` or `accuses`",
        "write, for example, `SCARLET suggests plum, rope, hall: WHITE passes` or `SCARLET accuses plum, rope, hall: right`",
        (
            *_after(_PLAY, "A sugests a, b, c: B passes", "A, B suggests a", "A: suggests a", "A"),
            *_after(_PLAY, "1. A suggests a", "1 A suggests a"),
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a card is missing here",
        "name it by its slug, or remove the comma; cards go on in the next line if that is indented further",
        (
            "== seat A\na,\n",
            "== seat A\na, b,\n",
            "== truth\nA: a,\n",
            "== truth\nA: a,, b\n",
            "== play\nA suggests\n",
            "== play\nA suggests: B passes\n",
            "== play\nA suggests a,\n",
            "== play\nA suggests a, b,: B passes\n",
            "== play\nA suggests , a\n",
            "== play\nA accuses\n",
            "== play\nA accuses: right\n",
            "== play\nA accuses a,: right\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "cards have commas between them",
        "write, for example, `rope, hall, plum`; each card by its slug, a single word: `pipe` for the lead pipe",
        _after(
            ("== seat A\n", "== truth\nA: "),
            *(
                "dining room",
                "a, b, dining room",
                "a, b, c and d",
                "a; b",
                "a and b",
                "a, dining room",
                "a, b; c",
                "a: b",
                "a, b: c",
                "a.",
            ),
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "between the cards and the answers is a colon",
        "write `:` for `.`, as in `SCARLET suggests plum, rope, hall: WHITE passes`",
        (
            "== play\nA suggests a, b, c. B passes\n",
            "== play\nA suggests a, b. B passes\n",
            "== play\nA suggests a. B passes\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "an accusation ends in `right` or `wrong`",
        "write what the accuser found, as in `WHITE accuses plum, rope, hall: wrong`",
        (
            "== play\nA accuses a, b, c\n",
            "== play\nA accuses a, b, c:\n",
            "== play\nA accuses a, b, c: correct\n",
            "== play\nA accuses a, b, c: B passes\n",
            "== play\nA accuses a, b, c wrong\n",
            "== play\nA accuses a, b, c. Wrong\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "after a card comes a comma and the next card, or a colon and the answers",
        "call each card by its slug, a single word, and write a colon before the first answer, as in `SCARLET suggests plum, rope, hall: WHITE passes`",
        (
            "== play\nA suggests a, b, c B passes\n",
            "== play\nA suggests a, b, dining room: B passes\n",
            "== play\nA suggests a, b, c, B passes\n",
            "== play\nA suggests a, b, c, B shows a\n",
            "== play\nA suggests a, b, c; B passes\n",
            "== play\nA suggests a with b in c\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "an answer is a player who `passes`, `shows`, or `shows` one card",
        "write, for example, `MUSTARD passes, WHITE shows rope`; without a card if the seat did not see it",
        (
            "== play\nA suggests a: B\n",
            "== play\nA suggests a: B pass\n",
            "== play\nA suggests a: B showed b\n",
            "== play\nA suggests a: B: b\n",
            "== play\nA suggests a: B shows b, c\n",
            "== play\nA suggests a: B passes, C\n",
            "== play\nA suggests a: B passes, passes\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "after a comma comes another answer",
        "write who answers next, as in `MUSTARD passes, WHITE shows rope`, or remove the comma",
        ("== play\nA suggests a: B passes,\n", "== play\nA suggests a: B shows b,, C passes\n"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "one card is shown at most, and the next answer follows a comma",
        "write, for example, `MUSTARD passes, WHITE shows rope`; without a card if the seat did not see it",
        (
            "== play\nA suggests a: B shows b c\n",
            "== play\nA suggests a: B shows b and c\n",
            "== play\nA suggests a: B shows: b\n",
            "== play\nA suggests a: B shows (b)\n",
            "== play\nA suggests a: B passes C shows b\n",
            "== play\nA suggests a: B passes; C shows b\n",
            "== play\nA suggests a: B passes b\n",
            "== play\nA suggests a: (none)\n",
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a line of `players` is a name and a number of cards",
        "write, for example, `SCARLET 6`; a name is one word",
        _after(
            ("== players\n", "== players\nA 6\n"),
            *(
                "A",
                "A: 6",
                "A, 6",
                "A six",
                "A = 6",
                "6 A",
                "A 6 cards",
                "A 6, B 6",
                "A B 6",
                "A -1",
                "A 9999999999",
            ),
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a line of `truth` is `envelope` or a player, a colon, and cards with commas between them",
        "write, for example, `envelope: plum, rope, hall`",
        _after(
            ("== truth\n", "== truth\nA: a\n"),
            *("A a, b", "A", "A = a", "a, b, c", ": a", "A:: a", "A: 6"),
        ),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "the hand of a seat is cards with commas between them",
        "write, for example, `rope, hall, plum`; each card by its slug, a single word",
        _after(("== seat A\n", "== seat A\na\n"), *(", a", "6", "(none)")),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a seat is that of one player, or `all`",
        "write, for example, `== seat SCARLET`; without a seat the reader saw no card",
        ("== seat\n", "== seat A B\n", "== seat A, B\n", "== seat: A\n", "== seat 1\n"),
    ),
    Slip(
        codes.SYNTAX_ERROR,
        "a heading is the name of a block",
        "write one of players, seat, presentation, play, truth, solution, notes",
        (
            *("== \n", "== 01\n", "== (x)\n"),
            *(
                f"== {block}{rest}\n"
                for block in (*BLOCKS_IN_ORDER, "notes", "other")
                for rest in (": x", ", x", " 3", " (x)")
                if block != SEAT
            ),
            *(f"== {block} x\n" for block in (*BLOCKS_IN_ORDER, "notes") if block != SEAT),
        ),
    ),
    *FORMULA_SLIPS,
    Slip(
        codes.SYNTAX_ERROR,
        "before the first block every line is `key: value`",
        "write, for example, `title: The Empty Chair`; everything else belongs below a heading",
        _after(("", "title: t\n"), "word", "A suggests a", "(a", "1", '"q"', ", a"),
    ),
)
