"""Whole cases, found and made up: every case of the repository, and small random ones with a meaning of their own.

The random ones know what they mean without casekit: ``Draft`` writes the text and evaluates its lines in a world.
"""

import re
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import strategies as st

from casekit.analysis.verdict_text import verdict_as_json
from casekit.games.midnight.language.edition_file import load_edition
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.editions import LoadedEdition
from casekit.logic.formulas import QUANTIFIERS
from casekit.pipeline import loading
from tests.quantifiers import quantifier_holds

# --- random formulas: nested tuples, written in the words of the language -------------------------

SUSPECTS = ("ANNA", "BRUNO")
SORTS = {
    "suspect": SUSPECTS,
    "person": (*SUSPECTS, "victim"),
    "location": ("suite", "deck"),
    "hour": ("dusk", "dawn"),
    "zone": ("zone-1", "zone-2"),
}
ANSWERS = {
    "culprit": (*SUSPECTS, "victim", "nobody"),
    "motive": ("debt", "envy", "none"),
    "method": ("poison", "blow"),
}
ZONE_OF = {"suite": "zone-1", "deck": "zone-2"}
DECLARED = {
    "room": ("room(suspect): location", ("suspect",), SORTS["location"]),
    "key": ("key(suspect)", ("suspect",), ("yes", "no")),
    "left": ("left(suspect): hour?", ("suspect",), (*SORTS["hour"], "none")),
    "host": ("host(suspect): suspect?", ("suspect",), (*SUSPECTS, "none")),
    "tin": ("tin: location", (), SORTS["location"]),
}
EDITION = """\
suspects = [{ letter = "A", name = "ANNA", cabin = 1 }, { letter = "B", name = "BRUNO", cabin = 2 }]
zones = [{ number = 1, name = "Below", deck = "1", ways = [2] }, { number = 2, name = "Above", deck = "2", ways = [1] }]
locations = [
  { number = 1, slug = "suite", name = "Suite", zone = 1 },
  { number = 2, slug = "deck", name = "Deck", zone = 2 },
]
topics = [
  { slug = "alibi", name = "Alibi", question = "Where?" },
  { slug = "witness", name = "Witness", question = "What?" },
]
"""
HEADINGS = ("ANNA alibi", "ANNA witness", "BRUNO alibi", "BRUNO witness", "01", "02")


class _Maker:
    """Draws formulas over some of the declared functions; a term is a name, a variable or a tuple."""

    def __init__(self, draw, functions):
        self.draw, self.functions = draw, functions

    def pick(self, *options):
        return self.draw(st.sampled_from(options))

    def rarely(self):
        return self.draw(st.integers(1, 20)) == 13

    def suggestion(self, world):
        target = self.pick(*ANSWERS)
        return ("=", (target,), self.pick(world[target,], world[target,], *ANSWERS[target]))

    def person(self, scope, depth=1):
        kinds = [
            "name",
            "culprit",
            *["variable"] * 3 * bool(scope),
            *["host"] * (depth * ("host" in self.functions)),
        ]
        match self.pick(*kinds):
            case "name":
                return self.pick(*SUSPECTS)
            case "culprit":
                return ("culprit",)
            case "variable":
                return self.pick(*scope)
        return ("host", self.person(scope, depth - 1))

    def atom(self, scope=()):
        match self.pick("culprit", "motive", "method", *self.functions * 2):
            case "culprit":
                return (self.pick("=", "!="), ("culprit",), self.pick(*ANSWERS["culprit"]))
            case "motive" | "method" as answer:
                return (self.pick("=", "!="), (answer,), self.pick(*ANSWERS[answer]))
            case "key":
                return ("key", self.person(scope))
            case "host":
                return (
                    self.pick("=", "!="),
                    ("host", self.person(scope)),
                    self.pick("none", ("culprit",), *SUSPECTS),
                )
            case "left":
                return self.time(("left", self.person(scope)), scope)
            case "tin":
                return self.place(("tin",), scope)
        return self.place(("room", self.person(scope)), scope)

    def place(self, here, scope):
        others = [*SORTS["location"], *[("room", self.person(scope))] * ("room" in self.functions)]
        match self.pick("zone", "in", "="):
            case "zone":
                return ("=", ("zone", here), self.pick(*SORTS["zone"]))
            case "in":
                return ("in", here, self.pick(*others), self.pick(*others))
        return ("=", here, self.pick(*others))

    def time(self, time, scope):
        sign = self.pick("=", "!=", "<", "<=", ">", ">=")
        none = ["none"] if sign in ("=", "!=") else []
        return (sign, time, self.pick(*none, *SORTS["hour"], ("left", self.person(scope))))

    def formula(self, scope=(), depth=2):
        kind = self.pick(
            "atom", "atom", *["not", "and", "or", "implies", "iff", "count", "count"] * (depth > 0)
        )
        if kind == "atom":
            return self.atom(scope)
        if kind == "count":
            return self.quantified(scope, depth)
        parts = [self.formula(scope, depth - 1) for _ in range(1 if kind == "not" else 2)]
        return (kind, *parts)

    def quantified(self, scope, depth):
        quantifier = self.pick(*QUANTIFIERS)
        count = self.draw(st.integers(0, 2)) if QUANTIFIERS[quantifier].has_number else None
        variable = "XYZ"[len(scope)]
        without = self.pick(None, self.person(scope))
        return (
            *("quantified", quantifier, count, self.pick("suspect", "person"), variable, without),
            self.formula((*scope, variable), depth - 1),
        )


