"""Each construct of the language at a size of one's choice, as lines laid over the small case of the catalogue."""

from collections.abc import Callable
from typing import NamedTuple


def _values(count: int, sort: str = "t", of: str = "v") -> str:
    return f"type {sort}: " + ", ".join(f"{of}{number}" for number in range(count))


def _each(count: int, line: str) -> str:
    """A line as often as said, ``#`` being its number and ``%`` the next one."""
    return "\n".join(line.replace("#", str(n)).replace("%", str(n + 1)) for n in range(count))


class Construct(NamedTuple):
    """Lines of some blocks and (``said``) of a paragraph, by size; ``most`` is how much more a doubled size may cost, and ``why``."""

    facts: Callable[[int], str]
    rules: Callable[[int], str] = lambda _: ""
    said: Callable[[int], str] = lambda _: ""
    truth: Callable[[int], str] = lambda _: ""
    terms: Callable[[int], str] = lambda _: ""
    solution: Callable[[int], str] = lambda _: ""
    most: float = 2.4
    why: str = ""


PAIRS = "as many pairs as the square"
SEARCH = "the solver tries one value after the other"
ASKED = "each is a question about the whole case"

CONSTRUCTS = {
    "facts told": Construct(lambda n: _each(n, "fact#"), said=lambda n: _each(n, "~ fact#")),
    "every": Construct(
        lambda n: f"{_values(n)}\nodd(t)\neven(t)", lambda _: "common every t X: odd(X) iff not even(X)"
    ),
    "some": Construct(
        lambda n: f"{_values(n)}\nodd(t)", lambda _: "common some t X: odd(X)\ncommon no t X: not odd(X)"
    ),
    "except": Construct(
        lambda n: f"{_values(n)}\nodd(t)",
        lambda n: "common every t X except " + ", ".join(f"v{at}" for at in range(0, n, 2)) + ": odd(X)",
    ),
    "every in every": Construct(
        lambda n: f"{_values(n)}\nbeats(t, t)",
        lambda _: "common every t X: every t Y except X: beats(X, Y) iff not beats(Y, X)",
        most=4.4,
        why=PAIRS,
    ),
    "statements alike": Construct(
        lambda _: "odd(hour)\ntype hour: one, two", said=lambda n: _each(n, "~ every hour X#: odd(X#)")
    ),
    "a few counted": Construct(
        lambda n: f"{_values(n)}\nodd(t)",
        lambda _: "common exactly 2 t X: odd(X)\ncommon at most 3 t X: odd(X)",
    ),
    "half counted": Construct(
        lambda n: f"{_values(n)}\nodd(t)",
        lambda n: f"common at least {n // 2} t X: odd(X)",
        most=4.4,
        why="a counter of n by n",
    ),
    "values in a group": Construct(
        lambda n: (
            f"{_values(n)}\ngroup low: " + ", ".join(f"v{at}" for at in range(n // 2)) + "\nrank(suspect): t"
        ),
        lambda _: "common every suspect X: rank(X) in low",
    ),
    "order": Construct(
        lambda n: f"{_values(n)}\nrank(suspect): t",
        lambda _: "common rank(ANNA) < rank(BRUNO) and rank(BRUNO) <= rank(CLARA)",
    ),
    "an order of many": Construct(
        lambda n: f"type t: one, two, three, four\n{_values(n, 'thing', 'x')}\nrank(thing): t",
        lambda n: _each(n - 1, "common rank(x#) <= rank(x%)"),
        most=3,
        why=SEARCH,
    ),
    "equal values": Construct(
        lambda n: f"{_values(n)}\nrank(suspect): t", lambda _: "common rank(ANNA) = rank(BRUNO)"
    ),
    "no value": Construct(
        lambda n: f"{_values(n)}\nrank(suspect): t?\nodd(t)",
        lambda _: "common every suspect X: rank(X) = none or odd(rank(X))",
    ),
    "clock": Construct(
        lambda n: (
            f"type time: clock 12:00 to {(12 + n // 12) % 24:02}:{5 * (n % 12):02} every 5 min\nawake(suspect, time)"
        ),
        lambda _: "common every time T: awake(ANNA, T) implies awake(ANNA, T + 5 min)",
    ),
    "steps": Construct(
        lambda n: f"{_values(n)}\nplace(t): location",
        lambda n: _each(n - 1, "common steps(place(v#), place(v%)) <= 1"),
    ),
    "just before": Construct(
        lambda n: f"{_values(n)}\nplace(suspect): t?",
        lambda _: (
            "common just_before(place(ANNA), place(BRUNO))\ncommon some t X: just_before(X, place(CLARA))"
        ),
    ),
    "a function in a function": Construct(
        lambda n: f"{_values(n)}\nhost(suspect): t\nodd(t)",
        lambda _: "common every suspect X: odd(host(X))",
        most=4.4,
        why=SEARCH,
    ),
    "functions in functions": Construct(
        lambda n: f"{_values(n)}\nnext(t): t\nodd(t)",
        lambda _: "common every t X: odd(next(X))",
        most=4.6,
        why=PAIRS,
    ),
    "all different": Construct(
        lambda n: f"{_values(n)}\n{_values(n, 'seat', 's')}\nrank(t): seat",
        lambda _: "common all different rank(X) for t X",
        most=5.3,
        why=PAIRS,
    ),
    "implies": Construct(
        lambda n: f"{_values(n + 1)}\nodd(t)", lambda n: _each(n, "common odd(v#) implies odd(v%)")
    ),
    "iff": Construct(
        lambda n: f"{_values(n + 1)}\nodd(t)", lambda n: _each(n, "common odd(v#) iff not odd(v%)")
    ),
    "and, or": Construct(
        lambda n: _each(n + 1, "fact#"),
        lambda n: _each(n, "common fact# and not fact% or fact% or not fact#"),
    ),
    "speakers": Construct(
        lambda n: _each(n, "fact#"),
        said=lambda n: _each(n, "~ ANNA says fact#\n~ BRUNO says not fact# or fact#"),
    ),
    "solution": Construct(
        lambda n: _each(n, "fact#"),
        said=lambda n: _each(n, "~ fact#"),
        solution=lambda n: _each(n, "~ shown fact# by 02"),
        most=4.4,
        why=ASKED,
    ),
    "truth": Construct(lambda n: _each(n, "fact#"), truth=lambda n: _each(n, "fact#")),
    "answers": Construct(lambda _: "", terms=lambda n: _each(n, 'motive greed# "Out of greed"')),
    "hints": Construct(
        lambda n: _each(n, "fact#"), said=lambda n: _each(n, "~ hint culprit = ANNA or fact#")
    ),
}


def written(construct: Construct, size: int, base: str) -> str:
    """A case with the construct at a size; of size 0 there is none of it."""
    for block in ("facts", "rules", "truth", "terms", "solution", "02"):
        lines = getattr(construct, "said" if block == "02" else block)(size) if size else ""
        head, _, rest = base.partition(f"== {block}\n")
        body, gap, others = rest.partition("\n\n")
        base = f"{head}== {block}\n{body}\n{lines}{gap}{others}"
    return base
