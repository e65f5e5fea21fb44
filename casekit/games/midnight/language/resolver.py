"""From the syntax tree and the edition to a typed case."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TypeVar, cast

from casekit.analysis.analyzer import Findings
from casekit.diagnostics import Finding, Place, Source, Span, codes
from casekit.games.midnight.codes import NOT_A_SPEAKER
from casekit.games.midnight.document import (
    AnswerOption,
    Case,
    CaseParagraph,
    CasePassage,
    CasePath,
    Certainty,
    Edition,
    Level,
    Liar,
    PictureSize,
    Rule,
    Statement,
)
from casekit.games.midnight.language.declared_facts import read_sentences
from casekit.games.midnight.language.line_forms import (
    BLOCKS_THAT_STAND_ONCE,
    CASE,
    AnswerNode,
    ClockNode,
    FunctionNode,
    GroupNode,
    LineNode,
    RuleNode,
    StatementNode,
)
from casekit.games.midnight.language.scope import (
    VICTIM,
    answers_of,
    build_scope,
    heading_of,
    of_kind,
    paths_of,
)
from casekit.kit.interface import ResolvedDocument
from casekit.language import blocks, suggestions
from casekit.language.formula import formatter, nodes, typecheck
from casekit.language.syntax import canonical_form, dialect, parser
from casekit.logic.formulas import Constant, Formula, Function
from casekit.prose.passages import Mode, Speaker
from casekit.values import replace

T = TypeVar("T")

_USUAL_LABEL_OF_ACCIDENT = "None: it was an accident"

_MODES_IN_PARAGRAPHS: frozenset[Mode] = frozenset(("plain", "lie", "hint"))
_MODES_IN_SOLUTION: frozenset[Mode] = frozenset(("plain", "shown"))

_MOST_LINES_REMEMBERED = 5_000
"""The most lines that are known from earlier versions of a case."""

_CODES_OF_UNKNOWN_NAMES = (codes.UNKNOWN_NAME, codes.UNKNOWN_TYPE, NOT_A_SPEAKER)

_CODES_OF_UNREAD_TYPES = (codes.UNKNOWN_TYPE,)
"""The findings that may only follow from a declaration that could not be read.