def write(formula):
    """A formula or term in the words of the language."""
    match formula:
        case str():
            return formula
        case ("not", part):
            return f"not ({write(part)})"
        case (("and" | "or" | "implies" | "iff") as word, one, other):
            return f"({write(one)}) {word} ({write(other)})"
        case (("=" | "!=" | "<" | "<=" | ">" | ">=") as sign, one, other):
            return f"{write(one)} {sign} {write(other)}"
        case ("in", one, *others):
            return f"{write(one)} in {{ {', '.join(map(write, others))} }}"
        case ("quantified", quantifier, count, sort, variable, without, body):
            words = [quantifier, *([] if count is None else [str(count)]), sort, variable]
            words += ["except", write(without)] if without else []
            return f"({' '.join(words)}: {write(body)})"
        case (function,):
            return function
        case (function, *arguments):
            return f"{function}({', '.join(map(write, arguments))})"


# --- what they mean ------------------------------------------------------------------------------


def value(term, world, env):
    """The value of a term in a world; no value is the Python ``None``, the value ``none`` a text."""
    if isinstance(term, str):
        return env.get(term, term)
    function, *arguments = term
    values = tuple(value(argument, world, env) for argument in arguments)
    if function == "zone":
        return ZONE_OF.get(values[0])
    return world.get((function, *values))


def truth(formula, world, env):
    """Whether a formula is true in a world; ``None`` where one of its own terms has no value."""
    match formula:
        case ("not", part):
            inside = truth(part, world, env)
            return None if inside is None else not inside
        case (("and" | "or" | "implies" | "iff") as word, *parts):
            one, other = (truth(part, world, env) for part in parts)
            if one is None or other is None:
                return None
            both = {
                "and": one and other,
                "or": one or other,
                "implies": not one or other,
                "iff": one == other,
            }
            return both[word]
        case ("quantified", *_):
            return _quantified(formula, world, env)
        case ("key", _):
            held = value(formula, world, env)
            return None if held is None else held == "yes"
    sign, *terms = formula
    if sign in ("=", "!=") and "none" in terms:
        lacking = all(value(term, world, env) in (None, "none") for term in terms)
        return lacking == (sign == "=")
    values = [value(term, world, env) for term in terms]
    return None if None in values else _compared(sign, *values)


def _compared(sign, one, *others):
    if sign == "in":
        return one in others
    (other,) = others
    if sign in ("=", "!="):
        return (one == other) == (sign == "=")
    if "none" in (one, other):
        return None
    places = [SORTS["hour"].index(hour) for hour in (one, other)]
    low, high = places if sign[0] == "<" else places[::-1]
    return low < high or (len(sign) > 1 and low == high)


def _quantified(formula, world, env):
    _, quantifier, count, sort, variable, without, body = formula
    gone = value(without, world, env) if without else None
    instances = [truth(body, world, env | {variable: one}) for one in SORTS[sort] if one != gone]
    return quantifier_holds(quantifier, instances, count)


def ranges(functions):
    """Every ground term of the answers and of some declared functions, with its values."""
    terms = {(name,): values for name, values in ANSWERS.items()}
    for name in functions:
        _, sorts, values = DECLARED[name]
        terms |= {(name, *arguments): values for arguments in product(*(SORTS[sort] for sort in sorts))}
    return terms


@dataclass(frozen=True)
class Told:
    """A statement: where it stands, who vouches for it (outermost first), its mode, its formula."""

    path: str
    speakers: tuple
    mode: str
    formula: tuple

    @property
    def line(self):
        own = self.path.split()[0] in SUSPECTS
        says = "".join(f"{name} says " for name in self.speakers[own:])
        return f"~ {self.mode}{' ' if self.mode else ''}{says}{write(self.formula)}"

    def holds(self, world, liar):
        """Whether the statement keeps what ``docs/language.md`` says of it, liars and all."""
        it = truth(self.formula, world, {})
        culprit = world["culprit",]
        if liar == "never" or culprit not in self.speakers:
            return it is not False
        if liar == "must" and culprit not in self.speakers[:-1]:
            return it is not True
        return True


