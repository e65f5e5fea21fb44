"""How cases are written: their blocks, the lines in them, and mistakes that forms of lines do not explain."""

from casekit.diagnostics import codes
from casekit.games.midnight.codes import UNCLOSED_QUOTATION
from casekit.language.formula.nodes import FormulaNode, TermNode, Word
from casekit.language.syntax.dialect import Dialect, Item, KnownMistake
from casekit.language.syntax.line_forms import NAME, NAME_PATTERN, BlockForm, Form, PartKind
from casekit.language.syntax.mistakes.formula_errors import FORMULA_SLIPS, OPERANDS
from casekit.values import frozen, replace


@frozen(slots=True)
class StatementNode(Item):
    """A line that begins with ``~``. ``mode`` is ``plain``, ``lie``, ``hint`` or ``shown``.

    ``by`` are the paths that a line of the solution says it follows from.
    """

    mode: str
    speakers: tuple[TermNode, ...]
    formula: FormulaNode
    quotation: Word | None
    by: tuple[Word, ...] = ()


@frozen(slots=True)
class AnswerNode(Item):
    """A line of ``terms``; ``kind`` is ``motive`` or ``method``."""

    kind: str
    slug: Word
    label: Word


@frozen(slots=True)
class SortNode(Item):
    """A declared type."""

    name: Word
    values: tuple[Word, ...]


@frozen(slots=True)
class ClockNode(Item):
    """A declared type of times."""

    name: Word
    first: Word
    last: Word
    minutes: Word


@frozen(slots=True)
class GroupNode(Item):
    """A declared group of values."""

    name: Word
    values: tuple[Word, ...]


@frozen(slots=True)
class FunctionNode(Item):
    """A declared predicate (``values`` is ``None``) or function.

    ``sentences`` say in words that it is so, then that it is not; there are two at the most.
    """

    name: Word
    arguments: tuple[Word, ...]
    values: Word | None
    optional: bool
    sentences: tuple[Word, ...] = ()


@frozen(slots=True)
class LineNode(Item):
    """A formula on a line of its own, in ``truth``."""

    line: FormulaNode

    @property
    def formula(self) -> FormulaNode:
        """The same under the name that all lines have."""
        return self.line


@frozen(slots=True)
class RuleNode(Item):
    """A line of ``rules``: what every reader takes for granted, or else what the presentation says."""

    rule: FormulaNode
    common: bool
    quotation: Word | None

    @property
    def formula(self) -> FormulaNode:
        """The same under the name that all lines have."""
        return self.rule


_DECLARED = ("f", "f(t)", "f: t", "f: t?", "f(t): t", "f(t): t?")
"""A fact of each form."""


SLIPS = (
    replace(
        FORMULA_SLIPS["equals for implies"],
        hint="write `implies` between two comparisons, as in `method = poison implies bottle = suite`",
    ),
    KnownMistake(
        UNCLOSED_QUOTATION,
        "this quotation has no end",
        'close it with `"` on the same line, or continue it on lines that are indented further',
        (
            *(f'== 01\n~ {operand} "q\n' for operand in OPERANDS),
            '== 01\n~ "q\n',
            '== terms\nmotive m "m\n',
            *(f'== facts\n{declared} "q\n' for declared in _DECLARED),
            *(f'== facts\n{declared} "q" "q\n' for declared in _DECLARED),
        ),
    ),
    KnownMistake(
        codes.CLOCK_TIME,
        "times of the clock are not listed one by one",
        "declare a clock, as in `type time: clock 22:00 to 01:00 every 5 min`",
        ("== facts\ntype t: 23:50\n", "== facts\ntype t: a, 23:50\n"),
    ),
    replace(
        FORMULA_SLIPS["foreign operator"],
        examples=(
            *(f"== 01\n~ {opening}!a\n" for opening in ("lie ", "hint ", "A says ")),
            *(f"{start}!a\n" for start in ("== rules\na\n", "== truth\na\n")),
        ),
    ),
    replace(FORMULA_SLIPS["unfinished"], examples=("== 01\n~\n", "== 01\n~ lie\n")),
    KnownMistake(
        codes.MISPLACED_LOGIC,
        "a statement with `~` belongs among prose",
        "in `rules` and `truth` write the formula alone; a statement belongs in a paragraph",
        ("== rules\n~ a\n", "== rules\na\n~ a\n", "== truth\n~ a\n", "== truth\na\n~ a\n"),
        alone=("~ a",),
    ),
    FORMULA_SLIPS["unclosed bracket"],
    FORMULA_SLIPS["unopened bracket"],
    replace(FORMULA_SLIPS["quantifier"], hint="write, for example, `every suspect X: keycard(X)`"),
    KnownMistake(
        codes.SYNTAX_ERROR,
        "there is no colon after `says`",
        "write `ANNA says` and then the formula",
        ("== 01\n~ A says: a\n",),
    ),
    KnownMistake(
        codes.SYNTAX_ERROR,
        "the quotation comes last in a statement",
        "write the formula first and then the words it rests on",
        ('== 01\n~ "q" a\n', '== 01\n~ a "q" b\n', '== 01\n~ lie "q" a\n'),
    ),
    KnownMistake(
        codes.SYNTAX_ERROR,
        "a line of the truth has no quotation",
        "in `truth` write the formula only; quotations belong to statements and rules",
        ('== truth\na "q"\n', '== truth\na = b "q"\n', '== truth\nf(a) "q"\n'),
        alone=('a "q"', 'f(a) "q"'),
    ),
    FORMULA_SLIPS["units"],
    replace(FORMULA_SLIPS["different"], hint="write, for example, `all different cab(X) for suspect X`"),
    FORMULA_SLIPS["extent"],
    FORMULA_SLIPS["missing operator"],
    FORMULA_SLIPS["minutes"],
)