Of other names the typer itself knows which may have been declared there.
"""


def resolve(document: dialect.SyntaxTree, edition: Edition) -> ResolvedDocument[Case]:
    """Give every name of a document its meaning. What has none is left out and reported."""
    return _Resolver(document, edition).resolve()


class _Resolver:
    """Resolves one document, and notes what is wrong with it on the way."""

    def __init__(self, document: dialect.SyntaxTree, edition: Edition) -> None:
        self.document = document
        self.edition = edition
        self.source = document.source
        self.problems: list[Finding] = []
        self.sentence_problems: list[Finding] = []
        """What is wrong with sentences of facts; it harms nothing but the words of proofs."""
        self.unplaced = document.lost
        """How many paragraphs may be missing ones under a misspelt heading."""
        self.topics = tuple(edition.topics_by_slug)

    def resolve(self) -> ResolvedDocument[Case]:
        header = blocks.read_fields(self.document, CASE)
        self.problems += header.problems
        field = header.values.get
        block_of = self._note_problems(blocks.blocks_once(self.document, BLOCKS_THAT_STAND_ONCE))
        declarations: list[dialect.Item] = []
        for kind in ("terms", "facts"):
            if kind in block_of:
                declarations += block_of[kind].items
        self.scope = self._note_problems(build_scope(self.edition, declarations, self.source))
        names_unread = self._names_unread(block_of)
        facts = of_kind(declarations, FunctionNode)
        if len(self.scope.lines) > _MOST_LINES_REMEMBERED:
            self.scope.lines.clear()
        unused_facts = cache(partial(self._unused_facts, facts))
        self.typer = typecheck.Typer(self.scope, self.source, names_unread, unused_facts)
        labels_of_accident = [node.label.text for node in answers_of(declarations, "accident")]
        case = Case(
            source=self.source,
            edition=self.edition,
            title=field("title", ""),
            level=cast("Level", field("level", "amateur")),
            author=field("author", ""),
            victim=field("victim", ""),
            liar=cast("Liar", field("liar", "may")),
            certainty=cast("Certainty", field("certainty", "certain")),
            motives=tuple(map(_answer, answers_of(declarations, "motive"))),
            methods=tuple(map(_answer, answers_of(declarations, "method"))),
            accident=labels_of_accident[0] if labels_of_accident else _USUAL_LABEL_OF_ACCIDENT,
            scope=self.scope,
            presentation=self._passage(block_of.get("presentation")),
            rules=(*self._general_rules(), *self._rules(block_of.get("rules"))),
            truth=tuple(self._rules(block_of.get("truth"))),
            paragraphs=tuple(self._paragraphs()),
            solution=self._passage(block_of.get("solution"), _MODES_IN_SOLUTION),
            blocks=frozenset(block_of),
            headings=blocks.heading_places(block_of),
            fields=header.places,
            illustration=field("illustration", ""),
            illustration_size=cast("PictureSize", field("illustration-size", "third")),
            emblem=field("emblem", ""),
            content_notes=field("content-notes", ""),
            glosses=_glosses(block_of.get("facts")),
            sentences=self._sentences(facts),
            unplaced=self.unplaced,
        )
        self.problems = list(
            blocks.unknown_once(
                self.problems, _CODES_OF_UNKNOWN_NAMES, _CODES_OF_UNREAD_TYPES, self.document.broken
            )
        )
        is_complete = all(problem.code is codes.MISSING_FIELD for problem in self.problems)
        problems = (*self.problems, *self.sentence_problems, *_misplaced_statements(self.document))
        return ResolvedDocument(case, problems, is_complete and not self.document.lost)

    def _note_problems(self, answered: tuple[T, Findings]) -> T:
        """A value that comes with problems, which are noted."""
        value, problems = answered
        self.problems += problems
        return value

    def _names_unread(self, block_of: Mapping[str, dialect.Block]) -> frozenset[str]:
        """Names that may have been declared in lines that could not be understood."""
        items = block_of["facts"].items if "facts" in block_of else ()
        declarations = [item for item in items if isinstance(item, (FunctionNode, ClockNode, GroupNode))]
        declared = {declaration.name.text for declaration in declarations}
        in_scope = {*self.scope.function_of_name, *self.scope.sort_of_name, *self.scope.groups}
        unread = {*self.document.broken, *declared - in_scope}
        for block in self.document.blocks:
            if block.heading.kind == "places" and paths_of(block.heading, self.edition, self.source)[1]:
                prose = " ".join(item.text for item in block.items if isinstance(item, dialect.ProseNode))
                unread |= set(nodes.NAME.findall(prose))
        return frozenset(unread)

    def _unused_facts(self, facts: Sequence[FunctionNode]) -> tuple[Function, ...]:
        """The facts of the case that none of its formulas uses."""
        used: set[str] = set()
        for formula in _formulas(self.document):
            used.update(nodes.names_in(formula))
        functions = self.scope.function_of_name
        declared = (node.name.text for node in facts)
        return tuple(functions[name] for name in declared if name not in used and name in functions)

    def _sentences(self, facts: Sequence[FunctionNode]) -> dict[str, nodes.FactSentences]:
        """The sentences of each fact that is declared with some."""
        sentences_of: dict[str, nodes.FactSentences] = {}
        for node in facts:
            sentences, problems = read_sentences(node, self.source)
            self.sentence_problems += problems
            if sentences is not None:
                sentences_of.setdefault(node.name.text, sentences)
        return sentences_of

    def _general_rules(self) -> Iterator[Rule]:
        """The edition's rules. They may use the facts of the case, so they are typed again with each case."""
        for number, rule in enumerate(self.edition.rules, 1):
            source = Source("", rule.formula)
            node, problems = parser.parse_lone_formula(source, CASE)
            formula = None
            if node is not None:
                formula, problems = typecheck.Typer(self.scope, source).type_formula(node)
            place = Span((self.edition.file or Path("edition.toml")).as_posix())
            rule_in_words = f"general rule {number}, `{rule.formula}`"
            for problem in problems:
                message = f"{rule_in_words}: {problem.message}"
                self.problems.append(replace(problem, message=message, span=place))
            if node is not None and formula is not None:
                yield Rule(formula, formatter.format_formula(node), told=rule.sentence)

    def _rules(self, block: dialect.Block | None) -> Iterator[Rule]:
        """The lines of the truth, or rules, which JSON of earlier versions has as plain lines too."""
        for item in block.items if block else ():
            if not isinstance(item, (RuleNode, LineNode)):
                continue
            formula = self._formula(item.formula)
            if formula is None:
                continue
            quotation, common = "", False
            if isinstance(item, RuleNode):
                quotation = item.quotation.text if item.quotation else ""
                common = item.common
            text, place = formatter.format_formula(item.formula), Place(item.start, item.end)
            yield Rule(formula, text, place, quotation, common)

    def _formula(self, node: nodes.FormulaNode) -> Formula | None:
        return self._note_problems(self.typer.type_formula(node))

    def _paragraphs(self) -> Iterator[CaseParagraph]:
        for block in self.document.blocks:
            if block.heading.kind not in {"answer", "places"}:
                continue
            paths, problems = paths_of(block.heading, self.edition, self.source)
            self.problems += problems
            self.unplaced += len(problems)
            passage = self._passage(block)
            if paths:
                yield CaseParagraph(passage.prose, passage.statements, passage.place, paths)

    def _passage(
        self, block: dialect.Block | None, modes: frozenset[Mode] = _MODES_IN_PARAGRAPHS
    ) -> CasePassage:
        if block is None:
            return CasePassage()
        statements: list[Statement] = []
        for item in block.items:
            if isinstance(item, StatementNode) and item.mode in modes:
                statement = self._statement(item)
                if statement is not None:
                    statements.append(statement)
        place = Place(block.heading.start, block.heading.end)
        return CasePassage(blocks.prose_of(block), tuple(statements), place)

    def _statement(self, node: StatementNode) -> Statement | None:
        """The meaning of a line, which is remembered from an earlier version of the case with the same line.

        Only lines in which nothing is wrong are remembered.
        """
        remembered: Statement | None = self.scope.lines.get((node, self.topics))
        if remembered is not None:
            return replace(remembered, place=Place(node.start, node.end))
        count_of_problems = len(self.problems)
        statement = self._new_statement(node)
        if statement is not None and len(self.problems) == count_of_problems:
            self.scope.lines[node, self.topics] = statement
        return statement

    def _new_statement(self, node: StatementNode) -> Statement | None:
        speakers = self._speakers(node)
        formula = self._formula(node.formula) if speakers is not None else None
        if speakers is None or formula is None:
            return None
        return Statement(
            mode=cast("Mode", node.mode),
            speakers=speakers,
            formula=formula,
            quotation=node.quotation.text if node.quotation else "",
            text=canonical_form.logic_text(node, CASE),
            place=Place(node.start, node.end),
            by=self._paths_after_by(node),
        )

    def _speakers(self, node: StatementNode) -> tuple[Speaker, ...] | None:
        """The speakers of a line; ``None`` if one of them is not a person."""
        speakers = []
        people = {*self.edition.suspects_by_name, VICTIM}
        for speaker in node.speakers:
            name = formatter.format_term(speaker)
            if name in people:
                speakers.append(Speaker(name, Constant(name)))
                continue
            if speaker.arguments or speaker.name in self.scope.function_of_name:
                typed = self._note_problems(self.typer.type_term(speaker))
                if typed is None:
                    return None
                if typed.sort is not None and people.issuperset(typed.sort.values):
                    speakers.append(Speaker(name, typed.term))
                    continue
            otherwise = "leave `says` away: what others say at a location is true anyway"
            problem = NOT_A_SPEAKER.at(
                self.source.span(speaker.start, speaker.end),
                f"`{name}` is neither a suspect nor `{VICTIM}`, so it says nothing",
                hint=suggestions.did_you_mean(name, people, otherwise),
            )
            self.problems.append(problem)
            return None
        return tuple(speakers)

    def _paths_after_by(self, node: StatementNode) -> tuple[CasePath, ...]:
        paths: list[CasePath] = []
        for path in node.by:
            paths += self._note_problems(paths_of(heading_of(path), self.edition, self.source))
        return tuple(paths)