@dataclass(frozen=True)
class Draft:
    """A small case that knows what it means."""

    liar: str
    functions: tuple
    rules: tuple
    truth: tuple
    told: tuple

    @property
    def text(self):
        blocks = {
            "presentation": ["Otto Lind was found dead."],
            "terms": [
                'motive debt "Debt"',
                'motive envy "Envy"',
                'method poison "Poison"',
                'method blow "Blow"',
            ],
            "facts": ["type hour: dusk, dawn", *(DECLARED[name][0] for name in self.functions)],
            "rules": [write(rule) for rule in self.rules],
            "truth": [write(line) for line in self.truth],
        } | {heading: ["ANNA, or BRUNO."] for heading in HEADINGS}
        for statement in self.told:
            blocks[statement.path].append(statement.line)
        header = f"title: Some Case\nlevel: amateur\nvictim: Otto Lind\nliar: {self.liar}\n"
        return header + "".join(f"\n== {name}\n" + "\n".join(lines) + "\n" for name, lines in blocks.items())

    def worlds(self):
        """Every assignment in which there is no motive exactly if nobody did it."""
        terms = ranges(self.functions)
        worlds = (dict(zip(terms, choice, strict=True)) for choice in product(*terms.values()))
        return [world for world in worlds if (world["motive",] == "none") == (world["culprit",] == "nobody")]

    def allows(self, world):
        """Whether the rules and the presentation hold in a world."""
        given = (told for told in self.told if told.path == "presentation" and told.mode != "hint")
        return all(truth(rule, world, {}) is not False for rule in self.rules) and all(
            told.holds(world, self.liar) for told in given
        )

    def is_truth(self, world):
        """Whether the lines of the truth hold in a world."""
        return all(truth(line, world, {}) is not False for line in self.truth)


@st.composite
def _drafts(draw):
    """Mostly cases whose truth is possible: lines that are false in one drawn world are turned round."""
    functions = tuple(draw(st.lists(st.sampled_from(sorted(DECLARED)), min_size=1, max_size=2, unique=True)))
    make = _Maker(draw, functions)
    liar = make.pick("may", "may", "never", "must")
    world = {key: make.pick(*values) for key, values in ranges(functions).items()}
    world["motive",] = "none" if world["culprit",] == "nobody" else make.pick("debt", "envy")
    told = [_told(make, world, liar) for _ in range(make.pick(*range(10)))]
    solution = [("=", (target,), world[target,]) for target in ANSWERS]
    lines = solution[: make.pick(1, 3, 3)] + [_straight(make, world) for _ in range(draw(st.integers(0, 2)))]
    rules = [_straight(make, world) for _ in range(draw(st.integers(0, 2)))]
    return Draft(liar, functions, tuple(rules), tuple(lines), tuple(told))


def _straight(make, world):
    formula = make.formula()
    return ("not", formula) if truth(formula, world, {}) is False and not make.rarely() else formula


def _told(make, world, liar):
    path = make.pick("presentation", *HEADINGS)
    own = tuple(name for name in path.split()[:1] if name in SUSPECTS)
    says = tuple(make.pick(*SUSPECTS, "victim") for _ in range(make.pick(0, 0, 1, 2)))
    mode = make.pick("", "", "hint", "hint", "lie")
    if mode == "hint":
        return Told(path, (*own, *says), mode, make.suggestion(world))
    told = Told(path, (*own, *says), mode, make.pick(make.atom, make.formula)())
    return told if told.holds(world, liar) or make.rarely() else replace(told, formula=("not", told.formula))


@pytest.fixture(scope="session")
def drafts():
    """A strategy for small cases over an edition of two suspects and two locations."""
    return _drafts()


@pytest.fixture(scope="session")
def truth_of():
    """Whether a formula of a draft is true in a world; ``None`` where it has no value."""
    return lambda formula, world: truth(formula, world, {})


@pytest.fixture(scope="session")
def small_edition():
    """The text of the drafts' edition."""
    return EDITION


# --- the way through casekit ---------------------------------------------------------------------


def _investigate(text, edition, file="edition.toml"):
    loaded_edition = edition
    if isinstance(edition, str):
        loaded, problems = load_edition(edition.encode(), Path(file))
        assert () == problems
        loaded_edition = LoadedEdition(loaded)
    parsed = loading.parse_bytes(text.encode(), "some.case")
    assert () == parsed.diagnostics, text
    resolution = loading.resolve_document(parsed, loaded_edition).resolved
    assert resolution.is_complete, (text, resolution.diagnostics)
    return CaseAnalysis(resolution.document)


@pytest.fixture(scope="session")
def investigate():
    """From the text of a case, and of its edition or its text, to the analysis."""
    return _investigate


@pytest.fixture(scope="session")
def verdict():
    """The verdict of an analysis as a machine reads it, with the text of a lie's line for its number, sorted."""

    def run(analysis):
        told = verdict_as_json(analysis)
        lines = analysis.case.source.text.splitlines()
        lies = [
            (lie["path"], lines[lie["line"] - 1].strip(), lie["marked"], lie["status"])
            for lie in told["lies"]
        ]
        return told | {"lies": sorted(lies)}

    return run


@pytest.fixture(scope="session")
def renamed():
    """Replaces whole words by a mapping, all at once."""

    def run(text, names):
        pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")
        return pattern.sub(lambda match: names[match.group()], text)

    return run
