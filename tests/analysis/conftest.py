"""A small house in two languages: its facts with and without sentences, and formulas read back in it."""

from types import SimpleNamespace

import pytest

from casekit.analysis.verbalizer.english_and_french import phrases_of
from casekit.analysis.verbalizer.phrases import Lexicon, Noun
from casekit.analysis.verbalizer.verbalizer import Verbalizer
from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.language.formula.nodes import FactSentences, Measure, Scope
from casekit.language.formula.typecheck import Typer
from casekit.language.syntax.parser import parse_lone_formula
from casekit.logic.formulas import Function, Sort, time_text

GUEST = Sort("guest", ("ANNA", "BRUNO", "CLARA"))
PLACE = Sort("place", ("suite", "galley", "piano-bar"))
HOUR = Sort("hour", ("dusk", "dinner", "late_supper", "midnight", "dawn"), ordered=True)
TIME = Sort("time", tuple(time_text(22 * 60 + 5 * step) for step in range(37)), ordered=True)
FUNCTIONS = (
    Function("room", (GUEST,), PLACE),
    Function("key", (GUEST,)),
    Function("left", (GUEST,), HOUR, optional=True),
    Function("out", (GUEST,), TIME, optional=True),
    Function("seen", (GUEST, TIME), PLACE),
    Function("host", (GUEST,), GUEST),
    Function("bottle", (), PLACE),
    Function("rain", ()),
    Function("cab", (GUEST,), PLACE),
    Function("met", (GUEST,), HOUR, optional=True),
    Function("tall", (GUEST,)),
    Function("knew", (GUEST, GUEST)),
    Function("lamp_lit", ()),
)
MOVES = Measure("moves", (PLACE, PLACE), {(one, other): 1 for one in PLACE.values for other in PLACE.values})
SCOPE = Scope(
    (GUEST, PLACE, HOUR, TIME), FUNCTIONS, groups={"women": ("ANNA", "CLARA")}, measures={"moves": MOVES}
)
LEXICONS = {
    "en": Lexicon(
        SCOPE,
        values={"suite": "the suite", "galley": "the galley", "piano-bar": "the piano bar"},
        people=frozenset({"guest"}),
        sentences={
            "room": FactSentences("(1) was in (value)", "(1) was not in (value)"),
            "key": FactSentences("(1) had a key", "(1) had no key"),
            "left": FactSentences("(1) left at (value)", "(1) did not leave at (value)"),
            "out": FactSentences("(1) went out at (value)"),
            "seen": FactSentences("(1) was in (value) at (2)", "(1) was not in (value) at (2)"),
            "host": FactSentences("(value) let (1) in", "(value) did not let (1) in"),
            "bottle": FactSentences("the bottle was in (value)", "the bottle was not in (value)"),
            "rain": FactSentences("it rained", "it was dry"),
        },
        measures={"moves": "the number of moves from (1) to (2) is (value)"},
        glosses={"cab": "where each slept"},
    ),
    "fr": Lexicon(
        SCOPE,
        values={"suite": "la suite", "galley": "l'office", "piano-bar": "le piano-bar"},
        nouns={
            "guest": Noun("invité", "invités"),
            "place": Noun("lieu", "lieux"),
            "hour": Noun("heure", "heures", feminine=True),
        },
        people=frozenset({"guest"}),
        sentences={
            "room": FactSentences("(1) était dans (value)", "(1) n'était pas dans (value)"),
            "key": FactSentences("(1) avait une clé", "(1) n'avait pas de clé"),
            "left": FactSentences(
                "le départ de (1) a eu lieu à (value)", "le départ de (1) n'a pas eu lieu à (value)"
            ),
            "out": FactSentences("(1) a quitté la maison à (value)"),
            "seen": FactSentences("(1) était dans (value) à (2)", "(1) n'était pas dans (value) à (2)"),
            "host": FactSentences("(value) a fait entrer (1)", "(value) n'a pas fait entrer (1)"),
            "bottle": FactSentences(
                "la bouteille était dans (value)", "la bouteille n'était pas dans (value)"
            ),
            "rain": FactSentences("il pleuvait", "il ne pleuvait pas"),
        },
        measures={"moves": "le nombre de déplacements de (1) à (2) est (value)"},
        glosses={"cab": "où chacun dormait"},
    ),
}


@pytest.fixture
def house():
    """The names of the house, and what reads in it."""

    def node_of(formula):
        source = Source("", formula)
        node, problems = parse_lone_formula(source, CASE)
        assert () == problems, formula
        typed, problems = Typer(SCOPE, source).type_formula(node)
        assert typed is not None, (formula, problems)
        return node

    readers = {tag: Verbalizer(lexicon, phrases_of(tag)) for tag, lexicon in LEXICONS.items()}
    return SimpleNamespace(scope=SCOPE, lexicons=LEXICONS, readers=readers, node_of=node_of)