def _formulas(document: dialect.SyntaxTree) -> Iterator[nodes.FormulaNode]:
    """Every formula of a document, and the terms of its speakers."""
    for block in document.blocks:
        for item in block.items:
            if isinstance(item, StatementNode):
                yield from item.speakers
            if isinstance(item, (StatementNode, RuleNode, LineNode)):
                yield item.formula


def _misplaced_statements(document: dialect.SyntaxTree) -> Iterator[Finding]:
    """Lies and hints in the solution, and lines ``shown`` elsewhere.

    No reader sees them, so they do no harm to the logic.
    """
    for block in document.blocks:
        in_solution = block.heading.kind == "solution"
        statements = (item for item in block.items if isinstance(item, StatementNode))
        for statement in statements:
            message_and_hint = _why_misplaced(statement, in_solution=in_solution)
            if message_and_hint is not None:
                message, hint = message_and_hint
                place = document.source.span(statement.start, statement.end)
                yield codes.MISPLACED_LOGIC.at(place, message, hint=hint)


def _why_misplaced(statement: StatementNode, *, in_solution: bool) -> tuple[str, str] | None:
    """Why a statement cannot be in its block, and what to do; ``None`` if it can."""
    if in_solution and statement.mode not in _MODES_IN_SOLUTION:
        return (
            f"a {statement.mode} cannot be in the solution",
            "state what is true, or `shown` by some paths",
        )
    if in_solution and statement.speakers:
        return "the solution has no speakers", "state what is true, without `says`"
    if not in_solution and statement.mode == "shown":
        return "only the solution says what is shown", "remove `shown`, or move the line to `== solution`"
    if statement.by and statement.mode != "shown":
        return "only what is `shown` follows from paths", "write `~ shown ... by ...`, in `== solution`"
    return None


def _glosses(facts: dialect.Block | None) -> dict[str, str]:
    """The comment after the declaration of each fact that has one."""
    glosses: dict[str, str] = {}
    for item, comment in pairwise(facts.items if facts else ()):
        if isinstance(item, FunctionNode) and isinstance(comment, dialect.Comment) and comment.trailing:
            glosses[item.name.text] = comment.text.strip()
    return glosses


def _answer(node: AnswerNode) -> AnswerOption:
    return AnswerOption(node.slug.text, node.label.text, Place(node.start, node.end))