_PASSAGE = ("prose", "statement")
_SPACE = r"(?:[ \t\v]|\/\/[^\n\v]*+\v)"
_BEFORE_FORMULA = rf"(?={_SPACE}++(?!(?:and|or|implies|iff|in)(?![\w-]))[^\W_]|{_SPACE}++\()"


def place_name(text: str) -> str:
    """A location in a heading: its number with two digits at least, or its slug."""
    return f"{int(text):02}" if text.isdecimal() else text


CASE = Dialect(
    "case",
    noun="case",
    usual="a case has some 2,000",
    fields={
        "title": (),
        "level": ("amateur", "expert"),
        "author": (),
        "content-notes": (),
        "victim": (),
        "liar": ("may", "never", "must"),
        "certainty": ("certain", "supported"),
        "illustration": (),
        "illustration-size": ("quarter", "third", "half"),
        "emblem": (),
        "game": (),
    },
    required=("title", "level", "victim"),
    unprinted=frozenset(
        ("illustration", "emblem", "statement", "type", "clock", "group", "fact", "rule", "line")
    ),
    mark="~ ",
    outline=(
        BlockForm("presentation", _PASSAGE),
        BlockForm("terms", ("answer",)),
        BlockForm("facts", ("type", "clock", "group", "fact")),
        BlockForm("rules", ("rule",)),
        BlockForm("truth", ("line",)),
        BlockForm("answer", _PASSAGE, "{suspect} {topic}", example="ANNA alibi"),
        BlockForm("places", _PASSAGE, "{locations:location,}", example="05, 07"),
        BlockForm("solution", _PASSAGE),
        BlockForm("notes", ("note",)),
    ),
    forms=(
        Form(
            "statement",
            (
                "~ [{mode:lie|hint|shown!plain}] [{speakers:speaker+}] {formula} [by {by:path,*}]  [{quotation}]",
            ),
            '~ lie ANNA says room(ANNA) = suite  "I was in the suite"',
            node=StatementNode,
            notes={
                "speakers": "Each a person's name, or a term for whoever it is.",
                "by": "The paths that a line of the solution follows from, as headings have them.",
            },
        ),
        Form(
            "answer",
            ("{kind:motive|method} {slug:new-value} {label:quotation}",),
            'motive revenge "To avenge a ruined brother"',
            "an answer",
            node=AnswerNode,
        ),
        Form(
            "type",
            ("type {name:new-type}: {values:new-value,}",),
            "type hour: dusk, dinner, midnight",
            "declares an ordered type",
            node=SortNode,
        ),
        Form(
            "clock",
            ("type {name:new-type}: clock {first:time} to {last:time} every {minutes:number} min",),
            "type time: clock 22:00 to 01:00 every 5 min",
            "times in equal steps",
            node=ClockNode,
            notes={"minutes": "From one time to the next."},
        ),
        Form(
            "group",
            ("group {name:new-group}: {values:value,}",),
            "group women: ANNA, GRETA",
            "names values",
            node=GroupNode,
        ),
        Form(
            "fact",
            (
                "{name:new-fact}[({arguments:type,})][: {values:type}[{optional:?}]]  [{sentences:quotation+2*}]",
            ),
            'room(suspect): location  "(1) was in (value)"  "(1) was not in (value)"',
            node=FunctionNode,
            notes={
                "values": "null: yes or no",
                "sentences": "What is said if it is so and, after that, if it is not: (1), (2) are arguments, (value) the value.",
            },
        ),
        Form(
            "rule",
            ("[{common}] {rule:formula}  [{quotation}]",),
            "common every suspect X: keycard(X) implies room(X) = suite",
            node=RuleNode,
        ),
        Form("line", ("{line:formula}",), "culprit = ANNA", node=LineNode),
    ),
    kinds={
        "suspect": PartKind("a suspect"),
        "topic": PartKind("a topic"),
        "location": PartKind(
            "a location",
            ("NUMBER", "NAME"),
            {"type": "string", "pattern": rf"^(?:\d{{1,9}}|{NAME_PATTERN})$"},
            normal=place_name,
        ),
        "speaker": PartKind(
            "a speaker",
            ("speaker",),
            {"anyOf": [NAME, {"$ref": "#/$defs/term"}]},
            rule='term "says"',
            ending=" says",
        ),
        "path": PartKind(
            "a path",
            ("path",),
            {"type": "string", "pattern": r"^\S+(?: \S+)?$"},
            normal=place_name,
            rule="NAME [NAME] | NUMBER",
        ),
        "new-value": PartKind("a name", defines=True),
        "new-type": PartKind("a name", defines=True),
        "new-group": PartKind("a name", defines=True),
        "new-fact": PartKind("a name", defines=True),
        "type": PartKind("a type"),
        "value": PartKind(
            "a value",
            ("NAME", "TIME"),
            {"type": "string", "pattern": rf"^(?:{NAME_PATTERN}|\d{{2}}:\d{{2}})$"},
        ),
    },
    terminals={
        "shown": f"shown{_BEFORE_FORMULA}",
        "common": f"common{_BEFORE_FORMULA}",
        "clock": rf"clock(?={_SPACE}+\d)",
        "group": rf"group(?={_SPACE}+\w)",
    },
    formula_places=("== 01\n~ ", "== rules\n", "== truth\n"),
    own_slips=lambda: SLIPS,
)

BLOCKS = tuple(block.kind for block in CASE.outline if not block.heading)
"""Every block that is headed by its own name; all others are paragraphs."""

BLOCKS_THAT_STAND_ONCE = BLOCKS[:-1]
